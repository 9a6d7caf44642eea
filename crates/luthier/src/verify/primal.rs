//! How far a point is outside the bounds of rows and variables.

use super::measure::{Measured, Residual, measure, row_size, size};
use super::refusal::{Place, Refusal};
use super::sum::{Sum, finite, norm};
use super::tolerances::Tolerances;
use crate::problem::Problem;

/// K x and the violations of a point.
pub(super) struct Primal<'a> {
    problem: &'a Problem,
    pub activity: Vec<f64>,
    row_violation: Vec<f64>,
    bound_violation: Vec<f64>,
    /// |q|_2
    pub right_hand_side_norm: f64,
}

impl<'a> Primal<'a> {
    pub fn new(problem: &'a Problem, x: &[f64]) -> Primal<'a> {
        let (lower, upper) = (problem.row_lower(), problem.row_upper());
        let mut activity = Vec::with_capacity(problem.rows());
        let mut row_violation = Vec::with_capacity(problem.rows());
        for i in 0..problem.rows() {
            let sum = row_activity(problem, i, x);
            activity.push(sum.value());
            row_violation.push(outside(sum, lower[i], upper[i]));
        }
        let bound_violation = x
            .iter()
            .zip(problem.lower())
            .zip(problem.upper())
            .map(|((x, l), u)| beyond(l - x) + beyond(x - u));
        Primal {
            problem,
            activity,
            row_violation,
            bound_violation: bound_violation.collect(),
            right_hand_side_norm: norm((0..problem.rows()).map(|i| row_size(problem, i))),
        }
    }

    /// Violations of rows.
    pub fn rows(&self) -> impl Iterator<Item = Residual> + Clone {
        let residual = |(i, value)| Residual { place: Place::Row(i), value, size: row_size(self.problem, i) };
        self.row_violation.iter().copied().enumerate().map(residual)
    }

    /// Violations of the bounds of variables.
    pub fn variables(&self) -> impl Iterator<Item = Residual> + Clone {
        let bounds = |j: usize| size(self.problem.lower()[j], self.problem.upper()[j]);
        let residual = move |(j, value)| Residual { place: Place::Variable(j), value, size: bounds(j) };
        self.bound_violation.iter().copied().enumerate().map(residual)
    }

    /// Norm of all violations.
    pub fn norm(&self) -> f64 {
        norm(self.row_violation.iter().chain(&self.bound_violation).copied())
    }

    /// All violations against the tolerances.
    pub fn measure(&self, tolerances: &Tolerances) -> Measured {
        measure(tolerances, self.rows().chain(self.variables()), self.right_hand_side_norm)
    }
}

/// Why violations are not accepted, if so.
pub(super) fn refuse(measured: &Measured) -> Option<Refusal> {
    let (false, Some(worst)) = (measured.met(), measured.worst) else { return None };
    Some(if measured.found.is_finite() {
        Refusal::Primal { found: measured.found, allowed: finite(measured.allowed), worst }
    } else {
        Refusal::Overflow { what: "primal residual", place: Some(worst) }
    })
}

fn row_activity(problem: &Problem, i: usize, x: &[f64]) -> Sum {
    let mut sum = Sum::default();
    for (j, v) in problem.matrix().row(i) {
        sum.add_product(v, x[j]);
    }
    sum
}

/// How far a sum is outside of an interval; the difference is taken before the sum is rounded.
fn outside(sum: Sum, lower: f64, upper: f64) -> f64 {
    if !sum.value().is_finite() {
        return sum.value().abs();
    }
    let minus = |bound: f64| {
        let mut difference = sum;
        difference.add(-bound);
        difference.value()
    };
    let below = if lower.is_finite() { beyond(-minus(lower)) } else { 0.0 };
    let above = if upper.is_finite() { beyond(minus(upper)) } else { 0.0 };
    below + above
}

/// The positive part, where NaN stays.
fn beyond(difference: f64) -> f64 {
    if difference <= 0.0 { 0.0 } else { difference }
}
