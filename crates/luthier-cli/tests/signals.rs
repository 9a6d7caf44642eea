//! Ctrl-C and SIGTERM while a run goes on.
#![cfg(unix)]

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use support::{ENDLESS, folder, shown};

/// A solve that has begun to iterate.
fn started(more: &[&str]) -> (Child, BufReader<std::process::ChildStderr>) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("luthier"));
    command.args(ENDLESS).args(more).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("primal obj") {
        line.clear();
        assert!(log.read_line(&mut line).unwrap() > 0, "the run ended by itself");
    }
    (child, log)
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn the_best_point_is_reported_and_the_code_says_which_signal() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let folder = folder();
        let (records, solution) = (folder.path().join("run.ndjson"), folder.path().join("best.json"));
        let (child, mut log) = started(&["--log-json", shown(&records), "--solution", shown(&solution)]);
        send(&child, signal);
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut log, &mut rest).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{rest}");
        let answer = String::from_utf8(output.stdout).unwrap();
        assert!(answer.starts_with("status      interrupted\nobjective   "), "{answer}");
        assert!(answer.contains("checked     largest row violation"), "{answer}");
        assert!(rest.contains("interrupted from outside"), "{rest}");
        let last = std::fs::read_to_string(&records).unwrap().lines().last().map(support::json).unwrap();
        assert_eq!(last["status"], "interrupted");
        let best = support::json(&std::fs::read_to_string(&solution).unwrap());
        assert_eq!(best["status"], "interrupted");
        assert_eq!(best["solution"]["columns"]["value"].as_array().unwrap().len(), 5400);
        let rest: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(rest.len(), 2, "nothing is left behind: {rest:?}");
    }
}

#[test]
fn the_second_signal_ends_the_process_at_once() {
    // The vectors are more than a pipe holds, and nobody reads them: after the first signal the process cannot end.
    let (mut child, mut log) = started(&["--solution", "-"]);
    send(&child, "INT");
    let mut line = String::new();
    while !line.contains("interrupted from outside") {
        line.clear();
        assert!(log.read_line(&mut line).unwrap() > 0);
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "it waits for a reader");
    send(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_signal_while_reading_ends_the_process() {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("luthier"));
    let mut child = command.args(["solve", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    send(&child, "INT");
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&child.wait().unwrap()), Some(2));
}
