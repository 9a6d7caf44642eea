//! Tiny problems written by hand.

use luthier::{Parameters, Problem, ProblemBuilder, Solution, solve};

pub const INF: f64 = f64::INFINITY;

/// Lower bound, coefficients of all variables, upper bound.
pub type Row<'a> = (f64, &'a [f64], f64);

/// A problem from dense rows and pairs of variable bounds.
pub fn lp(objective: &[f64], rows: &[Row<'_>], bounds: &[(f64, f64)]) -> ProblemBuilder {
    let entries =
        |(i, row): (usize, &Row<'_>)| row.1.iter().enumerate().map(|(j, v)| (i, j, *v)).collect::<Vec<_>>();
    ProblemBuilder::new(rows.len(), objective.len())
        .objective(objective.to_vec())
        .triplets(rows.iter().enumerate().flat_map(entries).collect())
        .row_bounds(rows.iter().map(|r| r.0).collect(), rows.iter().map(|r| r.2).collect())
        .bounds(bounds.iter().map(|b| b.0).collect(), bounds.iter().map(|b| b.1).collect())
}

/// Solves, and checks what must hold of every solution.
pub fn solved(problem: &Problem, parameters: &Parameters) -> Solution {
    let solution = solve(problem, parameters).unwrap();
    super::every::check(problem, parameters, &solution);
    solution
}

pub fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * (1.0 + a.abs().max(b.abs())), "{a} is not close to {b}");
}
