//! The split of folders: what belongs together is put on one side.

use super::{Counts, Side, hash};
use luthier::Fingerprint;
use std::collections::{HashMap, HashSet};

/// An instance of a family that ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its index in the family.
    pub index: u64,
    /// Its content.
    pub fingerprint: Fingerprint,
    /// Its sub-folder, if it is in one; instances of a sub-folder belong together.
    pub group: String,
}

/// Divides instances among the sides in proportion to the `shares`: the side of each candidate, and `None` for one
/// whose content an earlier one has.
///
/// Sub-folders are divided as a whole, other files one by one, and what shares an instance stays together. These
/// units are taken in the order of a salted hash of their content, each to the side that is furthest behind its share
/// of instances (of several the one that stands first in [`Side::ALL`]); the last ones go to sides that have nothing
/// yet. So neither names nor the order of the candidates count.
///
/// `known` is what was divided before: it stays where it is, counts whether or not it is still there, and what
/// belongs to it follows it. If that is on several sides, what is new goes to the first of them in [`Side::ALL`]: it
/// is no fair test of what was trained on its kin. Only what is in `known` is kept in place, so everything that was
/// divided must be handed in again when there is more.
pub fn divide(
    salt: u64,
    shares: Counts,
    known: &[(Fingerprint, Side)],
    candidates: &[Candidate],
) -> Vec<Option<Side>> {
    let mut sides: HashMap<Fingerprint, Side> = HashMap::new();
    for (fingerprint, side) in known {
        // What is told twice is as it was told first.
        sides.entry(*fingerprint).or_insert(*side);
    }
    let mut have = Counts::default();
    sides.values().for_each(|side| have.add(*side, 1));
    let mut fresh = Vec::new();
    for unit in units(candidates) {
        match unit.iter().filter_map(|f| sides.get(f)).min().copied() {
            Some(side) => place(&unit, side, &mut sides, &mut have),
            None => fresh.push(unit),
        }
    }
    fresh.sort_by_cached_key(|unit| (hash(salt, "luthier divide 1", unit), unit.clone()));
    for (i, unit) in fresh.iter().enumerate() {
        let side = neediest(shares, have, unit.len() as u64, fresh.len() - i);
        place(unit, side, &mut sides, &mut have);
    }
    let mut seen = HashSet::new();
    let first = |c: &Candidate| seen.insert(c.fingerprint).then(|| sides.get(&c.fingerprint).copied());
    candidates.iter().map(first).map(Option::flatten).collect()
}

/// Puts what is new of a unit on a side.
fn place(unit: &[Fingerprint], side: Side, sides: &mut HashMap<Fingerprint, Side>, have: &mut Counts) {
    for fingerprint in unit {
        sides.entry(*fingerprint).or_insert_with(|| {
            have.add(side, 1);
            side
        });
    }
}

/// The side for the next unit, of which there are `left`: the one that will be furthest behind its share. Only empty
/// ones count when there are just enough units left for them.
fn neediest(shares: Counts, have: Counts, size: u64, left: usize) -> Side {
    let mut sides: Vec<Side> = Side::ALL.iter().map(|(_, side)| *side).collect();
    sides.retain(|side| shares.of(*side) > 0);
    let is_empty = |side: &Side| have.of(*side) == 0;
    let empty = sides.iter().filter(|side| is_empty(side)).count();
    if empty > 0 && left <= empty {
        sides.retain(is_empty);
    }
    let behind = |side: Side| {
        let due = i128::from(shares.of(side)) * i128::from(have.total() + size);
        due - i128::from(shares.total()) * i128::from(have.of(side))
    };
    // Of several that are equally far behind, `max_by_key` takes the last.
    sides.into_iter().rev().max_by_key(|side| behind(*side)).unwrap_or(Side::Train)
}

/// What must stay together: the different contents of each unit, sorted.
fn units(candidates: &[Candidate]) -> Vec<Vec<Fingerprint>> {
    let mut sets = Sets::new(candidates.len());
    let mut groups: HashMap<&str, usize> = HashMap::new();
    let mut contents: HashMap<Fingerprint, usize> = HashMap::new();
    for (i, candidate) in candidates.iter().enumerate() {
        if !candidate.group.is_empty() {
            sets.join(i, *groups.entry(&candidate.group).or_insert(i));
        }
        sets.join(i, *contents.entry(candidate.fingerprint).or_insert(i));
    }
    let mut units: HashMap<usize, Vec<Fingerprint>> = HashMap::new();
    for (fingerprint, i) in contents {
        units.entry(sets.root(i)).or_default().push(fingerprint);
    }
    let mut units: Vec<_> = units.into_values().collect();
    units.iter_mut().for_each(|unit| unit.sort_unstable());
    units
}

/// Disjoint sets of positions, each known by one of its members.
struct Sets {
    parents: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Sets {
        Sets { parents: (0..count).collect() }
    }

    fn root(&mut self, mut i: usize) -> usize {
        while self.parents[i] != i {
            // Every other step is cut short, which keeps the ways short.
            self.parents[i] = self.parents[self.parents[i]];
            i = self.parents[i];
        }
        i
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a] = b;
    }
}
