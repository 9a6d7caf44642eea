//! A run's result depends on its problem and parameters alone: not on lanes, threads, order or neighbours.

mod support;

use luthier::io::{ReadOptions, parse};
use luthier::params::{Method, TestedPoint};
use luthier::{
    BatchOptions, Control, Parameters, Problem, ProblemBuilder, Solution, Storage, Trial, run_batch,
};
use std::sync::Arc;
use support::families::{Random, decay_decay, qap, random_lp, transportation};
use support::trace::Recorder;

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
    all.push(Parameters { norm: luthier::params::Norm::Componentwise, check_period: 3, ..base.clone() });
    let halpern = Parameters { method: Method::Halpern, ..base };
    for (check_period, pock_chambolle_alpha) in [(1, 1.0), (16, 1.0), (5, 0.4)] {
        all.push(Parameters { check_period, pock_chambolle_alpha, ..halpern.clone() });
    }
    all.push(Parameters { initial_step_scale: 3.0, check_period: 40, ..halpern.clone() });
    let near = Parameters::preset("reference").unwrap();
    all.push(Parameters { method: Method::Halpern, iteration_limit: 250, reflection: 0.7, ..near });
    all.push(Parameters { norm: luthier::params::Norm::Componentwise, check_period: 3, ..halpern });
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
fn problems_read_one_by_one_can_share_a_matrix() {
    let read = |name: &str, text: &str| parse(name, text.as_bytes(), &ReadOptions::default()).unwrap();
    let text = "Maximize\n 3 x + 2 y\nSubject To\n x + y <= 4\n x + 3 y <= 7\nBounds\n x <= 3\nEnd\n";
    let first = read("first.lp", text);
    let mut second = read("second.lp", &text.replace("3 x + 2 y", "x + 5 y").replace("<= 7", "<= 9"));
    let settings = settings();
    let expected: Vec<_> = [&first, &second].iter().map(|p| alone(p, &settings[0])).collect();
    assert!(second.share_matrix(first.matrix()));
    assert!(Arc::ptr_eq(first.matrix(), second.matrix()));
    let trials = [&first, &second].map(|problem| Trial { problem, parameters: &settings[0], start: None });
    assert_eq!(run(&trials, 4, 1), expected);
    // Another value, another place, another shape: the matrix stays what it was.
    for other in [("+ 3 y <= 7", "+ 2 y <= 7"), ("x + 3 y <= 7", "3 y <= 7"), (" x + y <= 4\n", "")] {
        let mut other = read("other.lp", &text.replace(other.0, other.1));
        let own = other.matrix().clone();
        assert!(!other.share_matrix(first.matrix()));
        assert!(Arc::ptr_eq(other.matrix(), &own));
    }
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

/// A problem with several tiles and blocks in both directions.
fn large(value: impl Fn(usize) -> f64) -> Problem {
    let (rows, columns) = (1303, 2605);
    let mut r = Random::new(77);
    let mut positions: Vec<(usize, usize)> = (0..9000).map(|_| (r.below(rows), r.below(columns))).collect();
    positions.sort_unstable();
    positions.dedup();
    // One dense row and one dense column, beside many short ones.
    positions.extend((0..columns).step_by(2).map(|j| (rows, j)));
    positions.extend((0..rows).step_by(3).map(|i| (i, columns)));
    let triplets = positions.iter().enumerate().map(|(k, &(i, j))| (i, j, value(k))).collect();
    ProblemBuilder::new(rows + 1, columns + 1)
        .objective((0..=columns).map(|_| r.uniform(-1.0, 2.0)).collect())
        .triplets(triplets)
        .row_bounds(
            vec![-3.0; rows + 1],
            (0..=rows).map(|i| if i % 3 == 0 { f64::INFINITY } else { 4.0 }).collect(),
        )
        .bounds(vec![-1.0; columns + 1], vec![2.0; columns + 1])
        .build()
        .unwrap()
}

#[test]
fn large_problems_in_every_storage_keep_their_bits() {
    let signs = large(|k| if k % 3 == 0 { -1.0 } else { 1.0 });
    let few = large(|k| [0.5, -1.25, 2.0][k % 3]);
    let stored =
        |p: &Problem, storage| p.with_data().matrix(p.matrix().stored_as(storage).unwrap()).build().unwrap();
    let problems = [signs, stored(&few, Storage::Few), few];
    assert_eq!(
        problems.each_ref().map(|p| p.matrix().storage()),
        [Storage::Signs, Storage::Few, Storage::Full]
    );
    let settings: Vec<_> = settings().into_iter().map(|p| Parameters { iteration_limit: 70, ..p }).collect();
    let mut results = Vec::new();
    for problem in &problems {
        let expected: Vec<_> = settings.iter().map(|p| alone(problem, p)).collect();
        let trials: Vec<_> =
            settings.iter().map(|parameters| Trial { problem, parameters, start: None }).collect();
        for (lanes, threads) in [(4, 1), (8, 2), (16, 1)] {
            assert_eq!(run(&trials, lanes, threads), expected, "{lanes} lanes, {threads} threads");
        }
        results.push(expected);
    }
    assert_eq!(results[1], results[2], "few and 8-byte values");
}

#[test]
fn every_iterate_is_the_same_bit_for_bit() {
    let problem = decay_decay(20, 150, 6);
    let settings = settings();
    let trials: Vec<_> =
        settings.iter().map(|parameters| Trial { problem: &problem, parameters, start: None }).collect();
    let iterates = |lanes| {
        let recorder = Recorder::default();
        let control = Control { observer: Some(&recorder), interrupt: None };
        run_batch(&trials, &BatchOptions { lanes: Some(lanes), threads: 1 }, &control).unwrap();
        let mut steps: Vec<(usize, u64, Vec<u64>)> = recorder
            .steps()
            .iter()
            .map(|s| (s.trial, s.k, s.x.iter().chain(&s.y).map(|v| v.to_bits()).collect()))
            .collect();
        steps.sort();
        steps
    };
    let expected = iterates(1);
    assert!(expected.len() > 1000);
    for lanes in [4, 8, 16] {
        assert!(iterates(lanes) == expected, "{lanes} lanes");
    }
}
