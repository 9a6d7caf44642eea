//! The primal weight.

use crate::params::WeightRule;

/// Distances and norms at or below this say nothing about the weight.
const VANISHING: f64 = 1e-12;

/// omega = |c~| / |q~|, 1 if either vanishes; or (1 + |c~|) / (1 + |q~|)
pub(crate) fn initial(rule: WeightRule, objective_norm: f64, right_hand_side_norm: f64) -> f64 {
    match rule {
        WeightRule::OnePlusNorms => (1.0 + objective_norm) / (1.0 + right_hand_side_norm),
        WeightRule::Norms if objective_norm >= VANISHING && right_hand_side_norm >= VANISHING => {
            objective_norm / right_hand_side_norm
        }
        WeightRule::Norms => 1.0,
    }
}

/// log omega' = theta log(|dy| / |dx|) + (1 - theta) log omega, over the distance between two restart points
pub(crate) fn updated(omega: f64, smoothing: f64, primal_distance: f64, dual_distance: f64) -> f64 {
    if !(primal_distance > VANISHING && dual_distance > VANISHING) {
        return omega;
    }
    let ratio = libm::log(dual_distance / primal_distance);
    let next = libm::exp(smoothing * ratio + (1.0 - smoothing) * libm::log(omega));
    if next.is_finite() && next > 0.0 { next } else { omega }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smoothing_moves_between_the_old_weight_and_the_ratio() {
        assert!((updated(4.0, 0.0, 1.0, 9.0) - 4.0).abs() < 1e-14);
        assert!((updated(4.0, 1.0, 1.0, 9.0) - 9.0).abs() < 1e-13);
        assert!((updated(4.0, 0.5, 1.0, 9.0) - 6.0).abs() < 1e-13);
    }

    #[test]
    fn vanishing_distances_keep_the_weight() {
        assert_eq!(updated(3.0, 0.5, 0.0, 1.0), 3.0);
        assert_eq!(updated(3.0, 0.5, 1.0, 1e-12), 3.0);
        assert_eq!(initial(WeightRule::Norms, 0.0, 5.0), 1.0);
        assert_eq!(initial(WeightRule::Norms, 6.0, 3.0), 2.0);
        assert_eq!(initial(WeightRule::OnePlusNorms, 0.0, 3.0), 0.25);
        assert_eq!(initial(WeightRule::OnePlusNorms, 5.0, 0.0), 6.0);
    }
}
