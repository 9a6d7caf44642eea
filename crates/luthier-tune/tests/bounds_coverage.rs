//! How often bounds fail where the truth is known, and how wide they are. Seeds are fixed: a right bound passes always.

use luthier_families::Random;
use luthier_tune::bounds::special::binomial_at_least;
use luthier_tune::bounds::*;

type Bound = fn(&[f64], f64) -> Result<f64, BoundError>;

const DELTA: f64 = 0.05;

/// Failures as rare as this by chance are not put down to chance.
const SURPRISE: f64 = 1e-5;

/// The probability of so many failures or more, for a bound that fails with probability delta.
fn chance(failures: u64, repetitions: u64, delta: f64) -> f64 {
    binomial_at_least(failures, repetitions, delta)
}

/// Fails as often as delta allows at most, up to chance.
fn rarely(failures: u64, repetitions: u64, delta: f64, what: &str) {
    let likely = chance(failures, repetitions, delta) >= SURPRISE;
    assert!(likely, "{what}: {failures} failures in {repetitions} repetitions at {delta}");
}

/// P(Z <= z) for a normal Z.
fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// Costs as shares of the cap.
#[derive(Clone, Copy, Debug)]
enum Costs {
    /// min(1, median exp(sigma Z)).
    LogNormal { median: f64, sigma: f64 },
    /// The same in steps of a tenth, rounded to the nearest: nearly all of them ties.
    Steps { median: f64, sigma: f64 },
    /// 0 or 1.
    Coin { p: f64 },
}

/// Mean 0.082 and deviation 0.10.
const LIGHT: Costs = Costs::LogNormal { median: 0.05, sigma: 1.0 };
/// Mean 0.221 and deviation 0.28, with 6% at the cap.
const HEAVY: Costs = Costs::LogNormal { median: 0.1, sigma: 1.5 };

impl Costs {
    fn draw(self, random: &mut Random) -> f64 {
        match self {
            Costs::LogNormal { median, sigma } => (median * libm::exp(sigma * random.gauss())).min(1.0),
            Costs::Steps { median, sigma } => {
                (Costs::LogNormal { median, sigma }.draw(random) * 10.0).round() / 10.0
            }
            Costs::Coin { p } => f64::from(u8::from(random.chance(p))),
        }
    }

    fn sample(self, count: usize, repetition: u64) -> Vec<f64> {
        let mut random = Random::new(7, repetition, count as u64);
        (0..count).map(|_| self.draw(&mut random)).collect()
    }

    fn mean(self) -> f64 {
        match self {
            Costs::LogNormal { median, sigma } => {
                let cap = -libm::log(median) / sigma;
                median * libm::exp(0.5 * sigma * sigma) * normal(cap - sigma) + normal(-cap)
            }
            // The sum over steps of the probability to reach them.
            Costs::Steps { median, sigma } => {
                let reach = |edge: f64| normal(libm::log(median / edge) / sigma);
                (0..10).map(|step| 0.1 * reach(0.1 * f64::from(step) + 0.05)).sum()
            }
            Costs::Coin { p } => p,
        }
    }

    fn deviation(self) -> f64 {
        let values = self.sample(200_000, 1);
        let mean = self.mean();
        (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
    }
}

#[test]
fn the_costs_are_those_of_the_tables() {
    for (costs, mean, deviation) in [(LIGHT, 0.082, 0.10), (HEAVY, 0.221, 0.28)] {
        assert!((costs.mean() - mean).abs() < 5e-4, "{costs:?}: {}", costs.mean());
        assert!((costs.deviation() - deviation).abs() < 5e-3, "{costs:?}: {}", costs.deviation());
    }
    let capped = HEAVY.sample(100_000, 2).iter().filter(|v| **v == 1.0).count();
    assert!((5_900..6_600).contains(&capped), "{capped}");
    for costs in [LIGHT, HEAVY, Costs::Steps { median: 0.1, sigma: 1.5 }, Costs::Coin { p: 0.06 }] {
        let values = costs.sample(200_000, 3);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert!((mean - costs.mean()).abs() < 4.0 * 0.28 / 200_000f64.sqrt(), "{costs:?}: {mean}");
    }
}

/// Failures of a lower and an upper bound.
fn failures(
    costs: Costs,
    count: usize,
    repetitions: u64,
    delta: f64,
    lower: Bound,
    upper: Bound,
) -> (u64, u64) {
    let truth = costs.mean();
    let failed = |repetition| {
        let values = costs.sample(count, repetition);
        (lower(&values, delta).unwrap() > truth, upper(&values, delta).unwrap() < truth)
    };
    (0..repetitions).map(failed).fold((0, 0), |sum, f| (sum.0 + u64::from(f.0), sum.1 + u64::from(f.1)))
}

#[test]
fn bounds_on_means_fail_as_rarely_as_they_say() {
    let bounds: [(&str, Bound, Bound); 5] = [
        ("betting", betting_lower, betting_upper),
        ("Hoeffding", hoeffding_lower, hoeffding_upper),
        ("Chernoff", chernoff_kl_lower, chernoff_kl_upper),
        ("Hoeffding-Bentkus", hoeffding_bentkus_lower, hoeffding_bentkus_upper),
        ("Maurer-Pontil", maurer_pontil_lower, maurer_pontil_upper),
    ];
    let steps = Costs::Steps { median: 0.1, sigma: 1.5 };
    for costs in [LIGHT, HEAVY, steps, Costs::Coin { p: 0.06 }, Costs::Coin { p: 0.5 }] {
        for (count, repetitions) in [(20, 1000), (100, 600), (1000, 150)] {
            for (name, lower, upper) in bounds {
                for delta in [DELTA, 0.3] {
                    let (low, high) = failures(costs, count, repetitions, delta, lower, upper);
                    let what = format!("{name} of {count} {costs:?}");
                    rarely(low, repetitions, delta, &format!("{what}, lower"));
                    rarely(high, repetitions, delta, &format!("{what}, upper"));
                }
            }
        }
    }
}

#[test]
fn a_bound_that_is_too_narrow_is_noticed() {
    // Half of Hoeffding's width is 0.061 for 100 throws of a coin, 1.22 standard errors: it fails in 11% of all cases.
    let half: Bound = |values, delta| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        Ok(0.5 * (mean + hoeffding_lower(values, delta)?))
    };
    let (low, _) = failures(Costs::Coin { p: 0.5 }, 100, 600, DELTA, half, hoeffding_upper);
    assert!(chance(low, 600, DELTA) < SURPRISE, "{low} failures pass for 5% of 600");
}

/// Probabilities of 0 ..= n successes.
fn terms(n: u64, p: f64) -> Vec<f64> {
    let mut terms = vec![(1.0 - p).powi(n as i32)];
    for k in 0..n {
        terms.push(terms[k as usize] * (n - k) as f64 / (k + 1) as f64 * p / (1.0 - p));
    }
    terms
}

#[test]
fn proportions_are_covered_exactly() {
    // No simulation: the probability of failure is a finite sum. It comes near delta, too.
    for n in [1, 5, 20, 60] {
        let bounds: Vec<(f64, f64)> = (0..=n)
            .map(|k| (proportion_lower(k, n, DELTA).unwrap(), proportion_upper(k, n, DELTA).unwrap()))
            .collect();
        let mut worst = 0.0f64;
        for p in (1..400).map(|i| f64::from(i) / 400.0) {
            let failed = |fails: &dyn Fn(&(f64, f64)) -> bool| -> f64 {
                terms(n, p).iter().zip(&bounds).filter(|(_, b)| fails(b)).map(|(t, _)| t).sum()
            };
            let (low, high) = (failed(&|b| b.0 > p), failed(&|b| b.1 < p));
            assert!(low <= DELTA && high <= DELTA, "{n} trials at {p}: {low}, {high}");
            worst = worst.max(low).max(high);
        }
        assert!(worst > 0.9 * DELTA, "{n} trials: never fails more often than {worst}");
    }
}

#[test]
fn quantiles_are_covered() {
    for (q, z) in [(0.5, 0.0), (0.9, 1.2815515655446004)] {
        for (count, repetitions) in [(30, 1000), (100, 1000), (1000, 150)] {
            let (mut failed, mut tied) = (0, 0);
            for repetition in 0..repetitions {
                let values = HEAVY.sample(count, repetition);
                let truth = (0.1 * libm::exp(1.5 * z)).min(1.0);
                failed += u64::from(quantile_upper(&values, q, DELTA).unwrap().unwrap() < truth);
                let steps: Vec<f64> = values.iter().map(|v| (v * 10.0).round()).collect();
                tied +=
                    u64::from(quantile_upper(&steps, q, DELTA).unwrap().unwrap() < (truth * 10.0).round());
            }
            rarely(failed, repetitions, DELTA, &format!("{q} of {count}"));
            rarely(tied, repetitions, DELTA, &format!("{q} of {count} with ties"));
            assert!(failed > 0, "{q} of {count}: never fails");
        }
    }
}

#[test]
fn false_alarms_are_rare_and_true_ones_come() {
    // A score of 0 or 1 says less than one in between, and a change has to be larger to be seen as soon.
    for (costs, share) in [(LIGHT, 0.5), (HEAVY, 0.5), (Costs::Coin { p: 0.06 }, 1.0 / 3.0)] {
        let alarm = |promised: f64, repetition| {
            let mut process = EProcess::new(promised, DELTA).unwrap();
            costs.sample(600, repetition).into_iter().any(|v| process.update(v).unwrap().rejected)
        };
        let alarms = |promised| (0..400).filter(|r| alarm(promised, *r)).count() as u64;
        rarely(alarms(costs.mean()), 400, DELTA, &format!("false alarms with {costs:?}"));
        let seen = alarms(share * costs.mean());
        assert!(
            seen > 360,
            "{costs:?}: a promise of {share} of the mean is broken and noticed {seen} times in 400"
        );
    }
}

#[test]
fn paired_statements_fail_as_rarely_as_they_say() {
    // Default and setting cost the same in distribution, so that the speed-up is 1, nothing is saved and less than half are
    // won. Ties at the cap of 1, of which there are some.
    let (mut speed, mut saving, mut win, mut solved) = (0, 0, 0, 0);
    let repetitions = 1000;
    for repetition in 0..repetitions {
        let mut random = Random::new(8, repetition, 0);
        let pairs: Vec<(f64, f64)> = (0..60)
            .map(|_| {
                let base = HEAVY.draw(&mut random);
                let mut noisy = || (base * libm::exp(0.3 * random.gauss())).min(1.0);
                (noisy(), noisy())
            })
            .collect();
        speed += u64::from(speedup_lower(&pairs, 1.0, 0.01, DELTA).unwrap() > 1.0);
        saving += u64::from(mean_saving_lower(&pairs, 1.0, DELTA).unwrap() > 0.0);
        win += u64::from(win_rate_lower(&pairs, DELTA).unwrap() > 0.5);
        let within: Vec<(bool, bool)> = pairs.iter().map(|(a, b)| (*a < 0.1, *b < 0.1)).collect();
        let difference = solved_difference(&within, DELTA).unwrap();
        assert!(difference.p_value > DELTA || difference.share_lower > 0.5 - 1e-9);
        solved += u64::from(difference.p_value <= DELTA).max(u64::from(difference.difference_lower > 0.0));
    }
    for (failed, what) in [(speed, "speed-up"), (saving, "saving"), (win, "win rate"), (solved, "solved")] {
        rarely(failed, repetitions, DELTA, what);
    }
}

/// Costs u (w + (1-w) v) of settings with weights w, for u and v uniform and u common: means of (1 + w) / 4.
fn settings(weights: &[f64], count: usize, repetition: u64) -> Vec<Vec<f64>> {
    let mut random = Random::new(9, repetition, 0);
    let common: Vec<f64> = (0..count).map(|_| random.unit()).collect();
    let cost = |w: f64, u: f64, v: f64| u * (w + (1.0 - w) * v);
    weights.iter().map(|w| common.iter().map(|u| cost(*w, *u, random.unit())).collect()).collect()
}

#[test]
fn regret_is_covered_though_the_choice_is_made_on_the_same_costs() {
    let weights: Vec<f64> = (0..12).map(|k| 0.2 + 0.02 * f64::from(k)).collect();
    let (mut missed, mut lost) = (0, 0);
    let (mut sum, mut kept) = (0.0, 0);
    let repetitions = 300;
    for repetition in 0..repetitions {
        let costs = settings(&weights, 60, repetition);
        let total = |k: &usize| costs[*k].iter().sum::<f64>();
        let chosen = (0..12).min_by(|a, b| total(a).total_cmp(&total(b))).unwrap();
        let upper = regret_upper(&costs, chosen, 1.0, 0.3).unwrap();
        missed += u64::from(upper < 0.25 * (weights[chosen] - weights[0]));
        lost += u64::from(!best_settings(&costs, 1.0, 0.3).unwrap().contains(&0));
        sum += upper;
        kept += best_settings(&settings(&[0.0, 0.1, 0.9], 100, repetition), 1.0, DELTA).unwrap().len();
    }
    rarely(missed, repetitions, 0.3, "regret");
    rarely(lost, repetitions, 0.3, "best setting");
    assert!(sum / (repetitions as f64) < 0.2, "regret is bounded by {} on average", sum / repetitions as f64);
    assert!(kept < 660, "a setting that costs twice as much is left out: {kept} kept of 900");
}
