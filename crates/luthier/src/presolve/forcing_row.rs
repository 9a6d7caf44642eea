//! Rows that hold only with all their variables at bounds.

use super::activity::Activity;
use super::draft::{Changed, Draft, Entries};
use super::record::{Growing, Record};
use super::reduction::Reduction;

/// A row is out of reach if it is so by more than this, relative to its bound.
const OUT_OF_REACH: f64 = 1e-9;

/// A row that forced its variables to bounds. They are undone before it, with no multiplier for it.
#[derive(Debug)]
struct ForcingRow {
    row: usize,
    entries: Entries,
    /// +1 if the largest activity equals the lower bound, -1 if the smallest equals the upper one.
    side: f64,
}

impl Record for ForcingRow {
    /// The multiplier nearest to zero with which all reduced costs push against the bounds that hold.
    fn restore(&self, point: &mut Growing) {
        let needed = self.entries.iter().map(|(j, a)| self.side * point.z[*j] / a).fold(0.0, f64::max);
        let y = self.side * needed;
        point.y[self.row] = y;
        self.entries.iter().for_each(|(j, a)| point.z[*j] -= a * y);
    }
}

/// Fixes the variables of rows that leave them no choice.
pub(super) fn sweep(draft: &mut Draft<'_>, changed: &Changed) {
    for &i in &changed.rows {
        if draft.over() {
            return;
        }
        // A row with one entry is a bound.
        if !draft.has_row(i) || draft.row_length(i) < 2 {
            continue;
        }
        let activity = Activity::of(draft, i, None);
        let (lower, upper) = (draft.row_lower[i], draft.row_upper[i]);
        if activity.largest < lower - OUT_OF_REACH * (1.0 + lower.abs())
            || activity.smallest > upper + OUT_OF_REACH * (1.0 + upper.abs())
        {
            draft.contradiction = true;
            return;
        }
        if (activity.smallest - upper).abs() <= activity.rounding(upper) {
            force(draft, i, -1.0);
        } else if (activity.largest - lower).abs() <= activity.rounding(lower) {
            force(draft, i, 1.0);
        }
    }
}

fn force(draft: &mut Draft<'_>, i: usize, side: f64) {
    let entries: Entries = draft.row(i).collect();
    draft.drop_row(i);
    draft.records.push(Box::new(ForcingRow { row: i, entries: entries.clone(), side }));
    draft.made(Reduction::ForcingRow);
    for (j, a) in entries {
        let value = if side * a > 0.0 { draft.upper[j] } else { draft.lower[j] };
        draft.fix(j, value, Reduction::FixedColumn);
    }
}
