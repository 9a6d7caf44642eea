//! The formats of linear programs, and which one a text is in.

use super::ReadOptions;
use super::lines::Lines;
use super::source::Source;
use super::{lp, mps};
use crate::error::{Diagnostic, Error};
use crate::problem::Problem;
use crate::text::shown;

/// A format of linear programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// MPS with words separated by blanks.
    FreeMps,
    /// MPS with words in fixed columns, so that names may contain blanks.
    FixedMps,
    /// The LP format of CPLEX.
    Lp,
}

impl Format {
    /// All formats with the names they have on the command line.
    pub const NAMES: [(&'static str, Format); 3] =
        [("mps", Format::FreeMps), ("fixed-mps", Format::FixedMps), ("lp", Format::Lp)];

    /// Told by the ending of a file name (without that of a compression).
    pub fn of_name(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "mps" | "sif" | "qps" => Some(Format::FreeMps),
            "lp" => Some(Format::Lp),
            _ => None,
        }
    }
}

/// What the first word of a text says.
enum Kind {
    Mps,
    Lp,
    Empty,
    Unknown(Box<Diagnostic>),
}

/// Reads a linear program in the format that was asked for, or that its text is in.
pub(super) fn read(source: &Source<'_>, path: &str, options: &ReadOptions) -> Result<Problem, Error> {
    match options.format {
        Some(Format::FreeMps) => mps::read_free(source, path, options),
        Some(Format::FixedMps) => mps::read_fixed(source, path, options),
        Some(Format::Lp) => lp::read(source, path, options),
        None => match sniff(source, path, options)? {
            Kind::Mps | Kind::Lp if !source.can_be_read_again() => {
                let problem = "the comments before the model are too long to tell its format from a stream";
                Err(Diagnostic::of_file(path, problem)
                    .hint("name the format (--format), or read a file")
                    .into())
            }
            Kind::Mps => mps::read_any(source, path, options),
            Kind::Lp => lp::read(source, path, options),
            Kind::Empty => {
                let problem = "holds no model, only blanks and comments; expected an MPS file with a ROWS section, or an LP file";
                Err(Diagnostic::of_file(path, problem).into())
            }
            Kind::Unknown(diagnostic) => Err((*diagnostic).into()),
        },
    }
}

/// Looks at the first line that is neither blank nor a comment.
fn sniff(source: &Source<'_>, path: &str, options: &ReadOptions) -> Result<Kind, Error> {
    let mut lines = Lines::open(source, path, options.max_bytes)?;
    while lines.advance()? {
        let line = lines.bytes();
        let Some(first) = line.iter().position(|b| !b.is_ascii_whitespace()) else { continue };
        if line[first] == b'*' || line[first] == b'\\' {
            continue;
        }
        let text = lines.text()?;
        let word = text[first..].split(|c: char| c.is_whitespace() || c == ':').next().unwrap_or_default();
        if mps::is_section(word) {
            return Ok(Kind::Mps);
        }
        if lp::is_opening(word) {
            return Ok(Kind::Lp);
        }
        let problem = format!(
            "'{}'; expected an MPS file (NAME or ROWS first) or an LP file (minimize or maximize first)",
            shown(word)
        );
        return Ok(Kind::Unknown(Box::new(lines.error(first, problem))));
    }
    Ok(Kind::Empty)
}
