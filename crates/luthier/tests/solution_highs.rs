//! Solution files that other programs read, and theirs that we read. Needs a Python with highspy, which `./test`
//! installs; skipped with a message without it, as is the part of PuLP where that is not installed.

mod support;

use luthier::io::{Mismatch, ReadOptions, parse, read_solution, write_solution};
use luthier::{Parameters, Problem, Solution, SolveOptions, Status, solve, solve_with};
use serde_json::Value;
use std::process::Command;
use support::families::{random_lp, transportation};
use support::files::Folder;
use support::small::close;

/// max 3x + 2y: as in `docs/solution-files.md`.
const MAXIMIZE: &str = "NAME example\nOBJSENSE\n    MAX\nROWS\n N profit\n L labour\n L wood\nCOLUMNS\n x profit 3 labour 1\n \
    x wood 1\n y profit 2 labour 1\n y wood 3\nRHS\n rhs labour 4 wood 7\nBOUNDS\n UP bnd x 3\nENDATA\n";

/// What HiGHS and PuLP say of our file, with their own beside it.
fn exchange(folder: &Folder, model: &str, problem: &Problem, solution: &Solution) -> Option<Value> {
    let Ok(python) = std::env::var("LUTHIER_TEST_PYTHON") else {
        eprintln!("skipped: LUTHIER_TEST_PYTHON is not set; ./test sets it where it can install highspy");
        return None;
    };
    let parameters = Parameters::default();
    write_solution(&folder.join("ours.sol"), problem, &parameters, solution).unwrap();
    std::fs::write(folder.join("model.mps"), model).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/highs_solution.py");
    let mut command = Command::new(python);
    command.arg(script).args(["model.mps", "ours.sol", "theirs.sol"].map(|name| folder.join(name)));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

fn numbers(answer: &Value) -> Vec<f64> {
    answer.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

#[test]
fn highs_and_pulp_read_our_files_and_we_theirs() {
    let mut models: Vec<_> = (0..4).map(|seed| support::models::mps(&random_lp(seed, 7, 12))).collect();
    models.push(support::models::mps(&transportation(6, 9, 1)));
    models.push(MAXIMIZE.to_owned());
    for model in models {
        let folder = Folder::new("highs-solution");
        let problem = parse("model.mps", model.as_bytes(), &ReadOptions::default()).unwrap();
        let parameters =
            Parameters { iteration_limit: 400_000, ..Parameters::default().with_tolerance(1e-9) };
        let solution = solve(&problem, &parameters).unwrap();
        assert_eq!(solution.status, Status::Optimal);
        let Some(answer) = exchange(&folder, &model, &problem, &solution) else { return };
        ours_is_read(&answer, &problem, &solution);
        theirs_is_read(&folder, &answer, &problem);
    }
}

fn ours_is_read(answer: &Value, problem: &Problem, solution: &Solution) {
    assert_eq!(answer["read"], true);
    assert_eq!(numbers(&answer["x"]), solution.x);
    assert_eq!(numbers(&answer["y"]), solution.y);
    assert_eq!(numbers(&answer["reduced_costs"]), solution.reduced_costs);
    assert_eq!(numbers(&answer["activity"]), solution.row_activity);
    match answer["pulp"].as_object() {
        None => eprintln!("skipped: PuLP is not installed beside highspy"),
        Some(values) => {
            assert_eq!(values.len(), problem.columns());
            for (j, x) in solution.x.iter().enumerate() {
                assert_eq!(values[problem.column_name(j).unwrap()].as_f64(), Some(*x));
            }
        }
    }
}

fn theirs_is_read(folder: &Folder, answer: &Value, problem: &Problem) {
    let file = read_solution(&folder.join("theirs.sol"), &ReadOptions::default()).unwrap();
    assert_eq!(file.status.as_deref(), Some("optimal"));
    close(file.objective.unwrap(), answer["objective"].as_f64().unwrap(), 1e-9);
    let (x, y) = file.point(problem).unwrap();
    x.iter().zip(numbers(&answer["their_x"])).for_each(|(a, b)| close(*a, b, 1e-12));
    y.iter().zip(numbers(&answer["their_y"])).for_each(|(a, b)| close(*a, b, 1e-12));
    let reduced_costs = file.reduced_costs.clone().unwrap();
    reduced_costs.iter().zip(numbers(&answer["their_reduced_costs"])).for_each(|(a, b)| close(*a, b, 1e-12));
    // Their signs are ours: what HiGHS found is optimal here without a step.
    let (start, mismatches) = file.start(problem).unwrap();
    assert_eq!(mismatches, Vec::<Mismatch>::new());
    let again = solve_with(
        problem,
        &Parameters::default(),
        &SolveOptions { start: Some(&start), ..SolveOptions::default() },
    )
    .unwrap();
    assert_eq!((again.status, again.work.iterations), (Status::Optimal, 0));
}
