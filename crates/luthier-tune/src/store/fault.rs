//! What goes wrong below, before it is known which file it is about.

use crate::error::Error;
use rusqlite::ErrorCode;
use std::path::Path;

/// Something that went wrong in a database.
#[derive(Debug)]
pub(super) enum Fault {
    /// SQLite has something to say.
    Sqlite(rusqlite::Error),
    /// Content that is not what was written.
    Damage(String),
    /// Anything that is complete as it is.
    Refused(Error),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        Fault::Sqlite(error)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Refused(error)
    }
}

impl Fault {
    /// What it means for those who named this file.
    pub(super) fn at(self, file: &Path) -> Error {
        let path = file.display().to_string();
        match self {
            Fault::Refused(error) => error,
            Fault::Damage(problem) => Error::Damaged { path, problem },
            Fault::Sqlite(error) => of_sqlite(path, &error),
        }
    }

    /// Whether the reason may be that nothing can be written where the database is.
    pub(super) fn is_about_writing(&self) -> bool {
        let Fault::Sqlite(error) = self else { return false };
        matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
        )
    }
}

const AGAIN_WITH_SPACE: &str = "free some space and run the same command again";
const CHECK_THE_DISK: &str =
    "check for a quota, a limit on file sizes (ulimit -f) or a failing disk, and run the same command again";
const ALLOW: &str = "allow writing to the folder and to its files, or copy the study to a folder of your own";
const CLOSE: &str = "close the program that has the database open, and run the same command again";
const AGAIN: &str = "run the same command again, with more memory if it may be that";

fn of_sqlite(path: String, error: &rusqlite::Error) -> Error {
    let trouble = |what: &str, advice| Error::Storage {
        path: path.clone(),
        problem: format!("{what}: {error}"),
        advice,
    };
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => trouble("there is no space left to write", AGAIN_WITH_SPACE),
        Some(ErrorCode::SystemIoFailure) => trouble("cannot be read or written", CHECK_THE_DISK),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => trouble("cannot be written", ALLOW),
        Some(ErrorCode::CannotOpen) => trouble("cannot be opened", ALLOW),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => trouble("is held by another program", CLOSE),
        Some(ErrorCode::OutOfMemory | ErrorCode::OperationInterrupted) => trouble("cannot be used", AGAIN),
        Some(ErrorCode::NotADatabase) => Error::NotAStudy {
            path,
            problem: "it is no database; expected the store of a study: restore it from a copy, or give another folder".into(),
        },
        // Tables or columns that are not there, values of another kind: the file was not written like this.
        _ => Error::Damaged { path, problem: error.to_string() },
    }
}

/// What it means that a file or folder cannot be used.
pub(super) fn of_file(path: &Path, what: &str, error: &std::io::Error) -> Error {
    use std::io::ErrorKind;
    let advice = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => AGAIN_WITH_SPACE,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => ALLOW,
        _ => CHECK_THE_DISK,
    };
    Error::Storage { path: path.display().to_string(), problem: format!("{what}: {error}"), advice }
}
