//! The part of a matrix in chosen rows and columns.

use super::Matrix;
use super::compressed::{Compressed, Plain, Storage};

/// No place: of a column that is not chosen.
const NOWHERE: u32 = u32::MAX;

impl Matrix {
    /// The entries in chosen rows and columns, which are numbered by their places in these lists. The lists ascend.
    pub(crate) fn part(&self, rows: &[usize], columns: &[usize]) -> Matrix {
        let mut places = vec![NOWHERE; self.columns()];
        columns.iter().enumerate().for_each(|(place, j)| places[*j] = place as u32);
        let (indices, values) = (Vec::new(), Vec::new());
        let mut plain = Plain { count: rows.len(), inner: columns.len(), starts: vec![0], indices, values };
        for i in rows {
            for (j, v) in self.row(*i).filter(|(j, _)| places[*j] != NOWHERE) {
                plain.indices.push(places[j]);
                plain.values.push(v);
            }
            plain.starts.push(plain.indices.len() as u32);
        }
        // Looking for a smaller storage would cost more than it saves.
        let storage = if self.storage == Storage::Signs { Storage::Signs } else { Storage::Full };
        let columns = plain.transposed();
        Matrix {
            by_row: Compressed::new(plain, storage, &[]),
            by_column: Compressed::new(columns, storage, &[]),
            storage,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Entries;

    #[test]
    fn it_has_the_chosen_entries() {
        let value = |i: usize, j: usize| if (i + j).is_multiple_of(3) { -1.0 } else { 1.0 };
        for scale in [1.0, 1.5] {
            let all = (0..7usize)
                .flat_map(|i| (0..9).map(move |j| (i, j)))
                .filter(|(i, j)| (i * j).is_multiple_of(2));
            let triplets = all.map(|(i, j)| (i, j, scale * value(i, j))).collect();
            let matrix = Matrix::build(7, 9, Entries::Triplets(triplets)).unwrap().0;
            let (rows, columns) = ([0, 2, 5], [1, 2, 3, 8]);
            let part = matrix.part(&rows, &columns);
            assert_eq!((part.rows(), part.columns(), part.storage()), (3, 4, matrix.storage()));
            for (p, i) in rows.into_iter().enumerate() {
                let mut found: Vec<_> = part.row(p).map(|(q, v)| (columns[q], v)).collect();
                let mut expected: Vec<_> = matrix.row(i).filter(|(j, _)| columns.contains(j)).collect();
                found.sort_by_key(|e| e.0);
                expected.sort_by_key(|e| e.0);
                assert_eq!(found, expected);
            }
            let none = matrix.part(&[], &[]);
            assert_eq!((none.rows(), none.columns(), none.nonzeros()), (0, 0, 0));
        }
    }
}
