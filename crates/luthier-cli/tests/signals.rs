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
        let records = folder.path().join("run.ndjson");
        let (child, mut log) = started(&["--log-json", shown(&records)]);
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
    }
}
