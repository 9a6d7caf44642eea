//! The command `luthier`.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arguments;
mod builtin;
mod log;
mod params;
mod solve;

use arguments::{Arguments, Command};
use clap::Parser;
use std::io::ErrorKind;
use std::process::ExitCode;

/// Exit code for wrong usage and unreadable or invalid input.
const MISUSE: u8 = 2;

/// What ends a command early.
enum Failure {
    /// The user's input is wrong.
    Input(luthier::Error),
    /// Standard output or standard error cannot be written.
    Output(std::io::Error),
}

impl From<luthier::Error> for Failure {
    fn from(error: luthier::Error) -> Failure {
        Failure::Input(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Output(error)
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Command::Solve(options) => solve::run(&options),
        Command::Params { name } => params::run(name.as_deref()),
    };
    match result {
        Ok(code) => code,
        // Whoever reads our output has seen enough.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => log::fail(&format!("cannot write: {error}"), 1),
        Err(Failure::Input(error)) => log::fail(&error.to_string(), MISUSE),
    }
}
