//! Tables from records, as Markdown.

mod claims;
mod families;
mod field;
mod lost;
mod pairs;
mod solved;
mod table;

use crate::record::Record;
use field::Field;
use std::fmt::Write;

/// Everything that records tell, for each limit and tolerance.
pub fn report(records: &[Record]) -> String {
    let mut text = String::new();
    for (limit, tolerance) in asked(records) {
        let here = |r: &&Record| (r.limit, r.tolerance) == (limit, tolerance);
        let here: Vec<&Record> = records.iter().filter(here).collect();
        heading(&mut text, &format!("# Tolerance {tolerance:e}, limit {limit} s"));
        let (real, generated): (Vec<&Record>, Vec<&Record>) =
            here.iter().partition(|record| record.family.is_none());
        if !real.is_empty() {
            real_lps(&mut text, &real);
        }
        if !generated.is_empty() {
            text += &families::tables(&generated);
        }
        text += &claims::list(&here);
    }
    text
}

fn real_lps(text: &mut String, records: &[&Record]) {
    let (with, without): (Vec<&Record>, Vec<&Record>) = records.iter().partition(|r| r.has_optimum());
    if !with.is_empty() {
        let field = Field::new(&with);
        heading(text, &format!("## Real LPs with an optimum: {}", field.rows.len()));
        *text += &field.note();
        *text += &solved::means(&field);
        *text += &pairs::ratios(&field);
        *text += &lost::lists(&field);
    }
    if !without.is_empty() {
        let field = Field::new(&without);
        heading(text, &format!("## Real LPs without: {}", field.rows.len()));
        *text += &field.note();
        *text += &claims::without_optimum(&field);
    }
}

/// Limits and tolerances, in the order of the records.
fn asked(records: &[Record]) -> Vec<(f64, f64)> {
    let mut all = Vec::new();
    for record in records {
        let asked = (record.limit, record.tolerance);
        if !all.contains(&asked) {
            all.push(asked);
        }
    }
    all
}

fn heading(text: &mut String, heading: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{heading}\n");
}
