//! Runs side by side in one thread: each round tries one step on every lane.

use super::averages::Weights;
use super::frame::Frame;
use super::job::{Outcome, Pause};
use super::meter::Meter;
use super::queue::Queue;
use super::scheme::Scheme;
use super::setup::{Context, Ready, Setup, Workshop, set_up};
use crate::infeasible::Workspace;
use crate::matrix::{Matrix, Sharing};
use crate::residual::Point;
use crate::run::Run;

/// A lane's run.
pub(super) struct Slot<'a> {
    pub(super) context: Context<'a>,
    pub(super) run: Run,
    pub(super) pause: Pause,
    /// What it took of the thread.
    pub(super) seconds: f64,
    /// Whether the primal part of a step is there, to be tried.
    pub(super) tried: bool,
    /// |dx|^2 of that step.
    pub(super) primal_movement: f64,
    /// What the sums behind averages have not taken in yet.
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
pub(super) struct Group<'a, V> {
    pub(super) frame: Frame<'a>,
    pub(super) vectors: V,
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

impl<'a, V: Scheme> Group<'a, V> {
    pub(super) fn new(
        matrix: &'a Matrix,
        workshop: Workshop<'a>,
        lanes: usize,
        sharing: Sharing,
    ) -> Group<'a, V> {
        let point = Point::zeros(matrix.rows(), matrix.columns());
        let frame = Frame::new(matrix, workshop.team, lanes, sharing);
        Group {
            vectors: V::new(&frame),
            frame,
            slots: (0..lanes).map(|_| None).collect(),
            workshop,
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
            for lane in 0..self.frame.lanes() {
                while self.slots[lane].is_none() && self.fill(lane, queue) {
                    // Set-up takes time, which counts for the others too.
                    (0..=lane).for_each(|lane| self.limits(lane));
                    self.deliver(done);
                }
            }
            if self.slots.iter().all(Option::is_none) {
                return;
            }
            V::round(self);
            self.deliver(done);
        }
    }

    /// Takes the next job, which may need iterations and then gets the lane; whether there was one.
    fn fill<'q: 'a>(&mut self, lane: usize, queue: &Queue<'q>) -> bool {
        let Some((index, job)) = queue.next(V::KIND) else { return false };
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
        self.frame.load(lane, &context.judge.lp);
        self.frame.load_metric(lane, &metric);
        let mut slot = Slot::new(context, run, pause);
        self.vectors.place(&self.frame, lane, &self.point, &mut slot);
        self.occupy(lane, slot);
    }

    /// Gives a lane its run; its vectors are there.
    pub(super) fn occupy(&mut self, lane: usize, slot: Slot<'a>) {
        self.vectors.set_near(self.frame.lanes(), lane, slot.context.judge.rule.distance);
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
    pub(super) fn charge_all(&mut self) {
        let share = self.meter.lap() / self.slots.iter().flatten().count() as f64;
        self.slots.iter_mut().flatten().for_each(|slot| slot.seconds += share);
    }
}
