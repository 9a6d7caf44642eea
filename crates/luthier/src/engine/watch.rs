//! What observers get to see.

use super::control::{Progress, Step};
use super::setup::Context;
use crate::residual::Point;
use crate::run::{Check, Run};

/// Where a run stands at a check.
pub(super) fn progress(context: &Context<'_>, run: &Run, check: &Check) -> Progress {
    let (e, lp) = (&check.current, &context.judge.lp);
    let (sign, offset) = (lp.problem.sense().sign(), lp.problem.offset());
    Progress {
        trial: context.trial,
        iterations: run.work.iterations,
        matrix_passes: run.work.matrix_passes(),
        restarts: run.work.restarts,
        seconds: context.limits.elapsed().as_secs_f64(),
        primal_objective: sign * e.primal_objective + offset,
        dual_objective: sign * e.dual_objective + offset,
        primal_residual: e.primal2.sqrt() / (1.0 + lp.right_hand_side_norm),
        dual_residual: e.dual2.sqrt() / (1.0 + lp.objective_norm),
        gap: e.gap() / (1.0 + e.primal_objective.abs() + e.dual_objective.abs()),
        omega: run.omega,
        eta: run.accepted_eta,
    }
}

/// The step just accepted, before any restart that follows it.
pub(super) fn step<'a>(
    context: &Context<'_>,
    run: &Run,
    check: Option<&Check>,
    point: &'a Point,
) -> Step<'a> {
    let problem = context.problem();
    Step {
        trial: context.trial,
        iteration: run.work.iterations,
        outer: run.work.restarts,
        inner: run.epoch_steps - 1,
        rejected: run.rejected_in_search,
        eta: run.accepted_eta,
        eta_next: run.eta,
        omega: run.omega,
        kkt: check.map(|c| (run.kkt(&c.current), run.kkt(&c.average))),
        current: check.map(|c| {
            let e = c.current;
            [e.primal2.sqrt(), e.dual2.sqrt(), e.primal_objective, e.dual_objective]
        }),
        restart: None,
        condition: None,
        terminates: false,
        x: &point.x.flat()[..problem.columns()],
        y: &point.y.flat()[..problem.rows()],
    }
}
