//! PDLP: adaptive steps, averages, restarts by the KKT error, a smoothed weight.

use super::pid::Balance;
use super::restart::{Epoch, RestartCondition, RestartRule};
use super::rules::{Outset, Place};
use super::step_size::{Movement, StepRule};
use super::{Check, Judgement, Which, weight};
use crate::params::{KktWeights, Parameters, TestedPoint};
use crate::residual::{Errors, ResidualWeights};

/// Where a search is hardly damped (the first one, and those with a large reduction exponent) its step sizes may approach
/// their own bound without end: after this many rejections they are halved at least.
const PATIENCE: u64 = 1000;

/// The rules of PDLP, and what they remember.
#[derive(Clone, Debug)]
pub(super) struct Pdlp {
    steps: StepRule,
    pub(super) restarts: RestartRule,
    tested_point: TestedPoint,
    weight_smoothing: f64,
    residual_weights: ResidualWeights,
    /// KKT error of the last restart point, and of the candidate at the previous check of this epoch.
    baseline: f64,
    previous: Option<f64>,
}

impl Pdlp {
    pub(super) fn new(parameters: &Parameters, outset: &Outset) -> Pdlp {
        let residual_weights = match parameters.kkt_weights {
            KktWeights::Weight => ResidualWeights::ONE,
            KktWeights::Data => ResidualWeights {
                primal: 1.0 + outset.right_hand_side_norm,
                dual: 1.0 + outset.objective_norm,
            },
        };
        Pdlp {
            steps: StepRule::new(parameters),
            restarts: RestartRule::new(parameters),
            tested_point: parameters.tested_point,
            weight_smoothing: parameters.weight_smoothing,
            residual_weights,
            baseline: outset.errors.kkt(outset.omega, residual_weights),
            previous: None,
        }
    }

    /// The error that restarts go by.
    pub(super) fn kkt(&self, point: &Errors, omega: f64) -> f64 {
        point.kkt(omega, self.residual_weights)
    }

    /// Decides about a tried step; the step size to try next, too.
    pub(super) fn judge(&self, at: &Place, movement: &Movement) -> (Judgement, f64) {
        let verdict = self.steps.judge(at.eta, at.omega, at.k, movement);
        if !(verdict.next > f64::MIN_POSITIVE && verdict.next.is_finite()) {
            return (Judgement::Trouble, at.eta);
        }
        if verdict.accepted {
            return (Judgement::Accepted, verdict.next);
        }
        let patient = at.searching < PATIENCE;
        (Judgement::Rejected, if patient { verdict.next } else { verdict.next.min(0.5 * at.eta) })
    }

    /// The points that are tested for optimality.
    pub(super) fn tested(&self, at: &Place, check: &Check) -> (Which, Option<Which>) {
        match self.tested_point {
            TestedPoint::Current => (Which::Current, None),
            TestedPoint::Average => (Which::Average, None),
            TestedPoint::Candidate => (self.candidate(at, check), None),
            TestedPoint::Either => (Which::Current, Some(Which::Average)),
        }
    }

    /// Whether the current iterate is among them.
    pub(super) fn tests_current(&self) -> bool {
        matches!(self.tested_point, TestedPoint::Current | TestedPoint::Either)
    }

    /// Where to restart after a check, and why, if at all.
    pub(super) fn restart_due(&mut self, at: &Place, check: &Check) -> Option<(Which, RestartCondition)> {
        let candidate = self.candidate(at, check);
        let kkt = self.kkt(check.of(candidate), at.omega);
        let epoch = Epoch { t: at.t - 1, k: at.k, baseline: self.baseline, previous: self.previous };
        self.previous = Some(kkt);
        self.restarts.due(kkt, &epoch).map(|condition| (candidate, condition))
    }

    /// The weight after a restart at a point with these residuals.
    pub(super) fn restart(&mut self, omega: f64, point: &Errors, epoch: &Balance) -> f64 {
        let (primal, dual) = (epoch.primal_distance, epoch.dual_distance);
        let omega = weight::updated(omega, self.weight_smoothing, primal, dual);
        self.baseline = self.kkt(point, omega);
        omega
    }

    pub(super) fn new_epoch(&mut self) {
        self.previous = None;
    }

    /// The point with the smaller KKT error; the average if they tie, as after one step, when they are the same point up to
    /// rounding.
    fn candidate(&self, at: &Place, check: &Check) -> Which {
        let smaller = self.kkt(&check.current, at.omega) < self.kkt(&check.average, at.omega);
        if smaller && at.t > 1 { Which::Current } else { Which::Average }
    }
}
