//! Whether a direction proves that the objective can be improved without end, from any feasible point.

use super::certificate::{CertificateCheck, Claim, Finding, RADIUS, ROUNDING};
use super::input::normalised;
use super::refusal::Place;
use super::sum::{Sum, finite};
use crate::problem::Problem;

/// Checks a primal ray whose length and numbers are in order.
pub(super) fn check(problem: &Problem, ray: &[f64]) -> CertificateCheck {
    let mut check = CertificateCheck::refused(Claim::Unbounded, Finding::Zero);
    let Some(d) = normalised(ray) else { return check };
    if let Some(j) = (0..d.len()).find(|&j| leaves(problem, j, ray[j])) {
        check.finding = Finding::WrongSide { place: Place::Variable(j) };
        return check;
    }
    let improvement = improvement(problem, &d);
    let mut residual = 0.0;
    for i in 0..problem.rows() {
        let change = change(problem, i, &d);
        let broken = broken(&change, problem.row_lower()[i], problem.row_upper()[i]);
        check.rows += usize::from(change.value() != 0.0);
        check.open += usize::from(broken > 0.0);
        // More than rounding is a coefficient, however small: the row will be violated in the end.
        let largest = problem.matrix().row(i).fold(0.0f64, |a, (_, v)| a.max(v.abs()));
        residual += if broken <= ROUNDING * largest { broken } else { f64::INFINITY };
    }
    check.columns = d.iter().filter(|v| **v != 0.0).count();
    check.needed_radius = finite(RADIUS * scale(problem));
    let size = improvement.size();
    check.advantage = if size > 0.0 { finite(improvement.value() / size) } else { 0.0 };
    check.judge(improvement.value() - 2.0 * improvement.error(), size, residual);
    check
}

/// Whether going in this direction leaves a finite bound of variable `j`.
fn leaves(problem: &Problem, j: usize, d: f64) -> bool {
    (d < 0.0 && problem.lower()[j].is_finite()) || (d > 0.0 && problem.upper()[j].is_finite())
}

/// By how much the objective improves along the direction.
fn improvement(problem: &Problem, d: &[f64]) -> Sum {
    let sign = problem.sense().sign();
    let mut sum = Sum::default();
    for (c, d) in problem.objective().iter().zip(d) {
        sum.add_product(-sign * c, *d);
    }
    sum
}

/// (K d)_i
fn change(problem: &Problem, i: usize, d: &[f64]) -> Sum {
    let mut sum = Sum::default();
    for (j, v) in problem.matrix().row(i) {
        sum.add_product(v, d[j]);
    }
    sum
}

/// How far a change leaves the finite bounds of a row, at the worst that rounding may hide.
fn broken(change: &Sum, lower: f64, upper: f64) -> f64 {
    let below = if lower.is_finite() { change.error() - change.value() } else { 0.0 };
    let above = if upper.is_finite() { change.error() + change.value() } else { 0.0 };
    below.max(0.0) + above.max(0.0)
}

/// The size that multipliers of the rows are expected to have: what the cost of a variable is per unit of a row.
fn scale(problem: &Problem) -> f64 {
    let column = |j: usize| {
        let largest = problem.matrix().column(j).fold(0.0f64, |a, (_, v)| a.max(v.abs()));
        if largest > 0.0 { problem.objective()[j].abs() / largest } else { 0.0 }
    };
    (0..problem.columns()).map(column).fold(1.0, f64::max)
}
