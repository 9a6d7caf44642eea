//! Residuals of a point, plainly computed: for start points, for answers, and for the componentwise test. The
//! passes over lanes compute the same sums fused with their steps.

use crate::matrix::{Lanes, Team};
use crate::metric::Metric;
use crate::params::{Parameters, ReducedCostRule};
use crate::problem::Problem;
use crate::standard::{Standard, right_hand_side};

/// Squared residuals and objectives of one point, in the original and in the scaled space; for minimisation, without
/// the objective constant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Errors {
    pub primal2: f64,
    pub dual2: f64,
    pub primal_objective: f64,
    pub dual_objective: f64,
    pub scaled_primal2: f64,
    pub scaled_dual2: f64,
    pub scaled_dual_objective: f64,
    /// Largest primal and dual residual relative to what the componentwise test allows; only where that test is used.
    pub worst: Option<[f64; 2]>,
}

impl Errors {
    pub(crate) fn finite(&self) -> bool {
        let sum = self.primal2 + self.dual2 + self.scaled_primal2 + self.scaled_dual2;
        (sum + self.primal_objective + self.dual_objective + self.scaled_dual_objective).is_finite()
    }

    pub(crate) fn gap(&self) -> f64 {
        (self.dual_objective - self.primal_objective).abs()
    }

    /// sqrt(omega^2 |r|^2 + |d|^2 / omega^2 + gap^2) in the scaled space, with further weights on |r| and |d|
    pub(crate) fn kkt(&self, omega: f64, weights: ResidualWeights) -> f64 {
        let gap = self.scaled_dual_objective - self.primal_objective;
        let primal2 = weights.primal * weights.primal * self.scaled_primal2;
        let dual2 = weights.dual * weights.dual * self.scaled_dual2;
        (omega * omega * primal2 + dual2 / (omega * omega) + gap * gap).sqrt()
    }
}

/// What the residuals weigh against the gap in a KKT error, besides the primal weight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResidualWeights {
    pub primal: f64,
    pub dual: f64,
}

impl ResidualWeights {
    pub(crate) const ONE: ResidualWeights = ResidualWeights { primal: 1.0, dual: 1.0 };
}

/// One point with its products, in scratch vectors of one lane.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub x: Lanes,
    pub y: Lanes,
    pub kx: Lanes,
    pub kty: Lanes,
}

impl Point {
    pub(crate) fn zeros(rows: usize, columns: usize) -> Point {
        let (row, column) = (Lanes::zeros(rows, 1), Lanes::zeros(columns, 1));
        Point { x: column.clone(), y: row.clone(), kx: row, kty: column }
    }

    /// Moves x into its bounds and y to the signs that its row bounds allow.
    pub(crate) fn project(&mut self, problem: &Problem) {
        for (j, x) in self.x.flat_mut().iter_mut().enumerate().take(problem.columns()) {
            *x = x.max(problem.lower()[j]).min(problem.upper()[j]) + 0.0;
        }
        for (i, y) in self.y.flat_mut().iter_mut().enumerate().take(problem.rows()) {
            let barred = if *y > 0.0 { problem.row_lower()[i] } else { problem.row_upper()[i] };
            *y = if barred.is_finite() { *y + 0.0 } else { 0.0 };
        }
    }

    /// Computes K x and K'y.
    pub(crate) fn multiply(&mut self, problem: &Problem, team: &Team) {
        problem.matrix().multiply(team, &self.x, &mut self.kx);
        problem.matrix().multiply_transposed(team, &self.y, &mut self.kty);
    }

    pub(crate) fn finite(&self) -> bool {
        self.x.flat().iter().chain(self.y.flat()).all(|v| v.is_finite())
    }
}

/// What counts as reduced cost of one column, and what is left as residual.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReducedCosts {
    /// `None`: projection. `Some`: only within this distance of a bound.
    pub distance: Option<f64>,
}

impl ReducedCosts {
    pub(crate) fn new(parameters: &Parameters) -> ReducedCosts {
        let near = parameters.reduced_cost_rule == ReducedCostRule::NearBound;
        let distance = parameters.near_bound_distance.unwrap_or(parameters.relative_tolerance);
        ReducedCosts { distance: near.then_some(distance) }
    }

    /// (lambda, bound that lambda multiplies in the dual objective); a fixed variable takes all of g. `unit` is the
    /// length in which distances count.
    pub(crate) fn split(&self, g: f64, x: f64, l: f64, u: f64, unit: f64) -> (f64, f64) {
        match self.distance {
            None => {
                let bound = if g > 0.0 { l } else { u };
                if bound.is_finite() { (g, bound) } else { (0.0, 0.0) }
            }
            Some(distance) => {
                let (to_lower, to_upper) = (x - l, u - x);
                if l >= u {
                    (g, l)
                } else if to_lower.min(to_upper) > distance * unit {
                    (0.0, 0.0)
                } else if to_lower <= to_upper {
                    (g.max(0.0), l)
                } else {
                    (g.min(0.0), u)
                }
            }
        }
    }
}

/// How far outside its bounds a row is.
pub(crate) fn violation(activity: f64, lower: f64, upper: f64) -> f64 {
    max(0.0, lower - activity) + max(0.0, activity - upper)
}

/// The term of a multiplier in the dual objective: lc y+ - uc y-.
pub(crate) fn multiplier_term(y: f64, lower: f64, upper: f64) -> f64 {
    if y > 0.0 {
        lower * y
    } else if y < 0.0 {
        upper * y
    } else {
        0.0
    }
}

/// Residuals of a point whose products are known. Without a metric the scaled space is the original one.
pub(crate) fn errors(
    lp: &Standard<'_>,
    point: &Point,
    rule: ReducedCosts,
    metric: Option<&Metric>,
) -> Errors {
    let mut e = Errors::default();
    let p = lp.problem;
    for i in 0..p.rows() {
        let (lower, upper) = (p.row_lower()[i], p.row_upper()[i]);
        let r = violation(point.kx.flat()[i], lower, upper);
        e.primal2 += r * r;
        e.scaled_primal2 += metric.map_or(1.0, |m| m.rows[i]) * r * r;
        e.dual_objective += multiplier_term(point.y.flat()[i], lower, upper);
    }
    e.scaled_dual_objective = e.dual_objective;
    for j in 0..p.columns() {
        let (x, g) = (point.x.flat()[j], lp.c[j] - point.kty.flat()[j]);
        let (l, u, t) = (p.lower()[j], p.upper()[j], metric.map_or(1.0, |m| m.columns[j]));
        let (lambda, bound) = rule.split(g, x, l, u, 1.0);
        let (scaled_lambda, scaled_bound) = rule.split(g, x, l, u, t.sqrt());
        let (d, scaled_d) = (g - lambda, g - scaled_lambda);
        e.primal_objective += lp.c[j] * x;
        e.dual2 += d * d;
        e.scaled_dual2 += t * scaled_d * scaled_d;
        e.dual_objective += bound * lambda;
        e.scaled_dual_objective += scaled_bound * scaled_lambda;
    }
    e
}

/// Largest residual of any row, and of any column, each relative to absolute + relative * |its own data|.
pub(crate) fn worst(
    lp: &Standard<'_>,
    point: &Point,
    rule: ReducedCosts,
    absolute: f64,
    relative: f64,
) -> [f64; 2] {
    let p = lp.problem;
    let row = |i: usize| {
        let r = violation(point.kx.flat()[i], p.row_lower()[i], p.row_upper()[i]);
        ratio(r, absolute + relative * right_hand_side(p, i))
    };
    let column = |j: usize| {
        let g = lp.c[j] - point.kty.flat()[j];
        let (lambda, _) = rule.split(g, point.x.flat()[j], p.lower()[j], p.upper()[j], 1.0);
        ratio((g - lambda).abs(), absolute + relative * lp.c[j].abs())
    };
    [(0..p.rows()).map(row).fold(0.0, max), (0..p.columns()).map(column).fold(0.0, max)]
}

/// residual / allowed, where nothing allowed and nothing there is 0.
pub(crate) fn ratio(residual: f64, allowed: f64) -> f64 {
    if residual == 0.0 { 0.0 } else { residual / allowed }
}

/// The maximum, where NaN wins: a residual that is not a number must never look small.
pub(crate) fn max(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b { a } else { b }
}
