//! Directions in which a run drifts where there is nothing to converge to: from them come proofs that a problem is
//! infeasible or unbounded. Here they are found and made exact; whether they are proofs, the verifier says.

use crate::certificate::Certificate;
use crate::least_change::{LeastChange, Map};
use crate::matrix::{Matrix, Team};
use crate::metric::Metric;
use crate::problem::Problem;
use crate::residual::Point;
use crate::run::Look;
use crate::standard::Standard;
use crate::verify::verify_certificate;

/// A direction is worth some work if its residual is below this part of its advantage.
const PROMISING: f64 = 1e-2;

/// A direction is shown to the verifier if its residual is below this part of its advantage.
const PRESENTABLE: f64 = 1e-4;

/// An advantage below this part of the terms that it is the sum of is rounding.
const FLOOR: f64 = 1e-9;

/// How often a direction is made exact: each time, signs and bounds that it left have to be taken into account.
const ROUNDS: usize = 5;

/// What a direction could prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Multipliers of the rows that contradict each other: infeasible.
    Dual,
    /// A way on which the objective improves without end: unbounded, if there is a feasible point.
    Primal,
}

/// Memory for making directions and points exact, and the metric to do it in.
pub(crate) struct Workspace {
    dual: LeastChange,
    primal: LeastChange,
    /// S and T of the run.
    pub rows: Vec<f64>,
    pub columns: Vec<f64>,
    excess: Vec<f64>,
}

impl Workspace {
    pub(crate) fn new(matrix: &Matrix) -> Workspace {
        let (dual, primal) = (LeastChange::new(Map::Columns, matrix), LeastChange::new(Map::Rows, matrix));
        let (rows, columns) = (vec![0.0; dual.free.len()], vec![0.0; primal.free.len()]);
        let excess = Vec::with_capacity(rows.len().max(columns.len()));
        Workspace { dual, primal, rows, columns, excess }
    }

    pub(crate) fn with_metric(matrix: &Matrix, metric: &Metric) -> Workspace {
        let mut workspace = Workspace::new(matrix);
        workspace.rows[..metric.rows.len()].copy_from_slice(&metric.rows);
        workspace.columns[..metric.columns.len()].copy_from_slice(&metric.columns);
        workspace
    }

    fn of(&mut self, kind: Kind) -> &mut LeastChange {
        match kind {
            Kind::Dual => &mut self.dual,
            Kind::Primal => &mut self.primal,
        }
    }
}

/// Makes a difference of two points a pair of directions that could prove something: x may move only where its bounds let
/// it move without end, y only where row bounds are finite. The largest entry of each is between 1/2 and 1. Computes
/// the products.
pub(crate) fn prepare(point: &mut Point, problem: &Problem, team: &Team) {
    let (m, n) = (problem.rows(), problem.columns());
    for (j, d) in point.x.flat_mut().iter_mut().enumerate().take(n) {
        let ahead = if *d > 0.0 { problem.upper()[j] } else { problem.lower()[j] };
        *d = if ahead.is_finite() { 0.0 } else { *d };
    }
    for (i, y) in point.y.flat_mut().iter_mut().enumerate().take(m) {
        let bound = if *y > 0.0 { problem.row_lower()[i] } else { problem.row_upper()[i] };
        *y = if bound.is_finite() { *y } else { 0.0 };
    }
    normalise(&mut point.x.flat_mut()[..n]);
    normalise(&mut point.y.flat_mut()[..m]);
    point.multiply(problem, team);
}

/// Scales by a power of two so that the largest magnitude is between 1/2 and 1. A vector that is not finite becomes zero.
fn normalise(v: &mut [f64]) {
    let largest = v.iter().fold(0.0, |a: f64, v| if v.is_nan() { f64::INFINITY } else { a.max(v.abs()) });
    if largest.is_infinite() {
        v.fill(0.0);
    } else if largest > 0.0 {
        let (_, exponent) = libm::frexp(largest);
        v.iter_mut().for_each(|v| *v = libm::ldexp(*v, -exponent));
    }
}

/// Residual over advantage of a prepared direction; `None` if it has no advantage, or too little for its residual.
pub(crate) fn weakness(kind: Kind, lp: &Standard<'_>, point: &Point) -> Option<f64> {
    let (advantage, size, residual) = match kind {
        Kind::Dual => dual_advantage(lp.problem, point),
        Kind::Primal => primal_advantage(lp, point),
    };
    (advantage > FLOOR * size && residual <= PROMISING * advantage).then(|| residual / advantage)
}

/// demand - reach, the magnitude of its terms, and the largest g_j on a variable without the bound that it needs:
/// demand = sum lc_i y_i+ - uc_i y_i-    reach = sum u_j g_j+ - l_j g_j-    g = K'y
fn dual_advantage(problem: &Problem, point: &Point) -> (f64, f64, f64) {
    let (mut advantage, mut size, mut residual) = (0.0, 0.0, 0.0f64);
    for (i, y) in point.y.flat().iter().enumerate().take(problem.rows()).filter(|(_, y)| **y != 0.0) {
        let term = y * if *y > 0.0 { problem.row_lower()[i] } else { problem.row_upper()[i] };
        advantage += term;
        size += term.abs();
    }
    for (j, g) in point.kty.flat().iter().enumerate().take(problem.columns()) {
        let bound = if *g > 0.0 { problem.upper()[j] } else { problem.lower()[j] };
        if bound.is_finite() {
            advantage -= bound * g;
            size += (bound * g).abs();
        } else {
            residual = residual.max(g.abs());
        }
    }
    (advantage, size, residual)
}

/// -c'd, the magnitude of its terms, and the largest (K d)_i that leaves its row's bounds.
fn primal_advantage(lp: &Standard<'_>, point: &Point) -> (f64, f64, f64) {
    let p = lp.problem;
    let terms = lp.c.iter().zip(point.x.flat()).map(|(c, d)| -c * d);
    let (advantage, size) = terms.fold((0.0, 0.0), |(sum, size), t| (sum + t, size + t.abs()));
    let leaving = |i: usize| leaves(p, i, point.kx.flat()[i]).abs();
    (advantage, size, (0..p.rows()).map(leaving).fold(0.0, f64::max))
}

/// The part of an activity that leads out of a row's bounds in the end.
fn leaves(problem: &Problem, i: usize, activity: f64) -> f64 {
    let ahead = if activity > 0.0 { problem.row_upper()[i] } else { problem.row_lower()[i] };
    if ahead.is_finite() { activity } else { 0.0 }
}

/// The part of g_j that no bound of the variable answers for.
fn unanswered(problem: &Problem, j: usize, g: f64) -> f64 {
    let needed = if g > 0.0 { problem.upper()[j] } else { problem.lower()[j] };
    if needed.is_finite() { 0.0 } else { g }
}

/// A proof from a prepared direction, made exact as far as the work that may be spent goes.
pub(crate) fn prove(
    kind: Kind,
    lp: &Standard<'_>,
    point: &mut Point,
    team: &Team,
    look: &mut Look,
    workspace: &mut Workspace,
    stop: &dyn Fn() -> bool,
) -> Option<Certificate> {
    workspace.of(kind).wanted.fill(0.0);
    let enough = lp.problem.rows().min(lp.problem.columns()) as u64;
    for round in 0..=ROUNDS {
        let weakness = weakness(kind, lp, point)?;
        if weakness <= PRESENTABLE && look.show(kind as usize, weakness) {
            let certificate = certificate(kind, lp.problem, point);
            if verify_certificate(lp.problem, &certificate).is_ok_and(|check| check.accepted) {
                return Some(certificate);
            }
        }
        let steps = look.steps(enough);
        if weakness == 0.0 || steps == 0 || round == ROUNDS || stop() {
            return None;
        }
        if round == 0 {
            drop_small(kind, point, look.threshold);
            point.multiply(lp.problem, team);
        }
        look.spend(sharpen(kind, lp.problem, point, team, steps, workspace, stop));
        prepare(point, lp.problem, team);
    }
    None
}

fn certificate(kind: Kind, problem: &Problem, point: &Point) -> Certificate {
    match kind {
        Kind::Dual => Certificate::DualRay(point.y.flat()[..problem.rows()].to_vec()),
        Kind::Primal => Certificate::PrimalRay(point.x.flat()[..problem.columns()].to_vec()),
    }
}

/// Sets small entries to zero: often the true direction has few entries, and the rest is what has not died out yet.
fn drop_small(kind: Kind, point: &mut Point, threshold: f64) {
    let v = if kind == Kind::Dual { &mut point.y } else { &mut point.x };
    v.flat_mut().iter_mut().filter(|v| v.abs() < threshold).for_each(|v| *v = 0.0);
}

/// Moves the nonzero entries of a direction so that its residual vanishes. What was a residual once must stay zero in
/// later rounds too, or entries would take turns.
fn sharpen(
    kind: Kind,
    problem: &Problem,
    point: &mut Point,
    team: &Team,
    steps: u64,
    workspace: &mut Workspace,
    stop: &dyn Fn() -> bool,
) -> u64 {
    let Workspace { dual, primal, rows, columns, excess } = workspace;
    let (change, v, image, free, wanted, count) = match kind {
        Kind::Dual => (dual, &mut point.y, &point.kty, rows, columns, problem.columns()),
        Kind::Primal => (primal, &mut point.x, &point.kx, columns, rows, problem.rows()),
    };
    for ((f, v), weight) in change.free.iter_mut().zip(v.flat()).zip(&**free) {
        *f = if *v != 0.0 { *weight } else { 0.0 };
    }
    for k in 0..count {
        let g = image.flat()[k];
        let residual = if kind == Kind::Dual { unanswered(problem, k, g) } else { leaves(problem, k, g) };
        if residual != 0.0 {
            change.wanted[k] = wanted[k];
        }
    }
    excess.clear();
    excess.extend_from_slice(image.flat());
    change.apply(problem.matrix(), team, v, excess, steps, stop)
}

/// Steps in each round of the way to feasibility; after a round other variables are at their bounds.
const FEASIBILITY_STEPS: u64 = 2000;

/// Moves x, whose products are known, towards the rows that it violates, within its bounds, until it is `enough` or all
/// rounds are over. For a problem that is known to be unbounded if only some point is feasible. Returns the steps made.
pub(crate) fn approach_feasibility(
    problem: &Problem,
    point: &mut Point,
    (team, rounds): (&Team, usize),
    workspace: &mut Workspace,
    enough: &dyn Fn(&Point) -> bool,
    stop: &dyn Fn() -> bool,
) -> u64 {
    let Workspace { primal, rows: row_metric, columns, excess, .. } = workspace;
    primal.wanted.fill(0.0);
    let mut steps = 0;
    for _ in 0..rounds {
        if stop() || enough(point) {
            break;
        }
        excess.clear();
        for (i, kx) in point.kx.flat().iter().enumerate().take(problem.rows()) {
            let (lower, upper) = (problem.row_lower()[i], problem.row_upper()[i]);
            let over = (kx - upper).max(0.0) - (lower - kx).max(0.0);
            excess.push(over);
            primal.wanted[i] = if over != 0.0 || lower == upper { row_metric[i] } else { primal.wanted[i] };
        }
        let pull = primal.pull(problem.matrix(), team, excess);
        for (j, x) in point.x.flat().iter().enumerate().take(problem.columns()) {
            // A variable at a bound takes part if the rows pull it inside.
            let may = if pull[j] > 0.0 { *x < problem.upper()[j] } else { *x > problem.lower()[j] };
            primal.free[j] = if may { columns[j] } else { 0.0 };
        }
        steps += primal.apply(problem.matrix(), team, &mut point.x, excess, FEASIBILITY_STEPS, stop);
        point.project(problem);
        point.multiply(problem, team);
    }
    steps
}
