//! Reading a study, whoever writes to it meanwhile.

use super::database::Database;
use super::folder;
use super::instances::InstanceRow;
use super::questions::Asked;
use super::trials::StoredTrial;
use crate::error::Error;
use std::path::{Path, PathBuf};

/// A study as it was at one moment. Any number of readers can be open, also while the study goes on: no reader stops the
/// writer, and none sees half of what was stored together. It works in a folder that cannot be written to.
///
/// Every row is checked against its checksum when it is read, every table against the sum of them.
pub struct Reader {
    pub(super) database: Database,
    directory: PathBuf,
    question: String,
}

impl Reader {
    /// Opens the study in a folder.
    pub fn open(dir: &Path) -> Result<Reader, Error> {
        folder::check_study(dir)?;
        let database = Database::open_to_read(&dir.join(folder::DATABASE))?;
        let question = current(&database)?;
        Ok(Reader { database, directory: dir.to_owned(), question })
    }

    /// Moves on to what is stored by now. Until then the reader keeps the writer from shortening its log; it should not wait
    /// for hours.
    pub fn refresh(&mut self) -> Result<(), Error> {
        self.database.refresh()?;
        self.question = current(&self.database)?;
        Ok(())
    }

    /// The folder of the study.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// What the study was asked, as the store has it.
    pub fn question(&self) -> &str {
        &self.question
    }

    /// All that the study was asked, the present question last.
    pub fn questions(&self) -> Result<Vec<Asked>, Error> {
        Ok(self.database.questions()?.asked)
    }

    /// The instances in the order in which they were added.
    pub fn instances(&self) -> Result<Vec<InstanceRow>, Error> {
        self.database.instances()
    }

    /// All trials.
    pub fn trials(&self) -> Result<Vec<StoredTrial>, Error> {
        self.database.trials()
    }

    /// The builds that made the trials, with how many each made.
    pub fn builds(&self) -> Result<Vec<(String, u64)>, Error> {
        self.database.builds()
    }

    /// The note with this key.
    pub fn noted(&self, key: &str) -> Result<Option<String>, Error> {
        Ok(self.notes()?.into_iter().find(|(k, _)| k == key).map(|(_, value)| value))
    }

    /// All notes, ordered by key.
    pub fn notes(&self) -> Result<Vec<(String, String)>, Error> {
        self.database.notes()
    }
}

fn current(database: &Database) -> Result<String, Error> {
    let questions = database.questions()?;
    questions.last().map(str::to_owned).map_err(|fault| fault.at(&database.file))
}
