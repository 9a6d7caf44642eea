//! What cannot be certified, and studies that show nothing.
#![cfg(unix)]

mod support;

use support::study::Study;
use support::{Run, json, luthier, shown};

const SPACE: &str = "--space=theta=0.1,0.3,0.5,0.8;initial_weight_scale=0.1,1,10,100";
const SMALL: [&str; 5] = ["tune", "transportation:6x9", "--seed=5", SPACE, "--test=0"];

fn certify(study: &Study, more: &[&str]) -> Run {
    luthier(&[&["certify", shown(&study.path()), "-q"], more].concat())
}

fn refused(run: &Run, parts: &[&str]) {
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
    assert!(run.log.starts_with("error: ") && parts.iter().all(|part| run.log.contains(part)), "{run:?}");
}

#[test]
fn what_has_nothing_to_certify_is_refused() {
    let missing = luthier(&["certify", "/nowhere/study"]);
    refused(&missing, &["/nowhere/study"]);
    let none = Study::of(&SMALL);
    none.events(&["--train=4", "--sealed=0"]);
    refused(&certify(&none, &[]), &["it has no sealed problems", "--sealed N"]);
    let unanswered = Study::of(&SMALL);
    let run = unanswered.tune(&["--train=4", "--sealed=4", "--shard=1/2"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    refused(&certify(&unanswered, &[]), &["the study has no answer yet", "luthier tune --study"]);
    let default = Study::of(&["tune", "transportation:6x9", "--seed=4", SPACE, "--test=0", "--train=1"]);
    default.events(&["--sealed=1"]);
    refused(&certify(&default, &[]), &["no improvement was found"]);
    for study in [&none, &unanswered, &default] {
        let reader = luthier_tune::Reader::open(&study.path()).unwrap();
        assert!(luthier_tune::openings(&reader.notes().unwrap()).unwrap().is_empty());
        assert!(!study.file("certificate.json").exists());
    }
}

#[test]
fn a_study_that_asks_for_more_than_it_answered_is_refused() {
    let study = Study::of(&SMALL);
    study.events(&["--train=4", "--sealed=4"]);
    let core = ["tune", "transportation:6x9", "--seed=5", "--test=0", "--sealed=4", "--shard=1/2", "-q"];
    let ask = |more: &[&str]| {
        let run = luthier(&[&core[..], more, &["--study", shown(&study.path())]].concat());
        assert_eq!(run.code, Some(0), "{run:?}");
    };
    ask(&["--train=8", SPACE]);
    refused(&certify(&study, &[]), &["asks for more than it did", "luthier tune --study"]);
    let changed = Study::of(&SMALL);
    changed.events(&["--train=4", "--sealed=4"]);
    let run = luthier(
        &[&core[..], &["--train=4", "--space=theta=0.7", "--study", shown(&changed.path())]].concat(),
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    refused(&certify(&changed, &[]), &["its space was changed", "luthier tune --study"]);
}

#[test]
fn impossible_confidences_are_refused() {
    let study = Study::of(&SMALL);
    study.events(&["--train=4", "--sealed=4"]);
    for confidence in ["0", "1", "1.5", "-0.5", "nan", "inf", "x", ""] {
        let run = certify(&study, &[&format!("--confidence={confidence}")]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.log.contains("expected a number between 0 and 1"), "{run:?}");
    }
    assert_eq!(certify(&study, &["--confidence=0.9"]).code, Some(0));
    refused(&certify(&study, &[]), &["confidence 0.95", "opened with 0.9 before", "expected 0.9"]);
}

#[test]
fn studies_that_show_nothing_are_certified_to_show_nothing() {
    // One problem of each kind, and runs that all end at their limit.
    let one = Study::of(&SMALL);
    one.events(&["--train=1", "--sealed=1"]);
    let run = certify(&one, &[]);
    assert!(run.code == Some(0) && run.out.contains("NO IMPROVEMENT PROVEN"), "{run:?}");
    assert!(run.out.contains("nothing can be said: it takes more sealed problems"), "{run:?}");
    let verified = luthier(&["verify", shown(&one.file("certificate.json")), shown(&one.path())]);
    assert_eq!(verified.code, Some(0), "{verified:?}");
    let capped = Study::of(&SMALL);
    capped.events(&["--train=3", "--sealed=3", "--iteration-limit=1"]);
    refused(&certify(&capped, &[]), &["no improvement was found"]);
}

#[test]
fn a_store_of_another_version_is_refused() {
    let study = Study::of(&SMALL);
    study.events(&["--train=3", "--sealed=3"]);
    assert_eq!(certify(&study, &["--json"]).code, Some(0));
    let file = study.file("study.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    // The version of an SQLite database stands at byte 60.
    bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
    std::fs::write(&file, bytes).unwrap();
    let certificate = study.file("certificate.json");
    for run in [
        certify(&study, &[]),
        luthier(&["verify", shown(&certificate), shown(&study.path())]),
        luthier(&["plan", shown(&study.path())]),
    ] {
        refused(&run, &["made by a newer Luthier", "upgrade"]);
    }
    assert_eq!(json(&std::fs::read_to_string(&certificate).unwrap())["opening"], 1);
}
