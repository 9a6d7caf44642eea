//! Where a model comes from: a file, standard input, or built in.

use crate::arguments::ReadFlags;
use crate::builtin;
use crate::exit::Failure;
use luthier::io::{read, read_stream};
use luthier::{Error, Problem, escape_name};
use std::path::Path;

/// What stands for standard input and output.
pub const DASH: &str = "-";

/// A model with what to call it.
pub struct Model {
    /// The linear program.
    pub problem: Problem,
    /// Its name, or that of its file, made printable.
    pub label: String,
}

/// Whether a path means standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == DASH
}

/// Reads the model that was asked for; none: the built-in one.
pub fn open(path: Option<&Path>, flags: &ReadFlags) -> Result<Model, Failure> {
    let Some(path) = path else {
        return Ok(Model {
            problem: builtin::transportation()?,
            label: "built-in transportation problem".into(),
        });
    };
    let problem = problem(path, flags)?;
    let label = match problem.name() {
        "" if is_dash(path) => "standard input".to_owned(),
        "" => escape_name(&path.display().to_string()),
        name => escape_name(name),
    };
    Ok(Model { problem, label })
}

/// Reads a file or standard input.
pub fn problem(path: &Path, flags: &ReadFlags) -> Result<Problem, Error> {
    if is_dash(path) {
        read_stream("standard input", std::io::stdin().lock(), &flags.options())
    } else {
        read(path, &flags.options())
    }
}
