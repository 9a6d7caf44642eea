//! Variables with one possible value.

use super::draft::{Changed, Draft, Entries};
use super::record::{Growing, Record};
use super::reduction::Reduction;

/// A variable at a value that no longer changes.
#[derive(Debug)]
struct Fixed {
    column: usize,
    value: f64,
    cost: f64,
    entries: Entries,
}

impl Record for Fixed {
    fn restore(&self, point: &mut Growing) {
        point.x[self.column] = point.level(self.value);
        point.z[self.column] = point.reduced_cost(self.cost, &self.entries);
    }
}

impl Draft<'_> {
    /// Puts a variable at a value, for a reason.
    pub(super) fn fix(&mut self, j: usize, value: f64, reason: Reduction) {
        let entries: Entries = self.column(j).collect();
        entries.iter().for_each(|(i, a)| self.shift_row(*i, a * value));
        self.offset += self.cost[j] * value;
        self.drop_column(j);
        self.records.push(Box::new(Fixed { column: j, value, cost: self.cost[j], entries }));
        self.made(reason);
    }
}

/// Takes variables out whose bounds are equal.
pub(super) fn sweep(draft: &mut Draft<'_>, changed: &Changed) {
    for &j in &changed.columns {
        if draft.over() {
            return;
        }
        if draft.has_column(j) && draft.lower[j] == draft.upper[j] {
            draft.fix(j, draft.lower[j], Reduction::FixedColumn);
        }
    }
}
