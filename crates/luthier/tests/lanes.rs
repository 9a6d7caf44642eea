//! A run's result depends on its problem and parameters alone: not on lanes, threads, order or neighbours.

mod support;

use luthier::params::{Method, TestedPoint};
use luthier::{BatchOptions, Control, Parameters, Problem, Solution, Trial, run_batch};
use support::families::{decay_decay, qap, random_lp, transportation};

/// Settings that differ in everything that matters to the engine.
fn settings() -> Vec<Parameters> {
    let base = Parameters { iteration_limit: 300, ..Parameters::default().with_tolerance(1e-6) };
    let mut all = Vec::new();
    for preset in ["paper", "reference"] {
        for (theta, alpha) in [(0.5, 1.0), (0.1, 0.3), (0.9, 1.7), (1.0, 0.0)] {
            let preset = Parameters::preset(preset).unwrap();
            all.push(Parameters {
                weight_smoothing: theta,
                pock_chambolle_alpha: alpha,
                iteration_limit: 200 + 37 * all.len() as u64,
                relative_tolerance: 1e-6,
                ..preset
            });
        }
    }
    all.push(Parameters { check_period: 64, ..base.clone() });
    all.push(Parameters { check_period: 7, tested_point: TestedPoint::Either, ..base.clone() });
    all.push(Parameters { initial_step_scale: 100.0, ..base.clone() });
    all.push(Parameters { method: Method::Pdhg, ..base.clone() });
    all.push(Parameters { norm: luthier::params::Norm::Componentwise, check_period: 3, ..base });
    all
}

/// Everything of a solution that must not depend on how it was run, bit for bit.
fn bits(s: &Solution) -> (String, Vec<u64>) {
    let numbers = s.x.iter().chain(&s.y).chain(&s.reduced_costs).chain(&s.row_activity);
    let numbers = numbers.chain([&s.objective, &s.dual_objective, &s.quality.error]);
    (format!("{:?} {:?} {:?}", s.status, s.work, s.ladder), numbers.map(|v| v.to_bits()).collect())
}

fn run(trials: &[Trial<'_>], lanes: usize, threads: usize) -> Vec<(String, Vec<u64>)> {
    let options = BatchOptions { lanes: Some(lanes), threads };
    run_batch(trials, &options, &Control::default()).unwrap().iter().map(bits).collect()
}

fn alone(problem: &Problem, parameters: &Parameters) -> (String, Vec<u64>) {
    bits(&luthier::solve(problem, parameters).unwrap())
}

#[test]
fn lanes_and_threads_do_not_change_a_bit() {
    let problems = [transportation(6, 9, 1), decay_decay(12, 60, 2), qap(4, 3), random_lp(5, 17, 30)];
    let settings = settings();
    for problem in &problems {
        let expected: Vec<_> = settings.iter().map(|p| alone(problem, p)).collect();
        let trials: Vec<_> =
            settings.iter().map(|parameters| Trial { problem, parameters, start: None }).collect();
        for lanes in [1, 4, 8, 16] {
            for threads in [1, 2] {
                assert_eq!(run(&trials, lanes, threads), expected, "{lanes} lanes, {threads} threads");
            }
        }
    }
}

#[test]
fn neither_order_nor_neighbours_change_a_bit() {
    let problem = transportation(6, 9, 4);
    let settings = settings();
    let expected: Vec<_> = settings.iter().map(|p| alone(&problem, p)).collect();
    let mut order: Vec<usize> = (0..settings.len()).collect();
    for round in 0..6 {
        order.rotate_left(round);
        order.reverse();
        let chosen = &order[..settings.len() - round];
        let trials: Vec<_> = chosen
            .iter()
            .map(|&i| Trial { problem: &problem, parameters: &settings[i], start: None })
            .collect();
        for (got, &i) in run(&trials, [4, 8, 16][round % 3], 1 + round % 2).iter().zip(chosen) {
            assert_eq!(got, &expected[i]);
        }
    }
}

#[test]
fn problems_that_share_a_matrix_share_a_batch() {
    let base = decay_decay(15, 70, 9);
    let problems: Vec<Problem> = (0..9)
        .map(|i| {
            let objective = base
                .objective()
                .iter()
                .enumerate()
                .map(|(j, c)| c * (1.0 + 0.1 * ((i + j) % 5) as f64))
                .collect();
            let upper = (0..70).map(|j| if (i + j) % 4 == 0 { 0.5 } else { 1.0 }).collect();
            base.with_data().objective(objective).bounds(vec![0.0; 70], upper).build().unwrap()
        })
        .collect();
    let settings = settings();
    let trials: Vec<_> = problems
        .iter()
        .flat_map(|problem| {
            settings[..4].iter().map(move |parameters| Trial { problem, parameters, start: None })
        })
        .collect();
    let expected: Vec<_> = trials.iter().map(|t| alone(t.problem, t.parameters)).collect();
    for lanes in [1, 4, 8, 16] {
        assert_eq!(run(&trials, lanes, 2), expected, "{lanes} lanes");
    }
    // Not vacuous: the problems really differ.
    assert_ne!(expected[0], expected[4]);
}

#[test]
fn lanes_are_chosen_when_nothing_is_said() {
    let problem = transportation(5, 7, 1);
    let settings = settings();
    let trials: Vec<_> =
        settings.iter().map(|parameters| Trial { problem: &problem, parameters, start: None }).collect();
    let solutions = run_batch(&trials, &BatchOptions::default(), &Control::default()).unwrap();
    assert_eq!(solutions.len(), settings.len());
    assert!(run_batch(&[], &BatchOptions::default(), &Control::default()).unwrap().is_empty());
}
