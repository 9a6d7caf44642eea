//! The linear program, valid by construction.

mod builder;
mod fingerprint;
mod labels;
mod names;
mod paper_form;
mod statistics;
mod update;
mod validate;
mod warning;

pub use builder::ProblemBuilder;
pub use fingerprint::Fingerprint;
pub(crate) use labels::{Labels, numbered};
pub(crate) use names::NameTable;
pub use names::Names;
pub use paper_form::PaperForm;
pub use statistics::{BoundKinds, Range, Statistics};
pub use update::Update;
pub use warning::Warning;

use crate::matrix::Matrix;
use std::borrow::Cow;
use std::sync::Arc;

/// Whether the objective is to be made small or large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sense {
    /// As small as possible.
    #[default]
    Minimize,
    /// As large as possible.
    Maximize,
}

impl Sense {
    /// +1 for minimisation, -1 for maximisation.
    pub fn sign(self) -> f64 {
        match self {
            Sense::Minimize => 1.0,
            Sense::Maximize => -1.0,
        }
    }
}

/// min or max c'x + c0 subject to row_lower <= K x <= row_upper and lower <= x <= upper.
///
/// Made by [`ProblemBuilder`], which validates everything: all numbers are finite but for bounds, no bound is
/// infinite on the wrong side, the matrix has no zeros and no duplicates. Bounds may still cross (the problem
/// is then infeasible, and solving it says so). The matrix is shared, so problems that differ in
/// objective, bounds or right-hand side alone are cheap; see [`Problem::with_data`].
#[derive(Clone, Debug)]
pub struct Problem {
    name: String,
    sense: Sense,
    objective: Vec<f64>,
    offset: f64,
    matrix: Arc<Matrix>,
    row_lower: Vec<f64>,
    row_upper: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    row_names: Option<Names>,
    column_names: Option<Names>,
    /// Bounds of this magnitude were taken as infinite.
    infinity: f64,
    warnings: Vec<Warning>,
}

impl Problem {
    /// Name of the problem; empty if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Minimise or maximise.
    pub fn sense(&self) -> Sense {
        self.sense
    }

    /// Objective coefficients c, in the user's sense.
    pub fn objective(&self) -> &[f64] {
        &self.objective
    }

    /// Objective constant c0.
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// The constraint matrix K.
    pub fn matrix(&self) -> &Arc<Matrix> {
        &self.matrix
    }

    /// Takes over a matrix that exists already, if it equals this problem's own; whether it does. Then problems that were
    /// read one by one can run side by side. Matrices are stored by their content, so equal ones are stored alike.
    pub fn share_matrix(&mut self, with: &Arc<Matrix>) -> bool {
        let equal = Arc::ptr_eq(&self.matrix, with) || self.matrix == *with;
        if equal {
            self.matrix = with.clone();
        }
        equal
    }

    /// Lower bounds of the rows, -inf where there is none.
    pub fn row_lower(&self) -> &[f64] {
        &self.row_lower
    }

    /// Upper bounds of the rows, +inf where there is none.
    pub fn row_upper(&self) -> &[f64] {
        &self.row_upper
    }

    /// Lower bounds of the variables, -inf where there is none.
    pub fn lower(&self) -> &[f64] {
        &self.lower
    }

    /// Upper bounds of the variables, +inf where there is none.
    pub fn upper(&self) -> &[f64] {
        &self.upper
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.matrix.rows()
    }

    /// Number of variables.
    pub fn columns(&self) -> usize {
        self.matrix.columns()
    }

    /// Name of row `i`, if rows are named.
    pub fn row_name(&self, i: usize) -> Option<&str> {
        self.row_names.as_ref().and_then(|names| names.get(i))
    }

    /// Name of variable `j`, if variables are named.
    pub fn column_name(&self, j: usize) -> Option<&str> {
        self.column_names.as_ref().and_then(|names| names.get(j))
    }

    /// Name of row `i`; R1, R2, ... where rows are not named, as in files.
    pub fn row_label(&self, i: usize) -> Cow<'_, str> {
        Labels::of_rows(self).get(i)
    }

    /// Name of variable `j`; C1, C2, ... where variables are not named, as in files.
    pub fn column_label(&self, j: usize) -> Cow<'_, str> {
        Labels::of_columns(self).get(j)
    }

    /// Names of the rows, if they are named.
    pub fn row_names(&self) -> Option<&Names> {
        self.row_names.as_ref()
    }

    /// Names of the variables, if they are named.
    pub fn column_names(&self) -> Option<&Names> {
        self.column_names.as_ref()
    }

    /// What was repaired or is remarkable about the data, or about the file it was read from.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Puts what there is to say about the file before what there is to say about the numbers.
    pub(crate) fn with_file_warnings(mut self, mut warnings: Vec<Warning>) -> Problem {
        warnings.append(&mut self.warnings);
        self.warnings = warnings;
        self
    }

    /// Objective value of a point, constant included, in the user's sense.
    pub fn objective_value(&self, x: &[f64]) -> f64 {
        self.offset + self.objective.iter().zip(x).map(|(c, x)| c * x).sum::<f64>()
    }

    /// A builder that starts from this problem's data and shares its matrix: for instances that differ in objective,
    /// right-hand side or bounds.
    pub fn with_data(&self) -> ProblemBuilder {
        ProblemBuilder::sharing(self)
    }
}
