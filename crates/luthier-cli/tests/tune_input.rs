//! What cannot be tuned, and why; what can be in spite of it.

mod support;

use std::path::{Path, PathBuf};
use support::study::{end, events, reported};
use support::{Run, command, folder, luthier, shown};

const SPACE: &str = "--space=theta=0.2,0.8";

/// Small files, each with another problem.
fn family(folder: &Path, name: &str, count: usize) -> PathBuf {
    let path = folder.join(name);
    let count = count.to_string();
    let run =
        luthier(&["generate", "decay-decay:20x60", "--count", &count, "--format=mps", "--out", shown(&path)]);
    assert_eq!(run.code, Some(0), "{run:?}");
    path
}

/// Tunes in a folder, as people do who name no study.
fn tune_in(folder: &Path, words: &[&str]) -> Run {
    command().current_dir(folder).arg("tune").args(words).output().unwrap().into()
}

/// Refused before anything is made, with these words.
fn check_refused(folder: &Path, words: &[&str], expected: &[&str]) {
    let run = tune_in(folder, words);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{words:?}: {run:?}");
    for part in expected {
        assert!(run.log.contains(part), "'{part}' is not in {run:?}");
    }
    assert!(!folder.join("study").exists(), "{words:?} left a study");
}

#[test]
fn folders_that_hold_nothing_to_tune_on() {
    let folder = folder();
    let dir = folder.path();
    std::fs::create_dir(dir.join("empty")).unwrap();
    check_refused(dir, &["empty", SPACE, "--study=study"], &["holds no model file", ".mps"]);
    check_refused(dir, &["none", SPACE, "--study=study"], &["none"]);
    std::fs::create_dir(dir.join("broken")).unwrap();
    std::fs::write(dir.join("broken/a.mps"), "garbage\n").unwrap();
    check_refused(dir, &["broken", SPACE, "--study=study"], &["none of its 1 files can be read"]);
    let sound = family(dir, "sound", 1);
    std::fs::copy(sound.join("000000.mps"), dir.join("broken/c.mps")).unwrap();
    std::fs::write(dir.join("broken/b.mps"), "rubbish\n").unwrap();
    let expected = ["2 of its 3 files cannot be read", "a.mps:1:1", "repair or remove"];
    check_refused(dir, &["broken", SPACE, "--study=study"], &expected);
}

#[test]
fn broken_files_are_named_and_counted_and_the_rest_is_tuned() {
    let folder = folder();
    let past = family(folder.path(), "past", 8);
    std::fs::write(past.join("torn.mps"), "NAME x\nROWS\n N cost\n").unwrap();
    std::fs::write(past.join("a.lp"), "garbage\n").unwrap();
    let run = tune_in(folder.path(), &["past", SPACE]);
    assert_eq!(run.code, Some(0), "{run:?}");
    for part in ["left out: past/a.lp:1:1", "left out: past/torn.mps", "2 files cannot be read"] {
        assert!(run.log.contains(part), "'{part}' is not in {run:?}");
    }
    assert!(run.log.contains("5 problems to tune on, 1 to test the result on, 2 set aside"), "{run:?}");
    assert!(folder.path().join("past.study/tuned.toml").exists());
}

#[test]
fn one_problem_and_the_same_problem_again() {
    let folder = folder();
    let one = family(folder.path(), "one", 1);
    let run = tune_in(folder.path(), &["one", SPACE]);
    assert!(run.code == Some(0) && run.log.contains("1 problem"), "{run:?}");
    std::fs::copy(one.join("000000.mps"), one.join("copy.mps")).unwrap();
    std::fs::copy(one.join("000000.mps"), one.join("twin.mps")).unwrap();
    let run = tune_in(folder.path(), &["one", SPACE, "--json", "--study=twins"]);
    assert!(run.log.contains("2 files with the content of another one"), "{run:?}");
    let events = events(&run.out);
    assert_eq!((&events[0]["train"], &events[0]["test"]), (&1.into(), &0.into()));
    assert_eq!(end(&events)["test"], serde_json::Value::Null);
}

#[test]
fn more_than_there_is_leaves_no_study_behind() {
    let folder = folder();
    let dir = folder.path();
    family(dir, "past", 8);
    let many = ["past", SPACE, "--study=study", "--train=100"];
    check_refused(dir, &many, &["has 8 different problems", "100 to tune on", "ask for fewer"]);
    let overlap = ["past", SPACE, "--study=study", "--train=8", "--sealed=0", "--test=past"];
    check_refused(dir, &overlap, &["which is tuned on or sealed", "take it out of one of them"]);
    // What was wrong can be put right in the same place.
    let run = tune_in(dir, &["past", SPACE, "--study=study", "--train=4", "--json"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(events(&run.out)[0]["train"], 4);
}

/// Files that come later extend a study wherever their names stand, and those that went matter only if they are needed.
#[test]
fn a_folder_may_grow_anywhere() {
    let folder = folder();
    let dir = folder.path();
    let past = family(dir, "past", 8);
    let away = dir.join("away.mps");
    std::fs::rename(past.join("000000.mps"), &away).unwrap();
    let words = ["past", SPACE, "--json", "--search=full", "--study=study"];
    let first = tune_in(dir, &words);
    assert_eq!(first.code, Some(0), "{first:?}");
    let known = reported(&events(&first.out)).len();
    std::fs::rename(&away, past.join("000000.mps")).unwrap();
    let second = tune_in(dir, &words);
    assert_eq!(second.code, Some(0), "{second:?}");
    let second = events(&second.out);
    assert_eq!(second[0]["known_trials"], known);
    let total =
        |event: &serde_json::Value| event["train"].as_u64().unwrap() + event["test"].as_u64().unwrap();
    assert!(total(&second[0]) <= total(&events(&first.out)[0]) + 1);
    // From elsewhere, and when the files are gone, it can still be read; what needs no file still goes on.
    for file in std::fs::read_dir(&past).unwrap().map(|f| f.unwrap().path()).skip(1).collect::<Vec<_>>() {
        if file.file_name().unwrap() != "000007.mps" {
            std::fs::remove_file(file).unwrap();
        }
    }
    let seen = luthier(&["study", shown(&dir.join("study"))]);
    assert!(seen.code == Some(0) && seen.out.contains("folder:past"), "{seen:?}");
    let more = tune_in(dir, &["past", "--space=theta=0.2,0.8,0.9", "--search=full", "--study=study"]);
    assert!(more.code == Some(2) && more.log.contains("put the old file back"), "{more:?}");
}

#[test]
fn spaces_and_flags_that_mean_nothing() {
    let folder = folder();
    let check = |flags: &[&str], expected: &[&str]| {
        check_refused(folder.path(), &[&["decay-decay:20x60", "--study=study"], flags].concat(), expected);
    };
    check(&["--space=tol=1e-3,1e-4"], &["tol says when a problem counts as solved", "--tol VALUE"]);
    check(&["--space=relative_tolerance=1e-3"], &["cannot be tuned", "--relative-tolerance VALUE"]);
    check(&["--space=iteration_limit=5"], &["cannot be tuned", "--iteration-limit VALUE"]);
    check(&["--space=tetha=1"], &["there is no parameter 'tetha'", "did you mean 'theta'?"]);
    check(&["--space="], &["there is nothing in it"]);
    check(&["--space=theta="], &["has no values"]);
    check(&["--space=theta=2"], &["expected a number from 0 to 1"]);
    check(&["--space=theta=0.5"], &["there is nothing to tune"]);
    check(&["--space=theta=0..1:3log"], &["expected a start above 0"]);
    check(&["--space=theta=0.1,0.1"], &["is there twice"]);
    check(&[SPACE, "--space=theta=0.9"], &["has values already"]);
    check(&[SPACE, "--solved-at=1e-6"], &["no tighter than the tolerance of the runs, 1e-4"]);
    check(&[SPACE, "--solved-at=3e-3"], &["expected one of 1e-2"]);
    check(&[SPACE, "--solved-at=1e-2", "--cost=passes"], &["recorded in iterations alone"]);
    check(&[SPACE, "--cost=iterationz"], &["expected one of iterations", "did you mean iterations?"]);
    check(&[SPACE, "--search=fuul"], &["did you mean 'full'?"]);
    check(&[SPACE, "--search=race:2"], &["between 0 and 1"]);
    for shard in ["0/3", "4/3", "1", "x/y"] {
        check(&[SPACE, "--shard", shard], &[shard, "such as 1/8 .. 8/8"]);
    }
    for budget in ["nonsense", "10", "-5s", "0passes"] {
        check(&[SPACE, &format!("--budget={budget}")], &["expected a time such as 90s, 10m or 2h"]);
    }
    for lanes in ["3", "0", "17"] {
        check(&[SPACE, "--lanes", lanes], &["--lanes", "expected 1, 4, 8 or 16"]);
    }
    check(&[SPACE, "--train=0"], &["--train"]);
    check(&[SPACE, "--preset=quick"], &["quick"]);
}

#[test]
fn where_every_setting_fails_nothing_is_found() {
    let folder = folder();
    for (limit, cost) in [
        ("1", "iterations"),
        ("0", "iterations"),
        ("1", "sgm"),
        ("0", "par10"),
        ("1", "passes"),
        ("0", "passes"),
    ] {
        let study = folder.path().join(format!("{limit}-{cost}"));
        let limit = format!("--iteration-limit={limit}");
        let words = [
            "tune",
            "decay-decay:20x60",
            SPACE,
            "--train=4",
            "--test=3",
            "--sealed=0",
            &limit,
            "--cost",
            cost,
            "--study",
            shown(&study),
        ];
        let run = luthier(&words);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.out.contains("Nothing is solved.") && run.out.contains("0/4"), "{run:?}");
        let json = luthier(&["study", shown(&study), "--json"]);
        let trials = luthier(&["study", shown(&study), "--export", "-"]);
        let again = luthier(&[&words[..], &["--json"]].concat());
        let tuned = std::fs::read_to_string(study.join("tuned.toml")).unwrap();
        assert!(tuned.lines().all(|line| line.starts_with('#')), "{tuned}");
        for text in [&run.out, &run.log, &json.out, &trials.out, &again.out, &tuned] {
            assert!(!text.contains("NaN") && !text.contains("inf,"), "{limit} {cost}: {text}");
        }
    }
}
