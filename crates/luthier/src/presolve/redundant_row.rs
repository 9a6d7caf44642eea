//! Rows that the bounds of their variables keep anyway.

use super::activity::Activity;
use super::draft::{Changed, Draft};
use super::reduction::Reduction;

/// Takes rows out that cannot be violated, and sides of rows that cannot. No record is needed: the multiplier is zero.
pub(super) fn sweep(draft: &mut Draft<'_>, changed: &Changed) {
    for &i in &changed.rows {
        if draft.over() {
            return;
        }
        if !draft.has_row(i) {
            continue;
        }
        let activity = Activity::of(draft, i, None);
        let (lower, upper) = (draft.row_lower[i], draft.row_upper[i]);
        let keeps_lower = activity.smallest >= lower - activity.rounding(lower);
        let keeps_upper = activity.largest <= upper + activity.rounding(upper);
        if keeps_lower && keeps_upper {
            draft.drop_row(i);
            draft.made(Reduction::RedundantRow);
        } else if keeps_lower {
            draft.row_lower[i] = f64::NEG_INFINITY;
        } else if keeps_upper {
            draft.row_upper[i] = f64::INFINITY;
        }
    }
}
