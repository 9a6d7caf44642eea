//! Writing linear programs.

use super::{Compression, Format, ReadOptions, atomic, lp, mps};
use crate::error::{Diagnostic, Error};
use crate::matrix::LARGEST;
use crate::problem::Problem;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Writes a linear program to a file, compressed if the name ends in `.gz`, `.bz2` or `.zst`. The format is told by the
/// rest of the name unless it is given. A file that exists is replaced when the new one is complete, and stays
/// untouched if something fails.
///
/// Reading the file gives the same problem: the same numbers to the last bit, the same names, the same order. Names that
/// the format cannot hold are replaced, with a comment from which Luthier restores them; problems without names get
/// R1, R2, ... and C1, C2, ...
pub fn write(problem: &Problem, path: &Path, format: Option<Format>) -> Result<(), Error> {
    let shown = path.display().to_string();
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let (compression, stem) = Compression::of_name(&name);
    let Some(format) = format.or_else(|| Format::of_name(stem)) else {
        let problem = "cannot tell the format by the name; expected one that ends in .mps or .lp, \
                       with .gz, .bz2 or .zst behind it for compression";
        return Err(Diagnostic::of_file(shown, problem)
            .hint("rename it, or name the format (--format)")
            .into());
    };
    let content = |out: &mut dyn Write| compression.encode(out, |out| write_to(problem, format, out));
    atomic::write(path, content)
        .map_err(|e| Diagnostic::of_file(shown, format!("cannot be written: {e}")).into())
}

/// Writes a text to a file. A file that exists is replaced when the new one is complete, and stays untouched if something
/// fails.
pub fn write_text(path: &Path, text: &str) -> Result<(), Error> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file, as [`write_text`] does.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let written = atomic::write(path, |out| out.write_all(bytes));
    let shown = || path.display().to_string();
    written.map_err(|e| Diagnostic::of_file(shown(), format!("cannot be written: {e}")).into())
}

/// Writes a linear program to a stream. What the format cannot express is an error of kind
/// [`InvalidInput`](ErrorKind::InvalidInput), and then nothing of use was written.
pub fn write_to(problem: &Problem, format: Format, out: &mut dyn Write) -> std::io::Result<()> {
    check_numbers(problem)?;
    match format {
        Format::FreeMps => mps::write_free(problem, out),
        Format::FixedMps => mps::write_fixed(problem, out),
        Format::Lp => lp::write(problem, out),
    }
}

/// The error for what a format cannot express, with the format to use instead.
pub(super) fn refused(problem: impl Into<String>, instead: &str) -> std::io::Error {
    std::io::Error::new(ErrorKind::InvalidInput, format!("{}; use the format {instead}", problem.into()))
}

/// Numbers that a problem may have but that readers would take for something else.
fn check_numbers(problem: &Problem) -> std::io::Result<()> {
    let infinity = ReadOptions::default().infinity;
    let bounds = [problem.row_lower(), problem.row_upper(), problem.lower(), problem.upper()];
    let huge = bounds.iter().flat_map(|b| b.iter()).find(|v| v.is_finite() && v.abs() >= infinity);
    let refuse = |problem: String| Err(std::io::Error::new(ErrorKind::InvalidInput, problem));
    if let Some(bound) = huge {
        return refuse(format!(
            "the bound {bound:e} would be read as infinite; expected magnitudes below {infinity:e}, or no bound"
        ));
    }
    if problem.offset().abs() >= LARGEST {
        let offset = problem.offset();
        return refuse(format!(
            "the objective constant {offset:e} is too large for files; expected less than 1e50"
        ));
    }
    Ok(())
}
