//! The sparse matrix, stored once in both orientations and never rescaled, and the kernels over lanes.

mod build;
mod compressed;
mod dual_pass;
mod lines;
mod pattern;
mod primal_pass;
mod product;
mod simd;

pub use build::Entries;
pub use compressed::Storage;
pub(crate) use dual_pass::{DualPass, DualScalars, DualSums};
pub(crate) use lines::{Lanes, Line, padded};
pub(crate) use primal_pass::{CheckRule, PrimalPass, PrimalScalars, PrimalSums};
pub(crate) use simd::Isa;

pub(crate) use compressed::TILE;
use compressed::{Compressed, Plain, few_values};
pub(crate) use product::Product;

/// Most lanes a group can have.
pub(crate) const MAX_LANES: usize = 16;

/// A sparse matrix with its transpose. Immutable; problems that share a matrix share this object.
#[derive(Clone, Debug)]
pub struct Matrix {
    by_row: Compressed,
    by_column: Compressed,
    storage: Storage,
}

impl Matrix {
    /// Both orientations from sorted, summed, nonzero entries by row.
    fn from_plain(rows: Plain) -> Matrix {
        let distinct = few_values(&rows.values);
        let storage = match &distinct {
            Some(values) if values.iter().all(|v| v.abs() == 1.0) => Storage::Signs,
            Some(_) => Storage::Few,
            None => Storage::Full,
        };
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

    /// The same matrix with eight bytes for every value, whatever the values are; for measuring what the
    /// smaller storages gain.
    #[doc(hidden)]
    pub fn with_full_storage(&self) -> Matrix {
        let mut plain = Plain {
            count: self.rows(),
            inner: self.columns(),
            starts: vec![0],
            indices: Vec::with_capacity(self.nonzeros()),
            values: Vec::with_capacity(self.nonzeros()),
        };
        for i in 0..self.rows() {
            let mut row: Vec<_> = self.row(i).collect();
            row.sort_unstable_by_key(|e| e.0);
            plain.indices.extend(row.iter().map(|e| e.0 as u32));
            plain.values.extend(row.iter().map(|e| e.1));
            plain.starts.push(plain.indices.len() as u32);
        }
        Matrix::with_storage(plain, Storage::Full, &[])
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
    pub fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.by_row.vector(i)
    }

    /// Entries (row, value) of column `j`, in no particular order.
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
    pub(crate) fn multiply(&self, isa: Isa, x: &Lanes, out: &mut Lanes) {
        Product::new(&self.by_row, isa, 1).all(x, out);
    }

    /// K' y for one vector, in the summation order of the engine.
    pub(crate) fn multiply_transposed(&self, isa: Isa, y: &Lanes, out: &mut Lanes) {
        Product::new(&self.by_column, isa, 1).all(y, out);
    }
}
