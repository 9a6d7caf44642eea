//! Standard output and standard error, with colours where they are wanted. Colours are for emphasis only.

use crate::exit::{Exit, Failure};
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use luthier::Error;
use serde::Serialize;
use std::io::{BufWriter, Write};
use terminal_size::{Height, Width};

/// For the words a line begins with.
pub const STRONG: Style = Style::new().bold();
/// For what went wrong.
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
/// For what a user should look at.
pub const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// For what a user was hoping for.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();

/// Decides about colours for the whole process.
pub fn set_color(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Text in a style.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Columns for a line: what the environment says, or else the terminal; `None` if there is neither.
pub fn columns(terminal: impl FnOnce() -> Option<(Width, Height)>) -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    said.or_else(|| terminal().map(|(width, _)| usize::from(width.0)))
}

/// A line on standard error. That nobody reads it is no reason to stop.
pub fn say(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// A warning on standard error.
pub fn warn(warning: &str) {
    say(&format!("{} {warning}", styled(WARNING, "warning:")));
}

/// A JSON document on standard output.
pub fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, document)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Says what is wrong and returns the exit code.
pub fn fail(failure: &Failure) -> Exit {
    match failure {
        closed if closed.is_closed_pipe() => Exit::Success,
        Failure::Output(error) => {
            say(&format!("{} standard output cannot be written: {error}", styled(ERROR, "error:")));
            Exit::NoProof
        }
        Failure::Family(error) => {
            say(&format!("{} {error}", styled(ERROR, "error:")));
            Exit::Misuse
        }
        Failure::Study(error) => {
            say(&format!("{} {error}", styled(ERROR, "error:")));
            Exit::Misuse
        }
        Failure::Input(error) => {
            report(error);
            Exit::Misuse
        }
    }
}

/// An error, with the place in the file where it has one.
pub fn report(error: &Error) {
    say(&format!("{} {error}", styled(ERROR, "error:")));
    if let Error::File(diagnostic) = error
        && let Some((line, caret)) = &diagnostic.excerpt
    {
        let number = diagnostic.line.to_string();
        say(&format!(" {number} | {line}"));
        let mark = if diagnostic.column > 0 { "^" } else { "" };
        say(&format!(" {:width$} | {:caret$}{}", "", "", styled(ERROR, mark), width = number.len()));
    }
}
