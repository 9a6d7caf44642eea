//! One LP, sixteen settings, one traversal of the matrix: `cargo run --release -p luthier --example settings`.

use luthier::{BatchOptions, Control, Parameters, ProblemBuilder, Trial, run_batch};
use std::time::Instant;

fn main() -> Result<(), luthier::Error> {
    // A production plan: each of 400 products takes time on a few of 60 machines; sell as much as is worth most.
    let (machines, products) = (60, 400);
    let value = |k: usize| 1.0 + ((k * 7919) % 101) as f64 / 10.0;
    let triplets =
        (0..4 * products).map(|k| ((k * 31 + k / 7) % machines, k % products, value(k) / 3.0)).collect();
    let problem = ProblemBuilder::new(machines, products)
        .sense(luthier::Sense::Maximize)
        .objective((0..products).map(value).collect())
        .triplets(triplets)
        .row_bounds(vec![f64::NEG_INFINITY; machines], vec![40.0; machines])
        .bounds(vec![0.0; products], vec![5.0; products])
        .build()?;

    let mut settings = Vec::new();
    for weight_smoothing in [0.1, 0.4, 0.7, 1.0] {
        for sufficient_reduction in [0.1, 0.2, 0.4, 0.6] {
            settings.push(Parameters {
                weight_smoothing,
                sufficient_reduction,
                ..Parameters::default().with_tolerance(1e-6)
            });
        }
    }
    let trials: Vec<_> =
        settings.iter().map(|parameters| Trial { problem: &problem, parameters, start: None }).collect();
    let began = Instant::now();
    let solutions = run_batch(&trials, &BatchOptions::default(), &Control::default())?;
    let seconds = began.elapsed().as_secs_f64();

    println!("theta  beta_s  status     iterations     objective");
    for (p, s) in settings.iter().zip(&solutions) {
        println!(
            "{:>5}  {:>6}  {:<10} {:>10}  {:>12.5}",
            p.weight_smoothing, p.sufficient_reduction, s.status, s.work.iterations, s.objective
        );
    }
    let iterations: u64 = solutions.iter().map(|s| s.work.iterations).sum();
    println!("{iterations} iterations in {seconds:.3} s");
    Ok(())
}
