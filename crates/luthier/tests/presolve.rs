//! Presolving changes the problem and not the answer: optimal points of what is left become optimal points of the original.

mod support;

use luthier::params::{Norm, ReducedCostRule};
use luthier::presolve::{Ending, Options, Presolved, Reduction, presolve};
use luthier::verify::{Tolerances, verify, verify_certificate, verify_unbounded};
use luthier::{Certificate, Problem, ProblemBuilder};
use support::families::random_lp;
use support::reducible::reducible;
use support::simplex::{Answer, simplex};
use support::small::{INF, close, lp};

fn tolerances(tolerance: f64) -> Tolerances {
    Tolerances {
        relative: tolerance,
        absolute: tolerance,
        norm: Norm::Componentwise,
        reduced_cost_rule: ReducedCostRule::Projection,
        near_bound_distance: tolerance,
    }
}

fn kind(answer: &Answer) -> &'static str {
    match answer {
        Answer::Optimal(..) => "optimal",
        Answer::Infeasible(_) => "infeasible",
        Answer::Unbounded(..) => "unbounded",
        Answer::GivenUp => "given up",
    }
}

/// What presolving with some options does to the answers of a problem; whether there is an optimum.
fn check(problem: &Problem, presolved: &Presolved<'_>, context: &str) -> bool {
    let (before, after) = (simplex(problem), simplex(presolved.problem()));
    let mps = || support::models::mps(problem);
    match (&before, &after) {
        (Answer::Optimal(x, y), Answer::Optimal(rx, ry)) => {
            let direct = verify(problem, x, y, &tolerances(1e-7)).unwrap();
            assert!(
                direct.accepted,
                "{context}: the simplex method itself: {:?}\n{}",
                direct.refusals,
                mps()
            );
            let small = verify(presolved.problem(), rx, ry, &tolerances(1e-7)).unwrap();
            assert!(small.accepted, "{context}: the simplex method: {:?}\n{}", small.refusals, mps());
            let (x, y) = presolved.restore(rx, ry).unwrap();
            let restored = verify(problem, &x, &y, &tolerances(1e-7)).unwrap();
            assert!(restored.accepted, "{context}: {:?} {presolved:?}\n{}", restored.refusals, mps());
            close(restored.objective, direct.objective, 1e-7);
            close(small.objective, direct.objective, 1e-7);
            let (px, py) = presolved.push(&x, &y).unwrap();
            px.iter().zip(rx).chain(py.iter().zip(ry)).for_each(|(there, back)| close(*there, *back, 1e-7));
            true
        }
        // A variable at the bound that its cost asks for may leave nothing feasible of what is unbounded.
        (Answer::Infeasible(_) | Answer::Unbounded(..), Answer::Infeasible(_) | Answer::Unbounded(..)) => {
            false
        }
        (Answer::GivenUp, _) | (_, Answer::GivenUp) => panic!("{context}: given up\n{}", mps()),
        _ => panic!("{context}: {}, then {}; {presolved:?}\n{}", kind(&before), kind(&after), mps()),
    }
}

fn all(problem: &Problem) -> Presolved<'_> {
    presolve(problem, &Options::default(), &|| false)
}

#[test]
fn optimal_points_become_optimal_points() {
    let (mut counts, mut optimal, mut left) = ([0; Reduction::ALL.len()], 0, 0);
    for seed in 0..4000 {
        let problem = reducible(seed);
        let presolved = all(&problem);
        optimal += usize::from(check(&problem, &presolved, &format!("seed {seed}")));
        let summary = presolved.summary();
        left += usize::from(summary.nonzeros.1 > 0);
        Reduction::ALL.iter().zip(&mut counts).for_each(|(r, n)| *n += summary.count(*r));
    }
    for (reduction, count) in Reduction::ALL.iter().zip(counts) {
        assert!(count >= 100, "{} was made {count} times", reduction.name());
    }
    assert!(optimal > 1500 && left > 500, "{optimal} have an optimum, {left} have something left");
}

#[test]
fn every_reduction_is_right_on_its_own() {
    for reduction in Reduction::ALL {
        let mut count = 0;
        for seed in 0..1200 {
            let problem = reducible(seed);
            let presolved = presolve(&problem, &Options::only(&[reduction]), &|| false);
            check(&problem, &presolved, &format!("{} alone, seed {seed}", reduction.name()));
            let others = presolved.summary().made().filter(|(r, _)| *r != reduction);
            // A row that forces fixes.
            assert!(others.into_iter().all(|(r, _)| r == Reduction::FixedColumn));
            count += presolved.summary().count(reduction);
        }
        assert!(count >= 50, "{} was made {count} times", reduction.name());
    }
}

#[test]
fn any_two_reductions_work_together() {
    for seed in 0..2200 {
        let problem = reducible(seed);
        let first = Reduction::ALL[seed as usize % Reduction::ALL.len()];
        let second = Reduction::ALL[seed as usize / Reduction::ALL.len() % Reduction::ALL.len()];
        let presolved = presolve(&problem, &Options::only(&[first, second]), &|| false);
        check(&problem, &presolved, &format!("{} and {}, seed {seed}", first.name(), second.name()));
    }
}

/// The problem with one row that asks for more than before, often for too much.
fn spoiled(seed: u64) -> Problem {
    let problem = reducible(seed);
    let (mut lower, upper) = (problem.row_lower().to_vec(), problem.row_upper().to_vec());
    let row = seed as usize % lower.len();
    lower[row] = if upper[row].is_finite() { upper[row] } else { lower[row] + 20.0 };
    problem.with_data().row_bounds(lower, upper).build().unwrap()
}

#[test]
fn proofs_of_infeasibility_are_carried_back() {
    let (mut proofs, mut lost, mut contradictions) = (0, 0, 0);
    for seed in 0..4000 {
        let problem = spoiled(seed);
        // Without what may end in a contradiction at once, so that something is left.
        let options = Options::only(&Reduction::ALL[usize::from(seed % 2 == 0) * 5..]);
        let presolved = presolve(&problem, &options, &|| false);
        check(&problem, &presolved, &format!("seed {seed}"));
        let ending = presolved.summary().ending;
        contradictions += usize::from(ending == Ending::Contradiction);
        if ending == Ending::Contradiction {
            assert!(!presolved.summary().changed() && presolved.problem().rows() == problem.rows());
            assert!(matches!(simplex(&problem), Answer::Infeasible(_)), "seed {seed}");
        }
        if let Answer::Infeasible(y) = simplex(presolved.problem()) {
            let restored = Certificate::DualRay(presolved.restore_dual_ray(&y).unwrap());
            let proves = verify_certificate(&problem, &restored).unwrap().accepted;
            let unbounded = presolved.summary().count(Reduction::DominatedColumn) > 0;
            assert!(proves || unbounded, "seed {seed}: {presolved:?}\n{}", support::models::mps(&problem));
            proofs += usize::from(proves);
            lost += usize::from(!proves);
        }
    }
    assert!(proofs > 300 && contradictions > 50 && lost * 10 < proofs, "{proofs} {lost} {contradictions}");
}

#[test]
fn rays_are_carried_back() {
    let mut rays = 0;
    for seed in 0..4000 {
        let problem = reducible(seed);
        let presolved = all(&problem);
        let Answer::Unbounded(x, ray) = simplex(presolved.problem()) else { continue };
        let ray = presolved.restore_primal_ray(&ray).unwrap();
        let zeros = vec![0.0; presolved.problem().rows()];
        let (x, _) = presolved.restore(&x, &zeros).unwrap();
        let check = verify_unbounded(&problem, &x, &ray, &tolerances(1e-7)).unwrap();
        assert!(check.accepted, "seed {seed}: {presolved:?}\n{}", support::models::mps(&problem));
        rays += 1;
    }
    assert!(rays > 100, "{rays}");
}

#[test]
fn what_was_presolved_stays_as_it_is() {
    for seed in 0..2000 {
        let problem = reducible(seed);
        let once = all(&problem);
        let twice = all(once.problem());
        assert!(!twice.summary().changed(), "seed {seed}: {:?} {:?}", once.summary(), twice.summary());
        assert_eq!(twice.problem().fingerprint(), once.problem().fingerprint());
        let (x, y) = (vec![1.5; twice.problem().columns()], vec![0.0; twice.problem().rows()]);
        assert_eq!(twice.push(&x, &y).unwrap(), (x, y));
    }
}

#[test]
fn hardly_anything_is_a_problem_too() {
    for (rows, columns) in [(0, 0), (0, 3), (3, 0)] {
        let problem = ProblemBuilder::new(rows, columns).build().unwrap();
        let presolved = all(&problem);
        assert_eq!((presolved.problem().rows(), presolved.problem().columns()), (0, 0));
        assert_eq!(presolved.restore(&[], &[]).unwrap(), (vec![0.0; columns], vec![0.0; rows]));
        assert_eq!(presolved.push(&vec![1.0; columns], &vec![1.0; rows]).unwrap(), (vec![], vec![]));
    }
    let fixed = lp(&[1.0, -2.0], &[(-INF, &[1.0, 1.0], 5.0)], &[(2.0, 2.0), (3.0, 3.0)]).build().unwrap();
    let presolved = all(&fixed);
    assert_eq!((presolved.problem().rows(), presolved.problem().columns()), (0, 0));
    assert_eq!(presolved.problem().offset(), -4.0);
    assert_eq!(presolved.restore(&[], &[]).unwrap().0, [2.0, 3.0]);
    assert!(presolved.restore(&[1.0], &[]).is_err() && presolved.push(&[], &[]).is_err());
    assert!(presolved.restore_dual_ray(&[1.0]).is_err() && presolved.restore_primal_ray(&[1.0]).is_err());
}

#[test]
fn contradictions_are_left_to_the_solver() {
    let entries: [(f64, &[f64], f64); 4] =
        [(1.0, &[0.0], INF), (3.0, &[1.0], INF), (-INF, &[-1.0], 1.0), (2.0, &[1.0], 1.0)];
    for (k, row) in entries.into_iter().enumerate() {
        let bounds = if k == 2 { (-3.0, -2.0) } else { (0.0, 2.0) };
        let problem = lp(&[1.0], &[row], &[bounds]).build().unwrap();
        let presolved = all(&problem);
        assert_eq!(presolved.summary().ending, Ending::Contradiction, "row {k}");
        assert_eq!(presolved.problem().fingerprint(), problem.fingerprint());
    }
    let crossed = lp(&[1.0], &[], &[(1.0, 0.0)]).build().unwrap();
    assert_eq!(all(&crossed).summary().ending, Ending::Contradiction);
}

#[test]
fn a_stop_leaves_the_problem_as_it_was() {
    let problem = reducible(3);
    let presolved = presolve(&problem, &Options::default(), &|| true);
    assert_eq!(presolved.summary().ending, Ending::Stopped);
    assert_eq!(presolved.problem().fingerprint(), problem.fingerprint());
}

/// Every row and every column three times, with factors.
fn tripled(problem: &Problem) -> Problem {
    let (m, n) = (problem.rows(), problem.columns());
    let factors = [1.0, 2.0, -0.5];
    let mut triplets = Vec::new();
    for (i, j, v) in (0..m).flat_map(|i| problem.matrix().row(i).map(move |(j, v)| (i, j, v))) {
        for (a, f) in factors.iter().enumerate() {
            triplets.extend(factors.iter().enumerate().map(|(b, g)| (i + a * m, j + b * n, v * f * g)));
        }
    }
    let times = |lower: &[f64], upper: &[f64], inverse: bool| -> (Vec<f64>, Vec<f64>) {
        let scaled = |f: f64| {
            let f = if inverse { 1.0 / f } else { f };
            lower.iter().zip(upper).map(move |(l, u)| if f > 0.0 { (f * l, f * u) } else { (f * u, f * l) })
        };
        factors.iter().flat_map(|f| scaled(*f).collect::<Vec<_>>()).unzip()
    };
    // The three copies share what one had: bounds of a sum of three.
    let (row_lower, row_upper) = times(problem.row_lower(), problem.row_upper(), false);
    let (lower, upper) = times(problem.lower(), problem.upper(), true);
    let objective = factors.iter().flat_map(|f| problem.objective().iter().map(move |c| c * f)).collect();
    ProblemBuilder::new(3 * m, 3 * n)
        .sense(problem.sense())
        .objective(objective)
        .triplets(triplets)
        .row_bounds(row_lower, row_upper)
        .bounds(lower, upper)
        .build()
        .unwrap()
}

#[test]
fn copies_of_everything_become_one() {
    for seed in 0..300 {
        let (single, problem) = (random_lp(seed, 4, 6), tripled(&random_lp(seed, 4, 6)));
        let copies = [Reduction::EmptyColumn, Reduction::ParallelRow, Reduction::ParallelColumn];
        let presolved = presolve(&problem, &Options::only(&copies), &|| false);
        let left = presolved.problem();
        assert!(left.rows() <= single.rows() && left.columns() <= single.columns(), "seed {seed}");
        check(&problem, &presolved, &format!("seed {seed}"));
    }
}
