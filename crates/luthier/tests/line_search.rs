//! The paper's lemma on the line search (lemma:adaptive-pdhg-iter-bound), on real runs.
//!
//! The bound on a step is never below 1/|K~|_2. So a rejected step size is above that, and after k >= 1 accepted
//! steps every rejection shrinks it by the factor f = 1 - (k+1)^-0.3 at least. Of R rejected sizes, starting with
//! etahat, the last one is at most f^(R-1) etahat and above 1/|K~|_2, hence
//! R < 1 + log(etahat |K~|_2) / log(1/f): the lemma's bound, rounded up. At k = 0 the factor is 1 and nothing is said,
//! but that a step size of at most 1/|K~|_2 is accepted.

#[path = "support/oracle.rs"]
mod oracle;
mod support;

use luthier::params::{Parameters, PockChambolle};
use luthier::{BatchOptions, Control, Problem, Trial, run_batch};
use support::families::{Random, decay_decay, random_lp, transportation};
use support::trace::{Kept, Recorder};

/// Rounding in the runs and in the norm.
const ROUNDING: f64 = 1e-9;

/// The largest eigenvalue of a symmetric matrix, by Jacobi's rotations.
fn largest_eigenvalue(mut a: Vec<Vec<f64>>) -> f64 {
    let n = a.len();
    let trace: f64 = (0..n).map(|i| a[i][i]).sum();
    loop {
        let off: f64 = (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j] * a[i][j]).sum();
        // Every eigenvalue is within sqrt(2 off) of a diagonal entry.
        if off.sqrt() <= 1e-14 * trace {
            return (0..n).map(|i| a[i][i]).fold(0.0, f64::max);
        }
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q] == 0.0 {
                    continue;
                }
                // The rotation by (cos, sin) that makes a[p][q] zero.
                let tau = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let tangent = tau.signum() / (tau.abs() + (1.0 + tau * tau).sqrt());
                let cos = 1.0 / (1.0 + tangent * tangent).sqrt();
                let sin = tangent * cos;
                for row in a.iter_mut() {
                    (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
                }
                for j in 0..n {
                    (a[p][j], a[q][j]) = (cos * a[p][j] - sin * a[q][j], sin * a[p][j] + cos * a[q][j]);
                }
            }
        }
    }
}

/// |K|_2, the root of the largest eigenvalue of K K'.
fn spectral_norm(k: &[Vec<f64>]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    largest_eigenvalue(k.iter().map(|row| k.iter().map(|other| dot(row, other)).collect()).collect()).sqrt()
}

#[test]
fn spectral_norms() {
    let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-13 * b, "{a} is not {b}");
    close(spectral_norm(&[vec![3.0, 0.0, 4.0]]), 5.0);
    close(spectral_norm(&[vec![2.0, 0.0], vec![0.0, -7.0]]), 7.0);
    close(spectral_norm(&[vec![1.0, 1.0], vec![0.0, 1.0]]), (1.0 + 5f64.sqrt()) / 2.0);
    // Power iterations come close from below.
    let lp = oracle::Lp::new(&random_lp(5, 8, 11));
    let norm = spectral_norm(&lp.k);
    let mut x = vec![1.0; 11];
    for _ in 0..10_000 {
        let y = lp.transposed_times(&lp.times(&x));
        let size = oracle::norm(&y);
        x = y.into_iter().map(|v| v / size).collect();
    }
    close(oracle::norm(&lp.times(&x)), norm);
}

/// What was seen in all runs, to show that the test could have failed.
#[derive(Debug, Default)]
struct Seen {
    searches: u64,
    /// Rejections after the first accepted step.
    rejected: u64,
    /// Searches with several of them.
    repeated: u64,
    /// Searches with as many as the bound, rounded up, allows.
    tight: u64,
    most: u64,
    /// Rejections before the first accepted step.
    rejected_at_first: u64,
    most_at_first: u64,
}

impl Seen {
    /// Checks all searches of a run that starts with the step size `first`.
    fn check(&mut self, what: &str, parameters: &Parameters, first: f64, norm: f64, searches: &[&Kept]) {
        assert!(!searches.is_empty(), "{what}: no steps");
        let mut eta_hat = first;
        for s in searches {
            let place = format!("{what}, {s:?}, etahat {eta_hat}, |K~|_2 {norm}");
            let k = s.k - 1;
            let base = (k + 1) as f64;
            let f = if k == 0 { 1.0 } else { 1.0 - base.powf(-parameters.step_reduction_exponent) };
            let growth = 1.0 + base.powf(-parameters.step_growth_exponent);
            let ratio = eta_hat * norm * (1.0 + ROUNDING);
            let most = match k {
                _ if ratio <= 1.0 => 0.0,
                0 => f64::INFINITY,
                _ => (ratio.ln() / (1.0 / f).ln()).ceil(),
            };
            assert!(s.rejected as f64 <= most, "{place}: more than {most} rejections");

            // The proof's steps: sizes shrink by f each time, and end no lower than f / |K~|_2.
            let (above, below) = (1.0 + ROUNDING, 1.0 - ROUNDING);
            assert!(s.eta <= f.powf(s.rejected as f64) * eta_hat * above, "{place}: too large");
            // A search halves after 1000 rejections.
            let halved = if s.rejected > 1000 { 0.5 } else { 1.0 };
            assert!(s.eta >= eta_hat.min(halved * f / norm) * below, "{place}: too small");
            assert!(s.rejected > 0 || (s.eta - eta_hat).abs() <= ROUNDING * eta_hat, "{place}: another size");
            assert!(s.eta_next <= growth * s.eta * above, "{place}: the next one too large");
            assert!(s.eta_next >= (growth * s.eta).min(f / norm) * below, "{place}: the next one too small");

            self.searches += 1;
            if k == 0 {
                self.rejected_at_first += s.rejected;
                self.most_at_first = self.most_at_first.max(s.rejected);
            } else {
                self.rejected += s.rejected;
                self.repeated += u64::from(s.rejected > 1);
                self.tight += u64::from(s.rejected > 0 && s.rejected as f64 == most);
                self.most = self.most.max(s.rejected);
            }
            eta_hat = s.eta_next;
        }
    }

    /// Runs all settings on a problem and checks them.
    fn check_all(&mut self, what: &str, problem: &Problem, settings: &[Parameters]) {
        let recorder = Recorder::default();
        let control = Control { observer: Some(&recorder), interrupt: None };
        let options = BatchOptions { lanes: Some(4), threads: 1 };
        let trials: Vec<_> =
            settings.iter().map(|parameters| Trial { problem, parameters, start: None }).collect();
        run_batch(&trials, &options, &control).unwrap();
        let searches = recorder.steps();
        for (index, parameters) in settings.iter().enumerate() {
            let scaled = oracle::precondition(problem, parameters);
            let norm = spectral_norm(&scaled.lp.k);
            let automatic = 1.0 / scaled.lp.largest_row_sum();
            let first = parameters.initial_step.unwrap_or(automatic) * parameters.initial_step_scale;
            let own: Vec<_> = searches.iter().filter(|s| s.trial == index).collect();
            self.check(&format!("{what}: {parameters:?}"), parameters, first, norm, &own);
        }
    }
}

fn problems(seed: u64) -> [(&'static str, Problem); 4] {
    // The streams of consecutive seeds overlap.
    let seed = Random::new(seed).bits();
    [
        ("transportation", transportation(5, 8, seed)),
        ("decay-decay", decay_decay(10, 40, seed)),
        ("random, wide", random_lp(seed, 6, 15)),
        ("random, tall", random_lp(seed, 15, 6)),
    ]
}

/// The presets, and what they do after a first step size that is far too large.
fn presets() -> Vec<Parameters> {
    let mut settings = Vec::new();
    for preset in ["paper", "reference"] {
        for (alpha, initial_step_scale) in [(1.0, 1.0), (0.3, 100.0), (1.8, 1.0), (1.0, 1e4)] {
            settings.push(Parameters {
                pock_chambolle_alpha: alpha,
                initial_step_scale,
                iteration_limit: 500,
                ..Parameters::preset(preset).unwrap()
            });
        }
    }
    settings
}

/// Step sizes that grow faster or shrink less, in other metrics.
fn varied(seed: u64) -> Vec<Parameters> {
    let mut r = Random::new(Random::new(seed).bits());
    let forms = [PockChambolle::PowerSums, PockChambolle::Norms, PockChambolle::Off];
    (0..12)
        .map(|i| Parameters {
            pock_chambolle: forms[i % 3],
            pock_chambolle_alpha: r.uniform(0.2, 1.8),
            ruiz_iterations: [0, 1, 10][r.below(3)],
            ruiz_objective: r.unit() < 0.5,
            initial_step_scale: r.uniform(0.1f64.ln(), 100f64.ln()).exp(),
            // Larger ones let some runs diverge, and a run that recovers from overflow starts its searches anew.
            step_reduction_exponent: r.uniform(0.1, 1.0),
            step_growth_exponent: r.uniform(0.05, 0.6),
            weight_smoothing: r.unit(),
            iteration_limit: 300,
            ..Parameters::default()
        })
        .collect()
}

#[test]
fn line_searches_of_the_presets_are_bounded() {
    let mut seen = Seen::default();
    for seed in 0..25 {
        for (family, problem) in problems(seed) {
            seen.check_all(&format!("{family}, seed {seed}"), &problem, &presets());
        }
    }
    println!("{seen:#?}");
    assert!(
        seen.searches >= 100_000 && seen.rejected >= 2_000 && seen.rejected_at_first >= 1_000,
        "{seen:?}"
    );
    assert!(seen.tight >= 200, "the bound is far from what happens: {seen:?}");
}

#[test]
fn line_searches_with_other_exponents_are_bounded() {
    let mut seen = Seen::default();
    for seed in 100..125 {
        for (family, problem) in problems(seed) {
            seen.check_all(&format!("{family}, seed {seed}"), &problem, &varied(seed));
        }
    }
    println!("{seen:#?}");
    assert!(seen.rejected >= 10_000 && seen.repeated >= 1_000, "{seen:?}");
    assert!(seen.tight >= 50, "the bound is far from what happens: {seen:?}");
}

/// Exponents so large that a search is hardly damped: it ends all the same, and no limit but that on iterations is needed.
#[test]
fn line_searches_that_are_hardly_damped_end() {
    for seed in 0..60 {
        let problem = random_lp(seed, 5, 8);
        // The limit on passes only keeps this test from running on: 1100 for each iteration must do.
        let parameters = Parameters {
            step_reduction_exponent: 10.0,
            step_growth_exponent: 0.01,
            iteration_limit: 300,
            matrix_pass_limit: Some(1100 * 300),
            ..Parameters::default()
        };
        let solution = luthier::solve(&problem, &parameters).unwrap();
        assert_ne!(solution.status, luthier::Status::MatrixPassLimit, "seed {seed}: {:?}", solution.work);
    }
}
