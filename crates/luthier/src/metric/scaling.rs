//! Scalings that stages multiply factors into, and the matrix as they make it look.

use crate::matrix::{Matrix, Team};

/// Sizes at or below this are taken as zero, and scale by 1.
const VANISHING: f64 = 1e-12;

/// A matrix K with accumulated scalings: K~ = D1 K D2.
pub(super) struct Scaling<'a> {
    pub(super) matrix: &'a Matrix,
    pub(super) d1: Vec<f64>,
    pub(super) d2: Vec<f64>,
}

impl<'a> Scaling<'a> {
    pub(super) fn none(matrix: &'a Matrix) -> Scaling<'a> {
        Scaling { matrix, d1: vec![1.0; matrix.rows()], d2: vec![1.0; matrix.columns()] }
    }

    /// |K_ij| D2_j of a row; all that is missing to |K~_ij| is D1_i.
    pub(super) fn row(&self, i: usize) -> impl Iterator<Item = f64> + '_ {
        self.matrix.row(i).map(|(j, v)| v.abs() * self.d2[j])
    }

    /// |K_ij| D1_i of a column; all that is missing to |K~_ij| is D2_j.
    pub(super) fn column(&self, j: usize) -> impl Iterator<Item = f64> + '_ {
        self.matrix.column(j).map(|(i, v)| v.abs() * self.d1[i])
    }

    /// |K~|_inf = max_i D1_i sum_j |K_ij| D2_j
    pub(super) fn row_sum(&self, team: &Team) -> f64 {
        team.largest(self.d1.len(), |i| self.d1[i] * self.row(i).sum::<f64>())
    }

    /// |K~|_1 = max_j D2_j sum_i |K_ij| D1_i
    pub(super) fn column_sum(&self, team: &Team) -> f64 {
        team.largest(self.d2.len(), |j| self.d2[j] * self.column(j).sum::<f64>())
    }

    /// A factor for every row.
    pub(super) fn row_factors(&self, team: &Team, factor: impl Fn(usize) -> f64 + Sync) -> Vec<f64> {
        factors(self.d1.len(), team, factor)
    }

    /// A factor for every column.
    pub(super) fn column_factors(&self, team: &Team, factor: impl Fn(usize) -> f64 + Sync) -> Vec<f64> {
        factors(self.d2.len(), team, factor)
    }

    pub(super) fn multiply_rows(&mut self, factors: &[f64]) {
        self.d1.iter_mut().zip(factors).for_each(|(d, f)| *d *= f);
    }

    pub(super) fn multiply_columns(&mut self, factors: &[f64]) {
        self.d2.iter_mut().zip(factors).for_each(|(d, f)| *d *= f);
    }
}

fn factors(count: usize, team: &Team, factor: impl Fn(usize) -> f64 + Sync) -> Vec<f64> {
    let mut factors = vec![0.0; count];
    team.fill(&mut factors, factor);
    factors
}

/// 1 / size, or 1 for a vanishing size
pub(super) fn inverse(size: f64) -> f64 {
    if size <= VANISHING { 1.0 } else { 1.0 / size }
}

/// size^(-1/2), or 1 for a vanishing size
pub(super) fn inverse_root(size: f64) -> f64 {
    if size <= VANISHING { 1.0 } else { 1.0 / size.sqrt() }
}

#[cfg(test)]
pub(super) mod tests {
    use super::Scaling;
    use crate::matrix::Matrix;
    use crate::problem::{Problem, ProblemBuilder};

    /// A problem with entries of very different sizes, an empty row and an empty column.
    pub(crate) fn rugged(seed: u64, rows: usize, columns: usize) -> Problem {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut entries = Vec::new();
        for i in 0..rows - 1 {
            for j in 0..columns - 1 {
                if i == j || unit() < 0.4 {
                    let sign = if unit() < 0.5 { -1.0 } else { 1.0 };
                    entries.push((i, j, sign * libm::exp(12.0 * unit() - 6.0)));
                }
            }
        }
        ProblemBuilder::new(rows, columns).triplets(entries).build().unwrap()
    }

    /// A copy with rows and columns in another order and other units.
    pub(crate) fn changed(
        matrix: &Matrix,
        row: impl Fn(usize) -> (usize, f64),
        column: impl Fn(usize) -> (usize, f64),
    ) -> Problem {
        let entry = |i: usize, (j, v): (usize, f64)| (row(i).0, column(j).0, row(i).1 * v * column(j).1);
        let entries = (0..matrix.rows()).flat_map(|i| matrix.row(i).map(move |e| (i, e)));
        let entries = entries.map(|(i, e)| entry(i, e)).collect();
        ProblemBuilder::new(matrix.rows(), matrix.columns()).triplets(entries).build().unwrap()
    }

    /// K~ in dense form.
    pub(crate) fn dense(scaling: &Scaling<'_>) -> Vec<Vec<f64>> {
        let mut k = vec![vec![0.0; scaling.d2.len()]; scaling.d1.len()];
        for (i, row) in k.iter_mut().enumerate() {
            scaling.matrix.row(i).for_each(|(j, v)| row[j] = scaling.d1[i] * v * scaling.d2[j]);
        }
        k
    }

    pub(crate) fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance * b.abs().max(a.abs()), "{a} is not {b}");
    }
}
