//! The families, one by one.

use super::field::{Field, distinct};
use super::heading;
use super::pairs::both_solved;
use super::table::{ratio, seconds, table};
use crate::contender::BASELINE;
use crate::judgement::Clock;
use crate::mean::geometric;
use crate::record::Record;

/// A table for each family.
pub fn tables(records: &[&Record]) -> String {
    let families = distinct(records, |record| record.family.as_deref());
    families.into_iter().map(|family| one(family.unwrap_or_default(), records)).collect()
}

fn one(family: &str, records: &[&Record]) -> String {
    let here = |record: &&Record| record.family.as_deref() == Some(family);
    let field = Field::new(&records.iter().copied().filter(|r| here(r)).collect::<Vec<_>>());
    let baseline = field.solvers.iter().position(|(name, _)| *name == BASELINE);
    let row = |(position, (name, _)): (usize, &(&str, _))| {
        let solved = || field.column(position).filter(|record| record.solved());
        let mean = |clock| seconds(geometric(solved().map(|record| record.charged(clock))));
        let against = |clock| {
            baseline.map_or("-".into(), |baseline| {
                ratio(both_solved(field.rows.iter().map(|row| (row[baseline], row[position])), clock))
            })
        };
        vec![
            (*name).to_owned(),
            solved().count().to_string(),
            mean(Clock::Wall),
            mean(Clock::Cpu),
            against(Clock::Wall),
            against(Clock::Cpu),
        ]
    };
    let rows: Vec<Vec<String>> = field.solvers.iter().enumerate().map(row).collect();
    let mut text = String::new();
    heading(&mut text, &format!("## {family}: {} instances", field.rows.len()));
    let against = format!("{BASELINE} / solver");
    let head = ["solver", "solved", "mean seconds", "mean CPU seconds", &against, "by CPU"];
    text + &field.note() + &table(&head, &rows)
}
