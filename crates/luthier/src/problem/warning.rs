//! What was repaired or is remarkable about a problem's data.

use crate::text::escape_name;
use std::fmt;

/// Something about the data that was repaired or that may surprise. The problem is valid all the same.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// Finite bounds at or beyond the threshold were taken as infinite.
    BoundTakenAsInfinite {
        /// Which bounds.
        field: &'static str,
        /// How many.
        count: usize,
        /// From which magnitude on.
        threshold: f64,
    },
    /// Bounds that crossed by rounding were merged at their midpoint.
    BoundsMerged {
        /// "row" or "column".
        field: &'static str,
        /// How many.
        count: usize,
    },
    /// Bounds cross: the problem is infeasible.
    BoundsCross {
        /// "row" or "column".
        field: &'static str,
        /// The first one.
        index: usize,
        /// Its name, if it has one.
        name: Option<String>,
    },
    /// Subnormal coefficients were dropped as zeros.
    SubnormalDropped {
        /// "matrix" or "objective".
        field: &'static str,
        /// How many.
        count: usize,
    },
    /// Largest and smallest coefficient differ so much that f64 arithmetic may not resolve both.
    WideRange {
        /// "matrix", "objective", "bound" or "right-hand side".
        field: &'static str,
        /// Smallest nonzero magnitude.
        smallest: f64,
        /// Largest magnitude.
        largest: f64,
    },
}

impl Warning {
    /// Whether it was found while the matrix was built (and not when the problem was).
    pub(super) fn is_of_matrix(&self) -> bool {
        matches!(self, Warning::SubnormalDropped { field: "matrix", .. })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::BoundTakenAsInfinite { field, count, threshold } => {
                write!(f, "{count} {field} of magnitude {threshold:e} or more taken as infinite")
            }
            Warning::BoundsMerged { field, count } => {
                write!(f, "{count} {field} bound pairs cross by rounding only; merged at their midpoint")
            }
            Warning::BoundsCross { field, index, name } => {
                let name = name.as_ref().map_or_else(String::new, |n| format!(" ('{}')", escape_name(n)));
                write!(f, "{field} {index}{name} has its lower bound above its upper bound: infeasible")
            }
            Warning::SubnormalDropped { field, count } => {
                write!(f, "{count} subnormal {field} coefficients dropped as zeros")
            }
            Warning::WideRange { field, smallest, largest } => write!(
                f,
                "{field} coefficients range from {smallest:e} to {largest:e}; expect numerical trouble, consider other units"
            ),
        }
    }
}
