//! A problem as the methods see it: minimisation, with the norms that tests are relative to.

use crate::problem::Problem;

/// A problem with its objective turned into minimisation.
#[derive(Clone, Debug)]
pub(crate) struct Standard<'a> {
    pub problem: &'a Problem,
    /// Objective to be minimised.
    pub c: Vec<f64>,
    /// |c|_2
    pub objective_norm: f64,
    /// |q|_2, one entry per row
    pub right_hand_side_norm: f64,
}

impl<'a> Standard<'a> {
    pub(crate) fn new(problem: &'a Problem) -> Standard<'a> {
        let sign = problem.sense().sign();
        let c: Vec<f64> = problem.objective().iter().map(|c| sign * c).collect();
        let q2: f64 = (0..problem.rows()).map(|i| right_hand_side(problem, i)).map(|q| q * q).sum();
        let c2: f64 = c.iter().map(|c| c * c).sum();
        Standard { problem, c, objective_norm: c2.sqrt(), right_hand_side_norm: q2.sqrt() }
    }
}

/// The entry of q for row `i`: the bound of a one-sided row or an equation, the larger in magnitude of two finite
/// bounds, 0 for a free row.
pub(crate) fn right_hand_side(problem: &Problem, i: usize) -> f64 {
    let finite = |v: f64| if v.is_finite() { v.abs() } else { 0.0 };
    finite(problem.row_lower()[i]).max(finite(problem.row_upper()[i]))
}
