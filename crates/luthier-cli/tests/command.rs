//! What a user types and sees.

use assert_cmd::Command;
use std::process::Output;

fn luthier(arguments: &[&str]) -> Output {
    Command::cargo_bin("luthier").unwrap().args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn model(name: &str) -> String {
    format!("{}/tests/models/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn solve_without_a_file_solves_the_built_in_problem() {
    let output = luthier(&["solve"]);
    assert_eq!(output.status.code(), Some(0));
    let (out, log) = (text(&output.stdout), text(&output.stderr));
    assert!(out.starts_with("status      optimal\nobjective   78"), "{out}");
    assert!(log.contains("150 rows, 5400 variables, 10800 nonzeros"), "{log}");
    assert!(log.contains("iter  restarts"), "{log}");
}

#[test]
fn solve_reads_a_file_and_answers_on_standard_output_alone() {
    let output = luthier(&["solve", &model("diet.mps"), "--tol", "1e-8", "--quiet"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    // Protein and energy are just met: bread 33/19, milk 54/19.
    let out = text(&output.stdout);
    let objective: f64 = out.lines().nth(1).unwrap().split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!((objective - 207.0 / 19.0).abs() < 1e-5, "{out}");
}

#[test]
fn a_limit_is_no_success() {
    let output = luthier(&["solve", "--set", "iteration_limit=5", "-q"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("status      iteration_limit\n"));
    let output = luthier(&["solve", "--time-limit", "0", "-q"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("status      time_limit\n"));
}

#[test]
fn an_infeasible_problem_is_explained() {
    let output = luthier(&["solve", &model("infeasible.mps"), "-q"]);
    assert_eq!(output.status.code(), Some(3));
    let expected = "because     row 'need' cannot be satisfied by any values within the variable bounds";
    assert!(text(&output.stdout).contains(expected), "{}", text(&output.stdout));
}

#[test]
fn wrong_input_says_what_is_wrong() {
    let cases: [(&[&str], &str); 7] = [
        (&["solve", "nowhere.mps"], "nowhere.mps: cannot be read: No such file"),
        (
            &["solve", "--set", "weight_smothing=0.2"],
            "there is no parameter 'weight_smothing'; did you mean 'weight_smoothing'?",
        ),
        (
            &["solve", "--set", "weight_smoothing=2"],
            "weight_smoothing = 2 is not possible: expected a number from 0 to 1",
        ),
        (&["solve", "--set", "weight_smoothing"], "expected NAME=VALUE"),
        (&["solve", "--tol", "0"], "expected a positive number"),
        (&["solve", "--preset", "papr"], "there is no preset 'papr', expected one of paper, reference"),
        (&["params", "theta"], "did you mean 'weight_smoothing'?"),
    ];
    for (arguments, expected) in cases {
        let output = luthier(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let log = text(&output.stderr);
        assert!(log.starts_with("error: ") && log.contains(expected), "{arguments:?}: {log}");
    }
}

#[test]
fn params_lists_and_explains() {
    let all = text(&luthier(&["params"]).stdout);
    for parameter in luthier::params::TABLE {
        assert!(
            all.lines().any(|line| line.split_whitespace().next() == Some(parameter.name)),
            "{}",
            parameter.name
        );
    }
    let one = text(&luthier(&["params", "check_period"]).stdout);
    assert!(
        one.contains("values: a whole number of at least 1\n  default: 1\n  preset reference: 50"),
        "{one}"
    );
}

#[test]
fn help_gives_examples() {
    let help = text(&luthier(&["--help"]).stdout);
    assert!(help.contains("luthier solve model.mps --tol 1e-6"), "{help}");
}

#[test]
fn the_same_command_gives_the_same_answer() {
    let answer = |_| {
        let out = text(&luthier(&["solve", "-q", "--preset", "reference"]).stdout);
        out.lines().filter(|line| !line.starts_with("work")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(answer(1), answer(2));
}
