//! Problems without a solution: proofs are found, they are true, and problems with a solution never get one.

mod support;

use luthier::params::Method;
use luthier::verify::{Tolerances, verify_certificate, verify_unbounded};
use luthier::{
    BatchOptions, Certificate, Control, Parameters, Problem, ProblemBuilder, Sense, Solution, Status, Trial,
    run_batch, solve,
};
use support::families::{Random, random_lp, transportation};
use support::small::{INF, Row, lp};

/// What the status claims must be proven to the verifier.
fn check(problem: &Problem, parameters: &Parameters, s: &Solution) {
    match (s.status, &s.certificate) {
        (Status::Infeasible, Some(certificate)) | (Status::InfeasibleOrUnbounded, Some(certificate)) => {
            assert!(verify_certificate(problem, certificate).unwrap().accepted);
        }
        (Status::Unbounded, Some(Certificate::PrimalRay(ray))) => {
            let check = verify_unbounded(problem, &s.x, ray, &Tolerances::from(parameters)).unwrap();
            assert!(check.accepted, "{check}");
        }
        (status, certificate) => assert!(certificate.is_none(), "{status}"),
    }
}

/// A random LP plus two rows that contradict a combination of its rows: the combination is at least `b` at every feasible
/// point, and must be at most `b` minus something.
fn infeasible(seed: u64, rows: usize, columns: usize) -> Problem {
    let mut r = Random::new(1000 + seed);
    let base = random_lp(seed, rows, columns);
    let mut triplets: Vec<(usize, usize, f64)> =
        (0..rows).flat_map(|i| base.matrix().row(i).map(move |(j, v)| (i, j, v))).collect();
    let (mut lower, mut upper) = (base.row_lower().to_vec(), base.row_upper().to_vec());
    let mut combination = vec![0.0; columns];
    let mut demand = 0.0;
    for i in 0..rows {
        let (y, bound) = match (lower[i].is_finite(), upper[i].is_finite()) {
            (true, _) => (r.uniform(0.5, 2.0), lower[i]),
            (_, true) => (-r.uniform(0.5, 2.0), upper[i]),
            _ => continue,
        };
        demand += y * bound;
        base.matrix().row(i).for_each(|(j, v)| combination[j] += y * v);
    }
    triplets.extend(combination.iter().enumerate().map(|(j, v)| (rows, j, *v)));
    lower.push(-INF);
    upper.push(demand - 0.1 * (1.0 + demand.abs()));
    ProblemBuilder::new(rows + 1, columns)
        .objective(base.objective().to_vec())
        .triplets(triplets)
        .row_bounds(lower, upper)
        .bounds(vec![-INF; columns], vec![INF; columns])
        .build()
        .unwrap()
}

#[test]
fn contradictions_of_many_rows_are_proven() {
    contradictions("paper");
}

#[test]
fn contradictions_are_proven_by_halpern() {
    contradictions("halpern");
}

fn contradictions(preset: &str) {
    let mut proven = 0;
    for seed in 0..60 {
        let problem = infeasible(seed, 3 + seed as usize % 9, 12);
        let parameters = Parameters { iteration_limit: 20_000, ..Parameters::preset(preset).unwrap() };
        let s = solve(&problem, &parameters).unwrap();
        check(&problem, &parameters, &s);
        assert!(!matches!(s.status, Status::Optimal | Status::Unbounded), "{seed}: {}", s.status);
        proven += usize::from(s.status == Status::Infeasible);
    }
    assert!(proven >= 54, "{proven} of 60");
}

#[test]
fn solvable_problems_get_no_proof() {
    // Short runs and tolerances that cannot be met leave time for every look.
    for seed in 0..150 {
        let problem = random_lp(seed, 4 + seed as usize % 12, 14);
        for method in [Method::Pdlp, Method::Pdhg, Method::Halpern] {
            let limits = Parameters { iteration_limit: 3000, method, ..Parameters::default() };
            let s = solve(&problem, &limits.with_tolerance(1e-13)).unwrap();
            assert_eq!(s.certificate, None, "{seed}: {}", s.status);
        }
    }
}

#[test]
fn ways_of_many_variables_to_infinity_are_proven() {
    ways_to_infinity("paper");
}

#[test]
fn ways_to_infinity_are_proven_by_halpern() {
    ways_to_infinity("halpern");
}

fn ways_to_infinity(preset: &str) {
    let mut proven = 0;
    for seed in 0..40 {
        // A transportation problem that pays for what is sent beyond the demand, with suppliers that can give any amount.
        let (s, d) = (3 + seed as usize % 4, 5);
        let problem = transportation(s, d, seed);
        let gain = problem.objective().iter().map(|c| c - 30.0).collect();
        let free: Vec<f64> = problem.row_lower().iter().map(|b| if *b < 0.0 { -INF } else { *b }).collect();
        let upper = vec![INF; problem.rows()];
        let problem = problem.with_data().objective(gain).row_bounds(free, upper).build().unwrap();
        let parameters = Parameters { iteration_limit: 20_000, ..Parameters::preset(preset).unwrap() };
        let s = solve(&problem, &parameters).unwrap();
        check(&problem, &parameters, &s);
        assert!(!matches!(s.status, Status::Optimal | Status::Infeasible), "{seed}: {}", s.status);
        proven += usize::from(s.status == Status::Unbounded);
    }
    assert!(proven >= 38, "{proven} of 40");
}

#[test]
fn neither_feasible_nor_bounded_is_infeasible() {
    // x - y improves without end, but x + y >= 2 and x + y <= 1.
    let rows: [Row<'_>; 2] = [(2.0, &[1.0, 1.0, 0.0, 0.0], INF), (-INF, &[1.0, 1.0, 0.0, 0.0], 1.0)];
    let bounds = [(-INF, INF), (-INF, INF), (0.0, INF), (0.0, INF)];
    let problem = lp(&[1.0, -1.0, -1.0, -2.0], &rows, &bounds).build().unwrap();
    let s = solve(&problem, &Parameters::default()).unwrap();
    check(&problem, &Parameters::default(), &s);
    assert_eq!(s.status, Status::Infeasible);
}

#[test]
fn a_ray_that_leads_nowhere_feasible_is_decided_by_asking_for_any_point() {
    // The objective falls along (1, 1); whether x - y = 3 can be met is another question, and it can.
    let rows: [Row<'_>; 1] = [(3.0, &[1.0, -1.0], 3.0)];
    for (sense, costs) in [(Sense::Minimize, [-1.0, -1.0]), (Sense::Maximize, [1.0, 1.0])] {
        let problem = lp(&costs, &rows, &[(0.0, INF); 2]).sense(sense).build().unwrap();
        let s = solve(&problem, &Parameters::default().with_tolerance(1e-8)).unwrap();
        check(&problem, &Parameters::default().with_tolerance(1e-8), &s);
        assert_eq!(s.status, Status::Unbounded);
        assert!((s.x[0] - s.x[1] - 3.0).abs() < 1e-6, "{:?}", s.x);
    }
}

#[test]
fn proofs_depend_on_neither_lanes_nor_threads_nor_neighbours() {
    // Without costs, so that no direction to infinity is found first.
    let problem = infeasible(7, 8, 12).with_data().objective(vec![0.0; 12]).build().unwrap();
    let settings: Vec<_> = (0..10)
        .map(|k| Parameters {
            method: if k % 3 == 2 { Method::Halpern } else { Method::Pdlp },
            weight_smoothing: 0.1 * k as f64,
            check_period: 1 + k % 3,
            iteration_limit: 10_000,
            ..Parameters::default()
        })
        .collect();
    let trials: Vec<_> =
        settings.iter().map(|parameters| Trial { problem: &problem, parameters, start: None }).collect();
    let run = |lanes, threads| {
        let options = BatchOptions { lanes: Some(lanes), threads };
        let solutions = run_batch(&trials, &options, &Control::default()).unwrap();
        solutions.into_iter().map(|s| Solution { seconds: 0.0, lane_seconds: 0.0, ..s }).collect::<Vec<_>>()
    };
    let expected = run(1, 1);
    assert!(expected.iter().any(|s| s.status == Status::Infeasible && s.work.iterations > 0));
    for (lanes, threads) in [(4, 1), (8, 2), (16, 1), (1, 2)] {
        assert_eq!(run(lanes, threads), expected, "{lanes} lanes, {threads} threads");
    }
}

#[test]
fn scaling_by_powers_of_two_keeps_the_verdict() {
    for seed in 0..10 {
        let problem = infeasible(seed, 6, 10);
        for (rows, columns) in [(4.0, 1.0), (1.0, 0.125), (1024.0, 16.0)] {
            let triplets = (0..problem.rows())
                .flat_map(|i| problem.matrix().row(i).map(move |(j, v)| (i, j, rows * v * columns)))
                .collect();
            let scale = |v: &[f64]| v.iter().map(|b| rows * b).collect::<Vec<f64>>();
            let scaled = ProblemBuilder::new(problem.rows(), problem.columns())
                .objective(problem.objective().iter().map(|c| columns * c).collect())
                .triplets(triplets)
                .row_bounds(scale(problem.row_lower()), scale(problem.row_upper()))
                .bounds(vec![-INF; problem.columns()], vec![INF; problem.columns()])
                .build()
                .unwrap();
            let parameters = Parameters { iteration_limit: 20_000, ..Parameters::default() };
            let statuses = [&problem, &scaled].map(|p| solve(p, &parameters).unwrap().status);
            assert_eq!(statuses[0], statuses[1], "{seed}");
        }
    }
}

/// Problems with small coefficients whose solutions are large: what looks like a ray to six digits is none.
#[test]
fn small_coefficients_are_coefficients() {
    let (free, plus) = ((-INF, INF), (0.0, INF));
    // x = 5e6 makes up for y <= 0.5.
    let rows: [Row<'_>; 3] =
        [(1.0, &[1e-7, 1.0, 0.0], INF), (-INF, &[0.0, 1.0, 0.0], 0.5), (0.0, &[0.0, -1.0, 1.0], INF)];
    let far = lp(&[1.0, 0.0, 0.0], &rows, &[free, free, plus]).build().unwrap();
    // Nearly parallel: they meet at -1e7, at -1e11.
    let parallel = |by: f64| {
        let slope = -1.0 - by;
        let rows: [Row<'_>; 2] = [(0.0, &[1.0, -1.0], 0.0), (1.0, &[1.0, slope], 1.0)];
        lp(&[1.0, 0.0], &rows, &[free; 2]).build().unwrap()
    };
    // Largest x is 1e7.
    let rows: [Row<'_>; 3] = [
        (-INF, &[1.0, 0.0, -1.0, 0.0], 0.0),
        (-INF, &[0.0, 1.0, 1e-7, 0.0], 1.0),
        (0.0, &[0.0, 1.0, 0.0, -1.0], INF),
    ];
    let high = lp(&[1.0, 0.0, 0.0, 0.0], &rows, &[plus; 4]).sense(Sense::Maximize).build().unwrap();
    for problem in [far, parallel(1e-7), parallel(1e-11), high] {
        for tolerance in [1e-4, 1e-8] {
            let s = solve(&problem, &Parameters::default().with_tolerance(tolerance)).unwrap();
            assert_eq!(s.certificate, None, "{}", s.status);
        }
    }
}

#[test]
fn a_large_right_hand_side_does_not_hide_a_contradiction() {
    // x >= 3 and x + w <= 0 contradict each other; z grows without end; u = 1e6 - 2 x is always possible.
    let rows: [Row<'_>; 4] = [
        (3.0, &[1.0, 0.0, 0.0, 0.0, 0.0], INF),
        (-INF, &[1.0, 1.0, 0.0, 0.0, 0.0], 0.0),
        (1e6, &[2.0, 0.0, 1.0, 0.0, 0.0], 1e6),
        (-INF, &[0.0, 0.0, 0.0, 1.0, -1.0], 5.0),
    ];
    let (free, plus) = ((-INF, INF), (0.0, INF));
    let bounds = [plus, plus, free, plus, plus];
    let problem = lp(&[0.0, 0.0, 0.0, 1.0, 0.0], &rows, &bounds).sense(Sense::Maximize).build().unwrap();
    let s = solve(&problem, &Parameters::default()).unwrap();
    assert_eq!(s.status, Status::Infeasible);
}

#[test]
fn wild_scales_get_no_false_proof() {
    // Feasible and bounded by construction: a point, multipliers, and slack around them.
    for seed in 0..400 {
        let mut r = Random::new(9000 + seed);
        let (m, n) = (3 + r.below(4), 3 + r.below(5));
        let wild =
            |r: &mut Random, e: f64| 10f64.powf(r.uniform(-e, e)) * if r.unit() < 0.5 { -1.0 } else { 1.0 };
        let x: Vec<f64> = (0..n).map(|_| wild(&mut r, 8.0)).collect();
        let mut triplets = Vec::new();
        for i in 0..m {
            for j in 0..n {
                if r.unit() < 0.6 {
                    triplets.push((i, j, wild(&mut r, 5.0)));
                }
            }
        }
        let mut activity = vec![0.0; m];
        triplets.iter().for_each(|(i, j, v)| activity[*i] += v * x[*j]);
        // y >= 0 on rows >=, c = K'y, so that the objective is bounded below.
        let y: Vec<f64> = (0..m).map(|_| r.unit() * 10.0).collect();
        let mut c = vec![0.0; n];
        triplets.iter().for_each(|(i, j, v)| c[*j] += v * y[*i]);
        let problem = ProblemBuilder::new(m, n)
            .objective(c)
            .triplets(triplets)
            .row_bounds(activity, vec![INF; m])
            .bounds(vec![-INF; n], vec![INF; n])
            .build()
            .unwrap();
        let parameters = Parameters { iteration_limit: 2000, ..Parameters::default() };
        let s = solve(&problem, &parameters.with_tolerance(1e-9)).unwrap();
        assert_eq!(s.certificate, None, "{seed}: {}", s.status);
    }
}
