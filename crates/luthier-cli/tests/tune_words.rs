//! What people and programs get to see of a study.

mod support;

use serde_json::Value;
use support::study::{QUESTION, Study, end, events, reported};
use support::{Run, command, folder, json, luthier, shown};

fn study_of(study: &Study, more: &[&str]) -> Run {
    let run = luthier(&[&["study", shown(&study.path())], more].concat());
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
    run
}

#[test]
fn the_end_says_what_was_found_and_what_to_type_next() {
    let study = Study::of(&QUESTION);
    let run = study.tune(&[]);
    assert_eq!(run.code, Some(0));
    let dir = study.path();
    for part in [
        "tune    transportation:6x9, seed 4: 6 problems to tune on, 4 to test the result on, 0 set aside",
        "space   16 settings: weight_smoothing=0.1,0.3,0.5,0.8; initial_weight_scale=0.1,1,10,100",
        "round 1: the default (6 trials)",
        shown(&dir),
    ] {
        assert!(run.log.contains(part), "'{part}' is not in {}", run.log);
    }
    let tuned = dir.join("tuned.toml");
    for part in [
        "\nverdict   ",
        "On 4 problems that it was not tuned on:",
        "the default needs ",
        &format!("written   {}\n", shown(&tuned)),
        &format!("next      luthier solve MODEL --params {}\n", shown(&tuned)),
        &format!("luthier study {}", shown(&dir)),
    ] {
        assert!(run.out.contains(part), "'{part}' is not in {}", run.out);
    }
    // Quiet is the verdict alone.
    let quiet = study.tune(&["-q"]);
    assert!(quiet.log.is_empty() && quiet.out.starts_with("\nverdict   "), "{quiet:?}");
}

/// The instance of a family that a study calls by this name, as a file.
fn instance(label: &str, out: &std::path::Path) -> std::path::PathBuf {
    let index: usize = label.rsplit('-').next().unwrap().parse().unwrap();
    let count = (index + 1).to_string();
    let words = [
        "generate",
        "transportation:6x9",
        "--seed=4",
        "--format=mps",
        "--count",
        &count,
        "--out",
        shown(out),
    ];
    assert_eq!(luthier(&words).code, Some(0));
    out.join(format!("{index:06}.mps"))
}

/// What was measured while tuning is what a user gets.
#[test]
fn the_tuned_file_does_in_a_solve_what_it_did_in_the_study() {
    for preset in ["paper", "reference"] {
        let study = Study::of(&QUESTION);
        let found = study.events(&[&format!("--preset={preset}"), "--search=full"]);
        let adopted = end(&found)["adopted"].as_str().unwrap();
        assert!(!adopted.is_empty() && end(&found)["improved"] == true, "{preset}: {}", end(&found));
        let trials = study.trials();
        let ((_, _), trial) =
            trials.iter().find(|((_, setting), t)| setting == adopted && t["side"] == "test").unwrap();
        let folder = folder();
        let model = instance(trial["label"].as_str().unwrap(), folder.path());
        let tuned = study.file("tuned.toml");
        let text = std::fs::read_to_string(&tuned).unwrap();
        assert_eq!(text.contains("preset = \"reference\""), preset == "reference", "{text}");
        assert!(text.contains("weight_smoothing = ") || text.contains("initial_weight_scale = "), "{text}");
        let run = luthier(&["solve", shown(&model), "--params", shown(&tuned)]);
        assert_eq!(run.code, Some(0), "{run:?}");
        let work = format!("{} iterations, {} matrix passes, ", trial["iterations"], trial["matrix_passes"]);
        assert!(run.out.contains(&work), "{preset}: '{work}' is not in {}", run.out);
        let default = luthier(&["solve", shown(&model), &format!("--preset={preset}")]);
        assert!(!default.out.contains(&work), "{preset}: the default does the same: the test tells nothing");
    }
}

#[test]
fn another_cost_is_read_from_the_same_trials() {
    let study = Study::of(&QUESTION);
    study.events(&["--search=full"]);
    let before = study.export();
    let cost = |more: &[&str]| {
        let document = json(&study_of(&study, &[&["--json"], more].concat()).out);
        assert_eq!(document["schema"], "luthier-study-1");
        let default =
            document["standings"].as_array().unwrap().iter().find(|s| s["setting"] == "").unwrap().clone();
        (document["cost"].clone(), default["train"]["cost"].as_f64().unwrap())
    };
    // The default on the training instances, computed here from the trials.
    let mean = |column: &str, of: fn(f64) -> f64| {
        let trials = study.trials();
        let own = trials.iter().filter(|((_, setting), t)| setting.is_empty() && t["side"] == "train");
        let terms: Vec<f64> = own.map(|(_, t)| of(t[column].as_f64().unwrap())).collect();
        assert_eq!(terms.len(), 6);
        terms.iter().sum::<f64>() / 6.0
    };
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-12;
    let (name, found) = cost(&[]);
    assert!(name == "iterations" && near(found, mean("iterations", |i| i)), "{found}");
    let (name, found) = cost(&["--cost=passes"]);
    assert!(name == "passes" && near(found, mean("matrix_passes", |i| i)), "{found}");
    let (_, loose) = cost(&["--solved-at=1e-2"]);
    assert!(near(loose, mean("1e-2", |i| i)) && loose < found, "{loose}");
    let (name, found) = cost(&["--cost=sgm", "--solved-at=1e-2"]);
    assert!(name == "sgm" && near(found, mean("1e-2", |i| (i + 10.0).ln()).exp() - 10.0), "{found}");
    assert_eq!(study.export(), before);
    let bad = luthier(&["study", shown(&study.path()), "--solved-at=1e-6"]);
    assert!(bad.code == Some(2) && bad.log.contains("no tighter than"), "{bad:?}");
    let words = study_of(&study, &["--cost=sgm", "--solved-at=1e-2"]).out;
    assert!(words.contains("shifted geometric mean of iterations to tolerance 1e-2"), "{words}");
}

#[test]
fn profiles_are_along_one_parameter() {
    let study = Study::of(&QUESTION);
    study.events(&["--search=full"]);
    let all = study_of(&study, &[]).out;
    assert!(
        all.contains("weight_smoothing (theta), all else") && all.contains("initial_weight_scale, all else"),
        "{all}"
    );
    for name in ["theta", "weight_smoothing", "weight-smoothing"] {
        let document = json(&study_of(&study, &["--json", "--profile", name]).out);
        let profiles = document["profiles"].as_array().unwrap();
        assert_eq!((profiles.len(), &profiles[0]["parameter"]), (1, &Value::from("weight_smoothing")));
        let values: Vec<f64> =
            profiles[0]["points"].as_array().unwrap().iter().map(|p| p["value"].as_f64().unwrap()).collect();
        assert_eq!(values, [0.1, 0.3, 0.5, 0.8]);
    }
    let bad = luthier(&["study", shown(&study.path()), "--profile=alpha"]);
    let expected = "has no axis 'alpha'; expected one of weight_smoothing, initial_weight_scale";
    assert!(bad.code == Some(2) && bad.log.contains(expected), "{bad:?}");
    let top = json(&study_of(&study, &["--json", "--top=3"]).out);
    assert_eq!(top["standings"].as_array().unwrap().len(), 3);
}

#[test]
fn events_tell_a_program_everything() {
    let study = Study::of(&QUESTION);
    let run = study.tune(&["--json", "--search=grid"]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""));
    let found = events(&run.out);
    let count = |name: &str| found.iter().filter(|event| event["event"] == name).count();
    assert_eq!((count("study"), count("end")), (1, 1));
    assert_eq!(count("study") + count("round") + count("trial") + count("end"), found.len());
    assert_eq!((&found[0]["event"], &found[0]["settings"]), (&Value::from("study"), &Value::from(16)));
    let announced: u64 =
        found.iter().filter(|e| e["event"] == "round").map(|e| e["trials"].as_u64().unwrap()).sum();
    assert_eq!(announced as usize, reported(&found).len());
    // The last word about each trial is what is stored.
    let stored = study.trials();
    for trial in reported(&found) {
        let kept = &stored[&support::study::key(trial)];
        assert!(kept["matrix_passes"].as_u64() >= trial["matrix_passes"].as_u64(), "{trial} {kept}");
        assert_eq!(kept["label"], trial["instance"]);
    }
    assert_eq!(end(&found)["finalists"][0]["setting"], end(&found)["chosen"]);
}

#[test]
fn colours_are_for_those_who_want_them() {
    let study = Study::of(&QUESTION);
    study.events(&[]);
    let words = study.words(&[]);
    let escape = '\u{1b}';
    let forced: Run = command().args(&words).arg("--color=always").output().unwrap().into();
    assert!(forced.out.contains(escape) && forced.log.contains(escape), "{forced:?}");
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let plain: Run = command().args(&words).env(name, value).output().unwrap().into();
        assert!(!plain.out.contains(escape) && !plain.log.contains(escape), "{plain:?}");
    }
}

#[test]
#[cfg(unix)]
fn hostile_names_are_shown_and_not_obeyed() {
    let folder = folder();
    let past = folder.path().join("past");
    let words = ["generate", "decay-decay:20x60", "--count=5", "--format=mps", "--out", shown(&past)];
    assert_eq!(luthier(&words).code, Some(0));
    let names =
        ["\u{1b}[31mred.mps", "two\nlines.mps", "=cmd|x.mps", "\"quoted\",comma.mps", "<img onerror=x>.mps"];
    for (k, name) in names.iter().enumerate() {
        std::fs::rename(past.join(format!("{k:06}.mps")), past.join(name)).unwrap();
    }
    std::fs::write(past.join("\u{1b}]0;broken\u{7}.mps"), "x").unwrap();
    let study = folder.path().join("st\u{1b}udy");
    let tune = |more: &[&str]| {
        let words = ["tune", shown(&past), "--space=theta=0.2,0.8", "--study", shown(&study)];
        luthier(&[&words[..], more].concat())
    };
    let (said, told) = (tune(&[]), tune(&["--json"]));
    let seen = luthier(&["study", shown(&study)]);
    let document = luthier(&["study", shown(&study), "--json"]);
    let merged = luthier(&["merge", shown(&folder.path().join("m\u{1b}")), shown(&study)]);
    let tuned = std::fs::read_to_string(study.join("tuned.toml")).unwrap();
    let refused = luthier(&["tune", "decay-decay:20x60", "--study", shown(&study)]);
    assert_eq!(refused.code, Some(2));
    for run in [&said, &told, &seen, &document, &merged, &refused] {
        let bare = |text: &str| text.chars().any(|c| c.is_control() && c != '\n');
        assert!(!bare(&run.out) && !bare(&run.log), "{run:?}");
    }
    assert_eq!(
        [said.code, told.code, seen.code, document.code, merged.code],
        [Some(0); 5],
        "{said:?} {merged:?}"
    );
    assert!(!tuned.contains('\u{1b}'), "{tuned}");
    assert!(said.log.contains("\\u{1b}]0;broken\\u{7}.mps"), "{said:?}");
    // A spreadsheet must not run a name, and lines stay lines.
    let csv = luthier(&["study", shown(&study), "--export", "-"]).out;
    assert!(!csv.lines().any(|line| line.starts_with(['=', '+', '@'])), "{csv}");
    let jsonl = folder.path().join("trials.jsonl");
    assert_eq!(luthier(&["study", shown(&study), "--export", shown(&jsonl)]).code, Some(0));
    let labels: Vec<Value> =
        events(&std::fs::read_to_string(jsonl).unwrap()).iter().map(|t| t["label"].clone()).collect();
    assert!(!labels.is_empty() && labels.iter().all(|label| label.is_string()));
}
