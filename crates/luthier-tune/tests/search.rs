//! Searches against tables of costs: their answers, what they leave undone, and what they depend on.

mod simulator;

use luthier::Parameters;
use luthier_families::Random;
use luthier_tune::{Ask, Choice, Ledger, Measure, Plan, Search, SettingId, Space, incumbent};
use simulator::{COUNTED, End, LIMIT, World, iterations, space};
use std::collections::BTreeSet;

const ALL: [Search; 6] = [
    Search::Full,
    Search::Grid,
    Search::Halving,
    Search::Sobol { count: 7 },
    Search::Race { delta: 0.9 },
    Search::Profiles,
];

#[test]
fn the_grid_gives_the_answer_of_the_full_one() {
    for seed in 0..400 {
        let world = World::random(seed);
        let (full, everything) = world.fresh(Search::Full);
        let (grid, known) = world.fresh(Search::Grid);
        assert_eq!(grid.setting, full.setting, "seed {seed}");
        assert!(iterations(&known) <= iterations(&everything), "seed {seed}");
        // Who is complete in the grid is in the order of the full one.
        let order: Vec<_> = full.finalists.iter().filter(|s| grid.finalists.contains(s)).collect();
        assert_eq!(grid.finalists.iter().collect::<Vec<_>>(), order, "seed {seed}");
    }
}

#[test]
fn of_equal_settings_the_default_wins_and_then_the_first() {
    for measure in COUNTED {
        for (cheap, expected) in [(vec![], 0), (vec![3, 5], 3), (vec![0, 3], 0)] {
            // Ends are the same in another order, so that sums are equal though partial sums are not.
            let world = World::new(space(3, 2), measure, vec![1, 0, 2], |instance, setting| {
                let turn = [700, 500, 600][(instance + setting) % 3];
                let iterations = if cheap.contains(&setting) { turn / 2 } else { turn };
                End { iterations, rejected: 0, solved: true }
            });
            for search in [Search::Full, Search::Grid, Search::Halving] {
                let choice = world.fresh(search).0;
                // Sums of logarithms in another order may differ in the last bit.
                let equal = |s: SettingId| (world.sum(s.0 as usize, 3) - world.sum(expected, 3)).abs() < 1e-9;
                let exact = measure != Measure::Geometric;
                assert!(equal(choice.setting), "{measure:?} {search}");
                assert!(!exact || choice.setting == SettingId(expected as u64), "{measure:?} {search}");
            }
        }
    }
}

#[test]
fn the_grid_saves_most_of_the_work_in_a_valley() {
    for seed in 0..5 {
        let world = World::valley(seed, 11, 20, 0.3);
        let known = world.fresh(Search::Grid).1;
        let share = iterations(&known) as f64 / world.everything() as f64;
        println!("{share:.3} of the iterations");
        assert!(share < 0.8, "seed {seed}: {share}");
    }
}

/// Halving with every run to its end: the settings that go on after each rung, by position, with its instances.
fn plain_halving(world: &World) -> (Vec<(usize, Vec<usize>)>, Vec<usize>) {
    let best = |mut rows: Vec<usize>, columns: usize, keep: usize| {
        let sums: Vec<_> = (0..world.space.settings().len()).map(|s| world.sum(s, columns)).collect();
        rows.sort_by(|a, b| sums[*a].total_cmp(&sums[*b]).then(a.cmp(b)));
        rows.truncate(keep);
        rows
    };
    let mut rows: Vec<_> = (1..world.space.settings().len()).collect();
    let (mut rungs, mut columns) = (Vec::new(), 2);
    while columns < world.train.len() && rows.len() > 3 {
        let keep = rows.len().div_ceil(3).max(3);
        rows = best(rows, columns, keep);
        rungs.push((columns, rows.clone()));
        columns *= 2;
    }
    let mut finalists = best(rows, world.train.len(), 3);
    finalists.push(0);
    (rungs, best(finalists, world.train.len(), 4))
}

#[test]
fn halving_keeps_whom_runs_to_the_end_would_keep() {
    for seed in 0..300 {
        let world = if seed % 3 == 0 { World::valley(seed, 6, 17, 0.4) } else { World::random(seed) };
        let (rungs, finalists) = plain_halving(&world);
        let (choice, known) = world.fresh(Search::Halving);
        let ids = |rows: &[usize]| rows.iter().map(|row| world.space.settings()[*row]).collect::<Vec<_>>();
        assert_eq!(choice.finalists, ids(&finalists), "seed {seed}");
        assert_eq!(choice.setting, choice.finalists[0]);
        for (columns, mut kept) in rungs {
            kept.sort();
            // The next instance is run by those who were kept, and by the default.
            let next = |s: &SettingId| known.get(world.train[columns], *s).is_some();
            let ran: Vec<_> = world.space.settings()[1..].iter().copied().filter(next).collect();
            assert_eq!(ran, ids(&kept), "seed {seed}, {columns} instances");
        }
    }
}

#[test]
fn halving_needs_an_eighth_of_the_grid_and_loses_little() {
    let (mut share, mut loss) = (0.0, 0.0);
    let seeds = 12;
    for seed in 0..seeds {
        let world = World::valley(seed, 11, 20, 0.3);
        let (choice, known) = world.fresh(Search::Halving);
        share += iterations(&known) as f64 / world.everything() as f64;
        let best = (0..122).map(|s| world.sum(s, 20)).fold(f64::INFINITY, f64::min);
        loss += world.sum(choice.setting.0 as usize, 20) / best - 1.0;
    }
    let (share, loss) = (share / seeds as f64, loss / seeds as f64);
    println!("{share:.3} of the iterations, {loss:.4} lost");
    assert!(share < 0.15, "{share}");
    assert!(loss < 0.03, "{loss}");
}

/// Knowledge that no search asked for: trials to some cap or to the end.
fn extra(world: &World, seed: u64) -> Ledger {
    let mut random = Random::new(seed, 1, 0);
    let mut ledger = Ledger::default();
    let share = random.unit();
    for &instance in &world.train {
        for &setting in world.space.settings() {
            if random.unit() < share {
                let until = (random.unit() < 0.5).then(|| random.below(3000) as u64);
                let ask = Ask { instance, setting, until };
                ledger.put(instance, setting, world.record(&ask));
            }
        }
    }
    ledger
}

#[test]
fn what_else_is_known_changes_nothing_but_saves_work() {
    for seed in 0..60 {
        let world = World::random(seed);
        for search in ALL {
            let (choice, rounds) = world.run(search, &mut Ledger::default());
            let wanted: BTreeSet<Ask> = rounds.iter().flat_map(|round| round.asks.clone()).collect();
            let (again, rounds) = world.run(search, &mut extra(&world, seed));
            assert_eq!(again, choice, "seed {seed} {search}");
            for ask in rounds.iter().flat_map(|round| &round.asks) {
                assert!(wanted.contains(ask), "seed {seed} {search}: {ask:?}");
            }
        }
    }
}

#[test]
fn a_round_of_which_a_part_is_lost_asks_for_that_part() {
    for seed in 0..40 {
        let world = World::random(seed);
        let mut random = Random::new(seed, 2, 0);
        for search in ALL {
            let mut ledger = Ledger::default();
            while let Plan::Run(round) = search.plan(&world.field(&ledger)) {
                let (done, lost): (Vec<Ask>, Vec<Ask>) = round.asks.iter().partition(|_| random.unit() < 0.6);
                world.answer(&done, &mut ledger);
                if lost.is_empty() {
                    continue;
                }
                let Plan::Run(rest) = search.plan(&world.field(&ledger)) else { panic!("{search} is done") };
                assert_eq!((rest.asks, rest.name), (lost, round.name), "seed {seed} {search}");
            }
            let Plan::Done(choice) = search.plan(&world.field(&ledger)) else {
                panic!("{search} is not done")
            };
            assert_eq!(choice, world.fresh(search).0, "seed {seed} {search}");
        }
    }
}

#[test]
fn every_search_begins_with_the_default_on_all_instances() {
    for seed in 0..20 {
        let world = World::random(seed);
        for search in ALL {
            let Plan::Run(round) = search.plan(&world.field(&Ledger::default())) else { panic!("{search}") };
            let defaults = round.asks.iter().filter(|ask| ask.setting == SettingId::DEFAULT);
            let whole = defaults.filter(|ask| ask.until.is_none()).map(|ask| ask.instance);
            assert_eq!(whole.collect::<Vec<_>>(), world.train, "{search}");
        }
    }
}

fn constant(thetas: usize, alphas: usize, instances: usize, end: End) -> World {
    World::new(space(thetas, alphas), Measure::Iterations, (0..instances).collect(), |_, _| end)
}

#[test]
fn small_and_hopeless_worlds_have_answers() {
    let unsolved = End { iterations: LIMIT, rejected: 0, solved: false };
    for (thetas, alphas) in [(1, 1), (1, 2), (3, 3)] {
        for instances in [1, 2, 3, 5] {
            let world = constant(thetas, alphas, instances, unsolved);
            for search in ALL {
                let choice = world.fresh(search).0;
                assert_eq!(choice.setting, SettingId::DEFAULT, "{search} {thetas}x{alphas} {instances}");
                assert!(choice.finalists.contains(&SettingId::DEFAULT));
            }
        }
    }
}

#[test]
fn without_settings_or_instances_the_default_is_the_answer_at_once() {
    let alone = Space::new(Parameters::default(), Vec::new()).unwrap();
    assert_eq!(alone.settings(), [SettingId::DEFAULT]);
    let end = End { iterations: 5, rejected: 0, solved: true };
    let world = World::new(alone, Measure::Iterations, vec![0, 1], |_, _| end);
    for search in ALL {
        let (choice, rounds) = world.run(search, &mut Ledger::default());
        assert_eq!((choice.setting, rounds.len()), (SettingId::DEFAULT, 1), "{search}");
    }
    let world = constant(2, 2, 0, end);
    for search in ALL {
        let (choice, rounds) = world.run(search, &mut Ledger::default());
        assert_eq!((choice.setting, rounds.len()), (SettingId::DEFAULT, 0), "{search}");
    }
}

#[test]
fn by_seconds_no_run_is_laid_aside() {
    let mut world = World::valley(1, 5, 9, 0.3);
    world.cost.measure = Measure::Seconds;
    let full = world.fresh(Search::Full).0;
    for search in ALL {
        let (choice, rounds) = world.run(search, &mut Ledger::default());
        assert!(rounds.iter().flat_map(|round| &round.asks).all(|ask| ask.until.is_none()), "{search}");
        assert!(search != Search::Grid || choice.setting == full.setting);
    }
    // Halving still drops settings between rungs.
    let trials = world.fresh(Search::Halving).1.iter().count();
    assert!(trials < 26 * 9 / 2, "{trials}");
}

#[test]
fn samples_are_spread_and_as_many_as_asked_for() {
    let world = World::valley(0, 11, 3, 0.2);
    let settings = |count| {
        let known = world.fresh(Search::Sobol { count }).1;
        known.iter().map(|(_, setting, _)| setting).collect::<BTreeSet<_>>()
    };
    for count in [1, 16, 60, 120] {
        assert_eq!(settings(count).len() as u64, count + 1);
    }
    for count in [121, 122, u64::MAX] {
        assert_eq!(settings(count).len(), 122);
    }
    assert!(settings(16).is_subset(&settings(60)));
    // Every value of both axes within 33 points.
    let seen: Vec<_> = settings(33).into_iter().filter_map(|s| world.space.steps(s)).collect();
    for axis in 0..2 {
        assert_eq!(seen.iter().map(|steps| steps[axis]).collect::<BTreeSet<_>>().len(), 11);
    }
}

#[test]
fn profiles_change_one_parameter() {
    let mut axes = space(4, 3).axes().to_vec();
    for axis in &mut axes {
        axis.values.push(axis.parameter.default_value());
    }
    let space = Space::new(Parameters::default(), axes).unwrap();
    let world = World::new(space, Measure::Iterations, vec![0, 1], |_, setting| End {
        iterations: 1000 - setting as u64,
        rejected: 0,
        solved: true,
    });
    let (choice, known) = world.fresh(Search::Profiles);
    let ran: BTreeSet<_> = known.iter().map(|(_, setting, _)| setting).collect();
    // Four values and three, beside the default.
    assert_eq!((ran.len(), choice.settings, choice.finalists.len()), (8, 8, 8));
    for setting in &ran {
        assert!(world.space.parameters(*setting).changed().len() <= 1);
    }
    assert_eq!(Some(&choice.setting), ran.last());
}

#[test]
fn the_incumbent_is_the_best_of_those_who_have_run_as_much() {
    let world = World::valley(3, 4, 6, 0.3);
    let mut ledger = Ledger::default();
    let settings = world.space.settings();
    let run = |setting: usize, columns: usize, ledger: &mut Ledger| {
        for &instance in &world.train[..columns] {
            let ask = Ask { instance, setting: settings[setting], until: None };
            ledger.put(instance, ask.setting, world.record(&ask));
        }
    };
    assert_eq!(incumbent(&world.field(&ledger)), None);
    run(0, 6, &mut ledger);
    assert_eq!(incumbent(&world.field(&ledger)), None, "nothing to compare with");
    for setting in [2, 5, 9] {
        run(setting, 2, &mut ledger);
    }
    let best = |of: &[usize], columns: usize| {
        *of.iter().min_by(|a, b| world.sum(**a, columns).total_cmp(&world.sum(**b, columns))).unwrap()
    };
    let found = incumbent(&world.field(&ledger)).unwrap();
    let expected = best(&[0, 2, 5, 9], 2);
    assert_eq!((found.setting, found.instances), (settings[expected], 2));
    assert_eq!(found.cost, world.sum(expected, 2) / 2.0);
    assert_eq!(found.default_cost, world.sum(0, 2) / 2.0);
    run(9, 4, &mut ledger);
    let found = incumbent(&world.field(&ledger)).unwrap();
    assert_eq!((found.setting, found.instances), (settings[best(&[0, 9], 4)], 4));
    // What a finished search knows gives its answer.
    let (choice, known): (Choice, Ledger) = world.fresh(Search::Grid);
    assert_eq!(incumbent(&world.field(&known)).unwrap().setting, choice.setting);
}

/// A sample is in the order of the space, where fewer changes come first; the numbers of settings are in another one.
#[test]
fn of_equal_settings_of_a_sample_the_plainest_wins() {
    let texts = ["theta=0.1,0.3,0.5,0.7".to_owned(), "alpha=0.5,0.8,1,1.5".to_owned()];
    let space = Space::parse(&texts, &Parameters::default()).unwrap();
    let count = space.settings().len() as u64 - 2;
    // All settings but the default cost the same.
    let world = World::new(space.clone(), Measure::Iterations, vec![0, 1, 2], |_, setting| End {
        iterations: if setting == 0 { 700 } else { 500 },
        rejected: 0,
        solved: true,
    });
    let chosen = world.fresh(Search::Sobol { count }).0.setting;
    let changes = space.text(chosen).split(',').count();
    assert_eq!(changes, 1, "{}", space.text(chosen));
}
