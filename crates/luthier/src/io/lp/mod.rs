//! The LP format of CPLEX.
//!
//! Where descriptions of the format leave a choice, or programs differ:
//! - Section words count as the first word of a line only, and not before an operator or a colon: elsewhere `end`, `free`
//!   and `st` are names.
//! - Behind a comparison a line ends the constraint, unless it ends in an operator, the next one begins with a comparison,
//!   or with a sign while the right side has variables.
//! - Constraints without a name are called R1, R2, ... by position, with underscores appended where that is taken.
//! - Bounds: the last one counts, and a negative upper bound leaves the lower bound at 0, as in CPLEX and Gurobi. Names
//!   that neither objective nor constraints mention are refused, since most of them are misspelt.
//! - Names do not begin with `, ; / ( )`, so that decimal commas, fractions and parentheses never become variables.

mod bounds;
mod constraint;
mod expression;
mod lexer;
mod reader;
mod sections;
mod write;

use super::ReadOptions;
use super::lines::Lines;
use super::source::Source;
use crate::error::Error;
use crate::problem::Problem;
use reader::Reader;

pub(super) use sections::is_opening;
pub(super) use write::write;

/// Reads the LP format.
pub(super) fn read(source: &Source<'_>, path: &str, options: &ReadOptions) -> Result<Problem, Error> {
    let draft = Reader::new(options).read(&mut Lines::open(source, path, options.max_bytes)?)?;
    draft.build(path, options)
}
