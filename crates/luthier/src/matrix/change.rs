//! A matrix with other values at some places.

use super::build::{LARGEST, check_count, check_entry};
use super::compressed::{Plain, Values, few_values};
use super::{Matrix, Storage, fastest, fits_few};
use crate::error::Error;

/// (row, column, value)
type Entry = (usize, usize, f64);

impl Matrix {
    /// This matrix with other values at some places, and the number of subnormal ones among them, which count as zero. Where a
    /// place comes more than once its last value counts; zero takes an entry out. The result is the same, stored alike, as if
    /// it were built anew; but as long as entries keep their places, so does everything but the values.
    pub(crate) fn changed(&self, changes: &[Entry]) -> Result<(Matrix, usize), Error> {
        let (changes, subnormal) = settled(self, changes)?;
        let matrix = match self.with_values(&changes) {
            Some(matrix) => matrix,
            None => Matrix::from_plain(merged(self.by_row.to_plain(), &changes)?),
        };
        Ok((matrix, subnormal))
    }

    /// The matrix on the same pattern; `None` if a place has no entry or loses it, or if another storage is the one to have.
    fn with_values(&self, changes: &[Entry]) -> Option<Matrix> {
        if self.storage != Storage::Full {
            return None;
        }
        let mut changed = self.clone();
        for &(i, j, value) in changes.iter() {
            if value == 0.0 {
                return None;
            }
            changed.by_row.set(i, j, value)?;
            changed.by_column.set(j, i, value)?;
        }
        let Values::Full(values) = changed.by_row.values() else { return None };
        let fits_few = fits_few(self.rows(), self.columns());
        let storage = fastest(values, few_values(values).as_deref(), fits_few);
        (storage == Storage::Full).then_some(changed)
    }
}

/// Valid changes in the order of rows and columns, one for each place; and how many were subnormal.
fn settled(matrix: &Matrix, changes: &[Entry]) -> Result<(Vec<Entry>, usize), Error> {
    let mut subnormal = 0;
    let mut settled = changes.to_vec();
    for (k, (i, j, value)) in settled.iter_mut().enumerate() {
        check_entry(k, *i, *j, *value, matrix.rows(), matrix.columns())?;
        if !(value.abs() < LARGEST) {
            return Err(Error::BadCoefficient { row: *i, column: *j, value: *value });
        }
        if value.is_subnormal() {
            subnormal += 1;
            *value = 0.0;
        }
    }
    // Stable, so that the last of equal places stays the last, and then comes first.
    settled.reverse();
    settled.sort_by_key(|(i, j, _)| (*i, *j));
    settled.dedup_by_key(|(i, j, _)| (*i, *j));
    Ok((settled, subnormal))
}

/// Sorted entries with sorted changes put in.
fn merged(old: Plain, changes: &[Entry]) -> Result<Plain, Error> {
    check_count("entries", old.values.len() + changes.len())?;
    let mut new = Plain { starts: vec![0], indices: Vec::new(), values: Vec::new(), ..old };
    let mut changes = changes.iter().peekable();
    for i in 0..old.count {
        let mut entries = old.vector(i).peekable();
        loop {
            let change = changes.peek().filter(|change| change.0 == i).map(|change| (change.1, change.2));
            let (column, value) = match (entries.peek().copied(), change) {
                (None, None) => break,
                (Some(entry), None) => entry,
                (Some(entry), Some(change)) if entry.0 < change.0 => entry,
                (_, Some(change)) => change,
            };
            entries.next_if(|entry| entry.0 == column);
            changes.next_if(|change| (change.0, change.1) == (i, column));
            if value != 0.0 {
                new.indices.push(column as u32);
                new.values.push(value);
            }
        }
        new.starts.push(new.indices.len() as u32);
    }
    Ok(new)
}
