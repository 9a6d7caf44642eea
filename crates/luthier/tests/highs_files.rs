//! Real files mean the same to HiGHS: sizes, sense, constant, costs, bounds and matrix, bit for bit. Needs a Python with
//! highspy, which `./test` installs; skipped with a message without it.

mod support;

use luthier::io::{ReadOptions, read};
use luthier::{Problem, Sense};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use support::files::Folder;

fn files() -> Option<Vec<PathBuf>> {
    let (lp, family) = (support::shared("lp")?, support::shared("family-fctp")?);
    let folders = ["feasible", "infeasible", "unbounded"].map(|kind| lp.join(kind));
    let mut files = Vec::new();
    for folder in folders.iter().chain([&family]) {
        files.extend(std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.sort();
    Some(files)
}

/// HiGHS in a process of its own, which answers one question after the other.
struct Highs(Child);

impl Highs {
    fn start() -> Option<Highs> {
        let Ok(python) = std::env::var("LUTHIER_TEST_PYTHON") else {
            eprintln!("skipped: LUTHIER_TEST_PYTHON is not set; ./test sets it where it can install highspy");
            return None;
        };
        let script = format!("{}/tests/support/highs_dump.py", env!("CARGO_MANIFEST_DIR"));
        let child = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        Some(Highs(child.unwrap()))
    }

    /// Asks for all files, and hands over each dump as soon as it is there.
    fn dumps(mut self, files: &[PathBuf], folder: &Folder, mut each: impl FnMut(&Path, &[u8])) {
        let mut questions = self.0.stdin.take().unwrap();
        let mut answers = BufReader::new(self.0.stdout.take().unwrap()).lines();
        let dump = folder.join("dump");
        for file in files {
            writeln!(questions, "{}\t{}", file.display(), dump.display()).unwrap();
            let answer = answers.next().expect("HiGHS answers").unwrap();
            assert_eq!(answer, "read", "{}", file.display());
            each(file, &std::fs::read(&dump).unwrap());
        }
        drop(questions);
        assert!(self.0.wait().unwrap().success());
    }
}

/// The numbers of a dump, one after the other.
struct Dump<'a>(&'a [u8]);

impl Dump<'_> {
    fn word(&mut self) -> [u8; 8] {
        let (word, rest) = self.0.split_first_chunk().expect("the dump is complete");
        self.0 = rest;
        *word
    }

    fn index(&mut self) -> usize {
        usize::try_from(i64::from_le_bytes(self.word())).unwrap()
    }

    /// The next number. Zeros have no sign: HiGHS negates a right-hand side of zero on the objective row to a constant of
    /// -0, which is 0 for us.
    fn number(&mut self) -> f64 {
        f64::from_le_bytes(self.word()) + 0.0
    }

    /// How the next numbers differ from these.
    fn vector(&mut self, what: &str, ours: &[f64]) -> Option<String> {
        let pairs: Vec<(f64, f64)> = ours.iter().map(|ours| (*ours, self.number())).collect();
        let mut different = pairs.iter().enumerate().filter(|(_, (a, b))| a.to_bits() != b.to_bits());
        let (k, (ours, theirs)) = different.next()?;
        Some(format!("{} x {what}, first {k}: {ours:?}, HiGHS {theirs:?}", 1 + different.count()))
    }
}

/// The entries of a problem by column, rows in order, with where each column begins.
fn entries(problem: &Problem) -> (Vec<usize>, Vec<(usize, f64)>) {
    let (mut starts, mut entries) = (vec![0], Vec::new());
    for j in 0..problem.columns() {
        let mut column: Vec<(usize, f64)> = problem.matrix().column(j).collect();
        column.sort_by_key(|entry| entry.0);
        entries.extend(column);
        starts.push(entries.len());
    }
    (starts, entries)
}

/// All differences between a problem and a dump.
fn differences(problem: &Problem, dump: &[u8]) -> Vec<String> {
    let mut dump = Dump(dump);
    let (starts, entries) = entries(problem);
    let maximize = usize::from(problem.sense() == Sense::Maximize);
    let ours = [maximize, problem.rows(), problem.columns(), entries.len()];
    let theirs = [(); 4].map(|()| dump.index());
    if ours != theirs {
        return vec![format!("sense, rows, columns and entries are {ours:?}, HiGHS {theirs:?}")];
    }
    let vectors = [
        ("constant", &[problem.offset()][..]),
        ("cost", problem.objective()),
        ("lower bound of a column", problem.lower()),
        ("upper bound of a column", problem.upper()),
        ("lower bound of a row", problem.row_lower()),
        ("upper bound of a row", problem.row_upper()),
    ];
    let mut all: Vec<String> = vectors.iter().filter_map(|(what, ours)| dump.vector(what, ours)).collect();
    let places = starts.iter().copied().chain(entries.iter().map(|entry| entry.0));
    let different = places.filter(|ours| dump.index() != *ours).count();
    all.extend((different > 0).then(|| format!("{different} x place of an entry")));
    let values: Vec<f64> = entries.iter().map(|entry| entry.1).collect();
    all.extend(dump.vector("entry", &values));
    assert!(dump.0.is_empty());
    all
}

#[test]
fn every_file_means_the_same_to_highs() {
    let Some(files) = files() else { return };
    let Some(highs) = Highs::start() else { return };
    let folder = Folder::new("highs-files");
    let (mut compared, mut all) = (0, Vec::new());
    highs.dumps(&files, &folder, |file, dump| {
        let problem = read(file, &ReadOptions::default()).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy();
        all.extend(differences(&problem, dump).into_iter().map(|d| format!("{name}: {d}")));
        compared += 1;
    });
    assert!(compared > 90, "{compared}");
    assert!(all.is_empty(), "{}", all.join("\n"));
}
