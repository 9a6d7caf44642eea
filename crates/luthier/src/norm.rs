//! The norm of the scaled matrix, |K~|_2 = |D1 K D2|_2, by the power method on K itself with the metrics of the run.

use crate::matrix::{Lanes, Matrix, Team};
use crate::metric::Metric;
use crate::params::Parameters;

/// When the power method ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PowerRule {
    tolerance: f64,
    limit: u64,
}

impl PowerRule {
    /// The rule of a run, which makes no more steps than its limit on matrix passes allows.
    pub(crate) fn new(parameters: &Parameters) -> PowerRule {
        let passes = parameters.matrix_pass_limit.unwrap_or(u64::MAX);
        PowerRule { tolerance: parameters.norm_tolerance, limit: parameters.norm_limit.min(passes) }
    }
}

/// Rules are equal only if they give the same bits.
impl PartialEq for PowerRule {
    fn eq(&self, other: &PowerRule) -> bool {
        (self.tolerance.to_bits(), self.limit) == (other.tolerance.to_bits(), other.limit)
    }
}

/// What is known about |K~|_2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NormEstimate {
    /// The estimate. But for rounding it is never too large.
    pub value: f64,
    /// What the norm certainly does not exceed.
    pub bound: f64,
    /// Steps that the estimate took, each a product with K and one with its transpose.
    pub steps: u64,
}

impl NormEstimate {
    /// Estimates the norm. `None` if `stop` became true on the way.
    pub(crate) fn compute(
        matrix: &Matrix,
        metric: &Metric,
        rule: PowerRule,
        team: &Team,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<NormEstimate> {
        let bound = bound(matrix, metric, team);
        let mut power = Power::new(matrix, metric, team);
        let (mut steps, mut square) = (0, 0.0);
        while steps < rule.limit {
            if stop() {
                return None;
            }
            let (estimate, residual) = power.step();
            (steps, square) = (steps + 1, estimate);
            // Also where numbers vanished or overflowed.
            if !(residual > rule.tolerance * estimate && residual.is_finite()) {
                break;
            }
        }
        let usable = square > 0.0 && square.is_finite();
        let value = if usable { square.sqrt().min(bound) } else { bound };
        Some(NormEstimate { value, bound, steps })
    }

    /// Without an estimate: what the norm does not exceed, for a run that is told its step size.
    pub(crate) fn bound_only(matrix: &Matrix, metric: &Metric, team: &Team) -> NormEstimate {
        let bound = bound(matrix, metric, team);
        NormEstimate { value: bound, bound, steps: 0 }
    }
}

/// sqrt(|K~|_1 |K~|_inf) >= |K~|_2, and 1 where that says nothing
fn bound(matrix: &Matrix, metric: &Metric, team: &Team) -> f64 {
    let (d1, d2) = (|i: usize| metric.rows[i].sqrt(), |j: usize| metric.columns[j].sqrt());
    let row = |i: usize| d1(i) * matrix.row(i).map(|(j, v)| v.abs() * d2(j)).sum::<f64>();
    let column = |j: usize| d2(j) * matrix.column(j).map(|(i, v)| v.abs() * d1(i)).sum::<f64>();
    let rows = team.largest(matrix.rows(), row);
    let columns = team.largest(matrix.columns(), column);
    let bound = rows.sqrt() * columns.sqrt();
    if bound > 0.0 && bound.is_finite() { bound } else { 1.0 }
}

/// The power method on K~'K~. With x = D2 v in the place of v, v' = K~'K~ v is x' = T K'S K x, and |v| is |x|_{1/T}.
struct Power<'a> {
    matrix: &'a Matrix,
    metric: &'a Metric,
    team: &'a Team,
    x: Lanes,
    kx: Lanes,
    next: Lanes,
}

impl<'a> Power<'a> {
    fn new(matrix: &'a Matrix, metric: &'a Metric, team: &'a Team) -> Power<'a> {
        let (row, column) = (Lanes::zeros(matrix.rows(), 1), Lanes::zeros(matrix.columns(), 1));
        let mut power = Power { matrix, metric, team, x: column.clone(), kx: row, next: column };
        for ((j, x), t) in power.x.flat_mut().iter_mut().enumerate().zip(&metric.columns) {
            *x = start(j) * t.sqrt();
        }
        let length = power.length();
        power.x.flat_mut().iter_mut().for_each(|x| *x /= length);
        power
    }

    /// |x|_{1/T}
    fn length(&self) -> f64 {
        let terms = self.x.flat().iter().zip(&self.metric.columns);
        terms.map(|(x, t)| x * x / t).sum::<f64>().sqrt()
    }

    /// For |x|_{1/T} = 1: the estimate of |K~|_2^2, and how far x is from being a singular vector,
    /// square = |K x|_S^2    residual = |x' - square x|_{1/T}
    /// and x' of length 1 in the place of x.
    fn step(&mut self) -> (f64, f64) {
        let Metric { rows, columns, .. } = self.metric;
        self.matrix.multiply(self.team, &self.x, &mut self.kx);
        let square: f64 = self.kx.flat().iter().zip(rows).map(|(u, s)| s * u * u).sum();
        self.team.change(&mut self.kx.flat_mut()[..rows.len()], |i, u| *u *= rows[i]);
        self.matrix.multiply_transposed(self.team, &self.kx, &mut self.next);
        let (mut residual2, mut length2) = (0.0, 0.0);
        for ((x, z), t) in self.x.flat().iter().zip(self.next.flat()).zip(columns) {
            let next = t * z;
            residual2 += (next - square * x) * (next - square * x) / t;
            length2 += next * z;
        }
        let (length, next) = (length2.sqrt(), self.next.flat());
        self.team.change(&mut self.x.flat_mut()[..columns.len()], |j, x| *x = columns[j] * next[j] / length);
        (square, residual2.sqrt())
    }
}

/// Entry `j` of the start vector: numbers between 0 and 2 without any pattern, so that no direction is left out. Most
/// matrices of models have more entries of one sign, and such a vector is then close to what is sought.
fn start(j: usize) -> f64 {
    // The finaliser of splitmix64.
    let mut z = (j as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64
}
