//! A problem that was made smaller, and the way back.

use super::draft::Draft;
use super::record::{Growing, Kind, Record};
use super::reduction::{Ending, Summary};
use crate::error::Error;
use crate::matrix::Entries;
use crate::problem::{Problem, ProblemBuilder};

/// A smaller problem with the way back to the original.
#[derive(Debug)]
pub struct Presolved<'a> {
    original: &'a Problem,
    problem: Problem,
    /// The rows and columns of the original that are left.
    rows: Vec<usize>,
    columns: Vec<usize>,
    records: Vec<Box<dyn Record>>,
    summary: Summary,
}

impl<'a> Presolved<'a> {
    pub(super) fn new(original: &'a Problem, draft: Draft<'_>) -> Presolved<'a> {
        let ending = match (draft.contradiction, draft.stopped) {
            (true, _) => Ending::Contradiction,
            (_, true) => Ending::Stopped,
            _ => Ending::Done,
        };
        let (rows, columns) = (draft.all_rows(), draft.all_columns());
        let changed = draft.counts.iter().any(|count| *count > 0);
        let built = if ending == Ending::Done && changed {
            // A number that became too large makes the problem be left as it was.
            reduced(original, &draft, &rows, &columns).ok()
        } else {
            None
        };
        let Some(problem) = built else { return Presolved::unchanged(original, ending) };
        let summary = Summary {
            ending,
            rows: (original.rows(), problem.rows()),
            columns: (original.columns(), problem.columns()),
            nonzeros: (original.matrix().nonzeros(), problem.matrix().nonzeros()),
            counts: draft.counts,
        };
        Presolved { original, problem, rows, columns, records: draft.records, summary }
    }

    fn unchanged(original: &'a Problem, ending: Ending) -> Presolved<'a> {
        let (rows, columns) = (original.rows(), original.columns());
        let nonzeros = original.matrix().nonzeros();
        Presolved {
            original,
            problem: original.clone(),
            rows: (0..rows).collect(),
            columns: (0..columns).collect(),
            records: Vec::new(),
            summary: Summary {
                ending,
                rows: (rows, rows),
                columns: (columns, columns),
                nonzeros: (nonzeros, nonzeros),
                counts: Default::default(),
            },
        }
    }

    /// The smaller problem; the original one if nothing could be done. It has no names.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What was done.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// From values and multipliers of the smaller problem to those of the original one, both in the user's sense. An optimal
    /// point becomes an optimal point, but for rounding; reduced costs are c - K'y as always.
    pub fn restore(&self, x: &[f64], y: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        check(&self.problem, Some(x), Some(y))?;
        let Growing { x, y, .. } = self.grow(Kind::Point, x, y);
        Ok((x, y))
    }

    /// The same with multipliers of the minimisation, as runs have them.
    pub(crate) fn restore_for_minimisation(
        &self,
        x: &[f64],
        y: &[f64],
    ) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let sign = self.original.sense().sign();
        let turned = |y: &[f64]| y.iter().map(|y| sign * y + 0.0).collect::<Vec<f64>>();
        let (x, y) = self.restore(x, &turned(y))?;
        Ok((x, turned(&y)))
    }

    /// From multipliers that prove that the smaller problem is infeasible to such of the original one. They need not prove
    /// it there: where a variable was put at a bound for its cost, the original may be feasible, but unbounded.
    pub fn restore_dual_ray(&self, y: &[f64]) -> Result<Vec<f64>, Error> {
        check(&self.problem, None, Some(y))?;
        Ok(self.grow(Kind::DualRay, &vec![0.0; self.columns.len()], y).y)
    }

    /// From a direction of the smaller problem to one of the original problem.
    pub fn restore_primal_ray(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        check(&self.problem, Some(x), None)?;
        Ok(self.grow(Kind::PrimalRay, x, &vec![0.0; self.rows.len()]).x)
    }

    /// From values and multipliers of the original problem to those of the smaller one, to start from.
    pub fn push(&self, x: &[f64], y: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        check(self.original, Some(x), Some(y))?;
        let sign = self.original.sense().sign();
        let (mut x, mut y): (Vec<f64>, Vec<f64>) = (x.to_vec(), y.iter().map(|y| sign * y).collect());
        self.records.iter().for_each(|record| record.push(&mut x, &mut y));
        let x = self.columns.iter().map(|j| x[*j]).collect();
        Ok((x, self.rows.iter().map(|i| sign * y[*i] + 0.0).collect()))
    }

    /// Undoes all records, the last one first. The result is in the user's sense.
    fn grow(&self, kind: Kind, x: &[f64], y: &[f64]) -> Growing {
        let p = self.original;
        // The signs of a dual ray are those of the bounds that its entries belong to, in either sense.
        let sign = if kind == Kind::DualRay { 1.0 } else { p.sense().sign() };
        let zeros = |count: usize| vec![0.0; count];
        let mut point = Growing { kind, x: zeros(p.columns()), y: zeros(p.rows()), z: zeros(p.columns()) };
        for (k, (i, y)) in self.rows.iter().zip(y).enumerate() {
            // A multiplier of an infinite bound, be it tiny, could become a reduced cost of a bound far away.
            point.y[*i] = allowed(&self.problem, k, sign * y);
        }
        for (k, j) in self.columns.iter().enumerate() {
            point.x[*j] = x[k];
            let start = point.cost(sign * self.problem.objective()[k]);
            point.z[*j] =
                self.problem.matrix().column(k).fold(start, |z, (i, a)| z - a * point.y[self.rows[i]]);
        }
        self.records.iter().rev().for_each(|record| record.restore(&mut point));
        self.settle(&mut point);
        point.y.iter_mut().for_each(|y| *y = sign * *y + 0.0);
        point
    }

    /// Moves what rounding left outside of its bounds.
    fn settle(&self, point: &mut Growing) {
        let p = self.original;
        for (j, x) in point.x.iter_mut().enumerate() {
            let (mut lower, mut upper) = (p.lower()[j], p.upper()[j]);
            if point.kind == Kind::PrimalRay {
                (lower, upper) = (
                    if lower.is_finite() { 0.0 } else { lower },
                    if upper.is_finite() { 0.0 } else { upper },
                );
            }
            *x = x.max(lower).min(upper) + 0.0;
        }
        point.y.iter_mut().enumerate().for_each(|(i, y)| *y = allowed(p, i, *y));
    }
}

/// A multiplier of the minimisation, if the bound that its sign belongs to is finite, or zero.
fn allowed(problem: &Problem, i: usize, y: f64) -> f64 {
    let bound = if y > 0.0 { problem.row_lower()[i] } else { problem.row_upper()[i] };
    if bound.is_finite() { y } else { 0.0 }
}

fn check(problem: &Problem, x: Option<&[f64]>, y: Option<&[f64]>) -> Result<(), Error> {
    let parts =
        [("x", x, problem.columns(), "one for each variable"), ("y", y, problem.rows(), "one for each row")];
    for (argument, values, expected, reason) in parts {
        if let Some(got) = values.map(<[f64]>::len).filter(|got| *got != expected) {
            return Err(Error::Length { argument, got, expected, reason });
        }
    }
    Ok(())
}

/// The problem that is left.
fn reduced(
    original: &Problem,
    draft: &Draft<'_>,
    rows: &[usize],
    columns: &[usize],
) -> Result<Problem, Error> {
    let sign = original.sense().sign();
    let mut number = vec![usize::MAX; original.columns()];
    columns.iter().enumerate().for_each(|(k, j)| number[*j] = k);
    let (mut starts, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
    for i in rows {
        for (j, a) in draft.row(*i) {
            indices.push(number[j]);
            values.push(a);
        }
        starts.push(values.len());
    }
    let pick = |from: &[f64], which: &[usize]| which.iter().map(|k| from[*k]).collect::<Vec<f64>>();
    ProblemBuilder::new(rows.len(), columns.len())
        .name(original.name())
        .sense(original.sense())
        .objective(columns.iter().map(|j| sign * draft.cost[*j] + 0.0).collect())
        .offset(sign * draft.offset)
        .entries(Entries::Csr { starts, indices, values })
        .row_bounds(pick(&draft.row_lower, rows), pick(&draft.row_upper, rows))
        .bounds(pick(&draft.lower, columns), pick(&draft.upper, columns))
        // What is finite stays so.
        .infinity(f64::INFINITY)
        .build()
}
