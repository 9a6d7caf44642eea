//! `luthier check`: what is in a file and what is remarkable about it, without solving.

mod report;

use crate::arguments::CheckArguments;
use crate::console;
use crate::exit::{Exit, Failure};
use crate::model;
use report::{Outcome, Report};
use std::io::Write;

/// Checks all files; the worst exit code wins.
pub fn run(arguments: &CheckArguments) -> Result<Exit, Failure> {
    let mut exit = Exit::Success;
    let mut outcomes = Vec::new();
    for path in &arguments.files {
        let file = path.display().to_string();
        let outcome = match model::problem(path, &arguments.reading) {
            Ok(problem) => Outcome::Valid(Box::new(Report::new(file, &problem))),
            Err(error) => {
                exit = exit.max(Exit::Misuse);
                Outcome::Invalid { file, error }
            }
        };
        if arguments.json {
            outcomes.push(outcome);
        } else {
            print(&outcome, arguments.files.len() > 1)?;
        }
    }
    if arguments.json {
        console::print_json(&report::document(&outcomes))?;
    }
    Ok(exit)
}

fn print(outcome: &Outcome, several: bool) -> Result<(), Failure> {
    match outcome {
        Outcome::Valid(report) => {
            let mut out = anstream::stdout().lock();
            report.lines().iter().try_for_each(|line| writeln!(out, "{line}"))?;
            if several {
                writeln!(out)?;
            }
            Ok(out.flush()?)
        }
        Outcome::Invalid { error, .. } => {
            console::report(error);
            Ok(())
        }
    }
}
