//! `luthier check` and `luthier params`.

mod support;

use support::{command, file, folder, json, luthier, model, shown};

#[test]
fn a_valid_model_is_described() {
    let run = luthier(&["check", &model("diet.mps")]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""));
    for expected in [
        "model        diet, minimize",
        "sizes        3 rows, 3 variables, 9 nonzeros",
        "rows         2 lower, 1 upper; 0 without entries",
        "variables    2 lower, 1 two-sided; 0 without entries",
        "ranges       matrix [1e0, 9e0]",
        "storage      full",
        "fingerprint  0cf44e32fd4ece77e460a56efa1ce46c",
    ] {
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
    }
}

#[test]
fn all_files_are_checked_and_the_worst_counts() {
    let run = luthier(&["check", &model("diet.mps"), "nowhere.mps", &model("infeasible.mps")]);
    assert_eq!(run.code, Some(2));
    assert!(run.out.contains("diet.mps") && run.out.contains("infeasible.mps"), "{}", run.out);
    assert!(run.log.contains("error: nowhere.mps: there is no such file"), "{}", run.log);
}

#[test]
fn warnings_have_codes() {
    let folder = folder();
    let text =
        std::fs::read_to_string(model("diet.mps")).unwrap().replace("UP most milk 3", "UP most milk 1e30");
    let path = file(&folder, "large.mps", &text);
    let run = luthier(&["check", shown(&path)]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("warning: ") && run.out.contains("[bound_taken_as_infinite]"), "{}", run.out);
}

#[test]
fn json_is_one_document() {
    let run = luthier(&["check", "--json", &model("diet.mps"), "nowhere.mps"]);
    assert_eq!((run.code, run.log.as_str()), (Some(2), ""));
    let document = json(&run.out);
    assert_eq!(document["schema"], "luthier-check-1");
    let files = document["files"].as_array().unwrap();
    assert_eq!(files[0]["sizes"]["nonzeros"], 9);
    assert_eq!(files[0]["valid"], true);
    assert_eq!(files[1]["valid"], false);
    assert!(files[1]["error"].as_str().unwrap().contains("no such file"));
}

#[test]
fn standard_input_can_be_checked() {
    let text = std::fs::read(model("diet.mps")).unwrap();
    let run: support::Run = command().args(["check", "-"]).write_stdin(text).output().unwrap().into();
    assert!(run.code == Some(0) && run.out.contains("9 nonzeros"), "{run:?}");
}

#[test]
fn params_lists_by_role() {
    let all = luthier(&["params"]).out;
    let (way, meaning) = all.split_once("What \"solved\" means").unwrap();
    for parameter in luthier::params::TABLE {
        let part = if parameter.role == luthier::params::Role::Way { way } else { meaning };
        assert!(
            part.lines().any(|line| line.split_whitespace().next() == Some(parameter.name)),
            "{}",
            parameter.name
        );
    }
    assert!(all.contains("reference") && all.contains("paper"), "{all}");
}

#[test]
fn params_explains_one() {
    for name in ["check_period", "check-period"] {
        let one = luthier(&["params", name]).out;
        assert!(
            one.contains("values: a whole number of at least 1\n  default: 1\n  preset reference: 50"),
            "{one}"
        );
        assert!(one.contains("flag: --check-period\n  environment: LUTHIER_CHECK_PERIOD"), "{one}");
    }
}

#[test]
fn params_speaks_json() {
    let document = json(&luthier(&["params", "--json"]).out);
    let parameters = document["parameters"].as_array().unwrap();
    assert_eq!(parameters.len(), luthier::params::TABLE.len());
    let one = json(&luthier(&["params", "check_period", "--json"]).out);
    assert_eq!((&one["default"], &one["presets"]["reference"]), (&1.into(), &50.into()));
    assert!(parameters.contains(&one));
}
