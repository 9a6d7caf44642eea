//! The control flow of one run: a state machine that sees a handful of numbers per step and decides. It touches no
//! vectors, so every engine shares it.

mod halpern;
mod look;
mod machine;
mod pdlp;
mod pid;
mod restart;
mod rules;
mod step_size;
mod termination;
mod weight;

pub(crate) use look::{Look, TURNS};
pub(crate) use machine::Run;
pub use restart::RestartCondition;
pub(crate) use rules::{FirstStep, Outset};
pub(crate) use step_size::Movement;
pub use termination::LADDER;
pub(crate) use termination::Termination;
pub(crate) use weight::initial as initial_weight;

use crate::residual::Errors;

/// One of the two points that a run holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The current iterate.
    Current,
    /// The average since the last restart.
    Average,
}

/// What becomes of a tried step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    Accepted,
    Rejected,
    /// The numbers overflowed.
    Trouble,
}

/// What a check decides, apart from optimality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Continue,
    Restart(Which, RestartCondition),
    IterationLimit,
    /// No further epoch is allowed; the point that it would have started from.
    OuterLimit(Which),
    Stalled,
}

/// The residuals of both points at a check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    pub current: Errors,
    pub average: Errors,
}

impl Check {
    pub(crate) fn of(&self, which: Which) -> &Errors {
        match which {
            Which::Current => &self.current,
            Which::Average => &self.average,
        }
    }
}

/// How much a run has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Accepted steps.
    pub iterations: u64,
    /// Steps that the step-size rule rejected, or that showed the step size to be too large.
    pub rejected_steps: u64,
    /// Restarts.
    pub restarts: u64,
    /// Checks for optimality and restarts.
    pub checks: u64,
    /// Steps of the power method that a constant step size took.
    pub norm_steps: u64,
    /// Steps spent on proofs that there is no solution, each about the work of a matrix pass.
    pub proof_steps: u64,
}

impl Work {
    /// Steps tried, accepted or not, and those of the power method: the work in units of one product with K and one with its
    /// transpose.
    pub fn matrix_passes(&self) -> u64 {
        self.iterations + self.rejected_steps + self.norm_steps
    }

    /// The work of two runs.
    pub(crate) fn plus(&self, other: &Work) -> Work {
        Work {
            iterations: self.iterations + other.iterations,
            rejected_steps: self.rejected_steps + other.rejected_steps,
            restarts: self.restarts + other.restarts,
            checks: self.checks + other.checks,
            norm_steps: self.norm_steps + other.norm_steps,
            proof_steps: self.proof_steps + other.proof_steps,
        }
    }
}
