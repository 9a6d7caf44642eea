//! What to try when a run ended without an answer.

use luthier::{Parameters, Problem, Solution, Status};

/// Below this many rows and variables together, a simplex solver is hard to beat.
const SMALL: usize = 1000;

/// Suggestions for a run that ended without a proof; none for others.
pub fn advice(problem: &Problem, solution: &Solution, parameters: &Parameters) -> Vec<String> {
    let Some(remedy) = remedy(solution.status) else { return Vec::new() };
    let mut advice = vec![format!("{}; {remedy}", standing(solution, parameters))];
    if problem.rows() + problem.columns() < SMALL && solution.status != Status::Interrupted {
        advice
            .push("the problem is small: a simplex solver such as HiGHS is likely better for it".to_owned());
    }
    advice
}

fn remedy(status: Status) -> Option<&'static str> {
    Some(match status {
        Status::IterationLimit => "try a larger --iteration-limit, a looser --tol or another --preset",
        Status::MatrixPassLimit => "try a larger --matrix-pass-limit or a looser --tol",
        Status::TimeLimit => "try a longer --time-limit or a looser --tol",
        Status::OuterLimit => "try a larger --outer-limit or a looser --tol",
        Status::Interrupted => "more time may help, or a looser --tol",
        Status::Stalled => {
            "try a looser --tol or another --preset; the problem may be infeasible or unbounded"
        }
        Status::NumericalTrouble => "check the ranges with `luthier check`; other units may help",
        _ => return None,
    })
}

/// Which parts of the optimality test are met, and how far the others are.
fn standing(solution: &Solution, parameters: &Parameters) -> String {
    let q = &solution.quality;
    let tolerance = smaller_positive(parameters.relative_tolerance, parameters.absolute_tolerance);
    let parts = [
        ("primal residual", "primal feasible", q.relative_primal_residual),
        ("dual residual", "dual feasible", q.relative_dual_residual),
        ("gap", "gap closed", q.relative_gap),
    ];
    let open = parts.iter().filter(|p| !(p.2 <= tolerance)).map(|p| format!("{} {:.1e}", p.0, p.2));
    let met = parts.iter().filter(|p| p.2 <= tolerance).map(|p| format!("already {}", p.1));
    let all: Vec<String> = open.chain(met).collect();
    format!("{} for the tolerance {tolerance:e}", all.join(", "))
}

/// The smaller of two tolerances; one that is zero does not count.
fn smaller_positive(a: f64, b: f64) -> f64 {
    if a.min(b) > 0.0 { a.min(b) } else { a.max(b) }
}
