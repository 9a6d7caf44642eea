//! The way of a lane onto the face that its run is close to.

use super::group::Group;
use super::scheme::Scheme;
use crate::face::{self, Budget};
use crate::judge::Judge;
use crate::residual::{Errors, Point, errors};
use crate::run::{Check, Which};
use crate::solution::{Solution, Status};

/// What was found there.
pub(super) enum Found {
    Solved(Box<Solution>),
    /// A point to go on from, in `spare`, with its residuals.
    Better(Errors),
}

/// The run goes on from a point whose error is below this part of its own.
const BETTER: f64 = 0.9;

impl<V: Scheme> Group<'_, V> {
    /// Tries the face that a lane is close to, if it is time.
    pub(super) fn try_face(&mut self, lane: usize, check: &Check) -> Option<Found> {
        let slot = self.slots[lane].as_mut()?;
        let passes = slot.run.face_due(check)?;
        let slot = self.slots[lane].as_ref()?;
        let (judge, limits, team) = (&slot.context.judge, slot.context.limits, self.frame.team());
        let (mut rows, mut columns) =
            (vec![0.0; judge.lp.problem.rows()], vec![0.0; judge.lp.problem.columns()]);
        self.frame.read_metric(lane, &mut rows, &mut columns);
        self.vectors.read(&self.frame, slot, lane, Which::Current, &mut self.point);
        self.point.multiply(judge.lp.problem, team);
        self.spare.clone_from(&self.point);
        let mut budget = Budget::new(judge.lp.problem.matrix(), passes);
        let stop = || limits.reached();
        face::approach(&judge.lp, &mut self.spare, (&rows, &columns), team, &mut budget, &stop);
        let error = least(judge, &mut self.point, &mut self.spare);
        let slot = self.slots[lane].as_mut()?;
        slot.run.work.face_passes += passes - budget.passes();
        let found = self.found(lane, check, error, (&rows, &columns));
        self.charge(lane);
        found
    }

    /// What the point in `spare` with this error is good for.
    fn found(&mut self, lane: usize, check: &Check, error: f64, metric: (&[f64], &[f64])) -> Option<Found> {
        let slot = self.slots[lane].as_mut()?;
        let (judge, team) = (&slot.context.judge, self.frame.team());
        if judge.termination.met(&judge.errors(&self.spare)) {
            slot.run.record(error);
            let otherwise = Status::NumericalTrouble;
            let solution = slot.context.finish(&mut self.spare, team, otherwise, Some(&slot.run));
            return (solution.status != otherwise).then(|| Found::Solved(Box::new(solution)));
        }
        let errors = errors(&judge.lp, &self.spare, judge.rule, Some(metric));
        let better = |here: &Errors| {
            error <= BETTER * judge.termination.error(here)
                && slot.run.kkt(&errors) <= BETTER * slot.run.kkt(here)
        };
        if !(errors.finite() && better(&check.current) && better(&check.average)) {
            return None;
        }
        slot.run.record(error);
        Some(Found::Better(errors))
    }
}

/// Leaves in `new` the best that can be put together from the x and the y of two points; its error.
fn least(judge: &Judge<'_>, old: &mut Point, new: &mut Point) -> f64 {
    let error = |point: &Point| {
        let errors = judge.errors(point);
        if errors.finite() { judge.termination.error(&errors) } else { f64::INFINITY }
    };
    let both = error(new);
    swap_duals(old, new);
    let (only_x, only_y) = (error(new), error(old));
    if both <= only_x.min(only_y) {
        swap_duals(old, new);
    } else if only_y < only_x {
        std::mem::swap(old, new);
    }
    both.min(only_x).min(only_y)
}

fn swap_duals(a: &mut Point, b: &mut Point) {
    std::mem::swap(&mut a.y, &mut b.y);
    std::mem::swap(&mut a.kty, &mut b.kty);
}
