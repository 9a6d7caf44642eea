//! Polishing: a solved problem whose point is made to meet a smaller tolerance in its rows and in its reduced costs, which is
//! much easier than to meet it in the gap as well.
//!
//! Each side is a problem of its own, over the same matrix. The values of the variables are to satisfy all bounds, whatever the
//! objective: c = 0, from (x, 0). The multipliers are to leave no residual, whatever the bounds are, as long as they are there:
//! all finite bounds 0, from (0, y). Where one side is right, with zero for the other, so is the point.

use super::{Continued, point_of, run_one, what_is_left};
use crate::engine::{Control, Limits, Observer, Start, Trial, run_side};
use crate::error::Error;
use crate::judge::Judge;
use crate::params::Parameters;
use crate::problem::Problem;
use crate::run::{Side, Work};
use crate::solution::{Polish, Polished, Solution, Status};
use std::time::Duration;

/// How often the problem is solved to a smaller tolerance, where the gap of a point would not survive.
const ROUNDS: usize = 4;

/// By how much the tolerance is smaller each time.
const TIGHTER: f64 = 0.1;

/// Residuals below this part of the tolerance count as this much.
const LEAST: f64 = 1e-3;

/// What became of a side.
enum Phase {
    /// It met the tolerance already.
    Met,
    /// Another one meets it.
    Found(Vec<f64>),
    /// None was found within the limits.
    Missed,
}

struct Polisher<'a> {
    problem: &'a Problem,
    parameters: &'a Parameters,
    control: &'a Control<'a>,
    limits: Limits<'a>,
    /// By the tolerances of the run, and by those of polishing.
    judge: Judge<'a>,
    fine: Judge<'a>,
    /// The answer so far, with the work of the run that found the first one.
    base: Solution,
    work: Work,
    spent: Work,
}

/// Polishes a solution. What comes of it is one that is optimal to the same tolerances.
pub(super) fn polish(
    problem: &Problem,
    parameters: &Parameters,
    solution: Solution,
    control: &Control<'_>,
) -> Result<Solution, Error> {
    let taken = Duration::try_from_secs_f64(solution.seconds).unwrap_or_default();
    let fine = what_is_left(parameters, &Work::default(), 0.0).with_tolerance(parameters.polish_tolerance);
    let polisher = Polisher {
        problem,
        parameters,
        control,
        limits: Limits::new(control.interrupt, parameters.time_limit, taken),
        judge: Judge::new(problem, parameters),
        fine: Judge::new(problem, &fine),
        work: solution.work,
        base: solution,
        spent: Work::default(),
    };
    polisher.run()
}

impl Polisher<'_> {
    fn run(mut self) -> Result<Solution, Error> {
        let first = self.base.clone();
        let mut best = None;
        for round in 0..ROUNDS {
            if round > 0 && !self.closer()? {
                break;
            }
            let phases = [self.phase(Side::Primal)?, self.phase(Side::Dual)?];
            let (solution, all) = self.combined(&phases);
            best = solution.or(best);
            if all || phases.iter().any(|phase| matches!(phase, Phase::Missed)) {
                break;
            }
        }
        Ok(self.finished(first, best))
    }

    /// Looks for a better side of the point.
    fn phase(&mut self, side: Side) -> Result<Phase, Error> {
        let (from, to) = (self.residual(side, &self.base), self.parameters.polish_tolerance);
        if from <= to {
            return Ok(Phase::Met);
        }
        self.control.observer.iter().for_each(|observer| observer.polishing(side, from, to));
        let question = question(self.problem, side)?;
        let zeros = |count| vec![0.0; count];
        let start = match side {
            Side::Primal => Start { x: self.base.x.clone(), y: zeros(self.problem.rows()) },
            Side::Dual => Start { x: zeros(self.problem.columns()), y: self.base.y.clone() },
        };
        let parameters = self.parameters_left().with_tolerance(to);
        let trial = |parameters| Trial { problem: &question, parameters, start: Some(&start) };
        let found = self.spend(&|control| run_side(trial(&parameters), side, control))?;
        Ok(match (found.status, side) {
            (Status::Optimal, Side::Primal) => Phase::Found(found.x),
            (Status::Optimal, Side::Dual) => Phase::Found(found.y),
            _ => Phase::Missed,
        })
    }

    /// Solves the problem to a smaller tolerance, from where it is; whether that worked.
    fn closer(&mut self) -> Result<bool, Error> {
        let mut parameters = self.parameters_left();
        let wanted = parameters.relative_tolerance.max(parameters.absolute_tolerance);
        let factor = TIGHTER * (self.base.quality.error / wanted).clamp(LEAST, 1.0);
        parameters.relative_tolerance *= factor;
        parameters.absolute_tolerance *= factor;
        let start = Start { x: self.base.x.clone(), y: self.base.y.clone() };
        let found = self.spend(&|control| run_one(self.problem, &parameters, Some(&start), control))?;
        let solved = found.status == Status::Optimal;
        if solved {
            self.base = found;
        }
        Ok(solved)
    }

    /// The best of what was found that is optimal by the tolerances of the run, and whether that is all of it.
    fn combined(&self, [primal, dual]: &[Phase; 2]) -> (Option<Solution>, bool) {
        let (x, y) = (primal.found(), dual.found());
        let choices = match (x, y) {
            (None, None) => return (None, true),
            (Some(_), Some(_)) => vec![(x, y), (x, None), (None, y)],
            _ => vec![(x, y)],
        };
        let optimal = |(x, y): &(Option<&[f64]>, Option<&[f64]>)| {
            let point = point_of(self.problem, x.unwrap_or(&self.base.x), y.unwrap_or(&self.base.y));
            let solution = self.judge.conclude(&point, Status::NumericalTrouble);
            (solution.status == Status::Optimal).then_some(solution)
        };
        let mut solutions = choices.iter().map(optimal).enumerate();
        match solutions.find_map(|(k, solution)| Some((k, solution?))) {
            Some((k, solution)) => (Some(solution), k == 0),
            None => (None, false),
        }
    }

    /// The answer, with all that was known about the one before polishing.
    fn finished(self, first: Solution, best: Option<Solution>) -> Solution {
        let side = |side: Side, replaced: bool, answer: &Solution| {
            let (before, after) = (self.residual(side, &first), self.residual(side, answer));
            (before > self.parameters.polish_tolerance).then_some(Polished { before, after, replaced })
        };
        let answer = best.as_ref().unwrap_or(&self.base);
        let polish = Polish {
            tolerance: self.parameters.polish_tolerance,
            primal: side(Side::Primal, answer.x != self.base.x, answer),
            dual: side(Side::Dual, answer.y != self.base.y, answer),
            work: self.spent,
        };
        let seconds = self.limits.elapsed().as_secs_f64();
        Solution {
            work: first.work.plus(&self.spent),
            ladder: first.ladder,
            lane_seconds: first.lane_seconds + (seconds - first.seconds),
            seconds,
            notices: first.notices,
            presolve: first.presolve,
            pace: first.pace,
            polish: (polish.primal.is_some() || polish.dual.is_some()).then_some(polish),
            ..best.unwrap_or(self.base)
        }
    }

    /// The tolerance that one side of a point just meets.
    fn residual(&self, side: Side, solution: &Solution) -> f64 {
        let point = point_of(self.problem, &solution.x, &solution.y);
        self.fine.termination.of_side(Some(side)).error(&self.fine.errors(&point))
    }

    /// The parameters of a further run, on what the limits leave, at the pace of the run before.
    fn parameters_left(&self) -> Parameters {
        let work = self.work.plus(&self.spent);
        let parameters = what_is_left(self.parameters, &work, self.limits.elapsed().as_secs_f64());
        let presolved = self.base.presolve.is_some_and(|summary| summary.changed());
        match self.base.pace {
            // The step size is that of another metric.
            Some(pace) if presolved => {
                Parameters { initial_weight: Some(pace.weight), initial_weight_scale: 1.0, ..parameters }
            }
            Some(pace) => Parameters {
                initial_step: Some(pace.step),
                initial_step_scale: 1.0,
                initial_weight: Some(pace.weight),
                initial_weight_scale: 1.0,
                ..parameters
            },
            None => parameters,
        }
    }

    /// Makes a further run, and takes note of what it took.
    fn spend(&mut self, run: &dyn Fn(&Control<'_>) -> Result<Solution, Error>) -> Result<Solution, Error> {
        let work = self.work.plus(&self.spent);
        let seconds = self.limits.elapsed().as_secs_f64();
        let continued = self.control.observer.map(|inner| Continued { inner, work, seconds });
        let observer = continued.as_ref().map(|c| c as &dyn Observer);
        let found = run(&Control { observer, ..*self.control })?;
        self.spent = self.spent.plus(&found.work);
        Ok(found)
    }
}

impl Phase {
    fn found(&self) -> Option<&[f64]> {
        if let Phase::Found(side) = self { Some(side) } else { None }
    }
}

/// The problem of one side alone, with the other one zero.
fn question(problem: &Problem, side: Side) -> Result<Problem, Error> {
    let question = problem.with_data();
    let zero = |bounds: &[f64]| bounds.iter().map(|b| if b.is_finite() { 0.0 } else { *b }).collect();
    match side {
        Side::Primal => question.objective(vec![0.0; problem.columns()]).offset(0.0),
        Side::Dual => question
            .row_bounds(zero(problem.row_lower()), zero(problem.row_upper()))
            .bounds(zero(problem.lower()), zero(problem.upper())),
    }
    .build()
}
