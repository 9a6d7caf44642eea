//! Proofs that a problem is infeasible or unbounded.

use crate::problem::Problem;
use crate::text::escape_name;

/// Why a problem is infeasible or unbounded, checkable by hand.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Certificate {
    /// The lower bound of this row is above its upper bound.
    CrossedRow(usize),
    /// The lower bound of this variable is above its upper bound.
    CrossedColumn(usize),
    /// Multipliers of the rows (a dual ray): their combination cannot be satisfied within the variable bounds.
    DualRay(Vec<f64>),
    /// A direction (a primal ray) along which every feasible point stays feasible and the objective improves.
    PrimalRay(Vec<f64>),
}

impl Certificate {
    /// The certificate in words, with names.
    ///
    /// # Panics
    /// If the problem is another one, with fewer rows or columns.
    pub fn explain(&self, problem: &Problem) -> String {
        let row = |i: usize| {
            problem.row_name(i).map_or_else(|| format!("row {i}"), |n| format!("row '{}'", escape_name(n)))
        };
        let column = |j: usize| {
            problem
                .column_name(j)
                .map_or_else(|| format!("variable {j}"), |n| format!("variable '{}'", escape_name(n)))
        };
        let support =
            |v: &[f64]| v.iter().enumerate().filter(|e| *e.1 != 0.0).map(|e| e.0).collect::<Vec<_>>();
        match self {
            Certificate::CrossedRow(i) => format!(
                "{} has lower bound {} above upper bound {}",
                row(*i),
                problem.row_lower()[*i],
                problem.row_upper()[*i]
            ),
            Certificate::CrossedColumn(j) => format!(
                "{} has lower bound {} above upper bound {}",
                column(*j),
                problem.lower()[*j],
                problem.upper()[*j]
            ),
            Certificate::DualRay(y) => match support(y)[..] {
                [i] => format!("{} cannot be satisfied by any values within the variable bounds", row(i)),
                ref rows => format!("{} rows contradict each other and the variable bounds", rows.len()),
            },
            Certificate::PrimalRay(x) => match support(x)[..] {
                [j] => format!("{} can improve the objective without end", column(j)),
                ref columns => {
                    format!("{} variables together can improve the objective without end", columns.len())
                }
            },
        }
    }
}
