//! The vectors: many runs side by side over one matrix.

mod anchors;
mod aside;
mod averages;
mod batch;
mod check;
mod checkpoint;
mod control;
mod ending;
mod faces;
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
mod shelf;
mod threads;
mod validate;
mod warm;
mod watch;

pub use batch::{BatchOptions, Start, Trial, run_batch};
pub(crate) use batch::{run_one, run_side};
pub use checkpoint::Checkpoint;
pub use control::{Control, Flow, Observer, Polishing, Progress, Step};
pub use job::{Job, Outcome, Pause};
pub(crate) use limits::Limits;
pub(crate) use metrics::same_metric;
pub use queue::Queue;
pub(crate) use shelf::Shelf;
pub(crate) use threads::threads_of_run;
pub(crate) use validate::validate_trial;
