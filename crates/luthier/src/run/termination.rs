//! When a point counts as optimal.

use crate::params::{Norm, Parameters};
use crate::residual::{Errors, max, ratio};
use crate::standard::Standard;

/// The tolerances of the ladder: the first iteration at which each was met is recorded.
pub const LADDER: [f64; 7] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8];

/// One side of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The values of the variables, and how far rows are violated.
    Primal,
    /// The multipliers, and what is left of the reduced costs that no bound answers for.
    Dual,
}

/// The optimality test of one run, on the original data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Termination {
    /// The only side that counts, if it is one.
    pub side: Option<Side>,
    relative: f64,
    absolute: f64,
    norm: Norm,
    objective_norm: f64,
    right_hand_side_norm: f64,
}

impl Termination {
    pub(crate) fn new(parameters: &Parameters, lp: &Standard<'_>) -> Termination {
        Termination {
            side: None,
            relative: parameters.relative_tolerance,
            absolute: parameters.absolute_tolerance,
            norm: parameters.norm,
            objective_norm: lp.objective_norm,
            right_hand_side_norm: lp.right_hand_side_norm,
        }
    }

    /// The test of one side alone: neither the other one nor the gap counts.
    pub(crate) fn of_side(self, side: Option<Side>) -> Termination {
        Termination { side, ..self }
    }

    /// Whether the test needs [`Errors::worst`].
    pub(crate) fn componentwise(&self) -> bool {
        self.norm == Norm::Componentwise
    }

    /// (absolute, relative) tolerance.
    pub(crate) fn tolerances(&self) -> (f64, f64) {
        (self.absolute, self.relative)
    }

    /// Residuals relative to what is allowed: primal, dual, gap. Optimal means none exceeds 1. What does not count is 0.
    ///
    /// primal <= abs + rel |q|    dual <= abs + rel |c|    gap <= abs + rel (|primal objective| + |dual objective|)
    fn ratios(&self, e: &Errors) -> [f64; 3] {
        let allowed = |size: f64| self.absolute + self.relative * size;
        let gap = ratio(e.gap(), allowed(e.primal_objective.abs() + e.dual_objective.abs()));
        let [primal, dual] = e.worst.unwrap_or([
            ratio(e.primal2.sqrt(), allowed(self.right_hand_side_norm)),
            ratio(e.dual2.sqrt(), allowed(self.objective_norm)),
        ]);
        match self.side {
            None => [primal, dual, gap],
            Some(Side::Primal) => [primal, 0.0, 0.0],
            Some(Side::Dual) => [0.0, dual, 0.0],
        }
    }

    /// The tolerance that the point just meets: absolute and relative tolerance scaled together so that the larger one
    /// is this number.
    pub(crate) fn error(&self, e: &Errors) -> f64 {
        self.relative.max(self.absolute) * self.ratios(e).into_iter().fold(0.0, max)
    }

    /// Relative dual residual over relative primal residual: (|d| / (1 + |c|)) / (|r| / (1 + |q|))
    pub(crate) fn balance(&self, e: &Errors) -> f64 {
        let (primal, dual) = (e.primal2.sqrt(), e.dual2.sqrt());
        (dual / (1.0 + self.objective_norm)) / (primal / (1.0 + self.right_hand_side_norm))
    }

    /// Whether the point is optimal to the tolerances.
    pub(crate) fn met(&self, e: &Errors) -> bool {
        self.ratios(e).into_iter().all(|r| r <= 1.0)
    }
}
