//! One orientation of a sparse matrix, in the smallest of three storages.

use super::lines::padded;

/// How the values of the entries are kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Values {
    /// All entries are +1 or -1: no values at all. Each vector lists its +1 entries, then its -1 entries.
    Signs,
    /// At most 256 distinct values, and at most 2^24 places: the upper byte of an index is the place of the value in
    /// the table.
    Few(Box<[f64; 256]>),
    /// Eight bytes an entry.
    Full(Vec<f64>),
}

/// The storage a matrix is kept in; chosen by content, so that a matrix always has the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Every entry is +1 or -1 and no value is stored.
    Signs,
    /// At most 256 distinct values, each kept as one byte of its entry's index.
    Few,
    /// Eight bytes an entry.
    Full,
}

/// Rows (or columns) of a sparse matrix, in tiles of [`TILE`] vectors. Inside a tile, vectors of one shape (number of
/// entries; with signs, numbers of +1 and of -1) stand together, so that a kernel runs through them without a
/// branch that depends on the data. Padded with empty vectors to a multiple of eight.
///
/// Invariants, on which the kernels rely: every index is below `inner`; values are as many as indices; the
/// segments of a tile cover each of its vectors once, their entries lie within `indices`, and `order` holds
/// positions below the number of vectors in the tile.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Compressed {
    count: usize,
    inner: usize,
    /// Where the entries of each vector are.
    spans: Vec<Span>,
    /// Which segments belong to each tile: `tiles[t] .. tiles[t + 1]`.
    tiles: Vec<u32>,
    segments: Vec<Segment>,
    /// Positions in their tile of the vectors, in the order of the segments.
    order: Vec<u8>,
    indices: Vec<u32>,
    values: Values,
}

/// Where the entries of one vector are: from start to end; with signs, the -1 entries begin at the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    pub start: u32,
    pub middle: u32,
    pub end: u32,
}

/// Vectors of one shape in one tile; their entries follow each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Segment {
    /// Where the entries of the first vector begin.
    pub entries: u32,
    /// Where the positions of the vectors begin in `order`.
    pub order: u32,
    /// How many vectors.
    pub count: u32,
    pub shape: Shape,
}

/// How many entries (with signs: +1 entries, -1 entries) a vector has, if that is few enough for a kernel of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    Short(u8, u8),
    Long,
}

/// With few values, the lower 24 bits of an index are the index itself.
pub(crate) const FEW_SHIFT: u32 = 24;
pub(crate) const FEW_MASK: u32 = (1 << FEW_SHIFT) - 1;

/// Vectors in a tile: their products are computed together, before the vector work on them.
pub(crate) const TILE: usize = 128;

/// Most entries of a vector with a kernel of its own, with signs and with values.
const SHORT_SIGNS: usize = 4;
const SHORT_VALUES: usize = 8;

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
        let signs = storage == Storage::Signs;
        let size = plain.indices.len();
        let mut out = Compressed {
            count: plain.count,
            inner: plain.inner,
            spans: vec![Span { start: 0, middle: 0, end: 0 }; plain.count],
            tiles: vec![0],
            segments: Vec::new(),
            order: Vec::with_capacity(padded(plain.count)),
            indices: Vec::with_capacity(size),
            values: Values::Signs,
        };
        let mut values = Vec::with_capacity(if signs { 0 } else { size });
        for first in (0..padded(plain.count)).step_by(TILE) {
            out.add_tile(&plain, first, signs, &mut values);
        }
        out.values = match storage {
            Storage::Signs => Values::Signs,
            Storage::Few => {
                let code = |v: &f64| distinct.binary_search_by(|d| d.total_cmp(v)).unwrap_or(0) as u32;
                out.indices.iter_mut().zip(&values).for_each(|(index, v)| *index |= code(v) << FEW_SHIFT);
                let mut table = Box::new([0.0; 256]);
                table[..distinct.len()].copy_from_slice(distinct);
                Values::Few(table)
            }
            Storage::Full => Values::Full(values),
        };
        out
    }

    /// Lays out the vectors from `first` on, grouped by shape.
    fn add_tile(&mut self, plain: &Plain, first: usize, signs: bool, values: &mut Vec<f64>) {
        let shape = |i: usize, length: usize| {
            if length == 0 {
                return Shape::Short(0, 0);
            }
            let plus = if signs { plain.vector(i).filter(|e| e.1 > 0.0).count() } else { length };
            let short = if signs { SHORT_SIGNS } else { SHORT_VALUES };
            if length <= short { Shape::Short(plus as u8, (length - plus) as u8) } else { Shape::Long }
        };
        let length =
            |i: usize| if i < plain.count { (plain.starts[i + 1] - plain.starts[i]) as usize } else { 0 };
        let last = (first + TILE).min(padded(plain.count));
        // Long vectors are sorted by length, so that their loops end alike and branches are predicted.
        let key = |i: usize| (shape(i, length(i)), length(i), i);
        let mut vectors: Vec<(Shape, usize, usize)> = (first..last).map(key).collect();
        vectors.sort_unstable();
        for group in vectors.chunk_by(|a, b| a.0 == b.0) {
            self.segments.push(Segment {
                entries: self.indices.len() as u32,
                order: self.order.len() as u32,
                count: group.len() as u32,
                shape: group[0].0,
            });
            for &(_, _, i) in group {
                self.order.push((i - first) as u8);
                if i < plain.count {
                    self.add_vector(plain, i, signs, values);
                }
            }
        }
        self.tiles.push(self.segments.len() as u32);
    }

    fn add_vector(&mut self, plain: &Plain, i: usize, signs: bool, values: &mut Vec<f64>) {
        let start = self.indices.len() as u32;
        let mut middle = start;
        if signs {
            self.indices.extend(plain.vector(i).filter(|e| e.1 > 0.0).map(|e| e.0 as u32));
            middle = self.indices.len() as u32;
            self.indices.extend(plain.vector(i).filter(|e| e.1 < 0.0).map(|e| e.0 as u32));
        } else {
            self.indices.extend(plain.vector(i).map(|e| e.0 as u32));
            values.extend(plain.vector(i).map(|e| e.1));
        }
        self.spans[i] = Span { start, middle, end: self.indices.len() as u32 };
    }

    /// Changes the value of an entry; `None` if vector `i` has none there, or if values are not stored one by one.
    pub(super) fn set(&mut self, i: usize, index: usize, value: f64) -> Option<()> {
        let Span { start, end, .. } = self.spans[i];
        let range = start as usize..end as usize;
        let at = self.indices[range.clone()].binary_search(&(index as u32)).ok()?;
        let Values::Full(values) = &mut self.values else { return None };
        values[range.start + at] = value;
        Some(())
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn inner(&self) -> usize {
        self.inner
    }

    pub(crate) fn indices(&self) -> &[u32] {
        &self.indices
    }

    pub(crate) fn values(&self) -> &Values {
        &self.values
    }

    pub(crate) fn spans(&self) -> &[Span] {
        &self.spans
    }

    pub(crate) fn order(&self) -> &[u8] {
        &self.order
    }

    /// The segments of a tile.
    pub(crate) fn segments(&self, tile: usize) -> &[Segment] {
        &self.segments[self.tiles[tile] as usize..self.tiles[tile + 1] as usize]
    }

    /// Entries of vector `i` as (index, value), in storage order.
    pub(crate) fn vector(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let span = self.spans[i];
        (span.start as usize..span.end as usize).map(move |k| {
            let value = match &self.values {
                Values::Signs if k < span.middle as usize => 1.0,
                Values::Signs => -1.0,
                Values::Few(table) => table[(self.indices[k] >> FEW_SHIFT) as usize],
                Values::Full(values) => values[k],
            };
            let few = matches!(self.values, Values::Few(_));
            (if few { self.indices[k] & FEW_MASK } else { self.indices[k] } as usize, value)
        })
    }

    /// The entries, sorted by index in each vector.
    pub(crate) fn to_plain(&self) -> Plain {
        let (indices, values) =
            (Vec::with_capacity(self.indices.len()), Vec::with_capacity(self.indices.len()));
        let mut plain = Plain { count: self.count, inner: self.inner, starts: vec![0], indices, values };
        for i in 0..self.count {
            let mut vector: Vec<_> = self.vector(i).collect();
            vector.sort_unstable_by_key(|e| e.0);
            plain.indices.extend(vector.iter().map(|e| e.0 as u32));
            plain.values.extend(vector.iter().map(|e| e.1));
            plain.starts.push(plain.indices.len() as u32);
        }
        plain
    }

    /// Memory for everything.
    pub(crate) fn bytes(&self) -> usize {
        let values = match &self.values {
            Values::Signs => 0,
            Values::Few(table) => size_of_val(&**table),
            Values::Full(values) => 8 * values.len(),
        };
        let layout = size_of_val(&self.segments[..]) + size_of_val(&self.spans[..]) + self.order.len();
        values + layout + 4 * (self.indices.len() + self.tiles.len())
    }
}
