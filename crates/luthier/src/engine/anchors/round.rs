//! A round of the Halpern method: each lane makes its PDHG point and moves on.

use super::super::group::Group;
use super::super::scheme::Scheme;
use super::Anchors;
use crate::matrix::{CheckRule, MAX_LANES};
use crate::run::{Judgement, Movement};

impl Group<'_, Anchors> {
    /// One step of every lane, and what follows from it.
    pub(super) fn step(&mut self) {
        let due = self.set_scalars();
        self.vectors.dual_pass(&mut self.frame, due);
        let judgements = self.judge();
        self.primal_steps();
        self.charge_all();
        for (lane, judgement) in judgements.into_iter().enumerate().take(self.frame.lanes()) {
            match judgement {
                Judgement::Accepted => {}
                Judgement::Rejected => self.return_to_anchor(lane),
                Judgement::Trouble => self.trouble(lane),
            }
            self.after_step(lane);
        }
    }

    /// Tells the passes how long the steps are and how iterates move on; whether some lane is to be checked.
    fn set_scalars(&mut self) -> bool {
        let (lanes, vectors) = (self.frame.lanes(), &mut self.vectors);
        let mut due = false;
        for (lane, slot) in self.slots.iter().enumerate() {
            let Some(slot) = slot else { continue };
            vectors.blend.set(lanes, lane, slot.run.blend());
            vectors.sigma.set(lanes, lane, slot.run.sigma());
            vectors.tau.set(lanes, lane, slot.run.tau());
            due |= slot.run.check_due();
        }
        due
    }

    /// Decides about every step.
    fn judge(&mut self) -> [Judgement; MAX_LANES] {
        let mut judgements = [Judgement::Accepted; MAX_LANES];
        let sums = &self.vectors.dual_sums.total;
        for (lane, slot) in self.slots.iter_mut().enumerate() {
            let Some(slot) = slot else { continue };
            let due = slot.run.check_due();
            let movement = Movement {
                primal2: slot.primal_movement,
                dual2: sums.movement[lane],
                interaction: sums.interaction[lane],
            };
            judgements[lane] = slot.run.judge(&movement);
            slot.accepted = judgements[lane] == Judgement::Accepted;
            slot.check = slot.accepted && due;
        }
        judgements
    }

    fn primal_steps(&mut self) {
        let slots = || self.slots.iter().flatten();
        let near = slots().any(|s| s.context.judge.rule.distance.is_some());
        let rule = if near { CheckRule::NearBound } else { CheckRule::Projection };
        let check = slots().any(|s| s.check).then_some(rule);
        self.vectors.primal_pass(&mut self.frame, check);
        for (lane, slot) in self.slots.iter_mut().enumerate() {
            let Some(slot) = slot else { continue };
            slot.primal_movement = self.vectors.primal_sums.total.movement[lane];
        }
    }

    /// Begins an epoch anew, with the smaller step that the run asks for now.
    fn return_to_anchor(&mut self, lane: usize) {
        let Some(slot) = &mut self.slots[lane] else { return };
        self.vectors.read_anchor(lane, &mut self.point);
        self.vectors.place(&self.frame, lane, &self.point, slot);
    }
}
