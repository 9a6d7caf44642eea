//! The rules that tell the methods apart, behind one face.

use super::halpern::Halpern;
use super::pdlp::Pdlp;
use super::pid::Balance;
use super::restart::RestartCondition;
use super::step_size::Movement;
use super::{Check, Judgement, Which};
use crate::params::{Method, Parameters};
use crate::residual::{Errors, ResidualWeights};

/// The step size that a run begins with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstStep {
    pub eta: f64,
    /// What is safe under the metric.
    pub safe: f64,
    /// Steps of the power method that finding it took.
    pub norm_steps: u64,
}

/// What a run begins with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outset {
    pub step: FirstStep,
    pub omega: f64,
    /// |c| and |q| in the scaled space.
    pub objective_norm: f64,
    pub right_hand_side_norm: f64,
    /// Residuals of the start point.
    pub errors: Errors,
}

/// Where a run stands when a rule is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub eta: f64,
    pub omega: f64,
    /// Accepted steps in all, and in this epoch.
    pub k: u64,
    pub t: u64,
    /// Steps rejected since the last accepted one.
    pub searching: u64,
    pub restarts: u64,
}

/// The rules of a method.
#[derive(Clone, Debug)]
pub(super) enum Rules {
    /// A fixed step and weight, and no restarts.
    Pdhg,
    Pdlp(Pdlp),
    Halpern(Halpern),
}

impl Rules {
    pub(super) fn new(parameters: &Parameters, outset: &Outset) -> Rules {
        let FirstStep { eta, safe, .. } = outset.step;
        match parameters.method {
            Method::Pdhg => Rules::Pdhg,
            Method::Pdlp => Rules::Pdlp(Pdlp::new(parameters, outset)),
            Method::Halpern => Rules::Halpern(Halpern::new(parameters, eta, 1.0 / safe, outset.omega)),
        }
    }

    /// The KKT error of a point.
    pub(super) fn kkt(&self, point: &Errors, omega: f64) -> f64 {
        match self {
            Rules::Pdhg | Rules::Halpern(_) => point.kkt(omega, ResidualWeights::ONE),
            Rules::Pdlp(pdlp) => pdlp.kkt(point, omega),
        }
    }

    /// Decides about a tried step; the step size to try next, too.
    pub(super) fn judge(&mut self, at: &Place, movement: &Movement) -> (Judgement, f64) {
        match self {
            Rules::Pdhg => (Judgement::Accepted, at.eta),
            Rules::Pdlp(pdlp) => pdlp.judge(at, movement),
            Rules::Halpern(halpern) => halpern.judge(at, movement),
        }
    }

    /// Whether a rejected step leads back to where the epoch began.
    pub(super) fn rejection_returns(&self) -> bool {
        matches!(self, Rules::Halpern(_))
    }

    /// How the next iterate follows from the point that a step leads to, the iterate, and the anchor.
    pub(super) fn blend(&self, t: u64) -> [f64; 3] {
        match self {
            Rules::Pdhg | Rules::Pdlp(_) => [1.0, 0.0, 0.0],
            Rules::Halpern(halpern) => halpern.blend(t),
        }
    }

    /// Whether the epoch must end with the step at index `t`.
    pub(super) fn exhausted(&self, t: u64) -> bool {
        match self {
            Rules::Pdhg => false,
            Rules::Pdlp(pdlp) => pdlp.restarts.exhausted(t),
            Rules::Halpern(halpern) => halpern.restarts.exhausted(t),
        }
    }

    /// The points that are tested for optimality.
    pub(super) fn tested(&self, at: &Place, check: &Check) -> (Which, Option<Which>) {
        match self {
            Rules::Pdhg | Rules::Halpern(_) => (Which::Current, None),
            Rules::Pdlp(pdlp) => pdlp.tested(at, check),
        }
    }

    /// Whether the current point is among them.
    pub(super) fn tests_current(&self) -> bool {
        match self {
            Rules::Pdhg | Rules::Halpern(_) => true,
            Rules::Pdlp(pdlp) => pdlp.tests_current(),
        }
    }

    /// Where to restart after a check, and why, if at all.
    pub(super) fn restart_due(&mut self, at: &Place, check: &Check) -> Option<(Which, RestartCondition)> {
        match self {
            Rules::Pdhg => None,
            Rules::Pdlp(pdlp) => pdlp.restart_due(at, check),
            Rules::Halpern(halpern) => halpern.restart_due(at).map(|condition| (Which::Current, condition)),
        }
    }

    /// The weight after a restart at a point with these residuals.
    pub(super) fn restart(&mut self, omega: f64, point: &Errors, epoch: &Balance) -> f64 {
        match self {
            Rules::Pdhg => omega,
            Rules::Pdlp(pdlp) => pdlp.restart(omega, point, epoch),
            Rules::Halpern(halpern) => halpern.restart(omega, epoch),
        }
    }

    pub(super) fn new_epoch(&mut self) {
        match self {
            Rules::Pdhg => {}
            Rules::Pdlp(pdlp) => pdlp.new_epoch(),
            Rules::Halpern(halpern) => halpern.new_epoch(),
        }
    }

    /// Goes on with a step size that was forced upon the run after overflow; whether the method can.
    pub(super) fn recover(&mut self, eta: f64) -> bool {
        match self {
            Rules::Pdhg => false,
            Rules::Pdlp(_) => true,
            Rules::Halpern(halpern) => {
                halpern.forced(eta);
                true
            }
        }
    }
}
