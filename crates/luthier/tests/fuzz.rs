//! A short run of every fuzz target on changed copies of its corpus, with a fixed seed: the same inputs each time.

mod support;
#[path = "support/fuzz.rs"]
mod targets;

use std::path::Path;
use support::families::Random;

/// Inputs for each target.
const ROUNDS: usize = 30_000;

/// Words that mean something in one of the formats.
const WORDS: &[&str] = &[
    "NAME",
    "ROWS",
    "COLUMNS",
    "RHS",
    "RANGES",
    "BOUNDS",
    "ENDATA",
    "OBJSENSE",
    "OBJNAME",
    "MAX",
    "'MARKER'",
    "'INTORG'",
    "'INTEND'",
    "UP",
    "LO",
    "FX",
    "FR",
    "MI",
    "PL",
    "BV",
    "LI",
    "UI",
    "SC",
    "N",
    "L",
    "G",
    "E",
    "minimize",
    "max",
    "subject to",
    "st",
    "bounds",
    "free",
    "general",
    "binary",
    "end",
    "<=",
    ">=",
    "=",
    ":",
    "+",
    "-",
    "*",
    "^",
    "[",
    "->",
    "\\",
    "inf",
    "-inf",
    "1e20",
    "-1e30",
    "1e50",
    "nan",
    "1.0D+2",
    "1e",
    "0",
    "-0",
    "5e-324",
    "1e308",
    ".5",
    "\u{feff}",
    "\u{a0}",
    "\u{fc}",
    "\0",
    "\t",
    "\r",
    "\n",
    "\r\n",
    "*luthier name row R1 \"x\"",
    "*luthier range R1 0 1",
    "# Columns",
    "# luthier end",
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    "null",
    "true",
    "18446744073709551616",
    "preset = \"reference\"",
    "\"\"\"",
    "''",
    "\u{1b}[31m",
];

fn corpus(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Where lines or words begin and end.
fn pieces(bytes: &[u8], ends: impl Fn(u8) -> bool) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut start = 0;
    for (at, byte) in bytes.iter().enumerate() {
        if ends(*byte) {
            all.push((start, at + 1));
            start = at + 1;
        }
    }
    all.push((start, bytes.len()));
    all
}

/// One change: of bytes, of lines, of words, or a piece of another input.
fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let lines = pieces(bytes, |b| b == b'\n');
    let words = pieces(bytes, |b| b.is_ascii_whitespace() || b",:\"".contains(&b));
    let (line, other) = (lines[random.below(lines.len())], lines[random.below(lines.len())]);
    let word = words[random.below(words.len())];
    match random.below(9) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 => bytes.insert(at, random.below(256) as u8),
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(line.0..line.1)),
        4 => {
            let copy = bytes[line.0..line.1].to_vec();
            drop(bytes.splice(other.0..other.0, copy));
        }
        5 => {
            let (copy, instead) = (bytes[line.0..line.1].to_vec(), bytes[other.0..other.1].to_vec());
            let (first, second) = if line.0 < other.0 { (line, other) } else { (other, line) };
            let (head, tail) = if line.0 < other.0 { (instead, copy) } else { (copy, instead) };
            if first.1 <= second.0 {
                drop(bytes.splice(second.0..second.1, tail));
                drop(bytes.splice(first.0..first.1, head));
            }
        }
        6 => {
            let source = words[random.below(words.len())];
            let copy = bytes[source.0..source.1].to_vec();
            drop(bytes.splice(word.0..word.1, copy));
        }
        7 => {
            let known = WORDS[random.below(WORDS.len())].bytes().chain([b' ']);
            drop(bytes.splice(word.0..word.1, known));
        }
        _ => {
            let source = &others[random.below(others.len())];
            let (from, to) = (random.below(source.len() + 1), random.below(source.len() + 1));
            drop(bytes.splice(at..at, source[from.min(to)..from.max(to)].iter().copied()));
        }
    }
}

/// Runs a target on its corpus and on changed copies. A failure shows the input.
fn run(target: fn(&[u8]), corpus: &[Vec<u8>], seed: u64) {
    let mut random = Random::new(seed);
    corpus.iter().for_each(|input| target(input));
    for round in 0..ROUNDS {
        let mut input = corpus[round % corpus.len()].clone();
        (0..1 + random.below(4)).for_each(|_| mutate(&mut input, corpus, &mut random));
        if std::panic::catch_unwind(|| target(&input)).is_err() {
            panic!("round {round} of seed {seed}:\n{}", String::from_utf8_lossy(&input));
        }
    }
}

#[test]
fn mps() {
    run(targets::mps, &corpus("mps"), 1);
}

#[test]
fn lp() {
    run(targets::lp, &corpus("lp"), 2);
}

#[test]
fn solution() {
    run(targets::solution, &corpus("solution"), 3);
}

#[test]
fn params_toml() {
    run(targets::params_toml, &corpus("params_toml"), 4);
}

#[test]
fn round_trip() {
    run(targets::round_trip, &[corpus("mps"), corpus("lp")].concat(), 5);
}

/// The corpus is of use only if the targets understand it.
#[test]
fn the_corpus_is_read() {
    use luthier::io::{ReadOptions, parse, parse_solution};
    let options = ReadOptions::default();
    for model in [corpus("mps"), corpus("lp")].concat() {
        parse("corpus", &model, &options).unwrap();
    }
    corpus("solution").iter().for_each(|file| drop(parse_solution("corpus", file, &options).unwrap()));
    for file in corpus("params_toml") {
        luthier::Parameters::from_toml("corpus", std::str::from_utf8(&file).unwrap()).unwrap();
    }
}
