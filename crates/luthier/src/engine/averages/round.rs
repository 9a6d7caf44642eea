//! A round of PDHG and PDLP: each lane tries a step, and one that is rejected is tried again with another size.

use super::super::group::Group;
use super::Averages;
use crate::matrix::{CheckRule, MAX_LANES};
use crate::run::{Judgement, Movement};

impl Group<'_, Averages> {
    /// One step tried on every lane that has one, and the next one made.
    pub(super) fn step(&mut self) {
        if self.slots.iter().flatten().any(|slot| slot.tried) {
            self.dual_steps();
        }
        self.judge();
        self.primal_steps();
        self.charge_all();
        for lane in 0..self.frame.lanes() {
            self.after_step(lane);
        }
    }

    fn dual_steps(&mut self) {
        let lanes = self.frame.lanes();
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
        self.vectors.dual_pass(&mut self.frame, mixed, flush, check);
        for slot in self.slots.iter_mut().flatten() {
            let pending = slot.weights.pending.take();
            slot.weights.y = if flush { 0.0 } else { pending.unwrap_or(slot.weights.y) };
        }
    }

    /// Decides about every tried step.
    fn judge(&mut self) {
        let lanes = self.frame.lanes();
        for lane in 0..lanes {
            let Some(slot) = &mut self.slots[lane] else { continue };
            (slot.accepted, slot.check) = (false, false);
            if slot.tried {
                let due = slot.run.check_due();
                let sums = &self.vectors.dual_sums.total;
                let movement = Movement {
                    primal2: slot.primal_movement,
                    dual2: sums.movement[lane],
                    interaction: sums.interaction[lane],
                };
                match slot.run.judge(&movement) {
                    Judgement::Accepted => (slot.accepted, slot.check) = (true, due),
                    Judgement::Rejected => {}
                    Judgement::Trouble => self.trouble(lane),
                }
            }
            self.set_primal_scalars(lane);
        }
    }

    fn set_primal_scalars(&mut self, lane: usize) {
        let (lanes, scalars) = (self.frame.lanes(), &mut self.vectors.primal_scalars);
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
        self.vectors.primal_pass(&mut self.frame, mixed, flush, check);
        for (lane, slot) in self.slots.iter_mut().enumerate() {
            let Some(slot) = slot else { continue };
            slot.tried = true;
            slot.primal_movement = self.vectors.primal_sums.total.movement[lane];
            slot.weights.x = if flush { 0.0 } else { slot.weights.pending.unwrap_or(slot.weights.x) };
        }
    }
}

fn indicator(condition: bool) -> f64 {
    if condition { 1.0 } else { 0.0 }
}
