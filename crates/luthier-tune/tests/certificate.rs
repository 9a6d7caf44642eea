//! Certificates of made-up studies of every kind: what is stated, and whether it is found again by other code.

mod support;
mod synthetic;

use luthier_tune::{Basis, Certificate, Kind, Measure, Question, Reader, Record, recheck, spend};
use support::{capped, solved};
use synthetic::{Random, certify, instances, question, settings, store, unsolved};
use tempfile::tempdir;

/// What costs look like.
#[derive(Clone, Copy, Debug)]
enum Costs {
    Any,
    Identical,
    AsTheDefault,
    Unsolved,
    Few,
    None,
}

const COSTS: [Costs; 6] =
    [Costs::Any, Costs::Identical, Costs::AsTheDefault, Costs::Unsolved, Costs::Few, Costs::None];

/// A record of a kind; `instance` decides what is the same for all settings.
fn record(random: &mut Random, costs: Costs, limit: u64, instance: usize) -> Record {
    let any = |random: &mut Random| 1 + (200.0 * (3.0 * random.unit()).exp()) as u64;
    match costs {
        Costs::Any if random.below(12) == 0 => unsolved(limit),
        Costs::Any => solved(any(random).min(limit)),
        Costs::Identical => solved(77.min(limit)),
        Costs::AsTheDefault => solved(any(&mut Random(instance as u64)).min(limit)),
        Costs::Unsolved => unsolved(limit),
        Costs::Few => solved(1 + random.below(3)),
        Costs::None => solved(0),
    }
}

fn random_question(random: &mut Random) -> Question {
    let count = |random: &mut Random| [1, 2, 3, 10, 29, 60][random.below(6) as usize];
    let (train, sealed) = (count(random), count(random));
    let test = random.below(3);
    let mut asked = question(1 + random.below(50), train, test, sealed);
    match random.below(4) {
        0 => asked.measure = Measure::Passes,
        1 => asked.solved_at = Some(1e-2),
        2 => asked.measure = Measure::Geometric,
        _ => {}
    }
    asked.parameters.iteration_limit = [1, 100, 3000, 100_000][random.below(4) as usize];
    asked
}

/// What a bound on the sealed set must be like, whatever the data.
fn check_sides(certificate: &Certificate, what: &str) {
    for s in &certificate.statements {
        let what = format!("{what}: {s:?}");
        let Some(bound) = s.bound else {
            assert_eq!(s.kind, Kind::NinetyPercent, "{what}");
            continue;
        };
        assert!(s.seen.is_finite() && bound.is_finite(), "{what}");
        let slack = 1e-9 * (1.0 + s.seen.abs());
        match s.kind {
            Kind::WinRate | Kind::Harm | Kind::Solved => assert!((0.0..=1.0).contains(&bound), "{what}"),
            Kind::Speedup => assert!(bound > 0.0, "{what}"),
            Kind::BestSet => assert!(bound >= 1.0 && bound <= certificate.declared as f64, "{what}"),
            Kind::MeanCost | Kind::Regret => assert!(bound >= 0.0, "{what}"),
            Kind::Saving | Kind::NinetyPercent => {}
        }
        match (s.kind, s.basis) {
            (Kind::Regret | Kind::BestSet, _) => assert!(bound >= s.seen - slack, "{what}"),
            // What the training set shows may be on either side of what the sealed set shows.
            (_, Basis::DeclaredGrid) => {}
            (Kind::Speedup | Kind::Saving | Kind::WinRate | Kind::Solved, _) => {
                assert!(bound <= s.seen + slack, "{what}");
            }
            (Kind::MeanCost | Kind::Harm | Kind::NinetyPercent, _) => {
                assert!(bound >= s.seen - slack, "{what}");
            }
        }
    }
    let seen = certificate.statement(Kind::Speedup).unwrap().seen;
    for check in &certificate.checks {
        assert!(check.speedup > 0.0 && check.speedup <= seen * (1.0 + 1e-9), "{what}: {check:?}");
    }
}

#[test]
fn the_recheck_finds_what_was_stated_in_studies_of_every_kind() {
    let mut random = Random(7);
    for round in 0..80 {
        let asked = random_question(&mut random);
        let costs: [Costs; 2] = std::array::from_fn(|_| COSTS[random.below(6) as usize]);
        let limit = asked.parameters.iteration_limit;
        let (texts, rows) = (settings(&asked), instances(&asked));
        let adopted = 1 + random.below(texts.len() as u64 - 1) as usize;
        let trained = (asked.counts.train + asked.counts.test) as usize;
        let folder = tempdir().unwrap();
        store(folder.path(), &asked, &rows, adopted, &mut |instance, setting| {
            let compared = setting == 0 || setting == adopted;
            if !compared && (instance >= trained || random.below(4) == 0) {
                return None;
            }
            let whole = record(&mut random, costs[usize::from(setting == adopted)], limit, instance);
            // Some of those that were not chosen were laid aside.
            let aside = !compared && random.below(3) == 0;
            Some(if aside { capped(&whole, whole.work.iterations / 2) } else { whole })
        });
        let what = format!("round {round}, {costs:?}, {asked:?}");
        let certificate = certify(folder.path(), 0.95).unwrap_or_else(|e| panic!("{what}: {e}"));
        let differences = recheck(&certificate, &Reader::open(folder.path()).unwrap()).unwrap();
        assert!(differences.is_empty(), "{what}: {differences:?}");
        check_sides(&certificate, &what);
        let text = certificate.to_json();
        assert_eq!(Certificate::parse("it", &text).unwrap(), certificate, "{what}");
        assert_eq!(std::fs::read_to_string(folder.path().join("certificate.json")).unwrap(), text);
    }
}

#[test]
fn nothing_is_proven_by_ties_or_by_unsolved_problems() {
    let asked = question(3, 20, 0, 200);
    let made = |of: &dyn Fn(usize) -> Record| {
        let folder = tempdir().unwrap();
        store(folder.path(), &asked, &instances(&asked), 2, &mut |_, setting| Some(of(setting)));
        certify(folder.path(), 0.95).unwrap()
    };
    let bound = |c: &Certificate, kind| c.statement(kind).unwrap().bound.unwrap();
    let ties = made(&|_| solved(300));
    assert!(!ties.improves() && bound(&ties, Kind::WinRate) == 0.0, "{ties:?}");
    assert_eq!(ties.statement(Kind::Speedup).unwrap().seen, 1.0);
    let failures = made(&|setting| if setting == 0 { solved(300) } else { unsolved(100_000) });
    assert!(!failures.improves() && bound(&failures, Kind::Solved) == 0.0, "{failures:?}");
    assert_eq!(bound(&failures, Kind::Harm), 1.0);
    // A setting that solves what the default does not is better, and is not said to be more so than the cap allows.
    let rescue = made(&|setting| if setting == 0 { unsolved(100_000) } else { solved(300) });
    assert!(rescue.improves() && rescue.cap == 100_000.0, "{rescue:?}");
    assert!(bound(&rescue, Kind::Speedup) < (100_010.0 / 310.0), "{rescue:?}");
}

#[test]
fn the_cap_is_a_power_of_two_or_the_limit() {
    for (largest, limit, expected) in
        [(300, 100_000, 512.0), (342, 100_000, 1024.0), (0, 100_000, 1.0), (90_000, 100_000, 100_000.0)]
    {
        let mut asked = question(1, 3, 0, 3);
        asked.parameters.iteration_limit = limit;
        let folder = tempdir().unwrap();
        store(folder.path(), &asked, &instances(&asked), 1, &mut |_, _| Some(solved(largest)));
        assert_eq!(certify(folder.path(), 0.95).unwrap().cap, expected, "{largest}");
    }
}

/// A study whose space or training set grew may have been steered by what was seen.
#[test]
fn training_is_evidence_only_if_all_was_declared_at_once() {
    let folder = tempdir().unwrap();
    let asked = question(2, 400, 0, 10);
    let table = |_, setting| Some(solved(if setting == 0 { 400 } else { 100 }));
    store(folder.path(), &asked, &instances(&asked), 1, &mut { table });
    let first = certify(folder.path(), 0.95).unwrap();
    assert_eq!((first.opening, first.training.instances, first.declared), (1, 400, 3));
    let speedup = first.statement(Kind::Speedup).unwrap();
    assert_eq!(speedup.basis, Basis::DeclaredGrid);
    let mut store = luthier_tune::Store::open(folder.path(), "the test").unwrap();
    let wider = Question { space: question(3, 1, 0, 0).space, ..asked };
    store.set_question(&wider.to_toml()).unwrap();
    drop(store);
    let second = certify(folder.path(), 0.95).unwrap();
    // The same look at the same sealed problems.
    assert_eq!((second.opening, second.training.instances, second.declared), (1, 0, 7));
    assert!(second.statements.iter().all(|s| s.basis == Basis::Sealed || s.bound.is_none()), "{second:?}");
    assert!(recheck(&second, &Reader::open(folder.path()).unwrap()).unwrap().is_empty());
}

#[test]
fn every_other_look_is_an_opening_of_its_own() {
    let folder = tempdir().unwrap();
    let asked = question(3, 5, 0, 5);
    let rows = instances(&asked);
    store(folder.path(), &asked, &rows, 1, &mut |_, setting| Some(solved(400 - 10 * setting as u64)));
    let opening = || {
        let c = certify(folder.path(), 0.95).unwrap();
        assert!((c.delta - spend(0.05, c.opening)).abs() < 1e-15);
        assert!(recheck(&c, &Reader::open(folder.path()).unwrap()).unwrap().is_empty());
        c.opening
    };
    assert_eq!([opening(), opening()], [1, 1]);
    let change = |change: &dyn Fn(&mut luthier_tune::Store)| {
        change(&mut luthier_tune::Store::open(folder.path(), "the test").unwrap());
    };
    let texts = settings(&asked);
    change(&|store| store.note("adopted setting", &texts[2]).unwrap());
    assert_eq!(opening(), 2);
    change(&|store| store.note("adopted setting", &texts[1]).unwrap());
    assert_eq!(opening(), 1);
    let looser = Question { solved_at: Some(1e-2), ..asked.clone() };
    change(&|store| store.set_question(&looser.to_toml()).unwrap());
    assert_eq!(opening(), 3);
    let passes = Question { measure: Measure::Passes, ..asked.clone() };
    change(&|store| store.set_question(&passes.to_toml()).unwrap());
    assert_eq!(opening(), 4);
    // Another confidence would make the sum of all errors another one.
    let error = certify(folder.path(), 0.9).unwrap_err().to_string();
    assert!(error.contains("confidence 0.9") && error.contains("expected 0.95"), "{error}");
    for confidence in [0.0, 1.0, 1.5, -0.1, f64::NAN, f64::INFINITY] {
        let error = certify(folder.path(), confidence).unwrap_err().to_string();
        assert!(error.contains("expected a number between 0 and 1"), "{error}");
    }
}
