//! What records count as, what they cost, how they are kept, and the tables made from them.

use luthier_bench::check::Measured;
use luthier_bench::contender::{Contender, Program};
use luthier_bench::judgement::{Clock, Outcome};
use luthier_bench::protocol::{Claim, Reply};
use luthier_bench::record::{Ledger, Record, read};
use luthier_bench::report::report;
use std::io::Write;

/// A solve with a limit of 10 seconds and the tolerance 1e-4.
fn record(solver: &str, instance: &str, claim: Claim, error: f64, seconds: f64) -> Record {
    Record {
        solver: solver.into(),
        program: if solver.starts_with("luthier") { Program::Luthier } else { Program::OrTools },
        version: "Solver 1".into(),
        settings: String::new(),
        instance: instance.into(),
        family: None,
        recorded: "optimal".into(),
        rows: 1,
        columns: 1,
        nonzeros: 1,
        tolerance: 1e-4,
        limit: 10.0,
        repeats: 1,
        reply: Reply { claim, point: true, cpu: seconds / 2.0, ..Reply::failed("its word".into(), seconds) },
        measured: Some(Measured { primal: error, dual: 0.0, gap: 0.0, error, objective: 1.0 }),
        proven: false,
    }
}

fn recorded(status: &str, claim: Claim, proven: bool) -> Outcome {
    Record { recorded: status.into(), proven, ..record("s", "i", claim, 1.0, 1.0) }.outcome()
}

#[test]
fn a_point_counts_within_ten_times_the_tolerance() {
    let outcome = |claim, error, seconds| record("s", "i", claim, error, seconds).outcome();
    assert_eq!(outcome(Claim::Optimal, 1e-4, 1.0), Outcome::Solved { strictly: true });
    assert_eq!(outcome(Claim::Optimal, 9e-4, 1.0), Outcome::Solved { strictly: false });
    assert_eq!(outcome(Claim::Unsure, 9e-4, 1.0), Outcome::Solved { strictly: false });
    assert_eq!(outcome(Claim::Optimal, 1e-4, 10.1), Outcome::Unsolved);
    assert_eq!(outcome(Claim::Limit, 1e-4, 9.9), Outcome::Unsolved);
    assert_eq!(outcome(Claim::Failed, 1e-4, 1.0), Outcome::Unsolved);
    assert_eq!(outcome(Claim::Unsure, 2e-3, 1.0), Outcome::Unsolved);
    assert!(matches!(outcome(Claim::Optimal, 2e-3, 1.0), Outcome::FalseClaim(_)));
    assert!(matches!(outcome(Claim::Infeasible, 1e-9, 1.0), Outcome::FalseClaim(_)));
    let without_point = Record { measured: None, ..record("s", "i", Claim::Optimal, 0.0, 1.0) };
    assert!(matches!(without_point.outcome(), Outcome::FalseClaim(_)));
}

#[test]
fn claims_are_held_against_what_is_known() {
    let right = |proven| Outcome::NoSolution { proven };
    assert_eq!(recorded("infeasible", Claim::Infeasible, true), right(true));
    assert_eq!(recorded("infeasible", Claim::InfeasibleOrUnbounded, false), right(false));
    assert_eq!(recorded("unbounded", Claim::Unbounded, true), right(true));
    assert_eq!(recorded("unbounded", Claim::InfeasibleOrUnbounded, false), right(false));
    assert_eq!(recorded("unbounded", Claim::Limit, false), Outcome::Unsolved);
    assert_eq!(recorded("infeasible", Claim::Unsure, false), Outcome::Unsolved);
    for (status, claim) in [
        ("infeasible", Claim::Optimal),
        ("infeasible", Claim::Unbounded),
        ("unbounded", Claim::Infeasible),
        ("unbounded", Claim::Optimal),
        ("optimal", Claim::InfeasibleOrUnbounded),
    ] {
        assert!(matches!(recorded(status, claim, false), Outcome::FalseClaim(_)), "{status} {claim:?}");
    }
}

#[test]
fn failures_cost_three_times_the_limit() {
    let solved = record("s", "i", Claim::Optimal, 1e-4, 8.0);
    assert_eq!((solved.charged(Clock::Wall), solved.charged(Clock::Cpu)), (8.0, 4.0));
    for failed in [
        record("s", "i", Claim::Optimal, 1.0, 0.1),
        record("s", "i", Claim::Limit, 1e-9, 10.0),
        record("s", "i", Claim::Failed, 1e-9, 1.0),
    ] {
        assert_eq!((failed.charged(Clock::Wall), failed.charged(Clock::Cpu)), (30.0, 30.0));
    }
}

#[test]
fn the_tables_hold_what_is_computed_by_hand() {
    let records = [
        record("luthier", "a", Claim::Optimal, 1e-5, 1.0),
        record("ortools", "a", Claim::Optimal, 5e-4, 3.0),
        record("luthier", "b", Claim::Limit, 1.0, 10.0),
        record("ortools", "b", Claim::Optimal, 1e-5, 7.0),
        record("luthier", "c", Claim::Optimal, 1e-5, 1.0),
    ];
    let text = report(&records);
    // Shift 1: root of 2 * 31, less 1; root of 4 * 8, less 1. c is left out.
    assert!(text.contains("| luthier | 1 | 1 | 0 | 6.87 |"), "{text}");
    assert!(text.contains("| ortools | 2 | 1 | 0 | 4.66 |"), "{text}");
    assert!(text.contains("1 more are left out"), "{text}");
    // Root of 32 less 1 over root of 62 less 1; a was solved by both, 3 times as slow; b by the other alone.
    assert!(text.contains("| luthier | ortools | 0.68 |"), "{text}");
    assert!(text.contains("| 1 | 3.00 | 3.00 | 0 | 1 | 1 |"), "{text}");
    assert!(
        text.contains("| b | its word | 10.0 | - | primal 1.0e0, dual 0.0e0, gap 0.0e0 | ortools 7.00 |")
    );
    assert!(text.contains("False claims: 0"));
}

#[test]
fn families_are_compared_with_the_baseline() {
    let of = |solver: &str, instance: &str, seconds| Record {
        family: Some("transportation:2x3".into()),
        ..record(solver, instance, Claim::Optimal, 1e-5, seconds)
    };
    let records =
        [of("ortools", "a", 4.0), of("luthier", "a", 1.0), of("ortools", "b", 9.0), of("luthier", "b", 1.0)];
    let text = report(&records);
    assert!(text.contains("## transportation:2x3: 2 instances"), "{text}");
    // Roots of 36 and 1.
    assert!(text.contains("| ortools | 2 | 6.00 | 3.00 | 1.00 | 1.00 |"), "{text}");
    assert!(text.contains("| luthier | 2 | 1.00 | 0.500 | 6.00 | 6.00 |"), "{text}");
}

#[test]
fn a_file_of_records_survives_being_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.jsonl");
    let one = record("luthier", "a", Claim::Optimal, 1.0 / 3.0, 1.0);
    Ledger::open(&path).unwrap().add(one.clone()).unwrap();
    std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"solver\":\"lu").unwrap();
    assert_eq!(read(&path).unwrap().len(), 1);
    let mut ledger = Ledger::open(&path).unwrap();
    assert_eq!(ledger.records()[0].measured, one.measured);
    ledger.add(record("luthier", "b", Claim::Limit, 1.0, 10.0)).unwrap();
    let contender = |settings: &str| Contender {
        name: "luthier".into(),
        program: Program::Luthier,
        settings: settings.into(),
        family: None,
    };
    let ledger = Ledger::open(&path).unwrap();
    assert!(ledger.has(&contender(""), "b", 1e-4, 10.0).unwrap());
    assert!(!ledger.has(&contender(""), "b", 1e-4, 11.0).unwrap());
    assert!(!ledger.has(&contender(""), "c", 1e-4, 10.0).unwrap());
    let other = ledger.has(&contender("method=halpern"), "b", 1e-4, 10.0).unwrap_err().to_string();
    assert!(other.contains("method=halpern") && other.contains("another name"), "{other}");
}
