//! Presolving real LPs: every reduction finds something, and optima of HiGHS for what is left become optima of the whole. Skipped
//! with a message where the shared data is absent, or a Python with highspy, which `./test` installs.

mod support;

use luthier::io::write;
use luthier::presolve::{Ending, Options, Presolved, Reduction, presolve};
use luthier::verify::{Tolerances, verify};
use luthier::{Parameters, Problem, solve};
use serde::Deserialize;
use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use support::files::Folder;
use support::real::{Recorded, recorded};
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
}

impl Answer {
    /// Values and multipliers in the order of the problem.
    fn point(&self, problem: &Problem) -> (Vec<f64>, Vec<f64>) {
        let columns: HashMap<_, _> = self.column_names.iter().map(String::as_str).zip(&self.x).collect();
        let rows: HashMap<_, _> = self.row_names.iter().map(String::as_str).zip(&self.y).collect();
        let x = (0..problem.columns()).map(|j| *columns[&*problem.column_label(j)]).collect();
        (x, (0..problem.rows()).map(|i| *rows[&*problem.row_label(i)]).collect())
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
    let lines = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Answer> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), paths.len());
    Some(answers)
}

fn optimal_ones(largest: u64) -> Option<Vec<Recorded>> {
    let size = |lp: &Recorded| std::fs::metadata(&lp.path).unwrap().len();
    let all = recorded(&shared("")?).into_iter().filter(|lp| lp.status == "optimal");
    Some(all.filter(|lp| size(lp) <= largest).collect())
}

fn row(name: &str, presolved: &Presolved<'_>, seconds: f64) -> String {
    let s = presolved.summary();
    let made: Vec<String> = s.made().map(|(r, count)| format!("{} {count}", r.name())).collect();
    let ((m, rows), (n, columns), (k, entries)) = (s.rows, s.columns, s.nonzeros);
    format!("{name:<12} {m} > {rows}  {n} > {columns}  {k} > {entries}  {seconds:.3} s  {}", made.join(" "))
}

#[test]
fn every_reduction_finds_something() {
    let Some(lps) = optimal_ones(u64::MAX) else { return };
    let mut counts = [0; Reduction::ALL.len()];
    for lp in &lps {
        let problem = lp.read();
        let began = std::time::Instant::now();
        let presolved = presolve(&problem, &Options::default(), &|| false);
        eprintln!("{}", row(&lp.name, &presolved, began.elapsed().as_secs_f64()));
        let summary = presolved.summary();
        assert_eq!(summary.ending, Ending::Done, "{}", lp.name);
        assert!(summary.nonzeros.1 <= summary.nonzeros.0, "{}", lp.name);
        Reduction::ALL.iter().zip(&mut counts).for_each(|(r, n)| *n += summary.count(*r));
        let again = presolve(presolved.problem(), &Options::default(), &|| false);
        assert!(!again.summary().changed(), "{}", row(&lp.name, &again, 0.0));
    }
    for (reduction, count) in Reduction::ALL.iter().zip(counts) {
        eprintln!("{} {count}", reduction.name());
        assert!(count > 0, "{} never", reduction.name());
    }
}

#[test]
fn optima_of_what_is_left_are_optima_of_the_whole() {
    let Some(lps) = optimal_ones(SMALL) else { return };
    let folder = Folder::new("presolve-real");
    let problems: Vec<Problem> = lps.iter().map(Recorded::read).collect();
    let presolved: Vec<_> = problems.iter().map(|p| presolve(p, &Options::default(), &|| false)).collect();
    // HiGHS reads no file without rows or variables.
    let kept: Vec<usize> =
        (0..lps.len()).filter(|k| presolved[*k].problem().matrix().nonzeros() > 0).collect();
    let paths: Vec<PathBuf> = kept.iter().map(|k| folder.join(&format!("{k}.mps"))).collect();
    for (k, path) in kept.iter().zip(&paths) {
        write(presolved[*k].problem(), path, None).unwrap();
    }
    let Some(answers) = highs(&paths) else { return };
    assert!(kept.len() > 40, "{}", kept.len());
    let mut wrong = Vec::new();
    for (k, answer) in kept.into_iter().zip(answers) {
        let (lp, problem, presolved) = (&lps[k], &problems[k], &presolved[k]);
        assert_eq!(answer.status, "optimal", "{}", lp.name);
        let (x, y) = answer.point(presolved.problem());
        let tolerances = Tolerances::from(&Parameters::default().with_tolerance(1e-7));
        let small = verify(presolved.problem(), &x, &y, &tolerances).unwrap();
        let (x, y) = presolved.restore(&x, &y).unwrap();
        let whole = verify(problem, &x, &y, &tolerances).unwrap();
        let off = lp.error(whole.objective).unwrap_or(0.0);
        eprintln!("{:<12} {:.1e} {:.1e} {off:.1e}", lp.name, small.quality.error, whole.quality.error);
        // A tiny multiplier that HiGHS leaves at an infinite bound meets a bound of -10000 of the whole.
        let most = if lp.name == "delfland" { 1e-6 } else { 1e-7 };
        if !(whole.quality.error <= most) || off > 1e-6 {
            let reasons: Vec<_> = whole.refusals.iter().map(|r| r.explain(problem)).collect();
            wrong.push(format!("{}: {off:.1e}, {}", lp.name, reasons.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_is_claimed_is_what_is_recorded() {
    let Some(data) = shared("") else { return };
    let size = |lp: &Recorded| std::fs::metadata(&lp.path).unwrap().len();
    let parameters =
        Parameters { presolve: true, iteration_limit: 3000, ..Parameters::default().with_tolerance(1e-4) };
    let mut objections = Vec::new();
    for lp in recorded(&data).iter().filter(|lp| size(lp) <= SMALL / 2) {
        let (problem, parameters) = (lp.read(), &parameters);
        let solution = solve(&problem, parameters).unwrap();
        if solution.certificate.is_none() {
            support::every::check(&problem, parameters, &solution);
        }
        // At this tolerance the objective of an optimal point may be off by more than the record allows.
        objections.extend(lp.objection(&solution).filter(|text| !text.contains("is off by")));
    }
    assert!(objections.is_empty(), "{objections:#?}");
}
