//! `luthier convert`: a model in another format.

use crate::arguments::{ConvertArguments, format_of};
use crate::console::{say, warn};
use crate::exit::{Exit, Failure};
use crate::files::{check_absent, check_apart, check_replaceable};
use crate::model::{self, is_dash};
use luthier::io::{Compression, Format, write, write_to};
use luthier::{Diagnostic, Problem, escape_name};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Reads a model and writes it.
pub fn run(arguments: &ConvertArguments) -> Result<Exit, Failure> {
    let output = &arguments.output;
    let format = format(arguments)?;
    if !is_dash(output) {
        check_apart(output, &arguments.input)?;
        if !arguments.force {
            check_absent(output)?;
        }
        check_replaceable(output)?;
    }
    let problem = model::problem(&arguments.input, &arguments.reading)?;
    problem.warnings().iter().for_each(|w| warn(&format!("{w} [{}]", w.code())));
    if is_dash(output) {
        print(&problem, format)?;
    } else {
        write(&problem, output, Some(format))?;
    }
    say(&summary(arguments, &problem, format));
    Ok(Exit::Success)
}

/// The format that was asked for, or that the name of the output tells.
fn format(arguments: &ConvertArguments) -> Result<Format, Diagnostic> {
    let asked = arguments.to.as_deref().and_then(format_of);
    let name = arguments.output.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let told = || Format::of_name(Compression::of_name(&name).1);
    asked.or_else(told).ok_or_else(|| {
        let problem = "the name does not tell the format; expected one that ends in .mps or .lp, or --to";
        Diagnostic::of_file(shown(&arguments.output, "standard output"), problem)
    })
}

fn print(problem: &Problem, format: Format) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match write_to(problem, format, &mut out).and_then(|()| out.flush()) {
        // The model, not the stream: the format cannot express it.
        Err(e) if e.kind() == ErrorKind::InvalidInput => {
            Err(Diagnostic::of_file("standard output", format!("cannot be written: {e}")).into())
        }
        result => Ok(result?),
    }
}

fn summary(arguments: &ConvertArguments, problem: &Problem, format: Format) -> String {
    let name = Format::NAMES.iter().find(|(_, f)| *f == format).map_or("model", |(name, _)| name);
    format!(
        "converted {} to {} ({name}): {} rows, {} variables, {} nonzeros",
        escape_name(&shown(&arguments.input, "standard input")),
        escape_name(&shown(&arguments.output, "standard output")),
        problem.rows(),
        problem.columns(),
        problem.matrix().nonzeros()
    )
}

fn shown(path: &Path, stream: &str) -> String {
    if is_dash(path) { stream.to_owned() } else { path.display().to_string() }
}
