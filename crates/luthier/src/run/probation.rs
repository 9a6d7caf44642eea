//! Whether a start that was given helps.

use super::Check;

/// The KKT error, under a weight, that a start has to beat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bar {
    pub error: f64,
    pub omega: f64,
}

/// Steps within which a run must have come below the bar.
fn STEPS() -> u64 { std::env::var("PT").map_or(40, |v| v.parse().unwrap()) }
fn FACTOR() -> f64 { std::env::var("PF").map_or(1.0, |v| v.parse().unwrap()) }

/// The time in which a run from a start that was given has to show that this helps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probation {
    bar: Bar,
}

impl Probation {
    pub(super) fn new(bar: Bar) -> Probation {
        Probation { bar }
    }

    /// Whether one of the points of a check is better than where the run would have begun.
    pub(super) fn passed(&self, check: &Check) -> bool {
        let error = check.current.kkt(self.bar.omega).min(check.average.kkt(self.bar.omega));
        error <= self.bar.error * FACTOR()
    }

    /// Whether the time is over after `k` steps.
    pub(super) fn over(&self, k: u64) -> bool {
        k >= STEPS()
    }
}
