//! Variables whose columns are multiples of other columns.

use super::activity::ends;
use super::draft::{Draft, Entries};
use super::parallel::pairs;
use super::record::{Growing, Record};
use super::reduction::Reduction;

/// Two variables that became one: kept + factor * gone.
#[derive(Debug)]
struct ParallelColumn {
    kept: usize,
    gone: usize,
    factor: f64,
    kept_bounds: (f64, f64),
    gone_bounds: (f64, f64),
}

impl Record for ParallelColumn {
    /// Any way to share the value within the bounds is as good as another.
    fn restore(&self, point: &mut Growing) {
        let clamp = |v: f64, bounds: (f64, f64)| v.max(point.level(bounds.0)).min(point.level(bounds.1));
        let value = point.x[self.kept];
        let kept = clamp(value - self.factor * clamp(0.0, self.gone_bounds), self.kept_bounds);
        let gone = clamp((value - kept) / self.factor, self.gone_bounds);
        (point.x[self.kept], point.x[self.gone]) = (kept, gone);
        point.z[self.gone] = self.factor * point.z[self.kept];
    }

    fn push(&self, x: &mut [f64], _: &mut [f64]) {
        x[self.kept] += self.factor * x[self.gone];
    }
}

/// Makes variables one whose columns and costs are multiples of each other. Where the costs are not, the dearer one is
/// at its bound if the other one is never at the bound in its way.
pub(super) fn sweep(draft: &mut Draft<'_>) {
    for with_cost in [true, false] {
        let Some(columns) = columns(draft, with_cost) else { return };
        for (gone, kept, factor) in pairs(&columns) {
            if draft.over() {
                return;
            }
            if with_cost {
                merge(draft, kept, gone, factor);
            } else if draft.has_column(kept) && !dominated(draft, gone, kept, factor) {
                dominated(draft, kept, gone, 1.0 / factor);
            }
        }
    }
}

/// All columns that have entries, sorted; their costs may be a last entry. `None` if reductions have to end.
fn columns(draft: &mut Draft<'_>, with_cost: bool) -> Option<Vec<(usize, Entries)>> {
    draft.spend_all();
    let mut columns = Vec::new();
    for j in draft.all_columns() {
        if draft.over() {
            return None;
        }
        if draft.column_length(j) > 0 {
            let mut entries: Entries = draft.column(j).collect();
            entries.sort_unstable_by_key(|e| e.0);
            entries.extend(Some((usize::MAX, draft.cost[j])).filter(|cost| with_cost && cost.1 != 0.0));
            columns.push((j, entries));
        }
    }
    Some(columns)
}

fn merge(draft: &mut Draft<'_>, kept: usize, gone: usize, factor: f64) {
    let kept_bounds = (draft.lower[kept], draft.upper[kept]);
    let gone_bounds = (draft.lower[gone], draft.upper[gone]);
    let (low, high) = ends(factor, gone_bounds.0, gone_bounds.1);
    draft.drop_column(gone);
    draft.set_bounds(kept, kept_bounds.0 + low, kept_bounds.1 + high);
    draft.records.push(Box::new(ParallelColumn { kept, gone, factor, kept_bounds, gone_bounds }));
    draft.made(Reduction::ParallelColumn);
}

/// Fixes variable `j`, whose column is `factor` times that of `k`, if its reduced cost has a sign: it is the difference of the
/// costs plus `factor` times the reduced cost of `k`.
fn dominated(draft: &mut Draft<'_>, j: usize, k: usize, factor: f64) -> bool {
    let dearer = draft.cost[j] > factor * draft.cost[k];
    // A variable without upper bound has no negative reduced cost, one without lower bound no positive one.
    let needed = if dearer == (factor > 0.0) { draft.upper[k] } else { draft.lower[k] };
    let value = if dearer { draft.lower[j] } else { draft.upper[j] };
    let possible = needed.is_infinite() && value.is_finite();
    if possible {
        draft.fix(j, value, Reduction::ParallelColumn);
    }
    possible
}
