//! The form in which the paper states linear programs.

use super::{Problem, ProblemBuilder};
use crate::error::Error;

/// min c'x subject to G x >= h, A x = b, l <= x <= u.
#[derive(Clone, Debug, Default)]
pub struct PaperForm {
    /// Objective c; its length is the number of variables.
    pub c: Vec<f64>,
    /// Entries (row, column, value) of G.
    pub g: Vec<(usize, usize, f64)>,
    /// Right-hand sides h; their number is the number of rows of G.
    pub h: Vec<f64>,
    /// Entries (row, column, value) of A, rows counted from 0 again.
    pub a: Vec<(usize, usize, f64)>,
    /// Right-hand sides b.
    pub b: Vec<f64>,
    /// Lower bounds, -inf where there is none.
    pub lower: Vec<f64>,
    /// Upper bounds, +inf where there is none.
    pub upper: Vec<f64>,
}

impl PaperForm {
    /// The problem with K = [G; A]: rows of G become [h, inf), rows of A become [b, b].
    pub fn build(self) -> Result<Problem, Error> {
        let (m1, m2, n) = (self.h.len(), self.b.len(), self.c.len());
        for (matrix, entries, rows) in [("G", &self.g, m1), ("A", &self.a, m2)] {
            if let Some((entry, e)) = entries.iter().enumerate().find(|(_, e)| e.0 >= rows || e.1 >= n) {
                return Err(Error::EntryOutOfRange {
                    matrix,
                    entry,
                    row: e.0,
                    column: e.1,
                    rows,
                    columns: n,
                });
            }
        }
        let free_below = |v: f64| v.is_finite() || v == f64::NEG_INFINITY;
        check_numbers("h", &self.h, free_below, "a finite number, or -inf for a row without bound")?;
        check_numbers("b", &self.b, f64::is_finite, "a finite number")?;
        let shifted = self.a.into_iter().map(|(i, j, v)| (m1 + i, j, v));
        let row_lower: Vec<f64> = self.h.iter().chain(&self.b).copied().collect();
        let row_upper = (0..m1 + m2).map(|i| if i < m1 { f64::INFINITY } else { self.b[i - m1] }).collect();
        ProblemBuilder::new(m1 + m2, n)
            .objective(self.c)
            .triplets(self.g.into_iter().chain(shifted).collect())
            .row_bounds(row_lower, row_upper)
            .bounds(self.lower, self.upper)
            .build()
    }
}

fn check_numbers(
    field: &'static str,
    values: &[f64],
    good: impl Fn(f64) -> bool,
    expected: &'static str,
) -> Result<(), Error> {
    match values.iter().position(|v| !good(*v)) {
        Some(i) => Err(Error::BadNumber { field, index: Some(i), name: None, value: values[i], expected }),
        None => Ok(()),
    }
}
