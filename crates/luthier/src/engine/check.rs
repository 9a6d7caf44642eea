//! What follows a step of a lane: its check, and what that leads to.

use super::control::Flow;
use super::faces::Found;
use super::group::Group;
use super::scheme::Scheme;
use super::watch;
use crate::certificate::Certificate;
use crate::residual::Errors;
use crate::run::{Check, Decision, RestartCondition, Which};
use crate::solution::{Solution, Status};

/// What a check leads to.
enum End {
    Restart(Which, RestartCondition, Check),
    StartOver,
    Point(Which, Status),
    Solved(Box<Solution>),
    Status(Status),
    Proven(Certificate),
    /// To a better point, in `spare`.
    Jump(Errors),
    Trouble,
}

impl<V: Scheme> Group<'_, V> {
    /// Checks, restarts and limits of one lane, after its step.
    pub(super) fn after_step(&mut self, lane: usize) {
        let Some(slot) = &self.slots[lane] else { return };
        let (accepted, due) = (slot.accepted, slot.check);
        let check = due.then(|| self.measure(lane));
        let end = check.as_ref().and_then(|check| self.check(lane, check));
        if accepted && self.workshop.control.observer.is_some_and(|o| o.wants_steps()) {
            self.report_step(lane, check.as_ref(), end.as_ref());
        }
        match end {
            None => self.limits(lane),
            Some(End::Restart(which, _, check)) => self.restart(lane, which, &check),
            Some(End::StartOver) => self.start_over(lane),
            Some(End::Point(which, status)) => self.finish_at(lane, which, status),
            Some(End::Solved(solution)) => self.finish_with(lane, *solution),
            Some(End::Status(status)) => self.finish(lane, status),
            Some(End::Proven(certificate)) => self.finish_proven(lane, certificate),
            Some(End::Jump(errors)) => self.jump(lane, &errors),
            Some(End::Trouble) => self.trouble(lane),
        }
    }

    /// Residuals of both points of a lane.
    fn measure(&mut self, lane: usize) -> Check {
        let mut check = self.vectors.check(lane);
        if let Some(slot) = &self.slots[lane]
            && slot.context.judge.termination.componentwise()
        {
            let context = &slot.context;
            for (which, errors) in
                [(Which::Current, &mut check.current), (Which::Average, &mut check.average)]
            {
                self.vectors.read(&self.frame, slot, lane, which, &mut self.point);
                self.point.multiply(context.problem(), self.frame.team());
                errors.worst = context.judge.errors(&self.point).worst;
            }
            self.charge(lane);
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
        match self.try_face(lane, check) {
            Some(Found::Solved(solution)) => return Some(End::Solved(solution)),
            Some(Found::Better(errors)) => return Some(End::Jump(errors)),
            None => {}
        }
        let slot = self.slots[lane].as_mut()?;
        match slot.run.proceed(check) {
            Decision::Continue => None,
            Decision::IterationLimit => Some(self.give_up(lane, Status::IterationLimit)),
            Decision::Stalled => Some(self.give_up(lane, Status::Stalled)),
            Decision::StartOver => Some(End::StartOver),
            Decision::OuterLimit(which) => Some(End::Point(which, Status::OuterLimit)),
            Decision::Restart(which, condition) => Some(End::Restart(which, condition, *check)),
        }
    }

    /// The end of a run that came to nothing, unless a closer look finds a proof that it could not.
    fn give_up(&mut self, lane: usize, status: Status) -> End {
        match self.find_last_proof(lane) {
            Some(certificate) => End::Proven(certificate),
            None if self.interrupted(lane) => End::Status(Status::Interrupted),
            None => End::Status(status),
        }
    }

    fn interrupted(&self, lane: usize) -> bool {
        self.slots[lane].as_ref().is_some_and(|slot| slot.context.limits.interrupted())
    }

    /// The solution at a point that passed the test on carried products, if it passes it on fresh ones and the verifier
    /// agrees.
    fn solved(&mut self, lane: usize, which: Which) -> Option<Solution> {
        let slot = self.slots[lane].as_ref()?;
        self.vectors.read(&self.frame, slot, lane, which, &mut self.point);
        let context = &slot.context;
        let solution =
            context.finish(&mut self.point, self.frame.team(), Status::NumericalTrouble, Some(&slot.run));
        (solution.status != Status::NumericalTrouble).then_some(solution)
    }

    fn restart(&mut self, lane: usize, which: Which, check: &Check) {
        let Some(slot) = &mut self.slots[lane] else { return };
        self.vectors.read(&self.frame, slot, lane, which, &mut self.point);
        let (primal, dual) = self.vectors.distances(&self.frame, lane, &self.point);
        slot.run.restart(check.of(which), primal, dual);
        self.vectors.place(&self.frame, lane, &self.point, slot);
        self.limits(lane);
    }

    /// Goes on from the point in `spare`, which has these residuals.
    fn jump(&mut self, lane: usize, errors: &Errors) {
        let Some(slot) = &mut self.slots[lane] else { return };
        slot.run.jump(errors);
        self.vectors.place(&self.frame, lane, &self.spare, slot);
        self.limits(lane);
    }

    /// After overflow: back to the last restart point with a smaller step, or the end.
    pub(super) fn trouble(&mut self, lane: usize) {
        let Some(slot) = &mut self.slots[lane] else { return };
        if slot.run.recover() {
            self.vectors.read_restart(lane, &mut self.point);
            self.point.multiply(slot.context.problem(), self.frame.team());
            self.vectors.place(&self.frame, lane, &self.point, slot);
            (slot.accepted, slot.check) = (false, false);
        } else if slot.run.is_on_probation() {
            self.start_over(lane);
        } else {
            self.finish(lane, Status::NumericalTrouble);
        }
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
        self.vectors.read(&self.frame, slot, lane, Which::Current, &mut self.point);
        let mut step = watch::step(&slot.context, &slot.run, check, &self.point);
        match end {
            Some(End::Restart(which, condition, _)) => {
                (step.restart, step.condition) = (Some(*which), Some(*condition));
            }
            Some(End::Jump(_)) => step.condition = Some(RestartCondition::Face),
            Some(End::Solved(_)) => step.terminates = true,
            _ => {}
        }
        observer.step(&step);
    }
}
