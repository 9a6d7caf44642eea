//! Runs side by side in one thread: each round tries one step on every lane.

use super::batch::Trial;
use super::control::{Control, Flow};
use super::setup::{Context, Ready, Setup, Workshop, set_up};
use super::vectors::{Vectors, Weights};
use super::watch;
use crate::certificate::Certificate;
use crate::infeasible::Workspace;
use crate::matrix::{CheckRule, Isa, MAX_LANES, Matrix, Sharing};
use crate::residual::Point;
use crate::run::{Check, Decision, Judgement, Movement, Run, Which};
use crate::solution::{Solution, Status};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// A lane's run.
pub(super) struct Slot<'a> {
    pub(super) context: Context<'a>,
    pub(super) run: Run,
    /// Whether x_next holds a step to be tried.
    tried: bool,
    /// |x_next - x|^2 of that step.
    primal_movement: f64,
    /// What the sums have not taken in yet.
    pub(super) weights: Weights,
    /// Whether the step of this round was accepted, and is to be checked.
    accepted: bool,
    check: bool,
}

/// Runs side by side in one thread.
pub(super) struct Group<'a, 'c> {
    pub(super) vectors: Vectors<'a>,
    pub(super) slots: Vec<Option<Box<Slot<'a>>>>,
    workshop: Workshop<'c>,
    pub(super) point: Point,
    pub(super) spare: Point,
    /// For making proofs exact; there once it is needed.
    pub(super) workspace: Option<Box<Workspace>>,
    /// Trials that ended, with their positions.
    pub(super) finished: Vec<(usize, Solution)>,
}

impl<'a, 'c> Group<'a, 'c> {
    pub(super) fn new(
        matrix: &'a Matrix,
        isa: Isa,
        lanes: usize,
        sharing: Sharing,
        control: &'c Control<'c>,
    ) -> Group<'a, 'c> {
        let point = Point::zeros(matrix.rows(), matrix.columns());
        Group {
            vectors: Vectors::new(matrix, isa, lanes, sharing),
            slots: (0..lanes).map(|_| None).collect(),
            workshop: Workshop { isa, sharing, control, metric: None },
            spare: point.clone(),
            point,
            workspace: None,
            finished: Vec::new(),
        }
    }

    /// Takes trials from the queue until it is empty and all lanes are done, or until the batch is abandoned.
    pub(super) fn run(&mut self, trials: &[Trial<'a>], next: &AtomicUsize, abandoned: &AtomicBool) {
        while !abandoned.load(Ordering::Relaxed) {
            for lane in 0..self.vectors.lanes {
                if self.slots[lane].is_none() {
                    self.fill(lane, trials, next);
                    // Set-up takes time, which counts for the others too.
                    (0..lane).for_each(|other| self.limits(other));
                }
            }
            if self.slots.iter().all(Option::is_none) {
                return;
            }
            self.round();
        }
    }

    /// Gives an empty lane the next trial that needs iterations.
    fn fill(&mut self, lane: usize, trials: &[Trial<'a>], next: &AtomicUsize) {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(trial) = trials.get(index) else { return };
            match set_up(index, trial, &mut self.workshop, &mut self.point) {
                Setup::Answered(solution) => self.finished.push((index, *solution)),
                Setup::Ready(ready) => return self.start(lane, *ready),
            }
        }
    }

    fn start(&mut self, lane: usize, ready: Ready<'a>) {
        let Ready { context, metric, run } = ready;
        self.vectors.load(lane, &context.judge.lp, &metric);
        self.vectors.place(lane, &self.point);
        let (lanes, scalars) = (self.vectors.lanes, &mut self.vectors.primal_scalars);
        scalars.near.set(lanes, lane, indicator(context.judge.rule.distance.is_some()));
        scalars.distance.set(lanes, lane, context.judge.rule.distance.unwrap_or(0.0));
        self.slots[lane] = Some(Box::new(Slot {
            context,
            run,
            tried: false,
            primal_movement: 0.0,
            weights: Weights::default(),
            accepted: false,
            check: false,
        }));
    }

    /// One step tried on every lane that has one, and the next one made.
    fn round(&mut self) {
        if self.slots.iter().flatten().any(|slot| slot.tried) {
            self.dual_steps();
        }
        self.judge();
        self.primal_steps();
        for lane in 0..self.vectors.lanes {
            self.after_step(lane);
        }
    }

    fn dual_steps(&mut self) {
        let lanes = self.vectors.lanes;
        let scalars = &mut self.vectors.dual_scalars;
        let (mut mixed, mut flush, mut check) = (false, false, false);
        for (lane, slot) in self.slots.iter_mut().enumerate() {
            let Some(slot) = slot else { continue };
            let (run, weights) = (&slot.run, &slot.weights);
            scalars.accept.set(lanes, lane, indicator(weights.pending.is_some()));
            scalars.weight.set(lanes, lane, weights.pending.unwrap_or(0.0));
            scalars.deferred.set(lanes, lane, weights.y);
            scalars.sigma.set(lanes, lane, run.sigma());
            scalars.trial_weight.set(lanes, lane, run.eta);
            scalars.inverse.set(lanes, lane, 1.0 / (weights.total + run.eta));
            mixed |= weights.pending.is_none();
            flush |= weights.pending.is_some() && weights.y > 0.0;
            check |= slot.tried && run.check_due();
        }
        flush |= check;
        self.vectors.dual_pass(mixed, flush, check);
        for slot in self.slots.iter_mut().flatten() {
            let pending = slot.weights.pending.take();
            slot.weights.y = if flush { 0.0 } else { pending.unwrap_or(slot.weights.y) };
        }
    }

    /// Decides about every tried step.
    fn judge(&mut self) {
        let lanes = self.vectors.lanes;
        for lane in 0..lanes {
            let Some(slot) = &mut self.slots[lane] else { continue };
            (slot.accepted, slot.check) = (false, false);
            if slot.tried {
                let due = slot.run.check_due();
                let sums = &self.vectors.dual_sums;
                let movement = Movement {
                    primal2: slot.primal_movement,
                    dual2: sums.movement[lane],
                    interaction: sums.interaction[lane],
                };
                match slot.run.judge(&movement) {
                    Judgement::Accepted => (slot.accepted, slot.check) = (true, due),
                    Judgement::Rejected => {}
                    Judgement::Trouble => {
                        self.trouble(lane);
                        continue;
                    }
                }
            }
            self.set_primal_scalars(lane);
        }
    }

    fn set_primal_scalars(&mut self, lane: usize) {
        let (lanes, scalars) = (self.vectors.lanes, &mut self.vectors.primal_scalars);
        let Some(slot) = &mut self.slots[lane] else { return };
        if slot.accepted {
            slot.weights.pending = Some(slot.run.accepted_eta);
            slot.weights.total += slot.run.accepted_eta;
        }
        scalars.accept.set(lanes, lane, indicator(slot.accepted));
        scalars.weight.set(lanes, lane, slot.weights.pending.unwrap_or(0.0));
        scalars.deferred.set(lanes, lane, slot.weights.x);
        scalars.inverse.set(lanes, lane, 1.0 / slot.weights.total);
        scalars.tau.set(lanes, lane, slot.run.tau());
    }

    fn primal_steps(&mut self) {
        let slots = || self.slots.iter().flatten();
        let near = slots().any(|s| s.context.judge.rule.distance.is_some());
        let rule = if near { CheckRule::NearBound } else { CheckRule::Projection };
        let check = slots().any(|s| s.check).then_some(rule);
        let mixed = slots().any(|s| !s.accepted);
        let flush = check.is_some() || slots().any(|s| s.accepted && s.weights.x > 0.0);
        if mixed {
            let mut withdrawn = [false; MAX_LANES];
            self.slots
                .iter()
                .zip(&mut withdrawn)
                .for_each(|(s, w)| *w = s.as_ref().is_some_and(|s| !s.accepted));
            self.vectors.withdraw(&withdrawn);
        }
        self.vectors.primal_pass(mixed, flush, check);
        for (lane, slot) in self.slots.iter_mut().enumerate() {
            let Some(slot) = slot else { continue };
            slot.tried = true;
            slot.primal_movement = self.vectors.primal_sums.movement[lane];
            slot.weights.x = if flush { 0.0 } else { slot.weights.pending.unwrap_or(slot.weights.x) };
        }
    }

    /// Checks, restarts and limits of one lane, after its step.
    fn after_step(&mut self, lane: usize) {
        let Some(slot) = &self.slots[lane] else { return };
        let (accepted, due) = (slot.accepted, slot.check);
        let check = due.then(|| self.measure(lane));
        let end = check.as_ref().and_then(|check| self.check(lane, check));
        if accepted && self.workshop.control.observer.is_some_and(|o| o.wants_steps()) {
            self.report_step(lane, check.as_ref(), end.as_ref());
        }
        match end {
            None => self.limits(lane),
            Some(End::Restart(which, check)) => self.restart(lane, which, &check),
            Some(End::Point(which, status)) => self.finish_at(lane, which, status),
            Some(End::Solved(solution)) => self.finish_with(lane, *solution),
            Some(End::Status(status)) => self.finish(lane, status),
            Some(End::Proven(certificate)) => self.finish_proven(lane, certificate),
            Some(End::Trouble) => self.trouble(lane),
        }
    }

    /// Residuals of both points of a lane.
    fn measure(&mut self, lane: usize) -> Check {
        let mut check = Check {
            current: self.vectors.errors(lane, Which::Current),
            average: self.vectors.errors(lane, Which::Average),
        };
        if let Some(slot) = &self.slots[lane]
            && slot.context.judge.termination.componentwise()
        {
            let context = &slot.context;
            for (which, errors) in
                [(Which::Current, &mut check.current), (Which::Average, &mut check.average)]
            {
                self.vectors.read(lane, which, &slot.weights, &mut self.point);
                self.point.multiply(context.problem(), self.vectors.isa);
                errors.worst = context.judge.errors(&self.point).worst;
            }
        }
        check
    }

    fn check(&mut self, lane: usize, check: &Check) -> Option<End> {
        let slot = self.slots[lane].as_mut()?;
        if !check.current.finite() || !check.average.finite() {
            return Some(End::Trouble);
        }
        if let Some(which) = slot.run.test(check)
            && let Some(solution) = self.solved(lane, which)
        {
            return Some(End::Solved(Box::new(solution)));
        }
        if self.observe(lane, check) == Flow::Stop {
            return Some(End::Status(Status::Interrupted));
        }
        if let Some(certificate) = self.find_proof(lane) {
            return Some(End::Proven(certificate));
        }
        let slot = self.slots[lane].as_mut()?;
        match slot.run.proceed(check) {
            Decision::Continue => None,
            Decision::IterationLimit => Some(self.give_up(lane, Status::IterationLimit)),
            Decision::Stalled => Some(self.give_up(lane, Status::Stalled)),
            Decision::OuterLimit(which) => Some(End::Point(which, Status::OuterLimit)),
            Decision::Restart(which) => Some(End::Restart(which, *check)),
        }
    }

    /// The end of a run that came to nothing, unless a closer look finds a proof that it could not.
    fn give_up(&mut self, lane: usize, status: Status) -> End {
        match self.find_last_proof(lane) {
            Some(certificate) => End::Proven(certificate),
            None if self.workshop.interrupted() => End::Status(Status::Interrupted),
            None => End::Status(status),
        }
    }

    /// The solution at a point that passed the test on carried products, if it passes it on fresh ones and the verifier
    /// agrees.
    fn solved(&mut self, lane: usize, which: Which) -> Option<Solution> {
        let slot = self.slots[lane].as_ref()?;
        self.vectors.read(lane, which, &slot.weights, &mut self.point);
        let context = &slot.context;
        let solution =
            context.finish(&mut self.point, self.vectors.isa, Status::NumericalTrouble, Some(&slot.run));
        (solution.status != Status::NumericalTrouble).then_some(solution)
    }

    fn restart(&mut self, lane: usize, which: Which, check: &Check) {
        let Some(slot) = &mut self.slots[lane] else { return };
        self.vectors.read(lane, which, &slot.weights, &mut self.point);
        let (primal, dual) = self.vectors.distances(lane, &self.point);
        slot.run.restart(check.of(which), primal, dual);
        self.vectors.place(lane, &self.point);
        (slot.tried, slot.weights) = (false, Weights::default());
        self.limits(lane);
    }

    /// After overflow: back to the last restart point with a smaller step, or the end.
    fn trouble(&mut self, lane: usize) {
        let Some(slot) = &mut self.slots[lane] else { return };
        if slot.run.recover() {
            self.vectors.read_restart(lane, &mut self.point);
            self.point.multiply(slot.context.problem(), self.vectors.isa);
            self.vectors.place(lane, &self.point);
            (slot.tried, slot.accepted, slot.check) = (false, false, false);
            slot.weights = Weights::default();
            self.set_primal_scalars(lane);
        } else {
            self.finish(lane, Status::NumericalTrouble);
        }
    }

    /// What long work on one lane must ask from time to time: whether its time is up. The time of its neighbours does not
    /// count, or they would change its result.
    pub(super) fn stop(&self, lane: usize) -> impl Fn() -> bool + use<'c> {
        let deadline = self.slots[lane].as_ref().and_then(|slot| slot.context.deadline);
        let interrupt = self.workshop.control.interrupt;
        move || {
            interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        }
    }

    /// Limits that are not tied to checks.
    fn limits(&mut self, lane: usize) {
        let Some(slot) = &self.slots[lane] else { return };
        let status = if self.workshop.control.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Status::Interrupted
        } else if slot.run.passes_spent() {
            Status::MatrixPassLimit
        } else if slot.context.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Status::TimeLimit
        } else {
            return;
        };
        self.finish(lane, status);
    }

    fn observe(&self, lane: usize, check: &Check) -> Flow {
        match (self.workshop.control.observer, &self.slots[lane]) {
            (Some(observer), Some(slot)) => {
                observer.progress(&watch::progress(&slot.context, &slot.run, check))
            }
            _ => Flow::Continue,
        }
    }

    fn report_step(&mut self, lane: usize, check: Option<&Check>, end: Option<&End>) {
        let (Some(observer), Some(slot)) = (self.workshop.control.observer, &self.slots[lane]) else {
            return;
        };
        self.vectors.read(lane, Which::Current, &slot.weights, &mut self.point);
        let mut step = watch::step(&slot.context, &slot.run, check, &self.point);
        match end {
            Some(End::Restart(which, _)) => step.restart = Some(*which),
            Some(End::Solved(_)) => step.terminates = true,
            _ => {}
        }
        observer.step(&step);
    }
}

/// What a check leads to.
enum End {
    Restart(Which, Check),
    Point(Which, Status),
    Solved(Box<Solution>),
    Status(Status),
    Proven(Certificate),
    Trouble,
}

fn indicator(condition: bool) -> f64 {
    if condition { 1.0 } else { 0.0 }
}
