//! The folder of a study: what is in it, and in which order it comes to be there.
//!
//! The database is made under another name and renamed when it is complete; the question is written last. So a folder without
//! a question holds no study yet, and whatever an interrupted start left in it can be recognised and replaced.

use super::fault;
use crate::error::Error;
use luthier::escape_name;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The question.
pub(super) const QUESTION: &str = "study.toml";
/// The question, before it is complete.
const QUESTION_DRAFT: &str = "study.toml.new";
/// The trials.
pub(super) const DATABASE: &str = "study.sqlite";
/// The database, before it is complete.
pub(super) const DATABASE_DRAFT: &str = "study.sqlite.new";
/// The lock.
pub(super) const LOCK: &str = "study.lock";
/// What SQLite puts behind the name of a database for files of its own.
const SUFFIXES: [&str; 4] = ["", "-journal", "-wal", "-shm"];

/// A folder in which a study can be made: new, empty, or with nothing but what an interrupted start left.
pub(super) fn check_new(directory: &Path) -> Result<(), Error> {
    let refuse = |problem: String| Err(Error::NotNew { path: directory.display().to_string(), problem });
    let entries = match std::fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        Err(e) if e.kind() == ErrorKind::NotADirectory => {
            return refuse("it is a file; expected a new or empty folder: give another name".into());
        }
        Err(e) => return Err(fault::of_file(directory, "cannot be read", &e)),
    };
    let mut foreign = None;
    for entry in entries {
        let name = entry.map_err(|e| fault::of_file(directory, "cannot be read", &e))?.file_name();
        if name == QUESTION {
            return refuse("it holds a study; expected a new or empty folder: go on with that study, or give another folder".into());
        }
        if !is_remains(&name) {
            // The same one is named whatever order the system lists them in.
            foreign = foreign.into_iter().chain([name]).min();
        }
    }
    let Some(name) = foreign else { return Ok(()) };
    let name = escape_name(&name.to_string_lossy());
    refuse(format!(
        "it holds '{name}', which is no part of a study; expected a new or empty folder: give another folder"
    ))
}

/// What a start can leave behind if it is interrupted.
fn is_remains(name: &OsStr) -> bool {
    let of_database = |stem: &str| SUFFIXES.iter().any(|suffix| name == format!("{stem}{suffix}").as_str());
    name == LOCK || name == QUESTION_DRAFT || of_database(DATABASE) || of_database(DATABASE_DRAFT)
}

/// Removes a database with all that belongs to it, if it is there.
pub(super) fn remove_database(directory: &Path, stem: &str) -> Result<(), Error> {
    for suffix in SUFFIXES {
        let path = directory.join(format!("{stem}{suffix}"));
        match std::fs::remove_file(&path) {
            Err(e) if e.kind() != ErrorKind::NotFound => {
                return Err(fault::of_file(&path, "cannot be removed", &e));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The folder must hold a study.
pub(super) fn check_study(directory: &Path) -> Result<(), Error> {
    let refuse = |problem: &str| {
        Err(Error::NotAStudy { path: directory.display().to_string(), problem: problem.to_owned() })
    };
    let there = |name: &str| {
        let path = directory.join(name);
        path.try_exists().map_err(|e| fault::of_file(&path, "cannot be looked at", &e))
    };
    if !directory.is_dir() {
        return refuse(
            "there is no such folder; expected one with a study: look at the name, or start a study there",
        );
    }
    match (there(QUESTION)?, there(DATABASE)?) {
        (true, true) => Ok(()),
        (false, false) => {
            refuse("no study is in this folder (study.toml); look at the name, or start a study there")
        }
        (false, true) => refuse(
            "study.toml is missing, study.sqlite is there: if the start was interrupted, start it again; \
             if not, restore study.toml from a copy",
        ),
        (true, false) => refuse(
            "study.sqlite is missing, study.toml is there: restore it from a copy, or start a new study in another folder",
        ),
    }
}

/// The question as it stands in the folder.
pub(super) fn read_question(directory: &Path) -> Result<String, Error> {
    let path = directory.join(QUESTION);
    let bytes = std::fs::read(&path).map_err(|e| fault::of_file(&path, "cannot be read", &e))?;
    // What is no text differs from any question, and is refused for that.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes the question as a whole or not at all. Only the holder of the lock may.
pub(super) fn write_question(directory: &Path, question: &str) -> Result<(), Error> {
    let (path, draft) = (directory.join(QUESTION), directory.join(QUESTION_DRAFT));
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&draft)?;
        file.write_all(question.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&draft, &path)
    };
    write().map_err(|e| fault::of_file(&path, "cannot be written", &e))?;
    sync(directory);
    Ok(())
}

/// Puts a database in its place.
pub(super) fn publish_database(directory: &Path) -> Result<(), Error> {
    let path = directory.join(DATABASE);
    std::fs::rename(directory.join(DATABASE_DRAFT), &path)
        .map_err(|e| fault::of_file(&path, "cannot be written", &e))?;
    sync(directory);
    Ok(())
}

/// Makes the folder.
pub(super) fn make(directory: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(directory).map_err(|e| fault::of_file(directory, "cannot be made", &e))?;
    if let Some(parent) = absolute(directory)?.parent() {
        sync(parent);
    }
    Ok(())
}

/// A path that nobody can take for anything but a path.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(path).map_err(|e| fault::of_file(path, "cannot be found", &e))
}

/// Makes names survive a power failure. Not every system can do it for folders, and then it does so by itself.
fn sync(directory: &Path) {
    let _ = File::open(directory).and_then(|folder| folder.sync_all());
}
