//! What a verified point must meet.

use crate::error::Error;
use crate::params::{Norm, Parameters, ReducedCostRule};

/// The tolerances of the optimality test, and how residuals are measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances {
    /// Relative to the data: right-hand sides, objective, objective values.
    pub relative: f64,
    /// Added to the relative one.
    pub absolute: f64,
    /// Whether norms are tested or every row and column on its own.
    pub norm: Norm,
    /// Which part of c - K'y counts as reduced cost.
    pub reduced_cost_rule: ReducedCostRule,
    /// How near to a bound x must be under [`ReducedCostRule::NearBound`].
    pub near_bound_distance: f64,
}

impl From<&Parameters> for Tolerances {
    fn from(parameters: &Parameters) -> Tolerances {
        Tolerances {
            relative: parameters.relative_tolerance,
            absolute: parameters.absolute_tolerance,
            norm: parameters.norm,
            reduced_cost_rule: parameters.reduced_cost_rule,
            near_bound_distance: parameters.near_bound_distance.unwrap_or(parameters.relative_tolerance),
        }
    }
}

impl Tolerances {
    /// An error if a tolerance is negative or not finite.
    pub(super) fn check(&self) -> Result<(), Error> {
        let expected = "a finite number that is not negative";
        let numbers = [
            ("relative tolerance", self.relative),
            ("absolute tolerance", self.absolute),
            ("near_bound_distance", self.near_bound_distance),
        ];
        match numbers.into_iter().find(|(_, value)| !(*value >= 0.0 && value.is_finite())) {
            Some((field, value)) => Err(Error::BadNumber { field, index: None, name: None, value, expected }),
            None => Ok(()),
        }
    }

    /// What is allowed next to data of this size.
    pub(super) fn allowed(&self, size: f64) -> f64 {
        (self.absolute + self.relative * size).min(f64::MAX)
    }
}
