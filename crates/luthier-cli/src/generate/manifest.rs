//! The manifest: a line of JSON for each instance that is completely written.
//!
//! A line is added after its file is in place, and the file is written as a whole or not at all. So whatever ends the process,
//! what the manifest names is there, and a last line without an end is the only thing that can be wrong with it.

use crate::exit::Failure;
use luthier::{Diagnostic, Problem, escape_name};
use luthier_families::Specification;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Name of the manifest in its folder.
const NAME: &str = "manifest.jsonl";
/// Under this name it is written before it takes the place of an older one.
const TEMPORARY: &str = "manifest.tmp";
/// Version of its layout.
const SCHEMA: &str = "luthier-manifest-1";

/// The first line: what all instances have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    schema: String,
    specification: String,
    seed: u64,
    format: String,
}

/// A further line: an instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    index: u64,
    file: String,
    fingerprint: String,
    rows: usize,
    variables: usize,
    nonzeros: usize,
    bytes: u64,
    label: String,
}

/// The manifest of a folder, open for more lines.
pub struct Manifest {
    path: PathBuf,
    file: File,
    entries: BTreeMap<u64, Entry>,
}

impl Header {
    pub fn new(specification: &Specification, seed: u64, format: &str) -> Header {
        let (schema, specification) = (SCHEMA.to_owned(), specification.to_string());
        Header { schema, specification, seed, format: format.to_owned() }
    }
}

impl Entry {
    pub fn new(index: u64, file: String, bytes: u64, label: String, problem: &Problem) -> Entry {
        Entry {
            index,
            file,
            fingerprint: problem.fingerprint().to_string(),
            rows: problem.rows(),
            variables: problem.columns(),
            nonzeros: problem.matrix().nonzeros(),
            bytes,
            label,
        }
    }

    /// Whether its file is as it was written, as far as its length tells.
    fn is_there(&self, folder: &Path) -> bool {
        folder.join(&self.file).metadata().is_ok_and(|found| found.is_file() && found.len() == self.bytes)
    }
}

impl Manifest {
    /// Opens the manifest of a folder, and makes both if they are not there. What is in the folder already must be of the same
    /// specification, seed and format.
    pub fn open(folder: &Path, header: &Header) -> Result<Manifest, Failure> {
        std::fs::create_dir_all(folder).map_err(|e| trouble(folder, "cannot be made", &e))?;
        let path = folder.join(NAME);
        let mut entries = match std::fs::read_to_string(&path) {
            Ok(text) => parse(&path, &text, header)?,
            Err(e) if e.kind() == ErrorKind::NotFound => {
                check_empty(folder)?;
                BTreeMap::new()
            }
            Err(e) => return Err(trouble(&path, "cannot be read", &e).into()),
        };
        entries.retain(|_, entry| entry.is_there(folder));
        let file = rewritten(&path, header, &entries).map_err(|e| trouble(&path, "cannot be written", &e))?;
        Ok(Manifest { path, file, entries })
    }

    /// Whether an instance is there.
    pub fn has(&self, index: u64) -> bool {
        self.entries.contains_key(&index)
    }

    /// Adds an instance whose file is in place.
    pub fn add(&mut self, entry: &Entry) -> Result<(), Failure> {
        let line = serde_json::to_string(entry)? + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|e| trouble(&self.path, "cannot be written", &e))?;
        self.entries.insert(entry.index, entry.clone());
        Ok(())
    }
}

/// The lines that are complete. None at all: the process ended before the first one was.
fn parse(path: &Path, text: &str, header: &Header) -> Result<BTreeMap<u64, Entry>, Failure> {
    let complete = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = (1..).zip(complete.lines());
    let Some((_, first)) = lines.next() else { return Ok(BTreeMap::new()) };
    let bad = |line: usize, e: serde_json::Error| Diagnostic {
        line,
        ..Diagnostic::of_file(path.display().to_string(), format!("is no line of a manifest: {e}"))
            .hint("give another folder")
    };
    let found: Header = serde_json::from_str(first).map_err(|e| bad(1, e))?;
    if found != *header {
        return Err(other(path, &found, header).into());
    }
    let mut entries = BTreeMap::new();
    for (number, line) in lines {
        let entry: Entry = serde_json::from_str(line).map_err(|e| bad(number, e))?;
        entries.insert(entry.index, entry);
    }
    Ok(entries)
}

fn other(path: &Path, found: &Header, wanted: &Header) -> Diagnostic {
    let shown = |h: &Header| {
        format!("{} with seed {} as {}", escape_name(&h.specification), h.seed, escape_name(&h.format))
    };
    let problem = format!("its folder holds {}; expected {}", shown(found), shown(wanted));
    Diagnostic::of_file(path.display().to_string(), problem).hint("give another folder")
}

/// A folder that others use is not filled with hundreds of files.
fn check_empty(folder: &Path) -> Result<(), Failure> {
    let entries = std::fs::read_dir(folder).map_err(|e| trouble(folder, "cannot be read", &e))?;
    // A process may have ended before its manifest was in place.
    let is_ours = |entry: &std::fs::DirEntry| entry.file_name() == TEMPORARY;
    if entries.into_iter().all(|entry| entry.is_ok_and(|e| is_ours(&e))) {
        return Ok(());
    }
    let problem = format!("holds files but no {NAME}; expected a new or empty folder");
    Err(Diagnostic::of_file(folder.display().to_string(), problem).hint("give another folder").into())
}

/// Puts what is known into a new file that takes the place of the old one.
fn rewritten(path: &Path, header: &Header, entries: &BTreeMap<u64, Entry>) -> std::io::Result<File> {
    let mut text = serde_json::to_string(header)? + "\n";
    for entry in entries.values() {
        text += &serde_json::to_string(entry)?;
        text.push('\n');
    }
    let temporary = path.with_file_name(TEMPORARY);
    let mut file = File::create(&temporary)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(&temporary, path)?;
    OpenOptions::new().append(true).open(path)
}

fn trouble(path: &Path, what: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::of_file(path.display().to_string(), format!("{what}: {error}"))
}
