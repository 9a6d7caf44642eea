//! The verifier of certificates: accepts proofs, also inexact ones, and refuses what proves nothing.

mod support;

use luthier::verify::{CertificateCheck, Finding, Place, Tolerances, verify_certificate, verify_unbounded};
use luthier::{Certificate, Parameters, Problem, ProblemBuilder, Sense, Status, solve};
use support::families::{Random, random_lp};
use support::plain;
use support::runs::contradiction;
use support::small::{INF, Row, lp};

fn dual(problem: &Problem, y: &[f64]) -> CertificateCheck {
    checked(problem, Certificate::DualRay(y.to_vec()))
}

fn primal(problem: &Problem, d: &[f64]) -> CertificateCheck {
    checked(problem, Certificate::PrimalRay(d.to_vec()))
}

fn checked(problem: &Problem, certificate: Certificate) -> CertificateCheck {
    let check = verify_certificate(problem, &certificate).unwrap();
    assert_eq!(check.accepted, check.finding == Finding::Proven);
    assert!(check.advantage.is_finite() && check.needed_radius.is_finite(), "{check:?}");
    assert!(check.radius.is_none_or(f64::is_finite), "{check:?}");
    assert_eq!(check.to_string().starts_with("proven: "), check.accepted, "{check}");
    check
}

/// A problem in parts, to which rows can be added.
struct Parts {
    columns: usize,
    rows: Vec<Vec<f64>>,
    row_bounds: Vec<(f64, f64)>,
    bounds: Vec<(f64, f64)>,
}

impl Parts {
    fn of(p: &Problem) -> Parts {
        let row = |i: usize| {
            let mut row = vec![0.0; p.columns()];
            p.matrix().row(i).for_each(|(j, v)| row[j] = v);
            row
        };
        let pairs = |a: &[f64], b: &[f64]| a.iter().copied().zip(b.iter().copied()).collect();
        Parts {
            columns: p.columns(),
            rows: (0..p.rows()).map(row).collect(),
            row_bounds: pairs(p.row_lower(), p.row_upper()),
            bounds: pairs(p.lower(), p.upper()),
        }
    }

    fn build(&self) -> ProblemBuilder {
        let rows: Vec<Row<'_>> =
            self.rows.iter().zip(&self.row_bounds).map(|(row, b)| (b.0, &row[..], b.1)).collect();
        lp(&vec![0.0; self.columns], &rows, &self.bounds)
    }
}

/// Rows that are all tight at one point within the bounds of variables, and a last row: their combination is at most what it is
/// at this point, plus `slack`. With negative slack nothing is feasible, and the multipliers show it; otherwise the point
/// is. Coefficients are rounded.
struct Implication {
    problem: Problem,
    y: Vec<f64>,
    size: f64,
}

/// `open`: no variable has bounds, so that the combination must vanish everywhere.
fn implication(seed: u64, slack: impl Fn(f64) -> f64, open: bool) -> Implication {
    let mut r = Random::new(seed);
    let mut parts = Parts::of(&random_lp(seed, 5 + r.below(5), 5 + r.below(8)));
    if open {
        parts.bounds = vec![(-INF, INF); parts.columns];
        // A row of one variable would bound it.
        parts.rows.iter_mut().for_each(|row| (row[0], row[1]) = (r.uniform(0.5, 2.0), r.uniform(0.5, 2.0)));
    }
    let x: Vec<f64> = parts.bounds.iter().map(|b| r.uniform(-1.0, 1.0).clamp(b.0, b.1)).collect();
    for (row, b) in parts.rows.iter().zip(&mut parts.row_bounds) {
        let activity: f64 = row.iter().zip(&x).map(|(v, x)| v * x).sum();
        let width = b.1 - b.0;
        *b = if b.0.is_finite() { (activity, activity + width) } else { (-INF, activity) };
    }
    let mut y: Vec<f64> = parts.row_bounds.iter().map(|b| if b.0.is_finite() { 1.0 } else { -1.0 }).collect();
    y.iter_mut().for_each(|y| *y *= r.uniform(0.1, 3.0));
    let mut combined = vec![0.0; parts.columns];
    let (mut demand, mut size) = (0.0, 0.0);
    for (i, y) in y.iter().enumerate() {
        combined.iter_mut().zip(&parts.rows[i]).for_each(|(sum, v)| *sum += y * v);
        let bound = if *y > 0.0 { parts.row_bounds[i].0 } else { parts.row_bounds[i].1 };
        demand += y * bound;
        size += (y * bound).abs();
    }
    // The combination of rows is at least the demand, and just that at the point.
    parts.rows.push(combined);
    parts.row_bounds.push((-INF, demand + slack(size)));
    y.push(-1.0);
    Implication { problem: parts.build().build().unwrap(), y, size: size + demand.abs() }
}

#[test]
fn proofs_of_infeasibility_are_accepted() {
    for seed in 0..100 {
        for open in [false, true] {
            let case = implication(seed, |size| -0.01 * (1.0 + size), open);
            let check = dual(&case.problem, &case.y);
            assert!(check.accepted, "seed {seed}, open {open}: {check}");
            assert!(check.advantage > 1e-3 && check.rows == case.y.len(), "{check:?}");
        }
    }
    let check = dual(&contradiction(), &[1.0, -1.0]);
    assert_eq!((check.radius, check.columns, check.implied_bounds), (None, 0, false));
    assert_eq!(check.to_string(), "proven: no point satisfies all bounds");
}

#[test]
fn nothing_proves_that_a_feasible_problem_is_not() {
    let mut r = Random::new(77);
    for seed in 0..100 {
        // The ray of a problem that differs by a millionth, and changes of it.
        let case = implication(seed, |size| 1e-6 * (1.0 + size), false);
        assert!(!dual(&case.problem, &case.y).accepted, "seed {seed}");
        for _ in 0..50 {
            let mut y = case.y.clone();
            match r.below(3) {
                0 => y.iter_mut().for_each(|y| *y += r.uniform(-0.1, 0.1)),
                1 => y.iter_mut().for_each(|y| *y = r.uniform(-1.0, 1.0)),
                _ => y.iter_mut().for_each(|y| *y *= f64::from(r.below(2) as u32)),
            }
            let check = dual(&case.problem, &y);
            assert!(!check.accepted, "seed {seed}: {y:?}");
            assert!(!check.contradictory_bounds, "seed {seed}: the problem is feasible");
        }
    }
}

#[test]
fn forged_dual_rays_are_refused() {
    for seed in 0..60 {
        let case = implication(seed, |size| -0.01 * (1.0 + size), true);
        let refused = |y: &[f64], what: &str| {
            let check = dual(&case.problem, y);
            assert!(!check.accepted, "seed {seed}, {what}: {check:?}");
        };
        let (y, last) = (&case.y, case.y.len() - 1);
        // The last row has an upper bound alone, which the negated ray would need the other way.
        refused(&y.iter().map(|v| -v).collect::<Vec<_>>(), "negated");
        refused(&vec![0.0; y.len()], "zero");
        for i in 0..y.len() {
            // Without bounds of variables the combination must vanish: any other combination proves nothing.
            for factor in [0.0, 0.5, 1.001, 2.0] {
                let mut y = y.clone();
                y[i] *= factor;
                refused(&y, "one entry changed");
            }
            let mut shifted = y.clone();
            shifted[i] += 1e-3;
            refused(&shifted, "one entry shifted");
            let mut unit = vec![0.0; y.len()];
            unit[i] = y[i];
            refused(&unit, "one row alone");
        }
        for i in 0..last {
            let mut swapped = y.clone();
            swapped.swap(i, i + 1);
            refused(&swapped, "two entries swapped");
        }
    }
}

#[test]
fn an_advantage_of_rounding_is_refused() {
    for seed in 0..60 {
        for tiny in [1e-15, 1e-12, 1e-10] {
            let case = implication(seed, |size| -tiny * size, false);
            let check = dual(&case.problem, &case.y);
            assert_eq!(check.finding, Finding::NoAdvantage, "seed {seed}: {check:?}");
        }
        let case = implication(seed, |size| -1e-6 * (1.0 + size), true);
        let check = dual(&case.problem, &case.y);
        assert!(check.accepted && check.advantage < 1e-5 * (1.0 + 1.0 / case.size), "seed {seed}: {check:?}");
    }
}

#[test]
fn what_rounding_hides_is_not_on_the_side_of_the_ray() {
    let power = |exponent: i32| 2f64.powi(exponent);
    // With multipliers 1 the combination is (visible + 2^40) x, of which sums in two parts see visible x. The demand is
    // between the two where x is at most 1.
    for visible in [power(60), 0.0] {
        let column = [power(160), power(100), power(40), -power(160), -power(100), visible];
        let rows: Vec<[f64; 2]> = column.iter().map(|v| [*v, 0.0]).chain([[0.0, 1.0]]).collect();
        let demand = visible + power(39);
        let rows: Vec<Row<'_>> = rows.iter().map(|row| (0.0, &row[..], INF)).collect();
        let accepted = |upper: f64| {
            let builder = lp(&[0.0; 2], &rows, &[(0.0, upper), (0.0, 0.0)]);
            let lower = [vec![0.0; 6], vec![demand]].concat();
            dual(&builder.row_bounds(lower, vec![INF; 7]).build().unwrap(), &[1.0; 7]).accepted
        };
        assert!(!accepted(1.0), "visible {visible}");
        assert!(accepted(power(-6)), "visible {visible}: more than rounding can hide");
    }
}

#[test]
fn the_scale_of_a_ray_does_not_matter() {
    for seed in 0..20 {
        for slack in [-0.1, -1e-9, 1e-3] {
            let case = implication(seed, |size| slack * size, seed % 2 == 0);
            let check = dual(&case.problem, &case.y);
            for exponent in [-900, -660, -1, 1, 40, 664, 1000] {
                let scaled: Vec<f64> = case.y.iter().map(|v| v * 2f64.powi(exponent)).collect();
                assert_eq!(dual(&case.problem, &scaled), check, "seed {seed}, 2^{exponent}");
            }
        }
        let ray = runaway(seed, false);
        let check = primal(&ray.problem, &ray.d);
        for exponent in [-900, -1, 40, 1000] {
            let scaled: Vec<f64> = ray.d.iter().map(|v| v * 2f64.powi(exponent)).collect();
            assert_eq!(primal(&ray.problem, &scaled), check, "seed {seed}, 2^{exponent}");
        }
    }
}

#[test]
fn implied_bounds_make_an_inexact_ray_a_proof_without_limit() {
    // Of three numbers that are not negative any two sum up to at most 1, so all three to at most 1.5 and never to 2.
    let rows: [Row<'_>; 4] = [
        (-INF, &[1.0, 1.0, 0.0], 1.0),
        (-INF, &[0.0, 1.0, 1.0], 1.0),
        (-INF, &[1.0, 0.0, 1.0], 1.0),
        (2.0, &[1.0, 1.0, 1.0], INF),
    ];
    let problem = lp(&[0.0; 3], &rows, &[(0.0, INF); 3]).build().unwrap();
    let check = dual(&problem, &[-1.0, -1.0, -1.0, 2.0]);
    assert_eq!((check.accepted, check.radius, check.implied_bounds), (true, None, false));
    for off in [1e-12, 1e-6, 1e-2] {
        let check = dual(&problem, &[-1.0, -1.0, -1.0, 2.0 + off]);
        assert_eq!((check.accepted, check.radius, check.implied_bounds), (true, None, true), "{check:?}");
    }
    // The third variable can be 1, and then the combination says nothing.
    assert!(!dual(&problem, &[-1.0, 0.0, 0.0, 1.0]).accepted);
    // Without bounds nothing is implied, and a ray may be off by rounding only.
    let rows: [Row<'_>; 2] = [(-INF, &[1.0, 1.0], 4.0), (9.0, &[1.0, 1.0], INF)];
    let problem = lp(&[0.0; 2], &rows, &[(-INF, INF); 2]).build().unwrap();
    for (off, accepted) in [(1e-15, true), (1e-9, false), (1e-5, false)] {
        let check = dual(&problem, &[-1.0, 1.0 + off]);
        assert_eq!((check.accepted, check.open), (accepted, 2), "{check:?}");
        assert!(check.radius.is_some(), "{check}");
    }
}

#[test]
fn bounds_that_contradict_each_other_are_no_merit_of_the_ray() {
    // Nothing is feasible: x >= 3 and x <= 1. The ray speaks of another row.
    let rows: [Row<'_>; 3] = [(3.0, &[1.0, 0.0], INF), (-INF, &[1.0, 0.0], 1.0), (1.0, &[0.0, 1.0], INF)];
    let problem = lp(&[0.0; 2], &rows, &[(0.0, INF); 2]).build().unwrap();
    let check = dual(&problem, &[0.0, 0.0, 1.0]);
    assert_eq!((check.accepted, check.contradictory_bounds), (false, true), "{check:?}");
    assert!(dual(&problem, &[1.0, -1.0, 0.0]).accepted);
    // One of the two rows needs the other one, and must say so itself.
    for y in [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0]] {
        assert!(!dual(&problem, &y).accepted);
    }
}

#[test]
fn the_sense_does_not_matter_for_infeasibility() {
    let case = implication(3, |size| -0.1 * size, false);
    let turned = case.problem.with_data().sense(Sense::Maximize).build().unwrap();
    assert_eq!(dual(&case.problem, &case.y), dual(&turned, &case.y));
}

#[test]
fn crossed_bounds() {
    let rows: [Row<'_>; 2] = [(2.0, &[1.0], 1.0), (1.0, &[1.0], 1.0)];
    let problem = lp(&[0.0], &rows, &[(3.0, -1.0)]).build().unwrap();
    let check = checked(&problem, Certificate::CrossedRow(0));
    assert!(check.accepted && (check.advantage - 1.0 / 3.0).abs() < 1e-15);
    let check = checked(&problem, Certificate::CrossedRow(1));
    let place = Place::Row(1);
    assert_eq!(check.finding, Finding::NotCrossed { place, lower: 1.0, upper: 1.0 });
    assert!(check.to_string().ends_with("the bounds 1e0 and 1e0 of row 1 do not cross"), "{check}");
    assert!(checked(&problem, Certificate::CrossedColumn(0)).accepted);
    let error = |certificate| verify_certificate(&problem, &certificate).unwrap_err().to_string();
    assert_eq!(
        error(Certificate::CrossedRow(2)),
        "there is no row 2: the problem has 2 of them, counted from 0"
    );
    assert!(error(Certificate::CrossedColumn(1)).starts_with("there is no variable 1"));
}

#[test]
fn certificates_that_do_not_fit_are_errors() {
    let problem = contradiction();
    let error = |certificate| verify_certificate(&problem, &certificate).unwrap_err().to_string();
    let text = error(Certificate::DualRay(vec![1.0]));
    assert_eq!(text, "dual ray has 1 entries, expected 2 (one for each row)");
    let text = error(Certificate::PrimalRay(vec![1.0, INF]));
    assert_eq!(text, "primal ray[1] is inf, expected a finite number");
    assert!(error(Certificate::DualRay(vec![f64::NAN, 0.0])).contains("NaN"));
}

#[test]
fn certificates_of_the_solver_are_accepted() {
    let rows: [Row<'_>; 1] = [(9.0, &[1.0, 1.0], INF)];
    let problems = [
        lp(&[1.0; 2], &rows, &[(0.0, 4.0); 2]),
        lp(&[1.0; 2], &rows, &[(5.0, 4.0), (0.0, INF)]),
        lp(&[1.0; 2], &[(9.0, &[1.0, 1.0], 8.0)], &[(0.0, INF); 2]),
        lp(&[1.0, -1.0], &[(1.0, &[1.0, 0.0], INF)], &[(0.0, INF); 2]),
    ];
    for (index, problem) in problems.into_iter().enumerate() {
        let problem = problem.build().unwrap();
        let solution = solve(&problem, &Parameters::default()).unwrap();
        let expected = if index == 3 { Status::Unbounded } else { Status::Infeasible };
        assert_eq!(solution.status, expected, "problem {index}");
        let check = checked(&problem, solution.certificate.clone().unwrap());
        assert!(check.accepted, "problem {index}: {check}");
        if let Some(Certificate::PrimalRay(ray)) = &solution.certificate {
            let tolerances = Tolerances::from(&Parameters::default());
            assert!(verify_unbounded(&problem, &solution.x, ray, &tolerances).unwrap().accepted);
        }
    }
}

/// A problem along whose ray the objective improves, and a feasible point. Rows that the ray must not change do so by
/// rounding alone.
struct Runaway {
    problem: Problem,
    d: Vec<f64>,
    x: Vec<f64>,
    /// Rows that the ray must not change.
    fixed: Vec<usize>,
}

fn runaway(seed: u64, maximise: bool) -> Runaway {
    let mut r = Random::new(seed);
    let (m, n) = (3 + r.below(5), 4 + r.below(6));
    let d: Vec<f64> = (0..n).map(|_| [r.uniform(0.2, 2.0), 0.0, -r.uniform(0.2, 2.0)][r.below(3)]).collect();
    let d = [vec![1.0], d].concat();
    let x: Vec<f64> = d.iter().map(|_| r.uniform(-3.0, 3.0)).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (mut rows, mut row_bounds, mut fixed) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..m {
        let mut row: Vec<f64> = d.iter().map(|_| r.uniform(-3.0, 3.0)).collect();
        if i % 2 == 0 {
            row[0] -= dot(&row, &d);
            fixed.push(i);
            row_bounds.push((dot(&row, &x), dot(&row, &x)));
        } else if dot(&row, &d) > 0.0 {
            row_bounds.push((dot(&row, &x) - 1.0, INF));
        } else {
            row_bounds.push((-INF, dot(&row, &x)));
        }
        rows.push(row);
    }
    let bounds = d.iter().zip(&x).map(|(d, x)| match d {
        0.0 => (x - 1.0, x + 1.0),
        d if *d > 0.0 => (x - 1.0, INF),
        _ => (-INF, *x),
    });
    let parts = Parts { columns: d.len(), rows, row_bounds, bounds: bounds.collect() };
    let mut c: Vec<f64> = d.iter().map(|_| r.uniform(-2.0, 2.0)).collect();
    c[0] -= dot(&c, &d) + r.uniform(0.1, 2.0);
    if maximise {
        c.iter_mut().for_each(|c| *c = -*c);
    }
    let sense = if maximise { Sense::Maximize } else { Sense::Minimize };
    Runaway { problem: parts.build().objective(c).sense(sense).build().unwrap(), d, x, fixed }
}

#[test]
fn proofs_of_unboundedness_are_accepted_and_forged_ones_refused() {
    for seed in 0..100 {
        let case = runaway(seed, seed % 2 == 0);
        let check = primal(&case.problem, &case.d);
        assert!(check.accepted, "seed {seed}: {check}");
        let refused = |problem: &Problem, d: &[f64], what: &str| {
            assert!(!primal(problem, d).accepted, "seed {seed}, {what}");
        };
        let d = &case.d;
        refused(&case.problem, &d.iter().map(|v| -v).collect::<Vec<_>>(), "negated");
        refused(&case.problem, &vec![0.0; d.len()], "zero");
        for j in 0..d.len() {
            let mut changed = d.clone();
            // The rows that must not change have this variable.
            changed[j] += 0.01;
            assert!(case.fixed.iter().any(|i| case.problem.matrix().row(*i).any(|e| e.0 == j)));
            refused(&case.problem, &changed, "one entry changed");
            if d[j] != 0.0 {
                changed[j] = -1e-12 * d[j];
                refused(&case.problem, &changed, "one entry leaves its bound");
            }
        }
        let worse = case.problem.objective().iter().map(|c| -c).collect();
        refused(&case.problem.with_data().objective(worse).build().unwrap(), d, "the objective gets worse");
        let mut upper = case.problem.upper().to_vec();
        upper[0] = 1e6;
        let bounded = case.problem.with_data().bounds(case.problem.lower().to_vec(), upper).build().unwrap();
        assert_eq!(primal(&bounded, d).finding, Finding::WrongSide { place: Place::Variable(0) });
    }
}

#[test]
fn nothing_proves_that_a_bounded_problem_is_not() {
    let mut r = Random::new(9);
    for seed in 0..60 {
        let problem = random_lp(500 + seed, 4 + seed as usize % 5, 8);
        for _ in 0..50 {
            // Signs that the bounds allow, so that only rows and objective are left to refuse it.
            let free = |j: usize| (problem.lower()[j].is_infinite(), problem.upper()[j].is_infinite());
            let d: Vec<f64> = (0..problem.columns())
                .map(|j| match free(j) {
                    (true, true) => r.uniform(-1.0, 1.0),
                    (true, false) => -r.unit(),
                    (false, true) => r.unit(),
                    (false, false) => 0.0,
                })
                .collect();
            assert!(!primal(&problem, &d).accepted, "seed {seed}");
        }
    }
}

#[test]
fn an_improvement_of_rounding_is_refused() {
    // 1e8 x - 1e8 y with x = y along the ray, but for 1e-4.
    let problem = lp(&[1e8, -1e8], &[], &[(0.0, INF); 2]).build().unwrap();
    assert_eq!(primal(&problem, &[1.0, 1.0 + 1e-12]).finding, Finding::NoAdvantage);
    assert!(primal(&problem, &[1.0, 1.0 + 1e-6]).accepted);
}

#[test]
fn unboundedness_needs_a_feasible_point() {
    let tolerances = Tolerances::from(&Parameters::default());
    for seed in 0..30 {
        let case = runaway(seed, seed % 2 == 0);
        let verdict = |x: &[f64], d: &[f64]| verify_unbounded(&case.problem, x, d, &tolerances).unwrap();
        let check = verdict(&case.x, &case.d);
        assert!(check.accepted && check.primal_residual < 1e-12, "seed {seed}: {check}");
        let mut x = case.x.clone();
        x[0] += 100.0;
        let check = verdict(&x, &case.d);
        assert!(!check.accepted && check.ray.accepted && check.refusals.len() == 1, "seed {seed}: {check}");
        assert!(check.to_string().contains("; the point is not feasible: primal residual "), "{check}");
        let check = verdict(&case.x, &vec![0.0; case.d.len()]);
        assert!(!check.accepted && check.refusals.is_empty());
    }
}

#[test]
fn nothing_breaks_on_garbage() {
    let mut r = Random::new(6);
    let mut accepted = 0;
    for round in 0..4000 {
        let (m, n) = (r.below(5), 1 + r.below(5));
        let problem = plain::garbage(&mut r, m, n);
        let most = [2.0, 60.0, 307.0][round % 3];
        let mut vector = |count: usize| (0..count).map(|_| plain::wild(&mut r, most)).collect::<Vec<f64>>();
        let (y, d) = (vector(m), vector(n));
        accepted += usize::from(dual(&problem, &y).accepted) + usize::from(primal(&problem, &d).accepted);
        assert!(!dual(&problem, &y).explain(&problem).is_empty());
        let tolerances = Tolerances::from(&Parameters::default());
        let check = verify_unbounded(&problem, &d, &d, &tolerances).unwrap();
        assert!(check.primal_residual.is_finite());
    }
    assert!(accepted > 10, "some garbage is infeasible: {accepted}");
}
