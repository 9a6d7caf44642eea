//! The lock that makes one process the writer of a study.

use super::{fault, folder};
use crate::clock;
use crate::error::Error;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;

/// The right to write, for as long as it lives. The system takes it back from a process that ends, however it ends; so a file
/// that was left behind locks nothing.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a study, or says who has it. The holder is what runs, for those who come second.
    pub(super) fn take(directory: &Path, holder: &str) -> Result<Lock, Error> {
        let path = directory.join(folder::LOCK);
        // The text of the holder must survive somebody who only tries.
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = opened.map_err(|e| fault::of_file(&path, "cannot be opened", &e))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(taken(directory, &path)),
            Err(TryLockError::Error(e)) => return Err(fault::of_file(&path, "cannot be locked", &e)),
        }
        sign(&file, holder).map_err(|e| fault::of_file(&path, "cannot be written", &e))?;
        Ok(Lock { _file: file })
    }
}

fn sign(mut file: &File, holder: &str) -> std::io::Result<()> {
    let host = gethostname::gethostname();
    let identity = format!(
        "process {} on {} since {}: {holder}\n",
        std::process::id(),
        host.to_string_lossy(),
        clock::utc(clock::now())
    );
    file.set_len(0)?;
    file.write_all(identity.as_bytes())
}

fn taken(directory: &Path, path: &Path) -> Error {
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).trim_end().to_owned();
    // It may not have signed yet, and some systems let nobody read what is locked.
    let holder = if text.is_empty() { "another process".to_owned() } else { text };
    Error::Locked { path: directory.display().to_string(), holder }
}
