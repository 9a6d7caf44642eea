//! Problems without a solution, and claims that are not true.

use super::field::Field;
use super::table::table;
use crate::judgement::Outcome;
use crate::record::Record;

/// How many problems without an optimum each solver recognises.
pub fn without_optimum(field: &Field<'_>) -> String {
    let row = |(position, (name, _)): (usize, &(&str, _))| {
        let count = |fits: fn(&Outcome) -> bool| {
            field.column(position).filter(|record| fits(&record.outcome())).count().to_string()
        };
        vec![
            (*name).to_owned(),
            count(|outcome| matches!(outcome, Outcome::NoSolution { .. })),
            count(|outcome| matches!(outcome, Outcome::NoSolution { proven: true })),
            count(|outcome| matches!(outcome, Outcome::FalseClaim(_))),
        ]
    };
    let rows: Vec<Vec<String>> = field.solvers.iter().enumerate().map(row).collect();
    table(&["solver", "recognised", "with a proof that holds", "false claims"], &rows)
}

/// All false claims.
pub fn list(records: &[&Record]) -> String {
    let row = |record: &&Record| match record.outcome() {
        Outcome::FalseClaim(why) => Some(vec![record.solver.clone(), record.instance.clone(), why]),
        _ => None,
    };
    let rows: Vec<Vec<String>> = records.iter().filter_map(row).collect();
    format!("False claims: {}\n\n", rows.len()) + &table(&["solver", "problem", "it says"], &rows)
}
