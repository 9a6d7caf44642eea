//! What a problem looks like: sizes, ranges, kinds of rows and variables.

use super::Problem;

/// Magnitudes of nonzero finite numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Smallest nonzero magnitude.
    pub smallest: f64,
    /// Largest magnitude.
    pub largest: f64,
}

impl Range {
    fn of(numbers: impl Iterator<Item = f64>) -> Option<Range> {
        numbers.map(f64::abs).filter(|v| *v > 0.0 && v.is_finite()).fold(None, |range: Option<Range>, v| {
            let r = range.unwrap_or(Range { smallest: v, largest: v });
            Some(Range { smallest: r.smallest.min(v), largest: r.largest.max(v) })
        })
    }
}

/// How many rows or variables have which pattern of bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoundKinds {
    /// No finite bound.
    pub free: usize,
    /// A lower bound only.
    pub lower: usize,
    /// An upper bound only.
    pub upper: usize,
    /// Two different finite bounds.
    pub boxed: usize,
    /// Equal bounds: an equation, or a fixed variable.
    pub fixed: usize,
}

impl BoundKinds {
    fn of(lower: &[f64], upper: &[f64]) -> BoundKinds {
        let mut kinds = BoundKinds::default();
        for (l, u) in lower.iter().zip(upper) {
            let kind = match (l.is_finite(), u.is_finite()) {
                (false, false) => &mut kinds.free,
                (true, false) => &mut kinds.lower,
                (false, true) => &mut kinds.upper,
                (true, true) if l == u => &mut kinds.fixed,
                (true, true) => &mut kinds.boxed,
            };
            *kind += 1;
        }
        kinds
    }
}

/// Sizes, ranges and kinds.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// Number of rows.
    pub rows: usize,
    /// Number of variables.
    pub columns: usize,
    /// Number of matrix entries.
    pub nonzeros: usize,
    /// Rows without entries.
    pub empty_rows: usize,
    /// Variables without entries.
    pub empty_columns: usize,
    /// Magnitudes in the matrix; `None` if it is empty.
    pub matrix: Option<Range>,
    /// Magnitudes of the objective; `None` if it is zero.
    pub objective: Option<Range>,
    /// Magnitudes of finite nonzero row bounds.
    pub right_hand_side: Option<Range>,
    /// Magnitudes of finite nonzero variable bounds.
    pub bounds: Option<Range>,
    /// Patterns of row bounds.
    pub row_kinds: BoundKinds,
    /// Patterns of variable bounds.
    pub column_kinds: BoundKinds,
}

impl Problem {
    /// Sizes, ranges and kinds of this problem.
    pub fn statistics(&self) -> Statistics {
        let matrix = &self.matrix;
        let pair = |a: &[f64], b: &[f64]| Range::of(a.iter().chain(b).copied());
        Statistics {
            rows: self.rows(),
            columns: self.columns(),
            nonzeros: matrix.nonzeros(),
            empty_rows: (0..self.rows()).filter(|&i| matrix.row(i).next().is_none()).count(),
            empty_columns: (0..self.columns()).filter(|&j| matrix.column(j).next().is_none()).count(),
            matrix: Range::of((0..self.rows()).flat_map(|i| matrix.row(i)).map(|e| e.1)),
            objective: Range::of(self.objective.iter().copied()),
            right_hand_side: pair(&self.row_lower, &self.row_upper),
            bounds: pair(&self.lower, &self.upper),
            row_kinds: BoundKinds::of(&self.row_lower, &self.row_upper),
            column_kinds: BoundKinds::of(&self.lower, &self.upper),
        }
    }
}
