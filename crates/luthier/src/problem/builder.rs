//! Building a problem from parts.

use super::validate::{BoundRule, bounds, finite_vector, names, wide_ranges};
use super::{Names, Problem, Sense, Warning};
use crate::error::Error;
use crate::matrix::{Entries, Matrix, Segments, check_count};
use std::sync::Arc;

/// Collects the parts of a [`Problem`] and validates them together.
///
/// Unset parts have these defaults: minimise, no constant, variables in [0, inf), rows free, no names.
///
/// ```
/// use luthier::{ProblemBuilder, Sense};
/// // max 3x + 2y  with  x + y <= 4,  x + 3y <= 6,  0 <= x <= 3,  y >= 0
/// let problem = ProblemBuilder::new(2, 2)
///     .sense(Sense::Maximize)
///     .objective(vec![3.0, 2.0])
///     .triplets(vec![(0, 0, 1.0), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 3.0)])
///     .row_bounds(vec![f64::NEG_INFINITY; 2], vec![4.0, 6.0])
///     .bounds(vec![0.0, 0.0], vec![3.0, f64::INFINITY])
///     .build()?;
/// assert_eq!(problem.matrix().nonzeros(), 4);
/// # Ok::<(), luthier::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemBuilder {
    rows: usize,
    columns: usize,
    name: String,
    sense: Sense,
    objective: Option<Vec<f64>>,
    offset: f64,
    matrix: Source,
    row_bounds: Option<(Vec<f64>, Vec<f64>)>,
    bounds: Option<(Vec<f64>, Vec<f64>)>,
    row_names: Option<Names>,
    column_names: Option<Names>,
    infinity: f64,
    strict: bool,
    /// What there was to say about a shared matrix when it was built.
    matrix_warnings: Vec<Warning>,
}

#[derive(Clone, Debug)]
enum Source {
    Entries(Entries),
    Segments(Segments),
    Shared(Arc<Matrix>),
}

/// Magnitude from which on bounds are taken as infinite, unless set otherwise.
const DEFAULT_INFINITY: f64 = 1e20;

impl ProblemBuilder {
    /// A problem with this many rows and variables, no entries yet.
    pub fn new(rows: usize, columns: usize) -> ProblemBuilder {
        ProblemBuilder {
            rows,
            columns,
            name: String::new(),
            sense: Sense::Minimize,
            objective: None,
            offset: 0.0,
            matrix: Source::Entries(Entries::Triplets(Vec::new())),
            row_bounds: None,
            bounds: None,
            row_names: None,
            column_names: None,
            infinity: DEFAULT_INFINITY,
            strict: false,
            matrix_warnings: Vec::new(),
        }
    }

    pub(super) fn sharing(problem: &Problem) -> ProblemBuilder {
        ProblemBuilder {
            rows: problem.rows(),
            columns: problem.columns(),
            name: problem.name.clone(),
            sense: problem.sense,
            objective: Some(problem.objective.clone()),
            offset: problem.offset,
            matrix: Source::Shared(problem.matrix.clone()),
            row_bounds: Some((problem.row_lower.clone(), problem.row_upper.clone())),
            bounds: Some((problem.lower.clone(), problem.upper.clone())),
            row_names: problem.row_names.clone(),
            column_names: problem.column_names.clone(),
            infinity: problem.infinity,
            strict: false,
            matrix_warnings: problem.warnings.iter().filter(|w| w.is_of_matrix()).cloned().collect(),
        }
    }

    /// Name of the problem.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Minimise or maximise.
    pub fn sense(mut self, sense: Sense) -> Self {
        self.sense = sense;
        self
    }

    /// Objective coefficients.
    pub fn objective(mut self, objective: Vec<f64>) -> Self {
        self.objective = Some(objective);
        self
    }

    /// Objective constant.
    pub fn offset(mut self, offset: f64) -> Self {
        self.offset = offset;
        self
    }

    /// Entries of the matrix, in any of the forms of [`Entries`].
    pub fn entries(mut self, entries: Entries) -> Self {
        self.matrix = Source::Entries(entries);
        self
    }

    /// A matrix that exists already; problems with the same one can run side by side.
    pub fn matrix(mut self, matrix: impl Into<Arc<Matrix>>) -> Self {
        self.matrix = Source::Shared(matrix.into());
        self.matrix_warnings.clear();
        self
    }

    /// A matrix made from the present one; what there was to say about that one stays true.
    pub(super) fn changed_matrix(mut self, matrix: Arc<Matrix>) -> Self {
        self.matrix = Source::Shared(matrix);
        self
    }

    /// Entries of the matrix as a reader collected them.
    pub(crate) fn segments(mut self, segments: Segments) -> Self {
        self.matrix = Source::Segments(segments);
        self
    }

    /// Entries of the matrix as (row, column, value).
    pub fn triplets(self, triplets: Vec<(usize, usize, f64)>) -> Self {
        self.entries(Entries::Triplets(triplets))
    }

    /// Bounds of the rows; infinite where there is none.
    pub fn row_bounds(mut self, lower: Vec<f64>, upper: Vec<f64>) -> Self {
        self.row_bounds = Some((lower, upper));
        self
    }

    /// Bounds of the variables; infinite where there is none.
    pub fn bounds(mut self, lower: Vec<f64>, upper: Vec<f64>) -> Self {
        self.bounds = Some((lower, upper));
        self
    }

    /// Names of the rows; they must differ.
    pub fn row_names(mut self, names: impl Into<Names>) -> Self {
        self.row_names = Some(names.into());
        self
    }

    /// Names of the variables; they must differ.
    pub fn column_names(mut self, names: impl Into<Names>) -> Self {
        self.column_names = Some(names.into());
        self
    }

    /// Bounds of this magnitude or more are taken as infinite, with a warning. Default 1e20.
    pub fn infinity(mut self, threshold: f64) -> Self {
        self.infinity = threshold;
        self
    }

    /// Makes crossing bounds an error instead of an infeasible problem.
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Validates everything and builds the problem.
    pub fn build(self) -> Result<Problem, Error> {
        let (m, n) = (self.rows, self.columns);
        check_count("rows", m)?;
        check_count("columns", n)?;
        let single =
            |field, value, expected| Error::BadNumber { field, index: None, name: None, value, expected };
        if !(self.infinity > 0.0) {
            return Err(single("infinity", self.infinity, "a positive threshold"));
        }
        if !self.offset.is_finite() {
            return Err(single("offset", self.offset, "a finite number"));
        }
        let mut warnings = Vec::new();
        let row_names = names("row", self.row_names, m)?;
        let column_names = names("column", self.column_names, n)?;
        let objective = self.objective.unwrap_or_else(|| vec![0.0; n]);
        let objective = finite_vector("objective", objective, n, &column_names, &mut warnings)?;
        let rule = BoundRule { infinity: self.infinity, strict: self.strict };
        let row_bounds =
            self.row_bounds.unwrap_or_else(|| (vec![f64::NEG_INFINITY; m], vec![f64::INFINITY; m]));
        let (row_lower, row_upper) = bounds("row", row_bounds, m, &row_names, &rule, &mut warnings)?;
        let column_bounds = self.bounds.unwrap_or_else(|| (vec![0.0; n], vec![f64::INFINITY; n]));
        let (lower, upper) = bounds("column", column_bounds, n, &column_names, &rule, &mut warnings)?;
        let matrix = match self.matrix {
            Source::Shared(matrix) => {
                let (rows, columns) = (matrix.rows(), matrix.columns());
                if (rows, columns) != (m, n) {
                    let (expected_rows, expected_columns) = (m, n);
                    return Err(Error::MatrixShape { rows, columns, expected_rows, expected_columns });
                }
                warnings.extend(self.matrix_warnings);
                matrix
            }
            Source::Entries(entries) => built(Matrix::build(m, n, entries)?, &mut warnings),
            Source::Segments(segments) => built(Matrix::build(m, n, segments)?, &mut warnings),
        };
        let mut problem = Problem {
            name: self.name,
            sense: self.sense,
            objective,
            offset: self.offset + 0.0,
            matrix,
            row_lower,
            row_upper,
            lower,
            upper,
            row_names,
            column_names,
            infinity: self.infinity,
            warnings,
        };
        wide_ranges(&mut problem);
        Ok(problem)
    }
}

/// A matrix just built, with the number of its subnormal entries.
fn built((matrix, subnormal): (Matrix, usize), warnings: &mut Vec<Warning>) -> Arc<Matrix> {
    if subnormal > 0 {
        warnings.push(Warning::SubnormalDropped { field: "matrix", count: subnormal });
    }
    Arc::new(matrix)
}
