//! The time of a run, and what ends it from outside.

use crate::solution::Status;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time of a run, and what ends it from outside: its time limit and the caller's flag. Long work on it asks from time
/// to time. The time of neighbours does not count, or they would change its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits<'a> {
    interrupt: Option<&'a AtomicBool>,
    began: Instant,
    /// What the run had taken when it was laid aside.
    before: Duration,
    deadline: Option<Instant>,
}

impl<'a> Limits<'a> {
    /// Limits of a run that goes on now, after it took `before`, and may take `time_limit` seconds in all.
    pub(crate) fn new(interrupt: Option<&'a AtomicBool>, time_limit: f64, before: Duration) -> Limits<'a> {
        let began = Instant::now();
        // A limit that is no duration is one that is never reached.
        let left = Duration::try_from_secs_f64(time_limit).ok().map(|limit| limit.saturating_sub(before));
        Limits { interrupt, began, before, deadline: left.and_then(|left| began.checked_add(left)) }
    }

    /// The time that the run has taken.
    pub(crate) fn elapsed(&self) -> Duration {
        self.before + self.began.elapsed()
    }

    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    pub(crate) fn late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether long work has to stop.
    pub(crate) fn reached(&self) -> bool {
        self.interrupted() || self.late()
    }

    /// The status of a run that these limits stopped.
    pub(crate) fn status(&self) -> Status {
        if self.interrupted() { Status::Interrupted } else { Status::TimeLimit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_before_a_pause_counts() {
        let limits = |limit, before| Limits::new(None, limit, Duration::from_secs(before));
        assert!(!limits(1e6, 5).reached());
        assert!(limits(5.0, 5).late() && limits(5.0, 7).late() && limits(0.0, 0).late());
        assert!(!limits(f64::INFINITY, u64::MAX / 2).late());
        let elapsed = limits(1.0, 100).elapsed().as_secs_f64();
        assert!((100.0..160.0).contains(&elapsed), "{elapsed}");
    }

    #[test]
    fn the_flag_comes_before_the_time() {
        let flag = AtomicBool::new(false);
        let limits = Limits::new(Some(&flag), 0.0, Duration::ZERO);
        assert_eq!(limits.status(), Status::TimeLimit);
        flag.store(true, Ordering::Relaxed);
        assert!(limits.interrupted());
        assert_eq!(limits.status(), Status::Interrupted);
    }
}
