//! What a study tells about its search, its choice, its runs and its proofs.

mod simulator;
mod views;

use luthier::Parameters;
use luthier_tune::bounds::speedup_lower;
use luthier_tune::insight::{
    Chosen, Chronicle, GrowthBasis, ReplayEnd, Scale, best_set, chosen, growth, heat_map, importance, replay,
    trajectories, trajectory_plan,
};
use luthier_tune::{
    Ask, Counts, Ledger, Measure, Progress, Question, Reader, Record, Round, RunOptions, Search, SettingId,
    Store, Study, View, Watch, spend,
};
use simulator::World;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use views::{question, rows, setting, solved, view};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn growth_is_the_bound_of_the_first_instances() {
    let table = |sealed: bool| {
        move |i: usize, p: &Parameters| {
            let base = 200 + 10 * (i as u64 % 7);
            let tuned = p.weight_smoothing == 0.2;
            (i < 40 || sealed).then(|| solved(if tuned { base / 2 } else { base }))
        }
    };
    let preview = view("weight_smoothing=0.2", Measure::Iterations, [10, 30, 100], table(false));
    let tuned = setting(&preview, "weight_smoothing=0.2");
    let found = growth(&preview, tuned, 0.95, 1).unwrap();
    assert_eq!(found.basis, GrowthBasis::Test);
    assert_eq!(found.points.iter().map(|p| p.instances).collect::<Vec<_>>(), [5, 10, 20, 30]);
    let opened = view("weight_smoothing=0.2", Measure::Iterations, [10, 30, 100], table(true));
    let found = growth(&opened, tuned, 0.95, 2).unwrap();
    assert_eq!((found.basis, found.cap), (GrowthBasis::Sealed, 512.0));
    assert!(close(found.delta, spend(0.05, 2) / 2.0));
    assert_eq!(found.points.iter().map(|p| p.instances).collect::<Vec<_>>(), [5, 10, 20, 50, 100]);
    for point in &found.points {
        let pairs: Vec<(f64, f64)> = (40..40 + point.instances)
            .map(|i| (200 + 10 * (i as u64 % 7)) as f64)
            .map(|base| (base, base / 2.0))
            .collect();
        let bound = speedup_lower(&pairs, 512.0, 10.0, found.delta).unwrap();
        assert_eq!(point.bound, bound);
        assert!(point.bound < point.seen && point.seen > 1.8 && point.seen < 2.0);
    }
    assert!(found.points.is_sorted_by(|a, b| a.bound < b.bound));
    assert!(growth(&opened, SettingId::DEFAULT, 0.95, 1).is_none());
}

/// A view of a world of the simulator, with these trials.
fn seen(world: &World, search: Search, ledger: Ledger) -> View {
    let sides = [world.train.len() as u64, 0, 0];
    let empty = view("weight_smoothing=0.2", world.cost.measure, sides, |_, _| None);
    View {
        space: Arc::new(world.space.clone()),
        search: Some(search),
        cost: world.cost,
        ledger,
        train: world.train.clone(),
        ..empty
    }
}

const SEARCHES: [Search; 6] = [
    Search::Full,
    Search::Grid,
    Search::Halving,
    Search::Sobol { count: 9 },
    Search::Race { delta: 0.4 },
    Search::Profiles,
];

#[test]
fn a_replay_goes_through_the_rounds_of_the_run_whatever_else_is_known() {
    for (seed, search) in (0..48).zip(SEARCHES.iter().cycle()) {
        let world = World::random(seed);
        let mut ledger = Ledger::default();
        let (choice, rounds) = world.run(*search, &mut ledger);
        let mut all = ledger.clone();
        for (instance, setting) in
            world.train.iter().flat_map(|i| world.space.settings().iter().map(move |s| (*i, *s)))
        {
            all.put(instance, setting, world.record(&Ask { instance, setting, until: None }));
        }
        let passes = ledger.passes();
        let own = replay(&seen(&world, *search, ledger)).unwrap();
        let whole = replay(&seen(&world, *search, all)).unwrap();
        for found in [&own, &whole] {
            assert_eq!(found.end, ReplayEnd::Done(choice.setting), "{search} {seed}");
            let names: Vec<_> = found.rounds.iter().map(|r| (r.name.as_str(), r.before, r.trials)).collect();
            let expected: Vec<_> =
                rounds.iter().map(|r| (r.name.as_str(), r.alive, r.asks.len() as u64)).collect();
            assert_eq!(names, expected, "{search} {seed}");
            assert!(found.rounds.windows(2).all(|pair| pair[0].after == Some(pair[1].before)));
            assert!(found.rounds.is_sorted_by_key(|round| round.passes));
        }
        // What the run spent, to the pass.
        assert_eq!(own.rounds.last().map(|round| round.passes), Some(passes), "{search} {seed}");
    }
}

#[test]
fn a_replay_ends_where_the_study_does() {
    let world = World::valley(3, 5, 12, 0.3);
    let mut ledger = Ledger::default();
    let (_, rounds) = world.run(Search::Halving, &mut ledger);
    let lost = rounds[2].asks[0];
    let mut part = Ledger::default();
    for (instance, setting, record) in
        ledger.iter().filter(|(i, s, _)| (*i, *s) != (lost.instance, lost.setting))
    {
        part.put(instance, setting, record.clone());
    }
    let found = replay(&seen(&world, Search::Halving, part)).unwrap();
    assert!(found.rounds.len() <= 3, "{found:?}");
    assert_eq!((found.end, found.rounds.last().unwrap().after), (ReplayEnd::Missing(1), None));
    let undecided = view("weight_smoothing=0.2", Measure::Iterations, [1, 0, 0], |_, _| None);
    assert_eq!(replay(&undecided), None);
}

/// Says nothing, and may have had enough.
struct Nobody(bool);

impl Watch for Nobody {
    fn round(&mut self, _: &Round, _: &Progress) {}
    fn trials(&mut self, _: &View, _: &[(Ask, Record)], _: &Progress) {}
    fn interrupted(&mut self) -> bool {
        self.0
    }
}

fn begin(folder: &Path, space: &str) -> Study {
    let counts = Counts { train: 4, test: 3, sealed: 0 };
    let asked = question(space, Measure::Iterations, [4, 3, 0]);
    let parameters = Parameters::default();
    let asked = Question { counts, parameters, search: Some(Search::Grid), ..asked };
    Study::begin(folder, asked, "a test", false).unwrap()
}

#[test]
fn a_study_tells_what_it_chose_and_how_its_runs_went() {
    let folder = tempfile::tempdir().unwrap();
    let mut study = begin(folder.path(), "initial_weight_scale=0.1,1,10; weight_smoothing=0.2,0.5");
    let what = || {
        let view = View::read(folder.path()).unwrap();
        chosen(&view, &Reader::open(folder.path()).unwrap()).unwrap()
    };
    assert_eq!(what(), Chosen::Nothing);
    assert_eq!(what().setting(), None);
    study.run(&RunOptions::default(), &mut Nobody(true)).unwrap();
    study.run(&RunOptions::default(), &mut Nobody(false)).unwrap();
    let Chosen::Adopted(adopted) = what() else { panic!("{:?}", what()) };
    drop(study);

    let reader = Reader::open(folder.path()).unwrap();
    let view = View::read(folder.path()).unwrap();
    let chronicle = Chronicle::read(&reader).unwrap();
    assert_eq!(chronicle.adopted.as_deref(), Some(view.space.text(adopted).as_str()));
    let trials = view.ledger.iter().count() as u64;
    assert_eq!(chronicle.builds, [(luthier_tune::build(), trials)]);
    assert_eq!((chronicle.questions.len(), chronicle.openings.len()), (1, 0));
    assert!(matches!(replay(&view).unwrap().end, ReplayEnd::Done(_)));

    let plan = trajectory_plan(&view, adopted).unwrap();
    assert!(view.test.contains(&plan.instance) && plan.work > 0.0);
    let found = trajectories(&view, adopted, plan.work).unwrap();
    for (run, setting) in [(&found.default, SettingId::DEFAULT), (&found.setting, adopted)] {
        let record = view.ledger.get(plan.instance, setting).unwrap();
        let last = run.points.last().unwrap();
        assert_eq!(last.iteration, record.work.iterations);
        let ended = record.residuals.unwrap();
        assert_eq!((last.primal, last.dual, last.gap), (ended.primal, ended.dual, ended.gap));
        assert!(run.points.is_sorted_by(|a, b| a.iteration < b.iteration) && run.points.len() > 5);
        assert!(run.points.len() <= luthier_tune::insight::TRAJECTORY_POINTS);
    }
    let refused = trajectories(&view, adopted, plan.work / 2.0).unwrap_err();
    assert!(refused.contains("operations"), "{refused}");
}

#[test]
fn what_a_study_chose_is_what_it_noted_or_who_leads() {
    let folder = tempfile::tempdir().unwrap();
    let asked = question("weight_smoothing=0.2,0.8", Measure::Iterations, [2, 1, 0]);
    let instances = rows(&asked);
    let mut store = Store::create(folder.path(), &asked.to_toml(), "a test").unwrap();
    store.add_instances(&instances).unwrap();
    let what = || {
        let reader = Reader::open(folder.path()).unwrap();
        chosen(&View::of(&reader).unwrap(), &reader).unwrap()
    };
    let put = |store: &mut Store, instance: usize, text: &str, iterations| {
        let record = solved(iterations);
        store.put(&[(instances[instance].fingerprint, text, &record)], "a build").unwrap();
    };
    let view = View::read(folder.path()).unwrap();
    let (better, worse) = ("weight_smoothing=0.2", "weight_smoothing=0.8");
    put(&mut store, 0, "", 200);
    assert_eq!((what(), what().setting()), (Chosen::Nothing, None));
    put(&mut store, 0, worse, 300);
    assert_eq!((what(), what().setting()), (Chosen::SoFar(SettingId::DEFAULT), None));
    put(&mut store, 0, better, 100);
    assert_eq!(what(), Chosen::SoFar(setting(&view, better)));
    // An answer does not count before the default is known on all training instances.
    store.note("adopted setting", worse).unwrap();
    assert_eq!(what(), Chosen::SoFar(setting(&view, better)));
    put(&mut store, 1, "", 200);
    assert_eq!(what(), Chosen::Adopted(setting(&view, worse)));
    // The default was kept; what led in training is still shown, or what came next to the default.
    store.note("adopted setting", "").unwrap();
    assert_eq!(what(), Chosen::NoImprovement(Some(setting(&view, better))));
    put(&mut store, 1, better, 900);
    assert_eq!(what(), Chosen::NoImprovement(Some(setting(&view, better))));
    // A setting that is not in the space any more.
    store.note("adopted setting", "weight_smoothing=0.7").unwrap();
    assert_eq!(what(), Chosen::SoFar(SettingId::DEFAULT));
}

#[test]
fn a_file_that_is_gone_is_a_reason() {
    let view = view("weight_smoothing=0.2", Measure::Iterations, [3, 0, 0], |_, _| Some(solved(100)));
    let tuned = setting(&view, "weight_smoothing=0.2");
    // These instances are not those of the family.
    let reason = trajectories(&view, tuned, 1e9).unwrap_err();
    assert!(reason.contains("instance 1"), "{reason}");
    let family = "folder:nowhere/*.mps".to_owned();
    let moved = View { question: Question { family, ..view.question.clone() }, ..view };
    let reason = trajectories(&moved, tuned, 1e9).unwrap_err();
    assert!(reason.contains("instance 1"), "{reason}");
}

/// A thousand settings on a hundred instances.
#[test]
fn large_studies_are_looked_at_in_a_moment() {
    let thetas: Vec<String> = (1..=40).map(|k| (f64::from(k) / 100.0).to_string()).collect();
    let scales: Vec<String> = (1..=25).map(|k| k.to_string()).collect();
    let space = format!("weight_smoothing={}; initial_weight_scale={}", thetas.join(","), scales.join(","));
    let mut random = luthier_families::Random::new(1, 0, 0);
    let mut whole = view(&space, Measure::Iterations, [100, 0, 0], |_, p| {
        let level = 300.0 * (1.0 + 0.01 * p.weight_smoothing + 0.0001 * p.initial_weight_scale);
        Some(solved((level * (0.3 * simulator::normal(&mut random)).exp()) as u64))
    });
    assert_eq!(whole.ledger.iter().count(), 100_100);
    let timed = |name: &str, work: &dyn Fn()| {
        let began = Instant::now();
        work();
        let took = began.elapsed();
        println!("{name}: {took:?}");
        assert!(took < Duration::from_secs(10), "{name}: {took:?}");
    };
    timed("best set", &|| assert!(best_set(&whole).unwrap().settings.len() > 900));
    timed("heat map", &|| assert!(heat_map(&whole, 0, 1).unwrap().known().count() >= 1000));
    timed("importance", &|| assert!(importance(&whole, Scale::Log).is_ok()));
    for search in SEARCHES {
        whole.search = Some(search);
        timed(&format!("replay of {search}"), &|| {
            assert!(matches!(replay(&whole).unwrap().end, ReplayEnd::Done(_)));
        });
    }
}
