//! The step metrics: two diagonals that stand for a scaled copy of the problem.
//!
//! With accumulated scalings K~ = D1 K D2, running on the scaled problem is the same as running on the original one with
//! T = D2^2 in the primal step and S = D1^2 in the dual step. Here the scalings are found; nothing is scaled.

use crate::matrix::{Matrix, Team};
use crate::params::{Method, Parameters, PockChambolle};

/// Maxima and sums at or below this are taken as zero, and scale by 1.
const VANISHING: f64 = 1e-12;

/// The diagonals T and S, and the step size they call for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Metric {
    /// S_i = D1_i^2.
    pub rows: Vec<f64>,
    /// T_j = D2_j^2.
    pub columns: Vec<f64>,
    /// Step size that the rule `auto` starts with.
    pub step: f64,
}

/// Accumulated scalings D1 and D2.
struct Scaling {
    rows: Vec<f64>,
    columns: Vec<f64>,
}

impl Metric {
    /// The metric for a matrix and an objective. `None` if `stop` became true on the way.
    pub(crate) fn compute(
        matrix: &Matrix,
        c: &[f64],
        parameters: &Parameters,
        team: &Team,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Metric> {
        let mut d = Scaling { rows: vec![1.0; matrix.rows()], columns: vec![1.0; matrix.columns()] };
        if parameters.method == Method::Pdhg {
            let step = reciprocal((row_sum(matrix, &d, team) * column_sum(matrix, &d, team)).sqrt());
            return Some(Metric { rows: d.rows, columns: d.columns, step });
        }
        for _ in 0..parameters.ruiz_iterations {
            if stop() {
                return None;
            }
            ruiz(matrix, parameters.ruiz_objective.then_some(c), &mut d, team);
        }
        if stop() {
            return None;
        }
        pock_chambolle(matrix, parameters, &mut d, team);
        let step = reciprocal(row_sum(matrix, &d, team));
        let square = |v: Vec<f64>| v.into_iter().map(|d| d * d).collect();
        Some(Metric { rows: square(d.rows), columns: square(d.columns), step })
    }
}

fn reciprocal(norm: f64) -> f64 {
    if norm > 0.0 { 1.0 / norm } else { 1.0 }
}

/// |K~|_inf = max_i D1_i sum_j |K_ij| D2_j
fn row_sum(matrix: &Matrix, d: &Scaling, team: &Team) -> f64 {
    let sum = |i: usize| d.rows[i] * matrix.row(i).map(|(j, v)| v.abs() * d.columns[j]).sum::<f64>();
    team.largest(matrix.rows(), sum)
}

/// |K~|_1 = max_j D2_j sum_i |K_ij| D1_i
fn column_sum(matrix: &Matrix, d: &Scaling, team: &Team) -> f64 {
    let sum = |j: usize| d.columns[j] * matrix.column(j).map(|(i, v)| v.abs() * d.rows[i]).sum::<f64>();
    team.largest(matrix.columns(), sum)
}

/// size^(-1/2), or 1 for a vanishing size
fn inverse_root(size: f64) -> f64 {
    if size <= VANISHING { 1.0 } else { 1.0 / size.sqrt() }
}

/// Multiplies the scalings by factors that are all found on the same matrix: `row(d, i)` for row i, and
/// `column(D1, D2_j, j)` for column j, of which no other looks at D2_j.
fn apply(
    d: &mut Scaling,
    team: &Team,
    row: impl Fn(&Scaling, usize) -> f64 + Sync,
    column: impl Fn(&[f64], f64, usize) -> f64 + Sync,
) {
    let mut factors = vec![0.0; d.rows.len()];
    team.fill(&mut factors, |i| row(d, i));
    let rows = &d.rows;
    team.change(&mut d.columns, |j, d| *d *= column(rows, *d, j));
    team.change(&mut d.rows, |i, d| *d *= factors[i]);
}

/// Row factor (max_j |K~_ij|)^(-1/2), column factor (max_i |K~_ij|)^(-1/2), the latter also over |c~_j| if given.
fn ruiz(matrix: &Matrix, objective: Option<&[f64]>, d: &mut Scaling, team: &Team) {
    let row = |d: &Scaling, i: usize| {
        let largest = matrix.row(i).map(|(j, v)| v.abs() * d.columns[j]).fold(0.0, f64::max);
        inverse_root(d.rows[i] * largest)
    };
    let column = |rows: &[f64], own: f64, j: usize| {
        let largest = matrix.column(j).map(|(i, v)| v.abs() * rows[i]).fold(0.0, f64::max);
        let cost = objective.map_or(0.0, |c| c[j].abs());
        inverse_root(own * largest.max(cost))
    };
    apply(d, team, row, column);
}

/// |value|^exponent, exactly |value| for exponent 1
fn power(value: f64, exponent: f64) -> f64 {
    if exponent == 1.0 { value.abs() } else { libm::pow(value.abs(), exponent) }
}

fn pock_chambolle(matrix: &Matrix, parameters: &Parameters, d: &mut Scaling, team: &Team) {
    let alpha = parameters.pock_chambolle_alpha;
    // Power sums: row exponent alpha, column exponent 2 - alpha. The printed form swaps them and takes norms.
    let (row_power, column_power, norms) = match parameters.pock_chambolle {
        PockChambolle::Off => return,
        PockChambolle::PowerSums => (alpha, 2.0 - alpha, false),
        PockChambolle::Norms => (2.0 - alpha, alpha, true),
    };
    let size = |sum: f64, p: f64| if norms && sum > 0.0 { libm::pow(sum, 1.0 / p) } else { sum };
    let row = |d: &Scaling, i: usize| {
        let sum: f64 = matrix.row(i).map(|(j, v)| power(d.rows[i] * v * d.columns[j], row_power)).sum();
        inverse_root(size(sum, row_power))
    };
    let column = |rows: &[f64], own: f64, j: usize| {
        let sum: f64 = matrix.column(j).map(|(i, v)| power(rows[i] * v * own, column_power)).sum();
        inverse_root(size(sum, column_power))
    };
    apply(d, team, row, column);
}
