//! Every bound on small cases that can be computed by hand, on data without information, and on what is no data at all.

use luthier_tune::bounds::*;
use std::f64::consts::E;

type Bound = fn(&[f64], f64) -> Result<f64, BoundError>;

/// All bounds on a mean: name, lower and upper.
const MEANS: [(&str, Bound, Bound); 5] = [
    ("betting", betting_lower, betting_upper),
    ("Hoeffding", hoeffding_lower, hoeffding_upper),
    ("Chernoff", chernoff_kl_lower, chernoff_kl_upper),
    ("Hoeffding-Bentkus", hoeffding_bentkus_lower, hoeffding_bentkus_upper),
    ("Maurer-Pontil", maurer_pontil_lower, maurer_pontil_upper),
];

/// Equal to what was computed by hand.
fn is(found: Result<f64, BoundError>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 2e-12 * expected.max(1.0), "{found}, expected {expected}");
}

/// The first of the values `count` times, the second as often, and so on.
fn repeated(values: &[f64], count: usize) -> Vec<f64> {
    values.iter().flat_map(|v| vec![*v; count]).collect()
}

#[test]
fn hoeffding_by_hand() {
    // ln(1/delta) = 2 and N = 100: the radius is sqrt(2/200) = 0.1.
    let delta = (-2f64).exp();
    let values = repeated(&[0.2, 0.4], 50);
    is(hoeffding_lower(&values, delta), 0.2);
    is(hoeffding_upper(&values, delta), 0.4);
    // N = 4: the radius is sqrt(2/8) = 0.5, and the lower bound ends at 0.
    is(hoeffding_upper(&[0.0, 0.5, 0.5, 0.0], delta), 0.75);
    is(hoeffding_lower(&[0.0, 0.5, 0.5, 0.0], delta), 0.0);
}

#[test]
fn chernoff_by_hand() {
    // Mean 0: kl(0, m) = -ln(1-m), so m = 1 - delta^(1/N) = 1 - sqrt(0.25).
    is(chernoff_kl_upper(&[0.0, 0.0], 0.25), 0.5);
    is(chernoff_kl_lower(&[1.0, 1.0], 0.25), 0.5);
    // Mean 1/2: kl(1/2, m) = -ln(4m(1-m)) / 2. With N = 2: 4m(1-m) = delta, so m = (1 +- sqrt(1 - 0.36)) / 2.
    is(chernoff_kl_upper(&[0.5, 0.5], 0.36), 0.9);
    is(chernoff_kl_lower(&[0.0, 1.0], 0.36), 0.1);
}

#[test]
fn hoeffding_bentkus_by_hand() {
    // Three of six, a = 0.9 and q = 0.1: P(Bin(6, a) <= 3) = q^6 + 6 a q^5 + 15 a^2 q^4 + 20 a^3 q^3
    // = 0.000001 + 0.000054 + 0.001215 + 0.01458 = 0.01585. Times e it is delta; relative entropy would say
    // (4m(1-m))^3 = delta, m = 0.9029.
    let delta = E * 0.01585;
    is(hoeffding_bentkus_upper(&repeated(&[0.0, 1.0], 3), delta), 0.9);
    is(hoeffding_bentkus_lower(&repeated(&[0.0, 1.0], 3), delta), 0.1);
    // Where e times the tail is worse, it is the bound of relative entropy.
    is(hoeffding_bentkus_upper(&[0.0, 0.0], 0.25), 0.5);
    // Thirty times 0.1 is three, also in numbers that round.
    let three = [repeated(&[1.0], 3), repeated(&[0.0], 27)].concat();
    is(hoeffding_bentkus_upper(&repeated(&[0.1], 30), 0.05), hoeffding_bentkus_upper(&three, 0.05).unwrap());
}

#[test]
fn maurer_pontil_by_hand() {
    // ln(2/delta) = 1. No variance, N = 71: 7 / (3 * 70) = 1/30.
    let delta = 2.0 / E;
    is(maurer_pontil_upper(&[0.5; 71], delta), 0.5 + 1.0 / 30.0);
    is(maurer_pontil_lower(&[0.5; 71], delta), 0.5 - 1.0 / 30.0);
    // N = 50 with distances of 0.1: V = 50 * 0.01 / 49, sqrt(2V/50) = sqrt(0.02/49) = 0.0202..., 7 / (3 * 49) = 1/21.
    let radius = (0.02f64 / 49.0).sqrt() + 1.0 / 21.0;
    is(maurer_pontil_upper(&repeated(&[0.4, 0.6], 25), delta), 0.5 + radius);
    is(maurer_pontil_lower(&repeated(&[0.4, 0.6], 25), delta), 0.5 - radius);
}

#[test]
fn betting_by_hand() {
    // One value of 1/2, delta = 0.8: the stake is sqrt(2 ln(1.25) / (1/4)) = 1.33608, and 1 + stake (1/2 - m) = 1.25.
    let stake = (8.0 * 1.25f64.ln()).sqrt();
    is(betting_lower(&[0.5], 0.8), 0.5 - 0.25 / stake);
    is(betting_upper(&[0.5], 0.8), 0.5 + 0.25 / stake);
    // Two ones, delta = 1/2: both stakes (1.67, 2.11) are above 0.99/m, so (1 + 0.99 (1-m)/m)^2 = 2.
    let ones = 0.99 / (0.99 + 2f64.sqrt() - 1.0);
    is(betting_lower(&[1.0, 1.0], 0.5), ones);
    is(betting_upper(&[0.0, 0.0], 0.5), 1.0 - ones);
    // One and zero, delta = 1/2: the goal is reached after the first, 1 + sqrt(4 ln 2) (1-m) = 2, and then it counts.
    is(betting_lower(&[1.0, 0.0], 0.5), 1.0 - 1.0 / (4.0 * 2f64.ln()).sqrt());
    // The other way round the second stake decides: mu = 1/4, v = (1/4 + 1/16) / 2, s = sqrt(ln 2 / v) = 2.106, and
    // (1 - 1.665 m) (1 + 2.106 (1 - m)) = 2 has the root m = 0.1537.
    let (s, t) = ((4.0 * 2f64.ln()).sqrt(), (2f64.ln() / 0.15625).sqrt());
    // s t m^2 - (s (1 + t) + t) m + t - 1 = 0
    let (p, r) = (s * (1.0 + t) + t, t - 1.0);
    is(betting_lower(&[0.0, 1.0], 0.5), (p - (p * p - 4.0 * s * t * r).sqrt()) / (2.0 * s * t));
}

#[test]
fn proportions_by_hand() {
    // One of two: P(X >= 1) = 1 - (1-p)^2 = 0.19 at 0.1, P(X <= 1) = 1 - p^2 = 0.19 at 0.9.
    is(proportion_lower(1, 2, 0.19), 0.1);
    is(proportion_upper(1, 2, 0.19), 0.9);
    // All and none: p^N = delta.
    is(proportion_lower(3, 3, 0.001), 0.1);
    is(proportion_upper(0, 3, 0.001), 0.9);
    assert_eq!(proportion_lower(0, 3, 0.05), Ok(0.0));
    assert_eq!(proportion_upper(3, 3, 0.05), Ok(1.0));
}

#[test]
fn quantiles_by_hand() {
    let upto = |n: u32| (1..=n).rev().map(f64::from).collect::<Vec<_>>();
    // 0.9^28 = 0.0523, 0.9^29 = 0.0471.
    assert_eq!(quantile_upper(&upto(28), 0.9, 0.05), Ok(None));
    assert_eq!(quantile_upper(&upto(29), 0.9, 0.05), Ok(Some(29.0)));
    // P(Bin(100, 0.9) >= 95) = 0.0576, and from 96 on 0.0237.
    assert_eq!(quantile_upper(&upto(100), 0.9, 0.05), Ok(Some(96.0)));
    // The median of three: P(two or more below) = 1/2, P(all below) = 1/8.
    assert_eq!(quantile_upper(&upto(3), 0.5, 0.51), Ok(Some(2.0)));
    assert_eq!(quantile_upper(&upto(3), 0.5, 0.49), Ok(Some(3.0)));
    assert_eq!(quantile_upper(&[f64::INFINITY, 1.0], 0.5, 0.3), Ok(Some(f64::INFINITY)));
    assert_eq!(quantile_upper(&[7.0; 100], 0.9, 0.05), Ok(Some(7.0)));
    let least =
        [(0.9, 0.05, 29), (0.95, 0.05, 59), (0.99, 0.05, 299), (0.5, 0.25, 2), (0.5, 0.5, 1), (0.1, 0.9, 1)];
    for (q, delta, expected) in least {
        let least = least_for_quantile(q, delta).unwrap();
        assert_eq!(least, expected, "{q}, {delta}");
        let values = vec![1.0; least as usize];
        assert_eq!(quantile_upper(&values, q, delta), Ok(Some(1.0)));
        assert!(least == 1 || quantile_upper(&values[1..], q, delta) == Ok(None));
    }
}

#[test]
fn the_e_process_by_hand() {
    let mut process = EProcess::new(0.5, 0.5).unwrap();
    assert_eq!(process.evidence(), Evidence { scores: 0, wealth: 1.0, rejected: false });
    // The stakes would be sqrt(8) and 2.009 (v = 0.15625): both are cut to 0.99/0.5, and a score of 1 wins 99%. A half of the
    // wealth is bet from the first score on, a sixth from the second, a twelfth from the third; the rest waits.
    let first = process.update(1.0).unwrap();
    assert!((first.wealth - (1.99 / 2.0 + 1.0 / 2.0)).abs() < 1e-12 && !first.rejected);
    let second = process.update(1.0).unwrap();
    let staked = (1.99 / 2.0 + 1.0 / 6.0) * 1.99;
    assert!((second.wealth - (staked + 1.0 / 3.0)).abs() < 1e-12 && second.rejected);
    // mu = 2.5/3, v = (0.3125 + 1/36) / 3; the stake on the third is sqrt(2 ln 2 / (v 3 ln 4)) = 1.7143
    let third = process.update(0.0).unwrap();
    let stake = (2.0 * 2f64.ln() / ((0.3125 + 1.0 / 36.0) * 4f64.ln())).sqrt();
    let staked = (staked + 1.0 / 12.0) * (1.0 - 0.5 * stake);
    assert!((third.wealth - (staked + 1.0 / 4.0)).abs() < 1e-12);
    assert!(
        third.rejected && third.wealth < 2.0 && third.scores == 3,
        "what was rejected stays so: {third:?}"
    );
    // A mean of 1 cannot be exceeded, one of 0 is by any score.
    let mut sure = EProcess::new(1.0, 0.05).unwrap();
    assert!((0..50).all(|_| {
        let evidence = sure.update(1.0).unwrap();
        (evidence.wealth - 1.0).abs() < 1e-12 && !evidence.rejected
    }));
    let mut nothing = EProcess::new(0.0, 0.05).unwrap();
    assert!((0..50).any(|_| nothing.update(1.0).unwrap().rejected));
}

#[test]
fn plans_by_hand() {
    // ln(441/0.05) = 9.0848: over 0.02 it is 454.2; 2 * 0.01 / 0.0025 of it is 72.7, and 2/3 over 0.05 of it 121.1.
    assert_eq!(plan::hoeffding(441, 0.05, 0.1), Ok(455));
    assert_eq!(plan::variance(0.1, 441, 0.05, 0.05), Ok(194));
    // d = ln(1.67/1.39) = 0.1835, ln 20 = 2.9957: 2 * 0.3318 * 2.9957 / 0.03368 = 59.0, 4.615 * 2.9957 / d = 75.3.
    assert_eq!(plan::speedup(0.576, 1.67, 1.39, 0.05, 4.615), Ok(135));
    assert_eq!(plan::hoeffding(1, 0.5, 1e6), Ok(1));
}

#[test]
fn paired_statements_by_hand() {
    // Both default runs cost the cap and both others nothing: y = B, and betting on two ones gives 0.7050 at 1/2.
    let ones = 0.99 / (0.99 + 2f64.sqrt() - 1.0);
    let pairs = [(99.0, 0.0), (99.0, 0.0)];
    is(speedup_lower(&pairs, 99.0, 1.0, 0.5), 100f64.powf(2.0 * ones - 1.0));
    is(mean_saving_lower(&pairs, 99.0, 0.5), 2.0 * ones - 1.0);
    // One pair that costs the same: the value 1/2 of the case above.
    let half = -2.0 * 0.25 / (8.0 * 1.25f64.ln()).sqrt();
    is(speedup_lower(&[(3.0, 3.0)], 99.0, 1.0, 0.8), 100f64.powf(half));
    is(mean_saving_lower(&[(3.0, 3.0)], 99.0, 0.8), half);
    // y = ln(40/20) = B/2 for a cap of 30 and a shift of 10: the value is 3/4.
    let at = betting_lower(&[0.75; 10], 0.05).unwrap();
    is(speedup_lower(&[(30.0, 10.0); 10], 30.0, 10.0, 0.05), 4f64.powf(2.0 * at - 1.0));
    // A tie is no win; twice is not more than twice.
    is(win_rate_lower(&[(5.0, 4.0), (5.0, 5.0)], 0.19), 0.1);
    is(harm_upper(&[(1.0, 2.0), (1.0, 2.1)], 2.0, 0.19), 0.9);
    is(harm_upper(&[(1.0, 2.0), (1.0, 1.9)], 2.0, 0.01), 0.9);
    // All at once are those at a fourth of delta.
    let all = Paired::new(&pairs, 99.0, 1.0, 2.0, 0.4).unwrap();
    assert_eq!(all.speedup, speedup_lower(&pairs, 99.0, 1.0, 0.1).unwrap());
    assert_eq!(all.mean_saving, mean_saving_lower(&pairs, 99.0, 0.1).unwrap());
    assert_eq!(all.win_rate, win_rate_lower(&pairs, 0.1).unwrap());
    assert_eq!(all.harm, harm_upper(&pairs, 2.0, 0.1).unwrap());
}

#[test]
fn solved_shares_by_hand() {
    let pairs = |gained, lost, both| {
        [vec![(false, true); gained], vec![(true, false); lost], vec![(true, true); both]].concat()
    };
    // Five gained, none lost: 1/32; and the share is at least (1/32)^(1/5).
    let all = solved_difference(&pairs(5, 0, 10), 1.0 / 32.0).unwrap();
    assert_eq!((all.gained, all.lost, all.p_value), (5, 0, 1.0 / 32.0));
    is(Ok(all.share_lower), 0.5);
    let expected =
        proportion_lower(5, 15, 1.0 / 64.0).unwrap() - proportion_upper(0, 15, 1.0 / 64.0).unwrap();
    is(Ok(all.difference_lower), expected);
    // Three gained, one lost: (4 + 1) / 16.
    is(Ok(solved_difference(&pairs(3, 1, 0), 0.05).unwrap().p_value), 5.0 / 16.0);
    // Nothing differs: no more is known than that a difference is rare, 1 - 0.025^(1/10).
    let none = solved_difference(&pairs(0, 0, 10), 0.05).unwrap();
    assert_eq!((none.p_value, none.share_lower), (1.0, 0.0));
    is(Ok(none.difference_lower), 0.025f64.powf(0.1) - 1.0);
}

#[test]
fn regret_by_hand() {
    // One pair that costs the same, as above; and a setting that costs the cap where the other costs nothing.
    let half = 2.0 * 0.25 / (8.0 * 1.25f64.ln()).sqrt();
    is(regret_upper(&[vec![3.0], vec![3.0]], 0, 8.0, 0.8), half);
    let far = [vec![8.0; 2], vec![0.0; 2]];
    assert_eq!(regret_upper(&far, 0, 8.0, 0.5), Ok(1.0));
    assert_eq!(regret_upper(&far, 1, 8.0, 0.5), Ok(0.0));
    // Of three settings, each of the two others gets half of delta.
    let three = [vec![1.0, 2.0, 3.0], vec![2.0, 3.0, 3.0], vec![1.0, 2.0, 3.0]];
    let upper = 2.0 * betting_upper(&[0.5; 3], 0.05).unwrap() - 1.0;
    is(regret_upper(&three, 0, 4.0, 0.1), upper);
    // Alone it is the best.
    assert_eq!(regret_upper(&[vec![3.0]], 0, 8.0, 0.05), Ok(0.0));
    assert_eq!(best_settings(&[vec![3.0]], 8.0, 0.05), Ok(vec![0]));
    // Fifty instances tell 1 from 3 of 4, and not from 1.1.
    let many = [vec![3.0; 50], vec![1.1; 50], vec![1.0; 50]];
    assert_eq!(best_settings(&many, 4.0, 0.05), Ok(vec![1, 2]));
}

#[test]
fn bounds_are_around_the_mean_whatever_the_values() {
    let rows = [
        vec![0.0],
        vec![1.0],
        vec![0.3],
        vec![0.0; 50],
        vec![1.0; 50],
        vec![0.1; 7],
        vec![f64::MIN_POSITIVE, 1.0 - f64::EPSILON],
        (0..800).map(|i| f64::from(i % 2)).collect(),
    ];
    for values in &rows {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let flipped: Vec<f64> = values.iter().map(|x| 1.0 - x).collect();
        for (name, lower, upper) in MEANS {
            let mut last = (1.0, 0.0);
            for delta in [1.0 - 1e-10, 0.5, 0.05, 1e-6, 1e-300] {
                let (low, high) = (lower(values, delta).unwrap(), upper(values, delta).unwrap());
                let what =
                    format!("{name} at {delta} of {} values of mean {mean}: {low} to {high}", values.len());
                assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high), "{what}");
                // A bet that pays at once may bound the mean of all by the first values, if it may fail often; and
                // its stakes depend on the level.
                let betting = name == "betting";
                assert!(low <= mean + 1e-12 && mean - 1e-12 <= high || betting && delta > 0.4, "{what}");
                assert!(low <= last.0 + 1e-12 && high >= last.1 - 1e-12 || betting, "{what}: wider");
                assert!((high - (1.0 - lower(&flipped, delta).unwrap())).abs() < 1e-12, "{what}: mirrored");
                last = (low, high);
            }
        }
    }
}

#[test]
fn a_single_value_says_little() {
    for (name, lower, upper) in MEANS {
        for value in [0.0, 0.4, 1.0] {
            let (low, high) = (lower(&[value], 0.05).unwrap(), upper(&[value], 0.05).unwrap());
            assert!(low <= 0.05 && high >= 0.95, "{name} of {value}: {low} to {high}");
        }
    }
}

#[test]
fn misuse_is_named() {
    for (name, lower, upper) in MEANS {
        for bound in [lower, upper] {
            assert_eq!(bound(&[], 0.05), Err(BoundError::Empty), "{name}");
            for bad in [-0.1, 1.0 + 1e-9, f64::INFINITY, f64::NEG_INFINITY] {
                let expected = BoundError::Value { index: 1, found: bad, least: 0.0, most: 1.0 };
                assert_eq!(bound(&[0.5, bad], 0.05), Err(expected), "{name}");
            }
            assert!(matches!(bound(&[f64::NAN], 0.05), Err(BoundError::Value { index: 0, .. })), "{name}");
            for delta in [0.0, 1.0, -0.05, 1.5, f64::NAN, 1e-310] {
                assert!(matches!(bound(&[0.5], delta), Err(BoundError::Level { .. })), "{name} at {delta}");
            }
        }
    }
    assert_eq!(proportion_lower(0, 0, 0.05), Err(BoundError::Empty));
    assert_eq!(proportion_upper(3, 2, 0.05), Err(BoundError::Successes { successes: 3, trials: 2 }));
    assert!(matches!(proportion_lower(1, 1 << 40, 0.05), Err(BoundError::TooMany { .. })));
    assert!(matches!(quantile_upper(&[1.0, f64::NAN], 0.9, 0.05), Err(BoundError::Value { index: 1, .. })));
    assert_eq!(quantile_upper(&[], 0.9, 0.05), Err(BoundError::Empty));
    for q in [0.0, 1.0, f64::NAN] {
        assert!(matches!(least_for_quantile(q, 0.05), Err(BoundError::Number { name: "q", .. })));
    }
    assert!(matches!(least_for_quantile(1.0 - f64::EPSILON, 0.05), Err(BoundError::TooMany { .. })));
    assert!(matches!(EProcess::new(1.1, 0.05), Err(BoundError::Number { name: "m0", .. })));
    let mut process = EProcess::new(0.5, 0.05).unwrap();
    assert!(matches!(process.update(f64::NAN), Err(BoundError::Value { .. })));
    assert_eq!(process.evidence().scores, 0, "what is refused leaves no trace");
    assert!(matches!(plan::hoeffding(0, 0.05, 0.1), Err(BoundError::Number { name: "k", .. })));
    assert!(matches!(plan::hoeffding(1, 0.05, 1e-12), Err(BoundError::TooMany { .. })));
    assert!(matches!(plan::variance(f64::NAN, 1, 0.05, 0.1), Err(BoundError::Number { name: "sigma", .. })));
    assert!(matches!(
        plan::speedup(0.5, 1.2, 1.2, 0.05, 4.0),
        Err(BoundError::Number { name: "gain_hat", .. })
    ));
}

#[test]
fn misuse_of_pairs_and_settings_is_named() {
    let pairs = [(1.0, 2.0), (3.0, 5.0)];
    let beyond = BoundError::Value { index: 1, found: 5.0, least: 0.0, most: 4.0 };
    assert_eq!(speedup_lower(&pairs, 4.0, 1.0, 0.05), Err(beyond.clone()));
    assert_eq!(mean_saving_lower(&pairs, 4.0, 0.05), Err(beyond));
    assert_eq!(win_rate_lower(&[], 0.05), Err(BoundError::Empty));
    assert_eq!(solved_difference(&[], 0.05), Err(BoundError::Empty));
    for shift in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-320] {
        let found = speedup_lower(&pairs, 9.0, shift, 0.05);
        assert!(matches!(found, Err(BoundError::Number { name: "shift", .. })), "{shift}: {found:?}");
    }
    assert!(matches!(mean_saving_lower(&pairs, 0.0, 0.05), Err(BoundError::Number { name: "cap", .. })));
    assert!(matches!(harm_upper(&pairs, f64::NAN, 0.05), Err(BoundError::Number { name: "factor", .. })));
    assert!(matches!(win_rate_lower(&[(1.0, f64::NAN)], 0.05), Err(BoundError::Value { .. })));
    let costs = [vec![1.0, 2.0], vec![1.0]];
    assert_eq!(
        best_settings(&costs, 2.0, 0.05),
        Err(BoundError::Uneven { setting: 1, found: 1, expected: 2 })
    );
    assert_eq!(regret_upper(&[], 0, 2.0, 0.05), Err(BoundError::Empty));
    assert_eq!(regret_upper(&costs[..1], 1, 2.0, 0.05), Err(BoundError::Chosen { chosen: 1, settings: 1 }));
    let text = speedup_lower(&pairs, 4.0, 1.0, 0.05).unwrap_err().to_string();
    assert_eq!(text, "value 1 is 5; expected a number from 0 to 4: scale the values, or raise the cap");
}
