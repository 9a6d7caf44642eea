//! The names that rows and variables have in a written file.

use super::directive;
use crate::problem::{Names, Problem, numbered};
use crate::text::escape_name;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

/// The names of the rows or of the variables of a problem, with placeholders for those that a format cannot hold.
pub(super) struct FileNames<'p> {
    /// "row" or "column".
    kind: &'static str,
    given: Option<&'p Names>,
    replaced: BTreeMap<usize, String>,
}

impl<'p> FileNames<'p> {
    pub(super) fn of_rows(problem: &'p Problem, holds: impl Fn(&str) -> bool) -> FileNames<'p> {
        FileNames::new("row", problem.row_names(), holds)
    }

    pub(super) fn of_columns(problem: &'p Problem, holds: impl Fn(&str) -> bool) -> FileNames<'p> {
        FileNames::new("column", problem.column_names(), holds)
    }

    fn new(kind: &'static str, given: Option<&'p Names>, holds: impl Fn(&str) -> bool) -> FileNames<'p> {
        let mut names = FileNames { kind, given, replaced: BTreeMap::new() };
        let Some(given) = given else { return names };
        let unfit: Vec<usize> =
            given.iter().enumerate().filter(|(_, name)| !holds(name)).map(|(index, _)| index).collect();
        if unfit.is_empty() {
            return names;
        }
        let taken: HashSet<&str> = given.iter().filter(|name| name.starts_with(names.letter())).collect();
        for index in unfit {
            let mut placeholder = names.by_number(index);
            while taken.contains(placeholder.as_str()) {
                placeholder.push('_');
            }
            names.replaced.insert(index, placeholder);
        }
        names
    }

    fn letter(&self) -> char {
        if self.kind == "row" { 'R' } else { 'C' }
    }

    fn by_number(&self, index: usize) -> String {
        numbered(self.letter(), index)
    }

    /// The name at a position in the file.
    pub(super) fn get(&self, index: usize) -> Cow<'_, str> {
        match (self.replaced.get(&index), self.given.and_then(|names| names.get(index))) {
            (Some(placeholder), _) => placeholder.as_str().into(),
            (None, Some(name)) => name.into(),
            (None, None) => self.by_number(index).into(),
        }
    }

    /// A word that is none of these names, as near to a wish as possible.
    pub(super) fn unused(&self, wish: &str) -> String {
        let similar = |name: &str| name.starts_with(wish);
        let given: HashSet<&str> =
            self.given.map_or_else(HashSet::new, |g| g.iter().filter(|n| similar(n)).collect());
        let mut word = wish.to_owned();
        while given.contains(word.as_str()) {
            word.push('_');
        }
        word
    }

    /// The directives that restore the names that were replaced.
    pub(super) fn directives(&self) -> impl Iterator<Item = String> + '_ {
        self.replaced.iter().map(|(index, placeholder)| {
            let name = self.given.and_then(|names| names.get(*index)).unwrap_or_default();
            directive::name(self.kind, placeholder, name)
        })
    }
}

/// Whether all characters of a name can be seen, and it has some.
pub(super) fn is_visible(name: &str) -> bool {
    !name.is_empty() && !name.contains(char::is_whitespace) && escape_name(name) == name
}
