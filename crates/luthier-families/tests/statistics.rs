//! Each distribution against its specification: supports, means, shapes, independence.

mod support;

use luthier::Problem;
use luthier_families::Random;
use support::{correlation, instances, is_uniform, mean_is, moments};

#[test]
fn units_are_uniform_and_independent() {
    let mut random = Random::new(5, 6, 7);
    let draws: Vec<f64> = (0..100_000).map(|_| random.unit()).collect();
    is_uniform(&draws, (0.0, 1.0));
    mean_is(&draws, 0.5, (1.0f64 / 12.0).sqrt());
    for lag in 1..=5 {
        let r = correlation(&draws[lag..], &draws[..draws.len() - lag]);
        assert!(r.abs() < 0.016, "lag {lag}: {r}");
    }
}

/// Seed, index and stream by a number.
type Key = fn(u64) -> (u64, u64, u64);

/// Neighbours in any coordinate of the key have nothing to do with each other.
#[test]
fn seeds_indices_and_streams_are_independent() {
    let first = |key: Key| -> Vec<f64> {
        let draw = |k| {
            let (seed, index, stream) = key(k);
            Random::new(seed, index, stream).unit()
        };
        (0..50_000).map(draw).collect()
    };
    let keys: [Key; 4] = [|k| (k, 0, 0), |k| (0, k, 0), |k| (0, 0, k), |k| (k, k, k)];
    for key in keys {
        let draws = first(key);
        is_uniform(&draws, (0.0, 1.0));
        assert!(correlation(&draws[1..], &draws[..draws.len() - 1]).abs() < 0.023);
    }
    // Swapped coordinates are other keys.
    let (a, b) = (first(|k| (k, 3, 0)), first(|k| (3, k, 0)));
    assert!(correlation(&a, &b).abs() < 0.023);
}

#[test]
fn bits_are_balanced() {
    let mut random = Random::new(1, 1, 1);
    let mut ones = [0u32; 64];
    for _ in 0..20_000 {
        let bits = random.bits();
        (0..64).for_each(|k| ones[k] += (bits >> k & 1) as u32);
    }
    // Five deviations of a binomial with 20,000 trials.
    assert!(ones.iter().all(|n| n.abs_diff(10_000) < 354), "{ones:?}");
}

#[test]
fn whole_numbers_and_chances_have_their_frequencies() {
    let mut random = Random::new(2, 0, 0);
    let mut counts = [0u32; 7];
    for _ in 0..70_000 {
        counts[random.whole((3, 9)) as usize - 3] += 1;
    }
    assert!(counts.iter().all(|n| n.abs_diff(10_000) < 470), "{counts:?}");
    let hits: Vec<f64> = (0..50_000).map(|_| f64::from(u8::from(random.chance(0.75)))).collect();
    mean_is(&hits, 0.75, (0.75f64 * 0.25).sqrt());
}

#[test]
fn normal_draws_are_normal() {
    let mut random = Random::new(3, 0, 0);
    let draws: Vec<f64> = (0..100_000).map(|_| random.gauss()).collect();
    mean_is(&draws, 0.0, 1.0);
    let squares: Vec<f64> = draws.iter().map(|v| v * v).collect();
    mean_is(&squares, 1.0, 2.0f64.sqrt());
    let fourth: Vec<f64> = squares.iter().map(|v| v * v).collect();
    mean_is(&fourth, 3.0, 96.0f64.sqrt());
    let share = draws.iter().filter(|v| v.abs() > 1.96).count() as f64 / 1e5;
    assert!((share - 0.05).abs() < 0.0035, "{share}");
}

#[test]
fn transportation_is_as_specified() {
    let (mut costs, mut demands, mut supplies, mut grown) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let all = instances("transportation:20x30", 400);
    for problem in &all {
        let h = problem.row_lower();
        let (supply, demand) = (h[..20].iter().map(|s| -s).collect::<Vec<_>>(), &h[20..]);
        let (given, wanted) = (supply.iter().sum::<f64>(), demand.iter().sum::<f64>());
        assert!(given >= wanted && problem.row_upper().iter().all(|u| *u == f64::INFINITY));
        let raised = (given / wanted - 1.2).abs() < 1e-9;
        // Those that did not fall short have the supplies that were drawn.
        if raised {
            grown += 1
        } else {
            supplies.extend(&supply)
        }
        demands.extend(demand);
        let way = |k: usize| 0.5 * (k / 30).abs_diff(k % 30) as f64;
        costs.extend(problem.objective().iter().enumerate().map(|(k, c)| c - way(k)));
        assert!(problem.lower().iter().all(|l| *l == 0.0));
        assert!(problem.upper().iter().all(|u| *u == f64::INFINITY));
    }
    is_uniform(&costs, (0.0, 5.0 + 1e-9));
    is_uniform(&demands, (5.0, 20.0));
    assert!(supplies.iter().all(|s| (10.0..30.0).contains(s)));
    // Total supply 400 +- 25.8, total demand 375 +- 23.7: short with probability 0.238.
    assert!((60..=130).contains(&grown), "{grown} of 400 fell short");
    assert!(correlation(&costs[1..], &costs[..costs.len() - 1]).abs() < 0.01);
    let firsts: Vec<f64> = all.iter().map(|p| p.objective()[0]).collect();
    assert!(correlation(&firsts[1..], &firsts[..firsts.len() - 1]).abs() < 0.25, "instances are independent");
}

/// Bids as (number of items, units of each).
fn bids(problem: &Problem) -> Vec<Vec<f64>> {
    (0..problem.columns()).map(|j| problem.matrix().column(j).map(|e| -e.1).collect()).collect()
}

#[test]
fn decay_decay_is_as_specified() {
    let (mut sizes, mut units, mut prices, mut supply, mut use_of) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), vec![0.0; 200]);
    for problem in instances("decay-decay:200x2000,supply=100..200", 10) {
        supply.extend(problem.row_lower().iter().map(|h| -h));
        for (j, bid) in bids(&problem).into_iter().enumerate() {
            sizes.push(bid.len() as f64);
            prices.push(-problem.objective()[j] / bid.iter().sum::<f64>());
            units.extend(bid);
        }
        (0..200).for_each(|i| use_of[i] += problem.matrix().row(i).count() as f64);
        assert!(problem.lower().iter().all(|l| *l == 0.0) && problem.upper().iter().all(|u| *u == 1.0));
    }
    // Geometric with success 1/4: mean 4, deviation sqrt(12). Caps (200 items, 100 units) are never reached.
    mean_is(&sizes, 4.0, 12.0f64.sqrt());
    mean_is(&units, 4.0, 12.0f64.sqrt());
    let share = sizes.iter().filter(|s| **s == 1.0).count() as f64 / sizes.len() as f64;
    assert!((share - 0.25).abs() < 0.016, "{share}");
    is_uniform(&prices, (0.0, 1.0));
    assert!(supply.iter().all(|s| (100.0..=200.0).contains(s) && s.fract() == 0.0));
    mean_is(&supply, 150.0, 29.2);
    // Every item is in about 400 bids.
    assert!(use_of.iter().all(|n| (n - 400.0).abs() < 110.0), "{use_of:?}");
    assert!(correlation(&sizes, &prices).abs() < 0.036);
}

#[test]
fn supply_of_decay_decay_is_whole_and_caps_the_units() {
    let mut supply = Vec::new();
    let mut capped = 0;
    for problem in instances("decay-decay:100x1000", 20) {
        let limits: Vec<f64> = problem.row_lower().iter().map(|h| -h).collect();
        for i in 0..problem.rows() {
            let units: Vec<f64> = problem.matrix().row(i).map(|e| -e.1).collect();
            assert!(units.iter().all(|u| *u >= 1.0 && *u <= limits[i] && u.fract() == 0.0));
            capped += units.iter().filter(|u| **u == limits[i]).count();
        }
        supply.extend(limits);
    }
    assert!(supply.iter().all(|s| (1.0..=200.0).contains(s) && s.fract() == 0.0));
    mean_is(&supply, 100.5, 57.7);
    assert!(capped > 0, "small supplies cap bids");
}

#[test]
fn single_unit_decay_is_as_specified() {
    let (mut sizes, mut prices) = (Vec::new(), Vec::new());
    for problem in instances("decay:50x1000,decay=0.5", 10) {
        assert!(problem.row_lower().iter().all(|h| *h == -1.0));
        for (j, bid) in bids(&problem).into_iter().enumerate() {
            assert!(bid.iter().all(|u| *u == 1.0));
            sizes.push(bid.len() as f64);
            prices.push(-problem.objective()[j] / bid.len() as f64);
        }
    }
    mean_is(&sizes, 2.0, 2.0f64.sqrt());
    is_uniform(&prices, (0.0, 1.0));
}

#[test]
fn a_bid_may_have_all_items_and_no_more() {
    for problem in instances("decay:3x200,decay=0.999", 3) {
        let sizes: Vec<usize> = bids(&problem).iter().map(Vec::len).collect();
        assert!(sizes.iter().all(|s| *s <= 3) && sizes.iter().filter(|s| **s == 3).count() > 190);
    }
}

#[test]
fn multipaths_is_as_specified() {
    let (mut capacity, mut demands, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
    for problem in instances("multipaths:90x2000", 15) {
        let limits: Vec<f64> = problem.row_lower().iter().map(|h| -h).collect();
        assert!((0..problem.rows()).all(|i| problem.matrix().row(i).count() > 0), "every item has a bid");
        for j in 0..problem.columns() {
            let bid: Vec<(usize, f64)> = problem.matrix().column(j).map(|(i, v)| (i, -v)).collect();
            let demand = bid.iter().map(|b| b.1).fold(0.0, f64::max);
            assert!((1.0..=10.0).contains(&demand));
            // One demand on all edges, but for capacities below it.
            assert!(bid.iter().all(|(i, units)| *units == demand || *units == limits[*i]), "{bid:?}");
            // f dist - length is at most half the diagonal of the square.
            let price = -problem.objective()[j];
            assert!((0.0..=10.0 * 10.0 * 0.5 * 1.42).contains(&price), "{price}");
            demands.push(demand);
            lengths.push(bid.len() as f64);
        }
        capacity.extend(limits);
    }
    assert!(capacity.iter().all(|c| (1.0..=100.0).contains(c) && c.fract() == 0.0));
    mean_is(&capacity, 50.5, 28.9);
    // Bids of one bidder share their demand: five standard errors of a fifth of the draws.
    let (mean, _) = moments(&demands);
    assert!((mean - 5.5).abs() < 0.2, "{mean}");
    assert!(moments(&lengths).0 > 1.5, "most paths have several edges");
}

#[test]
fn noise_is_as_specified() {
    let base = instances("qap15", 1).remove(0);
    for (text, deviation) in [("uniform(0.5)", 0.5 / 3.0f64.sqrt()), ("gauss(0.05)", 0.05)] {
        let mut factors = Vec::new();
        for problem in instances(&format!("qap15:objective={text}"), 3) {
            let pairs = problem.objective().iter().zip(base.objective());
            factors.extend(pairs.filter(|p| *p.1 != 0.0).map(|(c, b)| c / b));
            assert_eq!(problem.row_lower(), base.row_lower());
        }
        mean_is(&factors, 1.0, deviation);
        assert!((moments(&factors).1 / deviation - 1.0).abs() < 0.02);
        assert!(correlation(&factors[1..], &factors[..factors.len() - 1]).abs() < 0.03);
        if text.starts_with('u') {
            is_uniform(&factors, (0.5 - 1e-12, 1.5 + 1e-12));
        }
    }
}
