//! The problem while it shrinks, for minimisation. Rows and columns keep their numbers; those that are gone are skipped.

use super::record::Record;
use super::reduction::{PerReduction, Reduction};
use crate::problem::Problem;

/// Entries of a row or column: (index, value).
pub(super) type Entries = Vec<(usize, f64)>;

/// Bounds that cross by less than this, relative to the numbers that they were computed from, meet.
const MEETING: f64 = 1e-12;

/// Entries looked at may be this many times those of the problem.
const BUDGET: u64 = 100;

/// How many questions there are between two looks at the clock.
const PATIENCE: u64 = 256;

/// Numbers of rows or columns that changed, each once.
#[derive(Default)]
struct Touched {
    list: Vec<usize>,
    marked: Vec<bool>,
}

impl Touched {
    fn all(count: usize) -> Touched {
        Touched { list: (0..count).collect(), marked: vec![true; count] }
    }

    fn add(&mut self, index: usize) {
        if !std::mem::replace(&mut self.marked[index], true) {
            self.list.push(index);
        }
    }

    fn take(&mut self) -> Vec<usize> {
        let mut list = std::mem::take(&mut self.list);
        list.iter().for_each(|index| self.marked[*index] = false);
        list.sort_unstable();
        list
    }
}

/// One orientation of the matrix.
struct Lines {
    entries: Vec<Entries>,
    alive: Vec<bool>,
    /// Entries that are not in a line of the other orientation that is gone.
    length: Vec<usize>,
    touched: Touched,
}

impl Lines {
    fn new(entries: Vec<Entries>) -> Lines {
        let (count, length) = (entries.len(), entries.iter().map(Vec::len).collect());
        Lines { entries, alive: vec![true; count], length, touched: Touched::all(count) }
    }

    /// Makes lines shorter that are mostly gone; how many entries were looked at.
    fn shorten(&mut self, list: &[usize], others: &[bool]) -> usize {
        let mut looked_at = 0;
        for line in list {
            let entries = &mut self.entries[*line];
            looked_at += 1 + entries.len();
            if entries.len() > 2 * self.length[*line] {
                entries.retain(|(k, _)| others[*k]);
            }
        }
        looked_at
    }

    /// Sets one entry; `None` removes it.
    fn set(&mut self, line: usize, index: usize, value: Option<f64>) {
        let entries = &mut self.entries[line];
        let at = entries.iter().position(|(k, _)| *k == index);
        match (at, value) {
            (Some(at), Some(value)) => entries[at].1 = value,
            (Some(at), None) => {
                entries.swap_remove(at);
                self.length[line] -= 1;
            }
            (None, Some(value)) => {
                entries.push((index, value));
                self.length[line] += 1;
            }
            (None, None) => {}
        }
    }
}

/// What changed since it was last asked for.
pub(super) struct Changed {
    pub rows: Vec<usize>,
    pub columns: Vec<usize>,
}

/// A problem that shrinks.
pub(super) struct Draft<'a> {
    rows: Lines,
    columns: Lines,
    pub cost: Vec<f64>,
    pub offset: f64,
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    pub row_lower: Vec<f64>,
    pub row_upper: Vec<f64>,
    /// Sum of the magnitudes that were added to the bounds of each row: what their rounding is relative to.
    pub noise: Vec<f64>,
    pub records: Vec<Box<dyn Record>>,
    pub counts: PerReduction<usize>,
    pub contradiction: bool,
    pub stopped: bool,
    stop: &'a dyn Fn() -> bool,
    asked: u64,
    work: u64,
    budget: u64,
}

impl<'a> Draft<'a> {
    pub fn new(problem: &Problem, stop: &'a dyn Fn() -> bool) -> Draft<'a> {
        let (matrix, sign) = (problem.matrix(), problem.sense().sign());
        let rows = (0..problem.rows()).map(|i| matrix.row(i).collect()).collect();
        let columns = (0..problem.columns()).map(|j| matrix.column(j).collect()).collect();
        let crossed = |l: &[f64], u: &[f64]| l.iter().zip(u).any(|(l, u)| l > u);
        let size = matrix.nonzeros() + problem.rows() + problem.columns();
        Draft {
            rows: Lines::new(rows),
            columns: Lines::new(columns),
            cost: problem.objective().iter().map(|c| sign * c).collect(),
            offset: sign * problem.offset(),
            lower: problem.lower().to_vec(),
            upper: problem.upper().to_vec(),
            row_lower: problem.row_lower().to_vec(),
            row_upper: problem.row_upper().to_vec(),
            noise: vec![0.0; problem.rows()],
            records: Vec::new(),
            counts: Default::default(),
            contradiction: crossed(problem.lower(), problem.upper())
                || crossed(problem.row_lower(), problem.row_upper()),
            stopped: false,
            stop,
            asked: 0,
            work: 0,
            budget: BUDGET * size as u64,
        }
    }

    /// Whether reductions have to end. They ask often; the clock is looked at now and then.
    pub fn over(&mut self) -> bool {
        if self.asked.is_multiple_of(PATIENCE) {
            self.stopped = self.stopped || (self.stop)();
        }
        self.asked += 1;
        self.contradiction || self.stopped || self.work > self.budget
    }

    /// Counts entries that were looked at.
    pub fn spend(&mut self, entries: usize) {
        self.work += 1 + entries as u64;
    }

    /// Entries of the whole matrix were looked at.
    pub fn spend_all(&mut self) {
        self.spend(self.rows.length.iter().sum::<usize>() + self.rows.alive.len() + self.columns.alive.len());
    }

    pub fn made(&mut self, reduction: Reduction) {
        self.counts[reduction as usize] += 1;
    }

    pub fn has_row(&self, i: usize) -> bool {
        self.rows.alive[i]
    }

    pub fn has_column(&self, j: usize) -> bool {
        self.columns.alive[j]
    }

    /// Numbers of the rows that are there.
    pub fn all_rows(&self) -> Vec<usize> {
        (0..self.rows.alive.len()).filter(|i| self.rows.alive[*i]).collect()
    }

    /// Numbers of the columns that are there.
    pub fn all_columns(&self) -> Vec<usize> {
        (0..self.columns.alive.len()).filter(|j| self.columns.alive[*j]).collect()
    }

    pub fn row_length(&self, i: usize) -> usize {
        self.rows.length[i]
    }

    pub fn column_length(&self, j: usize) -> usize {
        self.columns.length[j]
    }

    /// Entries (column, value) of row `i`.
    pub fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.rows.entries[i].iter().copied().filter(|(j, _)| self.columns.alive[*j])
    }

    /// Entries (row, value) of column `j`.
    pub fn column(&self, j: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.columns.entries[j].iter().copied().filter(|(i, _)| self.rows.alive[*i])
    }

    pub fn is_equation(&self, i: usize) -> bool {
        self.row_lower[i] == self.row_upper[i]
    }

    /// Sets or removes an entry.
    pub fn set_entry(&mut self, i: usize, j: usize, value: Option<f64>) {
        self.spend(self.rows.entries[i].len() + self.columns.entries[j].len());
        self.rows.set(i, j, value);
        self.columns.set(j, i, value);
        self.rows.touched.add(i);
        self.columns.touched.add(j);
    }

    /// What changed since the last time, without what is gone. Lines that are mostly gone are made shorter.
    pub fn take_changed(&mut self) -> Changed {
        let (mut rows, mut columns) = (self.rows.touched.take(), self.columns.touched.take());
        rows.retain(|i| self.rows.alive[*i]);
        columns.retain(|j| self.columns.alive[*j]);
        let looked_at =
            self.rows.shorten(&rows, &self.columns.alive) + self.columns.shorten(&columns, &self.rows.alive);
        self.spend(looked_at);
        Changed { rows, columns }
    }

    /// Marks a row for another look.
    pub fn touch_row(&mut self, i: usize) {
        self.rows.touched.add(i);
    }

    /// Takes a row out; its multiplier is zero unless a record says otherwise.
    pub fn drop_row(&mut self, i: usize) {
        self.rows.alive[i] = false;
        for (j, _) in &self.rows.entries[i] {
            self.columns.length[*j] -= usize::from(self.columns.alive[*j]);
            self.columns.touched.add(*j);
        }
    }

    /// Takes a column out; a record says what becomes of it.
    pub fn drop_column(&mut self, j: usize) {
        self.columns.alive[j] = false;
        for (i, _) in &self.columns.entries[j] {
            self.rows.length[*i] -= usize::from(self.rows.alive[*i]);
            self.rows.touched.add(*i);
        }
    }

    /// Adds a constant to the activity of a row, so that its bounds move.
    pub fn shift_row(&mut self, i: usize, amount: f64) {
        if amount != 0.0 {
            self.row_lower[i] -= amount;
            self.row_upper[i] -= amount;
            self.noise[i] += amount.abs();
            self.rows.touched.add(i);
        }
    }

    /// Sets the bounds of a column.
    pub fn set_bounds(&mut self, j: usize, lower: f64, upper: f64) {
        (self.lower[j], self.upper[j]) = (lower, upper);
        self.columns.touched.add(j);
        for (i, _) in &self.columns.entries[j] {
            self.rows.touched.add(*i);
        }
    }

    /// Takes further bounds of a column in, computed from numbers of this size: whether the lower, and whether the upper
    /// bound is one of these now. `None` if they contradict those that were there.
    pub fn tighten(&mut self, j: usize, (low, high): (f64, f64), size: f64) -> Option<(bool, bool)> {
        let from = (low > self.lower[j], high < self.upper[j]);
        let Some((lower, upper)) = met((self.lower[j], self.upper[j]), (low, high), size) else {
            self.contradiction = true;
            return None;
        };
        self.set_bounds(j, lower, upper);
        Some(from)
    }

    /// What rounding may have done to the bounds of a row.
    pub fn rounding(&self, i: usize) -> f64 {
        MEETING * (1.0 + self.noise[i] + size(self.row_lower[i]).max(size(self.row_upper[i])))
    }
}

/// The intersection of two intervals; where they miss each other by rounding, the end of the first that is nearer.
pub(super) fn met(own: (f64, f64), other: (f64, f64), size: f64) -> Option<(f64, f64)> {
    let (lower, upper) = (own.0.max(other.0), own.1.min(other.1));
    if lower <= upper {
        return Some((lower, upper));
    }
    if !(lower - upper <= MEETING * (1.0 + size)) {
        return None;
    }
    let end = if other.0 > own.1 { own.1 } else { own.0 };
    Some((end, end))
}

/// The magnitude of what is finite.
pub(super) fn size(v: f64) -> f64 {
    if v.is_finite() { v.abs() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_meet_or_miss() {
        assert_eq!(met((0.0, 2.0), (1.0, f64::INFINITY), 1.0), Some((1.0, 2.0)));
        assert_eq!(met((0.0, 2.0), (2.0 + 1e-13, 3.0), 1.0), Some((2.0, 2.0)));
        assert_eq!(met((0.0, 2.0), (-3.0, -1e-13), 1.0), Some((0.0, 0.0)));
        assert_eq!(met((0.0, 2.0), (2.1, 3.0), 1.0), None);
        assert_eq!(met((0.0, 2.0), (f64::NAN, f64::NAN), 1.0), Some((0.0, 2.0)));
    }
}
