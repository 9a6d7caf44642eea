//! An independent PDLP to compare the engine with: Algorithms 1 to 3 of the paper in dense, scaled arithmetic.
//!
//! Everything is as naive as it can be: dense matrices, plain loops, the data really scaled, every product computed
//! anew. It shares no code with the engine. Names are those of the mathematics; a tilde (scaled data) is left out
//! where a function does not care which data it gets.
#![allow(dead_code, clippy::needless_range_loop)]

#[path = "oracle_halpern.rs"]
pub mod halpern;

use luthier::params::{
    KktWeights, Method, Norm, Parameters, PockChambolle, ReducedCostRule, TestedPoint, WeightRule,
};
use luthier::{Problem, Which};

/// Rows, columns, sums and norms at most this count as zero.
const TINY: f64 = 1e-12;

/// min c'x over l <= x <= u, lc <= K x <= uc.
#[derive(Clone, Debug)]
pub struct Lp {
    /// K, row by row
    pub k: Vec<Vec<f64>>,
    pub c: Vec<f64>,
    /// The larger finite |bound| of every row, 0 if it has none.
    pub q: Vec<f64>,
    pub lc: Vec<f64>,
    pub uc: Vec<f64>,
    pub l: Vec<f64>,
    pub u: Vec<f64>,
}

/// A primal and a dual vector.
#[derive(Clone, Debug)]
pub struct Point {
    pub x: Vec<f64>,
    pub y: Vec<f64>,
}

/// One accepted step.
#[derive(Clone, Debug)]
pub struct OracleStep {
    /// Accepted steps so far, this one included.
    pub k: u64,
    /// Restarts before this step.
    pub outer: u64,
    /// Index of this step since the last restart, from 0.
    pub t: u64,
    /// Steps rejected before this one was accepted.
    pub rejected: u64,
    pub eta: f64,
    pub eta_next: f64,
    pub omega: f64,
    /// The iterate in the original space.
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    /// Whether optimality was tested.
    pub checked: bool,
    /// At a check of PDLP: KKT errors of the current point and of the average.
    pub kkt: Option<(f64, f64)>,
    /// Where a restart after this step goes.
    pub restart: Option<Which>,
    pub terminates: bool,
    /// The smallest relative distance from a tie among all comparisons of this step that rounding can decide.
    pub margin: f64,
}

/// Comparisons, with the smallest relative distance from a tie that was seen.
struct Compare {
    margin: f64,
}

impl Compare {
    fn new() -> Compare {
        Compare { margin: f64::INFINITY }
    }

    fn note(&mut self, a: f64, b: f64) {
        let size = a.abs().max(b.abs());
        // Two zeros, like two infinities, are no matter of rounding here: both come from vectors that are exactly equal
        // or from data that is absent.
        if size > 0.0 && size.is_finite() {
            self.margin = self.margin.min((a - b).abs() / size);
        }
    }

    /// a < b
    fn less(&mut self, a: f64, b: f64) -> bool {
        self.note(a, b);
        a < b
    }

    /// a <= b
    fn at_most(&mut self, a: f64, b: f64) -> bool {
        self.note(a, b);
        a <= b
    }
}

/// max(v, low) then min with high; either may be infinite.
fn clamp(v: f64, low: f64, high: f64) -> f64 {
    v.max(low).min(high)
}

/// |v|_2
pub fn norm(v: &[f64]) -> f64 {
    v.iter().map(|e| e * e).sum::<f64>().sqrt()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn minus(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

impl Lp {
    /// The dense data of a problem, as a minimisation.
    pub fn new(problem: &Problem) -> Lp {
        let (m, n) = (problem.rows(), problem.columns());
        let mut k = vec![vec![0.0; n]; m];
        for i in 0..m {
            for (j, v) in problem.matrix().row(i) {
                k[i][j] += v;
            }
        }
        let mut q = vec![0.0; m];
        for i in 0..m {
            for bound in [problem.row_lower()[i], problem.row_upper()[i]] {
                if bound.is_finite() && bound.abs() > q[i] {
                    q[i] = bound.abs();
                }
            }
        }
        Lp {
            k,
            c: problem.objective().iter().map(|c| problem.sense().sign() * c).collect(),
            q,
            lc: problem.row_lower().to_vec(),
            uc: problem.row_upper().to_vec(),
            l: problem.lower().to_vec(),
            u: problem.upper().to_vec(),
        }
    }

    pub fn rows(&self) -> usize {
        self.q.len()
    }

    pub fn columns(&self) -> usize {
        self.c.len()
    }

    /// K x
    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        self.k.iter().map(|row| dot(row, x)).collect()
    }

    /// K' y
    pub fn transposed_times(&self, y: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; self.columns()];
        for i in 0..self.rows() {
            for j in 0..self.columns() {
                product[j] += self.k[i][j] * y[i];
            }
        }
        product
    }

    /// |K|_inf, the largest row sum of absolute values.
    pub fn largest_row_sum(&self) -> f64 {
        self.k.iter().map(|row| row.iter().map(|v| v.abs()).sum()).fold(0.0, f64::max)
    }

    /// |K|_1, the largest column sum of absolute values.
    fn largest_column_sum(&self) -> f64 {
        (0..self.columns()).map(|j| self.k.iter().map(|row| row[j].abs()).sum()).fold(0.0, f64::max)
    }

    /// One stage of scaling: K <- D1 K D2, c <- D2 c, q <- D1 q, bounds of rows <- D1 times them,
    /// bounds of variables <- D2^-1 times them.
    fn scale(&mut self, d1: &[f64], d2: &[f64]) {
        for i in 0..self.rows() {
            for j in 0..self.columns() {
                self.k[i][j] *= d1[i] * d2[j];
            }
            self.q[i] *= d1[i];
            self.lc[i] *= d1[i];
            self.uc[i] *= d1[i];
        }
        for j in 0..self.columns() {
            self.c[j] *= d2[j];
            self.l[j] /= d2[j];
            self.u[j] /= d2[j];
        }
    }

    /// 0 projected on [l, u] (R12), and y = 0.
    fn origin(&self) -> Point {
        let x = (0..self.columns()).map(|j| clamp(0.0, self.l[j], self.u[j])).collect();
        Point { x, y: vec![0.0; self.rows()] }
    }

    /// x' = proj_X(x - (eta/omega) (c - K'y)),  xbar = 2x' - x,
    /// v = y/sigma - K xbar,  y' = sigma (v - clamp(v, -uc, -lc)),  sigma = eta omega.
    fn pdhg_step(&self, z: &Point, eta: f64, omega: f64) -> Point {
        let ky = self.transposed_times(&z.y);
        let mut x = vec![0.0; self.columns()];
        let mut xbar = vec![0.0; self.columns()];
        for j in 0..self.columns() {
            x[j] = clamp(z.x[j] - eta / omega * (self.c[j] - ky[j]), self.l[j], self.u[j]);
            xbar[j] = 2.0 * x[j] - z.x[j];
        }
        let kxbar = self.times(&xbar);
        let sigma = eta * omega;
        let mut y = vec![0.0; self.rows()];
        for i in 0..self.rows() {
            let v = z.y[i] / sigma - kxbar[i];
            y[i] = sigma * (v - clamp(v, -self.uc[i], -self.lc[i]));
        }
        Point { x, y }
    }
}

/// K~ = D1 K D2 and all that goes with it.
#[derive(Clone, Debug)]
pub struct Scaled {
    pub lp: Lp,
    /// Diagonal of D1.
    pub d1: Vec<f64>,
    /// Diagonal of D2.
    pub d2: Vec<f64>,
}

impl Scaled {
    /// x = D2 x~, y = D1 y~ (R2)
    fn original(&self, z: &Point) -> Point {
        Point {
            x: z.x.iter().zip(&self.d2).map(|(x, d)| x * d).collect(),
            y: z.y.iter().zip(&self.d1).map(|(y, d)| y * d).collect(),
        }
    }
}

/// v^(-1/2), or 1 where v is as good as zero (R14).
fn factor(v: f64) -> f64 {
    if v <= TINY { 1.0 } else { 1.0 / v.sqrt() }
}

/// sum |v|^p over the entries that are not zero.
fn power_sum(entries: impl Iterator<Item = f64>, p: f64) -> f64 {
    entries.filter(|v| *v != 0.0).map(|v| v.abs().powf(p)).sum()
}

/// (least times largest magnitude)^(-1/2) of a row or column, 1 without entries.
fn geometric_factor(entries: impl Iterator<Item = f64>) -> f64 {
    let sizes: Vec<f64> = entries.filter(|v| *v != 0.0).map(f64::abs).collect();
    let (least, largest) =
        (sizes.iter().fold(f64::INFINITY, |a, b| a.min(*b)), sizes.iter().fold(0.0f64, |a, b| a.max(*b)));
    if sizes.is_empty() { 1.0 } else { factor(least * largest) }
}

/// Geometric means, rows and columns in turn; Algorithm 2: Ruiz, then Pock-Chambolle.
pub fn precondition(problem: &Problem, parameters: &Parameters) -> Scaled {
    let mut lp = Lp::new(problem);
    let (m, n) = (lp.rows(), lp.columns());
    let (mut d1, mut d2) = (vec![1.0; m], vec![1.0; n]);
    for _ in 0..parameters.geometric_iterations {
        let rows: Vec<f64> = (0..m).map(|i| geometric_factor(lp.k[i].iter().copied())).collect();
        lp.scale(&rows, &vec![1.0; n]);
        let columns: Vec<f64> = (0..n).map(|j| geometric_factor(lp.k.iter().map(|row| row[j]))).collect();
        lp.scale(&vec![1.0; m], &columns);
        (0..m).for_each(|i| d1[i] *= rows[i]);
        (0..n).for_each(|j| d2[j] *= columns[j]);
    }
    for _ in 0..parameters.ruiz_iterations {
        let mut row_maximum = vec![0.0f64; m];
        let mut column_maximum = vec![0.0f64; n];
        for i in 0..m {
            for j in 0..n {
                row_maximum[i] = row_maximum[i].max(lp.k[i][j].abs());
                column_maximum[j] = column_maximum[j].max(lp.k[i][j].abs());
            }
        }
        // R6
        if parameters.ruiz_objective {
            for j in 0..n {
                column_maximum[j] = column_maximum[j].max(lp.c[j].abs());
            }
        }
        let rows: Vec<f64> = row_maximum.into_iter().map(factor).collect();
        let columns: Vec<f64> = column_maximum.into_iter().map(factor).collect();
        lp.scale(&rows, &columns);
        (0..m).for_each(|i| d1[i] *= rows[i]);
        (0..n).for_each(|j| d2[j] *= columns[j]);
    }
    // R5
    let alpha = parameters.pock_chambolle_alpha;
    let row = |i: usize, p: f64| power_sum(lp.k[i].iter().copied(), p);
    let column = |j: usize, p: f64| power_sum(lp.k.iter().map(|row| row[j]), p);
    let (rows, columns): (Vec<f64>, Vec<f64>) = match parameters.pock_chambolle {
        PockChambolle::Off => return Scaled { lp, d1, d2 },
        PockChambolle::PowerSums => {
            ((0..m).map(|i| row(i, alpha)).collect(), (0..n).map(|j| column(j, 2.0 - alpha)).collect())
        }
        PockChambolle::Norms => (
            (0..m).map(|i| row(i, 2.0 - alpha).powf(1.0 / (2.0 - alpha))).collect(),
            (0..n).map(|j| column(j, alpha).powf(1.0 / alpha)).collect(),
        ),
    };
    let rows: Vec<f64> = rows.into_iter().map(factor).collect();
    let columns: Vec<f64> = columns.into_iter().map(factor).collect();
    lp.scale(&rows, &columns);
    (0..m).for_each(|i| d1[i] *= rows[i]);
    (0..n).for_each(|j| d2[j] *= columns[j]);
    Scaled { lp, d1, d2 }
}

/// What is left of optimality at a point.
struct Residuals {
    /// |max(lc - Kx, Kx - uc, 0)|_2
    primal: f64,
    /// |c - K'y - lambda|_2
    dual: f64,
    /// c'x
    primal_objective: f64,
    /// lc'y+ - uc'y- + l'lambda+ - u'lambda-, finite terms only
    dual_objective: f64,
}

impl Residuals {
    /// `near`: the distance of the near-bound rule, `None` for the projection (R7).
    fn new(lp: &Lp, z: &Point, near: Option<f64>, compare: &mut Compare) -> Residuals {
        let (kx, ky) = (lp.times(&z.x), lp.transposed_times(&z.y));
        let (mut primal, mut dual, mut dual_objective) = (0.0, 0.0, 0.0);
        for i in 0..lp.rows() {
            let violation = (lp.lc[i] - kx[i]).max(kx[i] - lp.uc[i]).max(0.0);
            primal += violation * violation;
            let (plus, minus) = (z.y[i].max(0.0), (-z.y[i]).max(0.0));
            if lp.lc[i].is_finite() {
                dual_objective += lp.lc[i] * plus;
            }
            if lp.uc[i].is_finite() {
                dual_objective -= lp.uc[i] * minus;
            }
        }
        for j in 0..lp.columns() {
            let g = lp.c[j] - ky[j];
            let lambda = match near {
                None => projected(g, lp.l[j], lp.u[j]),
                Some(distance) => near_bound(g, z.x[j], lp.l[j], lp.u[j], distance, compare),
            };
            dual += (g - lambda) * (g - lambda);
            if lambda > 0.0 {
                dual_objective += lp.l[j] * lambda;
            }
            if lambda < 0.0 {
                dual_objective -= lp.u[j] * -lambda;
            }
        }
        Residuals {
            primal: primal.sqrt(),
            dual: dual.sqrt(),
            primal_objective: dot(&lp.c, &z.x),
            dual_objective,
        }
    }

    /// sqrt(omega^2 primal^2 + dual^2 / omega^2 + gap^2)
    /// Or, where objective and bounds are scaled to norms below 1, by b = 1 / (1 + |q|) and c = 1 / (1 + |c|), the same
    /// there: for b |r|, c |d|, b c gap and the weight omega c / b, over the constant b c.
    fn kkt(&self, lp: &Lp, parameters: &Parameters, omega: f64) -> f64 {
        let gap = self.dual_objective - self.primal_objective;
        let (b, c) = match parameters.kkt_weights {
            KktWeights::Weight => (1.0, 1.0),
            KktWeights::Data => (1.0 / (1.0 + norm(&lp.q)), 1.0 / (1.0 + norm(&lp.c))),
        };
        let scaled = omega * c / b;
        let (p, d, gap) = (scaled * b * self.primal, c * self.dual / scaled, b * c * gap);
        (p * p + d * d + gap * gap).sqrt() / (b * c)
    }
}

/// proj_Lambda(g): what of g pushes against a finite bound.
fn projected(g: f64, l: f64, u: f64) -> f64 {
    let low = if u.is_finite() { f64::NEG_INFINITY } else { 0.0 };
    let high = if l.is_finite() { f64::INFINITY } else { 0.0 };
    clamp(g, low, high)
}

/// What of g pushes against the nearer finite bound, if x is within the distance of it; all of g for a fixed variable,
/// whose two bounds are equally near.
fn near_bound(g: f64, x: f64, l: f64, u: f64, distance: f64, compare: &mut Compare) -> f64 {
    if l == u {
        return g;
    }
    let (to_l, to_u) = ((x - l).abs(), (u - x).abs());
    let nearest = to_l.min(to_u);
    if !compare.at_most(nearest, distance) {
        return 0.0;
    }
    if compare.at_most(to_l, to_u) { g.max(0.0) } else { g.min(0.0) }
}

/// The termination test of the appendix, on the original data.
struct Termination<'a> {
    lp: &'a Lp,
    parameters: &'a Parameters,
    near: Option<f64>,
}

impl Termination<'_> {
    /// gap <= abs + rel (|dual objective| + |primal objective|), primal <= abs + rel |q|, dual <= abs + rel |c|
    fn holds(&self, z: &Point, compare: &mut Compare) -> bool {
        let r = Residuals::new(self.lp, z, self.near, compare);
        let tolerance =
            |size: f64| self.parameters.absolute_tolerance + self.parameters.relative_tolerance * size;
        let gap = (r.dual_objective - r.primal_objective).abs();
        let sizes = r.dual_objective.abs() + r.primal_objective.abs();
        // All three are compared, so that every margin is noted.
        let gap = compare.at_most(gap, tolerance(sizes));
        let primal = compare.at_most(r.primal, tolerance(norm(&self.lp.q)));
        let dual = compare.at_most(r.dual, tolerance(norm(&self.lp.c)));
        gap && primal && dual
    }
}

/// Algorithm 3: the step, its size, the next size, and how many were rejected. `k` counts the accepted steps before.
fn adaptive_step(
    lp: &Lp,
    z: &Point,
    omega: f64,
    eta_hat: f64,
    k: u64,
    parameters: &Parameters,
    compare: &mut Compare,
) -> (Point, f64, f64, u64) {
    let reduction = match k {
        0 => 1.0, // R3
        _ => 1.0 - ((k + 1) as f64).powf(-parameters.step_reduction_exponent),
    };
    let growth = 1.0 + ((k + 1) as f64).powf(-parameters.step_growth_exponent);
    let (mut eta, mut rejected) = (eta_hat, 0);
    loop {
        let next = lp.pdhg_step(z, eta, omega);
        let (dx, dy) = (minus(&next.x, &z.x), minus(&next.y, &z.y));
        let movement = omega * dot(&dx, &dx) + dot(&dy, &dy) / omega;
        let interaction = (2.0 * dot(&dy, &lp.times(&dx))).abs();
        // R4
        let eta_bar = if compare.at_most(interaction, TINY) { f64::INFINITY } else { movement / interaction };
        let eta_next = (reduction * eta_bar).min(growth * eta);
        if compare.at_most(eta, eta_bar) {
            return (next, eta, eta_next, rejected);
        }
        // A search that is hardly damped (R3) might not end; after 1000 rejections it at least halves.
        eta = if rejected >= 1000 { eta_next.min(0.5 * eta) } else { eta_next };
        rejected += 1;
        assert!(rejected < 10_000, "the line search does not end");
    }
}

/// Every step of a run, up to `iterations` of them or to optimality.
pub fn run(problem: &Problem, parameters: &Parameters, iterations: u64) -> Vec<OracleStep> {
    assert_eq!(parameters.norm, Norm::L2, "only the Euclidean norm");
    assert_eq!(parameters.outer_limit, None, "no limit on restarts");
    match parameters.method {
        Method::Pdlp => pdlp(problem, parameters, iterations),
        Method::Pdhg => pdhg(problem, parameters, iterations),
        Method::Halpern => halpern::halpern(problem, parameters, iterations),
    }
}

/// Whether the point that a run starts from passes the termination test already.
pub fn starts_optimal(problem: &Problem, parameters: &Parameters) -> bool {
    let lp = Lp::new(problem);
    let termination = Termination { lp: &lp, parameters, near: nearness(parameters) };
    termination.holds(&lp.origin(), &mut Compare::new())
}

/// The distance of the near-bound rule, `None` for the projection.
fn nearness(parameters: &Parameters) -> Option<f64> {
    match parameters.reduced_cost_rule {
        ReducedCostRule::Projection => None,
        ReducedCostRule::NearBound => {
            Some(parameters.near_bound_distance.unwrap_or(parameters.relative_tolerance))
        }
    }
}

/// |c|/|q|, or 1 if either vanishes.
fn automatic_weight(lp: &Lp, parameters: &Parameters) -> f64 {
    let (c, q) = (norm(&lp.c), norm(&lp.q));
    match parameters.initial_weight_rule {
        WeightRule::OnePlusNorms => (1.0 + c) / (1.0 + q),
        WeightRule::Norms if c >= TINY && q >= TINY => c / q,
        WeightRule::Norms => 1.0,
    }
}

/// Whether optimality is tested after k steps (R8).
fn is_check(k: u64, parameters: &Parameters) -> bool {
    k <= parameters.check_first || k.is_multiple_of(parameters.check_period)
}

/// PDHG on the original data with fixed eta and omega; the current point is tested.
fn pdhg(problem: &Problem, parameters: &Parameters, iterations: u64) -> Vec<OracleStep> {
    let lp = Lp::new(problem);
    let automatic = || 1.0 / (lp.largest_row_sum() * lp.largest_column_sum()).sqrt();
    let eta = parameters.initial_step.unwrap_or_else(automatic) * parameters.initial_step_scale;
    let omega = parameters.initial_weight.unwrap_or_else(|| automatic_weight(&lp, parameters))
        * parameters.initial_weight_scale;
    let termination = Termination { lp: &lp, parameters, near: nearness(parameters) };
    let mut z = lp.origin();
    let mut steps = Vec::new();
    for k in 1..=iterations {
        let mut compare = Compare::new();
        z = lp.pdhg_step(&z, eta, omega);
        let checked = is_check(k, parameters);
        let terminates = checked && termination.holds(&z, &mut compare);
        steps.push(OracleStep {
            k,
            outer: 0,
            t: k - 1,
            rejected: 0,
            eta,
            eta_next: eta,
            omega,
            x: z.x.clone(),
            y: z.y.clone(),
            checked,
            kkt: None,
            restart: None,
            terminates,
            margin: compare.margin,
        });
        if terminates {
            break;
        }
    }
    steps
}

/// Algorithm 1.
fn pdlp(problem: &Problem, parameters: &Parameters, iterations: u64) -> Vec<OracleStep> {
    let unscaled = Lp::new(problem);
    let scaled = precondition(problem, parameters);
    let lp = &scaled.lp;
    let near = nearness(parameters);
    let termination = Termination { lp: &unscaled, parameters, near };

    let mut eta_hat =
        parameters.initial_step.unwrap_or_else(|| 1.0 / lp.largest_row_sum()) * parameters.initial_step_scale;
    let mut omega = parameters.initial_weight.unwrap_or_else(|| automatic_weight(lp, parameters))
        * parameters.initial_weight_scale;

    // z^{s,0}, z^{s,t}, and the sums of the average
    let mut start = lp.origin();
    let mut z = start.clone();
    let mut sum = Point { x: vec![0.0; lp.columns()], y: vec![0.0; lp.rows()] };
    let mut sum_eta = 0.0;
    // KKT_omega(z^{s,0})
    let mut baseline = Residuals::new(lp, &start, near, &mut Compare::new()).kkt(lp, parameters, omega);
    // KKT_omega of the candidate of the last check since the restart
    let mut previous: Option<f64> = None;
    let (mut outer, mut t) = (0, 0);
    let mut steps = Vec::new();

    for k in 1..=iterations {
        let mut compare = Compare::new();
        let (next, eta, eta_next, rejected) =
            adaptive_step(lp, &z, omega, eta_hat, k - 1, parameters, &mut compare);
        z = next;
        eta_hat = eta_next;

        // sum of eta^i z^i / sum of eta^i
        (0..lp.columns()).for_each(|j| sum.x[j] += eta * z.x[j]);
        (0..lp.rows()).for_each(|i| sum.y[i] += eta * z.y[i]);
        sum_eta += eta;
        let average = if t == 0 {
            z.clone() // exactly, where rounding would make a difference between the two
        } else {
            Point {
                x: sum.x.iter().map(|v| v / sum_eta).collect(),
                y: sum.y.iter().map(|v| v / sum_eta).collect(),
            }
        };

        // R10: after T steps a restart is due, and to find the candidate is a check.
        let forced = parameters.inner_limit.is_some_and(|limit| t + 1 >= limit);
        let check = forced || is_check(k, parameters);
        let (mut kkt, mut restart, mut terminates) = (None, None, false);
        if check {
            let current_kkt = Residuals::new(lp, &z, near, &mut compare).kkt(lp, parameters, omega);
            let average_kkt = Residuals::new(lp, &average, near, &mut compare).kkt(lp, parameters, omega);
            kkt = Some((current_kkt, average_kkt));
            // The candidate: the current point only if it is better. In the first step both are the same point.
            let current_is_better = t > 0 && compare.less(current_kkt, average_kkt);
            let (which, candidate, candidate_kkt) = if current_is_better {
                (Which::Current, &z, current_kkt)
            } else {
                (Which::Average, &average, average_kkt)
            };

            // R13
            let mut optimal = |point: &Point| termination.holds(&scaled.original(point), &mut compare);
            terminates = match parameters.tested_point {
                TestedPoint::Current => optimal(&z),
                TestedPoint::Average => optimal(&average),
                TestedPoint::Candidate => optimal(candidate),
                TestedPoint::Either => {
                    let current = optimal(&z);
                    let average = optimal(&average);
                    current || average
                }
            };

            // The restart conditions (i), (ii), (iii, R1), and T.
            let sufficient = compare.at_most(candidate_kkt, parameters.sufficient_reduction * baseline);
            let necessary = compare.at_most(candidate_kkt, parameters.necessary_reduction * baseline)
                && previous.is_some_and(|previous| compare.less(previous, candidate_kkt));
            let artificial = t as f64 >= parameters.artificial_restart * k as f64;
            if !terminates && (sufficient || necessary || artificial || forced) {
                restart = Some(which);
            }
            previous = Some(candidate_kkt);
        }

        let original = scaled.original(&z);
        let mut step = OracleStep {
            k,
            outer,
            t,
            rejected,
            eta,
            eta_next,
            omega,
            x: original.x,
            y: original.y,
            checked: check,
            kkt,
            restart,
            terminates,
            margin: compare.margin,
        };

        t += 1;
        if let Some(which) = restart {
            // z^{s+1,0}
            let target = if which == Which::Current { z.clone() } else { average };
            let distance_x = norm(&minus(&target.x, &start.x));
            let distance_y = norm(&minus(&target.y, &start.y));
            // A step decides the next weight too.
            let moved_x = compare.less(TINY, distance_x);
            let moved_y = compare.less(TINY, distance_y);
            step.margin = compare.margin;
            if moved_x && moved_y {
                let theta = parameters.weight_smoothing;
                omega = (theta * (distance_y / distance_x).ln() + (1.0 - theta) * omega.ln()).exp();
            }
            z = target.clone();
            start = target;
            sum.x.fill(0.0);
            sum.y.fill(0.0);
            sum_eta = 0.0;
            baseline = Residuals::new(lp, &start, near, &mut Compare::new()).kkt(lp, parameters, omega);
            previous = None;
            (outer, t) = (outer + 1, 0);
        }
        steps.push(step);
        if terminates {
            break;
        }
    }
    steps
}
