//! The adaptive step-size rule of PDLP.

use crate::params::Parameters;

/// Interactions at or below this leave the step size unbounded.
const VANISHING: f64 = 1e-12;

/// What a tried step measured, in the scaled space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Movement {
    /// |x' - x|^2
    pub primal2: f64,
    /// |y' - y|^2
    pub dual2: f64,
    /// (y' - y)' K (x' - x)
    pub interaction: f64,
}

impl Movement {
    pub(crate) fn finite(&self) -> bool {
        (self.primal2 + self.dual2 + self.interaction).is_finite()
    }

    pub(crate) fn zero(&self) -> bool {
        self.primal2 == 0.0 && self.dual2 == 0.0
    }
}

/// What the rule says about a tried step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepVerdict {
    /// Whether the step is taken.
    pub accepted: bool,
    /// Step size to try next.
    pub next: f64,
}

/// The rule's exponents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepRule {
    reduction_exponent: f64,
    growth_exponent: f64,
}

impl StepRule {
    pub(crate) fn new(parameters: &Parameters) -> StepRule {
        StepRule {
            reduction_exponent: parameters.step_reduction_exponent,
            growth_exponent: parameters.step_growth_exponent,
        }
    }

    /// bound = (omega |dx|^2 + |dy|^2 / omega) / |2 dy'K dx|    accept if eta <= bound
    /// next = min((1 - (k+1)^-reduction) bound, (1 + (k+1)^-growth) eta), the first factor 1 at k = 0
    pub(crate) fn judge(&self, eta: f64, omega: f64, k: u64, movement: &Movement) -> StepVerdict {
        let interaction = (2.0 * movement.interaction).abs();
        let bound = if interaction <= VANISHING {
            f64::INFINITY
        } else {
            (omega * movement.primal2 + movement.dual2 / omega) / interaction
        };
        let count = k as f64 + 1.0;
        let reduction = if k == 0 { 1.0 } else { 1.0 - libm::pow(count, -self.reduction_exponent) };
        let growth = 1.0 + libm::pow(count, -self.growth_exponent);
        StepVerdict { accepted: eta <= bound, next: (reduction * bound).min(growth * eta) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule() -> StepRule {
        StepRule::new(&Parameters::default())
    }

    #[test]
    fn a_step_within_the_bound_is_taken_and_may_grow() {
        let movement = Movement { primal2: 4.0, dual2: 1.0, interaction: -0.5 };
        let v = rule().judge(1.0, 1.0, 3, &movement);
        let bound: f64 = 5.0;
        let expected = ((1.0 - 4f64.powf(-0.3)) * bound).min(1.0 + 4f64.powf(-0.6));
        assert!(v.accepted);
        assert!((v.next - expected).abs() < 1e-12);
    }

    #[test]
    fn a_step_beyond_the_bound_is_rejected_and_shrinks() {
        let movement = Movement { primal2: 1.0, dual2: 1.0, interaction: 10.0 };
        let v = rule().judge(1.0, 1.0, 9, &movement);
        assert!(!v.accepted);
        assert!(v.next < 0.1);
    }

    #[test]
    fn the_first_step_keeps_the_whole_bound() {
        let movement = Movement { primal2: 1.0, dual2: 1.0, interaction: 2.0 };
        let v = rule().judge(1.0, 1.0, 0, &movement);
        assert_eq!((v.accepted, v.next), (false, 0.5));
    }

    #[test]
    fn without_interaction_only_growth_limits_the_step() {
        let v = rule().judge(1.0, 1.0, 0, &Movement::default());
        assert_eq!((v.accepted, v.next), (true, 2.0));
    }
}
