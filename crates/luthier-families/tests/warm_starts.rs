//! Starts that do not help: what they cost, over the families.

use luthier::{Notice, Parameters, Problem, Solution, SolveOptions, Start, Status, solve, solve_with};
use luthier_families::{Family, Random};

const FAMILIES: [&str; 5] = [
    "transportation:30x45",
    "decay-decay:100x1000",
    "decay-decay:200x2000",
    "multipaths:90x2000",
    "transportation:10x15",
];

/// Steps that a start has to show that it helps.
const PROBATION: u64 = 20;

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, v| v.abs().max(most))
}

/// A random point, so many times as far out as a solution.
fn random(problem: &Problem, cold: &Solution, far: f64, r: &mut Random) -> Start {
    let mut some = |count: usize, size: f64| {
        (0..count).map(|_| far * size * r.uniform((-1.0, 1.0))).collect::<Vec<f64>>()
    };
    let (x, y) = (largest(&cold.x), largest(&cold.y));
    Start::new(some(problem.columns(), x), some(problem.rows(), y))
}

/// Starts that nobody should use: random points, the solution with its signs turned, in another order, doubled, and that of
/// another problem with what a third one might have learned.
fn bad(problem: &Problem, cold: &Solution, other: &Solution, r: &mut Random) -> Vec<(&'static str, Start)> {
    let changed = |change: &dyn Fn(&[f64]) -> Vec<f64>| Start::new(change(&cold.x), change(&cold.y));
    let scaled = |factor: f64| changed(&|v| v.iter().map(|v| factor * v).collect());
    let fitted =
        |v: &[f64], count: usize| v.iter().copied().chain([0.0].into_iter().cycle()).take(count).collect();
    let elsewhere = Start::new(fitted(&other.x, problem.columns()), fitted(&other.y, problem.rows()));
    let mut misled = Start { learned: other.learned, ..elsewhere.clone() };
    misled.learned.iter_mut().for_each(|learned| learned.weight *= 1e3);
    vec![
        ("random", random(problem, cold, 1.0, r)),
        ("far", random(problem, cold, 10.0, r)),
        ("very far", random(problem, cold, 1e4, r)),
        ("signs", scaled(-1.0)),
        ("doubled", scaled(2.0)),
        ("order", changed(&|v| v.iter().rev().copied().collect())),
        ("another problem", elsewhere),
        ("misled", misled),
    ]
}

#[test]
fn a_bad_start_costs_twenty_iterations_or_is_no_worse_than_zero() {
    let parameters = Parameters::default();
    let (mut dropped, mut taken, mut from_zero) = (0, 0, 0);
    for name in FAMILIES {
        let family = Family::parse(name).unwrap();
        for index in 0..4 {
            let problem = family.instance(1, index).unwrap();
            let other = solve(&family.instance(2, index).unwrap(), &parameters).unwrap();
            let cold = solve(&problem, &parameters).unwrap();
            for (kind, start) in bad(&problem, &cold, &other, &mut Random::new(3, index, 0)) {
                let s = solve_with(
                    &problem,
                    &parameters,
                    &SolveOptions { start: Some(&start), ..SolveOptions::default() },
                )
                .unwrap();
                assert_eq!(s.status, Status::Optimal, "{name} {index} {kind}");
                if s.notices.contains(&Notice::WarmStartDropped) {
                    let extra = s.work.iterations - cold.work.iterations;
                    assert!(extra == 0 || extra == PROBATION, "{name} {index} {kind}: {extra}");
                    assert_eq!((&s.x, &s.y), (&cold.x, &cold.y), "{name} {index} {kind}");
                    dropped += 1;
                } else {
                    taken += s.work.iterations;
                    from_zero += cold.work.iterations;
                }
            }
        }
    }
    // Single counts vary by a half either way; their sum shows what starts that were taken are worth.
    let part = taken as f64 / from_zero as f64;
    println!("{dropped} dropped, {taken} iterations from those taken, {from_zero} from zero: {part:.2}");
    assert!(dropped >= 80 && part < 1.2, "{dropped} dropped, {part:.2} times the iterations from zero");
}

#[test]
fn a_good_start_is_taken() {
    for name in FAMILIES {
        let family = Family::parse(name).unwrap();
        let parameters = Parameters::default();
        for index in 0..4 {
            let problem = family.instance(1, index).unwrap();
            let before = solve(&problem, &parameters).unwrap();
            let mut r = Random::new(4, index, 0);
            let factors: Vec<f64> = problem.row_lower().iter().map(|_| r.uniform((0.99, 1.01))).collect();
            let lower = problem.row_lower().iter().zip(&factors).map(|(b, f)| b * f).collect();
            let upper = problem.row_upper().to_vec();
            let changed = problem.with_data().row_bounds(lower, upper).build().unwrap();
            let start = Start::from(&before);
            let s = solve_with(
                &changed,
                &parameters,
                &SolveOptions { start: Some(&start), ..SolveOptions::default() },
            )
            .unwrap();
            assert!(s.status == Status::Optimal && s.notices.is_empty(), "{name} {index}: {:?}", s.notices);
        }
    }
}
