//! The paper's experiments: six distributions of problems, two presets, sweeps of theta and alpha and their joint grid, in
//! iterations and in seconds; and the paper's claims, each held against what was measured.
//!
//! Every experiment is a study like any other, in a folder of its own: it survives whatever ends the process, and going on
//! runs only what is missing.

mod claims;
mod experiment;
mod measured;
mod step;

pub use claims::{Claim, Verdict, claims};
pub use experiment::{DISTRIBUTIONS, Distribution, Experiment, Preset, Scale, Sweep, experiments};
pub use measured::{Estimate, Measured, Point, Sweeps, Swept};
pub use step::{Part, Step, steps};
