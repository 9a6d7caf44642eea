//! How good a point is.

/// How good a point is, on the original data, in absolute and relative terms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Euclidean norm of the violations of row bounds.
    pub primal_residual: f64,
    /// The same divided by 1 + |q|.
    pub relative_primal_residual: f64,
    /// Euclidean norm of the dual residuals.
    pub dual_residual: f64,
    /// The same divided by 1 + |c|.
    pub relative_dual_residual: f64,
    /// |primal objective - dual objective|.
    pub gap: f64,
    /// The same divided by 1 + |primal objective| + |dual objective|.
    pub relative_gap: f64,
    /// Largest violation of a row.
    pub largest_violation: f64,
    /// That row, if any is violated.
    pub worst_row: Option<usize>,
    /// Largest dual residual of a column.
    pub largest_dual_residual: f64,
    /// That column, if any has a residual.
    pub worst_column: Option<usize>,
    /// The tolerance that the point just meets.
    pub error: f64,
}

impl Quality {
    /// Of a point about which nothing can be said.
    pub(crate) fn worst() -> Quality {
        let most = f64::MAX;
        Quality {
            primal_residual: most,
            relative_primal_residual: most,
            dual_residual: most,
            relative_dual_residual: most,
            gap: most,
            relative_gap: most,
            largest_violation: most,
            worst_row: None,
            largest_dual_residual: most,
            worst_column: None,
            error: most,
        }
    }
}
