//! The LP format of CPLEX.

use super::ReadOptions;
use super::source::Source;
use crate::error::{Diagnostic, Error};
use crate::problem::Problem;

/// Whether a word begins an LP file.
pub(super) fn is_opening(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    ["min", "max"].iter().any(|w| word.starts_with(w))
}

pub(super) fn read(_source: &Source<'_>, path: &str, _options: &ReadOptions) -> Result<Problem, Error> {
    Err(Diagnostic::of_file(path, "LP format").into())
}
