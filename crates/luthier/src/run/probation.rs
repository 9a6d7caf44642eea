//! Whether a start that was given helps.

use super::Check;
use crate::residual::ResidualWeights;

/// A run has this many steps to show that its start helps. A start that does not costs no more than these, and few runs from
/// zero are not many times as long.
const STEPS: u64 = 20;

/// What part of the error that a run from zero begins with has to be reached by then. Steps from a far point make the error
/// fall fast at first; the first tenth says little about whether the rest takes less than from zero.
const PART: f64 = 0.1;

/// The KKT error that a run from zero would have begun with, under the weight it would have had.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cold {
    pub error: f64,
    pub omega: f64,
}

/// The time in which a run has to show that its start helps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probation {
    cold: Cold,
}

impl Probation {
    pub(super) fn new(cold: Cold) -> Probation {
        Probation { cold }
    }

    /// Whether one of the points of a check is so good that the start helps.
    pub(super) fn passed(&self, check: &Check) -> bool {
        let error = check
            .current
            .kkt(self.cold.omega, ResidualWeights::ONE)
            .min(check.average.kkt(self.cold.omega, ResidualWeights::ONE));
        error <= PART * self.cold.error
    }

    /// Whether the time is over after `k` steps.
    pub(super) fn over(&self, k: u64) -> bool {
        k >= STEPS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::residual::Errors;

    #[test]
    fn a_start_has_twenty_steps_to_reach_a_tenth() {
        let probation = Probation::new(Cold { error: 2.0, omega: 2.0 });
        // The weight counts on the primal residual: the error is omega |r|.
        let at = |error: f64| Errors { scaled_primal2: error * error / 4.0, ..Errors::default() };
        let passed =
            |current, average| probation.passed(&Check { current: at(current), average: at(average) });
        assert!(passed(0.19, 9.0) && passed(9.0, 0.19));
        assert!(!passed(0.21, 0.21) && !passed(f64::NAN, 0.21));
        assert!(!probation.over(19) && probation.over(20));
    }
}
