//! The trials of a study.

use super::fault::Fault;
use super::row;
use super::seal::{Part, Seal};
use super::words::{Ids, Words};
use crate::error::Error;
use crate::ledger::is_further;
use crate::record::Record;
use luthier::Fingerprint;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Params, Row, params_from_iter};

/// A trial as it is stored: problem, text of the setting, record, and the build that made it.
pub type StoredTrial = (Fingerprint, String, Record, String);

/// A trial on its way to the store or back.
pub(super) struct Entry<'a> {
    pub(super) fingerprint: Fingerprint,
    pub(super) setting: &'a str,
    pub(super) record: Record,
    pub(super) build: &'a str,
}

/// The table of trials, for reading, with the texts behind its numbers.
pub(super) struct Trials<'c> {
    connection: &'c Connection,
    problems: Words,
    settings: Words,
    builds: Words,
}

impl<'c> Trials<'c> {
    pub(super) fn read(connection: &'c Connection) -> Result<Trials<'c>, Fault> {
        Ok(Trials {
            connection,
            problems: Words::read(connection, "problems")?,
            settings: Words::read(connection, "settings")?,
            builds: Words::read(connection, "builds")?,
        })
    }

    /// The problems of all trials with their numbers.
    pub(super) fn problems(&self) -> &Words {
        &self.problems
    }

    /// The builds of all trials, with how many each made.
    pub(super) fn builds(&self) -> Result<Vec<(String, u64)>, Fault> {
        let select = "SELECT build, COUNT(*) FROM trials GROUP BY build ORDER BY build";
        let mut statement = self.connection.prepare(select)?;
        let mut rows = statement.query([])?;
        let mut builds = Vec::new();
        while let Some(row) = rows.next()? {
            let (build, count): (i64, i64) = (row.get(0)?, row.get(1)?);
            let text = self.builds.get(build);
            let text = text.ok_or_else(|| Fault::Damage(format!("build {build} has no text")))?;
            builds.push((text.to_owned(), count as u64));
        }
        Ok(builds)
    }

    /// Visits all trials, in the order in which problems and settings became known. Whether one is missing is known at the end.
    pub(super) fn each(&self, visit: impl FnMut(Entry<'_>) -> Result<(), Fault>) -> Result<(), Fault> {
        let seal = self.visit("", [], visit)?;
        seal.check(self.connection, Part::Trials)
    }

    /// Visits the trials of a problem, by its number.
    pub(super) fn of(
        &self,
        problem: i64,
        visit: impl FnMut(Entry<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.visit("WHERE problem = ?1", [problem], visit)?;
        Ok(())
    }

    fn visit(
        &self,
        condition: &str,
        parameters: impl Params,
        mut visit: impl FnMut(Entry<'_>) -> Result<(), Fault>,
    ) -> Result<Seal, Fault> {
        let select = format!(
            "SELECT problem, setting, build, checksum, {} FROM trials {condition} ORDER BY problem, setting",
            row::COLUMNS
        );
        let mut statement = self.connection.prepare_cached(&select)?;
        let mut rows = statement.query(parameters)?;
        let mut seal = Seal::default();
        while let Some(row) = rows.next()? {
            let (entry, checksum) = self.decode(row)?;
            seal.add(checksum);
            visit(entry)?;
        }
        Ok(seal)
    }

    fn decode(&self, row: &Row<'_>) -> Result<(Entry<'_>, i64), Fault> {
        let (problem, setting, build): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let name = || format!("the trial of problem {problem} with setting {setting}");
        let fingerprint = self.problems.get(problem).and_then(Fingerprint::parse);
        let texts = (fingerprint, self.settings.get(setting), self.builds.get(build));
        let (Some(fingerprint), Some(setting), Some(build)) = texts else {
            return Err(Fault::Damage(format!("{} refers to texts that are not there", name())));
        };
        let record = row::decode(row, 4)?;
        let written = row.get(3)?;
        row::checksum(fingerprint, setting, &record, build)
            .check(written, || format!("{} (fingerprint {fingerprint}, setting '{setting}')", name()))?;
        Ok((Entry { fingerprint, setting, record, build }, written))
    }
}

/// A trial that the store has, by its numbers.
pub(super) struct Known {
    pub(super) record: Record,
    pub(super) build: i64,
    checksum: i64,
}

/// What the store has of a trial.
pub(super) fn find(connection: &Connection, problem: i64, setting: i64) -> Result<Option<Known>, Fault> {
    let select =
        format!("SELECT build, checksum, {} FROM trials WHERE problem = ?1 AND setting = ?2", row::COLUMNS);
    let mut statement = connection.prepare_cached(&select)?;
    let read = |row: &Row<'_>| {
        let (build, checksum) = (row.get(0)?, row.get(1)?);
        Ok(row::decode(row, 2).map(|record| Known { record, build, checksum }))
    };
    statement.query_row((problem, setting), read).optional()?.transpose()
}

/// The table of trials inside of a transaction, for writing.
pub(super) struct Writer<'c> {
    connection: &'c Connection,
    ids: &'c mut Ids,
    seal: Seal,
    insert: String,
}

impl<'c> Writer<'c> {
    pub(super) fn new(connection: &'c Connection, ids: &'c mut Ids) -> Result<Writer<'c>, Fault> {
        let places: Vec<String> = (1..=row::WIDTH + 4).map(|k| format!("?{k}")).collect();
        let insert = format!(
            "INSERT OR REPLACE INTO trials (problem, setting, build, checksum, {}) VALUES ({})",
            row::COLUMNS,
            places.join(", ")
        );
        Ok(Writer { connection, ids, seal: Seal::read(connection, Part::Trials)?, insert })
    }

    /// What the store has of a trial.
    pub(super) fn known(&self, fingerprint: Fingerprint, setting: &str) -> Result<Option<Known>, Fault> {
        let numbers = (self.ids.problems.get(&fingerprint.to_string()), self.ids.settings.get(setting));
        let (Some(problem), Some(setting)) = numbers else { return Ok(None) };
        find(self.connection, problem, setting)
    }

    /// Takes in a trial, unless the store knows as much. Whether it was news.
    pub(super) fn put(&mut self, entry: &Entry<'_>) -> Result<bool, Fault> {
        let Entry { fingerprint, setting, record, build } = entry;
        let known = self.known(*fingerprint, setting)?;
        if known.as_ref().is_some_and(|known| !is_further(record, &known.record)) {
            return Ok(false);
        }
        let Some(problem) = self.ids.problems.get(&fingerprint.to_string()) else {
            return Err(Error::UnknownProblem { fingerprint: *fingerprint }.into());
        };
        let checksum = row::checksum(*fingerprint, setting, record, build).finish();
        let mut values = vec![
            Value::Integer(problem),
            Value::Integer(self.ids.settings.of(self.connection, setting)?),
            Value::Integer(self.ids.builds.of(self.connection, build)?),
            Value::Integer(checksum),
        ];
        values.extend(row::encode(record));
        self.connection.prepare_cached(&self.insert)?.execute(params_from_iter(values))?;
        if let Some(known) = known {
            self.seal.remove(known.checksum);
        }
        self.seal.add(checksum);
        Ok(true)
    }

    /// Writes the seal; without it the transaction must not be committed.
    pub(super) fn finish(self) -> Result<(), Fault> {
        self.seal.write(self.connection, Part::Trials)
    }
}
