//! Agreement with HiGHS, and known optima. HiGHS needs a Python with highspy, which `./test` installs; skipped with a message
//! without it.

mod support;

use luthier::io::write;
use luthier::{Parameters, Problem, Status, solve};
use std::io::Write;
use std::process::{Command, Stdio};
use support::instances;

/// Optimal objectives by HiGHS; `None` where Python cannot be run.
fn ask(problems: &[Problem]) -> Option<Vec<f64>> {
    let Ok(python) = std::env::var("LUTHIER_TEST_PYTHON") else {
        eprintln!("skipped: LUTHIER_TEST_PYTHON is not set; ./test sets it where it can install highspy");
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<_> = (0..problems.len()).map(|i| folder.path().join(format!("{i}.mps"))).collect();
    paths.iter().zip(problems).for_each(|(path, problem)| write(problem, path, None).unwrap());
    let script = format!("{}/../luthier/tests/support/highs.py", env!("CARGO_MANIFEST_DIR"));
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input = paths.iter().map(|p| p.display().to_string() + "\n").collect::<String>();
    let mut stdin = child.stdin.take().unwrap();
    let asking = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    asking.join().unwrap();
    let answer = |line: &str| {
        let (status, objective) = line.split_once(' ').unwrap();
        assert_eq!(status, "optimal");
        objective.parse().unwrap()
    };
    let answers: Vec<f64> = String::from_utf8(output.stdout).unwrap().lines().map(answer).collect();
    assert_eq!(answers.len(), problems.len());
    Some(answers)
}

fn solved(problem: &Problem, tolerance: f64) -> f64 {
    let parameters =
        Parameters { iteration_limit: 500_000, ..Parameters::default().with_tolerance(tolerance) };
    let solution = solve(problem, &parameters).unwrap();
    assert_eq!(solution.status, Status::Optimal, "{:?}", solution.quality);
    solution.objective
}

#[test]
fn objectives_agree_with_highs() {
    let texts = [
        "transportation:12x18",
        "decay-decay:20x150",
        "decay:20x150",
        "multipaths:20x150",
        "multipaths:10x10",
    ];
    let mut problems: Vec<Problem> = texts.iter().flat_map(|text| instances(text, 4)).collect();
    let folder = tempfile::tempdir().unwrap();
    let small = "4 0 5 2 4 5 0 3 0 2 3 0 1 4 0 1 0  0 1 2 3 1 0 1 2 2 1 0 1 3 2 1 0";
    let data = folder.path().join("small.dat");
    std::fs::write(&data, small).unwrap();
    problems.extend(instances(&format!("qap:{},objective=uniform(0.5)", data.display()), 3));
    let model = folder.path().join("model.mps");
    write(&problems[0], &model, None).unwrap();
    let noise = "objective=gauss(0.1),rhs=uniform(0.01),matrix=uniform(0.01)";
    problems.extend(instances(&format!("perturb:{},{noise}", model.display()), 3));
    let Some(answers) = ask(&problems) else { return };
    for (index, (problem, expected)) in problems.iter().zip(answers).enumerate() {
        let found = solved(problem, 1e-8);
        assert!((found - expected).abs() < 1e-6 * (1.0 + expected.abs()), "{index}: {found} / {expected}");
    }
}

#[test]
fn qap15_has_its_known_optimum() {
    let found = solved(&instances("qap15", 1)[0], 1e-5);
    assert!((found / 1040.994041 - 1.0).abs() < 1e-4, "{found}");
}
