//! The step metrics: two diagonals that stand for a scaled copy of the problem.
//!
//! With accumulated scalings K~ = D1 K D2, running on the scaled problem is the same as running on the original one with
//! T = D2^2 in the primal step and S = D1^2 in the dual step. Here the scalings are found, stage after stage; nothing is
//! scaled.

mod curtis_reid;
mod geometric;
mod pock_chambolle;
mod ruiz;
mod scaling;

use crate::matrix::{Matrix, Team};
use crate::params::{Method, Parameters};
use scaling::Scaling;

/// The diagonals T and S, and the step size they call for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Metric {
    /// S_i = D1_i^2.
    pub rows: Vec<f64>,
    /// T_j = D2_j^2.
    pub columns: Vec<f64>,
    /// Step size that the rule `auto` starts with.
    pub step: f64,
}

impl Metric {
    /// The metric for a matrix and an objective. `None` if `stop` became true on the way.
    pub(crate) fn compute(
        matrix: &Matrix,
        c: &[f64],
        parameters: &Parameters,
        team: &Team,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Metric> {
        let mut scaling = Scaling::none(matrix);
        if parameters.method == Method::Pdhg {
            let step = reciprocal((scaling.row_sum(team) * scaling.column_sum(team)).sqrt());
            return Some(Metric { rows: scaling.d1, columns: scaling.d2, step });
        }
        geometric::scale(&mut scaling, parameters.geometric_iterations, team, stop)?;
        curtis_reid::scale(&mut scaling, parameters.curtis_reid_iterations, stop)?;
        let objective = parameters.ruiz_objective.then_some(c);
        ruiz::scale(&mut scaling, parameters.ruiz_iterations, objective, team, stop)?;
        pock_chambolle::scale(&mut scaling, parameters, team, stop)?;
        let step = reciprocal(scaling.row_sum(team));
        let square = |v: Vec<f64>| v.into_iter().map(|d| d * d).collect();
        Some(Metric { rows: square(scaling.d1), columns: square(scaling.d2), step })
    }
}

fn reciprocal(norm: f64) -> f64 {
    if norm > 0.0 { 1.0 / norm } else { 1.0 }
}
