//! How the run of a lane is laid aside, and taken up again.

use super::batch::Trial;
use super::checkpoint::Checkpoint;
use super::group::{Group, Slot};
use super::job::{Outcome, Pause};
use super::scheme::Scheme;
use super::setup::Context;

impl<'a, V: Scheme> Group<'a, V> {
    /// Lays a run aside as it stands between two rounds. Nothing is computed for it that a run which goes on would not
    /// compute too, so that it makes no difference to the result.
    pub(super) fn lay_aside(&mut self, lane: usize) {
        let Some(mut slot) = self.slots[lane].take() else { return };
        let vectors = self.vectors.save(lane);
        self.vacate(lane);
        slot.seconds += self.meter.lap();
        let index = slot.context.trial;
        let checkpoint = Checkpoint::new(*slot, vectors);
        self.outcomes.push((index, Outcome::Paused(Box::new(checkpoint))));
    }

    /// Puts a run that was laid aside into a lane.
    pub(super) fn take_up(
        &mut self,
        lane: usize,
        index: usize,
        trial: &Trial<'a>,
        pause: Pause,
        from: Checkpoint,
    ) {
        let mut context = Context::new(index, trial, &self.workshop, from.elapsed);
        context.notices = from.notices;
        let metric = self.workshop.metric(&context);
        let status = context.limits.status();
        self.frame.load(lane, &context.judge.lp);
        self.vectors.restore(lane, &from.vectors);
        let slot = Slot {
            seconds: from.seconds,
            tried: from.tried,
            primal_movement: from.primal_movement,
            weights: from.weights,
            ..Slot::new(context, from.run, pause)
        };
        self.occupy(lane, slot);
        match metric {
            Some(metric) => self.frame.load_metric(lane, &metric),
            // No time is left for it, and without it no step can be made.
            None => self.finish(lane, status),
        }
    }
}
