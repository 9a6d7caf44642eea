//! Solving what presolving leaves of a problem. What is claimed is claimed of the original problem, and judged there.

use super::{SolveOptions, later, point_of, what_is_left};
use crate::certificate::Certificate;
use crate::engine::{
    Control, Flow, Limits, Observer, Progress, Shelf, Start, Step, Trial, run_one, validate_trial,
};
use crate::error::Error;
use crate::judge::Judge;
use crate::params::Parameters;
use crate::presolve::{Options, Presolved, presolve};
use crate::problem::Problem;
use crate::residual::Point;
use crate::run::{LADDER, Learned, Work};
use crate::solution::{Notice, Solution, Status, notices};
use std::time::Duration;

/// Runs of the smaller problem, each to a smaller tolerance than the one before, until the original one is solved.
const ROUNDS: usize = 4;

/// By how much the tolerance of the next run is smaller, at least and at most.
const TIGHTER: (f64, f64) = (0.5, 1e-3);

/// A solve through presolving, with what was spent so far.
struct Solve<'a> {
    problem: &'a Problem,
    parameters: &'a Parameters,
    options: &'a SolveOptions<'a>,
    shelf: Option<&'a Shelf>,
    limits: Limits<'a>,
    judge: Judge<'a>,
    spent: Work,
    ladder: [Option<u64>; LADDER.len()],
    learned: Option<Learned>,
    warm_start_dropped: bool,
}

/// Presolves a problem, solves what is left, and answers for the original; on the original itself where that fails.
pub(super) fn solve(
    problem: &Problem,
    parameters: &Parameters,
    options: &SolveOptions<'_>,
    shelf: Option<&Shelf>,
) -> Result<Solution, Error> {
    let SolveOptions { start, control, .. } = *options;
    validate_trial(&Trial { problem, parameters, start })?;
    let limits = Limits::new(control.interrupt, parameters.time_limit, Duration::ZERO);
    let presolved = presolve(problem, &Options::default(), &|| limits.reached());
    control.observer.iter().for_each(|observer| observer.presolved(presolved.summary()));
    let mut solve = Solve {
        problem,
        parameters,
        options,
        shelf,
        limits,
        judge: Judge::new(problem, parameters),
        spent: Work::default(),
        ladder: [None; LADDER.len()],
        learned: None,
        warm_start_dropped: false,
    };
    let mut solution = solve.answer(&presolved, start)?;
    let seconds = limits.elapsed().as_secs_f64();
    (solution.work, solution.learned, solution.ladder) = (solve.spent, solve.learned, solve.ladder);
    (solution.seconds, solution.lane_seconds) = (seconds, seconds);
    solution.presolve = Some(*presolved.summary());
    Ok(solution)
}

impl Solve<'_> {
    fn answer(&mut self, presolved: &Presolved<'_>, start: Option<&Start>) -> Result<Solution, Error> {
        if !presolved.summary().changed() {
            return self.run(None, 1.0, start);
        }
        let pushed = start.map(|start| presolved.push(&start.x, &start.y)).transpose()?;
        let mut start =
            pushed.map(|(x, y)| Start { learned: start.and_then(|s| s.learned), ..Start::new(x, y) });
        let mut tolerance = 1.0;
        let mut last = None;
        for _ in 0..ROUNDS {
            let found = self.run(Some(presolved), tolerance, start.as_ref())?;
            let (x, y) = presolved.restore(&found.x, &found.y)?;
            let point = point_of(self.problem, &x, &y);
            last = Some(Start::further(x, y));
            if let Some(certificate) = &found.certificate {
                match self.proven(presolved, &point, certificate)? {
                    Some(solution) => return Ok(self.with_notices(solution)),
                    None => break,
                }
            }
            // What the smaller problem met, the original may miss: its sums have more terms.
            let met = found.status == Status::Optimal;
            let solution =
                self.judge.conclude(&point, if met { Status::NumericalTrouble } else { found.status });
            match solution.status {
                Status::NumericalTrouble if met => {}
                Status::NumericalTrouble => break,
                _ => return Ok(self.with_notices(solution)),
            }
            tolerance *= self.tighter(&solution);
            start = Some(Start { learned: found.learned, ..Start::further(found.x, found.y) });
        }
        self.run(None, 1.0, last.as_ref())
    }

    /// The factor that should make the original problem solved.
    fn tighter(&self, solution: &Solution) -> f64 {
        let wanted = self.parameters.relative_tolerance.max(self.parameters.absolute_tolerance);
        let factor = 0.5 * wanted / solution.quality.error;
        factor.min(TIGHTER.0).max(TIGHTER.1)
    }

    /// Runs on the smaller problem or on the original one, with what is left of the limits.
    fn run(
        &mut self,
        presolved: Option<&Presolved<'_>>,
        tolerance: f64,
        start: Option<&Start>,
    ) -> Result<Solution, Error> {
        let seconds = self.limits.elapsed().as_secs_f64();
        let mut parameters = what_is_left(self.parameters, &self.spent, seconds);
        if tolerance < 1.0 {
            parameters.relative_tolerance *= tolerance;
            parameters.absolute_tolerance *= tolerance;
        }
        let control = self.options.control;
        let watched = control.observer.map(|inner| Watched { inner, presolved, work: self.spent, seconds });
        let observer = watched.as_ref().map(|w| w as &dyn Observer);
        let problem = presolved.map_or(self.problem, Presolved::problem);
        let (threads, control) = (self.options.threads, Control { observer, ..control });
        let trial = Trial { problem, parameters: &parameters, start };
        let found = run_one(trial, threads, &control, self.shelf)?;
        self.learned = found.learned.or(self.learned);
        for (known, rung) in self.ladder.iter_mut().zip(found.ladder) {
            *known = known.or(rung.map(|k| self.spent.iterations + k));
        }
        self.spent = self.spent.plus(&found.work);
        self.warm_start_dropped |= found.notices.contains(&Notice::WarmStartDropped);
        Ok(found)
    }

    /// What a proof about the smaller problem proves about the original.
    fn proven(
        &self,
        presolved: &Presolved<'_>,
        point: &Point,
        certificate: &Certificate,
    ) -> Result<Option<Solution>, Error> {
        let certificate = match certificate {
            Certificate::DualRay(y) => Certificate::DualRay(presolved.restore_dual_ray(y)?),
            Certificate::PrimalRay(x) => Certificate::PrimalRay(presolved.restore_primal_ray(x)?),
            // Bounds that cross stop presolving.
            Certificate::CrossedRow(_) | Certificate::CrossedColumn(_) => return Ok(None),
        };
        Ok(self.judge.proven(point, certificate))
    }

    /// With what there is to say about parameters, start and end, as every run has it.
    fn with_notices(&self, mut solution: Solution) -> Solution {
        let mut all = notices(self.parameters);
        all.extend(self.warm_start_dropped.then_some(Notice::WarmStartDropped));
        all.append(&mut solution.notices);
        all.extend((solution.status == Status::Stalled).then_some(Notice::StallAdvice));
        Solution { notices: all, ..solution }
    }
}

/// Shows a run as what follows those before it, and its steps as points of the original problem.
struct Watched<'a> {
    inner: &'a dyn Observer,
    presolved: Option<&'a Presolved<'a>>,
    work: Work,
    seconds: f64,
}

impl Observer for Watched<'_> {
    fn progress(&self, p: &Progress) -> Flow {
        self.inner.progress(&later(p, &self.work, self.seconds))
    }

    fn wants_steps(&self) -> bool {
        self.inner.wants_steps()
    }

    fn step(&self, step: &Step<'_>) {
        let (iteration, outer) = (self.work.iterations + step.iteration, self.work.restarts + step.outer);
        let step = Step { iteration, outer, ..*step };
        let Some(presolved) = self.presolved else { return self.inner.step(&step) };
        if let Ok((x, y)) = presolved.restore_for_minimisation(step.x, step.y) {
            self.inner.step(&Step { x: &x, y: &y, ..step });
        }
    }
}
