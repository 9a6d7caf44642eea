//! The state machine: PDHG and PDLP put together from their rules.

use super::look::{Look, Looks};
use super::restart::{Epoch, RestartRule};
use super::step_size::{Movement, StepRule};
use super::termination::{LADDER, Termination};
use super::weight;
use super::{Check, Decision, Judgement, Which, Work};
use crate::params::{Method, Parameters, TestedPoint};
use crate::residual::Errors;

/// Where a search is hardly damped (the first one, and those with a large reduction exponent) its step sizes may approach
/// their own bound without end: after this many rejections they are halved at least.
const PATIENCE: u64 = 1000;

/// Steps in sequence that must not move anything before a run counts as stuck.
const STILL: u64 = 16;

/// A relative fall of the error that counts as progress.
const PROGRESS: f64 = 0.99;

/// The state of one run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    method: Method,
    steps: StepRule,
    restarts: RestartRule,
    termination: Termination,
    tested_point: TestedPoint,
    weight_smoothing: f64,
    check_period: u64,
    check_first: u64,
    iteration_limit: u64,
    outer_limit: Option<u64>,
    matrix_pass_limit: Option<u64>,
    stall_limit: Option<u64>,

    /// Step size of the step now tried.
    pub eta: f64,
    /// Step size of the last accepted step.
    pub accepted_eta: f64,
    pub omega: f64,
    /// Step size to fall back on after overflow.
    safe_eta: f64,
    /// Steps in this epoch.
    pub epoch_steps: u64,
    /// Rejections in the last finished search.
    pub rejected_in_search: u64,
    searching: u64,
    baseline: f64,
    previous: Option<f64>,
    pub work: Work,
    pub ladder: [Option<u64>; LADDER.len()],
    best_error: f64,
    best_at: u64,
    still: u64,
    recoveries: u64,
    looks: Looks,
}

impl Run {
    /// A run from a start point with these residuals; `safe_eta` is what the metric calls for as first step size.
    pub(crate) fn new(
        parameters: &Parameters,
        termination: Termination,
        (eta, safe_eta): (f64, f64),
        omega: f64,
        start: &Errors,
    ) -> Run {
        let mut run = Run {
            method: parameters.method,
            steps: StepRule::new(parameters),
            restarts: RestartRule::new(parameters),
            termination,
            tested_point: parameters.tested_point,
            weight_smoothing: parameters.weight_smoothing,
            check_period: parameters.check_period,
            check_first: parameters.check_first,
            iteration_limit: parameters.iteration_limit,
            outer_limit: parameters.outer_limit,
            matrix_pass_limit: parameters.matrix_pass_limit,
            stall_limit: parameters.stall_limit,
            eta,
            accepted_eta: eta,
            omega,
            safe_eta: eta.min(safe_eta),
            epoch_steps: 0,
            rejected_in_search: 0,
            searching: 0,
            baseline: start.kkt(omega),
            previous: None,
            work: Work::default(),
            ladder: [None; LADDER.len()],
            best_error: f64::INFINITY,
            best_at: 0,
            still: 0,
            recoveries: 0,
            looks: Looks::new(),
        };
        run.record(run.termination.error(start));
        run
    }

    /// Primal step size eta / omega of the step now tried.
    pub(crate) fn tau(&self) -> f64 {
        self.eta / self.omega
    }

    /// Dual step size eta * omega of the step now tried.
    pub(crate) fn sigma(&self) -> f64 {
        self.eta * self.omega
    }

    /// Whether the step now tried, once accepted, is followed by a check.
    pub(crate) fn check_due(&self) -> bool {
        let k = self.work.iterations + 1;
        k <= self.check_first
            || k.is_multiple_of(self.check_period)
            || k >= self.iteration_limit
            || (self.method == Method::Pdlp && self.restarts.exhausted(self.epoch_steps))
    }

    /// Decides about a tried step, and sets the step size to try next.
    pub(crate) fn judge(&mut self, movement: &Movement) -> Judgement {
        if !movement.finite() {
            self.work.rejected_steps += 1;
            return Judgement::Trouble;
        }
        let (eta, k) = (self.eta, self.work.iterations);
        if self.method == Method::Pdlp {
            let verdict = self.steps.judge(eta, self.omega, k, movement);
            if !(verdict.next > f64::MIN_POSITIVE && verdict.next.is_finite()) {
                return Judgement::Trouble;
            }
            self.eta = verdict.next;
            if !verdict.accepted {
                if self.searching >= PATIENCE {
                    self.eta = verdict.next.min(0.5 * eta);
                }
                self.searching += 1;
                self.work.rejected_steps += 1;
                return Judgement::Rejected;
            }
        }
        self.still = if movement.zero() { self.still + 1 } else { 0 };
        self.accepted_eta = eta;
        self.work.iterations += 1;
        self.epoch_steps += 1;
        self.rejected_in_search = std::mem::take(&mut self.searching);
        Judgement::Accepted
    }

    /// The point, if any, that passes the optimality test at a check. Also fills the ladder.
    pub(crate) fn test(&mut self, check: &Check) -> Option<Which> {
        self.work.checks += 1;
        let (first, second) = match (self.method, self.tested_point) {
            (Method::Pdhg, _) | (_, TestedPoint::Current) => (Which::Current, None),
            (_, TestedPoint::Average) => (Which::Average, None),
            (_, TestedPoint::Candidate) => (self.candidate(check), None),
            (_, TestedPoint::Either) => (Which::Current, Some(Which::Average)),
        };
        let mut tested = [Some(first), second].into_iter().flatten();
        tested.clone().for_each(|which| self.record(self.termination.error(check.of(which))));
        tested.find(|which| self.termination.met(check.of(*which)))
    }

    /// Notes an error in the ladder and for the stall rule.
    fn record(&mut self, error: f64) {
        let k = self.work.iterations;
        for (met, tolerance) in self.ladder.iter_mut().zip(LADDER) {
            if met.is_none() && error <= tolerance {
                *met = Some(k);
            }
        }
        if error < PROGRESS * self.best_error {
            (self.best_error, self.best_at) = (error, k);
        }
    }

    /// The point with the smaller KKT error; the average if they tie, as after one step, when they are the same
    /// point up to rounding.
    fn candidate(&self, check: &Check) -> Which {
        let tie = self.epoch_steps <= 1;
        let smaller = check.current.kkt(self.omega) < check.average.kkt(self.omega);
        if smaller && !tie { Which::Current } else { Which::Average }
    }

    /// What follows a check that found no optimal point.
    pub(crate) fn proceed(&mut self, check: &Check) -> Decision {
        let k = self.work.iterations;
        if k >= self.iteration_limit {
            return Decision::IterationLimit;
        }
        if self.stuck() || self.stall_limit.is_some_and(|limit| k - self.best_at >= limit) {
            return Decision::Stalled;
        }
        if self.method == Method::Pdhg {
            return Decision::Continue;
        }
        let candidate = self.candidate(check);
        let kkt = check.of(candidate).kkt(self.omega);
        let (baseline, previous) = (self.baseline, self.previous);
        let epoch = Epoch { t: self.epoch_steps - 1, k, baseline, previous };
        self.previous = Some(kkt);
        let last = self.outer_limit.is_some_and(|limit| self.work.restarts + 1 >= limit);
        match self.restarts.due(kkt, &epoch) {
            Some(_) if last => Decision::OuterLimit(candidate),
            Some(condition) => Decision::Restart(candidate, condition),
            None => Decision::Continue,
        }
    }

    /// Whether it is time to look at the directions in which the run drifts, and what that may cost.
    pub(crate) fn look(&mut self) -> Option<Look> {
        let k = self.work.iterations;
        self.looks.due(k, k - self.best_at)
    }

    /// The looks before giving up.
    pub(crate) fn last_looks(&self) -> impl Iterator<Item = Look> + use<> {
        self.looks.last(self.work.iterations)
    }

    /// Takes note of what a look cost.
    pub(crate) fn charge(&mut self, look: &Look) {
        self.work.proof_steps += look.steps_made;
        self.looks.charge(look);
    }

    /// Whether no further step may be tried.
    pub(crate) fn passes_spent(&self) -> bool {
        self.matrix_pass_limit.is_some_and(|limit| self.work.matrix_passes() >= limit)
    }

    /// Whether the tested iterate reached a fixed point, as far as numbers can tell.
    fn stuck(&self) -> bool {
        let current = matches!(self.tested_point, TestedPoint::Current | TestedPoint::Either);
        self.still >= STILL && (current || self.method == Method::Pdhg)
    }

    /// Starts a new epoch at a point with these residuals, this far from the last restart point.
    pub(crate) fn restart(&mut self, point: &Errors, primal_distance: f64, dual_distance: f64) {
        self.omega = weight::updated(self.omega, self.weight_smoothing, primal_distance, dual_distance);
        self.work.restarts += 1;
        self.baseline = point.kkt(self.omega);
        self.new_epoch();
    }

    fn new_epoch(&mut self) {
        self.previous = None;
        self.epoch_steps = 0;
        self.searching = 0;
    }

    /// After overflow: goes on from the last restart point with a smaller step, as long as there is hope.
    pub(crate) fn recover(&mut self) -> bool {
        const ATTEMPTS: u64 = 3;
        if self.method == Method::Pdhg || self.recoveries >= ATTEMPTS {
            return false;
        }
        self.recoveries += 1;
        self.eta = self.safe_eta * libm::pow(0.1, self.recoveries as f64);
        self.new_epoch();
        true
    }
}
