//! A folder for the files of a test, and problems with names that files find hard.

use luthier::Problem;
use std::path::{Path, PathBuf};

/// A folder that is removed with its files.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("luthier-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Names that look like something else, or that cannot be one word.
pub const HOSTILE: [&str; 16] = [
    "",
    " ",
    "a b",
    " leading",
    "\"",
    "\"quoted\"",
    "back\\slash",
    "# Columns 3",
    "# luthier end",
    "line\nfeed",
    "tab\there",
    "\u{2028}\u{85}\u{feff}",
    "\0\u{1b}[31m",
    "größe_日本",
    "Infinity",
    "-1e5",
];

/// The problem with hostile names, as far as they go, and ordinary ones behind them.
pub fn with_hostile_names(problem: &Problem) -> Problem {
    let name = |letter: char, k: usize| {
        HOSTILE.get(k).map_or_else(|| format!("{letter}{k}"), |hostile| (*hostile).to_owned())
    };
    let rows: Vec<_> = (0..problem.rows()).map(|i| name('r', i)).collect();
    let columns: Vec<_> = (0..problem.columns()).map(|j| name('c', j)).collect();
    problem.with_data().row_names(rows).column_names(columns).build().unwrap()
}
