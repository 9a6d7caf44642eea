//! `luthier structure`.

mod support;

use support::{command, json, luthier, model};

/// Few and short runs.
const SMALL: [&str; 6] =
    ["structure", "transportation:3x4", "--seed=1", "--tol=0.1", "--points=17", "--runs=120"];

fn small(more: &[&str]) -> support::Run {
    luthier(&[&SMALL[..], more].concat())
}

#[test]
fn pieces_grids_and_partings_are_shown() {
    let run = small(&["--top=5", "--partings=3"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let first = "iterations of transportation-3x4-seed1-0 along weight_smoothing (theta) from 0 to 1\n";
    assert!(run.out.starts_with(first), "{}", run.out);
    assert!(run.out.contains(" of as many iterations, in 120 runs\n"), "{}", run.out);
    assert!(run.out.contains("all runs solved") && run.out.contains("\nThe 5 longest of "), "{}", run.out);
    assert!(run.out.contains("the left run | the right run"), "{}", run.out);
    assert!(run.out.ends_with("Between values that were run nothing is known: there may be more pieces.\n"));
    assert!(run.log.contains("17 values first, at most 120 runs"), "{}", run.log);
    let chart: Vec<&str> = run.out.lines().filter(|line| line.contains(" |") && line.contains('*')).collect();
    assert!(chart.len() >= 5, "{}", run.out);
    assert_eq!(small(&["--quiet"]).log, "");
}

#[test]
fn the_document_says_the_same_whatever_the_threads() {
    let run = small(&["--json", "--threads=1", "--lanes=1"]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
    assert_eq!(small(&["--json", "--threads=3", "--lanes=8"]).out, run.out);
    let found = json(&run.out);
    assert_eq!((&found["schema"], &found["runs"]), (&"luthier-structure-1".into(), &120.into()));
    let pieces = found["pieces"].as_array().unwrap();
    assert!(pieces.len() > 5 && pieces[0]["from"] == 0.0 && pieces[pieces.len() - 1]["to"] == 1.0);
    let runs: u64 = pieces.iter().map(|piece| piece["runs"].as_u64().unwrap()).sum();
    assert_eq!((runs, found["samples"].as_array().unwrap().len()), (120, 120));
    let points: Vec<u64> =
        found["grids"].as_array().unwrap().iter().map(|grid| grid["points"].as_u64().unwrap()).collect();
    assert_eq!(points, [5, 9, 17]);
    let flips = ["step", "restart", "restart_point", "recovery", "end"];
    for parting in found["partings"].as_array().unwrap() {
        assert!(flips.contains(&parting["flip"].as_str().unwrap()), "{parting}");
        assert!(parting["left"].as_f64() < parting["right"].as_f64(), "{parting}");
        assert_ne!(parting["left_decision"], parting["right_decision"]);
    }
}

#[test]
fn runs_can_be_told_apart_by_their_decisions() {
    let count = |more: &[&str]| {
        let run = small(&[&["--json", "--runs=17", "--partings=0"], more].concat());
        json(&run.out)["pieces"].as_array().unwrap().len()
    };
    assert!(count(&["--by=decisions"]) >= count(&["--by=counts"]));
    assert!(small(&["--by=decisions"]).out.contains(" of the same decisions, in 120 runs"));
}

#[test]
fn files_are_looked_at_and_unsolved_runs_are_told() {
    let run = luthier(&[
        "structure",
        &model("diet.mps"),
        "--parameter=initial-weight-scale",
        "--from=0.1",
        "--to=10",
        "--log-scale",
        "--points=9",
        "--runs=20",
        "--iteration-limit=2",
    ]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("along initial_weight_scale from 0.1 to 10\n"), "{}", run.out);
    assert!(run.out.contains("9 of 9 runs not solved") && run.out.contains("The one piece:"), "{}", run.out);
    assert!(run.out.contains("2 iteration_limit"), "{}", run.out);
    let run = luthier(&["structure", &model("diet.mps"), "--index=3"]);
    assert!(run.code == Some(2) && run.log.contains("has no instance 3; expected --index 0"), "{run:?}");
}

#[test]
fn a_map_of_plain_pdhg() {
    let arguments = ["structure", "transportation:3x4", "--map", "--points=9", "--iteration-limit=500"];
    let run = luthier(&[&arguments[..], &["--omega=0.1..10", "--tol=0.01"]].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("connected by sides, in 81 runs"), "{}", run.out);
    assert!(run.out.contains("x not solved") && run.out.contains("regions"), "{}", run.out);
    let found = json(&luthier(&[&arguments[..], &["--json", "--eta=0.1..0.3"]].concat()).out);
    assert_eq!((found["eta"][0].as_f64(), found["eta"][8].as_f64()), (Some(0.1), Some(0.3)));
    let rows = found["cells"].as_array().unwrap();
    assert!(rows.len() == 9 && rows.iter().all(|row| row.as_array().unwrap().len() == 9));
    assert_eq!(found["grids"][1]["pieces"], found["regions"]);
}

#[test]
fn what_cannot_be_asked_is_said() {
    let cases: [(&[&str], &str); 11] = [
        (&["--parameter=thetta"], "did you mean 'theta'?"),
        (&["--parameter=ruiz_iterations"], "no interval; expected one of"),
        (&["--parameter=relative-tolerance"], "when a problem counts as solved"),
        (&["--parameter=eta"], "it has no usual range; expected --from and --to"),
        (&["--from=0.5", "--to=0.5"], "the smaller one first"),
        (&["--to=2"], "expected a number from 0 to 1"),
        (&["--log"], "expected a positive number to start from"),
        (&["--runs=16"], "the grid alone has 17 values"),
        (&["--time-limit=5"], "expected none"),
        (&["--by=chance"], "expected counts or decisions"),
        (&["--map", "--runs=20"], "cannot be used with"),
    ];
    for (more, expected) in cases {
        let run = small(more);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{more:?}: {run:?}");
        assert!(run.log.contains(expected), "{more:?}: {}", run.log);
    }
    let run = luthier(&["structure", "transportatoin:3x4"]);
    assert!(run.code == Some(2) && run.log.contains("did you mean 'transportation'?"), "{run:?}");
}

#[test]
fn variables_stand_for_flags() {
    let mut command = command();
    command.args(["structure", "transportation:3x4", "--tol=0.1", "--json"]);
    command.envs([("LUTHIER_POINTS", "5"), ("LUTHIER_RUNS", "7"), ("LUTHIER_PARAMETER", "beta_s")]);
    let found = json(&support::Run::from(command.output().unwrap()).out);
    assert_eq!(
        (found["parameter"].as_str(), found["from"].as_f64()),
        (Some("sufficient_reduction"), Some(0.1))
    );
    assert!(found["runs"].as_u64().unwrap() <= 7);
}
