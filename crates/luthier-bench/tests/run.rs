//! The command: a run over LPs of our own, with whatever solvers are there.

use luthier_bench::judgement::Outcome;
use luthier_bench::record::{Record, read};
use std::path::Path;
use std::process::{Command, Output};

/// x = 3, y = 1 is optimal; a maximisation with a constant.
const SMALL: &str = "NAME small
OBJSENSE
    MAX
ROWS
 N profit
 L first
 L second
COLUMNS
    x profit 3 first 1
    x second 1
    y profit 2 first 1
    y second 3
RHS
    rhs first 4 second 6
    rhs profit -5
BOUNDS
 UP bound x 3
ENDATA
";

/// x + y is to be at least 3 and each is at most 1.
const INFEASIBLE: &str = "NAME infeasible
ROWS
 N cost
 G sum
COLUMNS
    x cost 1 sum 1
    y cost 1 sum 1
RHS
    rhs sum 3
BOUNDS
 UP bound x 1
 UP bound y 1
ENDATA
";

fn data(folder: &Path) {
    std::fs::create_dir_all(folder.join("lp")).unwrap();
    std::fs::write(folder.join("lp/small.mps"), SMALL).unwrap();
    std::fs::write(folder.join("lp/infeasible.mps"), INFEASIBLE).unwrap();
    let manifest = "file,set,rows,columns,nonzeros,status,objective
lp/small.mps,ours,2,2,4,optimal,16
lp/infeasible.mps,ours,1,2,2,infeasible,
";
    std::fs::write(folder.join("lp/manifest.csv"), manifest).unwrap();
}

fn bench(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luthier-bench"));
    command.current_dir(folder).args(["--data", "."]).args(words);
    // Where neither is set, no Python is found, and Luthier runs alone.
    let python = ["LUTHIER_BENCH_PYTHON", "LUTHIER_TEST_PYTHON"].into_iter().find_map(std::env::var_os);
    command.env("LUTHIER_BENCH_PYTHON", python.unwrap_or_else(|| "no-python".into()));
    command.output().unwrap()
}

fn of<'a>(records: &'a [Record], solver: &str, instance: &str) -> Option<&'a Record> {
    records.iter().find(|record| record.solver == solver && record.instance.starts_with(instance))
}

#[test]
fn every_solver_that_is_there_solves_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    data(folder.path());
    let family = ["--family", "transportation:2x3", "--instances", "1"];
    let words = ["--tol", "1e-6", "--limit", "10", "--out", "out.jsonl", "--variant", "h:preset=halpern"];
    let output = bench(folder.path(), &[&words[..], &family[..]].concat());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    let records = read(&folder.path().join("out.jsonl")).unwrap();
    let groups: [(&str, &[&str]); 3] = [
        ("Luthier", &["luthier", "h"]),
        ("OR-Tools", &["ortools", "ortools-presolve"]),
        ("HiGHS", &["highs-pdlp", "highs-hipdlp"]),
    ];
    for (program, solvers) in groups {
        if told.contains(&format!("left out: {program}")) {
            assert_ne!(program, "Luthier", "{told}");
            eprintln!("skipped: {program} is not there (LUTHIER_BENCH_PYTHON)");
            continue;
        }
        for solver in solvers {
            for solvable in ["small", "transportation:2x3#"] {
                let record = of(&records, solver, solvable).unwrap();
                assert!(record.solved(), "{solver}: {record:?}");
            }
            let record = of(&records, solver, "small").unwrap();
            assert!((record.measured.unwrap().objective - 16.0).abs() < 1e-3, "{record:?}");
            let record = of(&records, solver, "infeasible").unwrap();
            assert!(matches!(record.outcome(), Outcome::NoSolution { .. }), "{solver}: {record:?}");
            assert!(record.proven || program != "Luthier", "{record:?}");
        }
    }
    let report = bench(folder.path(), &["--report", "out.jsonl"]);
    assert_eq!(report.stdout, output.stdout);
}

#[test]
fn what_was_measured_is_not_measured_again() {
    let folder = tempfile::tempdir().unwrap();
    data(folder.path());
    let words = ["--solvers", "luthier", "--set", "real", "--only", "small", "--out", "out.jsonl"];
    assert!(bench(folder.path(), &words).status.success());
    let first = std::fs::read(folder.path().join("out.jsonl")).unwrap();
    assert_eq!(first.iter().filter(|byte| **byte == b'\n').count(), 2);
    assert!(bench(folder.path(), &words).status.success());
    assert_eq!(std::fs::read(folder.path().join("out.jsonl")).unwrap(), first);
    let other = bench(folder.path(), &[&words[..], &["--luthier", "preset=halpern"]].concat());
    assert!(String::from_utf8(other.stderr).unwrap().contains("another name"));
}

/// A run in which a script, which greets and then does this, stands in for Python.
fn with_fake(folder: &Path, then: &str) -> Vec<Record> {
    data(folder);
    let fake = folder.join("fake");
    std::fs::write(&fake, format!("#!/bin/sh\necho '{{\"ready\":\"Fake 1\"}}'\nread line\n{then}\n"))
        .unwrap();
    assert!(Command::new("chmod").arg("+x").arg(&fake).status().unwrap().success());
    let words = ["--solvers", "highs-pdlp,luthier", "--set", "real", "--tol", "1e-4", "--out", "out.jsonl"];
    let output = Command::new(env!("CARGO_BIN_EXE_luthier-bench"))
        .current_dir(folder)
        .args(["--data", ".", "--limit", "1", "--grace", "0.2"])
        .args(words)
        .env("LUTHIER_BENCH_PYTHON", &fake)
        .output()
        .unwrap();
    assert!(output.status.success());
    read(&folder.join("out.jsonl")).unwrap()
}

#[test]
fn a_process_that_crashes_or_hangs_has_failed_and_the_next_solve_gets_a_new_one() {
    for (then, told) in [("exit 3", "exit status: 3"), ("exec sleep 60", "killed after 1.2 s")] {
        let folder = tempfile::tempdir().unwrap();
        let records = with_fake(folder.path(), then);
        for instance in ["small", "infeasible"] {
            let failed = of(&records, "highs-pdlp", instance).unwrap();
            assert_eq!(failed.outcome(), Outcome::Unsolved);
            assert!(failed.reply.status.contains(told), "{failed:?}");
            assert!(of(&records, "luthier", instance).unwrap().outcome() != Outcome::Unsolved);
        }
    }
}
