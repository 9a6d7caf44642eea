//! Agreement with HiGHS. Needs a Python with highspy, which `./test` installs; skipped with a message without it.

#[path = "support/mps.rs"]
mod mps;
mod support;

use luthier::{Parameters, Problem, Status, solve};
use std::io::Write;
use std::process::{Command, Stdio};
use support::families::{decay_decay, multicommodity, qap, random_lp, transportation};

/// Objectives by HiGHS, in order; `None` where it cannot be run.
fn highs(problems: &[Problem]) -> Option<Vec<f64>> {
    let Ok(python) = std::env::var("LUTHIER_TEST_PYTHON") else {
        eprintln!("skipped: LUTHIER_TEST_PYTHON is not set; ./test sets it where it can install highspy");
        return None;
    };
    let folder = std::env::temp_dir().join(format!("luthier-highs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let paths: Vec<_> = (0..problems.len()).map(|i| folder.join(format!("{i}.mps"))).collect();
    for (path, problem) in paths.iter().zip(problems) {
        std::fs::write(path, mps::to_mps(problem)).unwrap();
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/highs.py");
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input = paths.iter().map(|p| p.display().to_string() + "\n").collect::<String>();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let answers: Vec<f64> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| {
            let (status, objective) = line.split_once(' ').unwrap();
            assert_eq!(status, "optimal");
            objective.parse().unwrap()
        })
        .collect();
    assert_eq!(answers.len(), problems.len());
    Some(answers)
}

#[test]
fn objectives_agree_with_highs() {
    let mut problems: Vec<Problem> = (0..40).map(|seed| random_lp(seed, 5 + seed as usize % 9, 12)).collect();
    problems.extend((0..4).map(|seed| transportation(8, 12, seed)));
    problems.extend((0..4).map(|seed| decay_decay(12, 60, seed)));
    problems.push(qap(4, 1));
    problems.push(multicommodity(3, 20, 60, 4, 1));
    let Some(expected) = highs(&problems) else { return };
    let parameters = Parameters { iteration_limit: 200_000, ..Parameters::default().with_tolerance(1e-8) };
    for (index, (problem, expected)) in problems.iter().zip(expected).enumerate() {
        let solution = solve(problem, &parameters).unwrap();
        assert_eq!(solution.status, Status::Optimal, "problem {index}: {:?}", solution.quality);
        let difference = (solution.objective - expected).abs() / (1.0 + expected.abs());
        assert!(difference < 1e-6, "problem {index}: {} / {expected}", solution.objective);
    }
}
