//! What can be wrong with what a caller passed. How a solve ended is not an error but a [`Status`](crate::Status).

use crate::text::{did_you_mean, escape_name, shown};
use std::fmt;

/// Misuse: bad data, bad parameters, mismatched lengths. Nothing was solved and nothing was changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two arguments that must agree in length do not.
    #[error("{argument} has {got} entries, expected {expected} ({reason})")]
    Length {
        /// The argument with the wrong length.
        argument: &'static str,
        /// Its length.
        got: usize,
        /// The length it must have.
        expected: usize,
        /// Where the expected length comes from.
        reason: &'static str,
    },
    /// A number that must be finite is NaN or infinite, or is out of range.
    #[error("{field}{} is {}, expected {expected}", place(*.index, .name), number(*.value))]
    BadNumber {
        /// What kind of number, such as "objective".
        field: &'static str,
        /// Position, if it is a vector.
        index: Option<usize>,
        /// Name of the row or column, if it has one.
        name: Option<String>,
        /// What was found.
        value: f64,
        /// What would be right.
        expected: &'static str,
    },
    /// A lower bound of +inf or an upper bound of -inf.
    #[error("{field}{} is {}: the bound is infinite on the wrong side, no value can satisfy it",
        place(Some(*.index), .name),
        number(*.value))]
    WrongInfinity {
        /// Which bound.
        field: &'static str,
        /// Position.
        index: usize,
        /// Name of the row or column, if it has one.
        name: Option<String>,
        /// What was found.
        value: f64,
    },
    /// A lower bound above an upper bound, with strict checking on.
    #[error("{field}{} has lower bound {} above upper bound {}", place(Some(*.index), .name), number(*.lower), number(*.upper))]
    CrossedBounds {
        /// "row" or "column".
        field: &'static str,
        /// Position.
        index: usize,
        /// Name of the row or column, if it has one.
        name: Option<String>,
        /// Its lower bound.
        lower: f64,
        /// Its upper bound.
        upper: f64,
    },
    /// A matrix coefficient (after summing duplicates) that is NaN, infinite or too large.
    #[error(
        "the matrix entry at row {row}, column {column} is {}, expected a finite number below 1e50 in magnitude",
        number(*.value)
    )]
    BadCoefficient {
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// What was found.
        value: f64,
    },
    /// A matrix entry outside the matrix.
    #[error(
        "entry {entry} of {matrix} is at row {row}, column {column}, outside its {rows} rows and {columns} columns (counted from 0)"
    )]
    EntryOutOfRange {
        /// "the matrix", or the part of it that is meant.
        matrix: &'static str,
        /// Position of the entry in the input.
        entry: usize,
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// Rows of the matrix.
        rows: usize,
        /// Columns of the matrix.
        columns: usize,
    },
    /// A matrix of another shape than the problem.
    #[error(
        "the matrix has {rows} rows and {columns} columns, the problem {expected_rows} and {expected_columns}"
    )]
    MatrixShape {
        /// Rows of the matrix.
        rows: usize,
        /// Columns of the matrix.
        columns: usize,
        /// Rows of the problem.
        expected_rows: usize,
        /// Columns of the problem.
        expected_columns: usize,
    },
    /// Compressed input whose arrays do not fit together.
    #[error("bad {format} matrix: {problem}")]
    BadCompressed {
        /// "CSR" or "CSC".
        format: &'static str,
        /// What does not fit.
        problem: String,
    },
    /// More rows, columns or entries than 32-bit indices can hold.
    #[error("{count} {what} are too many for this build, which holds at most {most}")]
    TooLarge {
        /// "rows", "columns" or "entries".
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many can be held.
        most: usize,
    },
    /// Two rows or two columns with one name.
    #[error("{field} {second} has the name '{}' of {field} {first}; names must differ", shown(.name))]
    DuplicateName {
        /// "row" or "column".
        field: &'static str,
        /// The name.
        name: String,
        /// Where it was first.
        first: usize,
        /// Where it was again.
        second: usize,
    },
    /// A parameter that does not exist.
    #[error("there is no parameter '{}'{}", shown(.name), did_you_mean(*.suggestion))]
    UnknownParameter {
        /// What was asked for.
        name: String,
        /// The nearest name that exists.
        suggestion: Option<&'static str>,
    },
    /// A value that a parameter cannot have.
    #[error("{name} = {} is not possible: expected {expected}", shown(.value))]
    BadParameter {
        /// The parameter.
        name: &'static str,
        /// What it was given.
        value: String,
        /// What it can be.
        expected: String,
    },
    /// A preset that does not exist.
    #[error("there is no preset '{}', expected one of {expected}", shown(.name))]
    UnknownPreset {
        /// What was asked for.
        name: String,
        /// Names of the presets.
        expected: String,
    },
    /// A batch option that makes no sense.
    #[error("{option} = {value} is not possible: expected {expected}")]
    BadOption {
        /// The option.
        option: &'static str,
        /// What it was given.
        value: usize,
        /// What it can be.
        expected: &'static str,
    },
    /// Something is wrong with one trial of several.
    #[error("trial {trial}: {error}")]
    Trial {
        /// Position of the trial.
        trial: usize,
        /// What is wrong.
        error: Box<Error>,
    },
    /// Trials of one batch that do not share a matrix.
    #[error(
        "trial {trial} has another matrix than trial 0; a batch runs over one matrix, group trials by matrix first"
    )]
    DifferentMatrix {
        /// Position of the trial.
        trial: usize,
    },
    /// A run that was laid aside, to be continued with another problem or other parameters.
    #[error(
        "the checkpoint is of another run: {problem}; continue a run with the problem and the parameters it began with"
    )]
    WrongCheckpoint {
        /// What does not fit.
        problem: String,
    },
    /// A row or a variable that the problem does not have.
    #[error("there is no {field} {index}: the problem has {count} of them, counted from 0")]
    NoSuchIndex {
        /// "row" or "variable".
        field: &'static str,
        /// What was asked for.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A file that cannot be read or written.
    #[error("{0}")]
    File(Box<Diagnostic>),
}

/// Characters of a line that a diagnostic shows.
const SHOWN: usize = 100;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file, as the user named it.
    pub path: String,
    /// Line, from 1; 0 if the file as a whole is meant.
    pub line: usize,
    /// Column of the first character that is meant, from 1; 0 if the whole line is meant.
    pub column: usize,
    /// What was found and what was expected.
    pub problem: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The line itself, made printable and cut to a readable length, with the position of the column in it.
    pub excerpt: Option<(String, usize)>,
}

impl Diagnostic {
    /// About a file as a whole.
    pub fn of_file(path: impl Into<String>, problem: impl Into<String>) -> Diagnostic {
        Diagnostic { path: path.into(), problem: problem.into(), ..Diagnostic::default() }
    }

    /// About a line of a file, from this byte of it on.
    pub(crate) fn on_line(
        path: &str,
        number: usize,
        line: &[u8],
        offset: usize,
        problem: impl Into<String>,
    ) -> Diagnostic {
        let before = String::from_utf8_lossy(&line[..offset.min(line.len())]).into_owned();
        let column = before.chars().count();
        let skipped = column.saturating_sub(SHOWN * 2 / 3);
        // Far more bytes than are shown, so that long lines cost nothing.
        let text =
            String::from_utf8_lossy(&line[..line.len().min(offset.saturating_add(8 * SHOWN))]).into_owned();
        let shown = |from: usize, to: usize| {
            let part: String = text.chars().skip(from).take(to - from).collect();
            escape_name(&part.replace('\t', " "))
        };
        let caret = shown(skipped, column).chars().count();
        let excerpt = Some((shown(skipped, skipped + SHOWN), caret));
        Diagnostic { line: number, column: column + 1, excerpt, ..Diagnostic::of_file(path, problem) }
    }

    /// About a text that is in memory as a whole, from this byte of it on.
    pub(crate) fn in_text(path: &str, text: &str, offset: usize, problem: impl Into<String>) -> Diagnostic {
        let text = text.as_bytes();
        let (before, behind) = text.split_at(offset.min(text.len()));
        let number = 1 + before.iter().filter(|b| **b == b'\n').count();
        let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let length = behind.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(behind.len());
        let line = &text[start..before.len() + length];
        Diagnostic::on_line(path, number, line, before.len() - start, problem)
    }

    /// With what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Error {
        Error::File(Box::new(diagnostic))
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", escape_name(&self.path))?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        write!(f, ": {}", self.problem)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

fn place(index: Option<usize>, name: &Option<String>) -> String {
    match (index, name) {
        (Some(i), Some(name)) => format!("[{i}] ('{}')", shown(name)),
        (Some(i), None) => format!("[{i}]"),
        (None, _) => String::new(),
    }
}

/// A number in few characters: large and small ones with an exponent.
fn number(value: f64) -> String {
    if value.is_finite() && value != 0.0 && !(1e-5..1e7).contains(&value.abs()) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}
