//! The reflected Halpern iteration in the same naive way: scaled data, dense products, nothing carried along.

use super::{
    Compare, Lp, OracleStep, Point, Residuals, Termination, automatic_weight, dot, is_check, minus, nearness,
    norm, precondition,
};
use luthier::params::Parameters;
use luthier::{Problem, Which};

/// |K|_2: the root of the largest eigenvalue of K'K or K K', whichever is smaller, by Jacobi's rotations.
pub fn spectral_norm(lp: &Lp) -> f64 {
    let (m, n) = (lp.rows(), lp.columns());
    let column = |j: usize| (0..m).map(|i| lp.k[i][j]).collect::<Vec<f64>>();
    let vectors: Vec<Vec<f64>> = if m <= n { lp.k.clone() } else { (0..n).map(column).collect() };
    let mut a: Vec<Vec<f64>> = vectors.iter().map(|u| vectors.iter().map(|v| dot(u, v)).collect()).collect();
    let size = a.len();
    for _ in 0..20 {
        for p in 0..size {
            for q in p + 1..size {
                rotate(&mut a, p, q);
            }
        }
    }
    (0..size).map(|i| a[i][i]).fold(0.0, f64::max).sqrt()
}

/// The rotation of the plane (p, q) that makes the symmetric matrix diagonal there.
fn rotate(a: &mut [Vec<f64>], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let angle = 0.5 * (2.0 * a[p][q]).atan2(a[q][q] - a[p][p]);
    let (sin, cos) = angle.sin_cos();
    for i in 0..a.len() {
        let (x, y) = (a[i][p], a[i][q]);
        (a[i][p], a[i][q]) = (cos * x - sin * y, sin * x + cos * y);
    }
    for i in 0..a.len() {
        let (x, y) = (a[p][i], a[q][i]);
        (a[p][i], a[q][i]) = (cos * x - sin * y, sin * x + cos * y);
    }
}

/// w (gamma (2 z^ - z) + (1 - gamma) z) + (1 - w) z0
fn moved(w: f64, gamma: f64, hat: &[f64], z: &[f64], anchor: &[f64]) -> Vec<f64> {
    (0..z.len())
        .map(|i| w * (gamma * (2.0 * hat[i] - z[i]) + (1.0 - gamma) * z[i]) + (1.0 - w) * anchor[i])
        .collect()
}

/// The controller of the weight.
struct Weight {
    sum: f64,
    last: f64,
    closest: f64,
    best: f64,
}

impl Weight {
    /// `ratio`: relative dual residual over relative primal residual.
    fn next(
        &mut self,
        p: &Parameters,
        omega: f64,
        dx: f64,
        dy: f64,
        ratio: f64,
        compare: &mut Compare,
    ) -> f64 {
        let mut inside = |v: f64, low: f64, high: f64| compare.less(low, v) && compare.less(v, high);
        let known = inside(dx, 1e-16, 1e12)
            && inside(dy, 1e-16, 1e12)
            && inside(ratio, 1.0 / p.weight_window, p.weight_window);
        let next = if known {
            let error = (dy / dx).ln() - omega.ln();
            self.sum = p.weight_memory * self.sum + error;
            let change = p.weight_proportional * error
                + p.weight_integral * self.sum
                + p.weight_derivative * (error - self.last);
            self.last = error;
            omega * change.exp()
        } else {
            (self.sum, self.last) = (0.0, 0.0);
            self.best
        };
        if compare.less(ratio.ln().abs(), self.closest) {
            (self.closest, self.best) = (ratio.ln().abs(), next);
        }
        next
    }
}

/// Every step of a run; what is shown of a step is the PDHG point.
pub fn halpern(problem: &Problem, p: &Parameters, iterations: u64) -> Vec<OracleStep> {
    let unscaled = Lp::new(problem);
    let scaled = precondition(problem, p);
    let lp = &scaled.lp;
    let termination = Termination { lp: &unscaled, parameters: p, near: nearness(p) };
    let automatic = || p.step_scale / spectral_norm(lp);
    let mut eta = p.initial_step.unwrap_or_else(automatic) * p.initial_step_scale;
    let mut omega = p.initial_weight.unwrap_or_else(|| automatic_weight(lp, p)) * p.initial_weight_scale;
    let mut assumed = p.step_scale / eta;
    let bound = (lp.largest_row_sum() * lp.largest_column_sum()).sqrt();
    let mut weight = Weight { sum: 0.0, last: 0.0, closest: f64::INFINITY, best: omega };

    let mut anchor = lp.origin();
    let mut z = anchor.clone();
    let (mut outer, mut t, mut rejected) = (0, 0, 0);
    // Fixed-point errors of the first step since the restart, and at the last check since then.
    let mut baseline = 0.0;
    let mut previous: Option<f64> = None;
    let mut steps: Vec<OracleStep> = Vec::new();
    let mut compare = Compare::new();
    while (steps.len() as u64) < iterations {
        let hat = lp.pdhg_step(&z, eta, omega);
        let (dx, dy) = (minus(&hat.x, &z.x), minus(&hat.y, &z.y));
        let distance = omega * dot(&dx, &dx) + dot(&dy, &dy) / omega;
        let interaction = dot(&dy, &lp.times(&dx));
        if compare.less(distance, -2.0 * eta * interaction) && compare.less(assumed, bound) {
            assumed = (p.norm_correction * assumed).max(2.0 * interaction.abs() / distance).min(bound);
            eta = p.step_scale / assumed;
            (z, t, previous) = (anchor.clone(), 0, None);
            rejected += 1;
            continue;
        }
        let error = (distance + 2.0 * eta * interaction).max(0.0).sqrt();
        if t == 0 {
            baseline = error;
        }
        let w = (t as f64 + 1.0) / (t as f64 + 2.0);
        z = Point {
            x: moved(w, p.reflection, &hat.x, &z.x, &anchor.x),
            y: moved(w, p.reflection, &hat.y, &z.y, &anchor.y),
        };

        let k = steps.len() as u64 + 1;
        let forced = p.inner_limit.is_some_and(|limit| t + 1 >= limit);
        let checked = forced || is_check(k, p);
        let original = scaled.original(&hat);
        let terminates = checked && termination.holds(&original, &mut compare);
        let mut restarts = false;
        if checked && !terminates {
            let sufficient = compare.at_most(error, p.sufficient_reduction * baseline);
            let necessary = compare.at_most(error, p.necessary_reduction * baseline)
                && previous.is_some_and(|previous| compare.less(previous, error));
            let artificial = t as f64 >= p.artificial_restart * k as f64;
            restarts = sufficient || necessary || artificial || forced || outer == 0;
            previous = Some(error);
        }
        let mut step = OracleStep {
            k,
            outer,
            t,
            rejected,
            eta,
            eta_next: eta,
            omega,
            x: original.x.clone(),
            y: original.y.clone(),
            checked,
            kkt: None,
            restart: restarts.then_some(Which::Current),
            terminates,
            margin: compare.margin,
        };
        (t, rejected) = (t + 1, 0);
        if restarts {
            let r = Residuals::new(&unscaled, &original, nearness(p), &mut compare);
            let ratio = (r.dual / (1.0 + norm(&unscaled.c))) / (r.primal / (1.0 + norm(&unscaled.q)));
            let (far_x, far_y) = (norm(&minus(&hat.x, &anchor.x)), norm(&minus(&hat.y, &anchor.y)));
            omega = weight.next(p, omega, far_x, far_y, ratio, &mut compare);
            step.margin = compare.margin;
            (anchor, z) = (hat.clone(), hat);
            (outer, t, previous) = (outer + 1, 0, None);
        }
        steps.push(step);
        if terminates {
            break;
        }
        compare = Compare::new();
    }
    steps
}
