//! Writing the raw layout of HiGHS (`write_solution_to_file` with style 0). What that layout has no place for stands in
//! comments where HiGHS reads none: in the third line, which it skips, and behind the basis.

use super::raw_name::quoted;
use super::words;
use crate::params::Parameters;
use crate::problem::{Labels, Problem};
use crate::solution::Solution;
use std::fmt;
use std::io::{Result, Write};

/// Introduces a comment of ours.
pub(super) const COMMENT: &str = "# luthier ";

/// The last comment of a file of ours.
pub(super) const END: &str = "end";

/// The version of the layout of our comments. It grows only when something that was there changes its meaning or goes.
pub(super) const VERSION: u64 = 1;

/// Parameters besides the tolerances that say what the optimality test is.
const TEST: [&str; 3] = ["norm", "reduced_cost_rule", "near_bound_distance"];

/// Writes a solution whose vectors have the right lengths.
pub(super) fn write(
    out: &mut dyn Write,
    problem: &Problem,
    parameters: &Parameters,
    solution: &Solution,
) -> Result<()> {
    let (columns, rows) = (Labels::of_columns(problem), Labels::of_rows(problem));
    let (primal, dual) = feasible(parameters, solution);
    let word = |feasible: bool| if feasible { "Feasible" } else { "Infeasible" };
    writeln!(out, "Model status\n{}\n{COMMENT}{VERSION}", words::to_highs(solution.status.name()))?;
    writeln!(out, "# Primal solution values\n{}", word(primal))?;
    writeln!(out, "Objective {}", Number(solution.objective))?;
    section(out, "Columns", columns, &solution.x)?;
    section(out, "Rows", rows, &solution.row_activity)?;
    writeln!(out, "\n# Dual solution values\n{}", word(dual))?;
    section(out, "Columns", columns, &solution.reduced_costs)?;
    section(out, "Rows", rows, &solution.y)?;
    writeln!(out, "\n# Basis\nHiGHS_basis_file v2\nNone\n")?;
    comments(out, problem, parameters, solution)
}

fn section(out: &mut dyn Write, title: &str, labels: Labels<'_>, values: &[f64]) -> Result<()> {
    writeln!(out, "# {title} {}", labels.len())?;
    labels.iter().zip(values).try_for_each(|(name, v)| writeln!(out, "{} {}", quoted(&name), Number(*v)))
}

fn comments(
    out: &mut dyn Write,
    problem: &Problem,
    parameters: &Parameters,
    solution: &Solution,
) -> Result<()> {
    let status = solution.status.name();
    writeln!(out, "{COMMENT}status {status}")?;
    if words::has_dual_objective(status) && solution.dual_objective.is_finite() {
        writeln!(out, "{COMMENT}dual_objective {}", Number(solution.dual_objective))?;
    }
    let (relative, absolute) = (parameters.relative_tolerance, parameters.absolute_tolerance);
    writeln!(out, "{COMMENT}tolerances {} {}", Number(relative), Number(absolute))?;
    for (parameter, value) in parameters.changed().iter().filter(|(p, _)| TEST.contains(&p.name)) {
        writeln!(out, "{COMMENT}parameter {} {value}", parameter.name)?;
    }
    writeln!(out, "{COMMENT}fingerprint {}", problem.fingerprint())?;
    writeln!(out, "{COMMENT}{END}")
}

/// Whether the point and the multipliers are feasible: by the status where it says so, else by their relative residuals.
fn feasible(parameters: &Parameters, solution: &Solution) -> (bool, bool) {
    let q = &solution.quality;
    let within = |residual: f64| residual <= parameters.relative_tolerance;
    let (primal, dual) = (within(q.relative_primal_residual), within(q.relative_dual_residual));
    match solution.status.name() {
        "optimal" => (true, true),
        "unbounded" => (true, false),
        status => (words::has_objective(status) && primal, dual),
    }
}

/// The shortest digits that read back to the same number, with an exponent where zeros would fill the line.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Number(v) = self;
        if *v == 0.0 || (1e-5..1e17).contains(&v.abs()) { write!(f, "{v}") } else { write!(f, "{v:e}") }
    }
}
