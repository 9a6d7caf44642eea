//! How the run of a lane ends.

use super::group::{Group, Slot};
use crate::certificate::Certificate;
use crate::infeasible;
use crate::residual::Point;
use crate::run::Which;
use crate::solution::{Solution, Status};

/// Steps towards feasibility that are worth making to tell unbounded from infeasible.
const TOWARDS_FEASIBILITY: u64 = 500;

impl<'a> Group<'a, '_> {
    /// Ends a run at the better of its two points; at the last restart point if they overflowed.
    pub(super) fn finish(&mut self, lane: usize, status: Status) {
        let Some(slot) = self.slots[lane].take() else { return };
        let (context, isa) = (&slot.context, self.vectors.isa);
        let error = |p: &mut Point| {
            p.multiply(context.problem(), isa);
            let errors = context.judge.errors(p);
            (p.finite() && errors.finite()).then(|| context.judge.termination.error(&errors))
        };
        self.vectors.read(lane, Which::Current, &slot.weights, &mut self.point);
        match error(&mut self.point) {
            None => self.vectors.read_restart(lane, &mut self.point),
            Some(current) if slot.weights.total > 0.0 => {
                self.vectors.read(lane, Which::Average, &slot.weights, &mut self.spare);
                if error(&mut self.spare).is_some_and(|average| average < current) {
                    std::mem::swap(&mut self.point, &mut self.spare);
                }
            }
            Some(_) => {}
        }
        self.leave(lane, *slot, status);
    }

    /// Ends a run at one of its points.
    pub(super) fn finish_at(&mut self, lane: usize, which: Which, status: Status) {
        let Some(slot) = self.slots[lane].take() else { return };
        self.vectors.read(lane, which, &slot.weights, &mut self.point);
        self.leave(lane, *slot, status);
    }

    fn leave(&mut self, lane: usize, slot: Slot<'a>, status: Status) {
        let solution = slot.context.finish(&mut self.point, self.vectors.isa, status, Some(&slot.run));
        self.leave_with(lane, &slot, solution);
    }

    fn leave_with(&mut self, lane: usize, slot: &Slot<'a>, solution: Solution) {
        self.finished.push((slot.context.trial, solution));
        self.vectors.clear(lane);
        let lanes = self.vectors.lanes;
        let (primal, dual) = (&mut self.vectors.primal_scalars, &mut self.vectors.dual_scalars);
        // An idle lane passes as one that accepts steps of no length and no weight.
        for pattern in [&mut primal.tau, &mut primal.weight, &mut primal.deferred, &mut primal.near] {
            pattern.set(lanes, lane, 0.0);
        }
        for pattern in [&mut dual.sigma, &mut dual.weight, &mut dual.deferred] {
            pattern.set(lanes, lane, 0.0);
        }
        primal.accept.set(lanes, lane, 1.0);
        dual.accept.set(lanes, lane, 1.0);
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
            self.vectors.read(lane, Which::Current, &slot.weights, &mut self.point);
        }
        let Some(slot) = self.slots[lane].take() else { return };
        let run = Some(&slot.run);
        let proven = slot.context.finish_proven(&mut self.point, self.vectors.isa, certificate, run);
        let solution = proven.unwrap_or_else(|| {
            slot.context.finish(&mut self.point, self.vectors.isa, Status::NumericalTrouble, run)
        });
        self.leave_with(lane, &slot, solution);
    }

    /// Leaves in `point` a feasible point, if the run is at one or near one: with it, a ray proves unboundedness.
    fn find_feasible(&mut self, lane: usize, ray: &[f64]) {
        let stop = self.stop();
        let Some(slot) = &self.slots[lane] else { return };
        let (problem, isa) = (slot.context.problem(), self.vectors.isa);
        for which in [Which::Average, Which::Current] {
            self.vectors.read(lane, which, &slot.weights, &mut self.point);
            self.point.multiply(problem, isa);
            if slot.context.judge.unbounded(&self.point, ray) {
                return;
            }
        }
        if let Some(workspace) = &mut self.workspace {
            let steps = TOWARDS_FEASIBILITY;
            infeasible::approach_feasibility(problem, &mut self.point, isa, steps, workspace, &stop);
        }
    }
}
