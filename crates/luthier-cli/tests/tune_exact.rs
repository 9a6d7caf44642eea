//! One answer, however a study is run: threads, lanes, shards, interruptions.

mod support;

use serde_json::Value;
use std::path::Path;
use support::study::{QUESTION, Study, Trials, end, export, go_on};
use support::{luthier, shown};

const PARTS: [&str; 3] = ["1/3", "2/3", "3/3"];

/// What a search comes to, and all that it ran.
#[derive(Debug, PartialEq)]
struct Outcome {
    end: Value,
    export: String,
}

/// In one go.
fn at_once(more: &[&str]) -> Outcome {
    let study = Study::of(&QUESTION);
    let events = study.events(more);
    Outcome { end: end(&events).clone(), export: study.export() }
}

/// Killed again and again, as soon as there is something new.
fn with_kills(more: &[&str]) -> Outcome {
    let study = Study::of(&QUESTION);
    loop {
        let mut started = study.start(more);
        if !started.wait_for(1) {
            break;
        }
        started.kill();
    }
    let events = study.events(more);
    Outcome { end: end(&events).clone(), export: study.export() }
}

/// In three parts on machines of their own, which exchange what they have until one of them is done.
fn in_parts(more: &[&str]) -> Outcome {
    let folder = support::folder();
    let part = |k: usize| folder.path().join(format!("part{k}"));
    let whole = folder.path().join("whole");
    for (k, shard) in PARTS.iter().enumerate() {
        let (shard, study) = (format!("--shard={shard}"), format!("--study={}", shown(&part(k))));
        let words = [&QUESTION[..], more, &["--json", &shard, &study]].concat();
        let run = luthier(&words);
        assert!(run.code == Some(0) && run.out.contains("waiting_for_shards"), "{run:?}");
    }
    for round in 0.. {
        assert!(round < 30, "the parts wait for each other");
        merge(&whole, &[&part(0), &part(1), &part(2)]);
        let mut ends = Vec::new();
        for (k, shard) in PARTS.iter().enumerate() {
            merge(&part(k), &[&whole]);
            ends.push(end(&go_on(&part(k), &[&format!("--shard={shard}")])).clone());
        }
        if ends.iter().all(|end| end["reason"] == "complete") {
            assert!(ends.iter().all(|end| end == &ends[0]), "{ends:?}");
            return Outcome { end: ends.remove(0), export: export(&part(0)) };
        }
    }
    unreachable!()
}

fn merge(target: &Path, sources: &[&Path]) {
    let words: Vec<&str> =
        ["merge"].into_iter().chain([target].iter().chain(sources).map(|p| shown(p))).collect();
    let run = luthier(&words);
    assert!(run.code == Some(0) && run.log.contains("goes on with it"), "{run:?}");
}

/// All ways to run a search agree in every byte.
fn check_ways(search: &str) -> Outcome {
    let search = format!("--search={search}");
    let plain = at_once(&[&search, "--threads=1", "--lanes=1"]);
    assert_eq!(plain.end["reason"], "complete");
    assert_eq!(at_once(&[&search, "--threads=2"]), plain, "threads");
    assert_eq!(at_once(&[&search, "--threads=2", "--lanes=8"]), plain, "lanes");
    assert_eq!(with_kills(&[&search, "--threads=2"]), plain, "kills");
    assert_eq!(in_parts(&[&search]), plain, "parts");
    plain
}

#[test]
fn the_full_grid_is_the_same_however_it_is_run() {
    let plain = check_ways("full");
    // 16 settings on 6 problems, the best and the default on 4 more; a line of names.
    assert_eq!(plain.export.lines().count(), 1 + 16 * 6 + 2 * 4);
    assert_eq!(plain.end["improved"], true, "{}", plain.end);
}

#[test]
fn the_pruned_grid_is_the_same_however_it_is_run() {
    let grid = check_ways("grid");
    assert!(grid.export.contains(",capped,"), "nothing was laid aside: the test tells nothing");
}

#[test]
fn halving_is_the_same_however_it_is_run() {
    let halving = check_ways("halving");
    assert!(halving.export.contains(",capped,"), "nothing was laid aside: the test tells nothing");
}

/// A part that ends early is put together with the others and finished by one machine.
#[test]
fn parts_of_the_full_grid_are_merged_and_finished() {
    let folder = support::folder();
    let parts: Vec<_> = (0..3).map(|k| folder.path().join(format!("part{k}"))).collect();
    for (part, shard) in parts.iter().zip(PARTS) {
        // Without a word about the search, parts run everything.
        let run = luthier(&[&QUESTION[..], &["--shard", shard, "--study", shown(part)]].concat());
        assert!(run.code == Some(0) && run.out.contains("luthier merge TARGET"), "{run:?}");
        assert!(!part.join("tuned.toml").exists());
    }
    let whole = folder.path().join("whole");
    merge(&whole, &parts.iter().map(|p| p.as_path()).collect::<Vec<_>>());
    let events = go_on(&whole, &[]);
    let plain = at_once(&["--search=full", "--threads=1", "--lanes=1"]);
    assert_eq!(Outcome { end: end(&events).clone(), export: export(&whole) }, plain);
    assert!(whole.join("tuned.toml").exists());
}

/// Where a trial was laid aside, what is known is the beginning of the whole.
fn check_agree(cut: &Trials, whole: &Trials) -> (usize, usize) {
    let (mut same, mut capped) = (0, 0);
    for (key, trial) in cut {
        let Some(complete) = whole.get(key) else { continue };
        if trial["status"] != "capped" {
            let without_seconds = |trial: &Value| {
                let mut trial = trial.clone();
                trial["seconds"].take();
                trial
            };
            assert_eq!(without_seconds(trial), without_seconds(complete));
            same += 1;
            continue;
        }
        capped += 1;
        let count = |trial: &Value, name: &str| trial[name].as_u64().unwrap_or(u64::MAX);
        for name in ["iterations", "matrix_passes", "rejected_steps", "restarts", "checks"] {
            assert!(count(trial, name) <= count(complete, name), "{name}: {trial} {complete}");
        }
        for rung in ["1e-2", "1e-3", "1e-4"] {
            let (early, late) = (&trial[rung], &complete[rung]);
            let later = early.is_null() && count(complete, rung) >= count(trial, "iterations");
            assert!(early == late || later, "{rung}: {trial} {complete}");
        }
    }
    (same, capped)
}

#[test]
fn searches_agree_on_the_trials_and_on_the_best_setting() {
    let (full, grid, halving) = (Study::of(&QUESTION), Study::of(&QUESTION), Study::of(&QUESTION));
    let answer = |study: &Study, search: &str| {
        let events = study.events(&[search]);
        let end = end(&events);
        ["chosen", "adopted", "train", "test", "effects"].map(|name| end[name].clone())
    };
    let found = answer(&full, "--search=full");
    assert_ne!(found[0], "", "the default is not the best");
    assert_eq!(answer(&grid, "--search=grid"), found);
    answer(&halving, "--search=halving");
    let whole = full.trials();
    for study in [&grid, &halving] {
        let trials = study.trials();
        assert!(trials.len() < whole.len(), "{} of {} trials", trials.len(), whole.len());
        let (same, capped) = check_agree(&trials, &whole);
        assert!(same > 20 && capped > 0, "{same} {capped}");
    }
}
