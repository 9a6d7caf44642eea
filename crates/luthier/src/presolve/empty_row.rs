//! Rows without entries.

use super::draft::{Changed, Draft};
use super::reduction::Reduction;

/// Takes rows out that ask for nothing. One that asks for what is not zero is a contradiction.
pub(super) fn sweep(draft: &mut Draft<'_>, changed: &Changed) {
    for &i in &changed.rows {
        if draft.over() {
            return;
        }
        if !draft.has_row(i) || draft.row_length(i) > 0 {
            continue;
        }
        let rounding = draft.rounding(i);
        if draft.row_lower[i] > rounding || draft.row_upper[i] < -rounding {
            draft.contradiction = true;
            return;
        }
        draft.drop_row(i);
        draft.made(Reduction::EmptyRow);
    }
}
