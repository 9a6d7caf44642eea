//! What a row can come to within the bounds of its variables.

use super::draft::{Draft, size};

/// Rounding of a sum, relative to its terms.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Rounding of a sum of huge terms is not let pass beyond this, relative to the bound that it is compared with.
const MOST: f64 = 1e-11;

/// The smallest and the largest value of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Activity {
    /// Infinite if some term is.
    pub smallest: f64,
    pub largest: f64,
    /// Sum of the magnitudes of the finite terms.
    size: f64,
}

impl Activity {
    /// Of a row, but for one of its columns.
    pub fn of(draft: &Draft<'_>, i: usize, without: Option<usize>) -> Activity {
        let mut activity = Activity::default();
        for (j, a) in draft.row(i).filter(|(j, _)| Some(*j) != without) {
            let (low, high) = ends(a, draft.lower[j], draft.upper[j]);
            activity.smallest += low;
            activity.largest += high;
            activity.size += size(low).max(size(high));
        }
        activity
    }

    /// What rounding can explain where an end is compared with this bound.
    pub fn rounding(&self, bound: f64) -> f64 {
        (ROUNDING * (self.size + size(bound))).min(MOST * (1.0 + size(bound)))
    }
}

/// The interval of a x for x in an interval.
pub(super) fn ends(a: f64, lower: f64, upper: f64) -> (f64, f64) {
    if a > 0.0 { (a * lower, a * upper) } else { (a * upper, a * lower) }
}
