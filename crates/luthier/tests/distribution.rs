//! Iteration counts in distribution: what the counts of long runs, which are chaotic one by one, must be on average.

mod support;

use luthier::{BatchOptions, Control, Parameters, Status, Trial, run_batch};
use support::families::transportation;

/// Means over transportation 30x45 that an independent implementation measured, for theta 0.02, 0.5 and 1 at alpha 1.
const EXPECTED: [(&str, [f64; 3]); 2] =
    [("reference", [2738.0, 1921.0, 2071.0]), ("paper", [1087.0, 634.0, 769.0])];
const THETA: [f64; 3] = [0.02, 0.5, 1.0];
const INSTANCES: u64 = 20;

#[test]
fn mean_iterations_on_transportation_30x45() {
    let problems: Vec<_> = (0..INSTANCES).map(|seed| transportation(30, 45, 1000 + seed)).collect();
    for (preset, means) in EXPECTED {
        for (theta, expected) in THETA.into_iter().zip(means) {
            let parameters = Parameters { weight_smoothing: theta, ..Parameters::preset(preset).unwrap() };
            let counts: Vec<f64> = problems
                .iter()
                .map(|problem| {
                    let trials = [Trial { problem, parameters: &parameters, start: None }];
                    let solution =
                        &run_batch(&trials, &BatchOptions::default(), &Control::default()).unwrap()[0];
                    assert_eq!(solution.status, Status::Optimal);
                    solution.work.iterations as f64
                })
                .collect();
            let n = counts.len() as f64;
            let mean = counts.iter().sum::<f64>() / n;
            let variance = counts.iter().map(|c| (c - mean).powi(2)).sum::<f64>() / (n - 1.0);
            let error = (variance / n).sqrt();
            println!(
                "{preset}, theta {theta}: mean {mean:.0}, standard error {error:.0}, expected {expected}"
            );
            assert!(
                (mean - expected).abs() <= 3.0 * error,
                "{preset}, theta {theta}: {mean} +- {error}, {expected}"
            );
        }
    }
}
