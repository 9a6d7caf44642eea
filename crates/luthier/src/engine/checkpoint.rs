//! A run that was laid aside.

use super::averages::Weights;
use super::batch::Trial;
use super::group::Slot;
use crate::error::Error;
use crate::params::{Parameter, Parameters, TABLE};
use crate::problem::Problem;
use crate::run::{LADDER, Run, Work};
use crate::solution::Notice;
use std::time::Duration;

/// A run that was laid aside, with all that it needs to go on as if it never had been: the same bits follow. Continue it with
/// a [`Job`](crate::Job).
#[derive(Clone, Debug)]
pub struct Checkpoint {
    pub(super) run: Run,
    pub(super) tried: bool,
    pub(super) primal_movement: f64,
    pub(super) weights: Weights,
    pub(super) vectors: Vec<Vec<f64>>,
    pub(super) notices: Vec<Notice>,
    /// What the run had taken, by the clock and of its thread.
    pub(super) elapsed: Duration,
    pub(super) seconds: f64,
    parameters: Parameters,
    shape: Shape,
    data: u64,
}

/// What of a matrix is compared: rows, columns, entries.
type Shape = [usize; 3];

fn shape(problem: &Problem) -> Shape {
    [problem.rows(), problem.columns(), problem.matrix().nonzeros()]
}

impl Checkpoint {
    /// What is left of a lane: the state of its run and its vectors.
    pub(super) fn new(slot: Slot<'_>, vectors: Vec<Vec<f64>>) -> Checkpoint {
        let context = slot.context;
        Checkpoint {
            run: slot.run,
            tried: slot.tried,
            primal_movement: slot.primal_movement,
            weights: slot.weights,
            vectors,
            elapsed: context.limits.elapsed(),
            seconds: slot.seconds,
            parameters: context.parameters.clone(),
            shape: shape(context.problem()),
            data: context.problem().data_hash(),
            notices: context.notices,
        }
    }

    /// What the run has done.
    pub fn work(&self) -> &Work {
        &self.run.work
    }

    /// The iteration at which each tolerance of [`LADDER`] was first met at a check.
    pub fn ladder(&self) -> &[Option<u64>; LADDER.len()] {
        &self.run.ladder
    }

    /// Seconds that the run took of its thread, as in [`Solution::lane_seconds`](crate::Solution::lane_seconds).
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Memory that the checkpoint takes.
    pub fn bytes(&self) -> usize {
        size_of::<Checkpoint>() + self.vectors.iter().map(|v| size_of_val(&v[..])).sum::<usize>()
    }

    /// Checks that a trial is the one that was laid aside. The entries of the matrix are counted but not compared.
    pub(super) fn check(&self, trial: &Trial<'_>) -> Result<(), Error> {
        let wrong = |problem| Err(Error::WrongCheckpoint { problem });
        let (here, there) = (shape(trial.problem), self.shape);
        if here != there {
            let size = |[rows, columns, entries]: Shape| {
                format!("{rows} rows, {columns} columns, {entries} entries")
            };
            return wrong(format!("its problem has {}, that of the trial {}", size(there), size(here)));
        }
        if self.data != trial.problem.data_hash() {
            return wrong("its problem has another objective or other bounds than that of the trial".into());
        }
        let values = |p: &'static Parameter| (p, p.value(&self.parameters), p.value(trial.parameters));
        match TABLE.iter().map(values).find(|(_, there, here)| there != here) {
            Some((p, there, here)) => wrong(format!("its run has {} = {there}, the trial {here}", p.name)),
            None => Ok(()),
        }
    }
}
