//! The race: whom it eliminates, how often it is wrong, and that its caps change nothing.

mod simulator;

use luthier_families::Random;
use luthier_tune::{Ending, Ledger, Measure, Search, SettingId};
use simulator::{End, World, iterations, normal, space};

/// The wealth of the bet on setting `a` to have larger scores than `b`, on the first instances, from the formulas.
fn wealth(scores: &[Vec<f64>], a: usize, b: usize, columns: usize) -> f64 {
    let differences: Vec<f64> = (0..columns).map(|z| scores[z][a] - scores[z][b]).collect();
    let mut wealth = 1.0;
    for (n, difference) in differences.iter().enumerate() {
        let (past, count) = (&differences[..n], n as f64 + 1.0);
        let mean = past.iter().sum::<f64>() / count;
        let variance = (0.01 + past.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>()) / count;
        wealth *= 1.0 + (mean / (variance + mean * mean)).clamp(0.0, 0.95) * difference;
    }
    wealth
}

/// The race with every run to its end: the survivors by position.
fn plain_race(world: &World, delta: f64) -> Vec<usize> {
    let count = world.space.settings().len();
    let amount = |z, s| {
        let term = world.term(z, s);
        if world.cost.measure == Measure::Geometric { term.exp() } else { term }
    };
    let score = |z, s| amount(z, s) / (amount(z, s) + amount(z, 0));
    let scores: Vec<Vec<f64>> =
        (0..world.train.len()).map(|z| (0..count).map(|s| score(z, s)).collect()).collect();
    let mut alive: Vec<_> = (0..count).collect();
    let threshold = (count - 1) as f64 / delta;
    for known in 0..world.train.len() {
        let total = |s: usize| scores[..known].iter().map(|z| z[s]).sum::<f64>();
        let best = *alive.iter().min_by(|a, b| total(**a).total_cmp(&total(**b))).unwrap();
        // Who is best so far is the one to beat on the instances so far, and then on the next one too.
        for columns in [known, known + 1] {
            if alive.len() > 1 {
                alive.retain(|s| *s == best || wealth(&scores, *s, best, columns) < threshold);
            }
        }
    }
    alive
}

#[test]
fn caps_eliminate_whom_runs_to_the_end_would_eliminate() {
    let mut eliminated = 0;
    for seed in 0..60 {
        let mut world = World::valley(seed, 4, 40, 0.3);
        world.cost.measure = simulator::COUNTED[seed as usize % 4];
        let (choice, known) = world.fresh(Search::Race { delta: 0.5 });
        let expected = plain_race(&world, 0.5);
        let survivors = choice.survivors.unwrap();
        assert_eq!(survivors.iter().map(|s| s.0 as usize).collect::<Vec<_>>(), expected, "seed {seed}");
        assert!(iterations(&known) < world.everything());
        eliminated += 17 - survivors.len();
    }
    assert!(eliminated > 100, "only {eliminated}: the test says little");
}

/// Settings of which each is as good as any other: noise alone tells them apart.
fn equals(seed: u64) -> World {
    let mut random = Random::new(seed, 0, 9);
    World::new(space(2, 2), Measure::Iterations, (0..50).collect(), |_, _| End {
        iterations: (1000.0 * (0.5 * normal(&mut random)).exp()) as u64,
        rejected: 0,
        solved: true,
    })
}

#[test]
fn the_best_setting_is_lost_no_more_often_than_promised() {
    let (races, delta) = (300, 0.3);
    // All are the best; the third stands for it.
    let lost = (0..races).filter(|seed| {
        let survivors = equals(*seed).fresh(Search::Race { delta }).0.survivors.unwrap();
        !survivors.contains(&SettingId(3))
    });
    let rate = lost.count() as f64 / races as f64;
    println!("lost in {rate:.3} of the races");
    assert!(rate <= delta, "{rate}");
}

#[test]
fn who_is_far_better_is_left_alone_and_run_on_all_instances() {
    let mut random = Random::new(5, 0, 9);
    let world = World::new(space(3, 2), Measure::Iterations, (0..100).collect(), |_, setting| {
        let level = if setting == 4 { 300.0 } else { 1000.0 };
        End { iterations: (level * (0.2 * normal(&mut random)).exp()) as u64, rejected: 0, solved: true }
    });
    let (choice, known) = world.fresh(Search::Race { delta: 0.05 });
    assert_eq!((choice.setting, choice.survivors), (SettingId(4), Some(vec![SettingId(4)])));
    assert_eq!(choice.finalists, [SettingId(4), SettingId::DEFAULT]);
    assert!(known.get(99, SettingId(4)).is_some());
    assert!(known.get(99, SettingId(5)).is_none(), "eliminated long before");
}

#[test]
fn survivors_hold_the_choice_and_are_complete() {
    for seed in 0..40 {
        let world = World::random(seed);
        let mut ledger = Ledger::default();
        let (choice, _) = world.run(Search::Race { delta: 0.9 }, &mut ledger);
        let survivors = choice.survivors.clone().unwrap();
        assert!(!survivors.is_empty(), "seed {seed}");
        assert!(
            survivors.is_sorted() && survivors.iter().all(|s| choice.finalists.contains(s)),
            "seed {seed}"
        );
        assert!(survivors.contains(&choice.setting) || choice.setting == SettingId::DEFAULT, "seed {seed}");
        for (setting, instance) in survivors.iter().flat_map(|s| world.train.iter().map(move |z| (*s, *z))) {
            let record = ledger.get(instance, setting).unwrap();
            assert!(matches!(record.ending, Ending::Ended(_)), "seed {seed}");
        }
    }
}
