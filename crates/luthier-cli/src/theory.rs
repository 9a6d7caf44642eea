//! `luthier theory`: the bounds of the paper's theorems, with every constant named.

mod cases;
mod lines;

use crate::arguments::TheoryArguments;
use crate::console::print_json;
use crate::exit::{Exit, Failure};
use luthier_tune::theory::report;
use serde_json::json;
use std::io::Write;

/// Evaluates the theorems for what was asked: one case in detail, or a table of several.
pub fn run(arguments: &TheoryArguments) -> Result<Exit, Failure> {
    let cases = cases::of(arguments)?;
    let mut reports = Vec::new();
    for asked in cases {
        let report = report(&asked.case)?;
        reports.push((asked, report));
    }
    if arguments.json {
        let all = reports
            .iter()
            .map(|(asked, report)| json!({"name": asked.name, "notes": asked.notes, "report": report}));
        print_json(&json!({"schema": "luthier-theory-1", "cases": all.collect::<Vec<_>>()}))?;
        return Ok(Exit::Success);
    }
    let mut out = anstream::stdout().lock();
    match reports.as_slice() {
        [(asked, report)] => lines::detail(&mut out, asked, report)?,
        several => lines::table(&mut out, several)?,
    }
    out.flush()?;
    Ok(Exit::Success)
}
