//! How a caller watches and stops runs.

use crate::presolve::Summary;
use crate::run::{RestartCondition, Side, Which};
use std::sync::atomic::AtomicBool;

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    #[default]
    Continue,
    /// End this run with the status interrupted.
    Stop,
}

/// Where a run stands, at a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Position of the trial in its batch.
    pub trial: usize,
    /// Accepted steps.
    pub iterations: u64,
    /// Steps tried.
    pub matrix_passes: u64,
    /// Restarts.
    pub restarts: u64,
    /// Seconds since the run began.
    pub seconds: f64,
    /// c'x + c0 in the user's sense.
    pub primal_objective: f64,
    /// Dual objective in the user's sense.
    pub dual_objective: f64,
    /// |primal residual| / (1 + |q|)
    pub primal_residual: f64,
    /// |dual residual| / (1 + |c|)
    pub dual_residual: f64,
    /// |gap| / (1 + |primal objective| + |dual objective|)
    pub gap: f64,
    /// Primal weight.
    pub omega: f64,
    /// Step size.
    pub eta: f64,
}

/// One accepted step, for tracing.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Position of the trial in its batch.
    pub trial: usize,
    /// Accepted steps so far, this one included (k).
    pub iteration: u64,
    /// Restarts before this step (s).
    pub outer: u64,
    /// Index of this step since the last restart, from 0 (t).
    pub inner: u64,
    /// Steps rejected before this one was accepted.
    pub rejected: u64,
    /// Step size of this step.
    pub eta: f64,
    /// Step size that the next step tries first.
    pub eta_next: f64,
    /// Primal weight of this step.
    pub omega: f64,
    /// At a check: KKT errors of the current point and of the average.
    pub kkt: Option<(f64, f64)>,
    /// At a check: primal and dual residual, primal and dual objective of the current point (minimisation, no constant).
    pub current: Option<[f64; 4]>,
    /// The point that a restart after this step goes to.
    pub restart: Option<Which>,
    /// Why there is a restart after this step: the first condition that holds.
    pub condition: Option<RestartCondition>,
    /// Whether the run ends here because it is optimal.
    pub terminates: bool,
    /// The primal iterate.
    pub x: &'a [f64],
    /// The dual iterate (of the minimisation).
    pub y: &'a [f64],
}

/// A stage of polishing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Polishing {
    /// One side of the point is to meet a smaller tolerance.
    Side {
        /// Which one.
        side: Side,
        /// The tolerance that it just meets.
        from: f64,
        /// The one that it is to meet.
        to: f64,
    },
    /// What was found would leave a gap that is too large: the problem is first solved further.
    Closer {
        /// The tolerance of that.
        tolerance: f64,
    },
}

/// Watches runs. Called from the threads that run them; a panic in it ends the batch and reaches the caller.
pub trait Observer: Sync {
    /// Called at every check, but for one that ends the run as optimal.
    fn progress(&self, progress: &Progress) -> Flow {
        let _ = progress;
        Flow::Continue
    }

    /// Called once where presolving was asked for, when it is over.
    fn presolved(&self, summary: &Summary) {
        let _ = summary;
    }

    /// Called where a solved problem is polished, before each stage of that.
    fn polishing(&self, stage: &Polishing) {
        let _ = stage;
    }

    /// Whether [`Observer::step`] wants to see every step; that costs a copy of the iterate each time.
    fn wants_steps(&self) -> bool {
        false
    }

    /// Called after every accepted step if [`Observer::wants_steps`].
    fn step(&self, step: &Step<'_>) {
        let _ = step;
    }
}

/// What a caller can do to runs while they are on.
#[derive(Clone, Copy, Default)]
pub struct Control<'a> {
    /// When it becomes true, every run ends at its next step with the status interrupted.
    pub interrupt: Option<&'a AtomicBool>,
    /// Watches the runs.
    pub observer: Option<&'a dyn Observer>,
}
