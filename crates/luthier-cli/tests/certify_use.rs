//! Around certificates: planning them, watching whether they still hold, and splitting by time.
#![cfg(unix)]

mod support;

use assert_cmd::Command;
use std::path::Path;
use support::study::Study;
use support::{Run, command, file, folder, json, luthier, shown};

const SMALL: [&str; 7] = [
    "tune",
    "transportation:6x9",
    "--seed=5",
    "--space=theta=0.1,0.3,0.5,0.8;initial_weight_scale=0.1,1,10,100",
    "--train=6",
    "--test=8",
    "--sealed=20",
];

fn certified() -> Study {
    let study = Study::of(&SMALL);
    study.events(&[]);
    assert_eq!(luthier(&["certify", shown(&study.path()), "-q"]).code, Some(0));
    study
}

#[test]
fn a_plan_says_what_it_takes() {
    let run = luthier(&["plan", "--gain=1.3", "--spread=0.3", "--speedup=1.1"]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
    for part in
        ["a speed-up of 1.300", "to certify more than 1.1 with 95%", "34 problems or more bound what 90%"]
    {
        assert!(run.out.contains(part), "{part}: {run:?}");
    }
    let number = |more: &[&str]| {
        let words = [&["plan", "--gain=1.3", "--spread=0.3", "--json"], more].concat();
        json(&luthier(&words).out)["instances"].as_u64()
    };
    let plain = number(&[]).unwrap();
    assert!(number(&["--speedup=1.1"]).unwrap() > plain && number(&["--settings=100"]).unwrap() > plain);
    assert!(number(&["--confidence=0.99"]).unwrap() > plain && number(&["--cap=100"]).unwrap() < plain);
    // With as many as it takes for 1.1, it is 1.1 that can be shown.
    let needed = number(&["--speedup=1.1"]).unwrap();
    let run = luthier(&["plan", "--gain=1.3", "--spread=0.3", "--json", &format!("--instances={needed}")]);
    let shown = json(&run.out)["provable"].clone();
    assert!(shown.as_array().unwrap().len() == 1 && shown[0]["instances"] == needed, "{run:?}");
    assert!((shown[0]["speedup"].as_f64().unwrap() - 1.1).abs() < 1e-3, "{run:?}");
}

#[test]
fn a_plan_beyond_reach_and_plans_without_grounds() {
    let run = luthier(&["plan", "--gain=1.2", "--spread=0.3", "--speedup=1.2"]);
    assert!(run.code == Some(0) && run.out.contains("no number of problems will certify 1.2"), "{run:?}");
    let run = luthier(&["plan", "--gain=1.2", "--spread=0.3", "--speedup=1.5", "--json"]);
    assert!(run.code == Some(0) && json(&run.out)["instances"].is_null(), "{run:?}");
    for words in [&["plan"][..], &["plan", "--gain=1.2"], &["plan", "--spread=0.2"]] {
        let run = luthier(words);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.log.contains("expected a study with a tested answer, or --gain and --spread"), "{run:?}");
    }
    for flag in ["--gain=0", "--gain=nan", "--spread=-1", "--confidence=1", "--instances=0", "--settings=0"] {
        let run = luthier(&["plan", "--gain=1.2", "--spread=0.3", flag]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{flag}: {run:?}");
    }
}

#[test]
fn a_plan_from_a_study_expects_what_its_test_shows() {
    let study = Study::of(&SMALL);
    study.events(&[]);
    let run = luthier(&["plan", shown(&study.path()), "--json"]);
    let plan = json(&run.out);
    let gain = plan["gain"].as_f64().unwrap();
    assert!(run.code == Some(0) && gain > 1.0 && plan["spread"].as_f64().unwrap() > 0.0, "{run:?}");
    assert!(plan["instances"].as_u64().unwrap() > 1, "{run:?}");
    // What is given counts more.
    let run = luthier(&["plan", shown(&study.path()), "--gain=3", "--json"]);
    let given = json(&run.out);
    assert!(given["gain"] == 3.0 && given["spread"] == plan["spread"], "{run:?}");
    let untested = Study::of(&["tune", "transportation:6x9", "--space=theta=0.1", "--train=2", "--test=0"]);
    untested.events(&["--sealed=0"]);
    assert_eq!(luthier(&["plan", shown(&untested.path())]).code, Some(2));
}

fn monitor(certificate: &Path, lines: &str, more: &[&str]) -> Run {
    let mut monitor: Command = command();
    monitor.args(["monitor", shown(certificate), "-"]).args(more);
    monitor.write_stdin(lines).output().unwrap().into()
}

fn solves(iterations: f64, count: usize) -> String {
    format!("{{\"iterations\": {iterations}}}\n").repeat(count)
}

#[test]
fn solves_like_the_certified_ones_support_it_and_longer_ones_do_not() {
    let study = certified();
    let path = study.file("certificate.json");
    let certificate = json(&std::fs::read_to_string(&path).unwrap());
    let mean = certificate["statements"][2]["seen"].as_f64().unwrap();
    let cap = certificate["cap"].as_f64().unwrap();
    let fine = monitor(&path, &solves(mean, 400), &[]);
    assert_eq!((fine.code, fine.log.as_str()), (Some(0), ""), "{fine:?}");
    assert!(fine.out.contains("400, mean") && fine.out.contains("nothing speaks against"), "{fine:?}");
    let drifted = format!("{}{}", solves(mean, 30), solves(cap, 100));
    let run = monitor(&path, &drifted, &[]);
    assert!(run.code == Some(6) && run.out.contains("no longer supported since solve "), "{run:?}");
    let at = |run: &Run| {
        let events: Vec<_> = run.out.lines().map(json).collect();
        assert_eq!(events.len(), 130);
        events.iter().position(|event| event["supported"] == false).unwrap() + 1
    };
    let events = monitor(&path, &drifted, &["--json"]);
    let solve = at(&events);
    assert!(solve > 30 && run.out.contains(&format!("since solve {solve}:")), "{solve}: {run:?}");
    // What was not solved costs as much as can be.
    let unsolved = "{\"iterations\": 1, \"solved\": false}\n".repeat(100);
    let failed = monitor(&path, &format!("{}{unsolved}", solves(mean, 30)), &["--json"]);
    assert_eq!((failed.code, at(&failed)), (Some(6), solve));
    // Who wants fewer false alarms waits longer for a true one.
    let later = monitor(&path, &drifted, &["--json", "--delta=0.0001"]);
    assert!(later.code == Some(6) && at(&later) > solve, "{later:?}");
}

#[test]
fn what_cannot_be_monitored_is_told_with_its_place() {
    let study = certified();
    let path = study.file("certificate.json");
    for (lines, place, problem) in [
        ("{\"iterations\": 5}\n\nnonsense\n", ":3", "is no such line"),
        ("{\"solved\": true}\n", ":1", "has no \"iterations\""),
        ("{\"iterations\": -1}\n", ":1", "is not possible"),
        ("{\"iterations\": \"many\"}\n", ":1", "is no such line"),
        ("{\"iterations\": 1e999}\n", ":1", ""),
        ("[]\n", ":1", ""),
    ] {
        let run = monitor(&path, lines, &[]);
        assert_eq!(run.code, Some(2), "{run:?}");
        let told = run.log.contains(&format!("-{place}")) && run.log.contains(problem);
        assert!(told && run.log.contains("{\"iterations\": 431}"), "{lines}: {run:?}");
    }
    for lines in ["", "\n \n"] {
        let run = monitor(&path, lines, &[]);
        assert!(run.code == Some(0) && run.out.contains("nothing speaks against"), "{run:?}");
        assert_eq!(monitor(&path, lines, &["--json"]).out, "");
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let forged = study.file("forged.json");
    std::fs::write(&forged, text.replacen("0.95", "0.94", 1)).unwrap();
    let run = monitor(&forged, &solves(1.0, 1), &[]);
    assert!(run.code == Some(2) && run.log.contains("was changed after it was written"), "{run:?}");
    assert_eq!(luthier(&["monitor", "/nowhere.json"]).code, Some(2));
    assert_eq!(luthier(&["monitor", shown(&path), "/nowhere.jsonl"]).code, Some(2));
    assert_eq!(monitor(&path, "", &["--delta=0"]).code, Some(2));
}

#[test]
fn a_split_by_time_seals_the_last_files() {
    let place = folder();
    let past = place.path().join("past");
    let run = luthier(&["generate", "transportation:6x9", "--count=30", "--out", shown(&past)]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let study = place.path().join("study");
    let space = "--space=initial_weight_scale=0.1,1,10,100";
    let tune = |more: &[&str]| {
        let words = ["tune", shown(&past), "--split=time", "-q", space, "--study", shown(&study)];
        luthier(&[&words[..], more].concat())
    };
    let counts = ["--train=10", "--test=5", "--sealed=15"];
    assert_eq!(tune(&counts).code, Some(0));
    let rows = luthier_tune::Reader::open(&study).unwrap().instances().unwrap();
    let labels = |side| {
        let mut labels: Vec<String> =
            rows.iter().filter(|row| row.side == side).map(|row| row.label.clone()).collect();
        labels.sort();
        labels
    };
    let (train, sealed) = (labels(luthier_tune::Side::Train), labels(luthier_tune::Side::Sealed));
    assert_eq!((train.len(), sealed.len()), (10, 15));
    let tested = labels(luthier_tune::Side::Test);
    assert!(train.last() < tested.first() && tested.last() < sealed.first(), "{train:?} {sealed:?}");
    let card = luthier(&["certify", shown(&study), "-q"]);
    assert!(card.code == Some(0) && card.out.contains("The sealed problems are the latest ones"), "{card:?}");
    let verified = luthier(&["verify", shown(&study.join("certificate.json")), shown(&study)]);
    assert_eq!(verified.code, Some(0), "{verified:?}");
    // Newer files would be later than what is sealed.
    file(&place, "past/zz.lp", "Minimize\n x\nSubject To\n c: x >= 1\nEnd\n");
    let more = tune(&["--train=11", "--test=5", "--sealed=15"]);
    assert!(more.code == Some(2) && more.log.contains("split by time cannot get more problems"), "{more:?}");
    let content = luthier(&["tune", shown(&past), "-q", space, "--study", shown(&study)]);
    assert!(content.code == Some(2) && content.log.contains("the split is 'content'"), "{content:?}");
    let family = place.path().join("family");
    let run = luthier(&["tune", "transportation:6x9", "--split=time", "--study", shown(&family)]);
    assert!(run.code == Some(2) && run.log.contains("expected files for a split by time"), "{run:?}");
    assert!(!family.join("study.toml").exists());
}
