//! Proofs that a problem is infeasible or unbounded.

use crate::problem::Problem;
use crate::text::shown;

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
    /// A direction (a primal ray) along which every feasible point stays feasible, up to rounding, and the objective improves.
    PrimalRay(Vec<f64>),
}

/// How many rows or variables are named.
const NAMED: usize = 4;

impl Certificate {
    /// The certificate in words, with names.
    pub fn explain(&self, problem: &Problem) -> String {
        let row = |i: usize| format!("'{}'", shown(&problem.row_label(i)));
        let column = |j: usize| format!("'{}'", shown(&problem.column_label(j)));
        match self {
            Certificate::CrossedRow(i) => {
                format!("row {} {}", row(*i), crossed(*i, problem.row_lower(), problem.row_upper()))
            }
            Certificate::CrossedColumn(j) => {
                format!("variable {} {}", column(*j), crossed(*j, problem.lower(), problem.upper()))
            }
            Certificate::DualRay(y) => match support(y)[..] {
                [i] => format!("row {} cannot be satisfied by any values within the variable bounds", row(i)),
                ref rows => {
                    format!("rows {} contradict each other and the variable bounds", list(rows, row))
                }
            },
            Certificate::PrimalRay(x) => match support(x)[..] {
                [j] => format!("variable {} can improve the objective without end", column(j)),
                ref columns => {
                    format!(
                        "variables {} together can improve the objective without end",
                        list(columns, column)
                    )
                }
            },
        }
    }
}

fn crossed(index: usize, lower: &[f64], upper: &[f64]) -> String {
    match (lower.get(index), upper.get(index)) {
        (Some(lower), Some(upper)) => format!("has lower bound {lower} above upper bound {upper}"),
        _ => "is none of this problem".to_owned(),
    }
}

/// Where a vector is not zero but for rounding, the largest magnitude first.
fn support(v: &[f64]) -> Vec<usize> {
    let largest = v.iter().fold(0.0f64, |a, v| a.max(v.abs()));
    let mut places: Vec<usize> = (0..v.len()).filter(|k| v[*k].abs() > 1e-9 * largest).collect();
    places.sort_by(|a, b| v[*b].abs().total_cmp(&v[*a].abs()));
    places
}

/// The names of the first few, and how many more there are.
fn list(places: &[usize], name: impl Fn(usize) -> String) -> String {
    let shown = if places.len() <= NAMED + 1 { places.len() } else { NAMED };
    let names: Vec<String> = places[..shown].iter().map(|k| name(*k)).collect();
    match (places.len() - shown, names.split_last()) {
        (0, Some((last, others))) => format!("{} and {last}", others.join(", ")),
        (more, _) => format!("{} and {more} more", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ProblemBuilder;

    #[test]
    fn the_most_important_rows_are_named() {
        let problem = ProblemBuilder::new(8, 1).build().unwrap();
        let words = |y: &[f64]| Certificate::DualRay(y.to_vec()).explain(&problem);
        assert!(words(&[0.0, -2.0, 0.0, 1.0]).starts_with("rows 'R2' and 'R4' contradict"));
        let many = [1.0, 2.0, 3.0, 4.0, -5.0, 6.0, 0.0, 7.0];
        assert!(words(&many).starts_with("rows 'R8', 'R6', 'R5', 'R4' and 3 more contradict"));
        assert_eq!(Certificate::CrossedRow(99).explain(&problem), "row 'R100' is none of this problem");
    }
}
