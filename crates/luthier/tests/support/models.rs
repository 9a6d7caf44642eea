//! Random problems of all patterns, for what must survive a file.

use super::families::Random;
use super::small::INF;
use luthier::{Names, Problem, ProblemBuilder, Sense};

/// Names that some format or some reader cannot hold as they are.
pub const HOSTILE: [&str; 62] = [
    "",
    " ",
    "a b",
    " lead",
    "trail ",
    "tab\there",
    "line\nbreak",
    "cr\rhere",
    "nul\0",
    "end",
    "End",
    "ENDATA",
    "free",
    "FREE",
    "st",
    "s.t.",
    "subject",
    "to",
    "bounds",
    "BOUNDS",
    "RHS",
    "ROWS",
    "COLUMNS",
    "NAME",
    "min",
    "Maximize",
    "general",
    "bin",
    "semi-continuous",
    "sos1",
    "inf",
    "-inf",
    "Infinity",
    "infra",
    "nan",
    "nanny",
    "1e5",
    "12",
    "-3.5",
    ".5",
    "3x",
    "e",
    "e5",
    "eels",
    "x+y",
    "x-",
    "a*b",
    "x^2",
    "a<b",
    "a=b",
    "c:",
    "back\\slash",
    "[x]",
    "x[1]",
    "*star",
    "$dollar",
    "'MARKER'",
    "\"quoted\"",
    "\u{fc}\u{df}",
    "\u{a0}",
    "\u{202e}rtl",
    "\u{1f980}",
];

/// Names that placeholders must not collide with, and ordinary ones.
const OTHERS: [&str; 14] =
    ["R1", "C1", "R2_", "C2_", "R3", "C3", "OBJ", "obj", "RNG", "BND", "RHS_", "x", "\\luthier", "*luthier"];

/// A whole or any double, of either sign.
fn number(r: &mut Random) -> f64 {
    match r.below(4) {
        0 => r.below(21) as f64 - 10.0,
        1 => (r.uniform(-9.0, 9.0) * 100.0).round() / 100.0,
        2 => r.uniform(-1.0, 1.0),
        _ => r.uniform(-1.0, 1.0) * 10f64.powi(r.below(30) as i32 - 15),
    }
}

/// Every kind of pair of bounds; crossing ones only if asked for.
fn bounds(r: &mut Random, crossing: bool) -> (f64, f64) {
    let (a, b) = (number(r), number(r));
    match r.below(if crossing { 9 } else { 8 }) {
        0 => (-INF, INF),
        1 => (a, INF),
        2 => (-INF, a),
        3 => (a, a),
        4 => (0.0, INF),
        5 => (0.0, a.abs()),
        6 => (-INF, -a.abs()),
        7 => (a.min(b), a.max(b)),
        _ => (a.max(b) + 1.0, a.min(b) - 1.0),
    }
}

/// Different names: hostile ones and others, then numbered ones.
fn names(r: &mut Random, count: usize) -> Names {
    let mut all: Vec<String> = HOSTILE.iter().chain(&OTHERS).map(|n| (*n).to_owned()).collect();
    (0..all.len()).rev().for_each(|k| all.swap(k, r.below(k + 1)));
    all.truncate(count * 2 / 3);
    (all.len()..count).for_each(|k| all.push(format!("v{k}")));
    (0..all.len()).rev().for_each(|k| all.swap(k, r.below(k + 1)));
    all.into()
}

/// What a random problem may have.
#[derive(Clone, Copy)]
pub struct Patterns {
    pub hostile_names: bool,
    pub crossing_rows: bool,
    pub ranges: bool,
}

/// A random problem of up to 12 rows and 1 to 12 variables, with empty rows and columns.
pub fn any(seed: u64, patterns: Patterns) -> Problem {
    let mut r = Random::new(seed);
    let (rows, columns) = (r.below(13), 1 + r.below(12));
    let density = r.unit();
    let mut triplets = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            if r.unit() < density {
                triplets.push((i, j, number(&mut r)));
            }
        }
    }
    let costs = (0..columns).map(|_| if r.below(3) == 0 { 0.0 } else { number(&mut r) }).collect();
    let (row_lower, row_upper) = (0..rows)
        .map(|_| match bounds(&mut r, patterns.crossing_rows) {
            (l, u) if !patterns.ranges && l.is_finite() && u.is_finite() => (l, l),
            pair => pair,
        })
        .unzip();
    let (lower, upper) = (0..columns).map(|_| bounds(&mut r, true)).unzip();
    let titles = ["", "plain", "two words", " blanks ", "line\nbreak", "\u{202e}"];
    let mut builder = ProblemBuilder::new(rows, columns)
        .name(titles[r.below(titles.len())])
        .sense(if r.below(2) == 0 { Sense::Minimize } else { Sense::Maximize })
        .objective(costs)
        .offset(if r.below(2) == 0 { 0.0 } else { number(&mut r) })
        .triplets(triplets)
        .row_bounds(row_lower, row_upper)
        .bounds(lower, upper);
    if patterns.hostile_names {
        builder = builder.row_names(names(&mut r, rows)).column_names(names(&mut r, columns));
    }
    builder.build().unwrap()
}

/// A problem as MPS text.
pub fn mps(problem: &Problem) -> String {
    let mut text = Vec::new();
    luthier::io::write_to(problem, luthier::io::Format::FreeMps, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}
