//! Variables in one row that act as its slack.

use super::activity::{Activity, ends};
use super::draft::{Changed, Draft, Entries, size};
use super::record::{Growing, Record};
use super::reduction::Reduction;

/// An entry by which costs are divided is at least this part of the largest of its row.
const PIVOT: f64 = 1e-3;

/// What is left of a cost after a difference, relative to its terms, if only rounding is left.
const CANCELLED: f64 = 1e-14;

/// A variable that became a part of the bounds of its row.
#[derive(Debug)]
struct SlackColumn {
    row: usize,
    column: usize,
    entry: f64,
    /// Its cost per unit of the row, which went to the other variables of the row.
    price: f64,
    bounds: (f64, f64),
    /// The bounds of the row with it.
    row_bounds: (f64, f64),
    /// The rest of the row.
    rest: Entries,
}

impl Record for SlackColumn {
    /// Any value that keeps the row within its bounds is as good as another: what the row misses of complementarity, the
    /// variable has. The one at the bound that the multiplier asks for is the most natural.
    fn restore(&self, point: &mut Growing) {
        let (y, rest) = (point.y[self.row], point.activity(&self.rest));
        let (lower, upper) = (point.level(self.bounds.0), point.level(self.bounds.1));
        let (row_lower, row_upper) = (point.level(self.row_bounds.0), point.level(self.row_bounds.1));
        let wanted = match y * self.entry {
            push if push > 0.0 => upper,
            push if push < 0.0 => lower,
            _ => 0.0,
        };
        let wanted = if wanted.is_finite() { wanted } else { 0.0 };
        let (low, high) = if self.entry > 0.0 { (row_lower, row_upper) } else { (row_upper, row_lower) };
        let (low, high) = ((low - rest) / self.entry, (high - rest) / self.entry);
        let value = wanted.min(high).max(low).min(upper).max(lower);
        point.x[self.column] = if value.is_finite() { value } else { 0.0 };
        point.z[self.column] = -self.entry * y;
        point.y[self.row] = y + point.cost(self.price);
    }

    fn push(&self, _: &mut [f64], y: &mut [f64]) {
        y[self.row] -= self.price;
    }
}

/// Takes variables out that are in one row: those that the row determines, those without cost, and those whose cost
/// pushes them against the row.
pub(super) fn sweep(draft: &mut Draft<'_>, changed: &Changed) {
    let of_rows = changed.rows.iter().flat_map(|i| draft.row(*i).map(|(j, _)| j).collect::<Vec<_>>());
    let singletons = changed.columns.iter().copied().chain(of_rows).filter(|j| draft.column_length(*j) == 1);
    let mut singletons: Vec<usize> = singletons.collect();
    singletons.sort_unstable();
    singletons.dedup();
    for j in singletons {
        if draft.over() {
            return;
        }
        if !draft.has_column(j) || draft.lower[j] == draft.upper[j] {
            continue;
        }
        let entry = draft.column(j).next();
        entry.into_iter().for_each(|(i, a)| reduce(draft, i, j, a));
    }
}

fn reduce(draft: &mut Draft<'_>, i: usize, j: usize, a: f64) {
    draft.spend(draft.row_length(i));
    // A row without other entries is a pair of bounds.
    if draft.row_length(i) < 2 {
        return;
    }
    let (price, cost) = (draft.cost[j] / a, draft.cost[j]);
    let largest = draft.row(i).fold(0.0f64, |largest, (_, a)| largest.max(a.abs()));
    if cost != 0.0 && a.abs() < PIVOT * largest {
        return;
    }
    let (low, high) = ends(a, draft.lower[j], draft.upper[j]);
    let row_bounds = (draft.row_lower[i], draft.row_upper[i]);
    let (row_bounds, low, high) = if cost == 0.0 || draft.is_equation(i) {
        (row_bounds, low, high)
    } else {
        match pushed(draft, i, j, price, (low, high)) {
            Some(bound) if price > 0.0 => ((bound, bound), f64::NEG_INFINITY, high),
            Some(bound) => ((bound, bound), low, f64::INFINITY),
            None => return,
        }
    };
    let rest: Entries = draft.row(i).filter(|(k, _)| *k != j).collect();
    let bounds = (draft.lower[j], draft.upper[j]);
    move_cost(draft, &rest, price, row_bounds.0);
    draft.drop_column(j);
    (draft.row_lower[i], draft.row_upper[i]) = (row_bounds.0 - high, row_bounds.1 - low);
    draft.noise[i] += size(low).max(size(high));
    draft.records.push(Box::new(SlackColumn {
        row: i,
        column: j,
        entry: a,
        price,
        bounds,
        row_bounds,
        rest,
    }));
    draft.made(Reduction::SlackColumn);
    if draft.row_lower[i] == f64::NEG_INFINITY && draft.row_upper[i] == f64::INFINITY {
        draft.drop_row(i);
    }
}

/// The bound of the row at which it holds at every optimum, because the cost pushes the variable against the row and no bound
/// of its own comes first.
fn pushed(draft: &Draft<'_>, i: usize, j: usize, price: f64, (low, high): (f64, f64)) -> Option<f64> {
    let rest = Activity::of(draft, i, Some(j));
    let (bound, free) = if price > 0.0 {
        let bound = draft.row_lower[i];
        (bound, low == f64::NEG_INFINITY || bound - rest.largest >= low)
    } else {
        let bound = draft.row_upper[i];
        (bound, high == f64::INFINITY || bound - rest.smallest <= high)
    };
    (bound.is_finite() && free).then_some(bound)
}

/// Writes the cost of the variable in terms of the others: price times (bound - rest).
fn move_cost(draft: &mut Draft<'_>, rest: &[(usize, f64)], price: f64, bound: f64) {
    if price == 0.0 {
        return;
    }
    draft.offset += price * bound;
    for (k, a) in rest {
        draft.cost[*k] = difference(draft.cost[*k], a * price);
    }
}

/// a - b, where what is left by rounding is zero.
pub(super) fn difference(a: f64, b: f64) -> f64 {
    let difference = a - b;
    if difference.abs() <= CANCELLED * (a.abs() + b.abs()) { 0.0 } else { difference }
}
