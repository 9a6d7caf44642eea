//! The store of a study: a folder that survives whatever ends the process.
//!
//! | file | what it is |
//! |---|---|
//! | `study.toml` | the question |
//! | `study.sqlite` | instances, trials, questions and notes; files of SQLite may stand beside it (`-wal`, `-shm`) and belong to it |
//! | `study.lock` | held by the one writer, whose name it tells |
//!
//! What [`Store::put`] has taken in is on the disk when it returns, all of a call or nothing. Every row has a checksum and every
//! table the sum of them, so that damage is told and never read as a result.

mod database;
mod export;
mod fault;
mod folder;
mod instances;
mod lock;
mod merge;
mod notes;
mod questions;
mod reader;
mod row;
mod schema;
mod seal;
mod trials;
mod words;

pub use export::{ExportFormat, export};
pub use instances::{InstanceRow, Source};
pub use merge::{Merged, check_question, merge};
pub use questions::Asked;
pub use reader::Reader;
pub use trials::StoredTrial;

use crate::clock;
use crate::error::Error;
use crate::record::Record;
use database::Database;
use fault::Fault;
use lock::Lock;
use luthier::Fingerprint;
use questions::Questions;
use rusqlite::Transaction;
use std::path::{Path, PathBuf};
use trials::{Entry, Writer};
use words::Ids;

/// A study, open for its one writer.
///
/// Each call that changes something is durable when it returns: the disk is waited for. Callers collect trials for a moment and
/// store them together.
pub struct Store {
    // Closed before the lock is given back: fields are dropped in this order.
    database: Database,
    ids: Ids,
    question: String,
    directory: PathBuf,
    _lock: Lock,
}

impl Store {
    /// Whether there is a study in a folder, finished or half made.
    pub fn exists(dir: &Path) -> bool {
        dir.join(folder::QUESTION).exists()
    }

    /// Makes a study in a new or empty folder. The holder is what runs, for those who come while it does: a command line.
    ///
    /// A study whose making was interrupted is made anew.
    pub fn create(dir: &Path, question: &str, holder: &str) -> Result<Store, Error> {
        // Before anything is written into a folder that may be somebody else's.
        folder::check_new(dir)?;
        folder::make(dir)?;
        let lock = Lock::take(dir, holder)?;
        // Another one may have been faster.
        folder::check_new(dir)?;
        clear(dir)?;
        Database::create(&dir.join(folder::DATABASE_DRAFT), question)?;
        folder::publish_database(dir)?;
        folder::write_question(dir, question)?;
        Store::under(dir, lock)
    }

    /// Opens the study in a folder, after all of it was checked. The holder is what runs, as for [`create`](Store::create).
    pub fn open(dir: &Path, holder: &str) -> Result<Store, Error> {
        folder::check_study(dir)?;
        let lock = Lock::take(dir, holder)?;
        Store::under(dir, lock)
    }

    fn under(dir: &Path, lock: Lock) -> Result<Store, Error> {
        let mut database = Database::open(&dir.join(folder::DATABASE))?;
        let question = agreed_question(dir, &mut database)?;
        let ids = database.read(Ids::read)?;
        Ok(Store { database, ids, question, directory: dir.to_owned(), _lock: lock })
    }

    /// The folder of the study.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// What the study was asked.
    pub fn question(&self) -> &str {
        &self.question
    }

    /// All that the study was asked, the present question last.
    pub fn questions(&self) -> Result<Vec<Asked>, Error> {
        Ok(self.database.questions()?.asked)
    }

    /// Asks a study that is there something else: more instances, more settings. Earlier questions are kept.
    pub fn set_question(&mut self, question: &str) -> Result<(), Error> {
        if question == self.question {
            return Ok(());
        }
        let asked = Asked { at: clock::now(), text: question.to_owned() };
        self.database.write(|transaction| questions::add(transaction, &asked, false))?;
        self.question = asked.text;
        show_question(&self.directory, &mut self.database, question)
    }

    /// The instances in the order in which they were added.
    pub fn instances(&self) -> Result<Vec<InstanceRow>, Error> {
        self.database.instances()
    }

    /// Adds instances. One that is there (by source and index) is left as it is, and must be what it was.
    pub fn add_instances(&mut self, instances: &[InstanceRow]) -> Result<(), Error> {
        self.write(|transaction, ids| instances::add(transaction, ids, instances))?;
        Ok(())
    }

    /// All trials.
    pub fn trials(&self) -> Result<Vec<StoredTrial>, Error> {
        self.database.trials()
    }

    /// Stores trials: problem, text of the setting, record. A record that tells more about a trial takes the place of one that
    /// tells less, never the other way round. Each problem must be that of an instance.
    pub fn put(&mut self, trials: &[(Fingerprint, &str, &Record)], build: &str) -> Result<(), Error> {
        self.write(|transaction, ids| {
            let mut writer = Writer::new(transaction, ids)?;
            for &(fingerprint, setting, record) in trials {
                writer.put(&Entry { fingerprint, setting, record: record.clone(), build })?;
            }
            writer.finish()
        })
    }

    /// All notes, ordered by key.
    pub fn notes(&self) -> Result<Vec<(String, String)>, Error> {
        self.database.notes()
    }

    /// The note with this key.
    pub fn noted(&self, key: &str) -> Result<Option<String>, Error> {
        Ok(self.notes()?.into_iter().find(|(k, _)| k == key).map(|(_, value)| value))
    }

    /// Keeps a small fact about the study, in the place of an earlier one with this key.
    pub fn note(&mut self, key: &str, value: &str) -> Result<(), Error> {
        self.database.write(|transaction| notes::put(transaction, key, value))
    }

    fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>, &mut Ids) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        let ids = &mut self.ids;
        let written = self.database.write(|transaction| write(transaction, ids));
        self.ids.settle(written.is_ok());
        written
    }
}

/// Removes what an interrupted start left. A database with content was no start: somebody took its question away.
fn clear(dir: &Path) -> Result<(), Error> {
    folder::remove_database(dir, folder::DATABASE_DRAFT)?;
    let file = dir.join(folder::DATABASE);
    if file.exists() {
        let database = Database::open_to_read(&file)?;
        let (instances, trials) = (database.instances()?.len(), database.trials()?.len());
        if instances + trials > 0 {
            let problem = format!(
                "it holds {instances} instances and {trials} trials, but no study.toml is beside it: restore that from a copy, \
                 or give another folder"
            );
            return Err(Error::NotNew { path: file.display().to_string(), problem });
        }
    }
    folder::remove_database(dir, folder::DATABASE)
}

/// The question of a study, if folder and database agree about it.
fn agreed_question(dir: &Path, database: &mut Database) -> Result<String, Error> {
    let questions = database.questions()?;
    let asked = questions.last().map_err(|fault| fault.at(&database.file))?.to_owned();
    let found = folder::read_question(dir)?;
    if !questions.shown && (found == asked || Some(found.as_str()) == questions.previous()) {
        // Somebody was interrupted between the two.
        show_question(dir, database, &asked)?;
    } else if found != asked {
        return Err(edited(dir, &found, &questions, &asked));
    }
    Ok(asked)
}

fn edited(dir: &Path, found: &str, questions: &Questions, asked: &str) -> Error {
    let since =
        questions.asked.last().map_or_else(String::new, |last| format!(" (asked {})", clock::utc(last.at)));
    let problem = questions::difference(found, asked) + &since;
    Error::Edited { path: dir.join(folder::QUESTION).display().to_string(), problem }
}

/// Writes the question that the database has into the folder.
fn show_question(dir: &Path, database: &mut Database, question: &str) -> Result<(), Error> {
    folder::write_question(dir, question)?;
    database.write(|transaction| questions::mark_shown(transaction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Ending;
    use crate::split::Side;
    use luthier::{LADDER, Work};

    fn instance(index: u64) -> InstanceRow {
        InstanceRow {
            label: format!("instance {index}"),
            source: Source::Family,
            index,
            fingerprint: Fingerprint(u128::from(index)),
            group: String::new(),
            side: Side::Train,
            rows: 1,
            columns: 1,
            nonzeros: 1,
        }
    }

    fn capped(iterations: u64) -> Record {
        Record {
            ending: Ending::Capped,
            work: Work { iterations, ..Work::default() },
            ladder: [None; LADDER.len()],
            residuals: None,
            objective: None,
            seconds: 0.0,
        }
    }

    /// The size that SQLite allows a file to have stands in for the size of the disk.
    #[test]
    fn a_full_disk_loses_nothing_that_was_stored() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(folder.path(), "q", "test").unwrap();
        store.add_instances(&[instance(1)]).unwrap();
        store.put(&[(Fingerprint(1), "first", &capped(1))], "build").unwrap();

        let pages = |store: &Store, limit: &str| {
            let query = format!("PRAGMA max_page_count({limit})");
            store.database.connection.query_row(&query, [], |row| row.get::<_, i64>(0)).unwrap()
        };
        pages(&store, "1");
        let settings: Vec<String> = (0..2000).map(|k| format!("setting {k}")).collect();
        let record = capped(2);
        let many: Vec<_> = settings.iter().map(|s| (Fingerprint(1), s.as_str(), &record)).collect();
        let error = store.put(&many, "build").unwrap_err();
        assert!(matches!(error, Error::Storage { .. }), "{error}");
        let text = error.to_string();
        assert!(
            text.contains("no space left") && text.contains("all trials reported so far are stored"),
            "{text}"
        );
        assert_eq!(store.trials().unwrap().len(), 1);

        // With space again the same store goes on, with numbers of settings that were never written.
        pages(&store, "1000000");
        store.put(&many[7..9], "build").unwrap();
        drop(store);
        let store = Store::open(folder.path(), "test").unwrap();
        let stored: Vec<String> = store.trials().unwrap().into_iter().map(|t| t.1).collect();
        assert_eq!(stored, ["first", "setting 7", "setting 8"]);
    }

    /// A process can end between the two places that hold the question.
    #[test]
    fn a_question_that_is_not_in_the_folder_yet_gets_there() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(folder.path(), "old", "test").unwrap();
        let asked = Asked { at: 0, text: "new".into() };
        store.database.write(|transaction| questions::add(transaction, &asked, false)).unwrap();
        drop(store);
        assert_eq!(Reader::open(folder.path()).unwrap().question(), "new");
        assert_eq!(Store::open(folder.path(), "test").unwrap().question(), "new");
        assert_eq!(std::fs::read_to_string(folder.path().join("study.toml")).unwrap(), "new");
        // From then on the old one is an edit like any other.
        std::fs::write(folder.path().join("study.toml"), "old").unwrap();
        assert!(matches!(Store::open(folder.path(), "test"), Err(Error::Edited { .. })));
    }
}
