//! Folders and lists of files as empirical distributions: instance i is file i.

use crate::error::Error;
use crate::table::{Description, Form};
use luthier::io::{Compression, Format, ReadOptions, read};
use luthier::{Diagnostic, Fingerprint, Problem};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The family `folder`.
pub const DESCRIPTION: Description = Description {
    name: "folder",
    form: Form::Files("PATH,..."),
    parameters: &[],
    summary: "Model files as they are: a folder with all below it, a pattern such as past/*.mps.gz, or a list of these; the name of the family may be left out. Files of a folder or pattern are in the order of their names; the group of an instance is its sub-folder. The seed changes nothing.",
    guarantee: "None: files hold what they hold. All are read once at the start; broken ones are errors unless they are skipped, and duplicates by content are reported.",
    reference: "the user's own problems",
    example: "past/*.mps.gz",
};

/// Files in a fixed order, all of which could be read.
#[derive(Debug)]
pub struct Folder {
    files: Vec<File>,
    broken: Vec<Broken>,
    duplicates: Vec<Duplicate>,
    options: ReadOptions,
}

#[derive(Debug)]
struct File {
    path: PathBuf,
    /// Its sub-folder, with slashes; empty at the top.
    group: String,
    fingerprint: Fingerprint,
    sizes: [usize; 3],
}

/// A file that was skipped.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: luthier::Error,
}

/// A file whose content is that of an earlier one. Both are instances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Index of the later one.
    pub index: u64,
    /// Index of the first one.
    pub of: u64,
}

impl Folder {
    /// Finds and reads the files of a comma-separated list of files, folders and patterns.
    pub(crate) fn open(list: &str, options: &ReadOptions, skip_broken: bool) -> Result<Folder, Error> {
        let mut found = Vec::new();
        for text in pieces(list) {
            found.extend(files(text)?);
        }
        let mut folder = Folder {
            files: Vec::new(),
            broken: Vec::new(),
            duplicates: Vec::new(),
            options: options.clone(),
        };
        found.into_iter().for_each(|(path, group)| folder.add(path, group));
        let broken = |b: &Broken| (b.path.display().to_string(), b.error.clone());
        if !folder.broken.is_empty() && !skip_broken {
            return Err(Error::Broken { files: folder.broken.iter().map(broken).collect() });
        }
        if folder.files.is_empty() {
            let problem = format!("none of its {} files can be read", folder.broken.len());
            return Err(Error::NoFiles { path: list.to_owned(), problem });
        }
        folder.find_duplicates();
        Ok(folder)
    }

    fn add(&mut self, path: PathBuf, group: String) {
        match read(&path, &self.options) {
            Ok(problem) => {
                let sizes = [problem.rows(), problem.columns(), problem.matrix().nonzeros()];
                self.files.push(File { path, group, fingerprint: problem.fingerprint(), sizes });
            }
            Err(error) => self.broken.push(Broken { path, error }),
        }
    }

    fn find_duplicates(&mut self) {
        let mut first: HashMap<Fingerprint, u64> = HashMap::new();
        for (index, file) in (0..).zip(&self.files) {
            let of = *first.entry(file.fingerprint).or_insert(index);
            if of != index {
                self.duplicates.push(Duplicate { index, of });
            }
        }
    }

    /// How many files there are.
    pub fn count(&self) -> u64 {
        self.files.len() as u64
    }

    /// The file of an instance.
    pub fn path(&self, index: u64) -> Option<&Path> {
        self.file(index).map(|f| f.path.as_path())
    }

    /// The sub-folder of an instance, with slashes; empty for files at the top or in a list.
    pub fn group(&self, index: u64) -> Option<&str> {
        self.file(index).map(|f| f.group.as_str())
    }

    /// The hash of the content of an instance.
    pub fn fingerprint(&self, index: u64) -> Option<Fingerprint> {
        self.file(index).map(|f| f.fingerprint)
    }

    /// Rows, variables and nonzeros of an instance.
    pub fn sizes(&self, index: u64) -> Option<[usize; 3]> {
        self.file(index).map(|f| f.sizes)
    }

    /// Files that were skipped, with what is wrong with them.
    pub fn broken(&self) -> &[Broken] {
        &self.broken
    }

    /// Files whose content occurred before.
    pub fn duplicates(&self) -> &[Duplicate] {
        &self.duplicates
    }

    fn file(&self, index: u64) -> Option<&File> {
        self.files.get(usize::try_from(index).ok()?)
    }

    /// Reads a file again; it must still say what it said.
    pub(crate) fn instance(&self, index: u64) -> Option<Result<Problem, Error>> {
        let file = self.file(index)?;
        let problem = match read(&file.path, &self.options) {
            Ok(problem) => problem,
            Err(error) => return Some(Err(error.into())),
        };
        if problem.fingerprint() == file.fingerprint {
            return Some(Ok(problem));
        }
        let changed = "has changed since its folder was looked at; expected files that stay as they are";
        Some(Err(Diagnostic::of_file(file.path.display().to_string(), changed).into()))
    }
}

/// The parts of a list; a name with commas that exists is one part.
fn pieces(list: &str) -> Vec<&str> {
    if Path::new(list).exists() {
        return vec![list];
    }
    list.split(',').map(str::trim).filter(|piece| !piece.is_empty()).collect()
}

/// The files of a folder, a pattern or a file, with their groups.
fn files(text: &str) -> Result<Vec<(PathBuf, String)>, Error> {
    let path = Path::new(text);
    let none = |problem: &str| Error::NoFiles { path: text.to_owned(), problem: problem.to_owned() };
    if path.is_dir() {
        let mut found = Vec::new();
        collect(path, "", &mut found)?;
        return if found.is_empty() { Err(none("holds no model file")) } else { Ok(found) };
    }
    if path.exists() || !text.contains(['*', '?']) {
        // What is wrong with a file that is not there is said when it is read.
        return Ok(vec![(path.to_owned(), String::new())]);
    }
    let found = matches(path)?;
    if found.is_empty() { Err(none("matches no file")) } else { Ok(found) }
}

/// The entries of a folder in the order of the bytes of their names; hidden ones are left out.
fn entries(folder: &Path) -> Result<Vec<(String, PathBuf)>, Error> {
    let unreadable = |e: std::io::Error| {
        Error::from(Diagnostic::of_file(folder.display().to_string(), format!("cannot be read: {e}")))
    };
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        entries.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
    }
    entries.retain(|(name, _)| !name.starts_with('.'));
    entries.sort();
    Ok(entries)
}

/// All model files below a folder: those in it first, then its sub-folders. Linked folders are left out, since they may lead
/// back.
fn collect(folder: &Path, group: &str, found: &mut Vec<(PathBuf, String)>) -> Result<(), Error> {
    let mut folders = Vec::new();
    for (name, path) in entries(folder)? {
        if path.is_dir() {
            if !path.is_symlink() {
                folders.push((name, path));
            }
        } else if Format::of_name(Compression::of_name(&name).1).is_some() {
            found.push((path, group.to_owned()));
        }
    }
    for (name, path) in folders {
        let group = if group.is_empty() { name } else { format!("{group}/{name}") };
        collect(&path, &group, found)?;
    }
    Ok(())
}

/// The files that match a pattern, in which `*` and `?` may be in the names of folders too; those are the groups.
fn matches(pattern: &Path) -> Result<Vec<(PathBuf, String)>, Error> {
    let mut found = vec![(PathBuf::new(), String::new())];
    let mut parts = pattern.components().peekable();
    while let Some(part) = parts.next() {
        let name = part.as_os_str().to_string_lossy().into_owned();
        if !name.contains(['*', '?']) {
            found.iter_mut().for_each(|f| f.0.push(&name));
            continue;
        }
        let mut next = Vec::new();
        for (folder, group) in found {
            let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
            if !folder.is_dir() {
                continue;
            }
            for (entry, path) in entries(&folder)?.into_iter().filter(|(e, _)| wild(&name, e)) {
                let group = match (parts.peek().is_some(), group.is_empty()) {
                    (false, _) => group.clone(),
                    (true, true) => entry,
                    (true, false) => format!("{group}/{entry}"),
                };
                next.push((path, group));
            }
        }
        found = next;
    }
    found.retain(|(path, _)| path.is_file());
    Ok(found)
}

/// Whether a name matches a pattern with `*` (any characters) and `?` (one).
fn wild(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where the last star is, and how much of the name it has taken.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => {
                let Some((at, taken)) = star else { return false };
                star = Some((at, taken + 1));
                (p, n) = (at + 1, taken + 1);
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::wild;

    #[test]
    fn patterns_match_as_in_a_shell() {
        for (pattern, name) in
            [("*", "a"), ("*.mps", "a.mps"), ("a*b*c", "aXbYbc"), ("?.lp", "é.lp"), ("a**", "a")]
        {
            assert!(wild(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("*.mps", "a.mps.gz"), ("?.lp", "ab.lp"), ("a*b", "abc"), ("a", ""), ("?", "")]
        {
            assert!(!wild(pattern, name), "{pattern} {name}");
        }
    }
}
