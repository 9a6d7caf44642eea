//! Rows with one entry.

use super::draft::{Changed, Draft, size};
use super::record::{Growing, Record};
use super::reduction::Reduction;

/// Bounds beyond this are no bounds that anybody meant.
const FAR: f64 = 1e15;

/// A row that became bounds of a variable.
#[derive(Debug)]
struct SingletonRow {
    row: usize,
    column: usize,
    entry: f64,
    /// Whether the lower, and whether the upper bound of the variable comes from the row.
    from_row: (bool, bool),
}

impl Record for SingletonRow {
    /// A reduced cost that pushes against a bound of the row belongs to the row.
    fn restore(&self, point: &mut Growing) {
        let z = point.z[self.column];
        let of_row = if z > 0.0 { self.from_row.0 } else { self.from_row.1 };
        if of_row {
            point.y[self.row] = z / self.entry;
            point.z[self.column] = 0.0;
        }
    }
}

/// Turns rows with one entry into bounds.
pub(super) fn sweep(draft: &mut Draft<'_>, changed: &Changed) {
    for &i in &changed.rows {
        if draft.over() {
            return;
        }
        if draft.has_row(i) && draft.row_length(i) == 1 {
            let entry = draft.row(i).next();
            entry.into_iter().for_each(|(j, a)| reduce(draft, i, j, a));
        }
    }
}

fn reduce(draft: &mut Draft<'_>, i: usize, j: usize, a: f64) {
    let ends = (draft.row_lower[i] / a, draft.row_upper[i] / a);
    let (low, high) = if a > 0.0 { ends } else { (ends.1, ends.0) };
    let largest = size(low).max(size(high)) + draft.noise[i] / a.abs();
    if largest > FAR {
        return;
    }
    let Some(from_row) = draft.tighten(j, (low, high), largest) else { return };
    draft.drop_row(i);
    draft.records.push(Box::new(SingletonRow { row: i, column: j, entry: a, from_row }));
    draft.made(Reduction::SingletonRow);
}
