//! The state machine: what all methods share, around the rules of one of them.

use super::faces::Faces;
use super::look::{Look, Looks};
use super::pid::Balance;
use super::probation::{Cold, Probation};
use super::rules::{Beginning, Place, Rules};
use super::step_size::Movement;
use super::termination::{LADDER, Termination};
use super::{Check, Decision, Judgement, Learned, Which, Work};
use crate::params::{Method, Parameters};
use crate::residual::Errors;

/// Steps in sequence that must not move anything before a run counts as stuck.
const STILL: u64 = 16;

/// A relative fall of the error that counts as progress.
const PROGRESS: f64 = 0.99;

/// The state of one run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    rules: Rules,
    termination: Termination,
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
    /// Accepted steps as the rules count them: with those that count as made before.
    steps: u64,
    probation: Option<Probation>,
    pub work: Work,
    pub ladder: [Option<u64>; LADDER.len()],
    best_error: f64,
    best_at: u64,
    still: u64,
    recoveries: u64,
    looks: Looks,
    faces: Faces,
}

impl Run {
    /// A run from a start point with these residuals.
    pub(crate) fn new(
        parameters: &Parameters,
        termination: Termination,
        beginning: Beginning,
        start: &Errors,
    ) -> Run {
        let Beginning { step, omega, before, .. } = beginning;
        let mut run = Run {
            rules: Rules::new(parameters, &beginning, start),
            termination,
            check_period: parameters.check_period,
            check_first: parameters.check_first,
            iteration_limit: parameters.iteration_limit,
            outer_limit: parameters.outer_limit,
            matrix_pass_limit: parameters.matrix_pass_limit,
            stall_limit: parameters.stall_limit,
            eta: step.eta,
            accepted_eta: step.eta,
            omega,
            safe_eta: step.eta.min(step.safe),
            epoch_steps: 0,
            rejected_in_search: 0,
            searching: 0,
            steps: before,
            probation: None,
            work: Work { norm_steps: step.norm_steps, ..Work::default() },
            ladder: [None; LADDER.len()],
            best_error: f64::INFINITY,
            best_at: 0,
            still: 0,
            recoveries: 0,
            looks: Looks::new(),
            // Plain PDHG has no restarts.
            faces: Faces::new(if parameters.method == Method::Pdhg { 0.0 } else { parameters.face_share }),
        };
        run.record(run.termination.error(start));
        run
    }

    /// The KKT error of a point under the weight of the run.
    pub(crate) fn kkt(&self, point: &Errors) -> f64 {
        self.rules.kkt(point, self.omega)
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
            || self.rules.exhausted(self.epoch_steps)
            || self.probation.is_some_and(|probation| probation.over(k))
    }

    /// Decides about a tried step, and sets the step size to try next.
    pub(crate) fn judge(&mut self, movement: &Movement) -> Judgement {
        if !movement.finite() {
            self.work.rejected_steps += 1;
            return Judgement::Trouble;
        }
        let at = self.place();
        let (judgement, next) = self.rules.judge(&at, movement);
        self.eta = next;
        match judgement {
            Judgement::Accepted => self.accept(at.eta, movement),
            Judgement::Rejected => self.reject(),
            Judgement::Trouble => {}
        }
        judgement
    }

    fn accept(&mut self, eta: f64, movement: &Movement) {
        self.still = if movement.zero() { self.still + 1 } else { 0 };
        self.accepted_eta = eta;
        self.work.iterations += 1;
        self.steps += 1;
        self.epoch_steps += 1;
        self.rejected_in_search = std::mem::take(&mut self.searching);
    }

    fn reject(&mut self) {
        self.searching += 1;
        self.work.rejected_steps += 1;
        if self.rules.rejection_returns() {
            self.new_epoch();
        }
    }

    /// How the next iterate follows from the point that a step leads to, the iterate, and the anchor.
    pub(crate) fn blend(&self) -> [f64; 3] {
        self.rules.blend(self.epoch_steps)
    }

    /// What the next run can make use of: what this one found out or began with, if either.
    pub(crate) fn learned(&self) -> Option<Learned> {
        (self.steps > 0).then_some(Learned { weight: self.omega, step: self.eta })
    }

    fn place(&self) -> Place {
        Place {
            eta: self.eta,
            omega: self.omega,
            k: self.steps,
            t: self.epoch_steps,
            searching: self.searching,
            restarts: self.work.restarts,
        }
    }

    /// The point, if any, that passes the optimality test at a check. Also fills the ladder.
    pub(crate) fn test(&mut self, check: &Check) -> Option<Which> {
        self.work.checks += 1;
        let (first, second) = self.rules.tested(&self.place(), check);
        let mut tested = [Some(first), second].into_iter().flatten();
        tested.clone().for_each(|which| self.record(self.termination.error(check.of(which))));
        tested.find(|which| self.termination.met(check.of(*which)))
    }

    /// Notes an error in the ladder and for the stall rule.
    pub(crate) fn record(&mut self, error: f64) {
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

    /// What follows a check that found no optimal point.
    pub(crate) fn proceed(&mut self, check: &Check) -> Decision {
        let k = self.work.iterations;
        if k >= self.iteration_limit {
            return Decision::IterationLimit;
        }
        if self.stuck() || self.stall_limit.is_some_and(|limit| k - self.best_at >= limit) {
            return Decision::Stalled;
        }
        match self.probation {
            Some(probation) if probation.passed(check) => self.probation = None,
            Some(probation) if probation.over(k) => return Decision::StartOver,
            _ => {}
        }
        let at = self.place();
        let last = self.last_epoch();
        match self.rules.restart_due(&at, check) {
            Some((point, _)) if last => Decision::OuterLimit(point),
            Some((point, condition)) => Decision::Restart(point, condition),
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

    /// The passes that may be spent on the face that the run is close to, if it is time to try it.
    pub(crate) fn face_due(&mut self, check: &Check) -> Option<u64> {
        let (error, work) = (self.termination.error(&check.current), &self.work);
        let allowed = self.faces.due(work.iterations, work.face_passes, error)?;
        let left =
            self.matrix_pass_limit.map_or(u64::MAX, |limit| limit.saturating_sub(work.matrix_passes()));
        Some(allowed.min(left)).filter(|_| !self.last_epoch())
    }

    /// Starts a new epoch at a better point, which no step led to.
    pub(crate) fn jump(&mut self, point: &Errors) {
        self.rules.jump(point, self.omega);
        self.work.restarts += 1;
        self.searching = 0;
        self.new_epoch();
    }

    /// Whether no further epoch is allowed.
    fn last_epoch(&self) -> bool {
        self.outer_limit.is_some_and(|limit| self.work.restarts + 1 >= limit)
    }

    /// Whether no further step may be tried.
    pub(crate) fn passes_spent(&self) -> bool {
        self.matrix_pass_limit.is_some_and(|limit| self.work.matrix_passes() >= limit)
    }

    /// Whether the tested iterate reached a fixed point, as far as numbers can tell.
    fn stuck(&self) -> bool {
        self.still >= STILL && self.rules.tests_current()
    }

    /// Starts a new epoch at a point with these residuals, this far from the last restart point.
    pub(crate) fn restart(&mut self, point: &Errors, primal_distance: f64, dual_distance: f64) {
        let residuals = self.termination.balance(point);
        let epoch = Balance { primal_distance, dual_distance, residuals };
        self.omega = self.rules.restart(self.omega, point, &epoch);
        self.work.restarts += 1;
        self.searching = 0;
        self.new_epoch();
    }

    fn new_epoch(&mut self) {
        self.epoch_steps = 0;
        self.rules.new_epoch();
    }

    /// Makes the run one that has to show that its start helps.
    pub(crate) fn put_on_probation(&mut self, cold: Cold) {
        self.probation = Some(Probation::new(cold));
    }

    /// Whether the run has yet to show that its start helps.
    pub(crate) fn is_on_probation(&self) -> bool {
        self.probation.is_some()
    }

    /// Begins anew, at a start point with these residuals; what was done stays done.
    pub(crate) fn start_over(&mut self, parameters: &Parameters, beginning: Beginning, start: &Errors) {
        let fresh = Run::new(parameters, self.termination, beginning, start);
        let (best_at, work, ladder) = (self.work.iterations, self.work, self.ladder);
        let looks = std::mem::replace(&mut self.looks, Looks::new());
        *self = Run { work, ladder, best_at, looks, ..fresh };
    }

    /// After overflow: goes on from the last restart point with a smaller step, as long as there is hope.
    pub(crate) fn recover(&mut self) -> bool {
        const ATTEMPTS: u64 = 3;
        let eta = self.safe_eta * libm::pow(0.1, (self.recoveries + 1) as f64);
        if self.recoveries >= ATTEMPTS || !self.rules.recover(eta) {
            return false;
        }
        self.recoveries += 1;
        self.eta = eta;
        self.searching = 0;
        self.new_epoch();
        true
    }
}
