//! How many each solver solves, and its mean times.

use super::field::Field;
use super::table::{seconds, table};
use crate::judgement::{Clock, Outcome};
use crate::mean::shifted_geometric;
use crate::record::Record;

/// Problems with fewer nonzeros are small.
const SMALL: usize = 20_000;

const HEAD: [&str; 8] = [
    "solver",
    "solved",
    "within the tolerance",
    "false claims",
    "mean seconds (shift 1 s)",
    "mean CPU seconds (shift 1 s)",
    "small: mean seconds (shift 10 ms)",
    "small: mean CPU seconds (shift 10 ms)",
];

/// A row for each solver.
pub fn means(field: &Field<'_>) -> String {
    let row = |(position, (name, _)): (usize, &(&str, _))| {
        let records = || field.column(position);
        let count = |fits: fn(&Outcome) -> bool| {
            records().filter(|record| fits(&record.outcome())).count().to_string()
        };
        let small = || records().filter(|record| record.nonzeros < SMALL);
        let mut cells = vec![
            (*name).to_owned(),
            count(|outcome| matches!(outcome, Outcome::Solved { .. })),
            count(|outcome| matches!(outcome, Outcome::Solved { strictly: true })),
            count(|outcome| matches!(outcome, Outcome::FalseClaim(_))),
        ];
        cells.extend([Clock::Wall, Clock::Cpu].map(|clock| mean(records(), clock, 1.0)));
        cells.extend([Clock::Wall, Clock::Cpu].map(|clock| mean(small(), clock, 0.01)));
        cells
    };
    let rows: Vec<Vec<String>> = field.solvers.iter().enumerate().map(row).collect();
    let small = field.rows.iter().filter(|row| row[0].nonzeros < SMALL).count();
    let words = format!("{small} are small, with fewer than {SMALL} nonzeros.\n\n");
    words + &table(&HEAD, &rows)
}

fn mean<'a>(records: impl Iterator<Item = &'a Record>, clock: Clock, shift: f64) -> String {
    seconds(shifted_geometric(records.map(|record| record.charged(clock)), shift))
}
