//! The names of rows and variables as they are shown and written, also where a problem has none.

use super::{NameTable, Names, Problem};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The name of what has none, counted from 1.
pub(crate) fn numbered(letter: char, index: usize) -> String {
    format!("{letter}{}", index + 1)
}

/// The names of all rows or of all variables: their own, or R1, R2, ... and C1, C2, ...
#[derive(Clone, Copy)]
pub(crate) struct Labels<'a> {
    names: Option<&'a Names>,
    letter: char,
    count: usize,
}

impl<'a> Labels<'a> {
    pub(crate) fn of_rows(problem: &'a Problem) -> Labels<'a> {
        Labels { names: problem.row_names(), letter: 'R', count: problem.rows() }
    }

    pub(crate) fn of_columns(problem: &'a Problem) -> Labels<'a> {
        Labels { names: problem.column_names(), letter: 'C', count: problem.columns() }
    }

    /// The names that were given, if there are any.
    pub(crate) fn names(&self) -> Option<&'a Names> {
        self.names
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn get(&self, index: usize) -> Cow<'a, str> {
        match self.names.and_then(|names| names.get(index)) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(numbered(self.letter, index)),
        }
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Cow<'a, str>> {
        (0..self.count).map(move |index| self.get(index))
    }

    /// The names with an index.
    pub(crate) fn table(self) -> NameTable {
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
