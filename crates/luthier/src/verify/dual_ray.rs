//! Whether multipliers of the rows prove that nothing is feasible.
//!
//! At a feasible point the rows ask that y'Kx be at least `demand`, the sum of y_i times the bound that its sign
//! belongs to. Within the bounds of the variables y'Kx can reach at most the sum of the largest (K'y)_j x_j. More demand than
//! reach is a proof.

use super::certificate::{CertificateCheck, Claim, Finding, RADIUS, ROUNDING};
use super::implied::Implied;
use super::input::normalised;
use super::measure::{row_size, size};
use super::refusal::Place;
use super::sum::{Sum, finite};
use crate::problem::Problem;

/// Rows that contradict each other by less than 1e-8 in their own units (the floor of an advantage times this, for multipliers
/// between 1 and 2) are not called infeasible, however small their numbers are.
const ABSOLUTE: f64 = 10.0;

/// A number and how far the exact one can be from it.
#[derive(Clone, Copy)]
struct Enclosed {
    value: f64,
    error: f64,
    /// What of it rounding can explain.
    rounding: f64,
}

/// Demand against reach, within some bounds of the variables.
struct Weighed {
    /// Demand minus reach.
    advantage: f64,
    /// The same, less what rounding may have added to it.
    sure: f64,
    /// Sum of the magnitudes of the terms.
    size: f64,
    /// Sum of |(K'y)_j| over the variables whose needed bound is infinite.
    residual: f64,
    /// How many these are.
    open: usize,
}

/// Checks a dual ray whose length and numbers are in order.
pub(super) fn check(problem: &Problem, ray: &[f64]) -> CertificateCheck {
    let mut check = CertificateCheck::refused(Claim::Infeasible, Finding::Zero);
    let Some(y) = normalised(ray) else { return check };
    if let Some(i) = (0..y.len()).find(|&i| ray[i] != 0.0 && belongs_to(problem, i, ray[i]).is_infinite()) {
        check.finding = Finding::WrongSide { place: Place::Row(i) };
        return check;
    }
    let combined: Vec<Enclosed> = (0..problem.columns()).map(|j| combination(problem, &y, j)).collect();
    check.rows = y.iter().filter(|v| **v != 0.0).count();
    check.columns = combined.iter().filter(|g| g.value != 0.0).count();
    check.needed_radius = finite(RADIUS * scale(problem));
    let demand = demand(problem, &y);
    check.conclude(&weigh(demand, &combined, problem.lower(), problem.upper()));
    if check.accepted && check.radius.is_none() {
        return check;
    }
    let implied = Implied::new(problem);
    check.contradictory_bounds = implied.contradiction;
    if implied.contradiction {
        // Within such bounds anything could be shown; the ray must do without.
        return check;
    }
    // What the rows imply for the variables may close what is open.
    let mut closed = CertificateCheck { implied_bounds: true, ..check.clone() };
    closed.conclude(&weigh(demand, &combined, &implied.lower, &implied.upper));
    let further = closed.radius.is_none_or(|radius| check.radius.is_some_and(|before| radius > before));
    if closed.accepted && (further || !check.accepted) { closed } else { check }
}

impl CertificateCheck {
    fn conclude(&mut self, weighed: &Weighed) {
        self.advantage = if weighed.size > 0.0 { finite(weighed.advantage / weighed.size) } else { 0.0 };
        self.open = weighed.open;
        self.judge(weighed.sure, weighed.size.max(ABSOLUTE), weighed.residual);
    }
}

/// The row bound that a multiplier of this sign belongs to.
fn belongs_to(problem: &Problem, i: usize, y: f64) -> f64 {
    if y > 0.0 { problem.row_lower()[i] } else { problem.row_upper()[i] }
}

fn demand(problem: &Problem, y: &[f64]) -> Sum {
    let mut sum = Sum::default();
    for (i, &y) in y.iter().enumerate().filter(|(_, y)| **y != 0.0) {
        sum.add_product(belongs_to(problem, i, y), y);
    }
    sum
}

/// (K'y)_j
fn combination(problem: &Problem, y: &[f64], j: usize) -> Enclosed {
    let mut sum = Sum::default();
    for (i, v) in problem.matrix().column(j) {
        sum.add_product(v, y[i]);
    }
    let largest = problem.matrix().column(j).fold(0.0f64, |a, (_, v)| a.max(v.abs()));
    Enclosed { value: sum.value(), error: sum.error(), rounding: ROUNDING * largest }
}

fn weigh(demand: Sum, combined: &[Enclosed], lower: &[f64], upper: &[f64]) -> Weighed {
    let (mut sum, mut allowance, mut residual, mut open) = (demand, 0.0, 0.0, 0);
    for (g, (&l, &u)) in combined.iter().zip(lower.iter().zip(upper)) {
        let most = g.value.abs() + g.error;
        if most == 0.0 {
            continue;
        }
        let (up, down) = (g.value + g.error > 0.0, g.value - g.error < 0.0);
        if (up && u.is_infinite()) || (down && l.is_infinite()) {
            // More than rounding is a coefficient, however small: a variable large enough may well answer for it.
            residual += if most <= g.rounding { most } else { f64::INFINITY };
            open += 1;
        } else if up && down {
            // Rounding hides the sign: the whole of it is uncertain.
            allowance += most * l.abs().max(u.abs());
        } else {
            let bound = if up { u } else { l };
            sum.add_product(-g.value, bound);
            allowance += g.error * bound.abs();
        }
    }
    // Twice, for the rounding of the allowance itself.
    let sure = sum.value() - 2.0 * (allowance + sum.error());
    Weighed { advantage: sum.value(), sure, size: sum.size(), residual, open }
}

/// The size that values of the variables are expected to have: that of their bounds, and of the values that rows ask for.
fn scale(problem: &Problem) -> f64 {
    let variables = problem.lower().iter().zip(problem.upper()).map(|(l, u)| size(*l, *u));
    let rows = (0..problem.rows()).map(|i| {
        let largest = problem.matrix().row(i).fold(0.0f64, |a, (_, v)| a.max(v.abs()));
        if largest > 0.0 { row_size(problem, i) / largest } else { 0.0 }
    });
    variables.chain(rows).fold(1.0, f64::max)
}
