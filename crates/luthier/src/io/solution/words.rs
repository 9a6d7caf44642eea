//! Statuses in words: for people, and as HiGHS calls them.

use crate::params::{Parameters, Value};
use crate::problem::Problem;
use crate::solution::Solution;

/// Why the run ended, in one sentence.
pub(super) fn detail(problem: &Problem, parameters: &Parameters, solution: &Solution) -> String {
    let because = |claim: &str| match &solution.certificate {
        Some(certificate) => format!("{claim}: {}.", certificate.explain(problem)),
        None => format!("{claim}."),
    };
    let before = "before the point met the tolerances";
    let limit = |value: Option<u64>| value.map_or(Value::Unlimited, Value::Count);
    match solution.status.name() {
        "optimal" => "The point meets the tolerances on the original data.".to_owned(),
        "infeasible" => because("No point satisfies all bounds"),
        "unbounded" => because("The objective can be improved without end"),
        "infeasible_or_unbounded" => {
            because("The problem has no optimal point: it is infeasible or unbounded")
        }
        "iteration_limit" => {
            format!("The limit of {} iterations was reached {before}.", parameters.iteration_limit)
        }
        "matrix_pass_limit" => {
            format!(
                "The limit of {} matrix passes was reached {before}.",
                limit(parameters.matrix_pass_limit)
            )
        }
        "time_limit" => {
            format!("The limit of {} seconds was reached {before}.", Value::Real(parameters.time_limit))
        }
        "outer_limit" => {
            format!("The limit of {} epochs was reached {before}.", limit(parameters.outer_limit))
        }
        "interrupted" => format!("The run was stopped from outside {before}."),
        "stalled" => format!("The error no longer fell, and the run was ended {before}."),
        "numerical_trouble" => {
            "The numbers overflowed, or rounding hides whether the point is feasible.".to_owned()
        }
        other => format!("The run ended with the status {other}."),
    }
}

/// Whether a solve that ended so has a point whose objective means something.
pub(super) fn has_objective(status: &str) -> bool {
    !matches!(status, "infeasible" | "infeasible_or_unbounded")
}

/// Whether a solve that ended so has a dual point whose objective means something.
pub(super) fn has_dual_objective(status: &str) -> bool {
    has_objective(status) && status != "unbounded"
}

/// Statuses and what HiGHS calls them; the first match counts, in either direction.
const HIGHS: [(&str, &str); 9] = [
    ("optimal", "Optimal"),
    ("infeasible", "Infeasible"),
    ("unbounded", "Unbounded"),
    ("infeasible_or_unbounded", "Primal infeasible or unbounded"),
    ("iteration_limit", "Iteration limit reached"),
    ("matrix_pass_limit", "Iteration limit reached"),
    ("outer_limit", "Iteration limit reached"),
    ("time_limit", "Time limit reached"),
    ("interrupted", "Interrupted by user"),
];

/// What HiGHS calls a status.
pub(super) fn to_highs(status: &str) -> &'static str {
    HIGHS.iter().find(|(name, _)| *name == status).map_or("Unknown", |(_, words)| words)
}

/// The status that HiGHS calls so; words that have no status are made a name.
pub(super) fn from_highs(words: &str) -> String {
    let known = HIGHS.iter().find(|(_, w)| *w == words).map(|(name, _)| (*name).to_owned());
    known.unwrap_or_else(|| words.to_ascii_lowercase().replace(' ', "_"))
}
