//! The sizes that the theorems speak of, from problems and from records of them.

use super::case::Sizes;
use crate::error::Error;
use crate::store::InstanceRow;
use luthier::Problem;
use luthier_families::Family;
use serde::Serialize;

/// The distributions of the paper's experiments, as families.
pub const PAPER: [&str; 6] = [
    "transportation:30x45",
    "transportation:60x90",
    "decay-decay:100x1000",
    "decay-decay:200x2000",
    "multipaths:90x2000",
    "qap15",
];

/// What the theorems need to know about problems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// What was measured.
    pub name: String,
    /// The largest sizes.
    pub sizes: Sizes,
    /// A bound on |K|_2, if one is known.
    pub operator_norm: Option<f64>,
    /// How the numbers were found, and what they leave open.
    pub note: String,
}

/// A problem in the paper's form: a row with two different bounds becomes two, a row without any none. The norm is bounded
/// by sqrt(|K|_1 |K|_inf), which, unlike what a power method finds, is never too small.
pub fn of_problem(name: impl Into<String>, problem: &Problem) -> Measured {
    let s = problem.statistics();
    let (rows, columns) = (&s.row_kinds, &s.column_kinds);
    let both = columns.boxed + columns.fixed;
    let sizes = Sizes {
        variables: s.columns as u64,
        inequalities: (rows.lower + rows.upper + 2 * rows.boxed) as u64,
        equalities: rows.fixed as u64,
        lower: (columns.lower + both) as u64,
        upper: (columns.upper + both) as u64,
    };
    let norm = norm_bound(problem);
    Measured {
        name: name.into(),
        sizes,
        operator_norm: (norm > 0.0).then_some(norm),
        note: "sizes of the paper's form (a two-sided row counts twice); |K|_2 bounded by sqrt(|K|_1 |K|_inf) of its \
               matrix, before scaling"
            .to_owned(),
    }
}

/// sqrt(|K|_1 |K|_inf) of the paper's form.
fn norm_bound(problem: &Problem) -> f64 {
    let matrix = problem.matrix();
    let copies = |i: usize| match (problem.row_lower()[i], problem.row_upper()[i]) {
        (l, u) if l == u => 1.0,
        (l, u) => f64::from(u8::from(l.is_finite()) + u8::from(u.is_finite())),
    };
    let row = |i: usize| if copies(i) > 0.0 { matrix.row(i).map(|(_, v)| v.abs()).sum() } else { 0.0 };
    let column = |j: usize| matrix.column(j).map(|(i, v)| copies(i) * v.abs()).sum();
    let largest_row = (0..problem.rows()).map(row).fold(0.0, f64::max);
    let largest_column = (0..problem.columns()).map(column).fold(0.0, f64::max);
    // Roots first: the product could overflow.
    libm::sqrt(largest_row) * libm::sqrt(largest_column)
}

/// The instances of a study, of which only rows and columns are recorded: every row may be two inequalities or an
/// equation, and every variable may have both bounds. None: there are no instances.
pub fn of_rows(name: impl Into<String>, rows: &[InstanceRow]) -> Option<Measured> {
    let each = rows.iter().map(|row| Sizes {
        variables: row.columns,
        inequalities: row.rows.saturating_mul(2),
        equalities: 0,
        lower: row.columns,
        upper: row.columns,
    });
    Some(Measured {
        name: name.into(),
        sizes: each.reduce(Sizes::largest)?,
        operator_norm: None,
        note: "a study records rows and columns: bounded by m1 = 2 rows, m2 = 0, L = U = n".to_owned(),
    })
}

/// The first instance of each distribution of the paper.
pub fn of_paper() -> Result<Vec<Measured>, Error> {
    let measure = |name: &&str| {
        let problem = Family::parse(name)?.instance(0, 0)?;
        let measured = of_problem(*name, &problem);
        Ok(Measured { note: format!("the first instance; {}", measured.note), ..measured })
    };
    PAPER.iter().map(measure).collect()
}
