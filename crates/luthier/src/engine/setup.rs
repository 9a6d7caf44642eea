//! From a trial to a run that can start, or to an answer that needs none.

use super::batch::Trial;
use super::control::Control;
use super::limits::Limits;
use super::metrics::{Metrics, Recipe};
use super::shelf::Shelf;
use super::warm::Warm;
use crate::certificate::Certificate;
use crate::judge::Judge;
use crate::matrix::Team;
use crate::metric::Metric;
use crate::norm::{NormEstimate, PowerRule};
use crate::params::{Method, Parameters};
use crate::problem::Problem;
use crate::residual::{Errors, Point, errors};
use crate::run::{Beginning, FirstStep, Run, Side, initial_weight};
use crate::solution::{Notice, Solution, Status, notices};
use crate::standard::right_hand_side;
use crate::trivial;
use std::sync::Arc;
use std::time::Duration;

/// What a trial needs besides its vectors and its state machine.
pub(super) struct Context<'a> {
    pub trial: usize,
    pub parameters: &'a Parameters,
    pub judge: Judge<'a>,
    pub limits: Limits<'a>,
    pub notices: Vec<Notice>,
}

/// A run ready to start: its point is in the scratch, its metric here.
pub(super) struct Ready<'a> {
    pub context: Context<'a>,
    pub metric: Arc<Metric>,
    pub run: Run,
}

pub(super) enum Setup<'a> {
    Answered(Box<Solution>),
    Ready(Box<Ready<'a>>),
}

impl<'a> Context<'a> {
    /// The context of a run that took `before` when it was laid aside.
    pub(super) fn new(
        index: usize,
        trial: &Trial<'a>,
        workshop: &Workshop<'a>,
        before: Duration,
    ) -> Context<'a> {
        let limits = Limits::new(workshop.control.interrupt, trial.parameters.time_limit, before);
        Context {
            trial: index,
            parameters: trial.parameters,
            judge: Judge::new(trial.problem, trial.parameters).of_side(workshop.side),
            limits,
            notices: notices(trial.parameters),
        }
    }

    pub(super) fn problem(&self) -> &'a Problem {
        self.judge.lp.problem
    }

    /// Turns a point into the solution of this trial. Its products are computed afresh.
    pub(super) fn finish(
        &self,
        point: &mut Point,
        team: &Team,
        otherwise: Status,
        run: Option<&Run>,
    ) -> Solution {
        self.judge.trim(point);
        point.multiply(self.problem(), team);
        self.complete(self.judge.conclude(point, otherwise), run)
    }

    /// The solution at a point where a certificate was found; `None` if the verifier does not accept it.
    pub(super) fn finish_proven(
        &self,
        point: &mut Point,
        team: &Team,
        certificate: Certificate,
        run: Option<&Run>,
    ) -> Option<Solution> {
        point.multiply(self.problem(), team);
        Some(self.complete(self.judge.proven(point, certificate)?, run))
    }

    /// Adds what the run did, and what there is to say.
    fn complete(&self, mut solution: Solution, run: Option<&Run>) -> Solution {
        if let Some(run) = run {
            (solution.work, solution.learned, solution.ladder) = (run.work, run.learned(), run.ladder);
        }
        let mut notices = self.notices.clone();
        notices.append(&mut solution.notices);
        solution.notices = notices;
        if solution.status == Status::Stalled {
            solution.notices.push(Notice::StallAdvice);
        }
        solution.seconds = self.limits.elapsed().as_secs_f64();
        solution
    }
}

/// What trials are set up with.
pub(super) struct Workshop<'a> {
    pub team: &'a Team,
    pub control: Control<'a>,
    /// The only side that runs have to get right, if it is one.
    side: Option<Side>,
    metrics: Metrics<'a>,
    /// Where set-ups are that outlive their runs.
    shelf: Option<&'a Shelf>,
}

impl<'a> Workshop<'a> {
    pub(super) fn new(
        team: &'a Team,
        control: &Control<'a>,
        side: Option<Side>,
        shelf: Option<&'a Shelf>,
    ) -> Workshop<'a> {
        Workshop { team, control: *control, side, metrics: Metrics::default(), shelf }
    }

    /// The metric of a trial; `None` if its limits leave no time for it.
    pub(super) fn metric(&mut self, context: &Context<'a>) -> Option<Arc<Metric>> {
        let (lp, parameters, limits) = (&context.judge.lp, context.parameters, &context.limits);
        let recipe = Recipe::new(lp.problem, parameters);
        let metric = match self.metrics.get(&recipe) {
            Some(metric) => metric,
            None => {
                let stop = || limits.reached();
                let (matrix, c, team) = (lp.problem.matrix(), &lp.c, self.team);
                let compute = || Metric::compute(matrix, c, parameters, team, &mut &stop).map(Arc::new);
                let metric = match self.shelf {
                    Some(shelf) => shelf.metric(lp, parameters, compute),
                    None => compute(),
                }?;
                self.metrics.keep(recipe, &metric);
                metric
            }
        };
        (!limits.late()).then_some(metric)
    }

    /// The metric of a trial, and what its run begins with if nothing was learned; `None` if its limits leave no time for that.
    pub(super) fn beginning(&mut self, context: &Context<'a>) -> Option<(Arc<Metric>, Beginning)> {
        let metric = self.metric(context)?;
        let step = self.first_step(context, &metric)?;
        let (parameters, (objective_norm, right_hand_side_norm)) =
            (context.parameters, norms(context, &metric));
        let auto = || initial_weight(parameters.initial_weight_rule, objective_norm, right_hand_side_norm);
        let omega = parameters.initial_weight.unwrap_or_else(auto) * parameters.initial_weight_scale;
        let beginning = Beginning { step, omega, before: 0, objective_norm, right_hand_side_norm };
        Some((metric, beginning))
    }

    /// The step size that a run begins with; `None` if its limits leave no time to find it.
    fn first_step(&mut self, context: &Context<'a>, metric: &Metric) -> Option<FirstStep> {
        let parameters = context.parameters;
        let (auto, safe, norm_steps) = match parameters.method {
            Method::Pdlp | Method::Pdhg => (metric.step, metric.step, 0),
            Method::Halpern => {
                let norm = self.norm(context, metric)?;
                (parameters.step_scale / norm.value, 1.0 / norm.bound, norm.steps)
            }
        };
        let eta = parameters.initial_step.unwrap_or(auto) * parameters.initial_step_scale;
        Some(FirstStep { eta, safe, norm_steps })
    }

    /// The norm of the matrix under the metric of a trial. A run that is told its step size needs no estimate.
    fn norm(&mut self, context: &Context<'a>, metric: &Metric) -> Option<NormEstimate> {
        let (problem, parameters, limits) = (context.problem(), context.parameters, &context.limits);
        if parameters.initial_step.is_some() {
            return Some(NormEstimate::bound_only(problem.matrix(), metric, self.team));
        }
        let (recipe, rule) = (Recipe::new(problem, parameters), PowerRule::new(parameters));
        if let Some(norm) = self.metrics.norm(&recipe, &rule) {
            return Some(norm);
        }
        let (stop, team) = (|| limits.reached(), self.team);
        let compute = || NormEstimate::compute(problem.matrix(), metric, rule, team, &mut &stop);
        let norm = match self.shelf {
            Some(shelf) => shelf.norm(metric, rule, compute),
            None => compute(),
        }?;
        self.metrics.keep_norm(recipe, rule, norm);
        (!limits.late()).then_some(norm)
    }
}

/// Prepares a trial; the start point is left in `point`.
pub(super) fn set_up<'a>(
    index: usize,
    trial: &Trial<'a>,
    workshop: &mut Workshop<'a>,
    point: &mut Point,
) -> Setup<'a> {
    let (problem, parameters, team) = (trial.problem, trial.parameters, workshop.team);
    let mut context = Context::new(index, trial, workshop, Duration::ZERO);
    point.reset(problem);
    let answered = |solution| Setup::Answered(Box::new(solution));
    if context.limits.interrupted() {
        return answered(context.finish(point, team, Status::Interrupted, None));
    }
    if let Some(solution) = answer_at_once(&context, point, team) {
        return answered(solution);
    }
    point.multiply(problem, team);
    let warm = trial.start.and_then(|start| Warm::place(start, &mut context, team, point));
    let Some((metric, cold)) = workshop.beginning(&context) else {
        return answered(context.finish(point, team, context.limits.status(), None));
    };
    let start = context.judge.errors(point);
    let beginning = warm.as_ref().map_or(cold, |warm| warm.beginning(parameters, cold));
    let mut run = start_run(&context, &metric, beginning, point, &start);
    if let Some(warm) = warm.filter(|warm| !warm.sure) {
        run.put_on_probation(warm.cold(&context, &metric, cold.omega));
    }
    let limit = match parameters.iteration_limit {
        0 => Some(Status::IterationLimit),
        _ => run.passes_spent().then_some(Status::MatrixPassLimit),
    };
    if limit.is_some() || context.judge.termination.met(&start) {
        // A point that is not confirmed as a solution is one to start from.
        let otherwise = limit.unwrap_or(Status::NumericalTrouble);
        let solution = context.finish(point, team, otherwise, Some(&run));
        if limit.is_some() || solution.status != otherwise {
            return answered(solution);
        }
    }
    Setup::Ready(Box::new(Ready { context, metric, run }))
}

/// Problems whose answer needs no iterations.
fn answer_at_once(context: &Context<'_>, point: &mut Point, team: &Team) -> Option<Solution> {
    let problem = context.problem();
    if let Some(certificate) = trivial::infeasible(problem)
        && let Some(solution) = context.finish_proven(point, team, certificate, None)
    {
        return Some(solution);
    }
    let x = trivial::without_entries(&context.judge.lp).or_else(|| trivial::all_fixed(problem))?;
    point.x.flat_mut()[..x.len()].copy_from_slice(&x);
    // With all duals zero the point is optimal if it is feasible, and it is the only one that could be.
    let solution = context.finish(point, team, Status::NumericalTrouble, None);
    if solution.status != Status::NumericalTrouble {
        return Some(solution);
    }
    let certificate = trivial::violated(problem, &solution.x);
    let proven = certificate.and_then(|certificate| context.finish_proven(point, team, certificate, None));
    Some(proven.unwrap_or(solution))
}

/// A run from a point whose residuals on the original data are `start`, with what is known about how to step.
fn start_run(
    context: &Context<'_>,
    metric: &Metric,
    beginning: Beginning,
    point: &Point,
    start: &Errors,
) -> Run {
    let start = scaled(context, metric, point, start);
    Run::new(context.parameters, context.judge.termination, beginning, &start)
}

/// The residuals of a point in the scaled space too.
pub(super) fn scaled(context: &Context<'_>, metric: &Metric, point: &Point, plain: &Errors) -> Errors {
    let scaled = errors(&context.judge.lp, point, context.judge.rule, Some((&metric.rows, &metric.columns)));
    Errors { worst: plain.worst, ..scaled }
}

/// |c| and |q| in the scaled space.
fn norms(context: &Context<'_>, metric: &Metric) -> (f64, f64) {
    let lp = &context.judge.lp;
    // |c~|^2 = sum T_j c_j^2    |q~|^2 = sum S_i q_i^2
    let c2: f64 = lp.c.iter().zip(&metric.columns).map(|(c, t)| t * c * c).sum();
    let q = |i: usize| right_hand_side(lp.problem, i);
    let q2: f64 = metric.rows.iter().enumerate().map(|(i, s)| s * q(i) * q(i)).sum();
    (c2.sqrt(), q2.sqrt())
}
