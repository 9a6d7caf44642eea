//! The same study again: with the same question, with more, with another one.
#![cfg(unix)]

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use support::study::{LONG_QUESTION, QUESTION, Study, end, key, reported};
use support::{luthier, shown};

/// What a study was asked first, without its numbers of instances.
const CORE: [&str; 4] = ["tune", "transportation:6x9", "--seed=4", "--sealed=0"];

/// The trials that are reported, of which none was known to its end.
fn news(events: &[Value], before: &support::study::Trials) -> BTreeSet<(String, String)> {
    let known = |trial: &&Value| before.get(&key(trial)).is_some_and(|known| known["status"] != "capped");
    let twice: Vec<_> = reported(events).into_iter().filter(known).collect();
    assert!(twice.is_empty(), "run again: {twice:?}");
    reported(events).into_iter().map(key).collect()
}

#[test]
fn another_question_in_the_same_folder_is_refused_with_what_differs() {
    let study = Study::of(&QUESTION);
    study.events(&[]);
    let before = (study.export(), std::fs::read(study.file("study.toml")).unwrap());
    for (family, flag, expected) in [
        ("transportation:6x9", "--seed=5", "the seed is '5', but the study has '4'"),
        ("transportation:6x9", "--tol=1e-6", "relative_tolerance is '1e-6', but the study has '1e-4'"),
        ("transportation:6x9", "--iteration-limit=7", "iteration_limit is '7', but the study has '100000'"),
        ("transportation:6x9", "--check-period=7", "check_period is '7', but the study has '1'"),
        ("transportation:6x9", "--test=decay-decay:20x60", "the family of the test is 'decay-decay:20x60'"),
        ("transportation:9x6", "--seed=4", "the family is 'transportation:9x6', but the study has"),
    ] {
        let run = luthier(&["tune", family, "--seed=4", flag, "--study", shown(&study.path())]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.log.contains(expected) && run.log.contains("another folder (--study)"), "{run:?}");
    }
    assert_eq!((study.export(), std::fs::read(study.file("study.toml")).unwrap()), before);
}

#[test]
fn more_of_everything_extends_a_study_and_runs_nothing_twice() {
    let study = Study::of(&CORE);
    let theta = "--space=theta=0.1,0.3";
    let first = study.events(&["--train=4", "--test=2", theta, "--search=full"]);
    assert_eq!(news(&first, &support::study::Trials::new()).len(), 3 * 4 + 2 * 2);
    assert_eq!(end(&first)["reason"], "complete");

    let before = study.trials();
    let instances = study.events(&["--train=6", "--test=2", theta, "--search=full"]);
    assert_eq!(
        (&instances[0]["resumed"], &instances[0]["known_trials"]),
        (&Value::from(true), &Value::from(16))
    );
    assert_eq!(instances[0]["train"], 6);
    // Another setting may be the best of six, and is then tested too.
    let added = news(&instances, &before).len();
    assert!(added == 3 * 2 || added == 3 * 2 + 2, "{added}");

    let before = study.trials();
    let values = study.events(&["--train=6", "--test=2", "--space=theta=0.1,0.3,0.8", "--search=full"]);
    let added = news(&values, &before);
    assert!(
        added.len() >= 6 && added.iter().any(|(_, setting)| setting == "weight_smoothing=0.8"),
        "{added:?}"
    );

    let before = study.trials();
    let axis = ["--train=6", "--test=2", "--space=theta=0.1,0.3,0.8", "--space=initial_weight_scale=1,10"];
    let more = study.events(&[&axis[..], &["--search=grid"]].concat());
    assert!(!news(&more, &before).is_empty() && end(&more)["settings"] == 7, "{more:?}");

    // Other searches and costs find what they need.
    let before = study.trials();
    let full = study.events(&[&axis[..], &["--search=full"]].concat());
    news(&full, &before);
    let before = study.trials();
    for more in [
        ["--search=halving", "--cost=iterations"],
        ["--search=full", "--cost=sgm"],
        ["--search=grid", "--cost=passes"],
    ] {
        let events = study.events(&[&axis[..], &more].concat());
        let added = news(&events, &before);
        assert!(added.iter().all(|(_, setting)| !setting.is_empty()), "{more:?}: {added:?}");
        let on_training = |trial: &&&Value| trial["side"] == "train";
        assert_eq!(reported(&events).iter().filter(on_training).count(), 0, "{more:?}");
    }
    // The extended study is what it would have been at once.
    let at_once = Study::of(&CORE);
    at_once.events(&["--train=4", "--test=2", "--space=theta=0.1,0.3", "--search=full"]);
    assert!(study.export().lines().count() > at_once.export().lines().count());
    for line in at_once.export().lines() {
        assert!(study.export().contains(line), "{line}");
    }
}

#[test]
fn what_cannot_be_had_changes_nothing() {
    let study = Study::of(&CORE);
    let first = ["--train=4", "--test=0", "--space=theta=0.1,0.3"];
    study.events(&first);
    let asked = std::fs::read(study.file("study.toml")).unwrap();
    let run = study.tune(&["--train=4", "--test=3", "--space=theta=0.1,0.3"]);
    assert!(run.code == Some(2) && run.log.contains("the study began without any"), "{run:?}");
    assert_eq!(std::fs::read(study.file("study.toml")).unwrap(), asked);
    assert_eq!(reported(&study.events(&first)).len(), 0);
}

#[test]
fn a_complete_study_says_so_and_runs_nothing() {
    let study = Study::of(&QUESTION);
    let first = study.events(&[]);
    let tuned = std::fs::read(study.file("tuned.toml")).unwrap();
    let again = study.tune(&[]);
    assert_eq!(again.code, Some(0));
    assert!(again.log.contains("nothing is left to run: the study is complete"), "{again:?}");
    assert!(!again.log.contains("round 1") && again.out.contains("verdict"), "{again:?}");
    let events = study.events(&[]);
    assert_eq!((events.len(), end(&events)), (2, end(&first)));
    assert_eq!(events[0]["known_trials"], study.trials().len());
    // The folder alone is enough.
    assert_eq!(end(&study.go_on(&[])), end(&first));
    assert_eq!(std::fs::read(study.file("tuned.toml")).unwrap(), tuned);
    let seen = luthier(&["study", shown(&study.path())]);
    assert!(seen.out.contains("nothing of the search (grid)"), "{seen:?}");
}

#[test]
fn ctrl_c_ends_with_130_and_the_same_command_goes_on() {
    let whole = Study::of(&LONG_QUESTION);
    whole.events(&["--search=halving", "--test=0"]);
    let study = Study::of(&LONG_QUESTION);
    // A run that is stopped may stand close to its end by chance, so it is tried a few times.
    for (signal, code) in
        [("INT", 130), ("TERM", 143), ("INT", 130), ("INT", 130), ("TERM", 143), ("INT", 130)]
    {
        let mut started = study.start(&["--search=halving", "--test=0"]);
        assert!(started.wait_for(1));
        started.send(signal);
        let run = started.end();
        assert_eq!(run.code, Some(code), "{run:?}");
        assert!(run.out.ends_with("{\"event\":\"end\",\"reason\":\"interrupted\"}\n"), "{run:?}");
    }
    study.events(&["--search=halving", "--test=0"]);
    assert_eq!(study.export(), whole.export());
}

#[test]
fn an_interrupted_command_says_how_to_go_on() {
    let study = Study::of(&LONG_QUESTION);
    // Without events: what people see.
    let started = support::study::Started::new(&study.words(&["--search=full"]));
    while !study.file("study.toml").exists() || study.trials().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    started.send("INT");
    let run = started.end();
    assert_eq!(run.code, Some(130), "{run:?}");
    assert!(run.out.contains("interrupted: every trial that was done is in "), "{run:?}");
    assert!(run.out.contains("the same command goes on"), "{run:?}");
    let known = study.trials().len();
    let events = study.events(&["--search=full", "--budget=1passes"]);
    assert_eq!(
        (&events[0]["resumed"], &events[0]["known_trials"]),
        (&Value::from(true), &Value::from(known))
    );
}

#[test]
fn a_budget_stops_with_the_best_so_far_and_a_larger_one_goes_on() {
    let study = Study::of(&QUESTION);
    let little = study.tune(&["--search=grid", "--budget=5000passes"]);
    assert_eq!(little.code, Some(0), "{little:?}");
    assert!(little.out.contains("the budget is spent before the search was done"), "{little:?}");
    assert!(little.out.contains("verdict") && little.out.contains("larger --budget goes on"), "{little:?}");
    assert!(study.file("tuned.toml").exists());
    let known = study.trials().len();
    let larger = study.events(&["--search=grid", "--budget=1e9passes"]);
    assert_eq!(
        (&larger[0]["known_trials"], &end(&larger)["reason"]),
        (&Value::from(known), &Value::from("complete"))
    );
    let whole = Study::of(&QUESTION);
    assert_eq!(end(&whole.events(&["--search=grid"])), end(&larger));
    // What is spent already is free: a budget that is met and a search that is done are no contradiction.
    assert_eq!(end(&study.events(&["--search=grid", "--budget=1passes"])), end(&larger));
}

#[test]
fn a_second_is_a_second() {
    let study = Study::of(&LONG_QUESTION);
    let began = std::time::Instant::now();
    let events = study.events(&["--search=full", "--budget=1s", "--test=0"]);
    let took = began.elapsed().as_secs_f64();
    assert_eq!(end(&events)["reason"], "out_of_budget");
    assert!((1.0..15.0).contains(&took), "{took} s");
    let known = study.trials().len();
    let more = study.events(&["--search=full", "--budget=500ms", "--test=0"]);
    assert_eq!(more[0]["known_trials"], known);
    assert!(!reported(&more).is_empty());
}
