//! Residuals against what the tolerances allow.

use super::refusal::Place;
use super::sum::norm;
use super::tolerances::Tolerances;
use crate::params::Norm;
use crate::problem::Problem;

/// The residual of one row or one variable, and the size of the data that it is relative to on its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Residual {
    pub place: Place,
    pub value: f64,
    pub size: f64,
}

/// A residual and what is allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub found: f64,
    pub allowed: f64,
    /// Where it is worst, unless it is 0 everywhere.
    pub worst: Option<Place>,
}

impl Measured {
    /// Whether the residual is a number that is allowed.
    pub fn met(&self) -> bool {
        self.found.is_finite() && self.found <= self.allowed
    }

    /// The residual in units of what is allowed.
    pub fn ratio(&self) -> f64 {
        if self.found == 0.0 { 0.0 } else { self.found / self.allowed }
    }
}

/// Measures residuals in the norm of the tolerances: all together relative to `data`, or each relative to its own size.
pub(super) fn measure(
    tolerances: &Tolerances,
    residuals: impl Iterator<Item = Residual> + Clone,
    data: f64,
) -> Measured {
    match tolerances.norm {
        Norm::L2 => Measured {
            found: norm(residuals.clone().map(|r| r.value)),
            allowed: tolerances.allowed(data),
            worst: largest(residuals).map(|r| r.place),
        },
        Norm::Componentwise => residuals
            .filter(|r| r.value != 0.0)
            .map(|r| Measured { found: r.value, allowed: tolerances.allowed(r.size), worst: Some(r.place) })
            .fold(Measured { found: 0.0, allowed: tolerances.allowed(0.0), worst: None }, worse),
    }
}

/// The residual with the largest value, the first of equals; `None` if all are 0.
pub(super) fn largest(residuals: impl Iterator<Item = Residual>) -> Option<Residual> {
    residuals.filter(|r| r.value != 0.0).reduce(|a, b| if exceeds(b.value, a.value) { b } else { a })
}

/// The one that is worse relative to what is allowed. What is not met is worse than what is, even where the ratios round to
/// the same number.
fn worse(a: Measured, b: Measured) -> Measured {
    let worse = if a.met() == b.met() { exceeds(b.ratio(), a.ratio()) } else { a.met() };
    if worse { b } else { a }
}

/// a > b, where NaN exceeds everything.
fn exceeds(a: f64, b: f64) -> bool {
    a > b || (a.is_nan() && !b.is_nan())
}

/// The size of the data of row `i`: its larger finite bound in magnitude, 0 for a free row.
pub(super) fn row_size(problem: &Problem, i: usize) -> f64 {
    size(problem.row_lower()[i], problem.row_upper()[i])
}

/// The larger finite magnitude of two bounds, 0 if both are infinite.
pub(super) fn size(lower: f64, upper: f64) -> f64 {
    [lower, upper].into_iter().filter(|b| b.is_finite()).fold(0.0, |a, b| b.abs().max(a))
}
