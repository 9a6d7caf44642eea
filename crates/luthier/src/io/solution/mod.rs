//! Solutions in files: JSON, which holds everything, and the raw layout of HiGHS, which other programs read.

mod document;
mod file;
mod json;
mod layout;
mod matching;
mod mismatch;
mod raw_name;
mod raw_reader;
mod raw_writer;
mod words;

pub use document::Document;
pub use file::{CertificateKind, NamedCertificate, RecordedQuality, SolutionFile};
pub use mismatch::Mismatch;

use super::ReadOptions;
use super::atomic;
use super::compression::Compression;
use super::lines::Lines;
use super::source::Source;
use crate::certificate::Certificate;
use crate::error::{Diagnostic, Error};
use crate::params::Parameters;
use crate::problem::Problem;
use crate::solution::Solution;
use crate::text::shown;
use std::io::{Read, Write};
use std::path::Path;

/// Writes a solution of a problem with its vectors. The ending of the name says how: `.json`, or `.sol` for the raw
/// layout of HiGHS, each also with `.gz`, `.bz2` or `.zst` behind it. A file of that name is replaced as a whole once the
/// new one is complete, and left as it is on failure.
pub fn write_solution(
    path: &Path,
    problem: &Problem,
    parameters: &Parameters,
    solution: &Solution,
) -> Result<(), Error> {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let (compression, plain) = Compression::of_name(&name);
    let ending = plain.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let shown = path.display().to_string();
    let result = match ending.as_deref() {
        Some("json") => {
            check(problem, solution)?;
            let document = Document::new(problem, parameters, solution, true);
            atomic::write(path, |out| compression.encode(out, |out| document.write(out)))
        }
        Some("sol") => {
            check(problem, solution)?;
            let content = |out: &mut dyn Write| raw_writer::write(out, problem, parameters, solution);
            atomic::write(path, |out| compression.encode(out, content))
        }
        _ => {
            let problem = "cannot tell the layout by the name; expected one that ends in .json or .sol, \
                           with .gz, .bz2 or .zst behind it for compression";
            return Err(Diagnostic::of_file(shown, problem).into());
        }
    };
    result.map_err(|e| Diagnostic::of_file(shown, format!("cannot be written: {e}")).into())
}

/// Whether the vectors are those of the problem, and numbers.
fn check(problem: &Problem, solution: &Solution) -> Result<(), Error> {
    let columns = (problem.columns(), "one for each variable");
    let rows = (problem.rows(), "one for each row");
    check_vector("solution.x", &solution.x, columns)?;
    check_vector("solution.reduced_costs", &solution.reduced_costs, columns)?;
    check_vector("solution.y", &solution.y, rows)?;
    check_vector("solution.row_activity", &solution.row_activity, rows)?;
    if !solution.objective.is_finite() {
        let (value, expected) = (solution.objective, "a finite number");
        return Err(Error::BadNumber {
            field: "solution.objective",
            index: None,
            name: None,
            value,
            expected,
        });
    }
    match &solution.certificate {
        Some(Certificate::DualRay(y)) => check_vector("solution.certificate", y, rows),
        Some(Certificate::PrimalRay(x)) => check_vector("solution.certificate", x, columns),
        Some(Certificate::CrossedRow(i)) => check_place(*i, rows),
        Some(Certificate::CrossedColumn(j)) => check_place(*j, columns),
        None => Ok(()),
    }
}

fn check_vector(
    argument: &'static str,
    values: &[f64],
    (expected, reason): (usize, &'static str),
) -> Result<(), Error> {
    if values.len() != expected {
        return Err(Error::Length { argument, got: values.len(), expected, reason });
    }
    let Some(index) = values.iter().position(|v| !v.is_finite()) else { return Ok(()) };
    let (value, expected) = (values[index], "a finite number");
    Err(Error::BadNumber { field: argument, index: Some(index), name: None, value, expected })
}

fn check_place(place: usize, (count, _): (usize, &str)) -> Result<(), Error> {
    if place < count {
        return Ok(());
    }
    let (option, expected) = ("solution.certificate", "a row or variable of the problem, counted from 0");
    Err(Error::BadOption { option, value: place, expected })
}

/// Reads a solution from a file: JSON as Luthier writes it, or the raw layout of HiGHS, told by its content, plain or
/// compressed with gzip, bzip2 or Zstandard.
pub fn read_solution(path: &Path, options: &ReadOptions) -> Result<SolutionFile, Error> {
    let shown = path.display().to_string();
    read(&Source::of_path(path)?, &shown, options)
}

/// Reads a solution from memory; `name` stands for it in errors.
pub fn parse_solution(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<SolutionFile, Error> {
    read(&Source::Bytes(bytes), name, options)
}

fn read(source: &Source<'_>, path: &str, options: &ReadOptions) -> Result<SolutionFile, Error> {
    let mut head = [0u8; HEAD];
    let head = beginning(source, path, &mut head)?;
    let first = head.trim_ascii_start();
    if first.starts_with(b"{") {
        return Ok(json::read(source, path, options)?);
    }
    let mut lines = Lines::open(source, path, options.max_bytes)?;
    if first.starts_with(raw_reader::FIRST_LINE.as_bytes()) {
        return Ok(raw_reader::Reader::new(&mut lines, path).read()?);
    }
    while lines.advance()? {
        let line = lines.text()?;
        let indent = line.len() - line.trim_start().len();
        if indent == line.len() {
            continue;
        }
        let expected = "a solution in JSON ('{' first) or in the raw layout of HiGHS ('Model status' first)";
        let problem = format!("'{}'; expected {expected}", shown(line.trim()));
        return Err(lines.error(indent, problem).into());
    }
    let problem = "is empty; expected a solution in JSON or in the raw layout of HiGHS";
    Err(Diagnostic::of_file(path, problem).into())
}

/// Bytes that tell the layout.
const HEAD: usize = 256;

/// The first bytes of the text, without a byte order mark.
fn beginning<'h>(source: &Source<'_>, path: &str, head: &'h mut [u8]) -> Result<&'h [u8], Diagnostic> {
    let (compression, mut input) = source.open(path)?;
    let mut filled = 0;
    while filled < head.len() {
        match input.read(&mut head[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return Err(super::source::unreadable(path, compression, &e)),
        }
    }
    let head = &head[..filled];
    Ok(head.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(head))
}
