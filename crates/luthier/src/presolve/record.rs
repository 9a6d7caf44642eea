//! What a reduction leaves behind, so that it can be undone.

use std::fmt::Debug;

/// What is carried through the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A point with its multipliers.
    Point,
    /// Multipliers that prove infeasibility: the same rules without costs.
    DualRay,
    /// A direction: the same rules with all finite numbers zero.
    PrimalRay,
}

/// A point of a problem that grows back, for minimisation, in the numbering of the original problem. At every stage z = c - K'y
/// for the variables of that stage; rows that are not there yet have y = 0.
#[derive(Clone, Debug)]
pub(super) struct Growing {
    pub kind: Kind,
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    pub z: Vec<f64>,
}

impl Growing {
    /// A cost, as far as it counts here.
    pub fn cost(&self, c: f64) -> f64 {
        if self.kind == Kind::Point { c } else { 0.0 }
    }

    /// A bound or a value, as far as it counts here.
    pub fn level(&self, v: f64) -> f64 {
        if self.kind == Kind::PrimalRay && v.is_finite() { 0.0 } else { v }
    }

    /// c - a'y of a column.
    pub fn reduced_cost(&self, c: f64, column: &[(usize, f64)]) -> f64 {
        column.iter().fold(self.cost(c), |z, (i, a)| z - a * self.y[*i])
    }

    /// a'x of a row.
    pub fn activity(&self, row: &[(usize, f64)]) -> f64 {
        row.iter().map(|(j, a)| a * self.x[*j]).sum()
    }
}

/// How one reduction is undone, and how a point goes through it.
pub(super) trait Record: Debug + Send + Sync {
    /// From a point after the reduction to one before it: optimal if the former is.
    fn restore(&self, point: &mut Growing);

    /// From a point before the reduction to one after it, for starts. What is gone stays where it is.
    fn push(&self, x: &mut [f64], y: &mut [f64]) {
        let _ = (x, y);
    }
}
