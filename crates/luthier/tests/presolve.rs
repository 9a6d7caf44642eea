//! Presolving changes the problem and not the answer: optimal points of what is left become optimal points of the original.

mod support;

use luthier::params::{Norm, ReducedCostRule};
use luthier::presolve::{Ending, Options, Presolved, Reduction, presolve};
use luthier::verify::{Tolerances, verify, verify_certificate};
use luthier::{Certificate, Problem};
use support::reducible::reducible;
use support::simplex::{Answer, simplex};
use support::small::close;

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

/// What presolving with some options does to the answers of a problem.
fn check(problem: &Problem, options: &Options, context: &str) -> Presolved<'static> {
    let problem: &'static Problem = Box::leak(Box::new(problem.clone()));
    let presolved = presolve(problem, options, &|| false);
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
            assert!(restored.accepted, "{context}: {:?} {:?}\n{}", restored.refusals, presolved, mps());
            close(restored.objective, direct.objective, 1e-7);
            close(small.objective, direct.objective, 1e-7);
        }
        // A variable at the bound that its cost asks for may leave nothing feasible of what is unbounded.
        (Answer::Infeasible(_) | Answer::Unbounded(..), Answer::Infeasible(_) | Answer::Unbounded(..)) => {}
        (Answer::GivenUp, _) | (_, Answer::GivenUp) => panic!("{context}: given up\n{}", mps()),
        _ => panic!("{context}: {}, then {}; {presolved:?}\n{}", kind(&before), kind(&after), mps()),
    }
    presolved
}

#[test]
fn optimal_points_become_optimal_points() {
    let mut counts = [0; Reduction::ALL.len()];
    let mut contradictions = 0;
    for seed in 0..4000 {
        let problem = reducible(seed);
        let presolved = check(&problem, &Options::default(), &format!("seed {seed}"));
        let summary = presolved.summary();
        contradictions += usize::from(summary.ending == Ending::Contradiction);
        Reduction::ALL.iter().zip(&mut counts).for_each(|(r, n)| *n += summary.count(*r));
    }
    for (reduction, count) in Reduction::ALL.iter().zip(counts) {
        eprintln!("{}: {count}", reduction.name());
        assert!(count >= 100, "{} was made {count} times", reduction.name());
    }
    eprintln!("{contradictions} contradictions");
}

#[test]
fn every_reduction_is_right_on_its_own() {
    for reduction in Reduction::ALL {
        let mut count = 0;
        for seed in 0..1200 {
            let problem = reducible(seed);
            let context = format!("{} alone, seed {seed}", reduction.name());
            count += check(&problem, &Options::only(&[reduction]), &context).summary().count(reduction);
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
        let context = format!("{} and {}, seed {seed}", first.name(), second.name());
        check(&problem, &Options::only(&[first, second]), &context);
    }
}
