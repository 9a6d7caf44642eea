//! What must hold of every solution, computed plainly from the problem.

use luthier::params::{Norm, Parameters};
use luthier::{Certificate, Problem, Solution, Status};

/// Nothing is NaN or infinite, x is within its bounds, products and objective are those of x, and the status is
/// shown by the numbers: residuals within the tolerances, or a certificate that proves it.
pub fn check(p: &Problem, parameters: &Parameters, s: &Solution) {
    numbers(s).into_iter().for_each(|(what, v)| assert!(v.is_finite(), "{what} is {v}"));
    assert_eq!((s.x.len(), s.reduced_costs.len()), (p.columns(), p.columns()));
    assert_eq!((s.y.len(), s.row_activity.len()), (p.rows(), p.rows()));
    for (j, x) in s.x.iter().enumerate() {
        let (l, u) = (p.lower()[j], p.upper()[j]);
        assert!(l > u || (l <= *x && *x <= u), "x[{j}] = {x} is outside its bounds");
    }
    for i in 0..p.rows() {
        let (sum, size) = product(p.matrix().row(i), &s.x);
        assert!(
            (sum - s.row_activity[i]).abs() <= 1e-12 * size,
            "activity {i}: {sum}, {}",
            s.row_activity[i]
        );
    }
    let (sum, size) = product(p.objective().iter().copied().enumerate(), &s.x);
    let (objective, size) = (sum + p.offset(), size + p.offset().abs());
    assert!((objective - s.objective).abs() <= 1e-12 * size, "objective: {objective}, {}", s.objective);
    match (s.status, &s.certificate) {
        (Status::Optimal, None) => optimal(p, parameters, s),
        (Status::Infeasible, Some(certificate)) => infeasible(p, certificate),
        (Status::Unbounded, Some(Certificate::PrimalRay(ray))) => unbounded(p, parameters, s, ray),
        (Status::Optimal | Status::Infeasible | Status::Unbounded, other) => {
            panic!("{}: {other:?}", s.status)
        }
        (_, certificate) => assert_eq!(*certificate, None),
    }
}

/// Every number that leaves the library.
pub fn numbers(s: &Solution) -> Vec<(&'static str, f64)> {
    let q = &s.quality;
    let vectors =
        [("x", &s.x), ("y", &s.y), ("reduced_costs", &s.reduced_costs), ("row_activity", &s.row_activity)];
    let mut all: Vec<_> =
        vectors.into_iter().flat_map(|(what, v)| v.iter().map(move |v| (what, *v))).collect();
    all.extend([("objective", s.objective), ("dual_objective", s.dual_objective), ("seconds", s.seconds)]);
    all.push(("lane_seconds", s.lane_seconds));
    all.extend([("primal_residual", q.primal_residual), ("dual_residual", q.dual_residual), ("gap", q.gap)]);
    all.extend([("relative_primal_residual", q.relative_primal_residual), ("relative_gap", q.relative_gap)]);
    all.extend([("relative_dual_residual", q.relative_dual_residual), ("error", q.error)]);
    all.extend([
        ("largest_violation", q.largest_violation),
        ("largest_dual_residual", q.largest_dual_residual),
    ]);
    all
}

/// Sum of value * x, and the sum of the magnitudes of the terms.
fn product(entries: impl Iterator<Item = (usize, f64)>, x: &[f64]) -> (f64, f64) {
    entries.map(|(j, v)| v * x[j]).fold((0.0, 0.0), |(sum, size), t| (sum + t, size + t.abs()))
}

/// How far row `i` is outside its bounds.
pub fn violation(p: &Problem, x: &[f64], i: usize) -> f64 {
    let activity = product(p.matrix().row(i), x).0;
    (p.row_lower()[i] - activity).max(activity - p.row_upper()[i]).max(0.0)
}

/// The larger magnitude of the finite bounds of a row.
fn right_hand_side(p: &Problem, i: usize) -> f64 {
    [p.row_lower()[i], p.row_upper()[i]]
        .into_iter()
        .filter(|v| v.is_finite())
        .fold(0.0, |a, v| v.abs().max(a))
}

/// Residuals against tolerances: the Euclidean norm of all, or each on its own.
fn within(parameters: &Parameters, what: &str, residuals: &[f64], data: &[f64], rounding: f64) {
    let allowed = |size: f64| parameters.absolute_tolerance + parameters.relative_tolerance * size + rounding;
    let norm = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>().sqrt();
    if parameters.norm == Norm::L2 {
        assert!(
            norm(residuals) <= allowed(norm(data)),
            "{what} {} above {}",
            norm(residuals),
            allowed(norm(data))
        );
    } else {
        let pairs = residuals.iter().zip(data).enumerate();
        pairs.for_each(|(k, (r, d))| {
            assert!(*r <= allowed(d.abs()), "{what} {k}: {r} above {}", allowed(d.abs()))
        });
    }
}

fn optimal(p: &Problem, parameters: &Parameters, s: &Solution) {
    const ROUNDING: f64 = 1e-13;
    let sign = p.sense().sign();
    let flip = |v: &[f64]| v.iter().map(|v| sign * v).collect::<Vec<f64>>();
    let (c, y, lambda) = (flip(p.objective()), flip(&s.y), flip(&s.reduced_costs));
    let sizes = |lines: usize, line: &dyn Fn(usize) -> f64| (0..lines).map(line).fold(0.0, f64::max);

    let violations: Vec<f64> = (0..p.rows()).map(|i| violation(p, &s.x, i)).collect();
    let q: Vec<f64> = (0..p.rows()).map(|i| right_hand_side(p, i)).collect();
    let size = sizes(p.rows(), &|i| product(p.matrix().row(i), &s.x).1 + q[i]);
    within(parameters, "row violation", &violations, &q, ROUNDING * size);

    let dual = |j: usize| c[j] - product(p.matrix().column(j), &y).0 - lambda[j];
    let residuals: Vec<f64> = (0..p.columns()).map(|j| dual(j).abs()).collect();
    let size = sizes(p.columns(), &|j| product(p.matrix().column(j), &y).1 + c[j].abs());
    within(parameters, "dual residual", &residuals, &c, ROUNDING * size);

    // A multiplier on a bound that is infinite makes the dual objective infinite, which fails.
    let term = |v: f64, l: f64, u: f64| {
        if v > 0.0 {
            l * v
        } else if v < 0.0 {
            u * v
        } else {
            0.0
        }
    };
    let of_rows = (0..p.rows()).map(|i| term(y[i], p.row_lower()[i], p.row_upper()[i]));
    let of_bounds = (0..p.columns()).map(|j| term(lambda[j], p.lower()[j], p.upper()[j]));
    let terms: Vec<f64> = of_rows.chain(of_bounds).collect();
    let (value, size) = product(c.iter().copied().enumerate(), &s.x);
    let (dual_value, dual_size) = terms.iter().fold((0.0, 0.0), |(sum, size), t| (sum + t, size + t.abs()));
    let allowed =
        parameters.absolute_tolerance + parameters.relative_tolerance * (value.abs() + dual_value.abs());
    let gap = (value - dual_value).abs();
    assert!(gap <= allowed + ROUNDING * (size + dual_size), "gap {gap} above {allowed}");
}

fn infeasible(p: &Problem, certificate: &Certificate) {
    match certificate {
        Certificate::CrossedRow(i) => assert!(p.row_lower()[*i] > p.row_upper()[*i]),
        Certificate::CrossedColumn(j) => assert!(p.lower()[*j] > p.upper()[*j]),
        // y'Kx is at least `demand` at any feasible point, and at most `reach` within the bounds.
        Certificate::DualRay(y) => {
            let demand = |i: usize| y[i] * if y[i] > 0.0 { p.row_lower()[i] } else { p.row_upper()[i] };
            let demand: f64 = (0..p.rows()).filter(|i| y[*i] != 0.0).map(demand).sum();
            let reach =
                |g: f64, j: usize| if g == 0.0 { 0.0 } else { (g * p.lower()[j]).max(g * p.upper()[j]) };
            // What is left of terms that cancel is not exact; the verifier is stricter about it.
            let combined = |j: usize| {
                let (sum, size) = product(p.matrix().column(j), y);
                if sum.abs() <= 1e-9 * size { 0.0 } else { sum }
            };
            let reach: f64 = (0..p.columns()).map(|j| reach(combined(j), j)).sum();
            assert!(demand.is_finite() && demand > reach, "demand {demand}, reach {reach}");
        }
        other => panic!("{other:?} does not show infeasibility"),
    }
}

fn unbounded(p: &Problem, parameters: &Parameters, s: &Solution, ray: &[f64]) {
    let recedes =
        |d: f64, l: f64, u: f64| (d <= 0.0 || u == f64::INFINITY) && (d >= 0.0 || l == f64::NEG_INFINITY);
    (0..p.columns())
        .for_each(|j| assert!(recedes(ray[j], p.lower()[j], p.upper()[j]), "ray leaves bound {j}"));
    for i in 0..p.rows() {
        let d = product(p.matrix().row(i), ray).0;
        assert!(recedes(d, p.row_lower()[i], p.row_upper()[i]), "ray leaves row {i}");
    }
    assert!(p.sense().sign() * product(p.objective().iter().copied().enumerate(), ray).0 < 0.0);
    let violations: Vec<f64> = (0..p.rows()).map(|i| violation(p, &s.x, i)).collect();
    let q: Vec<f64> = (0..p.rows()).map(|i| right_hand_side(p, i)).collect();
    within(parameters, "row violation", &violations, &q, 0.0);
}
