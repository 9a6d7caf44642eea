//! Variables whose reduced cost has one sign, whatever the multipliers of an optimum are.

use super::activity::ends;
use super::draft::{Draft, size};
use super::reduction::Reduction;

/// A bound of a multiplier, and the column that it comes from if it is not from the row itself.
#[derive(Clone, Copy)]
struct Limit {
    value: f64,
    source: Option<usize>,
}

/// What the multipliers of the rows can be: their sign by the bounds of the row, and what variables in one row ask for.
struct Multipliers {
    lower: Vec<Limit>,
    upper: Vec<Limit>,
}

/// What c - a'y of a column can be.
struct Range {
    low: f64,
    high: f64,
    /// How far from zero it must be to have a sure sign. If only signs of rows enter, moving the variable to its bound can
    /// but help, and zero is enough. Otherwise zero would leave open where an optimum has it.
    margin: f64,
}

/// The part of its terms that a reduced cost must exceed.
const MARGIN: f64 = 1e-9;

/// Fixes variables at the bound that their reduced cost points to.
pub(super) fn sweep(draft: &mut Draft<'_>) {
    draft.spend_all();
    let multipliers = Multipliers::new(draft);
    for j in draft.all_columns() {
        if draft.over() {
            return;
        }
        let range = multipliers.reduced_cost(draft, j);
        let value = match (range.low >= range.margin, range.high <= -range.margin) {
            (true, true) => draft.nearest_to_zero(j),
            (true, false) => draft.lower[j],
            (false, true) => draft.upper[j],
            (false, false) => continue,
        };
        // An infinite one would make the problem unbounded if it is feasible; that is for the solver to prove.
        if value.is_finite() {
            draft.fix(j, value, Reduction::DominatedColumn);
        }
    }
}

impl Multipliers {
    fn new(draft: &Draft<'_>) -> Multipliers {
        let limit = |value| Limit { value, source: None };
        let rows = 0..draft.row_lower.len();
        let mut all = Multipliers {
            lower: rows.clone().map(|i| limit(allowed(draft, i).0)).collect(),
            upper: rows.clone().map(|i| limit(allowed(draft, i).1)).collect(),
        };
        for j in draft.all_columns() {
            if draft.column_length(j) == 1 {
                let entry = draft.column(j).next();
                entry.into_iter().for_each(|(i, a)| all.take(draft, j, i, a));
            }
        }
        // Where no multiplier is possible there is no optimum, and nothing to conclude.
        for i in rows.filter(|i| draft.has_row(*i)) {
            if all.lower[i].value > all.upper[i].value {
                (all.lower[i], all.upper[i]) = (limit(f64::NEG_INFINITY), limit(f64::INFINITY));
            }
        }
        all
    }

    /// A variable without upper bound has c - a y >= 0, one without lower bound c - a y <= 0.
    fn take(&mut self, draft: &Draft<'_>, j: usize, i: usize, a: f64) {
        let limit = Limit { value: draft.cost[j] / a, source: Some(j) };
        let (least, most) = (draft.lower[j] == f64::NEG_INFINITY, draft.upper[j] == f64::INFINITY);
        let (from_below, from_above) = if a > 0.0 { (least, most) } else { (most, least) };
        if from_below && limit.value > self.lower[i].value {
            self.lower[i] = limit;
        }
        if from_above && limit.value < self.upper[i].value {
            self.upper[i] = limit;
        }
    }

    /// The range of c - a'y of a column. Limits that come from the column itself, or from one that is gone by now, do not
    /// count; then only the sign that the row allows is left.
    fn reduced_cost(&self, draft: &Draft<'_>, j: usize) -> Range {
        let valid = |limit: Limit| limit.source.is_none_or(|source| source != j && draft.has_column(source));
        let mut range = Range { low: draft.cost[j], high: draft.cost[j], margin: 0.0 };
        let (mut terms, mut by_sign) = (draft.cost[j].abs(), true);
        for (i, a) in draft.column(j) {
            let (mut lower, mut upper) = allowed(draft, i);
            for (own, limit) in [(&mut lower, self.lower[i]), (&mut upper, self.upper[i])] {
                if limit.source.is_some() && valid(limit) {
                    (*own, by_sign) = (limit.value, false);
                }
            }
            let (least, most) = ends(a, lower, upper);
            range.low -= most;
            range.high -= least;
            terms += size(least).max(size(most));
        }
        if !by_sign {
            range.margin = MARGIN * terms + f64::MIN_POSITIVE;
        }
        range
    }
}

/// The multipliers that the bounds of a row allow.
fn allowed(draft: &Draft<'_>, i: usize) -> (f64, f64) {
    let lower = if draft.row_upper[i].is_finite() { f64::NEG_INFINITY } else { 0.0 };
    (lower, if draft.row_lower[i].is_finite() { f64::INFINITY } else { 0.0 })
}
