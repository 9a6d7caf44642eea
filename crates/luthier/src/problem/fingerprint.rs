//! A hash of a problem's content.

use super::{Problem, Sense};
use std::fmt;
use xxhash_rust::xxh3::Xxh3Default;

/// 128 bits that depend on a problem's numbers alone: not on its names, its file format, the order of its matrix entries or
/// how zeros and infinities were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u128);

impl Fingerprint {
    /// Reads what `Display` writes: 32 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Fingerprint> {
        let digits = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        digits.then(|| u128::from_str_radix(text, 16).ok().map(Fingerprint)).flatten()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Problem {
    /// The hash of this problem's content. The hashed bytes, all little-endian: "luthier1", rows, columns, sense
    /// (0 or 1), offset, objective, row bounds, variable bounds, then for each column the number of entries and (row,
    /// value) in ascending order of rows.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hash = self.hashed_data();
        let mut column: Vec<(usize, f64)> = Vec::new();
        for j in 0..self.columns() {
            column.clear();
            column.extend(self.matrix.column(j));
            column.sort_unstable_by_key(|e| e.0);
            count(&mut hash, column.len());
            for &(i, v) in &column {
                count(&mut hash, i);
                number(&mut hash, v);
            }
        }
        Fingerprint(hash.digest128())
    }

    /// A hash of everything but the entries of the matrix, which costs no more than looking at each bound.
    pub(crate) fn data_hash(&self) -> u64 {
        self.hashed_data().digest()
    }

    fn hashed_data(&self) -> Xxh3Default {
        let mut hash = Xxh3Default::new();
        hash.update(b"luthier1");
        count(&mut hash, self.rows());
        count(&mut hash, self.columns());
        count(&mut hash, usize::from(self.sense == Sense::Maximize));
        number(&mut hash, self.offset);
        for vector in [&self.objective, &self.row_lower, &self.row_upper, &self.lower, &self.upper] {
            vector.iter().for_each(|&v| number(&mut hash, v));
        }
        hash
    }
}

fn number(hash: &mut Xxh3Default, v: f64) {
    hash.update(&(v + 0.0).to_le_bytes());
}

fn count(hash: &mut Xxh3Default, v: usize) {
    hash.update(&(v as u64).to_le_bytes());
}
