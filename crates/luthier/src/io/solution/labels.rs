//! The names of rows and variables in files, also where a problem has none.

use crate::problem::{NameTable, Names, Problem};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The names of all rows or of all variables: their own, or R1, R2, ... and C1, C2, ...
#[derive(Clone, Copy)]
pub(super) struct Labels<'a> {
    names: Option<&'a Names>,
    letter: char,
    count: usize,
}

impl<'a> Labels<'a> {
    pub(super) fn of_rows(problem: &'a Problem) -> Labels<'a> {
        Labels { names: problem.row_names(), letter: 'R', count: problem.rows() }
    }

    pub(super) fn of_columns(problem: &'a Problem) -> Labels<'a> {
        Labels { names: problem.column_names(), letter: 'C', count: problem.columns() }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn get(&self, index: usize) -> Cow<'a, str> {
        match self.names.and_then(|names| names.get(index)) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(format!("{}{}", self.letter, index + 1)),
        }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Cow<'a, str>> {
        (0..self.count).map(move |index| self.get(index))
    }

    /// The names with an index.
    pub(super) fn table(self) -> NameTable {
        let mut table = NameTable::default();
        for name in self.iter() {
            table.add_new(&name);
        }
        table
    }
}

impl Serialize for Labels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
