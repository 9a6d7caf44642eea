//! What a queue works off, and what becomes of it.

use super::batch::Trial;
use super::checkpoint::Checkpoint;
use crate::run::Work;
use crate::solution::Solution;

/// When a run is laid aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pause {
    /// It runs until it ends.
    #[default]
    Never,
    /// Once it has accepted this many steps in all.
    AtIterations(u64),
    /// Once it has tried this many steps in all.
    AtMatrixPasses(u64),
}

impl Pause {
    /// Whether a run that has done this much is to be laid aside.
    pub(super) fn due(self, work: &Work) -> bool {
        match self {
            Pause::Never => false,
            Pause::AtIterations(cap) => work.iterations >= cap,
            Pause::AtMatrixPasses(cap) => work.matrix_passes() >= cap,
        }
    }
}

/// A run to be made, or to be continued from where it was laid aside.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// What is solved with which setting. A run that is continued must have begun with the same problem and the same
    /// parameters; its start point is not looked at again.
    pub trial: Trial<'a>,
    /// When it is laid aside. A run that ends in the very step in which it would be laid aside has ended.
    pub pause: Pause,
    /// Where it was laid aside, if it is to be continued.
    pub from: Option<Box<Checkpoint>>,
}

/// A run from the start to the end.
impl<'a> From<Trial<'a>> for Job<'a> {
    fn from(trial: Trial<'a>) -> Job<'a> {
        Job { trial, pause: Pause::Never, from: None }
    }
}

/// What became of a job.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It ended, in whatever way.
    Finished(Box<Solution>),
    /// It was laid aside and can be continued.
    Paused(Box<Checkpoint>),
}
