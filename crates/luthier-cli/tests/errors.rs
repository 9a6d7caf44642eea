//! What is said about wrong input and wrong usage.

mod support;

use support::{file, folder, luthier, model, shown};

#[test]
fn wrong_input_says_what_is_wrong() {
    let cases: [(&[&str], &str); 14] = [
        (&["solve", "nowhere.mps"], "nowhere.mps: there is no such file"),
        (&["solve", "/"], "is a directory; expected a file"),
        (
            &["solve", "--set", "weight_smothing=0.2"],
            "there is no parameter 'weight_smothing'; did you mean 'weight_smoothing'?",
        ),
        (
            &["solve", "--set", "weight_smoothing=2"],
            "weight_smoothing = 2 is not possible: expected a number from 0 to 1",
        ),
        (&["solve", "--weight-smoothing", "2"], "expected a number from 0 to 1"),
        (&["solve", "--time-limit", "-1"], "expected a number of at least 0, or none"),
        (&["solve", "--time-limit", "NaN"], "expected a number of at least 0, or none"),
        (&["solve", "--set", "weight_smoothing"], "expected NAME=VALUE"),
        (&["solve", "--tol", "0"], "expected a positive number"),
        (&["solve", "--tol", "-1"], "expected a positive number"),
        (&["solve", "--preset", "papr"], "a similar value exists: 'paper'"),
        (&["solve", "--max-bytes", "many"], "expected a whole number of bytes"),
        (&["params", "theta"], "did you mean 'weight_smoothing'?"),
        (&["solve", "--tol=1e-3", "--accuracy=high"], "--tol and --accuracy both set the tolerance"),
    ];
    for (arguments, expected) in cases {
        let run = luthier(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert_eq!(run.out, "", "{arguments:?}");
        assert!(run.log.starts_with("error: ") && run.log.contains(expected), "{arguments:?}: {}", run.log);
    }
}

#[test]
fn a_flag_that_does_not_exist_gets_a_suggestion() {
    let run = luthier(&["solve", "--weight-smothing", "0.2"]);
    assert_eq!(run.code, Some(2));
    assert!(run.log.contains("unexpected argument '--weight-smothing'"), "{}", run.log);
    assert!(run.log.contains("a similar argument exists: '--weight-smoothing'"), "{}", run.log);
    let run = luthier(&["slove"]);
    assert!(run.code == Some(2) && run.log.contains("a similar subcommand exists: 'solve'"), "{run:?}");
}

#[test]
fn an_error_in_a_file_shows_its_place() {
    let folder = folder();
    let text = std::fs::read_to_string(model("diet.mps"))
        .unwrap()
        .replace("bread cost 3 protein 4", "bread cost 3 protien 4");
    let path = file(&folder, "wrong.mps", &text);
    let run = luthier(&["solve", shown(&path)]);
    assert_eq!(run.code, Some(2));
    let lines: Vec<_> = run.log.lines().collect();
    assert!(lines[0].starts_with(&format!("error: {}:9:15: ", shown(&path))), "{}", run.log);
    assert!(lines[0].contains("did you mean 'protein'?"), "{}", run.log);
    assert_eq!(lines[1], " 9 |  bread cost 3 protien 4");
    assert_eq!(lines[2], "   |               ^");
}

#[cfg(unix)]
#[test]
fn endless_streams_stop_at_the_limit() {
    let run = luthier(&["solve", "/dev/zero", "--max-bytes", "1M"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.log.starts_with("error: /dev/zero"), "{}", run.log);
}

#[test]
fn a_file_of_parameters_is_read_with_care() {
    let folder = folder();
    let path = file(&folder, "tuned.toml", "weight_smoothing = 0.2\nchek_period = 3\n");
    let run = luthier(&["solve", "--params", shown(&path)]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.log.contains("tuned.toml:2:1: there is no parameter 'chek_period'; did you mean 'check_period'?"),
        "{}",
        run.log
    );
    assert!(run.log.contains(" 2 | chek_period = 3\n   | ^"), "{}", run.log);
    let run = luthier(&["solve", "--params", "nowhere.toml"]);
    assert!(run.code == Some(2) && run.log.contains("nowhere.toml: there is no such file"), "{run:?}");
}

#[test]
fn outputs_are_checked_before_the_work() {
    let folder = folder();
    let log = folder.path().join("nowhere/run.log");
    // The model does not exist either: the output is looked at first.
    let run = luthier(&["solve", "nowhere.mps", "--log", shown(&log)]);
    assert_eq!(run.code, Some(2));
    assert!(run.log.contains("run.log: cannot be written: its folder does not exist"), "{}", run.log);
    let run = luthier(&["solve", "--log-json", shown(folder.path())]);
    assert!(run.code == Some(2) && run.log.contains("is a folder"), "{run:?}");
    let model = file(&folder, "model.mps", &std::fs::read_to_string(model("diet.mps")).unwrap());
    let run = luthier(&["solve", shown(&model), "--log", shown(&model)]);
    assert!(run.code == Some(2) && run.log.contains("is named twice"), "{run:?}");
    let both = folder.path().join("both.log");
    let run = luthier(&["solve", "--log", shown(&both), "--log-json", shown(&both)]);
    assert!(run.code == Some(2) && run.log.contains("is named twice"), "{run:?}");
    let run = luthier(&["solve", "nowhere.mps", "--solution", "answer.txt"]);
    assert!(run.code == Some(2) && run.log.contains("expected .json or .sol"), "{run:?}");
    let run = luthier(&["solve", "nowhere.mps", "--solution", "/no/such/folder/answer.json"]);
    assert!(run.code == Some(2) && run.log.contains("its folder does not exist"), "{run:?}");
    // A model that cannot be read leaves no empty log behind.
    let log = folder.path().join("run.log");
    assert_eq!(luthier(&["solve", "nowhere.mps", "--log", shown(&log)]).code, Some(2));
    assert!(!log.exists() && !both.exists());
}
