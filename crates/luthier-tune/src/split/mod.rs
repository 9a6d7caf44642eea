//! The split: which instances are trained on, which are looked at once at the end, and which are sealed.
//!
//! An instance's side follows from its content and the salt of the study, never from its name or place, and it never
//! changes: what was trained on cannot become a test of what was learnt.

mod divide;
mod order;
mod time;
mod walk;

pub use divide::{Candidate, divide};
pub use order::order;
pub use time::divide_in_time;
pub use walk::walk;

use luthier::Fingerprint;
use xxhash_rust::xxh3::Xxh3Default;

/// What an instance is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// To choose a setting by.
    Train,
    /// To look at once a setting is chosen.
    Test,
    /// To be opened for a certificate, and for nothing else.
    Sealed,
}

impl Side {
    /// All sides with their names.
    pub const ALL: [(&'static str, Side); 3] =
        [("train", Side::Train), ("test", Side::Test), ("sealed", Side::Sealed)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Side::ALL[self as usize].0
    }

    /// The side with this name.
    pub fn parse(name: &str) -> Option<Side> {
        Side::ALL.iter().find(|(n, _)| *n == name).map(|(_, side)| *side)
    }
}

/// What decides on which side an instance stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// A salted hash of its content.
    #[default]
    Content,
    /// Its place in the order of the files, which is that of time: the latest are sealed.
    Time,
}

impl Split {
    /// All of them with their names.
    pub const ALL: [(&'static str, Split); 2] = [("content", Split::Content), ("time", Split::Time)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Split::ALL[self as usize].0
    }

    /// The one with this name.
    pub fn parse(name: &str) -> Option<Split> {
        Split::ALL.iter().find(|(n, _)| *n == name).map(|(_, split)| *split)
    }
}

/// Numbers of instances, or shares of them, by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// To train on.
    pub train: u64,
    /// To test on.
    pub test: u64,
    /// Sealed.
    pub sealed: u64,
}

impl Counts {
    /// That of a side.
    pub fn of(&self, side: Side) -> u64 {
        match side {
            Side::Train => self.train,
            Side::Test => self.test,
            Side::Sealed => self.sealed,
        }
    }

    /// All together.
    pub fn total(&self) -> u64 {
        self.train.saturating_add(self.test).saturating_add(self.sealed)
    }

    pub(crate) fn add(&mut self, side: Side, count: u64) {
        match side {
            Side::Train => self.train += count,
            Side::Test => self.test += count,
            Side::Sealed => self.sealed += count,
        }
    }
}

/// 64 bits that depend on the salt, on what they are for, and on the content of instances. The hashed bytes: the
/// purpose, a zero byte, the salt and the fingerprints, little-endian.
fn hash(salt: u64, purpose: &str, content: &[Fingerprint]) -> u64 {
    let mut hash = Xxh3Default::new();
    hash.update(purpose.as_bytes());
    hash.update(&[0]);
    hash.update(&salt.to_le_bytes());
    for fingerprint in content {
        hash.update(&fingerprint.0.to_le_bytes());
    }
    hash.digest()
}
