//! Beta quantiles and binomial tails, against values of scipy: a table that is always there, and many more where a Python
//! with scipy is (`./test` installs it; skipped with a message without it).

use luthier_families::Random;
use luthier_tune::bounds::special::{beta_cdf, beta_quantile, binomial_at_least, binomial_at_most, ln_gamma};
use luthier_tune::bounds::{proportion_lower, proportion_upper};
use std::io::Write;
use std::process::{Command, Stdio};

/// Equal up to a relative error.
fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    let error = (found - expected).abs() / expected.abs().max(f64::MIN_POSITIVE);
    assert!(error <= tolerance, "{what}: {found:e}, expected {expected:e}, relative error {error:e}");
}

/// Quantiles of beta distributions: p, a, b and scipy.stats.beta.ppf(p, a, b), scipy 1.17.1.
const QUANTILES: [(f64, f64, f64, f64); 9] = [
    (0.05, 1.0, 1.0, 0.05),
    (0.05, 3.0, 18.0, 0.04216940788577861),
    (0.05, 50.0, 51.0, 0.41362171463091174),
    (0.001, 97.0, 4.0, 0.8757781712146622),
    (0.00011337868480725624, 1.0, 300.0, 3.7795030409742976e-07),
    (0.975, 12.0, 990.0, 0.01957713638137495),
    (0.5, 2.5, 7.25, 0.23927737178921268),
    (1e-9, 700.0, 301.0, 0.60847567598677),
    (0.05, 0.5, 0.5, 0.0061558297024311365),
];

/// Binomial tails: k, n, p, scipy.stats.binom.cdf(k, n, p) and scipy.stats.binom.sf(k - 1, n, p), scipy 1.17.1.
const TAILS: [(u64, u64, f64, f64, f64); 11] = [
    (0, 10, 0.3, 0.028247524900000005, 1.0),
    (3, 10, 0.3, 0.6496107184000002, 0.6172172136000003),
    (9, 10, 0.3, 0.9999940951, 0.00014368589999999996),
    (5, 100, 0.02, 0.9845163593582206, 0.05083044536950036),
    (95, 100, 0.9, 0.9762889173365232, 0.05757688648703389),
    (88, 100, 0.9, 0.2969668997112462, 0.801821112640433),
    (500, 1000, 0.55, 0.0008465492166192581, 0.9993191913375663),
    (400, 1000, 0.5, 1.3642320780329735e-10, 0.9999999999099158),
    (99_000, 100_000, 0.99, 0.5042686879721225, 0.5084094733514214),
    (20, 1_000_000, 1e-5, 0.9984118326406837, 0.003454174030494845),
    (1, 2, 1e-8, 0.9999999999999999, 1.9999999900000002e-08),
];

#[test]
fn quantiles_are_those_of_the_table() {
    for (p, a, b, expected) in QUANTILES {
        let found = beta_quantile(p, a, b);
        close(found, expected, 1e-12, &format!("Beta({a}, {b}) at {p}"));
        close(beta_cdf(found, a, b), p, 1e-12, &format!("back from Beta({a}, {b}) at {p}"));
    }
}

#[test]
fn tails_are_those_of_the_table() {
    for (k, n, p, most, least) in TAILS {
        close(binomial_at_most(k, n, p), most, 1e-12, &format!("P(Bin({n}, {p}) <= {k})"));
        close(binomial_at_least(k, n, p), least, 1e-12, &format!("P(Bin({n}, {p}) >= {k})"));
    }
}

#[test]
fn tails_are_sums_of_their_terms() {
    for (n, p) in [(1, 0.5), (7, 0.1), (30, 0.9), (60, 0.37)] {
        let mut term = (0..n).fold(1.0, |term, _| term * (1.0 - p));
        let mut sum = 0.0;
        for k in 0..=n {
            close(binomial_at_least(k, n, p) + sum, 1.0, 1e-13, "both tails");
            sum += term;
            close(binomial_at_most(k, n, p), sum, 1e-12, &format!("P(Bin({n}, {p}) <= {k})"));
            term *= (n - k) as f64 / (k + 1) as f64 * p / (1.0 - p);
        }
    }
}

#[test]
fn gamma_has_its_known_values() {
    // Gamma(1/2) = sqrt(pi), Gamma(n) = (n-1)!, Gamma(3/2) = sqrt(pi) / 2; the others by scipy.special.gammaln.
    let root = std::f64::consts::PI.sqrt();
    let known = [
        (1e-5, 11.512919692895826),
        (0.5, root.ln()),
        (1.0, 0.0),
        (1.5, (root / 2.0).ln()),
        (2.0, 0.0),
        (5.0, 24f64.ln()),
        (15.999, 27.89653040276015),
        (16.0, 27.899271383840894),
        (100.5, 361.43554046777757),
        (1e6, 12815504.569147611),
    ];
    for (x, expected) in known {
        let error = (ln_gamma(x) - expected).abs() / expected.abs().max(1.0);
        assert!(error < 1e-14, "{x}: {} / {expected}", ln_gamma(x));
    }
}

#[test]
fn the_ends_are_exact_and_nonsense_is_nan() {
    assert_eq!((beta_cdf(0.0, 2.0, 3.0), beta_cdf(1.0, 2.0, 3.0)), (0.0, 1.0));
    assert_eq!((beta_quantile(0.0, 2.0, 3.0), beta_quantile(1.0, 2.0, 3.0)), (0.0, 1.0));
    assert_eq!((binomial_at_most(3, 3, 0.2), binomial_at_least(0, 3, 0.2)), (1.0, 1.0));
    assert_eq!((binomial_at_most(2, 3, 0.0), binomial_at_most(2, 3, 1.0)), (1.0, 0.0));
    assert_eq!((binomial_at_least(2, 3, 0.0), binomial_at_least(2, 3, 1.0)), (0.0, 1.0));
    assert_eq!(binomial_at_least(4, 3, 0.2), 0.0);
    let nonsense = [
        beta_cdf(1.5, 1.0, 1.0),
        beta_cdf(f64::NAN, 1.0, 1.0),
        beta_cdf(0.5, 0.0, 1.0),
        beta_quantile(-0.1, 1.0, 1.0),
        beta_quantile(0.1, 1.0, -1.0),
        binomial_at_most(1, 2, 1.1),
        binomial_at_least(1, 2, f64::NAN),
        ln_gamma(0.0),
    ];
    assert!(nonsense.iter().all(|v| v.is_nan()), "{nonsense:?}");
}

/// What scipy answers; `None` where it cannot be asked.
fn ask(questions: &[String]) -> Option<Vec<f64>> {
    let Ok(python) = std::env::var("LUTHIER_TEST_PYTHON") else {
        eprintln!("skipped: LUTHIER_TEST_PYTHON is not set; ./test sets it where it can install scipy");
        return None;
    };
    let script = format!("{}/tests/support/tails.py", env!("CARGO_MANIFEST_DIR"));
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input = questions.iter().map(|q| q.clone() + "\n").collect::<String>();
    let mut stdin = child.stdin.take().unwrap();
    // Answers come while questions are still being asked.
    let asking = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    asking.join().unwrap();
    let answers: Vec<f64> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(answers.len(), questions.len(), "scipy answers every question");
    Some(answers)
}

#[test]
fn scipy_agrees() {
    let mut random = Random::new(1, 0, 0);
    let (mut questions, mut own) = (Vec::new(), Vec::new());
    for _ in 0..1500 {
        let n = 1 + (10f64.powf(random.uniform((0.0, 4.5)))) as u64;
        let k = random.whole((0, n));
        let delta = 10f64.powf(random.uniform((-8.0, -0.3)));
        if k > 0 {
            questions.push(format!("beta {delta:e} {k} {}", n - k + 1));
            own.push(proportion_lower(k, n, delta).unwrap());
        }
        if k < n {
            // The upper bound at k is one less the lower bound at n - k.
            questions.push(format!("beta {delta:e} {} {}", n - k, k + 1));
            own.push(1.0 - proportion_upper(k, n, delta).unwrap());
        }
        // Near the mean and in the tails.
        let spread = 3.0 * random.gauss() / (n as f64).sqrt();
        let p = ((k as f64 / n as f64) + 0.5 * spread).clamp(1e-6, 1.0 - 1e-6);
        questions.push(format!("most {k} {n} {p:e}"));
        own.push(binomial_at_most(k, n, p));
        questions.push(format!("least {k} {n} {p:e}"));
        own.push(binomial_at_least(k, n, p));
    }
    let Some(answers) = ask(&questions) else { return };
    let compared = questions.iter().zip(&own).zip(answers);
    for ((question, found), expected) in compared {
        // Below this, scipy's own numbers lose digits.
        if expected > 1e-250 {
            assert!(
                (found - expected).abs() <= 1e-10 * expected.max(1e-4),
                "{question}: {found:e} / {expected:e}"
            );
        }
    }
}
