//! Polishing: a solved problem whose point is made to meet a smaller tolerance in its rows and in its reduced costs, which is
//! much easier than to meet it in the gap as well.
//!
//! Each side is a problem of its own, over the same matrix. The values of the variables are to satisfy all bounds, whatever the
//! objective is: c = 0, from (x, 0). The multipliers are to leave no residual, whatever the bounds are, as long as they are
//! finite: all of these 0, from (0, y). Where one side is right, with zero for the other, so is the whole point.

use super::{Continued, SolveOptions, point_of, what_is_left};
use crate::engine::{Control, Limits, Observer, Polishing, Start, Trial, run_one, run_side};
use crate::error::Error;
use crate::judge::Judge;
use crate::params::Parameters;
use crate::problem::Problem;
use crate::run::{Side, Work};
use crate::solution::{Polish, Polished, Solution, Status};
use std::time::Duration;

/// Rounds of polishing; before each but the first the problem is solved to a smaller tolerance.
const ROUNDS: usize = 4;

/// By how much that tolerance is smaller, at least and at most.
const TIGHTER: (f64, f64) = (0.5, 1e-3);

/// What became of a side.
enum Phase {
    /// It met the tolerance already.
    Met,
    /// Another one meets it.
    Found(Vec<f64>),
    /// None was found within the limits.
    Missed,
}

/// An answer, the tolerances that its sides just meet, and whether they are others than before.
#[derive(Clone)]
struct Answer {
    solution: Solution,
    residuals: [f64; 2],
    replaced: [bool; 2],
}

struct Polisher<'a> {
    problem: &'a Problem,
    parameters: &'a Parameters,
    options: &'a SolveOptions<'a>,
    limits: Limits<'a>,
    /// By the tolerances of the run, and by those of polishing.
    judge: Judge<'a>,
    fine: Judge<'a>,
    spent: Work,
}

/// Polishes a solution. What comes of it is optimal to the same tolerances as before.
pub(super) fn polish(
    problem: &Problem,
    parameters: &Parameters,
    solution: Solution,
    options: &SolveOptions<'_>,
) -> Result<Solution, Error> {
    let taken = Duration::try_from_secs_f64(solution.seconds).unwrap_or_default();
    let fine = what_is_left(parameters, &Work::default(), 0.0).with_tolerance(parameters.polish_tolerance);
    let mut polisher = Polisher {
        problem,
        parameters,
        options,
        limits: Limits::new(options.control.interrupt, parameters.time_limit, taken),
        judge: Judge::new(problem, parameters),
        fine: Judge::new(problem, &fine),
        spent: solution.work,
    };
    let first = polisher.answer(solution, [false; 2]);
    let best = polisher.run(first.clone())?;
    Ok(polisher.finished(first, best))
}

impl Polisher<'_> {
    /// The best answer that comes of one that needs polishing, if it does.
    fn run(&mut self, first: Answer) -> Result<Answer, Error> {
        let (mut base, mut best) = (first.clone(), first);
        for round in 1..=ROUNDS {
            let phases = [self.phase(Side::Primal, &base)?, self.phase(Side::Dual, &base)?];
            let (combined, excess) = self.combined(&base, &phases);
            best = combined.into_iter().fold(best, |best, answer| self.better(best, answer));
            let missed = phases.iter().any(|phase| matches!(phase, Phase::Missed));
            // Rows are worth further rounds, reduced costs alone are not.
            if missed || self.meets(best.residuals[0]) || round == ROUNDS {
                break;
            }
            let Some(closer) = self.closer(&base.solution, excess)? else { break };
            base = self.answer(closer, [false; 2]);
            best = self.better(best, base.clone());
        }
        Ok(best)
    }

    /// Looks for a better side of a point.
    fn phase(&mut self, side: Side, base: &Answer) -> Result<Phase, Error> {
        let (from, to) = (base.residuals[side as usize], self.parameters.polish_tolerance);
        if self.meets(from) {
            return Ok(Phase::Met);
        }
        self.tell(Polishing::Side { side, from, to });
        let question = question(self.problem, side)?;
        let zeros = |count| vec![0.0; count];
        let start = match side {
            Side::Primal => Start::further(base.solution.x.clone(), zeros(self.problem.rows())),
            Side::Dual => Start::further(zeros(self.problem.columns()), base.solution.y.clone()),
        };
        // How far one side goes says nothing about the weight of both.
        let parameters = Parameters {
            weight_smoothing: 0.0,
            weight_proportional: 0.0,
            weight_integral: 0.0,
            weight_derivative: 0.0,
            ..self.further(&base.solution).with_tolerance(to)
        };
        let trial = Trial { problem: &question, parameters: &parameters, start: Some(&start) };
        let found = self.spend(&|options| run_side(trial, side, options.threads, &options.control))?;
        Ok(match (found.status, side) {
            (Status::Optimal, Side::Primal) => Phase::Found(found.x),
            (Status::Optimal, Side::Dual) => Phase::Found(found.y),
            _ => Phase::Missed,
        })
    }

    /// The best of what was found that is optimal by the tolerances of the run; and how many times those tolerances all of
    /// it together would need.
    fn combined(&self, base: &Answer, [primal, dual]: &[Phase; 2]) -> (Option<Answer>, f64) {
        let (x, y) = (primal.found(), dual.found());
        let judged = |x: Option<&[f64]>, y: Option<&[f64]>| {
            let point = point_of(self.problem, x.unwrap_or(&base.solution.x), y.unwrap_or(&base.solution.y));
            self.answer(self.judge.conclude(&point, Status::NumericalTrouble), [x.is_some(), y.is_some()])
        };
        let optimal = |answer: &Answer| answer.solution.status == Status::Optimal;
        let all = judged(x, y);
        let excess = all.solution.quality.error / self.tolerance();
        if optimal(&all) || x.is_none() || y.is_none() {
            return (Some(all).filter(optimal), excess);
        }
        let parts = [(x, None), (None, y)];
        (parts.into_iter().map(|(x, y)| judged(x, y)).find(optimal), excess)
    }

    /// Solves the problem to a tolerance so much smaller that the gap should survive polishing.
    fn closer(&mut self, base: &Solution, excess: f64) -> Result<Option<Solution>, Error> {
        let factor = (TIGHTER.0 / excess).min(TIGHTER.0).max(TIGHTER.1);
        let tolerance = (factor * base.quality.error).max(self.parameters.polish_tolerance);
        self.tell(Polishing::Closer { tolerance });
        let mut parameters = self.further(base);
        parameters.relative_tolerance *= tolerance / self.tolerance();
        parameters.absolute_tolerance *= tolerance / self.tolerance();
        let start = Start::further(base.x.clone(), base.y.clone());
        let trial = Trial { problem: self.problem, parameters: &parameters, start: Some(&start) };
        let found = self.spend(&|options| run_one(trial, options.threads, &options.control, None))?;
        Ok(Some(found).filter(|found| found.status == Status::Optimal))
    }

    /// The answer, with what was known about the one before polishing.
    fn finished(self, first: Answer, best: Answer) -> Solution {
        let side = |side: Side| {
            let (before, after) = (first.residuals[side as usize], best.residuals[side as usize]);
            let replaced = best.replaced[side as usize];
            (!self.meets(before)).then_some(Polished { before, after, replaced })
        };
        let polish = Polish {
            tolerance: self.parameters.polish_tolerance,
            primal: side(Side::Primal),
            dual: side(Side::Dual),
            work: self.spent.minus(&first.solution.work),
        };
        let (first, seconds) = (first.solution, self.limits.elapsed().as_secs_f64());
        Solution {
            work: self.spent,
            ladder: first.ladder,
            lane_seconds: first.lane_seconds + (seconds - first.seconds),
            seconds,
            notices: first.notices,
            presolve: first.presolve,
            learned: first.learned,
            polish: (polish.primal.is_some() || polish.dual.is_some()).then_some(polish),
            ..best.solution
        }
    }

    fn answer(&self, solution: Solution, replaced: [bool; 2]) -> Answer {
        let errors = self.fine.errors(&point_of(self.problem, &solution.x, &solution.y));
        let residual = |side| self.fine.termination.of_side(Some(side)).error(&errors);
        Answer { residuals: [residual(Side::Primal), residual(Side::Dual)], solution, replaced }
    }

    /// The one whose rows, or else whose reduced costs, are closer to what is wanted; the first if there is no difference.
    fn better(&self, a: Answer, b: Answer) -> Answer {
        let size = |answer: &Answer| answer.residuals.map(|r| r.max(self.parameters.polish_tolerance));
        if size(&b) < size(&a) { b } else { a }
    }

    fn meets(&self, residual: f64) -> bool {
        residual <= self.parameters.polish_tolerance
    }

    /// The tolerance of the run.
    fn tolerance(&self) -> f64 {
        self.parameters.relative_tolerance.max(self.parameters.absolute_tolerance)
    }

    fn tell(&self, stage: Polishing) {
        self.options.control.observer.iter().for_each(|observer| observer.polishing(&stage));
    }

    /// The parameters of a further run, on what the limits leave, at the pace of the one before.
    fn further(&self, base: &Solution) -> Parameters {
        let mut parameters = what_is_left(self.parameters, &self.spent, self.limits.elapsed().as_secs_f64());
        if let Some(learned) = base.learned {
            (parameters.initial_weight, parameters.initial_weight_scale) = (Some(learned.weight), 1.0);
            // After presolving the step size is that of another matrix.
            if !base.presolve.is_some_and(|summary| summary.changed()) {
                (parameters.initial_step, parameters.initial_step_scale) = (Some(learned.step), 1.0);
            }
        }
        parameters
    }

    /// Makes a further run, and takes note of what it took.
    fn spend(
        &mut self,
        run: &dyn Fn(&SolveOptions<'_>) -> Result<Solution, Error>,
    ) -> Result<Solution, Error> {
        let (work, seconds) = (self.spent, self.limits.elapsed().as_secs_f64());
        let continued = self.options.control.observer.map(|inner| Continued { inner, work, seconds });
        let observer = continued.as_ref().map(|c| c as &dyn Observer);
        let control = Control { observer, ..self.options.control };
        let found = run(&SolveOptions { start: None, control, ..*self.options })?;
        self.spent = self.spent.plus(&found.work);
        Ok(found)
    }
}

impl Phase {
    fn found(&self) -> Option<&[f64]> {
        if let Phase::Found(side) = self { Some(side) } else { None }
    }
}

/// The problem of one side alone, with zero for the other.
fn question(problem: &Problem, side: Side) -> Result<Problem, Error> {
    let zero = |bounds: &[f64]| bounds.iter().map(|b| if b.is_finite() { 0.0 } else { *b }).collect();
    let question = problem.with_data();
    match side {
        Side::Primal => question.objective(vec![0.0; problem.columns()]).offset(0.0),
        Side::Dual => question
            .row_bounds(zero(problem.row_lower()), zero(problem.row_upper()))
            .bounds(zero(problem.lower()), zero(problem.upper())),
    }
    .build()
}
