//! How the run of a lane ends.

use super::group::{Group, Slot};
use super::job::Outcome;
use super::scheme::Scheme;
use crate::certificate::Certificate;
use crate::infeasible;
use crate::residual::Point;
use crate::run::Which;
use crate::solution::{Solution, Status};

/// Rounds towards feasibility when a ray was found; a run that asks for any feasible point may follow.
const ROUNDS: usize = 4;

/// A run whose error is this many times that of its last restart point ran away.
const RAN_AWAY: f64 = 1e3;

impl<'a, V: Scheme> Group<'a, V> {
    /// Limits that are not tied to checks, and the point at which a run is laid aside if it has not ended.
    pub(super) fn limits(&mut self, lane: usize) {
        let Some(slot) = &self.slots[lane] else { return };
        let limits = &slot.context.limits;
        if limits.interrupted() {
            self.finish(lane, Status::Interrupted);
        } else if slot.run.passes_spent() {
            self.finish(lane, Status::MatrixPassLimit);
        } else if limits.late() {
            self.finish(lane, Status::TimeLimit);
        } else if slot.pause.due(&slot.run.work) {
            self.lay_aside(lane);
        }
    }

    /// Ends a run at the better of its current point and its average; at the last restart point if both ran away.
    pub(super) fn finish(&mut self, lane: usize, status: Status) {
        let Some(slot) = self.slots[lane].take() else { return };
        // What is left to do needs memory too, but no more of this.
        self.workspace = None;
        let (context, team) = (&slot.context, self.frame.team());
        let error = |p: &mut Point| {
            p.multiply(context.problem(), team);
            let errors = context.judge.errors(p);
            let finite = p.finite() && errors.finite();
            if finite { context.judge.termination.error(&errors) } else { f64::INFINITY }
        };
        self.vectors.read_restart(lane, &mut self.point);
        let mut least = RAN_AWAY * error(&mut self.point);
        let averaged = (slot.weights.total > 0.0).then_some(Which::Average);
        for which in [Some(Which::Current), averaged].into_iter().flatten() {
            self.vectors.read(&self.frame, &slot, lane, which, &mut self.spare);
            let here = error(&mut self.spare);
            if here < least {
                least = here;
                std::mem::swap(&mut self.point, &mut self.spare);
            }
        }
        self.leave(lane, *slot, status);
    }

    /// Ends a run at one of its points.
    pub(super) fn finish_at(&mut self, lane: usize, which: Which, status: Status) {
        let Some(slot) = self.slots[lane].take() else { return };
        self.vectors.read(&self.frame, &slot, lane, which, &mut self.point);
        self.leave(lane, *slot, status);
    }

    fn leave(&mut self, lane: usize, slot: Slot<'a>, status: Status) {
        let solution = slot.context.finish(&mut self.point, self.frame.team(), status, Some(&slot.run));
        self.leave_with(lane, &slot, solution);
    }

    fn leave_with(&mut self, lane: usize, slot: &Slot<'a>, mut solution: Solution) {
        self.vacate(lane);
        solution.lane_seconds = slot.seconds + self.meter.lap();
        self.outcomes.push((slot.context.trial, Outcome::Finished(Box::new(solution))));
    }

    /// Clears a lane whose run is gone.
    pub(super) fn vacate(&mut self, lane: usize) {
        self.vectors.clear(self.frame.lanes(), lane);
    }

    /// Ends a run with a solution that is there already.
    pub(super) fn finish_with(&mut self, lane: usize, solution: Solution) {
        if let Some(slot) = self.slots[lane].take() {
            self.leave_with(lane, &slot, solution);
        }
    }

    /// Ends a run whose certificate the verifier has accepted.
    pub(super) fn finish_proven(&mut self, lane: usize, certificate: Certificate) {
        if let Certificate::PrimalRay(ray) = &certificate {
            self.find_feasible(lane, ray);
        } else if let Some(slot) = &self.slots[lane] {
            self.vectors.read(&self.frame, slot, lane, Which::Current, &mut self.point);
        }
        let Some(slot) = self.slots[lane].take() else { return };
        let run = Some(&slot.run);
        let proven = slot.context.finish_proven(&mut self.point, self.frame.team(), certificate, run);
        let solution = proven.unwrap_or_else(|| {
            slot.context.finish(&mut self.point, self.frame.team(), Status::NumericalTrouble, run)
        });
        self.leave_with(lane, &slot, solution);
    }

    /// Leaves in `point` a feasible point, if the run is at one or near one: with it, a ray proves unboundedness.
    fn find_feasible(&mut self, lane: usize, ray: &[f64]) {
        let Some(slot) = &mut self.slots[lane] else { return };
        let limits = slot.context.limits;
        let (judge, problem, team) = (&slot.context.judge, slot.context.problem(), self.frame.team());
        for which in [Which::Average, Which::Current] {
            self.vectors.read(&self.frame, slot, lane, which, &mut self.point);
            self.point.multiply(problem, team);
            if judge.unbounded(&self.point, ray) {
                return;
            }
        }
        if let Some(workspace) = &mut self.workspace {
            let enough = |point: &Point| judge.unbounded(point, ray);
            slot.run.work.proof_steps += infeasible::approach_feasibility(
                problem,
                &mut self.point,
                (team, ROUNDS),
                workspace,
                &enough,
                &|| limits.reached(),
            );
        }
    }
}
