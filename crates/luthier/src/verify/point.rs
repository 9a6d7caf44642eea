//! Whether a point is optimal to given tolerances.

use super::dual::{self, Dual};
use super::input::{Each, check};
use super::measure::{Measured, largest};
use super::primal::{self, Primal};
use super::refusal::Refusal;
use super::sum::{Sum, finite};
use super::tolerances::Tolerances;
use crate::error::Error;
use crate::problem::Problem;
use crate::quality::Quality;

/// What was found out about a point. All numbers are finite: one that overflowed is `f64::MAX`, and the point is refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Verification {
    /// Whether the point is optimal to the tolerances.
    pub accepted: bool,
    /// The tests that it did not pass; none if it is accepted.
    pub refusals: Vec<Refusal>,
    /// Primal residual, dual residual and gap as they were tested, each with what the tolerances allow.
    pub tested: [(f64, f64); 3],
    /// Residuals. The primal residual includes violations of the bounds of variables, the dual residual multipliers of
    /// infinite bounds; the largest violation is of rows, the largest dual residual of columns alone.
    pub quality: Quality,
    /// Largest violation of a bound of a variable.
    pub largest_bound_violation: f64,
    /// That variable, if any is outside its bounds.
    pub worst_bound: Option<usize>,
    /// c'x + c0 in the user's sense.
    pub objective: f64,
    /// Objective of the dual point, in the user's sense, constant included.
    pub dual_objective: f64,
    /// Reduced costs in the user's sense.
    pub reduced_costs: Vec<f64>,
    /// K x.
    pub row_activity: Vec<f64>,
}

/// Checks a point: values of the variables and multipliers of the rows, both in the user's sense. The point may come from
/// anywhere; x may be outside its bounds and y may have any sign, which counts as residual.
///
/// Wrong lengths and numbers that are not finite are errors.
pub fn verify(
    problem: &Problem,
    x: &[f64],
    y: &[f64],
    tolerances: &Tolerances,
) -> Result<Verification, Error> {
    tolerances.check()?;
    check(problem, "x", x, Each::Variable)?;
    check(problem, "y", y, Each::Row)?;
    let primal = Primal::new(problem, x);
    let dual = Dual::new(problem, x, y, tolerances);
    let objectives = Objectives::new(problem, x, dual.objective);
    let tests = [
        primal.measure(tolerances),
        dual.measure(tolerances),
        Measured { found: objectives.gap, allowed: tolerances.allowed(objectives.size()), worst: None },
    ];
    let refusals: Vec<Refusal> =
        [primal::refuse(&tests[0]), dual::refuse(&tests[1]), objectives.refuse(&tests[2])]
            .into_iter()
            .flatten()
            .collect();
    let worst_bound = largest(primal.variables());
    let sign = problem.sense().sign();
    Ok(Verification {
        accepted: refusals.is_empty() && tests.iter().all(Measured::met),
        quality: quality(&primal, &dual, &objectives, error(tolerances, &tests)),
        tested: tests.map(|t| (finite(t.found), finite(t.allowed))),
        refusals,
        largest_bound_violation: finite(worst_bound.map_or(0.0, |r| r.value)),
        worst_bound: worst_bound.map(|r| r.place.index()),
        objective: objectives.shown,
        dual_objective: objectives.dual_shown,
        reduced_costs: dual.reduced_costs.iter().map(|v| finite(sign * v)).collect(),
        row_activity: primal.activity.into_iter().map(finite).collect(),
    })
}

/// The objectives of a point: for minimisation and without constant, and as the user sees them.
struct Objectives {
    primal: f64,
    dual: f64,
    gap: f64,
    shown: f64,
    dual_shown: f64,
}

impl Objectives {
    fn new(problem: &Problem, x: &[f64], dual: Sum) -> Objectives {
        let sign = problem.sense().sign();
        let mut primal = Sum::default();
        for (c, x) in problem.objective().iter().zip(x) {
            primal.add_product(sign * c, *x);
        }
        let mut gap = primal;
        gap.add_sum(dual.negated());
        let shown = |mut sum: Sum| {
            sum.add(sign * problem.offset());
            finite(sign * sum.value())
        };
        Objectives {
            primal: primal.value(),
            dual: dual.value(),
            gap: gap.value().abs(),
            shown: shown(primal),
            dual_shown: shown(dual),
        }
    }

    fn size(&self) -> f64 {
        self.primal.abs() + self.dual.abs()
    }

    fn refuse(&self, gap: &Measured) -> Option<Refusal> {
        if gap.met() {
            return None;
        }
        Some(if gap.found.is_finite() {
            Refusal::Gap {
                found: gap.found,
                allowed: finite(gap.allowed),
                objective: self.shown,
                dual_objective: self.dual_shown,
            }
        } else {
            Refusal::Overflow { what: "gap", place: None }
        })
    }
}

/// The tolerance that the point just meets: both tolerances scaled together so that the larger one is this number.
fn error(tolerances: &Tolerances, tests: &[Measured]) -> f64 {
    let ratio = tests.iter().map(Measured::ratio).fold(0.0, |a, r| if r.is_nan() || r > a { r } else { a });
    finite(if ratio == 0.0 { 0.0 } else { tolerances.relative.max(tolerances.absolute) * ratio })
}

fn quality(primal: &Primal<'_>, dual: &Dual<'_>, objectives: &Objectives, error: f64) -> Quality {
    let (row, column) = (largest(primal.rows()), largest(dual.columns()));
    let (primal_residual, dual_residual) = (primal.norm(), dual.norm());
    Quality {
        primal_residual: finite(primal_residual),
        relative_primal_residual: finite(primal_residual / (1.0 + primal.right_hand_side_norm)),
        dual_residual: finite(dual_residual),
        relative_dual_residual: finite(dual_residual / (1.0 + dual.objective_norm)),
        gap: finite(objectives.gap),
        relative_gap: finite(objectives.gap / (1.0 + objectives.size())),
        largest_violation: finite(row.map_or(0.0, |r| r.value)),
        worst_row: row.map(|r| r.place.index()),
        largest_dual_residual: finite(column.map_or(0.0, |r| r.value)),
        worst_column: column.map(|r| r.place.index()),
        error,
    }
}
