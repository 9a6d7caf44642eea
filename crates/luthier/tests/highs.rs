//! Agreement with HiGHS. Needs a Python with highspy, which `./test` installs; skipped with a message without it.

mod support;

use luthier::io::{Format, write};
use luthier::{Parameters, Problem, Sense, Status, solve};
use std::io::Write;
use std::process::{Command, Stdio};
use support::families::{decay_decay, multicommodity, qap, random_lp, transportation};
use support::models::{Patterns, any};

/// What a script of the folder `support` answers for each problem, written as a file with this ending; `None` where
/// Python cannot be run.
fn ask(script: &str, ending: &str, problems: &[Problem]) -> Option<Vec<String>> {
    let Ok(python) = std::env::var("LUTHIER_TEST_PYTHON") else {
        eprintln!("skipped: LUTHIER_TEST_PYTHON is not set; ./test sets it where it can install highspy");
        return None;
    };
    let folder = std::env::temp_dir().join(format!("luthier-{script}-{ending}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let paths: Vec<_> = (0..problems.len()).map(|i| folder.join(format!("{i}.{ending}"))).collect();
    for (path, problem) in paths.iter().zip(problems) {
        write(problem, path, None).unwrap();
    }
    let script = format!("{}/tests/support/{script}", env!("CARGO_MANIFEST_DIR"));
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input = paths.iter().map(|p| p.display().to_string() + "\n").collect::<String>();
    let mut stdin = child.stdin.take().unwrap();
    // Answers come while questions are still being asked.
    let asking = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    asking.join().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let answers: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
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
    let Some(answers) = ask("highs.py", "mps", &problems) else { return };
    let parameters = Parameters { iteration_limit: 200_000, ..Parameters::default().with_tolerance(1e-8) };
    for (index, (problem, answer)) in problems.iter().zip(answers).enumerate() {
        let (status, objective) = answer.split_once(' ').unwrap();
        assert_eq!(status, "optimal");
        let expected: f64 = objective.parse().unwrap();
        let solution = solve(problem, &parameters).unwrap();
        assert_eq!(solution.status, Status::Optimal, "problem {index}: {:?}", solution.quality);
        let difference = (solution.objective - expected).abs() / (1.0 + expected.abs());
        assert!(difference < 1e-6, "problem {index}: {} / {expected}", solution.objective);
    }
}

/// All numbers of a problem in the order of the script.
fn numbers(problem: &Problem) -> Vec<f64> {
    let maximize = f64::from(u8::from(problem.sense() == Sense::Maximize));
    let mut all = vec![maximize, problem.rows() as f64, problem.columns() as f64, problem.offset()];
    for vector in
        [problem.objective(), problem.lower(), problem.upper(), problem.row_lower(), problem.row_upper()]
    {
        all.extend(vector);
    }
    for j in 0..problem.columns() {
        let mut column: Vec<_> = problem.matrix().column(j).collect();
        column.sort_by_key(|e| e.0);
        column.into_iter().for_each(|(i, v)| all.extend([i as f64, j as f64, v]));
    }
    all
}

fn reads_the_same(format: Format, ending: &str, patterns: Patterns, readable: fn(&Problem) -> bool) {
    // HiGHS drops tiny entries.
    let all = (0..600).map(|seed| any(seed, patterns));
    let tiny = |p: &Problem| (0..p.columns()).any(|j| p.matrix().column(j).any(|e| e.1.abs() <= 1e-9));
    let problems: Vec<Problem> = all.filter(|p| readable(p) && !tiny(p)).collect();
    let Some(answers) = ask("highs_read.py", ending, &problems) else { return };
    assert!(problems.len() > 200);
    for (index, (problem, answer)) in problems.iter().zip(answers).enumerate() {
        let context = || {
            let mut text = Vec::new();
            luthier::io::write_to(problem, format, &mut text).unwrap();
            format!("problem {index}:\n{}", String::from_utf8_lossy(&text))
        };
        let mut words = answer.split(' ');
        assert_eq!(words.next(), Some("read"), "{}", context());
        let found: Vec<f64> = words.map(|w| w.parse().unwrap()).collect();
        assert_eq!(found.len(), numbers(problem).len(), "{}", context());
        for (found, expected) in found.into_iter().zip(numbers(problem)) {
            // A range is a sum that may round.
            let rounding = 1e-14 * expected.abs().max(1e-3);
            assert!(
                found == expected || (found - expected).abs() <= rounding,
                "{found} {expected}\n{}",
                context()
            );
        }
    }
}

#[test]
fn highs_reads_mps_as_it_was_meant() {
    let patterns = Patterns { hostile_names: true, crossing_rows: false, ranges: true };
    reads_the_same(Format::FreeMps, "mps", patterns, |_| true);
}

/// In the LP format HiGHS has no rows with two bounds, and no names with brackets or quotes, as others have.
#[test]
fn highs_reads_lp_as_it_was_meant() {
    let patterns = Patterns { hostile_names: true, crossing_rows: false, ranges: false };
    reads_the_same(Format::Lp, "lp", patterns, |problem| {
        let names = problem.row_names().into_iter().chain(problem.column_names());
        names.flat_map(|n| n.iter()).all(|name| name != "x[1]" && name != "'MARKER'")
    });
}
