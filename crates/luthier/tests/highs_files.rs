//! Real files mean the same to HiGHS: sizes, sense, constant, costs, bounds and matrix, bit for bit. Needs a Python with
//! highspy, which `./test` installs; skipped with a message without it.
//!
//! Where conventions differ (the second test has them; no real file of ours depends on them):
//! - A negative upper bound alone leaves the lower bound at 0 in HiGHS, with a warning; we take it as -inf, as CPLEX does.
//! - Of a second set of right-hand sides HiGHS takes what the first one did not give; we leave it out as a whole.
//! - HiGHS has no OBJNAME: the first row of type N is the objective.
//! - A column in pieces becomes several columns of one name in HiGHS; we put it together.
//! - HiGHS keeps the first of two entries, right-hand sides or bounds, and adds a row that is declared twice; we refuse.
//! - HiGHS takes RANGES before RHS as ranges of zero right-hand sides; we refuse, and `lenient` reads them as meant.
//! - HiGHS drops entries of magnitude 1e-9 or less (an option, which the script turns down).
//! - A constant of zero may be -0 in HiGHS.
//! - HiGHS 1.15 does not end on an entry in a row that is not there, so that this is not asked.

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

/// Rows cost (N), cap (L), dem (G) and bal (E) and others, columns x and y and others, then these sections.
fn model(before: &str, rows: &str, columns: &str, sections: &str) -> String {
    format!(
        "NAME t\n{before}ROWS\n N cost\n L cap\n G dem\n E bal\n{rows}COLUMNS\n x cost 1 cap 2\n x dem 3\n\
         \u{20}y cost -1 bal 1\n{columns}{sections}\nENDATA\n"
    )
}

const INTEGER: &str = " M 'MARKER' 'INTORG'\n z cost 1\n M 'MARKER' 'INTEND'\n";

#[test]
fn conventions_are_those_of_highs_where_they_are_not_listed_above() {
    let same = [
        model("", "", "", "RHS\n cap 4 dem 5"),
        model("", "", "", "RHS\n r cost 4 cap 1.5D+1"),
        model("", "", "", "RHS\n r cap 1e20 dem -1e30"),
        model("", "", "", "RHS\n r cap 4 dem 4\n r bal 4\nRANGES\n g cap -3 dem -3\n g bal -3"),
        model("", "", "", "RHS\n r bal 4\nRANGES\n g bal 3"),
        model("", "", "", "BOUNDS\n UP x 4\n FR y"),
        model("", "", "", "BOUNDS\n MI b x\n UP b x 4\n BV b y"),
        model("", "", "", "BOUNDS\n LI b x 3\n UI b y 3"),
        model("", "", "", "BOUNDS\n UP b x 0\n UP b y 1e25"),
        model("", "", "", "BOUNDS\n LO b x 0\n UP b x -3"),
        model("", "", INTEGER, ""),
        model("", "", INTEGER, "BOUNDS\n LO b z 2"),
        model("", "", INTEGER, "BOUNDS\n UP b z 7"),
        model("", "", INTEGER, "BOUNDS\n PL b z"),
        model("", "", INTEGER, "BOUNDS\n MI b z"),
        model("OBJSENSE\n    MAX\n", " N other\n", "", ""),
        model("OBJSENSE MAX\n", "", " z cap 0\n", "BOUNDS\n UP a x 4\n UP b x 5"),
    ];
    let different = [
        (model("", "", "", "BOUNDS\n UP b x -3"), "lower bound of a column, first 0: -inf, HiGHS 0.0"),
        (model("", "", "", "RHS\n a cap 4\n b dem 6"), "lower bound of a row, first 1: 0.0, HiGHS 6.0"),
        (model("OBJNAME other\n", " N other\n", " z other 5\n", ""), "3 x cost, first 0: 0.0, HiGHS 1.0"),
        (model("", "", " x bal 2\n", ""), "are [0, 3, 2, 4], HiGHS [0, 3, 3, 4]"),
    ];
    let refused = [
        (model("", "", " y cap 1 cap 2\n", ""), "has a second entry"),
        (model("", "", "", "RHS\n r cap 1\n r cap 2"), "has a second right-hand side"),
        (model("", "", "", "BOUNDS\n UP b x 1\n UP b x 2"), "has a second upper bound"),
        (model("", " L cap\n", "", ""), "was declared before"),
        (model("", "", "", "RANGES\n g dem 3\nRHS\n r dem 4"), "section RHS is repeated or out of order"),
    ];
    let Some(highs) = Highs::start() else { return };
    let folder = Folder::new("highs-conventions");
    let expected: Vec<(&String, &str)> = (same.iter().map(|text| (text, "")))
        .chain(different.iter().chain(&refused).map(|(text, expected)| (text, *expected)))
        .collect();
    let files: Vec<PathBuf> = (0..expected.len()).map(|k| folder.join(&format!("{k}.mps"))).collect();
    files.iter().zip(&expected).for_each(|(file, (text, _))| std::fs::write(file, text).unwrap());
    let mut cases = expected.into_iter();
    highs.dumps(&files, &folder, |file, dump| {
        let (text, expected) = cases.next().unwrap();
        let found = match read(file, &ReadOptions::default()) {
            Ok(problem) => differences(&problem, dump).join("\n"),
            Err(error) => error.to_string(),
        };
        let fits = if expected.is_empty() { found.is_empty() } else { found.contains(expected) };
        assert!(fits, "expected '{expected}', found '{found}'\n{text}");
    });
}
