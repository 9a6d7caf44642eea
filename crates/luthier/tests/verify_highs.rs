//! The verifier accepts what another solver found: optimal bases, dual rays and primal rays of HiGHS. Needs a Python with
//! highspy, which `./test` installs; skipped with a message without it.

mod support;

use luthier::io::{ReadOptions, read};
use luthier::params::{Norm, ReducedCostRule};
use luthier::verify::{Tolerances, verify, verify_certificate, verify_unbounded};
use luthier::{Certificate, Parameters, Problem};
use serde::Deserialize;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::families::{random_lp, transportation};
use support::shared;

/// Compressed files up to this size are solved in no time.
const SMALL: u64 = 60_000;

/// What HiGHS says about a file.
#[derive(Deserialize)]
struct Answer {
    status: String,
    row_names: Vec<String>,
    column_names: Vec<String>,
    x: Vec<f64>,
    y: Vec<f64>,
    dual_ray: Option<Vec<f64>>,
    primal_ray: Option<Vec<f64>>,
}

impl Answer {
    /// Values of rows in the order of the problem.
    fn of_rows(&self, problem: &Problem, values: &[f64]) -> Vec<f64> {
        let by_name: HashMap<_, _> = self.row_names.iter().map(String::as_str).zip(values).collect();
        (0..problem.rows()).map(|i| *by_name[problem.row_name(i).unwrap()]).collect()
    }

    /// Values of variables in the order of the problem.
    fn of_columns(&self, problem: &Problem, values: &[f64]) -> Vec<f64> {
        let by_name: HashMap<_, _> = self.column_names.iter().map(String::as_str).zip(values).collect();
        (0..problem.columns()).map(|j| *by_name[problem.column_name(j).unwrap()]).collect()
    }
}

/// Answers by HiGHS, in order; `None` where it cannot be run.
fn highs(paths: &[PathBuf]) -> Option<Vec<Answer>> {
    let Ok(python) = std::env::var("LUTHIER_TEST_PYTHON") else {
        eprintln!("skipped: LUTHIER_TEST_PYTHON is not set; ./test sets it where it can install highspy");
        return None;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/highs_points.py");
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input = paths.iter().map(|p| p.display().to_string() + "\n").collect::<String>();
    // Paths are few enough to fit into the pipe.
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let answers: Vec<Answer> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), paths.len());
    Some(answers)
}

fn open(path: &Path) -> Problem {
    read(path, &ReadOptions::default()).unwrap()
}

/// Files of a folder of the shared data up to a size, in order.
fn files(folder: &str, largest: u64) -> Option<Vec<PathBuf>> {
    let entries = std::fs::read_dir(shared(folder)?).unwrap().map(|entry| entry.unwrap());
    let small = entries.filter(|entry| entry.metadata().unwrap().len() <= largest);
    let mut paths: Vec<PathBuf> = small.map(|entry| entry.path()).collect();
    paths.sort();
    Some(paths)
}

fn shown(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

fn tolerances(norm: Norm, rule: ReducedCostRule) -> Tolerances {
    let parameters = Parameters { norm, reduced_cost_rule: rule, ..Parameters::default() };
    Tolerances::from(&parameters.with_tolerance(1e-6))
}

/// Why the optimal points of HiGHS are not accepted, for each file where one is not.
fn refused_optima(paths: &[PathBuf], answers: &[Answer], tolerances: &Tolerances) -> Vec<String> {
    let mut refused = Vec::new();
    for (path, answer) in paths.iter().zip(answers) {
        assert_eq!(answer.status, "optimal", "{}", path.display());
        let problem = open(path);
        let x = answer.of_columns(&problem, &answer.x);
        let y = answer.of_rows(&problem, &answer.y);
        let v = verify(&problem, &x, &y, tolerances).unwrap();
        refused.extend(v.refusals.iter().map(|r| format!("{}: {}", shown(path), r.explain(&problem))));
    }
    refused
}

#[test]
fn optimal_bases_of_random_problems_are_accepted() {
    let folder = std::env::temp_dir().join(format!("luthier-verify-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut problems: Vec<Problem> = (0..60).map(|seed| random_lp(seed, 5 + seed as usize % 9, 12)).collect();
    problems.extend((0..4).map(|seed| transportation(8, 12, seed)));
    let mut paths = Vec::new();
    for (index, problem) in problems.iter().enumerate() {
        let path = folder.join(format!("{index}.mps"));
        std::fs::write(&path, support::models::mps(problem)).unwrap();
        paths.push(path);
        // The same as maximisation of the negative.
        let c = problem.objective().iter().map(|c| -c).collect();
        let turned = support::models::mps(&problem.with_data().objective(c).build().unwrap());
        let path = folder.join(format!("{index}-max.mps"));
        std::fs::write(&path, turned.replacen("ROWS\n", "OBJSENSE\n    MAX\nROWS\n", 1)).unwrap();
        paths.push(path);
    }
    let answers = highs(&paths);
    for norm in [Norm::L2, Norm::Componentwise] {
        for rule in [ReducedCostRule::Projection, ReducedCostRule::NearBound] {
            let Some(answers) = &answers else { continue };
            let refused = refused_optima(&paths, answers, &tolerances(norm, rule));
            assert!(refused.is_empty(), "{norm:?} {rule:?}:\n{}", refused.join("\n"));
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn optimal_bases_of_real_problems_are_accepted() {
    let Some(paths) = files("lp/feasible", SMALL) else { return };
    let Some(answers) = highs(&paths) else { return };
    assert!(paths.len() > 50);
    for norm in [Norm::L2, Norm::Componentwise] {
        for rule in [ReducedCostRule::Projection, ReducedCostRule::NearBound] {
            let refused = refused_optima(&paths, &answers, &tolerances(norm, rule));
            assert!(refused.is_empty(), "{norm:?} {rule:?}:\n{}", refused.join("\n"));
        }
    }
    no_certificate_holds(&paths, &answers);
}

/// Every one of these problems has an optimum: nothing proves that it is infeasible or unbounded.
fn no_certificate_holds(paths: &[PathBuf], answers: &[Answer]) {
    for (path, answer) in paths.iter().zip(answers) {
        let problem = open(path);
        let x = answer.of_columns(&problem, &answer.x);
        let y = answer.of_rows(&problem, &answer.y);
        let turned = |v: &[f64]| v.iter().map(|v| -v).collect::<Vec<f64>>();
        let (minus_x, minus_y) = (turned(&x), turned(&y));
        let rays = [
            Certificate::DualRay(y),
            Certificate::DualRay(minus_y),
            Certificate::PrimalRay(x),
            Certificate::PrimalRay(minus_x),
        ];
        for ray in rays {
            let check = verify_certificate(&problem, &ray).unwrap();
            assert!(!check.accepted && !check.contradictory_bounds, "{}: {check:?}", shown(path));
        }
    }
}

#[test]
fn dual_rays_are_accepted() {
    let Some(paths) = files("lp/infeasible", u64::MAX) else { return };
    let Some(answers) = highs(&paths) else { return };
    for (path, answer) in paths.iter().zip(&answers) {
        let problem = open(path);
        let ray = answer.of_rows(&problem, answer.dual_ray.as_ref().unwrap());
        let turned = Certificate::DualRay(ray.iter().map(|v| -v).collect());
        assert!(!verify_certificate(&problem, &turned).unwrap().accepted, "{}, negated", shown(path));
        let check = verify_certificate(&problem, &Certificate::DualRay(ray)).unwrap();
        assert!(check.accepted, "{}: {}", shown(path), check.explain(&problem));
    }
}

#[test]
fn primal_rays_are_accepted() {
    let tolerances = tolerances(Norm::L2, ReducedCostRule::Projection);
    let Some(paths) = files("lp/unbounded", u64::MAX) else { return };
    let Some(answers) = highs(&paths) else { return };
    for (path, answer) in paths.iter().zip(&answers) {
        let problem = open(path);
        let x = answer.of_columns(&problem, &answer.x);
        let ray = answer.of_columns(&problem, answer.primal_ray.as_ref().unwrap());
        let check = verify_unbounded(&problem, &x, &ray, &tolerances).unwrap();
        assert!(check.accepted, "{}: {check}", shown(path));
        let turned: Vec<f64> = ray.iter().map(|v| -v).collect();
        assert!(!verify_unbounded(&problem, &x, &turned, &tolerances).unwrap().accepted, "{}", shown(path));
    }
}
