//! Checksums of rows, and seals: the number of rows of a table and the sum of their checksums.
//!
//! A row that changed does not match its checksum; one that vanished or came back does not match the seal.

use super::fault::Fault;
use luthier::escape_name;
use rusqlite::Connection;
use xxhash_rust::xxh3::Xxh3Default;

/// The parts of a store that are sealed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Questions = 1,
    Instances = 2,
    Trials = 3,
    Notes = 4,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Part::Questions => "questions",
            Part::Instances => "instances",
            Part::Trials => "trials",
            Part::Notes => "notes",
        }
    }
}

/// What is known about a part as a whole. It does not depend on the order of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seal {
    pub(super) rows: i64,
    sum: i64,
}

impl Seal {
    pub(super) fn read(connection: &Connection, part: Part) -> Result<Seal, Fault> {
        let mut statement = connection.prepare_cached("SELECT rows, sum FROM seals WHERE part = ?1")?;
        Ok(statement.query_row([part as i64], |row| Ok(Seal { rows: row.get(0)?, sum: row.get(1)? }))?)
    }

    pub(super) fn write(self, connection: &Connection, part: Part) -> Result<(), Fault> {
        let mut statement =
            connection.prepare_cached("UPDATE seals SET rows = ?2, sum = ?3 WHERE part = ?1")?;
        statement.execute((part as i64, self.rows, self.sum))?;
        Ok(())
    }

    pub(super) fn add(&mut self, checksum: i64) {
        self.rows += 1;
        self.sum = self.sum.wrapping_add(checksum);
    }

    pub(super) fn remove(&mut self, checksum: i64) {
        self.rows -= 1;
        self.sum = self.sum.wrapping_sub(checksum);
    }

    /// Compares what was found with what was written.
    pub(super) fn check(self, connection: &Connection, part: Part) -> Result<(), Fault> {
        let written = Seal::read(connection, part)?;
        if self == written {
            return Ok(());
        }
        let problem = if self.rows == written.rows {
            format!("the {} are not those that were written", part.name())
        } else {
            format!("{} {} were found and {} were written", self.rows, part.name(), written.rows)
        };
        Err(Fault::Damage(problem))
    }
}

/// A checksum in the making. Every value is hashed with its length or a mark, so that no two lists of values share their bytes.
pub(super) struct Checksum(Xxh3Default);

impl Checksum {
    pub(super) fn new(part: Part) -> Checksum {
        let mut sum = Checksum(Xxh3Default::new());
        sum.text(part.name());
        sum
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    pub(super) fn count(&mut self, count: u64) {
        self.0.update(&count.to_le_bytes());
    }

    pub(super) fn wide(&mut self, value: u128) {
        self.0.update(&value.to_le_bytes());
    }

    /// SQLite keeps neither the sign of zero nor the bits of a NaN; so they do not count.
    pub(super) fn number(&mut self, number: f64) {
        let bits = if number.is_nan() { f64::NAN.to_bits() } else { (number + 0.0).to_bits() };
        self.count(bits);
    }

    pub(super) fn maybe<T>(&mut self, value: Option<T>, add: impl FnOnce(&mut Checksum, T)) {
        self.count(u64::from(value.is_some()));
        if let Some(value) = value {
            add(self, value);
        }
    }

    /// As an integer of SQLite, which has a sign.
    pub(super) fn finish(&self) -> i64 {
        self.0.digest() as i64
    }

    /// Compares it with the one that was written with the row.
    pub(super) fn check(&self, written: i64, what: impl FnOnce() -> String) -> Result<(), Fault> {
        if self.finish() == written {
            return Ok(());
        }
        Err(Fault::Damage(format!("{} does not match its checksum", escape_name(&what()))))
    }
}
