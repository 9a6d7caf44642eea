//! The command `luthier`.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod advice;
mod answer;
mod arguments;
mod builtin;
mod certify;
mod check;
mod console;
mod convert;
mod exit;
mod families;
mod family;
mod files;
mod generate;
mod internal_error;
mod log;
mod manual;
mod merge;
mod model;
mod monitor;
mod params;
mod plan;
mod report;
mod reproduce;
mod shades;
mod signals;
mod solve;
mod start;
mod statistics;
mod structure;
mod study;
mod theory;
mod tune;
mod verify;

use arguments::{Arguments, Command};
use exit::{Exit, Failure};
use std::process::ExitCode;

fn main() -> ExitCode {
    let line: Vec<_> = std::env::args_os().collect();
    match Arguments::read(&line) {
        Ok(arguments) => internal_error::guard(|| run(arguments)).into(),
        // Help goes to standard output, wrong usage to standard error with code 2; a closed pipe is no trouble.
        Err(usage) => {
            let _ = usage.print();
            ExitCode::from(u8::try_from(usage.exit_code()).unwrap_or(Exit::Misuse.code()))
        }
    }
}

fn run(arguments: Arguments) -> Exit {
    console::set_color(arguments.color);
    dispatch(arguments.command).unwrap_or_else(|failure| console::fail(&failure))
}

fn dispatch(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Params(arguments) => params::run(&arguments),
        Command::Families(arguments) => families::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Certify(arguments) => certify::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Monitor(arguments) => monitor::run(&arguments),
        Command::Theory(arguments) => theory::run(&arguments),
        Command::Structure(arguments) => structure::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Reproduce(arguments) => reproduce::run(&arguments),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { out } => manual::pages(out.as_deref()),
    }
}
