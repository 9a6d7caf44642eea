//! When a run starts anew from where it is.

use crate::params::Parameters;

/// The restart conditions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RestartRule {
    sufficient: f64,
    necessary: f64,
    artificial: f64,
    inner_limit: Option<u64>,
}

/// Why a run restarts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestartCondition {
    /// The error, KKT or of a fixed point, fell to the fraction `sufficient_reduction`.
    Sufficient,
    /// It fell to the fraction `necessary_reduction` and now rises again.
    Necessary,
    /// The fraction `artificial_restart` of all iterations passed since the last restart.
    Artificial,
    /// There were `inner_limit` iterations since the last restart.
    InnerLimit,
    /// A better point was found on the face that the run is close to.
    Face,
    /// It is the first check of the method `halpern`.
    FirstCheck,
}

/// Where a run stands between two restarts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Epoch {
    /// Index of the step in this epoch, from 0.
    pub t: u64,
    /// Steps of the whole run, this one included.
    pub k: u64,
    /// Error that the epoch began with, under its own weight.
    pub baseline: f64,
    /// Error at the previous check of this epoch.
    pub previous: Option<f64>,
}

impl RestartRule {
    pub(crate) fn new(parameters: &Parameters) -> RestartRule {
        RestartRule {
            sufficient: parameters.sufficient_reduction,
            necessary: parameters.necessary_reduction,
            artificial: parameters.artificial_restart,
            inner_limit: parameters.inner_limit,
        }
    }

    /// Whether the epoch must end with the step at index `t`.
    pub(crate) fn exhausted(&self, t: u64) -> bool {
        self.inner_limit.is_some_and(|limit| t + 1 >= limit)
    }

    /// error <= beta_s baseline, or error <= beta_n baseline and rising, or t >= beta_a k, or the epoch is at its limit:
    /// the first of them that holds
    pub(crate) fn due(&self, error: f64, epoch: &Epoch) -> Option<RestartCondition> {
        let rising = epoch.previous.is_some_and(|previous| error > previous);
        if error <= self.sufficient * epoch.baseline {
            Some(RestartCondition::Sufficient)
        } else if error <= self.necessary * epoch.baseline && rising {
            Some(RestartCondition::Necessary)
        } else if epoch.t as f64 >= self.artificial * epoch.k as f64 {
            Some(RestartCondition::Artificial)
        } else {
            self.exhausted(epoch.t).then_some(RestartCondition::InnerLimit)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_condition_alone_restarts() {
        let rule = RestartRule::new(&Parameters { inner_limit: Some(50), ..Parameters::default() });
        let calm = Epoch { t: 10, k: 1000, baseline: 1.0, previous: Some(0.5) };
        use RestartCondition::{Artificial, InnerLimit, Necessary, Sufficient};
        assert_eq!(rule.due(0.45, &calm), None);
        assert_eq!(rule.due(0.2, &calm), Some(Sufficient));
        assert_eq!(rule.due(0.6, &calm), Some(Necessary), "below 0.8 and rising");
        assert_eq!(rule.due(0.6, &Epoch { previous: None, ..calm }), None, "nothing to rise from");
        assert_eq!(rule.due(0.81, &calm), None, "rising, but not below 0.8");
        assert_eq!(rule.due(0.45, &Epoch { k: 27, ..calm }), Some(Artificial), "10 >= 0.36 * 27");
        assert_eq!(rule.due(0.45, &Epoch { k: 28, ..calm }), None);
        assert_eq!(rule.due(0.45, &Epoch { t: 49, ..calm }), Some(InnerLimit));
    }
}
