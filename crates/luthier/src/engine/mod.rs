//! The vectors: many runs side by side over one matrix.

mod anchors;
mod aside;
mod averages;
mod batch;
mod check;
mod checkpoint;
mod control;
mod ending;
mod frame;
mod group;
mod job;
mod lanes;
mod limits;
mod meter;
mod metrics;
mod proof;
mod queue;
mod scheme;
mod setup;
mod threads;
mod validate;
mod watch;

pub use batch::{BatchOptions, Start, Trial, run_batch};
pub use checkpoint::Checkpoint;
pub use control::{Control, Flow, Observer, Progress, Step};
pub use job::{Job, Outcome, Pause};
pub(crate) use limits::Limits;
pub use queue::Queue;
pub(crate) use threads::threads_of_run;
pub(crate) use validate::validate_trial;
