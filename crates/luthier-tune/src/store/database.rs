//! The database of a study: opened, checked, read. Writing is [`Store`](super::Store)'s.

use super::fault::Fault;
use super::instances::{self, InstanceRow};
use super::questions::{self, Asked, Questions};
use super::trials::{StoredTrial, Trials};
use super::{clock, folder, notes, schema};
use crate::error::Error;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait for somebody who holds the database for a moment.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection to a database, and the name of its file.
pub(super) struct Database {
    pub(super) connection: Connection,
    pub(super) file: PathBuf,
}

impl Database {
    /// Makes the database of a new study. It is complete when this returns, and in no file but this one.
    pub(super) fn create(file: &Path, question: &str) -> Result<(), Error> {
        let file = folder::absolute(file)?;
        let create = || -> Result<(), Fault> {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
            let mut connection = connect(&file, flags)?;
            durable(&connection)?;
            schema::create(&mut connection)?;
            let transaction = connection.transaction()?;
            questions::add(&transaction, &Asked { at: clock::now(), text: question.to_owned() }, true)?;
            transaction.commit()?;
            connection.close().map_err(|(_, e)| e)?;
            Ok(())
        };
        create().map_err(|fault| fault.at(&file))
    }

    /// Opens a database to write to it: what is damaged is refused, what is old is brought up to date.
    pub(super) fn open(file: &Path) -> Result<Database, Error> {
        let file = folder::absolute(file)?;
        let open = || -> Result<Connection, Fault> {
            let mut connection = connect(&file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            let version = schema::check(&connection, &file)?;
            check_pages(&connection)?;
            // Readers and the writer do not wait for each other.
            connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
            durable(&connection)?;
            schema::update(&mut connection, version)?;
            check_rows(&connection)?;
            Ok(connection)
        };
        let connection = open().map_err(|fault| fault.at(&file))?;
        Ok(Database { connection, file })
    }

    /// Opens a database to read from it, as it is at this moment.
    pub(super) fn open_to_read(file: &Path) -> Result<Database, Error> {
        let file = folder::absolute(file)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let open = |name: &Path, flags| -> Result<Connection, Fault> {
            let connection = connect(name, flags)?;
            let version = schema::check(&connection, &file)?;
            schema::check_present(version, &file)?;
            begin_snapshot(&connection)?;
            Ok(connection)
        };
        let opened = match open(&file, flags) {
            // Even readers of a write-ahead log need files beside the database. Where nothing can be written and no log is
            // there, nobody writes, and the database may be read as if it could never change.
            Err(fault) if fault.is_about_writing() && !has_log(&file) => {
                open(&immutable(&file), flags | OpenFlags::SQLITE_OPEN_URI)
            }
            opened => opened,
        };
        let connection = opened.map_err(|fault| fault.at(&file))?;
        Ok(Database { connection, file })
    }

    /// Moves a reader on to what is stored by now.
    pub(super) fn refresh(&self) -> Result<(), Error> {
        self.read(|connection| {
            connection.execute_batch("COMMIT")?;
            begin_snapshot(connection)
        })
    }

    pub(super) fn questions(&self) -> Result<Questions, Error> {
        self.read(Questions::read)
    }

    pub(super) fn instances(&self) -> Result<Vec<InstanceRow>, Error> {
        self.read(instances::read)
    }

    pub(super) fn notes(&self) -> Result<Vec<(String, String)>, Error> {
        self.read(notes::read)
    }

    pub(super) fn builds(&self) -> Result<Vec<(String, u64)>, Error> {
        self.read(|connection| Trials::read(connection)?.builds())
    }

    pub(super) fn trials(&self) -> Result<Vec<StoredTrial>, Error> {
        let mut trials = Vec::new();
        self.read(|connection| {
            Trials::read(connection)?.each(|entry| {
                trials.push((
                    entry.fingerprint,
                    entry.setting.to_owned(),
                    entry.record,
                    entry.build.to_owned(),
                ));
                Ok(())
            })
        })?;
        Ok(trials)
    }

    /// Reads, with errors that name the file.
    pub(super) fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Error> {
        read(&self.connection).map_err(|fault| fault.at(&self.file))
    }

    /// Writes all of something or nothing, with errors that name the file.
    pub(super) fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        let written = || -> Result<T, Fault> {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = write(&transaction)?;
            transaction.commit()?;
            Ok(result)
        };
        written().map_err(|fault| fault.at(&self.file))
    }
}

fn connect(file: &Path, flags: OpenFlags) -> Result<Connection, Fault> {
    let connection = Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    // Files of others are read with suspicion: nothing in them may run, and every page is looked at. Nothing is written
    // outside of the folder of the study.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    Ok(connection)
}

/// What is committed survives a power failure.
fn durable(connection: &Connection) -> Result<(), Fault> {
    Ok(connection.pragma_update(None, "synchronous", "full")?)
}

/// All that follows is read from one state of the database.
fn begin_snapshot(connection: &Connection) -> Result<(), Fault> {
    connection.execute_batch("BEGIN")?;
    // The state is chosen by the first read.
    connection.query_row("SELECT count(*) FROM seals", [], |_| Ok(()))?;
    Ok(())
}

/// The structure of the file.
fn check_pages(connection: &Connection) -> Result<(), Fault> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(Fault::Damage(found)) }
}

/// Every row against its checksum, and every table against its seal.
fn check_rows(connection: &Connection) -> Result<(), Fault> {
    Questions::read(connection)?;
    instances::read(connection)?;
    notes::read(connection)?;
    Trials::read(connection)?.each(|_| Ok(()))
}

/// Whether commits wait in a log beside the database.
fn has_log(file: &Path) -> bool {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

/// The name under which SQLite takes an absolute path for a file that cannot change.
fn immutable(file: &Path) -> PathBuf {
    let mut name = String::from("file://");
    if cfg!(windows) {
        name.push('/');
    }
    for &byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => name.push('/'),
            b'/' | b'.' | b'-' | b'_' | b':' => name.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => name.push(char::from(byte)),
            _ => name.push_str(&format!("%{byte:02X}")),
        }
    }
    PathBuf::from(name + "?immutable=1")
}
