//! Starting from a point that was given: whether it is one to start from, and what becomes of a run for which it was not.

use super::batch::Start;
use super::group::Group;
use super::scheme::Scheme;
use super::setup::{Context, scaled};
use crate::matrix::Team;
use crate::metric::Metric;
use crate::params::{Method, Parameters};
use crate::residual::{Point, ResidualWeights, errors};
use crate::run::{Beginning, Cold, FirstStep, Learned};
use crate::solution::Notice;

/// A start point is dropped at once if its KKT error is this many times that of the point at zero.
const HOPELESS: f64 = 1e3;

/// Steps that the rules of a run count as made before it, if it begins with what another one learned: a step size that was
/// found need not be cut as that of a first step is, and a weight that was found is not to change with every few steps.
const HEAD_START: u64 = 100;

/// A start point that was taken.
pub(super) struct Warm {
    learned: Option<Learned>,
    /// Whether it need not show that it helps.
    pub(super) sure: bool,
    /// The point where the run would start without it.
    cold: Point,
}

impl Warm {
    /// Moves a start point to where it is admissible, and into `point`, where the point at zero is. If it is hopeless, it is
    /// dropped, and nothing changes.
    pub(super) fn place(
        start: &Start,
        context: &mut Context<'_>,
        team: &Team,
        point: &mut Point,
    ) -> Option<Warm> {
        let problem = context.problem();
        let cold = point.clone();
        let kkt = |point: &Point| {
            errors(&context.judge.lp, point, context.judge.rule, None).kkt(1.0, ResidualWeights::ONE)
        };
        point.x.flat_mut()[..start.x.len()].copy_from_slice(&start.x);
        let sign = problem.sense().sign();
        point.y.flat_mut().iter_mut().zip(&start.y).for_each(|(y, s)| *y = sign * s);
        point.project(problem);
        point.multiply(problem, team);
        if start.sure || kkt(point) <= HOPELESS * kkt(&cold).max(f64::MIN_POSITIVE) {
            return Some(Warm { learned: start.learned, sure: start.sure, cold });
        }
        *point = cold;
        context.notices.push(Notice::WarmStartDropped);
        None
    }

    /// What the run begins with, where it would begin with `cold` without this start. Only the rules of PDLP make use of what
    /// was learned: plain PDHG has none, and Halpern finds its weight anew as fast.
    pub(super) fn beginning(&self, parameters: &Parameters, cold: Beginning) -> Beginning {
        match self.learned {
            Some(Learned { weight, step }) if parameters.method == Method::Pdlp => {
                let step = FirstStep { eta: step, ..cold.step };
                Beginning { step, omega: weight, before: HEAD_START, ..cold }
            }
            _ => cold,
        }
    }

    /// What the run would have begun with without this start, under this weight: it has to show that it is better than that.
    pub(super) fn cold(&self, context: &Context<'_>, metric: &Metric, omega: f64) -> Cold {
        let errors =
            errors(&context.judge.lp, &self.cold, context.judge.rule, Some((&metric.rows, &metric.columns)));
        Cold { error: errors.kkt(omega, ResidualWeights::ONE), omega }
    }
}

impl<V: Scheme> Group<'_, V> {
    /// Drops the start of a run that did not help it, and goes on from where it would have started without.
    pub(super) fn start_over(&mut self, lane: usize) {
        let Some(slot) = &mut self.slots[lane] else { return };
        slot.context.notices.push(Notice::WarmStartDropped);
        let Some((metric, beginning)) = self.workshop.beginning(&slot.context) else {
            let status = slot.context.limits.status();
            return self.finish(lane, status);
        };
        let (context, point) = (&slot.context, &mut self.point);
        point.reset(context.problem());
        point.multiply(context.problem(), self.frame.team());
        let start = scaled(context, &metric, point, &context.judge.errors(point));
        slot.run.start_over(context.parameters, beginning, &start);
        self.vectors.place(&self.frame, lane, &self.point, slot);
        (slot.accepted, slot.check) = (false, false);
        self.limits(lane);
    }
}
