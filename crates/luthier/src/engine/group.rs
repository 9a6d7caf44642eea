//! Runs side by side in one thread: each round tries one step on every lane.

use super::control::Control;
use super::job::{Outcome, Pause};
use super::meter::Meter;
use super::queue::Queue;
use super::setup::{Context, Ready, Setup, Workshop, set_up};
use super::vectors::{Vectors, Weights};
use crate::infeasible::Workspace;
use crate::matrix::{CheckRule, Isa, MAX_LANES, Matrix, Sharing};
use crate::residual::Point;
use crate::run::{Judgement, Movement, Run};

/// A lane's run.
pub(super) struct Slot<'a> {
    pub(super) context: Context<'a>,
    pub(super) run: Run,
    pub(super) pause: Pause,
    /// What it took of the thread.
    pub(super) seconds: f64,
    /// Whether x_next holds a step to be tried.
    pub(super) tried: bool,
    /// |x_next - x|^2 of that step.
    pub(super) primal_movement: f64,
    /// What the sums have not taken in yet.
    pub(super) weights: Weights,
    /// Whether the step of this round was accepted, and is to be checked.
    pub(super) accepted: bool,
    pub(super) check: bool,
}

impl<'a> Slot<'a> {
    /// A run that has tried no step yet.
    pub(super) fn new(context: Context<'a>, run: Run, pause: Pause) -> Slot<'a> {
        Slot {
            context,
            run,
            pause,
            seconds: 0.0,
            tried: false,
            primal_movement: 0.0,
            weights: Weights::default(),
            accepted: false,
            check: false,
        }
    }
}

/// Runs side by side in one thread.
pub(super) struct Group<'a> {
    pub(super) vectors: Vectors<'a>,
    pub(super) slots: Vec<Option<Box<Slot<'a>>>>,
    pub(super) workshop: Workshop<'a>,
    pub(super) meter: Meter,
    pub(super) point: Point,
    pub(super) spare: Point,
    /// For making proofs exact; there once it is needed.
    pub(super) workspace: Option<Box<Workspace>>,
    /// What became of jobs, with their positions, until it is delivered.
    pub(super) outcomes: Vec<(usize, Outcome)>,
}

impl<'a> Group<'a> {
    pub(super) fn new(
        matrix: &'a Matrix,
        isa: Isa,
        lanes: usize,
        sharing: Sharing,
        control: &Control<'a>,
    ) -> Group<'a> {
        let point = Point::zeros(matrix.rows(), matrix.columns());
        Group {
            vectors: Vectors::new(matrix, isa, lanes, sharing),
            slots: (0..lanes).map(|_| None).collect(),
            workshop: Workshop::new(isa, control),
            meter: Meter::start(),
            spare: point.clone(),
            point,
            workspace: None,
            outcomes: Vec::new(),
        }
    }

    /// Takes jobs from the queue until it is empty and all lanes are done, or until it is abandoned.
    pub(super) fn run<'q: 'a>(&mut self, queue: &Queue<'q>, done: &mut dyn FnMut(usize, Outcome)) {
        while !queue.abandoned() {
            for lane in 0..self.vectors.lanes {
                while self.slots[lane].is_none() && self.fill(lane, queue) {
                    // Set-up takes time, which counts for the others too.
                    (0..=lane).for_each(|lane| self.limits(lane));
                    self.deliver(done);
                }
            }
            if self.slots.iter().all(Option::is_none) {
                return;
            }
            self.round();
            self.deliver(done);
        }
    }

    /// Takes the next job, which may need iterations and then gets the lane; whether there was one.
    fn fill<'q: 'a>(&mut self, lane: usize, queue: &Queue<'q>) -> bool {
        let Some((index, job)) = queue.next() else { return false };
        match job.from {
            Some(checkpoint) => self.take_up(lane, index, &job.trial, job.pause, *checkpoint),
            None => match set_up(index, &job.trial, &mut self.workshop, &mut self.point) {
                Setup::Answered(mut solution) => {
                    solution.lane_seconds = self.meter.lap();
                    self.outcomes.push((index, Outcome::Finished(solution)));
                }
                Setup::Ready(ready) => self.start(lane, *ready, job.pause),
            },
        }
        self.charge(lane);
        true
    }

    fn start(&mut self, lane: usize, ready: Ready<'a>, pause: Pause) {
        let Ready { context, metric, run } = ready;
        self.vectors.load(lane, &context.judge.lp);
        self.vectors.load_metric(lane, &metric);
        self.vectors.place(lane, &self.point);
        self.occupy(lane, Slot::new(context, run, pause));
    }

    /// Gives a lane its run; its vectors are there.
    pub(super) fn occupy(&mut self, lane: usize, slot: Slot<'a>) {
        let (lanes, scalars) = (self.vectors.lanes, &mut self.vectors.primal_scalars);
        let distance = slot.context.judge.rule.distance;
        scalars.near.set(lanes, lane, indicator(distance.is_some()));
        scalars.distance.set(lanes, lane, distance.unwrap_or(0.0));
        self.slots[lane] = Some(Box::new(slot));
    }

    /// Hands out what became of jobs. The time that the receiver takes is nobody's.
    fn deliver(&mut self, done: &mut dyn FnMut(usize, Outcome)) {
        if !self.outcomes.is_empty() {
            self.outcomes.drain(..).for_each(|(index, outcome)| done(index, outcome));
            self.meter.lap();
        }
    }

    /// The time since the last stretch was this lane's alone.
    pub(super) fn charge(&mut self, lane: usize) {
        if let Some(slot) = &mut self.slots[lane] {
            slot.seconds += self.meter.lap();
        }
    }

    /// The time since the last stretch was that of all lanes alike.
    fn charge_all(&mut self) {
        let share = self.meter.lap() / self.slots.iter().flatten().count() as f64;
        self.slots.iter_mut().flatten().for_each(|slot| slot.seconds += share);
    }

    /// One step tried on every lane that has one, and the next one made.
    fn round(&mut self) {
        if self.slots.iter().flatten().any(|slot| slot.tried) {
            self.dual_steps();
        }
        self.judge();
        self.primal_steps();
        self.charge_all();
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

    pub(super) fn set_primal_scalars(&mut self, lane: usize) {
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
}

fn indicator(condition: bool) -> f64 {
    if condition { 1.0 } else { 0.0 }
}
