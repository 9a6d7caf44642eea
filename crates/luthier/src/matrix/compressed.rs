//! One orientation of a sparse matrix, in the smallest of three storages.

use super::lines::padded;

/// How the values of the entries are kept.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    /// All entries are +1 or -1: no values at all. Each vector lists its +1 entries, then its -1 entries.
    Signs,
    /// At most 256 distinct values: one byte an entry, and the table.
    Few { codes: Vec<u8>, table: Box<[f64; 256]> },
    /// Eight bytes an entry.
    Full(Vec<f64>),
}

/// The storage a matrix is kept in; chosen by content, so that a matrix always has the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Every entry is +1 or -1 and no value is stored.
    Signs,
    /// At most 256 distinct values, one byte an entry.
    Few,
    /// Eight bytes an entry.
    Full,
}

/// Rows (or columns) of a sparse matrix one after another. Padded with empty vectors to a multiple of eight.
///
/// Invariants, on which the kernels rely: `starts` is monotone, has `stride * padded(count) + 1` entries and ends
/// at `indices.len()`; every index is below `inner`; codes or values are as many as indices.
#[derive(Clone, Debug)]
pub(crate) struct Compressed {
    count: usize,
    inner: usize,
    starts: Vec<u32>,
    indices: Vec<u32>,
    values: Values,
}

/// Sorted entries of one orientation, before a storage is chosen.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub count: usize,
    pub inner: usize,
    pub starts: Vec<u32>,
    pub indices: Vec<u32>,
    pub values: Vec<f64>,
}

impl Plain {
    pub(crate) fn vector(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.starts[i] as usize..self.starts[i + 1] as usize;
        self.indices[range.clone()].iter().map(|&j| j as usize).zip(self.values[range].iter().copied())
    }

    /// The other orientation; entries of each vector come out sorted by index.
    pub(crate) fn transposed(&self) -> Plain {
        let mut starts = vec![0u32; self.inner + 1];
        for &j in &self.indices {
            starts[j as usize + 1] += 1;
        }
        for j in 0..self.inner {
            starts[j + 1] += starts[j];
        }
        let mut next = starts.clone();
        let mut indices = vec![0u32; self.indices.len()];
        let mut values = vec![0.0; self.indices.len()];
        for i in 0..self.count {
            for (j, v) in self.vector(i) {
                let at = next[j] as usize;
                next[j] += 1;
                indices[at] = i as u32;
                values[at] = v;
            }
        }
        Plain { count: self.inner, inner: self.count, starts, indices, values }
    }
}

/// The distinct values of a matrix, if there are at most 256 of them.
pub(crate) fn few_values(values: &[f64]) -> Option<Vec<f64>> {
    let mut distinct: Vec<f64> = Vec::with_capacity(257);
    for v in values {
        if let Err(at) = distinct.binary_search_by(|d| d.total_cmp(v)) {
            distinct.insert(at, *v);
            if distinct.len() > 256 {
                return None;
            }
        }
    }
    Some(distinct)
}

impl Compressed {
    pub(crate) fn new(plain: Plain, storage: Storage, distinct: &[f64]) -> Compressed {
        match storage {
            Storage::Signs => Compressed::signs(plain),
            Storage::Few => Compressed::few(plain, distinct),
            Storage::Full => Compressed::full(plain),
        }
    }

    fn full(plain: Plain) -> Compressed {
        let starts = pad_starts(plain.starts, padded(plain.count) + 1);
        let values = Values::Full(plain.values);
        Compressed { count: plain.count, inner: plain.inner, starts, indices: plain.indices, values }
    }

    fn few(plain: Plain, distinct: &[f64]) -> Compressed {
        let code = |v: &f64| distinct.binary_search_by(|d| d.total_cmp(v)).unwrap_or(0) as u8;
        let codes = plain.values.iter().map(code).collect();
        let mut table = Box::new([0.0; 256]);
        table[..distinct.len()].copy_from_slice(distinct);
        let starts = pad_starts(plain.starts, padded(plain.count) + 1);
        let values = Values::Few { codes, table };
        Compressed { count: plain.count, inner: plain.inner, starts, indices: plain.indices, values }
    }

    fn signs(plain: Plain) -> Compressed {
        let mut starts = Vec::with_capacity(2 * padded(plain.count) + 1);
        let mut indices = Vec::with_capacity(plain.indices.len());
        for i in 0..plain.count {
            starts.push(indices.len() as u32);
            indices.extend(plain.vector(i).filter(|e| e.1 > 0.0).map(|e| e.0 as u32));
            starts.push(indices.len() as u32);
            indices.extend(plain.vector(i).filter(|e| e.1 < 0.0).map(|e| e.0 as u32));
        }
        starts.push(indices.len() as u32);
        let starts = pad_starts(starts, 2 * padded(plain.count) + 1);
        Compressed { count: plain.count, inner: plain.inner, starts, indices, values: Values::Signs }
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn inner(&self) -> usize {
        self.inner
    }

    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }

    pub(crate) fn indices(&self) -> &[u32] {
        &self.indices
    }

    pub(crate) fn values(&self) -> &Values {
        &self.values
    }

    /// Entries of vector `i` as (index, value), in storage order.
    pub(crate) fn vector(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let (from, middle, to) = match self.values {
            Values::Signs => (self.starts[2 * i], self.starts[2 * i + 1], self.starts[2 * i + 2]),
            _ => (self.starts[i], self.starts[i], self.starts[i + 1]),
        };
        (from as usize..to as usize).map(move |k| {
            let value = match &self.values {
                Values::Signs if k < middle as usize => 1.0,
                Values::Signs => -1.0,
                Values::Few { codes, table } => table[codes[k] as usize],
                Values::Full(values) => values[k],
            };
            (self.indices[k] as usize, value)
        })
    }

    /// Memory for the entries and the starts.
    pub(crate) fn bytes(&self) -> usize {
        let values = match &self.values {
            Values::Signs => 0,
            Values::Few { codes, .. } => codes.len(),
            Values::Full(values) => 8 * values.len(),
        };
        values + 4 * (self.indices.len() + self.starts.len())
    }
}

fn pad_starts(mut starts: Vec<u32>, length: usize) -> Vec<u32> {
    let last = starts.last().copied().unwrap_or(0);
    starts.resize(length, last);
    starts
}
