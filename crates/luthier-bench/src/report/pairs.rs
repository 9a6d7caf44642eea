//! Luthier against each other solver.

use super::field::Field;
use super::table::{ratio, table};
use crate::judgement::Clock;
use crate::mean::{geometric, shifted_geometric};
use crate::record::Record;

/// Clocks do not tell less.
const LEAST: f64 = 1e-5;

/// The seconds of `slow` in parts of those of `fast`: the geometric mean over what both solved.
pub fn both_solved<'a>(pairs: impl Iterator<Item = (&'a Record, &'a Record)>, clock: Clock) -> f64 {
    let solved = pairs.filter(|(slow, fast)| slow.solved() && fast.solved());
    geometric(solved.map(|(slow, fast)| slow.charged(clock).max(LEAST) / fast.charged(clock).max(LEAST)))
}

/// A row for each variant of Luthier and each other solver.
pub fn ratios(field: &Field<'_>) -> String {
    let mut rows = Vec::new();
    for luthier in field.luthiers() {
        for other in (0..field.solvers.len()).filter(|other| *other != luthier) {
            rows.push(row(field, luthier, other));
        }
    }
    let head = [
        "Luthier",
        "against",
        "ratio of means (shift 1 s)",
        "by CPU",
        "solved by both",
        "ratio there",
        "by CPU",
        "solved by it alone",
        "by the other alone",
        "faster by CPU on",
    ];
    if rows.is_empty() {
        return String::new();
    }
    "Ratios are times of the other in parts of Luthier's: more than 1 is good for Luthier.\n\n".to_owned()
        + &table(&head, &rows)
}

fn row(field: &Field<'_>, luthier: usize, other: usize) -> Vec<String> {
    let pairs = || field.rows.iter().map(|row| (row[other], row[luthier]));
    let mean = |position: usize, clock| {
        shifted_geometric(field.column(position).map(|record| record.charged(clock)), 1.0)
    };
    let means = |clock| ratio(mean(other, clock) / mean(luthier, clock));
    let count = |of_other: bool, of_luthier: bool| {
        pairs().filter(|(o, l)| o.solved() == of_other && l.solved() == of_luthier).count().to_string()
    };
    let faster = pairs().filter(|(o, l)| l.charged(Clock::Cpu) < o.charged(Clock::Cpu)).count();
    vec![
        field.solvers[luthier].0.to_owned(),
        field.solvers[other].0.to_owned(),
        means(Clock::Wall),
        means(Clock::Cpu),
        count(true, true),
        ratio(both_solved(pairs(), Clock::Wall)),
        ratio(both_solved(pairs(), Clock::Cpu)),
        count(false, true),
        count(true, false),
        faster.to_string(),
    ]
}
