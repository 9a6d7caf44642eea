//! The sparse matrix, stored once in both orientations and never rescaled, and the kernels over lanes.

mod bell;
mod blend;
mod build;
mod change;
mod column_errors;
mod compressed;
mod dual_pass;
mod halpern_dual;
mod halpern_primal;
mod kernels;
mod lines;
mod part;
mod parted;
mod pass;
mod pattern;
mod primal_pass;
mod product;
mod row_errors;
mod sharing;
mod simd;
mod team;

pub use build::Entries;
pub use compressed::Storage;

pub(crate) use blend::Blend;
pub(crate) use build::{LARGEST, Segments, check_count};
pub(crate) use column_errors::CheckRule;
pub(crate) use dual_pass::{DualPass, DualScalars, DualSums};
pub(crate) use halpern_dual::HalpernDual;
pub(crate) use halpern_primal::HalpernPrimal;
pub(crate) use lines::{Lanes, padded};
pub(crate) use pass::{Measured, Stage};
pub(crate) use pattern::Pattern;
pub(crate) use primal_pass::{PrimalPass, PrimalScalars, PrimalSums};
pub(crate) use product::Product;
pub(crate) use sharing::Sharing;
pub(crate) use simd::Isa;
pub(crate) use team::Team;

use compressed::{Compressed, FEW_MASK, Plain, few_values};

/// Most lanes a group can have.
pub(crate) const MAX_LANES: usize = 16;

/// Entries from which on one-byte values are faster than 8-byte ones: below, the matrix is in the cache either way, and looking
/// values up costs more than reading them. Both give the same bits.
const FEW_PAYS: usize = 1 << 18;

fn only_signs(distinct: &[f64]) -> bool {
    distinct.iter().all(|v| v.abs() == 1.0)
}

fn fits_few(rows: usize, columns: usize) -> bool {
    rows.max(columns) <= FEW_MASK as usize
}

/// The fastest storage that can hold these values, among which are these distinct ones, if they are few.
fn fastest(values: &[f64], distinct: Option<&[f64]>, fits_few: bool) -> Storage {
    match distinct {
        Some(distinct) if only_signs(distinct) => Storage::Signs,
        Some(_) if fits_few && values.len() >= FEW_PAYS => Storage::Few,
        _ => Storage::Full,
    }
}

/// A sparse matrix with its transpose. Immutable; problems that share a matrix share this object.
#[derive(Clone, Debug)]
pub struct Matrix {
    by_row: Compressed,
    by_column: Compressed,
    storage: Storage,
}

/// Equal are matrices of one shape with the same entries, stored alike. The layout follows from entries and storage, so
/// one orientation tells, and it is compared as it lies in memory.
impl PartialEq for Matrix {
    fn eq(&self, other: &Matrix) -> bool {
        self.by_row == other.by_row
    }
}

impl Matrix {
    /// Both orientations from sorted, summed, nonzero entries by row, in the fastest storage that can hold them.
    fn from_plain(rows: Plain) -> Matrix {
        let distinct = few_values(&rows.values);
        let storage = fastest(&rows.values, distinct.as_deref(), fits_few(rows.count, rows.inner));
        Matrix::with_storage(rows, storage, &distinct.unwrap_or_default())
    }

    fn with_storage(rows: Plain, storage: Storage, distinct: &[f64]) -> Matrix {
        let columns = rows.transposed();
        Matrix {
            by_row: Compressed::new(rows, storage, distinct),
            by_column: Compressed::new(columns, storage, distinct),
            storage,
        }
    }

    /// The same matrix in another storage, if that can hold it: for measuring what storages gain.
    #[doc(hidden)]
    pub fn stored_as(&self, storage: Storage) -> Option<Matrix> {
        let rows = self.by_row.to_plain();
        let distinct = few_values(&rows.values);
        let possible = match storage {
            Storage::Signs => distinct.as_deref().is_some_and(only_signs),
            Storage::Few => distinct.is_some() && fits_few(rows.count, rows.inner),
            Storage::Full => true,
        };
        possible.then(|| Matrix::with_storage(rows, storage, &distinct.unwrap_or_default()))
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.by_row.count()
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.by_row.inner()
    }

    /// Number of nonzero entries.
    pub fn nonzeros(&self) -> usize {
        self.by_row.indices().len()
    }

    /// How the values are kept in memory.
    pub fn storage(&self) -> Storage {
        self.storage
    }

    /// Bytes of both orientations.
    pub fn bytes(&self) -> usize {
        self.by_row.bytes() + self.by_column.bytes()
    }

    /// Entries (column, value) of row `i`, in no particular order.
    ///
    /// # Panics
    /// If there is no row `i`.
    pub fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.by_row.vector(i)
    }

    /// Entries (row, value) of column `j`, in no particular order.
    ///
    /// # Panics
    /// If there is no column `j`.
    pub fn column(&self, j: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.by_column.vector(j)
    }

    pub(crate) fn by_row(&self) -> &Compressed {
        &self.by_row
    }

    pub(crate) fn by_column(&self) -> &Compressed {
        &self.by_column
    }

    /// K x for one vector, in the summation order of the engine.
    pub(crate) fn multiply(&self, team: &Team, x: &Lanes, out: &mut Lanes) {
        Product::new(&self.by_row, team.isa(), 1).all(team, x, out.lines_mut());
    }

    /// K' y for one vector, in the summation order of the engine.
    pub(crate) fn multiply_transposed(&self, team: &Team, y: &Lanes, out: &mut Lanes) {
        Product::new(&self.by_column, team.isa(), 1).all(team, y, out.lines_mut());
    }
}
