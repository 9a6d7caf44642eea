//! Reduced costs, dual residuals and the dual objective of a point.

use super::measure::{Measured, Residual, measure};
use super::refusal::{Place, Refusal};
use super::sum::{Sum, finite, norm};
use super::tolerances::Tolerances;
use crate::params::ReducedCostRule;
use crate::problem::Problem;

/// The dual side of a point, for minimisation.
pub(super) struct Dual<'a> {
    problem: &'a Problem,
    pub reduced_costs: Vec<f64>,
    /// |c - K'y - reduced costs|
    column_residual: Vec<f64>,
    /// |y_i| where the bound that it belongs to is infinite.
    stray_multiplier: Vec<f64>,
    /// Without the objective constant.
    pub objective: Sum,
    /// |c|_2
    pub objective_norm: f64,
}

impl<'a> Dual<'a> {
    /// From multipliers in the user's sense.
    pub fn new(problem: &'a Problem, x: &[f64], y: &[f64], tolerances: &Tolerances) -> Dual<'a> {
        let mut dual = Dual {
            problem,
            reduced_costs: Vec::with_capacity(x.len()),
            column_residual: Vec::with_capacity(x.len()),
            stray_multiplier: vec![0.0; y.len()],
            objective: Sum::default(),
            objective_norm: norm(problem.objective().iter().copied()),
        };
        let sign = problem.sense().sign();
        let y: Vec<f64> = y.iter().map(|v| sign * v).collect();
        dual.take_rows(&y);
        dual.take_columns(x, &y, sign, tolerances);
        dual
    }

    fn take_rows(&mut self, y: &[f64]) {
        for (i, &y) in y.iter().enumerate().filter(|(_, y)| **y != 0.0) {
            let bound = if y > 0.0 { self.problem.row_lower()[i] } else { self.problem.row_upper()[i] };
            if bound.is_finite() {
                self.objective.add_product(bound, y);
            } else {
                self.stray_multiplier[i] = y.abs();
            }
        }
    }

    fn take_columns(&mut self, x: &[f64], y: &[f64], sign: f64, tolerances: &Tolerances) {
        let p = self.problem;
        for j in 0..x.len() {
            let mut sum = Sum::default();
            sum.add(sign * p.objective()[j]);
            for (i, v) in p.matrix().column(j) {
                sum.add_product(-v, y[i]);
            }
            let g = sum.value();
            let (lambda, bound) = reduced_cost(g, x[j], p.lower()[j], p.upper()[j], tolerances);
            if lambda != 0.0 {
                self.objective.add_product(bound, lambda);
            }
            self.reduced_costs.push(lambda);
            self.column_residual.push((g - lambda).abs());
        }
    }

    /// Residuals of columns.
    pub fn columns(&self) -> impl Iterator<Item = Residual> + Clone {
        let cost = |j: usize| self.problem.objective()[j].abs();
        let residual = move |(j, value)| Residual { place: Place::Variable(j), value, size: cost(j) };
        self.column_residual.iter().copied().enumerate().map(residual)
    }

    /// Multipliers of infinite bounds. A row is a variable without cost, so nothing is relative here.
    fn stray(&self) -> impl Iterator<Item = Residual> + Clone {
        let residual = |(i, value)| Residual { place: Place::Row(i), value, size: 0.0 };
        self.stray_multiplier.iter().copied().enumerate().map(residual)
    }

    /// Norm of all dual residuals.
    pub fn norm(&self) -> f64 {
        norm(self.column_residual.iter().chain(&self.stray_multiplier).copied())
    }

    /// All dual residuals against the tolerances.
    pub fn measure(&self, tolerances: &Tolerances) -> Measured {
        measure(tolerances, self.columns().chain(self.stray()), self.objective_norm)
    }
}

/// Why dual residuals are not accepted, if so.
pub(super) fn refuse(measured: &Measured) -> Option<Refusal> {
    let (false, Some(worst)) = (measured.met(), measured.worst) else { return None };
    Some(if measured.found.is_finite() {
        Refusal::Dual { found: measured.found, allowed: finite(measured.allowed), worst }
    } else {
        Refusal::Overflow { what: "dual residual", place: Some(worst) }
    })
}

/// The part of g = c - K'y that is the reduced cost of a variable, and the bound that it belongs to.
fn reduced_cost(g: f64, x: f64, lower: f64, upper: f64, tolerances: &Tolerances) -> (f64, f64) {
    let pushes_down = g > 0.0;
    let bound = if pushes_down { lower } else { upper };
    let counts = match tolerances.reduced_cost_rule {
        ReducedCostRule::Projection => bound.is_finite(),
        // Both bounds of a fixed variable are equally near, so all of g counts.
        ReducedCostRule::NearBound if lower >= upper => return (g, lower),
        ReducedCostRule::NearBound => {
            let (to_lower, to_upper) = (x - lower, upper - x);
            let lower_is_nearer = to_lower <= to_upper;
            to_lower.min(to_upper) <= tolerances.near_bound_distance && lower_is_nearer == pushes_down
        }
    };
    if counts { (g, bound) } else { (0.0, 0.0) }
}
