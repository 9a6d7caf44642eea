//! Changes of a problem.

use super::{Problem, Warning};
use crate::error::Error;
use std::sync::Arc;

/// What is to be changed about a [`Problem`]: any part as a whole, or single numbers by their index. Single numbers count over
/// the whole, and of several for one place the last one counts.
///
/// ```
/// use luthier::{ProblemBuilder, Update};
/// let problem = ProblemBuilder::new(1, 2)
///     .objective(vec![1.0, 2.0])
///     .triplets(vec![(0, 0, 1.0), (0, 1, 1.0)])
///     .row_bounds(vec![3.0], vec![f64::INFINITY])
///     .build()?;
/// let tomorrow = problem.updated(&Update::new().row(0, 4.0, f64::INFINITY).cost(1, 0.5))?;
/// assert_eq!((tomorrow.row_lower(), tomorrow.objective()), (&[4.0][..], &[1.0, 0.5][..]));
/// assert!(problem.updated(&Update::new().cost(2, 1.0)).is_err());
/// # Ok::<(), luthier::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Update {
    objective: Option<Vec<f64>>,
    costs: Vec<(usize, f64)>,
    offset: Option<f64>,
    row_bounds: Option<(Vec<f64>, Vec<f64>)>,
    rows: Vec<(usize, f64, f64)>,
    bounds: Option<(Vec<f64>, Vec<f64>)>,
    variables: Vec<(usize, f64, f64)>,
    coefficients: Vec<(usize, usize, f64)>,
}

impl Update {
    /// No change.
    pub fn new() -> Update {
        Update::default()
    }

    /// All objective coefficients.
    pub fn objective(mut self, objective: Vec<f64>) -> Update {
        self.objective = Some(objective);
        self
    }

    /// The objective coefficient of variable `j`.
    pub fn cost(mut self, j: usize, value: f64) -> Update {
        self.costs.push((j, value));
        self
    }

    /// The objective constant.
    pub fn offset(mut self, offset: f64) -> Update {
        self.offset = Some(offset);
        self
    }

    /// The bounds of all rows.
    pub fn row_bounds(mut self, lower: Vec<f64>, upper: Vec<f64>) -> Update {
        self.row_bounds = Some((lower, upper));
        self
    }

    /// The bounds of row `i`.
    pub fn row(mut self, i: usize, lower: f64, upper: f64) -> Update {
        self.rows.push((i, lower, upper));
        self
    }

    /// The bounds of all variables.
    pub fn bounds(mut self, lower: Vec<f64>, upper: Vec<f64>) -> Update {
        self.bounds = Some((lower, upper));
        self
    }

    /// The bounds of variable `j`.
    pub fn variable(mut self, j: usize, lower: f64, upper: f64) -> Update {
        self.variables.push((j, lower, upper));
        self
    }

    /// The matrix entry of row `i` and variable `j`; zero takes it out.
    pub fn coefficient(mut self, i: usize, j: usize, value: f64) -> Update {
        self.coefficients.push((i, j, value));
        self
    }

    /// Matrix entries as (row, variable, value).
    pub fn coefficients(mut self, entries: impl IntoIterator<Item = (usize, usize, f64)>) -> Update {
        self.coefficients.extend(entries);
        self
    }
}

impl Problem {
    /// This problem with some changes, validated like one that is built. It shares the matrix as long as no entry is changed.
    pub fn updated(&self, update: &Update) -> Result<Problem, Error> {
        let (rows, columns) = (("row", self.rows()), ("variable", self.columns()));
        let costs = update.costs.iter().map(|(j, value)| (*j, [*value]));
        let objective = changed([update.objective.as_deref().unwrap_or(&self.objective)], costs, columns)?;
        let row_bounds = pair(&update.row_bounds, [&self.row_lower, &self.row_upper]);
        let row_bounds = changed(row_bounds, update.rows.iter().map(|(i, l, u)| (*i, [*l, *u])), rows)?;
        let bounds = pair(&update.bounds, [&self.lower, &self.upper]);
        let bounds = changed(bounds, update.variables.iter().map(|(j, l, u)| (*j, [*l, *u])), columns)?;
        let ([objective], [row_lower, row_upper], [lower, upper]) = (objective, row_bounds, bounds);
        let mut builder = self
            .with_data()
            .objective(objective)
            .offset(update.offset.unwrap_or(self.offset))
            .row_bounds(row_lower, row_upper)
            .bounds(lower, upper);
        if update.coefficients.is_empty() {
            return builder.build();
        }
        let (matrix, subnormal) = self.matrix.changed(&update.coefficients)?;
        builder = builder.changed_matrix(Arc::new(matrix));
        let mut problem = builder.build()?;
        if subnormal > 0 {
            problem.warnings.push(Warning::SubnormalDropped { field: "matrix", count: subnormal });
        }
        Ok(problem)
    }
}

fn pair<'a>(whole: &'a Option<(Vec<f64>, Vec<f64>)>, own: [&'a Vec<f64>; 2]) -> [&'a [f64]; 2] {
    whole.as_ref().map_or(own.map(|v| &v[..]), |(lower, upper)| [lower, upper])
}

/// Vectors with single numbers put in. Where a vector has the wrong length, that is left to the builder to tell.
fn changed<const N: usize>(
    vectors: [&[f64]; N],
    changes: impl Iterator<Item = (usize, [f64; N])>,
    (field, count): (&'static str, usize),
) -> Result<[Vec<f64>; N], Error> {
    let mut vectors = vectors.map(<[f64]>::to_vec);
    for (index, values) in changes {
        if index >= count {
            return Err(Error::NoSuchIndex { field, index, count });
        }
        let places = vectors.iter_mut().filter_map(|vector| vector.get_mut(index));
        places.zip(values).for_each(|(place, value)| *place = value);
    }
    Ok(vectors)
}
