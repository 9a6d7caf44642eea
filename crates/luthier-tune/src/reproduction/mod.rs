//! The paper's experiments: six distributions of problems, two presets, sweeps of theta and alpha and their joint grid, in
//! iterations and in seconds; and the paper's claims, each held against what was measured.
//!
//! Every experiment is a study like any other, in a folder of its own: it survives whatever ends the process, and going on
//! runs only what is missing.

mod experiment;
mod step;

pub use experiment::{DISTRIBUTIONS, Distribution, Experiment, Preset, Scale, Sweep, experiments};
pub use step::{Part, Step, steps};
