//! Building a problem from parts.

use super::validate::{bounds, check_length, finite_vector, names, wide_ranges};
use super::{Problem, Sense};
use crate::error::Error;
use crate::matrix::{Entries, Matrix};
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
    objective: Vec<f64>,
    offset: f64,
    matrix: Source,
    row_lower: Vec<f64>,
    row_upper: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    row_names: Option<Vec<String>>,
    column_names: Option<Vec<String>>,
    infinity: f64,
    strict: bool,
}

#[derive(Clone, Debug)]
enum Source {
    Entries(Entries),
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
            objective: vec![0.0; columns],
            offset: 0.0,
            matrix: Source::Entries(Entries::Triplets(Vec::new())),
            row_lower: vec![f64::NEG_INFINITY; rows],
            row_upper: vec![f64::INFINITY; rows],
            lower: vec![0.0; columns],
            upper: vec![f64::INFINITY; columns],
            row_names: None,
            column_names: None,
            infinity: DEFAULT_INFINITY,
            strict: false,
        }
    }

    pub(super) fn sharing(problem: &Problem) -> ProblemBuilder {
        ProblemBuilder {
            rows: problem.rows(),
            columns: problem.columns(),
            name: problem.name.clone(),
            sense: problem.sense,
            objective: problem.objective.clone(),
            offset: problem.offset,
            matrix: Source::Shared(problem.matrix.clone()),
            row_lower: problem.row_lower.clone(),
            row_upper: problem.row_upper.clone(),
            lower: problem.lower.clone(),
            upper: problem.upper.clone(),
            row_names: problem.row_names.clone(),
            column_names: problem.column_names.clone(),
            infinity: DEFAULT_INFINITY,
            strict: false,
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
        self.objective = objective;
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
        self
    }

    /// Entries of the matrix as (row, column, value).
    pub fn triplets(self, triplets: Vec<(usize, usize, f64)>) -> Self {
        self.entries(Entries::Triplets(triplets))
    }

    /// Bounds of the rows; infinite where there is none.
    pub fn row_bounds(mut self, lower: Vec<f64>, upper: Vec<f64>) -> Self {
        self.row_lower = lower;
        self.row_upper = upper;
        self
    }

    /// Bounds of the variables; infinite where there is none.
    pub fn bounds(mut self, lower: Vec<f64>, upper: Vec<f64>) -> Self {
        self.lower = lower;
        self.upper = upper;
        self
    }

    /// Names of the rows; they must differ.
    pub fn row_names(mut self, names: Vec<String>) -> Self {
        self.row_names = Some(names);
        self
    }

    /// Names of the variables; they must differ.
    pub fn column_names(mut self, names: Vec<String>) -> Self {
        self.column_names = Some(names);
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
        if !(self.infinity > 0.0) {
            let expected = "a positive threshold";
            return Err(Error::BadNumber {
                field: "infinity",
                index: None,
                name: None,
                value: self.infinity,
                expected,
            });
        }
        let mut warnings = Vec::new();
        let row_names = names("row", self.row_names, m)?;
        let column_names = names("column", self.column_names, n)?;
        let objective = finite_vector("objective", self.objective, n, &column_names, &mut warnings)?;
        if !self.offset.is_finite() {
            let (field, expected) = ("offset", "a finite number");
            return Err(Error::BadNumber { field, index: None, name: None, value: self.offset, expected });
        }
        let (row_lower, row_upper) = bounds(
            "row",
            (self.row_lower, self.row_upper),
            m,
            &row_names,
            self.infinity,
            self.strict,
            &mut warnings,
        )?;
        let (lower, upper) = bounds(
            "column",
            (self.lower, self.upper),
            n,
            &column_names,
            self.infinity,
            self.strict,
            &mut warnings,
        )?;
        let matrix = match self.matrix {
            Source::Shared(matrix) => {
                check_length("matrix", matrix.rows(), m, "rows of the problem")?;
                check_length("matrix", matrix.columns(), n, "columns of the problem")?;
                matrix
            }
            Source::Entries(entries) => Arc::new(Matrix::build(m, n, &entries, &mut warnings)?),
        };
        let mut problem = Problem {
            name: self.name,
            sense: self.sense,
            objective,
            offset: self.offset,
            matrix,
            row_lower,
            row_upper,
            lower,
            upper,
            row_names,
            column_names,
            warnings,
        };
        wide_ranges(&mut problem);
        Ok(problem)
    }
}
