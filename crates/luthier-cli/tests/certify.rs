//! Certificates from the command line: what they state, and that they are found again.
#![cfg(unix)]

mod support;

use serde_json::Value;
use support::study::Study;
use support::{Run, json, luthier, shown};

/// The paper's setting: a default that can be beaten by far.
const AUCTIONS: [&str; 8] = [
    "tune",
    "decay-decay:100x1000",
    "--preset=reference",
    "--space=theta=0.02,0.1,0.5;alpha=0.1,0.5,1",
    "--search=halving",
    "--train=20",
    "--test=2",
    "--sealed=100",
];

/// A question with sealed problems that is answered in a moment; what comes behind it is its space.
const SMALL: [&str; 6] = ["tune", "transportation:6x9", "--seed=5", "--train=6", "--test=4", "--sealed=12"];
const SPACE: &str = "--space=theta=0.1,0.3,0.5,0.8;initial_weight_scale=0.1,1,10,100";

fn certify(study: &Study, more: &[&str]) -> Run {
    luthier(&[&["certify", shown(&study.path()), "-q"], more].concat())
}

fn verify(study: &Study, certificate: &std::path::Path) -> Run {
    luthier(&["verify", shown(certificate), shown(&study.path())])
}

fn bound(certificate: &Value, kind: &str) -> f64 {
    let of = |s: &&Value| s["kind"] == kind;
    let statement = certificate["statements"].as_array().unwrap().iter().find(of).unwrap();
    statement["bound"].as_f64().unwrap()
}

/// A study with an answer.
fn tuned(question: &'static [&'static str], more: &[&str]) -> Study {
    let study = Study::of(question);
    study.events(more);
    study
}

fn sealed_trials(study: &Study) -> usize {
    study.trials().values().filter(|trial| trial["side"] == "sealed").count()
}

#[test]
fn a_speed_up_is_certified_and_the_certificate_is_found_again() {
    let study = tuned(&AUCTIONS, &[]);
    let run = certify(&study, &[]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
    for part in [
        "CERTIFIED: at least ",
        "100 sealed problems, run for this alone; 20 training problems",
        "Holds if the problems, past and future, are drawn independently from one distribution.",
        "opened once so far; all certificates of this study together hold with 95% confidence",
    ] {
        assert!(run.out.contains(part), "{part}: {run:?}");
    }
    let certificate = study.file("certificate.json");
    let stated = json(&std::fs::read_to_string(&certificate).unwrap());
    assert!(bound(&stated, "speedup") > 1.5 && bound(&stated, "win_rate") > 0.8, "{stated}");
    assert!((stated["delta"].as_f64().unwrap() - 0.030_396_355_092_7).abs() < 1e-12);
    let verified = verify(&study, &certificate);
    assert_eq!(verified.code, Some(0), "{verified:?}");
    assert!(verified.out.contains("holds: every number was computed again"), "{verified:?}");
}

#[test]
fn a_small_gain_is_proven_or_it_is_said_what_it_takes() {
    const QUESTION: [&str; 6] = [
        "tune",
        "transportation:30x45",
        "--space=theta=0.3,0.8;initial_weight_scale=0.3,3",
        "--train=10",
        "--test=10",
        "--sealed=20",
    ];
    let study = tuned(&QUESTION, &[]);
    let run = certify(&study, &[]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let proven = run.out.contains("CERTIFIED: at least 1.");
    let needed = run.out.contains("NO IMPROVEMENT PROVEN")
        && (run.out.contains(" sealed problems would prove that there is one.")
            || run.out.contains("more of them would hardly prove one"));
    assert!(proven != needed, "{run:?}");
    assert_eq!(verify(&study, &study.file("certificate.json")).code, Some(0));
}

#[test]
fn sealed_problems_are_run_by_certify_alone_and_once() {
    let study = tuned(&SMALL, &[SPACE]);
    assert_eq!(sealed_trials(&study), 0);
    assert_eq!(certify(&study, &[]).code, Some(0));
    assert_eq!(sealed_trials(&study), 24);
    let (trials, first) = (study.export(), std::fs::read(study.file("certificate.json")).unwrap());
    let again = certify(&study, &["--json"]);
    assert_eq!((again.code, again.out.as_bytes()), (Some(0), first.as_slice()));
    assert_eq!(study.export(), trials);
    assert_eq!(json(&again.out)["opening"], 1);
    // Tuning goes on without them.
    study.events(&[SPACE, "--train=8"]);
    assert_eq!(sealed_trials(&study), 24);
}

#[test]
fn another_setting_is_another_opening() {
    let study = tuned(&SMALL, &[SPACE]);
    let first = json(&certify(&study, &["--json"]).out);
    study.events(&["--space=theta=0.2,0.4;initial_weight_scale=0.3,3"]);
    let second = json(&certify(&study, &["--json"]).out);
    assert_ne!(first["setting"], second["setting"]);
    assert_eq!((&first["opening"], &second["opening"]), (&Value::from(1), &Value::from(2)));
    let expected = 6.0 * 0.05 / (std::f64::consts::PI.powi(2) * 4.0);
    assert!((second["delta"].as_f64().unwrap() - expected).abs() < 1e-15, "{second}");
    // What was declared later may have been chosen by what was seen in training.
    assert_eq!(second["training"]["instances"], 0);
    assert_eq!(verify(&study, &study.file("certificate.json")).code, Some(0));
    let card = certify(&study, &[]);
    assert!(card.out.contains("opened 2 times so far"), "{card:?}");
}

#[test]
fn an_opening_is_recorded_before_a_sealed_problem_is_run() {
    const LONG: [&str; 6] = [
        "tune",
        "transportation:20x30",
        "--space=initial_weight_scale=0.3,3",
        "--train=4",
        "--test=0",
        "--sealed=400",
    ];
    let study = tuned(&LONG, &["--tol=1e-6"]);
    let words = ["certify", shown(&study.path()), "--threads=1"].map(str::to_owned);
    let mut child = support::study::Started::new(&words).child;
    // As soon as there is a sealed trial, or the opening alone, whichever is seen first.
    let noted = || {
        let reader = luthier_tune::Reader::open(&study.path()).unwrap();
        let opened = luthier_tune::openings(&reader.notes().unwrap()).unwrap();
        (opened.len(), sealed_trials(&study))
    };
    let seen = loop {
        match noted() {
            (0, 0) => assert!(child.try_wait().unwrap().is_none(), "it ended by itself"),
            seen => break seen,
        }
    };
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(seen.0, 1);
    let sealed = sealed_trials(&study);
    assert!(sealed < 800 && !study.file("certificate.json").exists(), "it ended too early: {sealed}");
    let certificate = json(&certify(&study, &["--json"]).out);
    assert_eq!((&certificate["opening"], sealed_trials(&study)), (&Value::from(1), 800));
}

#[test]
fn ctrl_c_ends_it_and_the_same_command_goes_on() {
    let study = tuned(&SMALL, &[SPACE, "--sealed=3000"]);
    let words = ["certify", shown(&study.path()), "--threads=1", "--json"].map(str::to_owned);
    let mut started = support::study::Started::new(&words);
    while sealed_trials(&study) == 0 {
        assert!(started.child.try_wait().unwrap().is_none(), "it ended by itself");
    }
    started.send("INT");
    let run = started.end();
    assert_eq!((run.code, run.out.as_str()), (Some(130), ""), "{run:?}");
    assert!(run.log.contains("the same command goes on"), "{run:?}");
    let done = sealed_trials(&study);
    assert!(done > 0 && done < 6000, "{done}");
    assert_eq!(certify(&study, &[]).code, Some(0));
    assert_eq!(sealed_trials(&study), 6000);
}

#[test]
fn forged_and_foreign_certificates_are_refused() {
    let study = tuned(&SMALL, &[SPACE]);
    certify(&study, &[]);
    let path = study.file("certificate.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let forged = study.file("forged.json");
    let refused = |content: &[u8], what: &str| {
        std::fs::write(&forged, content).unwrap();
        let run = verify(&study, &forged);
        assert!(matches!(run.code, Some(2 | 6)) && !run.out.contains("holds"), "{what}: {run:?}");
        let run = luthier(&["monitor", shown(&forged), "/dev/null"]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{what}: {run:?}");
    };
    // Every byte is changed by a test of the library.
    for position in (0..text.len()).step_by(text.len() / 25) {
        let mut bytes = text.clone().into_bytes();
        bytes[position] ^= 1;
        refused(&bytes, &position.to_string());
    }
    refused(b"", "nothing");
    refused(b"\xff\xfe", "no text");
    refused(text.replace("\"confidence\": 0.95", "\"confidence\": 0.99").as_bytes(), "confidence");
    refused(text.replace("luthier-certificate-1", "luthier-certificate-9").as_bytes(), "layout");
    refused(text.trim_end().as_bytes(), "the last line");
    assert_eq!(verify(&study, &path).code, Some(0));
    // A sound one of another study.
    let other = tuned(&SMALL, &[SPACE, "--salt=1"]);
    certify(&other, &[]);
    let run = verify(&study, &other.file("certificate.json"));
    assert!(run.code == Some(6) && run.out.contains("the study gives none recorded"), "{run:?}");
    let run = luthier(&["verify", shown(&other.file("certificate.json")), shown(&study.path()), "--json"]);
    let document = json(&run.out);
    assert!(document["holds"] == false && !document["differences"].as_array().unwrap().is_empty(), "{run:?}");
}
