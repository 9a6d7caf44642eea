//! Names of rows and variables, in one piece of memory, and an index to find them.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::fmt;
use std::hash::BuildHasher;

/// A list of names. All of them share one string, so that millions of short names cost little.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    /// Where each name ends in the text.
    ends: Vec<usize>,
}

impl Names {
    /// How many names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name at a position.
    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        self.text.get(start..end)
    }

    /// All names in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> + '_ {
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// Adds a name at the end.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    /// Gives back memory that is not needed.
    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

impl<S: AsRef<str>> FromIterator<S> for Names {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Names {
        let mut all = Names::default();
        names.into_iter().for_each(|name| all.push(name.as_ref()));
        all
    }
}

impl<S: AsRef<str>> From<Vec<S>> for Names {
    fn from(names: Vec<S>) -> Names {
        names.into_iter().collect()
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Two equal names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Twice {
    pub name: String,
    pub first: usize,
    pub second: usize,
}

/// Names that differ, each found in constant time.
#[derive(Clone, Default)]
pub(crate) struct NameTable {
    names: Names,
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl NameTable {
    /// The names with an index.
    pub(crate) fn new(names: Names) -> Result<NameTable, Twice> {
        let mut table = NameTable { places: HashTable::with_capacity(names.len()), ..NameTable::default() };
        table.names = names;
        for second in 0..table.names.len() {
            let name = table.names.get(second).unwrap_or_default();
            let hash = table.hasher.hash_one(name);
            let equal = |place: &u32| table.names.get(*place as usize) == Some(name);
            if let Some(first) = table.places.find(hash, equal) {
                return Err(Twice { name: name.to_owned(), first: *first as usize, second });
            }
            let rehash =
                |place: &u32| table.hasher.hash_one(table.names.get(*place as usize).unwrap_or_default());
            table.places.insert_unique(hash, second as u32, rehash);
        }
        Ok(table)
    }

    /// Position of a name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let equal = |place: &u32| self.names.get(*place as usize) == Some(name);
        self.places.find(self.hasher.hash_one(name), equal).map(|place| *place as usize)
    }

    /// Adds a name and returns its position; the error is where it is already.
    pub(crate) fn add(&mut self, name: &str) -> Result<usize, usize> {
        match self.find(name) {
            Some(place) => Err(place),
            None => Ok(self.add_new(name)),
        }
    }

    /// Adds a name that is known to be new.
    pub(crate) fn add_new(&mut self, name: &str) -> usize {
        let place = self.names.len();
        self.names.push(name);
        let (names, hasher) = (&self.names, &self.hasher);
        let rehash = |place: &u32| hasher.hash_one(names.get(*place as usize).unwrap_or_default());
        self.places.insert_unique(hasher.hash_one(name), place as u32, rehash);
        place
    }

    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    /// The names without the index.
    pub(crate) fn into_names(self) -> Names {
        let mut names = self.names;
        names.shrink();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_and_found() {
        let mut table = NameTable::default();
        for k in 0..1000 {
            assert_eq!(table.add(&format!("n{k}")), Ok(k));
        }
        assert_eq!((table.add("n7"), table.find("n999"), table.find("n")), (Err(7), Some(999), None));
        assert_eq!(table.add(""), Ok(1000), "an empty name is a name");
        let names = table.into_names();
        assert_eq!((names.get(0), names.get(1000), names.get(1001)), (Some("n0"), Some(""), None));
        assert_eq!(NameTable::new(names.clone()).unwrap().find("n500"), Some(500));
        assert_eq!(
            NameTable::new(["a", "b", "a"].into_iter().collect()).err(),
            Some(Twice { name: "a".into(), first: 0, second: 2 })
        );
        assert_eq!(names.iter().count(), 1001);
    }
}
