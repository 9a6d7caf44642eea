//! Where two runs part: the first decision that flips between two values of a parameter.

use super::decisions::{Decision, Event};

/// What kind of decision flips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flip {
    /// A step that one run takes is too long for the other, or too long once more.
    Step,
    /// One run restarts, the other goes on.
    Restart,
    /// Both restart, at different points: the current one and the average.
    RestartPoint,
    /// One run recovers from overflow.
    Recovery,
    /// One run ends; the other goes on, or ends with another status.
    End,
}

impl Flip {
    /// A name without spaces, for files.
    pub fn name(self) -> &'static str {
        match self {
            Flip::Step => "step",
            Flip::Restart => "restart",
            Flip::RestartPoint => "restart_point",
            Flip::Recovery => "recovery",
            Flip::End => "end",
        }
    }
}

/// The first decision in which the runs of two values differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parting {
    /// The smaller value.
    pub left: f64,
    /// The larger value.
    pub right: f64,
    /// The step that it is about, counted from 1. Before it, both runs decide the same.
    pub iteration: u64,
    /// What flips.
    pub flip: Flip,
    /// What the run of the smaller value decides; `None`: it simply goes on.
    pub left_decision: Option<Decision>,
    /// What the run of the larger value decides.
    pub right_decision: Option<Decision>,
}

/// The parting of two runs; `None` if all their decisions are the same.
pub(super) fn parting(left: (f64, &[Event]), right: (f64, &[Event])) -> Option<Parting> {
    let length = left.1.len().max(right.1.len());
    let pairs = (0..length).map(|i| (left.1.get(i), right.1.get(i)));
    let (a, b) = pairs.into_iter().find(|(a, b)| !same(*a, *b))?;
    let when = a.into_iter().chain(b).map(Event::when).min()?;
    // What comes later is no answer to what the other one decides now.
    let now = |event: Option<&Event>| event.filter(|e| e.when() == when).map(|e| e.decision);
    let (left_decision, right_decision) = (now(a), now(b));
    Some(Parting {
        left: left.0,
        right: right.0,
        iteration: when.0,
        flip: flip(left_decision, right_decision),
        left_decision,
        right_decision,
    })
}

fn same(a: Option<&Event>, b: Option<&Event>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.when() == b.when() && a.decision.leads_where(&b.decision),
        (a, b) => a.is_none() && b.is_none(),
    }
}

fn flip(a: Option<Decision>, b: Option<Decision>) -> Flip {
    use Decision::{Ended, Recovered, Rejected, Restart};
    match (a, b) {
        (Some(Ended(_)), _) | (_, Some(Ended(_))) => Flip::End,
        (Some(Recovered), _) | (_, Some(Recovered)) => Flip::Recovery,
        (Some(Rejected(_)), _) | (_, Some(Rejected(_))) => Flip::Step,
        (Some(Restart { .. }), Some(Restart { .. })) => Flip::RestartPoint,
        _ => Flip::Restart,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luthier::{RestartCondition, Status, Which};

    fn event(iteration: u64, decision: Decision) -> Event {
        Event { iteration, decision }
    }

    fn restart(to: Which, condition: RestartCondition) -> Decision {
        Decision::Restart { to, condition }
    }

    fn found(left: &[Event], right: &[Event]) -> Option<(u64, Flip, Option<Decision>, Option<Decision>)> {
        let found = parting((0.1, left), (0.2, right))?;
        assert_eq!((found.left, found.right), (0.1, 0.2));
        Some((found.iteration, found.flip, found.left_decision, found.right_decision))
    }

    #[test]
    fn the_first_difference_counts() {
        use RestartCondition::{Artificial, Sufficient};
        let end = Decision::Ended(Status::Optimal);
        let average = restart(Which::Average, Sufficient);
        let left = [event(3, Decision::Rejected(1)), event(5, average), event(20, end)];
        let mut right = left;
        assert_eq!(found(&left, &right), None);
        right[2].iteration = 21;
        assert_eq!(found(&left, &right), Some((20, Flip::End, Some(end), None)));
        right[1].decision = restart(Which::Average, Artificial);
        assert_eq!(found(&left, &right).unwrap().0, 20, "it goes to the same point, for another reason");
        right[1].decision = restart(Which::Current, Sufficient);
        let flip = Some((5, Flip::RestartPoint, Some(average), Some(right[1].decision)));
        assert_eq!(found(&left, &right), flip);
        right[1].iteration = 6;
        assert_eq!(found(&left, &right), Some((5, Flip::Restart, Some(average), None)));
        right[0].decision = Decision::Rejected(2);
        let flip = (3, Flip::Step, Some(Decision::Rejected(1)), Some(Decision::Rejected(2)));
        assert_eq!(found(&left, &right), Some(flip));
        assert_eq!(
            found(&left, &right[1..]),
            Some((3, Flip::Step, Some(Decision::Rejected(1)), None)),
            "the other takes the step at once"
        );
    }

    #[test]
    fn what_is_decided_before_a_step_comes_before_what_follows_it() {
        let end = event(4, Decision::Ended(Status::Optimal));
        let rejected = event(4, Decision::Rejected(1));
        let flip = Some((4, Flip::Step, None, Some(Decision::Rejected(1))));
        assert_eq!(found(&[end], &[rejected, end]), flip);
        let limit = Decision::Ended(Status::IterationLimit);
        let flip = Some((4, Flip::End, Some(end.decision), Some(limit)));
        assert_eq!(found(&[end], &[event(4, limit)]), flip);
    }
}
