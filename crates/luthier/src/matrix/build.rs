//! From what callers have (triplets, CSR, CSC) to sorted, summed, validated entries.

use super::Matrix;
use super::compressed::Plain;
use crate::error::Error;

/// Entries of a matrix as a caller has them. Duplicates are summed, order is free, zeros are dropped.
#[derive(Clone, Debug)]
pub enum Entries {
    /// (row, column, value).
    Triplets(Vec<(usize, usize, f64)>),
    /// Compressed rows: `starts` has one more entry than there are rows; `indices` are columns.
    Csr {
        /// Where each row starts in `indices`; the last is the number of entries.
        starts: Vec<usize>,
        /// Column of each entry.
        indices: Vec<usize>,
        /// Value of each entry.
        values: Vec<f64>,
    },
    /// Compressed columns: `starts` has one more entry than there are columns; `indices` are rows.
    Csc {
        /// Where each column starts in `indices`; the last is the number of entries.
        starts: Vec<usize>,
        /// Row of each entry.
        indices: Vec<usize>,
        /// Value of each entry.
        values: Vec<f64>,
    },
}

/// Magnitudes of coefficients and finite bounds stay below this, so that squares and products cannot overflow.
pub(crate) const LARGEST: f64 = 1e50;

/// Most rows, columns or entries (indices are 32 bits wide, and vectors are padded).
const LARGEST_COUNT: usize = u32::MAX as usize - 64;

/// Entries as a reader meets them: vector by vector (rows of one format, columns of the other), a vector possibly in
/// several pieces. Half the memory of triplets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segments {
    /// Whether the vectors are columns.
    columns: bool,
    /// (vector, where its entries begin); they end where the next ones begin.
    heads: Vec<(u32, u32)>,
    inner: Vec<u32>,
    values: Vec<f64>,
}

impl Segments {
    pub(crate) fn of_rows() -> Segments {
        Segments::default()
    }

    pub(crate) fn of_columns() -> Segments {
        Segments { columns: true, ..Segments::default() }
    }

    /// The entries that follow belong to this vector. False if there is no room for more entries.
    #[must_use]
    pub(crate) fn begin(&mut self, vector: usize) -> bool {
        self.heads.push((vector as u32, self.inner.len() as u32));
        self.inner.len() < LARGEST_COUNT
    }

    pub(crate) fn push(&mut self, inner: usize, value: f64) {
        self.inner.push(inner as u32);
        self.values.push(value);
    }

    /// All entries as (vector, index inside it), in the order in which they came.
    pub(crate) fn places(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.ranges().flat_map(|(vector, range)| self.inner[range].iter().map(move |i| (vector, *i)))
    }

    fn ranges(&self) -> impl Iterator<Item = (u32, std::ops::Range<usize>)> + '_ {
        let ends = self.heads.iter().skip(1).map(|h| h.1).chain([self.inner.len() as u32]);
        self.heads.iter().zip(ends).map(|((vector, start), end)| (*vector, *start as usize..end as usize))
    }
}

/// Where entries come from: visited twice, then dropped.
pub(crate) trait Source {
    fn len(&self) -> usize;

    /// Refuses what cannot be indexed, and calls `each(row, column, value)` for every entry.
    fn visit(&self, rows: usize, columns: usize, each: impl FnMut(usize, usize, f64)) -> Result<(), Error>;
}

impl Source for Segments {
    fn len(&self) -> usize {
        self.values.len()
    }

    fn visit(
        &self,
        rows: usize,
        columns: usize,
        mut each: impl FnMut(usize, usize, f64),
    ) -> Result<(), Error> {
        for (vector, range) in self.ranges() {
            for k in range {
                let (vector, inner) = (vector as usize, self.inner[k] as usize);
                let (i, j) = if self.columns { (inner, vector) } else { (vector, inner) };
                check_entry(k, i, j, self.values[k], rows, columns)?;
                each(i, j, self.values[k]);
            }
        }
        Ok(())
    }
}

pub(super) fn check_entry(
    k: usize,
    i: usize,
    j: usize,
    v: f64,
    rows: usize,
    columns: usize,
) -> Result<(), Error> {
    if i >= rows || j >= columns {
        let matrix = "the matrix";
        return Err(Error::EntryOutOfRange { matrix, entry: k, row: i, column: j, rows, columns });
    }
    if v.is_finite() { Ok(()) } else { Err(Error::BadCoefficient { row: i, column: j, value: v }) }
}

impl Source for Entries {
    fn len(&self) -> usize {
        match self {
            Entries::Triplets(t) => t.len(),
            Entries::Csr { values, .. } | Entries::Csc { values, .. } => values.len(),
        }
    }

    fn visit(
        &self,
        rows: usize,
        columns: usize,
        mut each: impl FnMut(usize, usize, f64),
    ) -> Result<(), Error> {
        let mut one = |k: usize, i: usize, j: usize, v: f64| {
            check_entry(k, i, j, v, rows, columns)?;
            each(i, j, v);
            Ok(())
        };
        match self {
            Entries::Triplets(t) => t.iter().enumerate().try_for_each(|(k, &(i, j, v))| one(k, i, j, v)),
            Entries::Csr { starts, indices, values } => {
                check_starts("CSR", starts, rows, indices.len(), values.len())?;
                (0..rows).try_for_each(|i| {
                    (starts[i]..starts[i + 1]).try_for_each(|k| one(k, i, indices[k], values[k]))
                })
            }
            Entries::Csc { starts, indices, values } => {
                check_starts("CSC", starts, columns, indices.len(), values.len())?;
                (0..columns).try_for_each(|j| {
                    (starts[j]..starts[j + 1]).try_for_each(|k| one(k, indices[k], j, values[k]))
                })
            }
        }
    }
}

fn check_starts(
    format: &'static str,
    starts: &[usize],
    vectors: usize,
    indices: usize,
    values: usize,
) -> Result<(), Error> {
    let bad = |problem: String| Err(Error::BadCompressed { format, problem });
    if starts.len() != vectors + 1 {
        return bad(format!(
            "starts has {} entries, expected {} (one more than vectors)",
            starts.len(),
            vectors + 1
        ));
    }
    if indices != values {
        return bad(format!("indices has {indices} entries but values has {values}"));
    }
    if starts[0] != 0 || starts[vectors] != values {
        return bad(format!(
            "starts must run from 0 to {values}, it runs from {} to {}",
            starts[0], starts[vectors]
        ));
    }
    match starts.windows(2).position(|w| w[0] > w[1]) {
        Some(at) => {
            bad(format!("starts decreases from {} to {} at position {at}", starts[at], starts[at + 1]))
        }
        None => Ok(()),
    }
}

/// Refuses counts that 32-bit indices cannot hold.
pub(crate) fn check_count(what: &'static str, count: usize) -> Result<(), Error> {
    if count > LARGEST_COUNT { Err(Error::TooLarge { what, count, most: LARGEST_COUNT }) } else { Ok(()) }
}

impl Matrix {
    /// Builds both orientations. Duplicates are summed, then the sums are validated; zeros are dropped, and so are
    /// subnormal values, whose number is returned.
    pub(crate) fn build(rows: usize, columns: usize, entries: impl Source) -> Result<(Matrix, usize), Error> {
        check_count("entries", entries.len())?;
        let scattered = scatter_by_row(rows, columns, &entries)?;
        drop(entries);
        let (plain, subnormal) = sum_and_drop(scattered)?;
        Ok((Matrix::from_plain(plain), subnormal))
    }
}

/// Counting sort by row; inside a row still in the caller's order, duplicates included.
fn scatter_by_row(rows: usize, columns: usize, entries: &impl Source) -> Result<Plain, Error> {
    let mut starts = vec![0u32; rows + 1];
    entries.visit(rows, columns, |i, _, _| starts[i + 1] += 1)?;
    for i in 0..rows {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut indices = vec![0u32; entries.len()];
    let mut values = vec![0.0; entries.len()];
    entries.visit(rows, columns, |i, j, v| {
        let at = next[i] as usize;
        next[i] += 1;
        indices[at] = j as u32;
        values[at] = v;
    })?;
    Ok(Plain { count: rows, inner: columns, starts, indices, values })
}

/// Sorts each row by column, sums duplicates, drops zeros and subnormals (and counts these), validates the sums. In
/// place: what is kept never overtakes what is read.
fn sum_and_drop(mut plain: Plain) -> Result<(Plain, usize), Error> {
    let (mut subnormal, mut kept) = (0, 0);
    let mut row: Vec<(usize, f64)> = Vec::new();
    for i in 0..plain.count {
        row.clear();
        row.extend(plain.vector(i));
        plain.starts[i] = kept as u32;
        // Equal columns are ordered by value, so that the sum does not depend on the order of the input.
        row.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        for group in row.chunk_by(|a, b| a.0 == b.0) {
            let (column, sum) = (group[0].0, group.iter().map(|e| e.1).sum::<f64>());
            if !(sum.abs() < LARGEST) {
                return Err(Error::BadCoefficient { row: i, column, value: sum });
            }
            if sum.is_subnormal() {
                subnormal += 1;
            } else if sum != 0.0 {
                (plain.indices[kept], plain.values[kept]) = (column as u32, sum);
                kept += 1;
            }
        }
    }
    plain.starts[plain.count] = kept as u32;
    plain.indices.truncate(kept);
    plain.values.truncate(kept);
    Ok((plain, subnormal))
}
