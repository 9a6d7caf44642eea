//! The test for optimality in the plainest arithmetic, and problems of wild numbers.

use super::families::Random;
use luthier::params::{Norm, ReducedCostRule};
use luthier::verify::Tolerances;
use luthier::{Problem, ProblemBuilder, Sense};

/// The largest residual of a point in units of what is allowed.
pub fn ratio(p: &Problem, x: &[f64], y: &[f64], t: &Tolerances) -> f64 {
    let sign = p.sense().sign();
    let c: Vec<f64> = p.objective().iter().map(|c| sign * c).collect();
    let y: Vec<f64> = y.iter().map(|y| sign * y).collect();
    let (mut primal, mut dual, mut q) = (Vec::new(), Vec::new(), Vec::new());
    let mut dual_objective = 0.0;
    for i in 0..p.rows() {
        let (l, u) = (p.row_lower()[i], p.row_upper()[i]);
        let activity: f64 = p.matrix().row(i).map(|(j, v)| v * x[j]).sum();
        q.push(larger(l, u));
        primal.push((outside(activity, l, u), q[i]));
        let bound = if y[i] > 0.0 { l } else { u };
        if bound.is_finite() {
            dual_objective += bound * y[i];
        } else {
            dual.push((y[i].abs(), 0.0));
        }
    }
    for j in 0..p.columns() {
        let (l, u) = (p.lower()[j], p.upper()[j]);
        primal.push((outside(x[j], l, u), larger(l, u)));
        let g = c[j] - p.matrix().column(j).map(|(i, v)| v * y[i]).sum::<f64>();
        let near = |bound: f64, other: f64| match t.reduced_cost_rule {
            ReducedCostRule::Projection => bound.is_finite(),
            ReducedCostRule::NearBound => {
                (x[j] - bound).abs() <= t.near_bound_distance && (x[j] - bound).abs() <= (x[j] - other).abs()
            }
        };
        if g > 0.0 && near(l, u) {
            dual_objective += l * g;
        } else if g < 0.0 && near(u, l) {
            dual_objective += u * g;
        } else {
            dual.push((g.abs(), c[j].abs()));
        }
    }
    let objective: f64 = c.iter().zip(x).map(|(c, x)| c * x).sum();
    let gap = (objective - dual_objective).abs();
    let gap = gap / (t.absolute + t.relative * (objective.abs() + dual_objective.abs()));
    gap.max(part(&primal, &q, t)).max(part(&dual, &c, t))
}

fn part(residuals: &[(f64, f64)], data: &[f64], t: &Tolerances) -> f64 {
    let norm = |values: &mut dyn Iterator<Item = f64>| values.map(|v| v * v).sum::<f64>().sqrt();
    match t.norm {
        Norm::L2 => {
            let allowed = t.absolute + t.relative * norm(&mut data.iter().copied());
            norm(&mut residuals.iter().map(|r| r.0)) / allowed
        }
        Norm::Componentwise => {
            residuals.iter().map(|(r, size)| r / (t.absolute + t.relative * size)).fold(0.0, f64::max)
        }
    }
}

fn outside(value: f64, lower: f64, upper: f64) -> f64 {
    (lower - value).max(value - upper).max(0.0)
}

fn larger(lower: f64, upper: f64) -> f64 {
    [lower, upper].into_iter().filter(|b| b.is_finite()).fold(0.0, |a, b| b.abs().max(a))
}

/// A number of any sign and of a magnitude between 10^-most and 10^most, or zero.
pub fn wild(r: &mut Random, most: f64) -> f64 {
    let magnitude = 10f64.powf(r.uniform(-most, most));
    [magnitude, -magnitude, 0.0][r.below(3)]
}

/// A valid problem of numbers up to 1e49.
pub fn garbage(r: &mut Random, rows: usize, columns: usize) -> Problem {
    let most = [1.0, 10.0, 49.0][r.below(3)];
    let triplets = (0..rows * columns).map(|k| (k / columns, k % columns, wild(r, most))).collect();
    let mut bounds = |count: usize| {
        let pair = |r: &mut Random| {
            let (a, b) = (wild(r, most.min(19.0)), wild(r, most.min(19.0)));
            match r.below(5) {
                0 => (a, f64::INFINITY),
                1 => (f64::NEG_INFINITY, a),
                2 => (f64::NEG_INFINITY, f64::INFINITY),
                3 => (a, a),
                _ => (a.min(b), a.max(b)),
            }
        };
        (0..count).map(|_| pair(r)).unzip::<f64, f64, Vec<f64>, Vec<f64>>()
    };
    let ((row_lower, row_upper), (lower, upper)) = (bounds(rows), bounds(columns));
    ProblemBuilder::new(rows, columns)
        .sense([Sense::Minimize, Sense::Maximize][r.below(2)])
        .objective((0..columns).map(|_| wild(r, most)).collect())
        .offset(wild(r, most))
        .triplets(triplets)
        .row_bounds(row_lower, row_upper)
        .bounds(lower, upper)
        .build()
        .unwrap()
}
