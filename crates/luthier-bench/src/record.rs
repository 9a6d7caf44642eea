//! What was measured, a line of JSON for each solve, and the file that it is kept in.

use crate::check::Measured;
use crate::contender::Program;
use crate::error::Error;
use crate::protocol::Reply;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// One solver on one instance at one tolerance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Who.
    pub solver: String,
    /// What ran it.
    pub program: Program,
    /// Name and version of the solver.
    pub version: String,
    /// Under which settings.
    pub settings: String,
    /// On which instance.
    pub instance: String,
    /// The family of the instance, if any.
    pub family: Option<String>,
    /// What the instance is known to be: "optimal", "infeasible" or "unbounded".
    pub recorded: String,
    /// Rows of the problem.
    pub rows: usize,
    /// Variables of the problem.
    pub columns: usize,
    /// Entries of the matrix.
    pub nonzeros: usize,
    /// The tolerance asked for.
    pub tolerance: f64,
    /// Seconds that were allowed.
    pub limit: f64,
    /// How many solves the times are the least of.
    pub repeats: usize,
    /// What the solver answered.
    #[serde(flatten)]
    pub reply: Reply,
    /// What the check measured, where there is a point of finite numbers.
    pub measured: Option<Measured>,
    /// Whether the claim that there is no solution came with a proof that holds.
    pub proven: bool,
}

/// Records in a file that only grows.
pub struct Ledger {
    path: PathBuf,
    file: File,
    records: Vec<Record>,
}

impl Ledger {
    /// Opens a file, or begins it. A last line that was cut off when a run was killed is dropped.
    pub fn open(path: &Path) -> Result<Ledger, Error> {
        let failed = Error::file(path);
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(Error::file(path))?;
        Ok(Ledger { path: path.to_owned(), file, records: parse(path, &text[..whole])? })
    }

    /// All records.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Whether this was measured already. The same solver under other settings is an error.
    pub fn has(
        &self,
        contender: &crate::contender::Contender,
        instance: &str,
        tolerance: f64,
        limit: f64,
    ) -> Result<bool, Error> {
        let same = |r: &&Record| {
            let what = (r.solver.as_str(), r.instance.as_str(), r.tolerance, r.limit);
            what == (contender.name.as_str(), instance, tolerance, limit)
        };
        match self.records.iter().find(same) {
            Some(record) if record.settings != contender.settings => Err(Error::OtherSettings {
                path: self.path.clone(),
                solver: contender.name.clone(),
                recorded: record.settings.clone(),
                asked: contender.settings.clone(),
            }),
            found => Ok(found.is_some()),
        }
    }

    /// Adds a record; the file has it when this returns.
    pub fn add(&mut self, record: Record) -> Result<(), Error> {
        let line = serde_json::to_string(&record).map_err(std::io::Error::from);
        line.and_then(|line| self.file.write_all((line + "\n").as_bytes()))
            .map_err(Error::file(&self.path))?;
        self.records.push(record);
        Ok(())
    }
}

/// The records of a file.
pub fn read(path: &Path) -> Result<Vec<Record>, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
    parse(path, &text[..text.rfind('\n').map_or(0, |end| end + 1)])
}

fn parse(path: &Path, text: &str) -> Result<Vec<Record>, Error> {
    let record = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| Error::Unknown {
            what: format!("{}:{}", path.display(), number + 1),
            found: error.to_string(),
            expected: "a record".into(),
        })
    };
    text.lines().enumerate().map(record).collect()
}
