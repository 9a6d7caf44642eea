//! From a trial to a run that can start, or to an answer that needs none.

use super::batch::Trial;
use super::control::Control;
use crate::certificate::Certificate;
use crate::judge::Judge;
use crate::matrix::{Isa, Sharing};
use crate::metric::Metric;
use crate::params::Parameters;
use crate::problem::Problem;
use crate::residual::{Errors, Point, errors};
use crate::run::{Run, initial_weight};
use crate::solution::{Notice, Solution, Status, notices};
use crate::standard::right_hand_side;
use crate::trivial;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A start point is dropped if its KKT error is this many times that of the point at zero.
const HOPELESS: f64 = 1e3;

/// What a trial needs besides its vectors and its state machine.
pub(super) struct Context<'a> {
    pub trial: usize,
    pub judge: Judge<'a>,
    pub began: Instant,
    pub deadline: Option<Instant>,
    notices: Vec<Notice>,
}

/// A run ready to start: its point is in the scratch, its metric here.
pub(super) struct Ready<'a> {
    pub context: Context<'a>,
    pub metric: Rc<Metric>,
    pub run: Run,
}

pub(super) enum Setup<'a> {
    Answered(Box<Solution>),
    Ready(Box<Ready<'a>>),
}

impl<'a> Context<'a> {
    fn new(trial: usize, problem: &'a Problem, parameters: &Parameters) -> Context<'a> {
        let began = Instant::now();
        let limit = Duration::try_from_secs_f64(parameters.time_limit).ok();
        Context {
            trial,
            judge: Judge::new(problem, parameters),
            began,
            deadline: limit.and_then(|limit| began.checked_add(limit)),
            notices: notices(parameters),
        }
    }

    pub(super) fn problem(&self) -> &'a Problem {
        self.judge.lp.problem
    }

    /// Turns a point into the solution of this trial. Its products are computed afresh.
    pub(super) fn finish(
        &self,
        point: &mut Point,
        isa: Isa,
        otherwise: Status,
        run: Option<&Run>,
    ) -> Solution {
        point.multiply(self.problem(), isa);
        self.complete(self.judge.conclude(point, otherwise), run)
    }

    /// The solution at a point where a certificate was found; `None` if the verifier does not accept it.
    pub(super) fn finish_proven(
        &self,
        point: &mut Point,
        isa: Isa,
        certificate: Certificate,
        run: Option<&Run>,
    ) -> Option<Solution> {
        point.multiply(self.problem(), isa);
        Some(self.complete(self.judge.proven(point, certificate)?, run))
    }

    /// Adds what the run did, and what there is to say.
    fn complete(&self, mut solution: Solution, run: Option<&Run>) -> Solution {
        if let Some(run) = run {
            (solution.work, solution.ladder) = (run.work, run.ladder);
        }
        let mut notices = self.notices.clone();
        notices.append(&mut solution.notices);
        solution.notices = notices;
        if solution.status == Status::Stalled {
            solution.notices.push(Notice::StallAdvice);
        }
        solution.seconds = self.began.elapsed().as_secs_f64();
        solution
    }
}

/// What trials are set up with.
pub(super) struct Workshop<'c> {
    pub isa: Isa,
    pub sharing: Sharing,
    pub control: &'c Control<'c>,
    /// The metric, once it is known, if all trials share it.
    pub metric: Option<Rc<Metric>>,
}

impl Workshop<'_> {
    pub(super) fn interrupted(&self) -> bool {
        self.control.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The metric of a trial; `None` if there is no time left for it.
    fn metric(&mut self, context: &Context<'_>, parameters: &Parameters) -> Option<Rc<Metric>> {
        let late = || context.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let metric = match &self.metric {
            Some(metric) => metric.clone(),
            None => {
                let mut stop = || self.interrupted() || late();
                let lp = &context.judge.lp;
                Rc::new(Metric::compute(lp.problem.matrix(), &lp.c, parameters, &mut stop)?)
            }
        };
        if self.sharing.metric {
            self.metric = Some(metric.clone());
        }
        (!late()).then_some(metric)
    }
}

/// Prepares a trial; the start point is left in `point`.
pub(super) fn set_up<'a>(
    index: usize,
    trial: &Trial<'a>,
    workshop: &mut Workshop<'_>,
    point: &mut Point,
) -> Setup<'a> {
    let (problem, parameters, isa) = (trial.problem, trial.parameters, workshop.isa);
    let mut context = Context::new(index, problem, parameters);
    point.x.flat_mut().fill(0.0);
    point.y.flat_mut().fill(0.0);
    point.project(problem);
    let answered = |solution| Setup::Answered(Box::new(solution));
    if workshop.interrupted() {
        return answered(context.finish(point, isa, Status::Interrupted, None));
    }
    if let Some(solution) = answer_at_once(&context, point, isa) {
        return answered(solution);
    }
    point.multiply(problem, isa);
    if let Some(start) = trial.start {
        warm_start(start, &mut context, isa, point);
    }
    let Some(metric) = workshop.metric(&context, parameters) else {
        let status = if workshop.interrupted() { Status::Interrupted } else { Status::TimeLimit };
        return answered(context.finish(point, isa, status, None));
    };
    let start = context.judge.errors(point);
    let run = start_run(&context, parameters, &metric, point, &start);
    let limit = match parameters.iteration_limit {
        0 => Some(Status::IterationLimit),
        _ => run.passes_spent().then_some(Status::MatrixPassLimit),
    };
    if limit.is_some() || context.judge.termination.met(&start) {
        // A point that is not confirmed as a solution is one to start from.
        let otherwise = limit.unwrap_or(Status::NumericalTrouble);
        let solution = context.finish(point, isa, otherwise, Some(&run));
        if limit.is_some() || solution.status != otherwise {
            return answered(solution);
        }
    }
    Setup::Ready(Box::new(Ready { context, metric, run }))
}

/// Problems whose answer needs no iterations.
fn answer_at_once(context: &Context<'_>, point: &mut Point, isa: Isa) -> Option<Solution> {
    let problem = context.problem();
    if let Some(certificate) = trivial::infeasible(problem)
        && let Some(solution) = context.finish_proven(point, isa, certificate, None)
    {
        return Some(solution);
    }
    let x = trivial::without_entries(&context.judge.lp).or_else(|| trivial::all_fixed(problem))?;
    point.x.flat_mut()[..x.len()].copy_from_slice(&x);
    // With all duals zero the point is optimal if it is feasible, and it is the only one that could be.
    let solution = context.finish(point, isa, Status::NumericalTrouble, None);
    if solution.status != Status::NumericalTrouble {
        return Some(solution);
    }
    let certificate = trivial::violated(problem, &solution.x);
    let proven = certificate.and_then(|certificate| context.finish_proven(point, isa, certificate, None));
    Some(proven.unwrap_or(solution))
}

/// Takes a start point, moved to where it is admissible, unless it is hopeless.
fn warm_start(start: &super::batch::Start, context: &mut Context<'_>, isa: Isa, point: &mut Point) {
    let problem = context.problem();
    let cold = point.clone();
    let kkt = |context: &Context<'_>, point: &Point| {
        errors(&context.judge.lp, point, context.judge.rule, None).kkt(1.0)
    };
    let cold_error = kkt(context, point);
    point.x.flat_mut()[..start.x.len()].copy_from_slice(&start.x);
    let sign = problem.sense().sign();
    point.y.flat_mut().iter_mut().zip(&start.y).for_each(|(y, s)| *y = sign * s);
    point.project(problem);
    point.multiply(problem, isa);
    if !(kkt(context, point) <= HOPELESS * cold_error.max(f64::MIN_POSITIVE)) {
        *point = cold;
        context.notices.push(Notice::WarmStartDropped);
    }
}

/// A run from a point whose residuals on the original data are `start`.
fn start_run(
    context: &Context<'_>,
    parameters: &Parameters,
    metric: &Metric,
    point: &Point,
    start: &Errors,
) -> Run {
    let lp = &context.judge.lp;
    // |c~|^2 = sum T_j c_j^2    |q~|^2 = sum S_i q_i^2
    let c2: f64 = lp.c.iter().zip(&metric.columns).map(|(c, t)| t * c * c).sum();
    let q = |i: usize| right_hand_side(lp.problem, i);
    let q2: f64 = metric.rows.iter().enumerate().map(|(i, s)| s * q(i) * q(i)).sum();
    let eta = parameters.initial_step.unwrap_or(metric.step) * parameters.initial_step_scale;
    let omega = parameters.initial_weight.unwrap_or_else(|| initial_weight(c2.sqrt(), q2.sqrt()));
    let omega = omega * parameters.initial_weight_scale;
    let start = Errors { worst: start.worst, ..errors(lp, point, context.judge.rule, Some(metric)) };
    Run::new(parameters, context.judge.termination, (eta, metric.step), omega, &start)
}
