//! What is said while a run goes on, on terminals and in files.

mod support;

use support::{command, file, folder, json, luthier, model, shown};

#[test]
fn the_header_says_what_is_solved_and_how() {
    let run = luthier(&["solve", "--weight-smoothing", "0.2", "--tol", "1e-3", "--time-limit", "50"]);
    for expected in [
        "model   built-in transportation problem: 150 rows, 5400 variables, 10800 nonzeros",
        "fingerprint ",
        "ranges  matrix [1e0, 1e0]",
        "bounds  rows: 150 lower; variables: 5400 lower",
        "method  pdlp, preset paper: weight_smoothing = 0.2",
        "tolerance 1e-3 relative, 1e-3 absolute (Euclidean norm); at most 50 s",
        "start   from zero",
        "iter    passes     primal obj       dual obj",
    ] {
        assert!(run.log.contains(expected), "{expected}: {}", run.log);
    }
    assert!(!run.log.contains("check_first"), "only what differs: {}", run.log);
}

#[test]
fn more_is_said_on_demand() {
    let quiet = luthier(&["solve", "--iteration-limit", "60", "-q"]);
    assert_eq!(quiet.log, "");
    let normal = luthier(&["solve", "--iteration-limit", "60"]);
    let verbose = luthier(&["solve", "--iteration-limit", "60", "-v"]);
    let all = luthier(&["solve", "--iteration-limit", "60", "-vv"]);
    let rows = |log: &str| {
        log.lines().filter(|l| l.starts_with("  ") && l.ends_with('s') && !l.contains('=')).count()
    };
    assert_eq!(rows(&normal.log), 6, "1, 2, 4, 8, 16, 32: {}", normal.log);
    for parameter in luthier::params::TABLE {
        assert!(verbose.log.contains(&format!("{} = ", parameter.name)), "{}", parameter.name);
    }
    assert_eq!(rows(&all.log), 60, "{}", all.log);
    assert_eq!(all.log.matches("primal obj").count(), 3, "the header of the table comes again: {}", all.log);
}

#[test]
fn a_line_says_what_presolving_left() {
    let folder = folder();
    let text = "min\n x + 2 y + 3 z\nst\n total: x + y + z = 4\n least: y >= 1\nbounds\n x <= 2\nend\n";
    let (model, records) = (file(&folder, "small.lp", text), folder.path().join("run.ndjson"));
    let arguments = ["solve", shown(&model), "--presolve", "true", "--log-json", shown(&records), "--json"];
    let run = luthier(&arguments);
    assert_eq!(run.code, Some(0), "{run:?}");
    let line = "presolve left 0 of 2 rows, 0 of 3 variables, 0 of 4 nonzeros: singleton_row ";
    assert!(run.log.contains(line), "{}", run.log);
    let answer = json(&run.out);
    assert_eq!((&answer["objective"], &answer["presolve"]["rows"]), (&6.0.into(), &0.into()), "{answer}");
    let records: Vec<_> = std::fs::read_to_string(&records).unwrap().lines().map(json).collect();
    assert_eq!((&records[1]["event"], &records[1]["variables"]), (&"presolve".into(), &0.into()));
    assert_eq!(records[1]["reductions"], answer["presolve"]["reductions"]);
    let without = luthier(&["solve", shown(&model), "--json"]);
    assert!(!without.log.contains("presolve") && json(&without.out)["presolve"].is_null());
}

#[test]
fn logs_go_to_files_too() {
    let folder = folder();
    let (log, records) = (folder.path().join("run.log"), folder.path().join("run.ndjson"));
    let arguments = ["solve", "-q", "--color=always", "--log", shown(&log), "--log-json", shown(&records)];
    let run = luthier(&arguments);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""));
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.starts_with("model   built-in transportation problem"), "no colours in files: {text}");
    assert!(text.contains("iter    passes") && text.contains("stopped after"), "{text}");
    let records: Vec<_> = std::fs::read_to_string(&records).unwrap().lines().map(json).collect();
    assert_eq!(records[0]["event"], "header");
    assert_eq!(records[0]["rows"], 150);
    let last = records.last().unwrap();
    assert_eq!((&last["event"], &last["status"]), (&"end".into(), &"optimal".into()));
    assert!(records.len() > 3 && records[1..records.len() - 1].iter().all(|r| r["event"] == "progress"));
    assert!(records[1]["primal_residual"].is_f64(), "{}", records[1]);
}

#[test]
fn colours_are_for_terminals_and_for_those_who_insist() {
    let arguments = ["solve", &model("diet.mps")];
    let plain = luthier(&arguments);
    assert!(!plain.out.contains('\u{1b}') && !plain.log.contains('\u{1b}'), "no terminal: {plain:?}");
    let run = |color: &str, variable: Option<(&str, &str)>| {
        let output = command().args(arguments).args(["--color", color]).envs(variable).output().unwrap();
        support::text(output.stdout) + &support::text(output.stderr)
    };
    assert!(run("always", None).contains("\u{1b}[1m"));
    assert!(run("always", Some(("NO_COLOR", "1"))).contains('\u{1b}'), "a flag counts over a variable");
    assert!(!run("never", Some(("CLICOLOR_FORCE", "1"))).contains('\u{1b}'));
    assert!(!run("auto", Some(("NO_COLOR", "1"))).contains('\u{1b}'));
    assert!(!run("auto", Some(("TERM", "dumb"))).contains('\u{1b}'));
    // All that colours say is said without them.
    let stripped = |text: String| anstream::adapter::strip_str(&text).to_string();
    let colored: support::Run = command().args(arguments).arg("--color=always").output().unwrap().into();
    assert_eq!(stripped(colored.out).lines().next(), plain.out.lines().next());
}

#[test]
fn colours_of_usage_errors_are_chosen_too() {
    let run = luthier(&["solve", "--nonsense", "--color=always"]);
    assert!(run.log.contains('\u{1b}'), "{:?}", run.log);
    assert!(!luthier(&["solve", "--nonsense"]).log.contains('\u{1b}'));
}

#[test]
fn polishing_is_told_before_and_after() {
    let folder = folder();
    let records = folder.path().join("run.ndjson");
    let arguments = ["solve", "--polish-tolerance", "1e-9", "--log-json", shown(&records)];
    let run = luthier(&arguments);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(
        run.log.contains("polish   rows: from a residual of ") && run.log.contains(" to 1.0e-9"),
        "{}",
        run.log
    );
    let line = run.out.lines().find(|line| line.starts_with("polished")).unwrap();
    assert!(
        line.contains("rows ") && line.contains(" -> ") && line.contains("of the matrix passes"),
        "{line}"
    );
    let records: Vec<_> = std::fs::read_to_string(&records).unwrap().lines().map(json).collect();
    let stage = records.iter().find(|record| record["event"] == "polish").unwrap();
    assert_eq!((&stage["side"], &stage["to"]), (&"primal".into(), &1e-9.into()));
    let run = luthier(&["solve", "-q", "--polish-tolerance", "1e-9", "--json"]);
    let answer = json(&run.out);
    let rows = &answer["polish"]["primal"];
    assert!(rows["after"].as_f64().unwrap() <= 1e-9 && rows["before"].as_f64().unwrap() > 1e-9, "{answer}");
    assert!(answer["quality"]["primal_rel"].as_f64().unwrap() <= 1e-9, "{answer}");
    assert!(answer["quality"]["gap_rel"].as_f64().unwrap() <= 1e-4, "{answer}");
    let without = luthier(&["solve", "--json"]);
    assert!(!without.log.contains("polish") && json(&without.out)["polish"].is_null());
    let refused = luthier(&["tune", "transportation:3x4", "--polish-tolerance", "1e-9"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.log.contains("polishing follows a solve"), "{}", refused.log);
}
