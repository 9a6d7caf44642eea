//! What can be said about a problem before any iteration: crossed bounds, rows that no point can satisfy, problems
//! without entries, and variables that run away on their own.

use crate::certificate::Certificate;
use crate::problem::Problem;
use crate::standard::Standard;

/// A row is out of reach only if it is so by more than this, relative to the numbers involved.
const MARGIN: f64 = 1e-9;

/// A proof that the problem is infeasible, if one row or one pair of bounds alone shows it.
pub(crate) fn infeasible(problem: &Problem) -> Option<Certificate> {
    let crossed = |l: &[f64], u: &[f64]| (0..l.len()).find(|&i| l[i] > u[i]);
    if let Some(j) = crossed(problem.lower(), problem.upper()) {
        return Some(Certificate::CrossedColumn(j));
    }
    if let Some(i) = crossed(problem.row_lower(), problem.row_upper()) {
        return Some(Certificate::CrossedRow(i));
    }
    (0..problem.rows()).find_map(|i| Some(unit_ray(problem, i, out_of_reach(problem, i)?)))
}

/// The dual ray of one row alone.
fn unit_ray(problem: &Problem, i: usize, sign: f64) -> Certificate {
    let mut y = vec![0.0; problem.rows()];
    y[i] = sign;
    Certificate::DualRay(y)
}

/// +1 if even the largest activity of row `i` is below its lower bound, -1 if the smallest is above its upper bound.
fn out_of_reach(problem: &Problem, i: usize) -> Option<f64> {
    let (mut smallest, mut largest, mut size) = (0.0f64, 0.0f64, 0.0f64);
    for (j, v) in problem.matrix().row(i) {
        let ends = [v * problem.lower()[j], v * problem.upper()[j]];
        smallest += ends[0].min(ends[1]);
        largest += ends[0].max(ends[1]);
        size += ends.into_iter().filter(|e| e.is_finite()).fold(0.0, |a, e| e.abs().max(a));
    }
    let (lower, upper) = (problem.row_lower()[i], problem.row_upper()[i]);
    if largest < lower - MARGIN * (1.0 + size + lower.abs()) {
        Some(1.0)
    } else if smallest > upper + MARGIN * (1.0 + size + upper.abs()) {
        Some(-1.0)
    } else {
        None
    }
}

/// A proof that a problem with one possible point only is infeasible: a row that this point misses by more than rounding
/// can explain.
pub(crate) fn violated(problem: &Problem, x: &[f64]) -> Option<Certificate> {
    (0..problem.rows()).find_map(|i| {
        let (mut activity, mut size, mut terms) = (0.0, 0.0, 2.0);
        for (j, v) in problem.matrix().row(i) {
            activity += v * x[j];
            size += (v * x[j]).abs();
            terms += 1.0;
        }
        let (lower, upper) = (problem.row_lower()[i], problem.row_upper()[i]);
        let rounding = |bound: f64| terms * f64::EPSILON * (size + bound.abs());
        if activity < lower - rounding(lower) {
            Some(unit_ray(problem, i, 1.0))
        } else if activity > upper + rounding(upper) {
            Some(unit_ray(problem, i, -1.0))
        } else {
            None
        }
    })
}

/// A variable in no row whose cost pushes it to an infinite bound: the problem is unbounded if the rest is feasible.
/// Sets the cost of all such variables to zero, so that the rest can be solved, and returns the ray of the first one.
pub(crate) fn silence_runaways(lp: &mut Standard<'_>) -> Option<Vec<f64>> {
    let p = lp.problem;
    let mut first = None;
    for j in 0..p.columns() {
        let direction = if lp.c[j] > 0.0 { -1.0 } else { 1.0 };
        let bound = if lp.c[j] > 0.0 { p.lower()[j] } else { p.upper()[j] };
        if lp.c[j] != 0.0 && bound.is_infinite() && p.matrix().column(j).next().is_none() {
            lp.c[j] = 0.0;
            first = first.or(Some((j, direction)));
        }
    }
    let (j, direction) = first?;
    lp.objective_norm = lp.c.iter().map(|c| c * c).sum::<f64>().sqrt();
    let mut ray = vec![0.0; p.columns()];
    ray[j] = direction;
    Some(ray)
}

/// The best point of a problem without entries (the cost of runaways being zero): every variable at the bound that
/// its cost asks for, or as near to zero as its bounds allow. `None` if there are entries.
pub(crate) fn without_entries(lp: &Standard<'_>) -> Option<Vec<f64>> {
    let p = lp.problem;
    (p.matrix().nonzeros() == 0)
        .then(|| (0..p.columns()).map(|j| best_within_bounds(lp.c[j], p, j)).collect())
}

/// The point where every variable is fixed; `None` if some are not.
pub(crate) fn all_fixed(problem: &Problem) -> Option<Vec<f64>> {
    (problem.lower() == problem.upper()).then(|| problem.lower().to_vec())
}

fn best_within_bounds(c: f64, p: &Problem, j: usize) -> f64 {
    let (l, u) = (p.lower()[j], p.upper()[j]);
    let wanted = if c > 0.0 {
        l
    } else if c < 0.0 {
        u
    } else {
        0.0
    };
    wanted.max(l).min(u)
}
