//! Solving one problem.

use crate::engine::{BatchOptions, Control, Start, Trial, run_batch};
use crate::error::Error;
use crate::params::Parameters;
use crate::problem::Problem;
use crate::solution::Solution;

/// Solves a problem: the engine with one run.
///
/// ```
/// use luthier::{Parameters, ProblemBuilder, Sense, Status, solve};
/// let problem = ProblemBuilder::new(1, 2)
///     .sense(Sense::Maximize)
///     .objective(vec![1.0, 2.0])
///     .triplets(vec![(0, 0, 1.0), (0, 1, 1.0)])
///     .row_bounds(vec![f64::NEG_INFINITY], vec![4.0])
///     .bounds(vec![0.0, 0.0], vec![3.0, 3.0])
///     .build()?;
/// let solution = solve(&problem, &Parameters::default().with_tolerance(1e-8))?;
/// assert_eq!(solution.status, Status::Optimal);
/// assert!((solution.objective - 7.0).abs() < 1e-6);
/// # Ok::<(), luthier::Error>(())
/// ```
pub fn solve(problem: &Problem, parameters: &Parameters) -> Result<Solution, Error> {
    solve_with(problem, parameters, None, &Control::default())
}

/// Solves a problem from a start point, watched and stopped by `control`.
pub fn solve_with(
    problem: &Problem,
    parameters: &Parameters,
    start: Option<&Start>,
    control: &Control<'_>,
) -> Result<Solution, Error> {
    let trials = [Trial { problem, parameters, start }];
    let mut solutions = run_batch(&trials, &BatchOptions::default(), control)?;
    // A batch of one trial has one solution.
    Ok(solutions.swap_remove(0))
}
