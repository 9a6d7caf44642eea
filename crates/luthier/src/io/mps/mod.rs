//! MPS, fixed and free.

mod bounds;
mod columns;
mod fields;
mod header;
mod range;
mod reader;
mod rows;
mod sections;
mod write;

use super::ReadOptions;
use super::lines::Lines;
use super::source::Source;
use crate::error::{Diagnostic, Error};
use crate::problem::Problem;
use fields::Layout;
use reader::Reader;

pub(super) use sections::is_section;
pub(super) use write::{write_fixed, write_free};

/// Reads free-format MPS.
pub(super) fn read_free(source: &Source<'_>, path: &str, options: &ReadOptions) -> Result<Problem, Error> {
    read_as(Layout::Free, source, path, options)?.build(path, options)
}

/// Reads fixed-format MPS.
pub(super) fn read_fixed(source: &Source<'_>, path: &str, options: &ReadOptions) -> Result<Problem, Error> {
    read_as(Layout::Fixed, source, path, options)?.build(path, options)
}

/// Reads MPS of either layout: free, and fixed where that fails, as it does on names with blanks. If both fail, the
/// error is that of the attempt that came further.
pub(super) fn read_any(source: &Source<'_>, path: &str, options: &ReadOptions) -> Result<Problem, Error> {
    let free = match read_as(Layout::Free, source, path, options) {
        Ok(draft) => return draft.build(path, options),
        // Damaged and oversized files stay so.
        Err(error) if error.column == 0 => return Err(error.into()),
        Err(error) if !source.can_be_read_again() => return Err(with_format_hint(error).into()),
        Err(error) => error,
    };
    match read_as(Layout::Fixed, source, path, options) {
        Ok(draft) => draft.build(path, options),
        Err(fixed) if fixed.line > free.line => Err(fixed.into()),
        Err(_) => Err(free.into()),
    }
}

/// The error of a stream of which only one layout could be tried.
fn with_format_hint(error: Diagnostic) -> Diagnostic {
    if error.hint.is_some() {
        return error;
    }
    error.hint("if names contain blanks, name the format (--format fixed-mps)")
}

fn read_as(
    layout: Layout,
    source: &Source<'_>,
    path: &str,
    options: &ReadOptions,
) -> Result<super::draft::Draft, Diagnostic> {
    Reader::new(layout, options).read(&mut Lines::open(source, path, options.max_bytes)?)
}
