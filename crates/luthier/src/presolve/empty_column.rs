//! Variables in no row.

use super::draft::{Changed, Draft};
use super::reduction::Reduction;

/// Puts variables that are in no row at the bound that their cost asks for; those that ask for an infinite one stay, for
/// the solver to prove something from.
pub(super) fn sweep(draft: &mut Draft<'_>, changed: &Changed) {
    for &j in &changed.columns {
        if draft.over() {
            return;
        }
        if !draft.has_column(j) || draft.column_length(j) > 0 {
            continue;
        }
        let wanted = match draft.cost[j] {
            c if c > 0.0 => draft.lower[j],
            c if c < 0.0 => draft.upper[j],
            _ => draft.nearest_to_zero(j),
        };
        if wanted.is_finite() {
            draft.fix(j, wanted, Reduction::EmptyColumn);
        }
    }
}

impl Draft<'_> {
    /// The value within the bounds of a variable that is nearest to zero.
    pub(super) fn nearest_to_zero(&self, j: usize) -> f64 {
        0.0f64.max(self.lower[j]).min(self.upper[j])
    }
}
