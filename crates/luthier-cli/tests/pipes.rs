//! Output that nobody reads.
#![cfg(unix)]

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use support::model;

fn spawn(arguments: &[&str], out: Stdio, log: Stdio) -> std::process::Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("luthier"));
    command.args(arguments).stdin(Stdio::null()).stdout(out).stderr(log).spawn().unwrap()
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for arguments in
        [&["params"][..], &["completions", "bash"], &["man"], &["solve", "--help"], &["params", "--json"]]
    {
        let mut child = spawn(arguments, Stdio::piped(), Stdio::piped());
        let mut line = String::new();
        BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{arguments:?}");
    }
}

#[test]
fn an_answer_that_nobody_reads_is_no_error() {
    let mut child = spawn(&["solve", &model("diet.mps"), "-q"], Stdio::piped(), Stdio::piped());
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn a_log_that_nobody_reads_does_not_stop_the_run() {
    let mut child = spawn(&["solve", "-vv"], Stdio::piped(), Stdio::piped());
    drop(child.stderr.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("status      optimal\n"));
}

#[test]
fn a_full_disk_is_an_error() {
    let full = || Stdio::from(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    if !std::path::Path::new("/dev/full").exists() {
        eprintln!("skipped: there is no /dev/full");
        return;
    }
    let output = spawn(&["params"], full(), Stdio::piped()).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr).unwrap().starts_with("error: standard output cannot be written")
    );
}
