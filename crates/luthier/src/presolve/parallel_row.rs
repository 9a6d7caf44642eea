//! Rows that are multiples of other rows.

use super::draft::{Draft, Entries, met, size};
use super::parallel::pairs;
use super::record::{Growing, Record};
use super::reduction::Reduction;

/// A row that is `factor` times the one that is gone.
#[derive(Debug)]
struct ParallelRow {
    kept: usize,
    gone: usize,
    factor: f64,
    /// Whether the lower, and whether the upper bound of the kept row is one of the other.
    from_gone: (bool, bool),
}

impl Record for ParallelRow {
    /// The multiplier belongs to the row whose bound it is.
    fn restore(&self, point: &mut Growing) {
        let y = point.y[self.kept];
        let of_gone = if y > 0.0 { self.from_gone.0 } else { self.from_gone.1 };
        if of_gone {
            point.y[self.gone] = self.factor * y;
            point.y[self.kept] = 0.0;
        }
    }

    fn push(&self, _: &mut [f64], y: &mut [f64]) {
        y[self.kept] += y[self.gone] / self.factor;
    }
}

/// Makes rows that are multiples of each other one.
pub(super) fn sweep(draft: &mut Draft<'_>) {
    draft.spend_all();
    let mut rows: Vec<(usize, Entries)> = Vec::new();
    for i in draft.all_rows() {
        if draft.over() {
            return;
        }
        if draft.row_length(i) > 1 {
            let mut entries: Entries = draft.row(i).collect();
            entries.sort_unstable_by_key(|e| e.0);
            rows.push((i, entries));
        }
    }
    for (gone, kept, factor) in pairs(&rows) {
        if draft.over() {
            return;
        }
        // The pair has it the other way round.
        merge(draft, kept, gone, 1.0 / factor);
    }
}

fn merge(draft: &mut Draft<'_>, kept: usize, gone: usize, factor: f64) {
    let ends = (factor * draft.row_lower[gone], factor * draft.row_upper[gone]);
    let (low, high) = if factor > 0.0 { ends } else { (ends.1, ends.0) };
    let own = (draft.row_lower[kept], draft.row_upper[kept]);
    let noise = draft.noise[kept] + factor.abs() * draft.noise[gone];
    let largest = [low, high, own.0, own.1].into_iter().map(size).fold(noise, f64::max);
    let Some((lower, upper)) = met(own, (low, high), largest) else {
        draft.contradiction = true;
        return;
    };
    (draft.row_lower[kept], draft.row_upper[kept], draft.noise[kept]) = (lower, upper, noise);
    draft.touch_row(kept);
    draft.drop_row(gone);
    let from_gone = (low > own.0, high < own.1);
    draft.records.push(Box::new(ParallelRow { kept, gone, factor, from_gone }));
    draft.made(Reduction::ParallelRow);
}
