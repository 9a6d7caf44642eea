//! Curtis-Reid scaling: magnitudes as close to 1 as they can be, in least squares of their logarithms.

use super::scaling::Scaling;
use crate::matrix::Matrix;

/// A fall of the squared error by this much is all that f64 can give.
const ENOUGH: f64 = 1e-28;

/// Logarithms of factors are cut off here, so that their squares cannot overflow.
const LARGEST: f64 = 230.0;

/// Multiplies in the factors exp(r_i), exp(s_j) that some steps of conjugate gradients find. `None` if `stop` became true.
pub(super) fn scale(scaling: &mut Scaling<'_>, steps: u64, stop: &mut dyn FnMut() -> bool) -> Option<()> {
    if steps == 0 {
        return Some(());
    }
    let fit = Fit::new(scaling);
    let r = fit.solve(steps, stop)?;
    let s = fit.columns(&r, &fit.column_sums);
    // Numbers that overflowed say nothing.
    let factor = |v: &f64| if v.is_finite() { libm::exp(v.clamp(-LARGEST, LARGEST)) } else { 1.0 };
    scaling.multiply_rows(&r.iter().map(factor).collect::<Vec<_>>());
    scaling.multiply_columns(&s.iter().map(factor).collect::<Vec<_>>());
    Some(())
}

/// minimise sum_ij (log|K~_ij| + r_i + s_j)^2 over the entries of the matrix
///
/// For given r the best s is known, s = -N^-1 (t + E'r), which leaves the equations of r alone,
///
/// (M - E N^-1 E') r = E N^-1 t - u
///
/// E: the pattern of K as zeros and ones    M, N: entries of each row and column    u, t: their sums of logarithms
struct Fit<'a> {
    matrix: &'a Matrix,
    row_counts: Vec<f64>,
    column_counts: Vec<f64>,
    row_sums: Vec<f64>,
    column_sums: Vec<f64>,
}

impl<'a> Fit<'a> {
    fn new(scaling: &Scaling<'a>) -> Fit<'a> {
        let logarithms = |d: f64, magnitudes: &mut dyn Iterator<Item = f64>| {
            magnitudes.fold((0.0, 0.0), |(count, sum), v| (count + 1.0, sum + libm::log(d * v)))
        };
        let rows = (0..scaling.d1.len()).map(|i| logarithms(scaling.d1[i], &mut scaling.row(i)));
        let columns = (0..scaling.d2.len()).map(|j| logarithms(scaling.d2[j], &mut scaling.column(j)));
        let (row_counts, row_sums) = rows.unzip();
        let (column_counts, column_sums) = columns.unzip();
        Fit { matrix: scaling.matrix, row_counts, column_counts, row_sums, column_sums }
    }

    /// -N^-1 (t + E'r)
    fn columns(&self, r: &[f64], t: &[f64]) -> Vec<f64> {
        let sum = |j: usize| t[j] + self.matrix.column(j).map(|(i, _)| r[i]).sum::<f64>();
        (0..t.len()).map(|j| -over(sum(j), self.column_counts[j])).collect()
    }

    /// u + M r + E s, with the best s for these r and t: half the gradient by r
    fn gradient(&self, r: &[f64], u: &[f64], t: &[f64]) -> Vec<f64> {
        let s = self.columns(r, t);
        let sum = |i: usize| self.matrix.row(i).map(|(j, _)| s[j]).sum::<f64>();
        (0..r.len()).map(|i| u[i] + self.row_counts[i] * r[i] + sum(i)).collect()
    }

    /// Conjugate gradients with the preconditioner M, from zero.
    fn solve(&self, steps: u64, stop: &mut dyn FnMut() -> bool) -> Option<Vec<f64>> {
        let (zero_rows, zero_columns) = (vec![0.0; self.row_sums.len()], vec![0.0; self.column_sums.len()]);
        let preconditioned = |g: &[f64]| -> Vec<f64> {
            g.iter().zip(&self.row_counts).map(|(g, count)| over(*g, *count)).collect()
        };
        let mut r = zero_rows.clone();
        let mut gradient = self.gradient(&r, &self.row_sums, &self.column_sums);
        let mut direction = zero_rows.clone();
        let (mut error, mut enough) = (0.0, 0.0);
        for step in 0..steps {
            if stop() {
                return None;
            }
            let z = preconditioned(&gradient);
            let last = std::mem::replace(&mut error, dot(&gradient, &z));
            if step == 0 {
                enough = ENOUGH * error;
            }
            let beta = if step == 0 { 0.0 } else { error / last };
            direction.iter_mut().zip(&z).for_each(|(p, z)| *p = beta * *p - z);
            let image = self.gradient(&direction, &zero_rows, &zero_columns);
            let curvature = dot(&direction, &image);
            if !(error > enough && curvature > 0.0) {
                break;
            }
            let length = error / curvature;
            r.iter_mut().zip(&direction).for_each(|(r, p)| *r += length * p);
            gradient.iter_mut().zip(&image).for_each(|(g, q)| *g += length * q);
        }
        Some(r)
    }
}

/// sum / count, 0 where there is nothing
fn over(sum: f64, count: f64) -> f64 {
    if count > 0.0 { sum / count } else { 0.0 }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::super::scaling::tests::{changed, close, dense, rugged};
    use super::*;

    fn scaled(matrix: &Matrix, steps: u64) -> Scaling<'_> {
        let mut scaling = Scaling::none(matrix);
        scale(&mut scaling, steps, &mut || false).unwrap();
        scaling
    }

    /// sum_ij (log|K~_ij|)^2
    fn squares(k: &[Vec<f64>]) -> f64 {
        k.iter().flatten().filter(|v| **v != 0.0).map(|v| v.abs().ln().powi(2)).sum()
    }

    /// The least sum of squares: the normal equations of r and s together, by elimination. A little on the diagonal holds
    /// what is not determined (a shift from r to s, empty rows and columns) at zero.
    fn least(k: &[Vec<f64>]) -> f64 {
        let (m, n) = (k.len(), k[0].len());
        let size = m + n;
        let mut a = vec![vec![0.0; size + 1]; size];
        (0..size).for_each(|p| a[p][p] = 1e-10);
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| k[*i][*j] != 0.0) {
            for (p, q) in [(i, m + j), (m + j, i)] {
                a[p][p] += 1.0;
                a[p][q] += 1.0;
                a[p][size] -= k[i][j].abs().ln();
            }
        }
        for p in 0..size {
            for row in (0..size).filter(|row| *row != p) {
                let factor = a[row][p] / a[p][p];
                (p..=size).for_each(|q| a[row][q] -= factor * a[p][q]);
            }
        }
        let z = |p: usize| a[p][size] / a[p][p];
        let scaled = |i: usize, j: usize| k[i][j] * (z(i) + z(m + j)).exp();
        squares(&(0..m).map(|i| (0..n).map(|j| scaled(i, j)).collect()).collect::<Vec<_>>())
    }

    #[test]
    fn twenty_steps_find_the_least_squares() {
        for seed in 0..20 {
            let problem = rugged(seed, 5 + seed as usize % 4, 9);
            let before = dense(&Scaling::none(problem.matrix()));
            let after = squares(&dense(&scaled(problem.matrix(), 20)));
            let (least, before) = (least(&before), squares(&before));
            assert!((after - least).abs() <= 1e-6 * before, "{after} is not {least}");
            assert!(after < 0.8 * before, "{after} of {before}");
        }
    }

    #[test]
    fn steps_never_lead_up() {
        for seed in 0..20 {
            let problem = rugged(seed, 8, 8);
            let errors: Vec<_> = (0..9).map(|n| squares(&dense(&scaled(problem.matrix(), n)))).collect();
            assert!(errors.windows(2).all(|pair| pair[1] <= pair[0] * (1.0 + 1e-12)), "{errors:?}");
        }
    }

    #[test]
    fn order_and_units_drop_out() {
        for seed in 0..20 {
            let problem = rugged(seed, 7, 9);
            let row = |i: usize| (6 - i, 2f64.powi((i as i32 * 5) % 11 - 5));
            let column = |j: usize| ((j * 4) % 9, 2f64.powi((j as i32 * 3) % 7 - 3));
            let other = changed(problem.matrix(), row, column);
            let here = dense(&scaled(problem.matrix(), 40));
            let there = dense(&scaled(other.matrix(), 40));
            for (i, j) in (0..7).flat_map(|i| (0..9).map(move |j| (i, j))) {
                close(here[i][j], there[row(i).0][column(j).0], 1e-6);
            }
        }
    }

    #[test]
    fn it_starts_from_the_scaling_that_is_there() {
        let problem = rugged(3, 6, 6);
        let mut scaling = scaled(problem.matrix(), 30);
        let before = (scaling.d1.clone(), scaling.d2.clone());
        scale(&mut scaling, 30, &mut || false).unwrap();
        scaling.d1.iter().zip(&before.0).for_each(|(a, b)| close(*a, *b, 1e-9));
        scaling.d2.iter().zip(&before.1).for_each(|(a, b)| close(*a, *b, 1e-9));
    }

    #[test]
    fn entries_at_the_ends_of_what_numbers_can_hold() {
        use crate::problem::ProblemBuilder;
        let entries = vec![(0, 0, 1e-300), (0, 1, 1e49), (1, 1, 1e-300)];
        let problem = ProblemBuilder::new(2, 2).triplets(entries).build().unwrap();
        let scaling = scaled(problem.matrix(), 20);
        assert!(scaling.d1.iter().chain(&scaling.d2).all(|d| *d > 0.0 && (d * d).is_finite()));
    }

    #[test]
    fn it_stops_when_told() {
        let problem = rugged(1, 5, 5);
        assert_eq!(scale(&mut Scaling::none(problem.matrix()), 0, &mut || true), Some(()));
        assert_eq!(scale(&mut Scaling::none(problem.matrix()), 1, &mut || true), None);
    }
}
