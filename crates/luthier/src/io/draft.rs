//! A linear program while it is being read.

use super::ReadOptions;
use super::directive::Directives;
use super::lines::Lines;
use crate::error::{Diagnostic, Error};
use crate::matrix::{LARGEST, Segments};
use crate::problem::{NameTable, Problem, ProblemBuilder, Sense, Warning};
use crate::text::{did_you_mean, nearest, shown};

/// What a reader has collected so far.
#[derive(Default)]
pub(super) struct Draft {
    pub name: String,
    pub sense: Sense,
    pub offset: f64,
    pub rows: NameTable,
    pub row_lower: Vec<f64>,
    pub row_upper: Vec<f64>,
    pub columns: NameTable,
    pub objective: Vec<f64>,
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    pub entries: Segments,
    pub warnings: Vec<Warning>,
    pub directives: Directives,
}

impl Draft {
    /// Adds a variable in [0, inf) that is known to be new.
    pub(super) fn add_column(&mut self, name: &str) -> usize {
        self.objective.push(0.0);
        self.lower.push(0.0);
        self.upper.push(f64::INFINITY);
        self.columns.add_new(name)
    }

    /// The finished problem. What is still wrong with it concerns the file as a whole.
    pub(super) fn build(self, path: &str, options: &ReadOptions) -> Result<Problem, Error> {
        let rows = self.directives.rename_rows(self.rows.into_names());
        let columns = self.directives.rename_columns(self.columns.into_names());
        let problem = ProblemBuilder::new(rows.len(), columns.len())
            .name(self.directives.problem.unwrap_or(self.name))
            .sense(self.sense)
            .objective(self.objective)
            .offset(self.offset)
            .segments(self.entries)
            .row_bounds(self.row_lower, self.row_upper)
            .bounds(self.lower, self.upper)
            .row_names(rows)
            .column_names(columns)
            .infinity(options.infinity)
            .build();
        match problem {
            Ok(problem) => Ok(problem.with_file_warnings(self.warnings)),
            Err(error) => Err(Diagnostic::of_file(path, error.to_string()).into()),
        }
    }
}

/// A coefficient at a place in the current line: finite and not huge.
pub(super) fn coefficient(lines: &Lines<'_>, at: usize, value: f64) -> Result<f64, Diagnostic> {
    if value.abs() < LARGEST {
        return Ok(value);
    }
    Err(lines
        .error(at, format!("the coefficient {value:e}; expected a finite number below 1e50 in magnitude")))
}

/// The error for a name that was not declared.
pub(super) fn unknown<'k>(
    lines: &Lines<'_>,
    at: usize,
    kind: &str,
    name: &str,
    known: impl Iterator<Item = &'k str>,
    expected: &str,
) -> Diagnostic {
    let suggestion = did_you_mean(nearest(name, known));
    lines.error(at, format!("{kind} '{}' is not known; expected {expected}{suggestion}", shown(name)))
}
