//! What a run ended with.

use crate::params::Parameters;
use crate::problem::Problem;
use crate::residual::{Errors, Point, ReducedCosts, errors, violation, worst};
use crate::run::{LADDER, Termination, Work};
use crate::standard::Standard;
use crate::text::escape_name;
use std::fmt;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// The point meets the tolerances, on the original data.
    Optimal,
    /// No point satisfies all bounds; the certificate shows it.
    Infeasible,
    /// The objective can be improved without end; the certificate shows the direction.
    Unbounded,
    /// The iteration limit was reached.
    IterationLimit,
    /// The limit on matrix passes was reached.
    MatrixPassLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The limit on epochs, the stretches between restarts, was reached.
    OuterLimit,
    /// The caller stopped the run.
    Interrupted,
    /// No progress for as long as the stall limit allows, or a fixed point that does not meet the tolerances.
    Stalled,
    /// Numbers overflowed and smaller steps did not help, or rounding hides whether the only possible point is feasible.
    NumericalTrouble,
}

impl Status {
    /// A name without spaces, for files.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Infeasible => "infeasible",
            Status::Unbounded => "unbounded",
            Status::IterationLimit => "iteration_limit",
            Status::MatrixPassLimit => "matrix_pass_limit",
            Status::TimeLimit => "time_limit",
            Status::OuterLimit => "outer_limit",
            Status::Interrupted => "interrupted",
            Status::Stalled => "stalled",
            Status::NumericalTrouble => "numerical_trouble",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a problem is infeasible or unbounded, checkable by hand.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Certificate {
    /// The lower bound of this row is above its upper bound.
    CrossedRow(usize),
    /// The lower bound of this variable is above its upper bound.
    CrossedColumn(usize),
    /// Multipliers of the rows (a dual ray): their combination cannot be satisfied within the variable bounds.
    DualRay(Vec<f64>),
    /// A direction (a primal ray) along which every feasible point stays feasible and the objective improves.
    PrimalRay(Vec<f64>),
}

impl Certificate {
    /// The certificate in words, with names.
    ///
    /// # Panics
    /// If the problem is another one, with fewer rows or columns.
    pub fn explain(&self, problem: &Problem) -> String {
        let row = |i: usize| {
            problem.row_name(i).map_or_else(|| format!("row {i}"), |n| format!("row '{}'", escape_name(n)))
        };
        let column = |j: usize| {
            problem
                .column_name(j)
                .map_or_else(|| format!("variable {j}"), |n| format!("variable '{}'", escape_name(n)))
        };
        let support =
            |v: &[f64]| v.iter().enumerate().filter(|e| *e.1 != 0.0).map(|e| e.0).collect::<Vec<_>>();
        match self {
            Certificate::CrossedRow(i) => format!(
                "{} has lower bound {} above upper bound {}",
                row(*i),
                problem.row_lower()[*i],
                problem.row_upper()[*i]
            ),
            Certificate::CrossedColumn(j) => format!(
                "{} has lower bound {} above upper bound {}",
                column(*j),
                problem.lower()[*j],
                problem.upper()[*j]
            ),
            Certificate::DualRay(y) => match support(y)[..] {
                [i] => format!("{} cannot be satisfied by any values within the variable bounds", row(i)),
                ref rows => format!("{} rows contradict each other and the variable bounds", rows.len()),
            },
            Certificate::PrimalRay(x) => match support(x)[..] {
                [j] => format!("{} can improve the objective without end", column(j)),
                ref columns => {
                    format!("{} variables together can improve the objective without end", columns.len())
                }
            },
        }
    }
}

/// Something about a run that a user should know.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// The tolerance is below what f64 arithmetic can reach.
    ToleranceUnreachable(f64),
    /// The tolerance is so loose that nearly anything meets it.
    ToleranceLoose(f64),
    /// The warm start was worse than starting from zero and was dropped.
    WarmStartDropped,
    /// What may help a run that stalled.
    StallAdvice,
}

impl Notice {
    /// A short name that does not change, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Notice::ToleranceUnreachable(_) => "tolerance_unreachable",
            Notice::ToleranceLoose(_) => "tolerance_loose",
            Notice::WarmStartDropped => "warm_start_dropped",
            Notice::StallAdvice => "stall_advice",
        }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::ToleranceUnreachable(t) => {
                write!(f, "tolerance {t:e} is below what 64-bit numbers can reach; expect a limit or a stall")
            }
            Notice::ToleranceLoose(t) => {
                write!(f, "tolerance {t} is so loose that nearly any point meets it")
            }
            Notice::WarmStartDropped => {
                write!(f, "the warm start was far worse than starting from zero and was dropped")
            }
            Notice::StallAdvice => write!(
                f,
                "the error no longer falls; if the problem is feasible and bounded, a looser tolerance, another preset \
                 or another metric (ruiz_iterations, pock_chambolle_alpha) may help"
            ),
        }
    }
}

/// Tolerances below this cannot be expected to be met in f64.
const UNREACHABLE: f64 = 1e-13;

/// What is remarkable about parameters that are valid.
pub(crate) fn notices(parameters: &Parameters) -> Vec<Notice> {
    let tolerance = parameters.relative_tolerance.max(parameters.absolute_tolerance);
    if tolerance < UNREACHABLE {
        vec![Notice::ToleranceUnreachable(tolerance)]
    } else if tolerance >= 1.0 {
        vec![Notice::ToleranceLoose(tolerance)]
    } else {
        Vec::new()
    }
}

/// How good a point is, on the original data, in absolute and relative terms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Euclidean norm of the violations of row bounds.
    pub primal_residual: f64,
    /// The same divided by 1 + |q|.
    pub relative_primal_residual: f64,
    /// Euclidean norm of the dual residuals.
    pub dual_residual: f64,
    /// The same divided by 1 + |c|.
    pub relative_dual_residual: f64,
    /// |primal objective - dual objective|.
    pub gap: f64,
    /// The same divided by 1 + |primal objective| + |dual objective|.
    pub relative_gap: f64,
    /// Largest violation of a row.
    pub largest_violation: f64,
    /// That row, if any is violated.
    pub worst_row: Option<usize>,
    /// Largest dual residual of a column.
    pub largest_dual_residual: f64,
    /// That column, if any has a residual.
    pub worst_column: Option<usize>,
    /// The tolerance that the point just meets.
    pub error: f64,
}

/// The end of a run: status, point, quality and work.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// How the run ended.
    pub status: Status,
    /// Values of the variables, within their bounds (unless these cross).
    pub x: Vec<f64>,
    /// Multipliers of the rows: the change of the objective per unit of right-hand side.
    pub y: Vec<f64>,
    /// Reduced costs of the variables: the change of the objective per unit of the bound that holds.
    pub reduced_costs: Vec<f64>,
    /// K x.
    pub row_activity: Vec<f64>,
    /// c'x + c0 in the user's sense.
    pub objective: f64,
    /// Objective of the dual point, in the user's sense, constant included.
    pub dual_objective: f64,
    /// Residuals of the point.
    pub quality: Quality,
    /// What the run did.
    pub work: Work,
    /// The iteration at which each tolerance of [`LADDER`](crate::LADDER) was first met at a check.
    pub ladder: [Option<u64>; LADDER.len()],
    /// Wall-clock seconds from the start of the run, setup included; noisy.
    pub seconds: f64,
    /// The proof, where the status is infeasible or unbounded.
    pub certificate: Option<Certificate>,
    /// What a user should know.
    pub notices: Vec<Notice>,
}

/// The one place where a point becomes a solution, and where `Optimal` is assigned: from residuals on the original
/// data, freshly computed. A point that does not meet the tolerances has the status `otherwise`.
pub(crate) fn conclude(
    lp: &Standard<'_>,
    point: &Point,
    rule: ReducedCosts,
    termination: &Termination,
    otherwise: Status,
) -> Solution {
    let e = fresh_errors(lp, point, rule, termination);
    let p = lp.problem;
    let (sign, m, n) = (p.sense().sign(), p.rows(), p.columns());
    let lambda = |j: usize| {
        let g = lp.c[j] - point.kty.flat()[j];
        (g, rule.split(g, point.x.flat()[j], p.lower()[j], p.upper()[j], 1.0).0)
    };
    let signed = |v: f64| sign * v + 0.0;
    let plain = |v: &[f64]| v.iter().map(|v| v + 0.0).collect::<Vec<f64>>();
    Solution {
        status: if termination.met(&e) { Status::Optimal } else { otherwise },
        x: plain(&point.x.flat()[..n]),
        y: point.y.flat()[..m].iter().map(|v| signed(*v)).collect(),
        reduced_costs: (0..n).map(|j| signed(lambda(j).1)).collect(),
        row_activity: plain(&point.kx.flat()[..m]),
        objective: p.objective_value(&point.x.flat()[..n]) + 0.0,
        dual_objective: sign * e.dual_objective + p.offset() + 0.0,
        quality: quality(lp, point, &e, termination, |j| (lambda(j).0 - lambda(j).1).abs()),
        work: Work::default(),
        ladder: [None; LADDER.len()],
        seconds: 0.0,
        certificate: None,
        notices: Vec::new(),
    }
}

/// Residuals of a point whose products are fresh, with what the componentwise test needs.
pub(crate) fn fresh_errors(
    lp: &Standard<'_>,
    point: &Point,
    rule: ReducedCosts,
    termination: &Termination,
) -> Errors {
    let mut e = errors(lp, point, rule, None);
    if termination.componentwise() {
        let (absolute, relative) = termination.tolerances();
        e.worst = Some(worst(lp, point, rule, absolute, relative));
    }
    e
}

fn quality(
    lp: &Standard<'_>,
    point: &Point,
    e: &Errors,
    termination: &Termination,
    dual_residual: impl Fn(usize) -> f64,
) -> Quality {
    let p = lp.problem;
    let row = |i: usize| violation(point.kx.flat()[i], p.row_lower()[i], p.row_upper()[i]);
    let (worst_row, largest_violation) = largest((0..p.rows()).map(row));
    let (worst_column, largest_dual_residual) = largest((0..p.columns()).map(dual_residual));
    let (primal, dual) = (e.primal2.sqrt(), e.dual2.sqrt());
    Quality {
        primal_residual: primal,
        relative_primal_residual: primal / (1.0 + lp.right_hand_side_norm),
        dual_residual: dual,
        relative_dual_residual: dual / (1.0 + lp.objective_norm),
        gap: e.gap(),
        relative_gap: e.gap() / (1.0 + e.primal_objective.abs() + e.dual_objective.abs()),
        largest_violation,
        worst_row,
        largest_dual_residual,
        worst_column,
        error: termination.error(e).min(f64::MAX),
    }
}

fn largest(values: impl Iterator<Item = f64>) -> (Option<usize>, f64) {
    values.enumerate().fold((None, 0.0), |best, (i, v)| if v > best.1 { (Some(i), v) } else { best })
}
