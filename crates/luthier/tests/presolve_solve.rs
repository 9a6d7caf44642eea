//! Solving through presolving: the same claims as without it, made of the original problem and checked there.

mod support;

use luthier::presolve::{Ending, Summary};
use luthier::verify::verify_certificate;
use luthier::{
    BatchOptions, Certificate, Control, Error, Flow, Notice, Observer, Parameters, Problem, Progress,
    SolveOptions, Start, Status, Step, Trial, run_batch, solve, solve_with,
};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use support::every;
use support::families::{multicommodity, random_lp, transportation};
use support::reducible::reducible;
use support::simplex::{Answer, simplex};
use support::small::{INF, close, lp, solved};

fn parameters(tolerance: f64) -> Parameters {
    Parameters { presolve: true, iteration_limit: 20_000, ..Parameters::default().with_tolerance(tolerance) }
}

#[test]
fn answers_are_those_of_the_simplex_method() {
    let (mut found, mut wanted) = ([0; 3], [0; 3]);
    for seed in 0..1000 {
        let problem = reducible(seed);
        let solution = solve(&problem, &parameters(1e-8)).unwrap();
        match &solution.certificate {
            // A ray may leave rows by rounding.
            Some(certificate @ Certificate::PrimalRay(_)) => {
                assert!(verify_certificate(&problem, certificate).unwrap().accepted, "seed {seed}");
            }
            _ => every::check(&problem, &parameters(1e-8), &solution),
        }
        let answer = simplex(&problem);
        let (kind, status) = match &answer {
            Answer::Optimal(..) => (0, Status::Optimal),
            Answer::Infeasible(_) => (1, Status::Infeasible),
            Answer::Unbounded(..) => (2, Status::Unbounded),
            Answer::GivenUp => panic!("seed {seed}"),
        };
        wanted[kind] += 1;
        if solution.status == status {
            found[kind] += 1;
        } else {
            let claims = [Status::Optimal, Status::Infeasible, Status::Unbounded];
            assert!(!claims.contains(&solution.status), "seed {seed}: {} is {status}", solution.status);
        }
        if let (Answer::Optimal(x, _), Status::Optimal) = (&answer, solution.status) {
            close(solution.objective, problem.objective_value(x), 1e-5);
        }
        assert!(solution.presolve.is_some());
        // Where a further run goes on from a point, that is no start that anybody gave.
        assert!(!solution.notices.contains(&Notice::WarmStartDropped), "seed {seed}");
    }
    // Nearly all of them are solved, most by presolving alone.
    for (found, wanted) in found.iter().zip(wanted) {
        assert!(found * 100 >= wanted * 97, "{found} of {wanted}");
    }
    assert!(wanted[0] > 300 && wanted[2] > 50, "{wanted:?}");
}

#[test]
fn real_work_is_left_to_the_run() {
    let problems = (0..10)
        .map(|seed| random_lp(seed, 8, 14))
        .chain([transportation(6, 9, 1), multicommodity(2, 12, 36, 3, 1)]);
    for problem in problems {
        let with = solved(&problem, &parameters(1e-7));
        let without = solved(&problem, &Parameters { presolve: false, ..parameters(1e-7) });
        assert_eq!((with.status, without.status), (Status::Optimal, Status::Optimal));
        close(with.objective, without.objective, 1e-5);
        assert_eq!(without.presolve, None);
    }
}

#[test]
fn a_start_at_the_optimum_goes_through() {
    let mut iterated = 0;
    for seed in 0..40 {
        let problem = random_lp(seed, 8, 14);
        let first = solve(&problem, &parameters(1e-8)).unwrap();
        assert_eq!(first.status, Status::Optimal);
        iterated += usize::from(first.work.iterations > 10);
        let start = Start::new(first.x, first.y);
        let again = solve_with(
            &problem,
            &parameters(1e-6),
            &SolveOptions { start: Some(&start), ..SolveOptions::default() },
        )
        .unwrap();
        assert_eq!((again.status, again.work.iterations), (Status::Optimal, 0), "seed {seed}");
    }
    assert!(iterated > 20, "{iterated}");
}

#[test]
fn misuse_is_told_as_without_presolving() {
    let problem = random_lp(1, 4, 6);
    for presolve in [false, true] {
        let parameters = Parameters { presolve, ..Parameters::default() };
        let start = Start::new(vec![0.0; 5], vec![0.0; 4]);
        let error = solve_with(
            &problem,
            &parameters,
            &SolveOptions { start: Some(&start), ..SolveOptions::default() },
        )
        .unwrap_err();
        assert!(matches!(error, Error::Length { argument: "start.x", got: 5, .. }), "{error}");
        let bad = Parameters { weight_smoothing: 2.0, ..parameters };
        assert!(matches!(solve(&problem, &bad).unwrap_err(), Error::BadParameter { .. }));
    }
}

#[test]
fn runs_over_one_matrix_are_not_presolved() {
    let (problem, parameters) = (random_lp(1, 4, 6), parameters(1e-4));
    let trials = [Trial { problem: &problem, parameters: &parameters, start: None }];
    let error = run_batch(&trials, &BatchOptions::default(), &Control::default()).unwrap_err();
    assert!(
        error.to_string().starts_with("presolve = true is not possible: expected false for runs over"),
        "{error}"
    );
}

/// What an observer saw.
#[derive(Default)]
struct Seen {
    summaries: Mutex<Vec<Summary>>,
    iterations: Mutex<Vec<u64>>,
    steps: Mutex<Vec<(u64, usize, usize)>>,
}

impl Observer for Seen {
    fn presolved(&self, summary: &Summary) {
        self.summaries.lock().unwrap().push(*summary);
    }

    fn progress(&self, progress: &Progress) -> Flow {
        self.iterations.lock().unwrap().push(progress.iterations);
        Flow::Continue
    }

    fn wants_steps(&self) -> bool {
        true
    }

    fn step(&self, step: &Step<'_>) {
        self.steps.lock().unwrap().push((step.iteration, step.x.len(), step.y.len()));
    }
}

fn larger() -> Problem {
    multicommodity(2, 12, 36, 3, 1)
}

#[test]
fn observers_see_the_original_problem_and_all_of_the_work() {
    let (problem, seen) = (larger(), Seen::default());
    let control = Control { observer: Some(&seen), interrupt: None };
    let solution =
        solve_with(&problem, &parameters(1e-7), &SolveOptions { control, ..SolveOptions::default() })
            .unwrap();
    assert_eq!(*seen.summaries.lock().unwrap(), [solution.presolve.unwrap()]);
    assert!(solution.presolve.unwrap().changed());
    let steps = seen.steps.lock().unwrap();
    assert!(steps.iter().all(|(_, x, y)| (*x, *y) == (problem.columns(), problem.rows())));
    let numbers: Vec<u64> = steps.iter().map(|step| step.0).collect();
    assert_eq!(numbers, (1..=solution.work.iterations).collect::<Vec<_>>());
    assert!(seen.iterations.lock().unwrap().windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn limits_count_everything() {
    let problem = larger();
    let few = Parameters { iteration_limit: 7, ..parameters(1e-9) };
    let solution = solved(&problem, &few);
    assert_eq!((solution.status, solution.work.iterations), (Status::IterationLimit, 7));
    let passes = Parameters { matrix_pass_limit: Some(9), ..parameters(1e-9) };
    let solution = solved(&problem, &passes);
    assert_eq!((solution.status, solution.work.matrix_passes()), (Status::MatrixPassLimit, 9));
    let late = Parameters { time_limit: 0.0, ..parameters(1e-9) };
    let solution = solved(&problem, &late);
    assert_eq!((solution.status, solution.presolve.unwrap().ending), (Status::TimeLimit, Ending::Stopped));
    let flag = AtomicBool::new(true);
    let control = Control { interrupt: Some(&flag), observer: None };
    let solution =
        solve_with(&problem, &parameters(1e-9), &SolveOptions { control, ..SolveOptions::default() })
            .unwrap();
    assert_eq!(solution.status, Status::Interrupted);
}

#[test]
fn contradictions_get_their_proof_from_the_solver() {
    let rows: [(f64, &[f64], f64); 2] = [(4.0, &[1.0, 1.0], INF), (-INF, &[1.0, 0.0], 1.0)];
    let problem = lp(&[1.0, 1.0], &rows, &[(0.0, INF), (0.0, 2.0)]).build().unwrap();
    let solution = solved(&problem, &parameters(1e-6));
    assert_eq!(solution.status, Status::Infeasible);
    assert_eq!(solution.presolve.unwrap().ending, Ending::Contradiction);
}

#[test]
fn a_variable_that_runs_away_is_proven_to() {
    // x + y >= 1 goes; z improves the objective without end.
    let problem = lp(
        &[1.0, 1.0, -1.0],
        &[(1.0, &[1.0, 1.0, 0.0], INF), (0.0, &[0.0, 1.0, 0.0], 3.0)],
        &[(0.0, 5.0), (0.0, 5.0), (0.0, INF)],
    );
    let solution = solved(&problem.build().unwrap(), &parameters(1e-6));
    assert_eq!(solution.status, Status::Unbounded);
}
