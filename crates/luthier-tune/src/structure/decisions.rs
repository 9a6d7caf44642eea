//! The decisions of a run.
//!
//! Recorded is where a run jumps: steps that are rejected, restarts and the point they go to, new attempts after overflow, the
//! end. A projection onto a bound, or which of two errors is the smaller one, flips too, but there the run goes on without a
//! jump.

use luthier::{Observer, RestartCondition, Status, Step, Which};
use std::sync::{Mutex, PoisonError};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// What a run decides, where it does not simply go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// This many tries of the step were too long.
    Rejected(u64),
    /// A restart after the step.
    Restart {
        /// The point that it goes to.
        to: Which,
        /// The first condition that holds. Another one may hold as well.
        condition: RestartCondition,
    },
    /// Numbers overflowed, and the run went back to its last restart point before the step.
    Recovered,
    /// The run ended after the step.
    Ended(Status),
}

impl Decision {
    /// Whether both take a run the same way: why a restart is due does not matter for where it goes.
    pub fn leads_where(&self, other: &Decision) -> bool {
        self.code() == other.code()
    }

    /// Decisions that lead the same way have the same code.
    fn code(&self) -> [u64; 2] {
        match self {
            Decision::Recovered => [0, 0],
            Decision::Rejected(count) => [1, *count],
            Decision::Restart { to: Which::Current, .. } => [2, 0],
            Decision::Restart { to: Which::Average, .. } => [2, 1],
            Decision::Ended(status) => {
                [3, Status::ALL.iter().position(|s| s == status).unwrap_or(Status::ALL.len()) as u64]
            }
        }
    }
}

/// A decision with its place in the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The step, counted from 1.
    pub iteration: u64,
    /// The decision about it or after it.
    pub decision: Decision,
}

impl Event {
    /// When it happens: what is decided before a step is accepted comes before what follows it.
    pub(super) fn when(&self) -> (u64, u8) {
        let phase = match self.decision {
            Decision::Recovered => 0,
            Decision::Rejected(_) => 1,
            Decision::Restart { .. } | Decision::Ended(_) => 2,
        };
        (self.iteration, phase)
    }
}

/// Whatever keeps the decisions of a run.
pub(super) trait Tape: Default + Send {
    fn note(&mut self, event: Event);
}

impl Tape for Vec<Event> {
    fn note(&mut self, event: Event) {
        self.push(event);
    }
}

/// All decisions of a run as one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Digest(pub u64);

impl Tape for Digest {
    fn note(&mut self, event: Event) {
        let [kind, detail] = event.decision.code();
        let mut bytes = [0; 24];
        for (place, number) in bytes.chunks_exact_mut(8).zip([event.iteration, kind, detail]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        self.0 = xxh3_64_with_seed(&bytes, self.0);
    }
}

/// Records the decisions of all runs of a batch.
pub(super) struct Recorder<T> {
    tracks: Vec<Mutex<Track<T>>>,
}

#[derive(Default)]
struct Track<T> {
    tape: T,
    /// Whether the last step was followed by no restart, so that the next one goes on.
    going_on: bool,
}

impl<T: Tape> Recorder<T> {
    pub(super) fn new(runs: usize) -> Recorder<T> {
        Recorder { tracks: (0..runs).map(|_| Mutex::default()).collect() }
    }

    /// What was recorded, run by run.
    pub(super) fn tapes(self) -> impl Iterator<Item = T> {
        let inner = |track: Mutex<Track<T>>| track.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.tracks.into_iter().map(move |track| inner(track).tape)
    }
}

impl<T: Tape> Observer for Recorder<T> {
    fn wants_steps(&self) -> bool {
        true
    }

    fn step(&self, step: &Step<'_>) {
        let Some(track) = self.tracks.get(step.trial) else { return };
        let mut track = track.lock().unwrap_or_else(PoisonError::into_inner);
        let recovered = (track.going_on && step.inner == 0).then_some(Decision::Recovered);
        let rejected = (step.rejected > 0).then_some(Decision::Rejected(step.rejected));
        let restart =
            step.restart.zip(step.condition).map(|(to, condition)| Decision::Restart { to, condition });
        for decision in [recovered, rejected, restart].into_iter().flatten() {
            track.tape.note(Event { iteration: step.iteration, decision });
        }
        track.going_on = restart.is_none();
    }
}
