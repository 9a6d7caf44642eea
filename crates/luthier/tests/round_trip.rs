//! What is written reads back as the same problem, in both formats.

mod support;

use luthier::io::{Format, ReadOptions, parse, read, write, write_to};
use luthier::{Names, Problem, ProblemBuilder};
use std::path::PathBuf;
use support::models::{HOSTILE, Patterns, any};
use support::small::{INF, lp};

const ALL: Patterns = Patterns { hostile_names: true, crossing_rows: false, ranges: true };

fn text(problem: &Problem, format: Format) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_to(problem, format, &mut bytes).unwrap();
    bytes
}

fn refusal(problem: &Problem, format: Format) -> String {
    let error = write_to(problem, format, &mut std::io::sink()).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
    error.to_string()
}

fn parsed(bytes: &[u8], format: Option<Format>) -> Problem {
    let options = ReadOptions { format, ..ReadOptions::default() };
    parse("written", bytes, &options).unwrap_or_else(|e| panic!("{e}\n{}", String::from_utf8_lossy(bytes)))
}

fn numbered(letter: char, count: usize) -> Names {
    (1..=count).map(|k| format!("{letter}{k}")).collect()
}

/// Two problems are the same; one without names is the same as one whose names are numbers.
fn same(a: &Problem, b: &Problem, context: &str) {
    let rows = a.row_names().cloned().unwrap_or_else(|| numbered('R', a.rows()));
    let columns = a.column_names().cloned().unwrap_or_else(|| numbered('C', a.columns()));
    assert_eq!(b.row_names(), Some(&rows), "{context}");
    assert_eq!(b.column_names(), Some(&columns), "{context}");
    assert_eq!(a.name(), b.name(), "{context}");
    for (x, y) in [
        (a.row_lower(), b.row_lower()),
        (a.row_upper(), b.row_upper()),
        (a.lower(), b.lower()),
        (a.upper(), b.upper()),
        (a.objective(), b.objective()),
    ] {
        assert_eq!(x, y, "{context}");
    }
    assert_eq!(a.fingerprint(), b.fingerprint(), "{context}");
}

fn round_trip(problem: &Problem, format: Format, context: &str) {
    let bytes = text(problem, format);
    let context = format!("{context}\n{}", String::from_utf8_lossy(&bytes[..bytes.len().min(4000)]));
    let read = parsed(&bytes, None);
    same(problem, &read, &context);
    assert_eq!(text(&read, format), text(&parsed(&bytes, Some(format)), format), "{context}");
    // Names are written out the second time, which changes nothing else.
    same(&read, &parsed(&text(&read, format), None), &context);
}

#[test]
fn random_problems_of_all_patterns() {
    for seed in 0..1500 {
        let hostile_names = seed % 3 != 0;
        let problem = any(seed, Patterns { hostile_names, ..ALL });
        round_trip(&problem, Format::FreeMps, &format!("seed {seed}"));
        let crossing_rows = seed % 2 == 0;
        let problem = any(seed, Patterns { hostile_names, crossing_rows, ..ALL });
        round_trip(&problem, Format::Lp, &format!("seed {seed}"));
    }
}

#[test]
fn ranges_come_back_to_the_bit() {
    let mut random = support::families::Random::new(7);
    let mut inexact = 0;
    for round in 0..40 {
        let pairs: Vec<(f64, f64)> = (0..200)
            .map(|_| {
                let scale = |r: &mut support::families::Random| 10f64.powi(r.below(12) as i32 - 6);
                let (a, b) = (scale(&mut random), scale(&mut random));
                let (a, b) = (a * random.uniform(-1.0, 1.0), b * random.uniform(-1.0, 1.0));
                (a.min(b), a.max(b))
            })
            .collect();
        let (lower, upper) = pairs.iter().copied().unzip();
        let problem = ProblemBuilder::new(200, 1).row_bounds(lower, upper).build().unwrap();
        round_trip(&problem, Format::FreeMps, &format!("round {round}"));
        let written = text(&problem, Format::FreeMps);
        inexact += String::from_utf8(written).unwrap().matches("*luthier range").count();
    }
    assert!(inexact > 0 && inexact < 1000, "few of 8000 ranges need a comment: {inexact}");
}

#[test]
fn each_hostile_name_alone() {
    for name in HOSTILE {
        let row = [1.0, 1.0];
        let builder = lp(&[1.0, 2.0], &[(1.0, &row, INF), (-INF, &row, 9.0)], &[(-1.0, 3.0), (-INF, INF)]);
        let names = || Names::from(vec![name, "ordinary"]);
        let problem = builder.row_names(names()).column_names(names()).name(name).build().unwrap();
        for format in [Format::FreeMps, Format::Lp] {
            round_trip(&problem, format, name);
        }
    }
}

#[test]
fn small_and_strange_shapes() {
    let nothing = ProblemBuilder::new(0, 0).offset(-2.5).build().unwrap();
    let no_rows = lp(&[1.0, 0.0], &[], &[(0.0, INF), (2.0, 3.0)]).build().unwrap();
    let free_rows = ProblemBuilder::new(2, 2).triplets(vec![(0, 1, 3.0)]).build().unwrap();
    for problem in [nothing, no_rows, free_rows] {
        round_trip(&problem, Format::FreeMps, "shape");
        round_trip(&problem, Format::Lp, "shape");
    }
    let no_columns = ProblemBuilder::new(2, 0).row_bounds(vec![-INF, -1.0], vec![2.0, INF]).build().unwrap();
    round_trip(&no_columns, Format::FreeMps, "no columns");
    assert_eq!(
        refusal(&no_columns, Format::Lp),
        "the problem has rows but no variables, which the LP format cannot express; use the format mps"
    );
}

#[test]
fn what_a_format_cannot_hold_is_said() {
    let crossed = lp(&[1.0], &[(5.0, &[1.0], 3.0)], &[(0.0, INF)]);
    let crossed = crossed.row_names(vec!["late"]).build().unwrap();
    assert_eq!(
        refusal(&crossed, Format::FreeMps),
        "row 'late' has its lower bound 5 above its upper bound 3, which MPS cannot express; use the format lp"
    );
    round_trip(&crossed, Format::Lp, "crossed");
    let huge = lp(&[1.0], &[], &[(0.0, 1e25)]).infinity(1e30).build().unwrap();
    assert!(refusal(&huge, Format::Lp).starts_with("the bound 1e25 would be read as infinite"));
    let constant = lp(&[1.0], &[], &[(0.0, 1.0)]).offset(1e60).build().unwrap();
    assert!(refusal(&constant, Format::FreeMps).starts_with("the objective constant 1e60 is too large"));
}

#[test]
fn fixed_format_holds_short_names_and_numbers() {
    let row = [0.5, -2.0];
    let rows = [(1.0, &row[..], 4.0), (-INF, &row, 7.25), (0.1, &row, 0.3), (3.0, &row, 3.0)];
    let build = |row: &str, column: &str, cost: f64| {
        lp(&[cost, 0.0], &rows, &[(-1.0, INF), (-INF, -3.5)])
            .row_names(vec!["A B", row, "r3", "12345678"])
            .column_names(vec![column, "c d"])
            .build()
            .unwrap()
    };
    let problem = build("RHS", "x", 1.5);
    same(&problem, &parsed(&text(&problem, Format::FixedMps), Some(Format::FixedMps)), "fixed");
    same(&problem, &parsed(&text(&problem, Format::FixedMps), None), "told by its content");
    for (row, column, cost, what) in [
        ("123456789", "x", 1.0, "the name of row '123456789' does not fit into fixed-format MPS"),
        ("r", "\u{fc}", 1.0, "the name of column '\u{fc}' does not fit"),
        ("r", "", 1.0, "the name of column '' does not fit"),
        ("r", "$x", 1.0, "the name of column '$x' does not fit"),
        (
            "r",
            "x",
            1.0 / 3.0,
            "the number 0.3333333333333333 (of 'x' and 'OBJ') does not fit into the 12 characters",
        ),
    ] {
        let message = refusal(&build(row, column, cost), Format::FixedMps);
        assert!(message.contains(what) && message.ends_with("use the format mps"), "{message}");
    }
}

#[test]
fn lines_stay_short_and_text_is_the_same_every_time() {
    let columns = 5000;
    let names: Vec<String> = (0..columns).map(|j| format!("variable_{j}")).collect();
    let problem = ProblemBuilder::new(1, columns)
        .objective((0..columns).map(|j| j as f64).collect())
        .triplets((0..columns).map(|j| (0, j, -0.25)).collect())
        .row_bounds(vec![-4.0], vec![4.0])
        .column_names(names)
        .build()
        .unwrap();
    for format in [Format::FreeMps, Format::Lp] {
        let bytes = text(&problem, format);
        assert!(bytes.split(|b| *b == b'\n').all(|line| line.len() <= 100));
        assert_eq!(bytes, text(&problem, format));
        round_trip(&problem, format, "long");
    }
}

#[test]
fn every_prefix_of_what_is_written_is_refused() {
    for seed in 0..6 {
        let problem = any(seed, ALL);
        for format in [Format::FreeMps, Format::Lp] {
            let bytes = text(&problem, format);
            for end in 0..bytes.len() - 1 {
                let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
                assert!(parse("cut", &bytes[..end], &options).is_err(), "seed {seed}, {end} bytes");
            }
        }
    }
}

/// All files of the shared folder of LPs.
fn files() -> Option<Vec<PathBuf>> {
    let folder = support::shared("lp")?;
    let mut files = Vec::new();
    for kind in ["feasible", "infeasible", "unbounded"] {
        files.extend(std::fs::read_dir(folder.join(kind)).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.sort();
    Some(files)
}

#[test]
fn real_problems() {
    let Some(files) = files() else { return };
    let folder = std::env::temp_dir().join(format!("luthier-round-trip-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let endings = ["mps", "lp", "mps.gz", "lp.gz", "mps.bz2", "lp.bz2", "mps.zst", "lp.zst"];
    for (k, file) in files.iter().enumerate() {
        let problem = read(file, &ReadOptions::default()).unwrap();
        // All files plain, and each compression on every twentieth.
        for ending in &endings[..if k % 20 == 0 { 8 } else { 2 }] {
            let path = folder.join(format!("model.{ending}"));
            write(&problem, &path, None).unwrap();
            let again = read(&path, &ReadOptions::default()).unwrap();
            same(&problem, &again, &format!("{} as {ending}", file.display()));
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
