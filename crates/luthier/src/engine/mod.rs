//! The vectors: many runs side by side over one matrix.

mod batch;
mod control;
mod ending;
mod group;
mod lanes;
mod proof;
mod setup;
mod vectors;
mod watch;

pub use batch::{BatchOptions, Start, Trial, run_batch};
pub use control::{Control, Flow, Observer, Progress, Step};
