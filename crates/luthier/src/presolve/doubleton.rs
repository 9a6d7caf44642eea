//! Equations of two variables.

use super::draft::{Changed, Draft, Entries, size};
use super::record::{Growing, Record};
use super::reduction::Reduction;
use super::slack_column::difference;

/// Neither entry of the equation is less than this part of the other.
const PIVOT: f64 = 1e-3;

/// The longest column that is written in terms of another one.
const LONGEST: usize = 16;

/// An entry that would be left with less than this part of its terms is more rounding than entry.
const SUSPICIOUS: f64 = 1e-9;

/// The equation `kept.1 x + gone.1 v = right` that took the variable v of column `gone.0` out.
#[derive(Debug)]
struct Doubleton {
    row: usize,
    kept: (usize, f64),
    gone: (usize, f64),
    right: f64,
    cost: f64,
    /// The column of the variable that is gone, but for the equation.
    entries: Entries,
    /// Whether the lower, and whether the upper bound of the kept variable is one of the other.
    from_gone: (bool, bool),
}

impl Record for Doubleton {
    /// The multiplier of the equation makes the reduced cost of one of the two zero: that of the one which is not at the
    /// bound that holds.
    fn restore(&self, point: &mut Growing) {
        let ((j, a), (k, b)) = (self.kept, self.gone);
        point.x[k] = (point.level(self.right) - a * point.x[j]) / b;
        let (z, without) = (point.z[j], point.reduced_cost(self.cost, &self.entries));
        let of_gone = if z > 0.0 { self.from_gone.0 } else { self.from_gone.1 };
        if of_gone {
            point.y[self.row] = without / b + z / a;
            point.z[k] = -b / a * z;
            point.z[j] = 0.0;
        } else {
            point.y[self.row] = without / b;
            point.z[k] = 0.0;
        }
    }
}

/// Writes one variable of an equation of two in terms of the other. The matrix never gets more entries: those of the two
/// columns outside of the equation become one column.
pub(super) fn sweep(draft: &mut Draft<'_>, changed: &Changed) {
    for &i in &changed.rows {
        if draft.over() {
            return;
        }
        if draft.has_row(i) && draft.row_length(i) == 2 && draft.is_equation(i) {
            let entries: Entries = draft.row(i).collect();
            if let [first, second] = entries[..] {
                reduce(draft, i, first, second);
            }
        }
    }
}

fn reduce(draft: &mut Draft<'_>, i: usize, first: (usize, f64), second: (usize, f64)) {
    let first_is_shorter = draft.column_length(first.0) < draft.column_length(second.0);
    let (kept, gone) = if first_is_shorter { (second, first) } else { (first, second) };
    let ((j, a), (k, b)) = (kept, gone);
    let ratio = a / b;
    if draft.column_length(k) > LONGEST || ratio.abs() < PIVOT || ratio.abs() * PIVOT > 1.0 {
        return;
    }
    draft.spend(draft.column_length(j));
    let entries: Entries = draft.column(k).filter(|(r, _)| *r != i).collect();
    let Some(merged) = merged(draft, j, &entries, ratio) else { return };
    let right = draft.row_lower[i];
    let ends = ((right - b * draft.lower[k]) / a, (right - b * draft.upper[k]) / a);
    let ends = if a * b > 0.0 { (ends.1, ends.0) } else { ends };
    let largest = size(ends.0).max(size(ends.1)) + (right.abs() + draft.noise[i]) / a.abs();
    let Some(from_gone) = draft.tighten(j, ends, largest) else { return };
    draft.drop_row(i);
    draft.drop_column(k);
    for ((r, c), value) in entries.iter().zip(merged) {
        draft.shift_row(*r, c * (right / b));
        draft.set_entry(*r, j, value);
    }
    let cost = draft.cost[k];
    draft.offset += cost * (right / b);
    draft.cost[j] = difference(draft.cost[j], cost * ratio);
    draft.records.push(Box::new(Doubleton { row: i, kept, gone, right, cost, entries, from_gone }));
    draft.made(Reduction::DoubletonEquation);
}

/// What the column of the kept variable has in the rows of the other one; nothing if that would be mostly rounding.
fn merged(draft: &Draft<'_>, j: usize, entries: &[(usize, f64)], ratio: f64) -> Option<Vec<Option<f64>>> {
    let column: Entries = draft.column(j).collect();
    let value = |(r, c): &(usize, f64)| {
        let own = column.iter().find(|(row, _)| row == r).map_or(0.0, |(_, v)| *v);
        let value = difference(own, c * ratio);
        let certain = value == 0.0 || value.abs() >= SUSPICIOUS * (own.abs() + (c * ratio).abs());
        certain.then_some((value != 0.0).then_some(value))
    };
    entries.iter().map(value).collect()
}
