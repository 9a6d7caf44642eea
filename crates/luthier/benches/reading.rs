//! Speed and memory of reading files.
//!
//! ```text
//! cargo bench --bench reading
//! cargo bench --bench reading -- model.mps other.lp.gz    # files of your own
//! ```
//!
//! Megabytes of uncompressed text per second on one thread (best and median of the rounds; best, since others use the
//! machine too), and the most memory held while reading, against what the finished problem holds.

#[path = "../tests/support/families.rs"]
#[allow(dead_code)]
mod families;
#[path = "../tests/support/memory.rs"]
#[allow(dead_code)]
mod memory;

use luthier::io::{Format, ReadOptions, parse, read, write_to};
use luthier::{Names, Problem};
use std::path::Path;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

const ROUNDS: usize = 7;

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    println!("| input | MB | MB/s best | median | most held / problem |\n|---|---|---|---|---|");
    for file in &files {
        let problem = read(Path::new(file), &ReadOptions::default()).expect("a readable file");
        measure(file, &text(&problem, Format::FreeMps), problem);
    }
    if files.is_empty() {
        for (name, problem) in models() {
            for (format, kind) in [(Format::FreeMps, "MPS"), (Format::Lp, "LP")] {
                measure(&format!("{name}, {kind}"), &text(&problem, format), problem.clone());
            }
        }
    }
}

fn models() -> Vec<(&'static str, Problem)> {
    vec![
        ("multicommodity, signs", families::multicommodity(40, 3000, 12_000, 40, 1)),
        ("decay-decay 5000/100000", families::decay_decay(5000, 100_000, 1)),
        ("dense random values", named(families::random_lp(1, 1500, 1500))),
    ]
}

/// With names of a usual length.
fn named(problem: Problem) -> Problem {
    let names = |kind: &str, count: usize| (0..count).map(|k| format!("{kind}_{k:06}")).collect::<Names>();
    let builder = problem.with_data().row_names(names("constraint", problem.rows()));
    builder.column_names(names("variable", problem.columns())).build().expect("names that differ")
}

fn text(problem: &Problem, format: Format) -> Vec<u8> {
    let mut text = Vec::new();
    write_to(problem, format, &mut text).expect("a problem that can be written");
    text
}

fn measure(name: &str, text: &[u8], expected: Problem) {
    let mut rates = Vec::new();
    let mut memory = (0, 0);
    let fingerprint = expected.fingerprint();
    drop(expected);
    for _ in 0..ROUNDS {
        let (before, began) = (memory::held(), Instant::now());
        let (problem, most) =
            memory::measured(|| parse(name, text, &ReadOptions::default()).expect("a model"));
        rates.push(text.len() as f64 / 1e6 / began.elapsed().as_secs_f64());
        assert_eq!(problem.fingerprint(), fingerprint);
        memory = (most, (memory::held() - before) as usize);
    }
    rates.sort_by(f64::total_cmp);
    println!(
        "| {name} | {:.1} | {:.0} | {:.0} | {:.1} / {:.1} MB = {:.2} |",
        text.len() as f64 / 1e6,
        rates[ROUNDS - 1],
        rates[ROUNDS / 2],
        memory.0 as f64 / 1e6,
        memory.1 as f64 / 1e6,
        memory.0 as f64 / memory.1 as f64
    );
}
