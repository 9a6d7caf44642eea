//! Solving a problem again and again while it changes.

use super::carried::{Carried, carried};
use super::{SolveOptions, solve_keeping};
use crate::engine::{Control, Shelf, Start, Trial, same_metric, threads_of_run, validate_trial};
use crate::error::Error;
use crate::params::Parameters;
use crate::problem::{Problem, Update};
use crate::solution::{Solution, Status};

/// A problem that is solved again and again while it changes.
///
/// Each solve starts from the last answer, with the weight and the step size that the last run ended with; [`Solver::forget`]
/// makes the next one start from zero. What follows from the matrix alone (its two orientations, the metric, its norm) is
/// computed anew only when entries change. Answers are a function of what was done with the solver, and of nothing else.
///
/// ```
/// use luthier::{Control, Parameters, ProblemBuilder, Solver, Update};
/// let problem = ProblemBuilder::new(1, 2)
///     .objective(vec![1.0, 2.0])
///     .triplets(vec![(0, 0, 1.0), (0, 1, 1.0)])
///     .row_bounds(vec![3.0], vec![f64::INFINITY])
///     .build()?;
/// let mut solver = Solver::new(problem, Parameters::default())?;
/// for demand in [3.0, 3.1, 3.2] {
///     solver.update(&Update::new().row(0, demand, f64::INFINITY))?;
///     let solution = solver.solve(&Control::default())?;
///     assert!((solution.objective - demand).abs() < 1e-2);
/// }
/// # Ok::<(), luthier::Error>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    problem: Problem,
    parameters: Parameters,
    start: Option<Start>,
    threads: usize,
    shelf: Shelf,
}

impl Solver {
    /// A solver of this problem with this setting.
    pub fn new(problem: Problem, parameters: Parameters) -> Result<Solver, Error> {
        parameters.validate()?;
        Ok(Solver { problem, parameters, start: None, threads: 0, shelf: Shelf::default() })
    }

    /// The problem as it is now.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The setting.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Where the next solve starts from, if not from zero.
    pub fn start(&self) -> Option<&Start> {
        self.start.as_ref()
    }

    /// Sets the most threads that work on a large problem, as [`SolveOptions::threads`] has it; 0, one for each core, unless said
    /// otherwise.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// How many threads a solve uses at most: one, unless the problem is large.
    pub fn threads_used(&self) -> usize {
        threads_of_run(&self.problem, &self.parameters, self.threads)
    }

    /// Changes the problem. What the builder would refuse is refused here, with the same error, and then nothing has changed.
    pub fn update(&mut self, update: &Update) -> Result<(), Error> {
        self.problem = self.problem.updated(update)?;
        Ok(())
    }

    /// Changes the whole objective.
    pub fn set_objective(&mut self, objective: Vec<f64>) -> Result<(), Error> {
        self.update(&Update::new().objective(objective))
    }

    /// Changes the bounds of all rows.
    pub fn set_row_bounds(&mut self, lower: Vec<f64>, upper: Vec<f64>) -> Result<(), Error> {
        self.update(&Update::new().row_bounds(lower, upper))
    }

    /// Changes the bounds of all variables.
    pub fn set_bounds(&mut self, lower: Vec<f64>, upper: Vec<f64>) -> Result<(), Error> {
        self.update(&Update::new().bounds(lower, upper))
    }

    /// Changes entries of the matrix, given as (row, variable, value); zero takes an entry out.
    pub fn set_coefficients(
        &mut self,
        entries: impl IntoIterator<Item = (usize, usize, f64)>,
    ) -> Result<(), Error> {
        self.update(&Update::new().coefficients(entries))
    }

    /// Takes another problem in the place of this one. The next solve starts from the last answer if both have as many rows
    /// and variables and, where both have names, the same names, be it in another order; what becomes of the answer is
    /// returned. The set-up stays in use if the matrices are equal.
    pub fn replace(&mut self, mut problem: Problem) -> Carried {
        problem.share_matrix(self.problem.matrix());
        let (start, carried) = carried(self.start.take(), &self.problem, &problem);
        (self.problem, self.start) = (problem, start);
        carried
    }

    /// Changes the setting.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), Error> {
        parameters.validate()?;
        // Weight and step size are those of a metric and a method.
        if !same_metric(&self.problem, &self.parameters, &parameters)
            && let Some(start) = &mut self.start
        {
            start.learned = None;
        }
        self.parameters = parameters;
        Ok(())
    }

    /// Makes the next solve start from here: a solution of a similar problem, or a point.
    pub fn warm_start(&mut self, start: impl Into<Start>) -> Result<(), Error> {
        let start = start.into();
        let (problem, parameters) = (&self.problem, &self.parameters);
        validate_trial(&Trial { problem, parameters, start: Some(&start) })?;
        self.start = Some(start);
        Ok(())
    }

    /// Makes the next solve start from zero. Called before each solve, it makes all of them independent of each other.
    pub fn forget(&mut self) {
        self.start = None;
    }

    /// Solves the problem as it is now, watched and stopped by `control`. The next solve starts from where this one ends. If it
    /// made no step, or ended in a proof that there is no solution or in trouble, the next one starts from where it would have
    /// started without it.
    pub fn solve(&mut self, control: &Control<'_>) -> Result<Solution, Error> {
        let (problem, parameters, start) = (&self.problem, &self.parameters, self.start.as_ref());
        let options = SolveOptions { start, threads: self.threads, control: *control };
        let solution = solve_keeping(problem, parameters, &options, Some(&self.shelf))?;
        if leads_on(&solution) {
            self.start = Some(Start::from(&solution));
        }
        Ok(solution)
    }
}

/// Whether a solution is one to start from.
fn leads_on(solution: &Solution) -> bool {
    match solution.status {
        Status::Optimal => true,
        Status::Infeasible | Status::Unbounded | Status::InfeasibleOrUnbounded | Status::NumericalTrouble => {
            false
        }
        _ => solution.work.iterations > 0,
    }
}
