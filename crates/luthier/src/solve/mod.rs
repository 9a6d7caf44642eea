//! Solving one problem: a batch of one, of what presolving leaves of it if that is asked for; and where that leaves open whether any
//! point is feasible, that question.

mod carried;
mod polish;
mod presolved;
mod solver;

pub use carried::Carried;
pub use solver::Solver;

use crate::certificate::Certificate;
use crate::engine::{
    Control, Flow, Limits, Observer, Progress, Shelf, Start, Trial, run_one, threads_of_run, validate_trial,
};
use crate::error::Error;
use crate::infeasible::{Workspace, approach_feasibility};
use crate::judge::Judge;
use crate::matrix::{Isa, Team};
use crate::metric::Metric;
use crate::params::Parameters;
use crate::problem::Problem;
use crate::residual::Point;
use crate::run::Work;
use crate::solution::{Solution, Status};
use std::time::Duration;

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
    solve_with(problem, parameters, &SolveOptions::default())
}

/// How a problem is solved.
#[derive(Clone, Copy, Default)]
pub struct SolveOptions<'a> {
    /// Where to start, if not at zero.
    pub start: Option<&'a Start>,
    /// Most threads that work on it; more than four for each core are not used. 0: one for each core. Only a large problem gets
    /// more than one, and the result is the same with any number.
    pub threads: usize,
    /// What watches and stops it.
    pub control: Control<'a>,
}

impl SolveOptions<'_> {
    /// How many threads a solve uses at most: one, unless the problem is large.
    pub fn threads_used(&self, problem: &Problem, parameters: &Parameters) -> usize {
        threads_of_run(problem, parameters, self.threads)
    }
}

/// Solves a problem, from where and how the options say.
pub fn solve_with(
    problem: &Problem,
    parameters: &Parameters,
    options: &SolveOptions<'_>,
) -> Result<Solution, Error> {
    solve_keeping(problem, parameters, options, None)
}

/// Solves a problem; with a set-up that outlives the solve, if there is a place for that.
fn solve_keeping(
    problem: &Problem,
    parameters: &Parameters,
    options: &SolveOptions<'_>,
    shelf: Option<&Shelf>,
) -> Result<Solution, Error> {
    if !parameters.polish_tolerance.is_finite() {
        return solve_once(problem, parameters, options, shelf);
    }
    validate_trial(&Trial { problem, parameters, start: options.start })?;
    let plain = Parameters { polish_tolerance: f64::INFINITY, ..parameters.clone() };
    let solution = solve_once(problem, &plain, options, shelf)?;
    match solution.status {
        Status::Optimal => polish::polish(problem, parameters, solution, options),
        _ => Ok(solution),
    }
}

fn solve_once(
    problem: &Problem,
    parameters: &Parameters,
    options: &SolveOptions<'_>,
    shelf: Option<&Shelf>,
) -> Result<Solution, Error> {
    let solution = if parameters.presolve {
        presolved::solve(problem, parameters, options, shelf)?
    } else {
        let trial = Trial { problem, parameters, start: options.start };
        run_one(trial, options.threads, &options.control, shelf)?
    };
    match &solution.certificate {
        Some(Certificate::PrimalRay(ray)) if solution.status == Status::InfeasibleOrUnbounded => {
            let ray = ray.clone();
            decide(problem, parameters, solution, ray, options)
        }
        _ => Ok(solution),
    }
}

/// A problem whose objective would improve without end along a ray: unbounded or infeasible? Asks for any feasible point,
/// with what is left of the limits.
fn decide(
    problem: &Problem,
    parameters: &Parameters,
    before: Solution,
    ray: Vec<f64>,
    options: &SolveOptions<'_>,
) -> Result<Solution, Error> {
    let control = &options.control;
    let parameters = what_is_left(parameters, &before.work, before.seconds);
    let limits = Limits::new(control.interrupt, parameters.time_limit, Duration::ZERO);
    let question = problem.with_data().objective(vec![0.0; problem.columns()]).offset(0.0).build()?;
    let continued =
        control.observer.map(|inner| Continued { inner, work: before.work, seconds: before.seconds });
    let observer = continued.as_ref().map(|c| c as &dyn Observer);
    let trial = Trial { problem: &question, parameters: &parameters, start: None };
    let found = run_one(trial, options.threads, &Control { observer, ..*control }, None)?;
    let (mut solution, steps) = match &found.certificate {
        Some(certificate) => {
            let (certificate, status) = (Some(certificate.clone()), found.status);
            (Solution { certificate, status, ..before.clone() }, 0)
        }
        None => {
            let threads = threads_of_run(problem, &parameters, options.threads);
            let (unbounded, steps) = Team::gather(Isa::detect(), threads, |team| {
                unbounded_near(problem, &parameters, &found, ray, team, &|| limits.reached())
            });
            (unbounded.unwrap_or_else(|| before.clone()), steps)
        }
    };
    solution.work = before.work.plus(&found.work);
    solution.work.proof_steps += steps;
    let seconds = limits.elapsed().as_secs_f64();
    (solution.seconds, solution.lane_seconds) = (before.seconds + seconds, before.lane_seconds + seconds);
    (solution.ladder, solution.notices) = (before.ladder, before.notices);
    (solution.presolve, solution.learned) = (before.presolve, before.learned);
    Ok(solution)
}

/// A point in the user's sense with its products.
fn point_of(problem: &Problem, x: &[f64], y: &[f64]) -> Point {
    let sign = problem.sense().sign();
    let mut point = Point::zeros(problem.rows(), problem.columns());
    point.x.flat_mut().iter_mut().zip(x).for_each(|(to, x)| *to = *x);
    point.y.flat_mut().iter_mut().zip(y).for_each(|(to, y)| *to = sign * y);
    point.multiply(problem, &Team::alone(Isa::detect()));
    point
}

/// The parameters of a further run on what the limits leave. "Near a bound" keeps its meaning, should the tolerance change.
fn what_is_left(parameters: &Parameters, work: &Work, seconds: f64) -> Parameters {
    let passes = |limit: u64| limit.saturating_sub(work.matrix_passes());
    Parameters {
        iteration_limit: parameters.iteration_limit.saturating_sub(work.iterations),
        matrix_pass_limit: parameters.matrix_pass_limit.map(passes),
        time_limit: (parameters.time_limit - seconds).max(0.0),
        near_bound_distance: parameters
            .near_bound_distance
            .or(Some(parameters.relative_tolerance).filter(|tolerance| *tolerance > 0.0)),
        presolve: false,
        polish_tolerance: f64::INFINITY,
        ..parameters.clone()
    }
}

/// Shows the second run of a solve as what follows the first.
struct Continued<'a> {
    inner: &'a dyn Observer,
    work: Work,
    seconds: f64,
}

impl Observer for Continued<'_> {
    fn progress(&self, p: &Progress) -> Flow {
        self.inner.progress(&later(p, &self.work, self.seconds))
    }
}

/// Where a run stands that follows others.
fn later(p: &Progress, work: &Work, seconds: f64) -> Progress {
    Progress {
        iterations: work.iterations + p.iterations,
        matrix_passes: work.matrix_passes() + p.matrix_passes,
        restarts: work.restarts + p.restarts,
        seconds: seconds + p.seconds,
        ..*p
    }
}

/// Rounds towards feasibility from where the search for a feasible point ended.
const ROUNDS: usize = 40;

/// The solution if the point that was found, or one near it, is feasible; and the steps made to get there.
fn unbounded_near(
    problem: &Problem,
    parameters: &Parameters,
    found: &Solution,
    ray: Vec<f64>,
    team: &Team,
    stop: &dyn Fn() -> bool,
) -> (Option<Solution>, u64) {
    let judge = Judge::new(problem, parameters);
    let mut point = Point::zeros(problem.rows(), problem.columns());
    point.x.flat_mut()[..found.x.len()].copy_from_slice(&found.x);
    point.multiply(problem, team);
    let metric = Metric::compute(problem.matrix(), &judge.lp.c, parameters, team, &mut || stop());
    let steps = metric.map_or(0, |metric| {
        let mut workspace = Workspace::with_metric(problem.matrix(), &metric);
        let enough = |point: &Point| judge.unbounded(point, &ray);
        approach_feasibility(problem, &mut point, (team, ROUNDS), &mut workspace, &enough, stop)
    });
    let proven = judge.proven(&point, Certificate::PrimalRay(ray));
    (proven.filter(|s| s.status == Status::Unbounded), steps)
}
