//! What the tests of the command share.
#![allow(dead_code)] // Every test target uses a part of it.

pub mod study;

use assert_cmd::Command;
use std::path::{Path, PathBuf};
use std::process::Output;

/// The command, with no environment variables that could change what it does.
pub fn command() -> Command {
    let mut command = Command::cargo_bin("luthier").unwrap();
    for (name, _) in std::env::vars_os() {
        let shown = name.to_string_lossy();
        if shown.starts_with("LUTHIER_")
            || ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"].contains(&&*shown)
        {
            command.env_remove(name);
        }
    }
    command
}

/// What became of a command.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub log: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run { code: output.status.code(), out: text(output.stdout), log: text(output.stderr) }
    }
}

pub fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Runs the command to its end.
pub fn luthier(arguments: &[&str]) -> Run {
    command().args(arguments).output().unwrap().into()
}

/// A model beside these tests.
pub fn model(name: &str) -> String {
    format!("{}/tests/models/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A folder that goes away with what it returns.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// A path as text.
pub fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A file with this content.
pub fn file(folder: &tempfile::TempDir, name: &str, content: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// The one JSON document that a text is.
pub fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// Arguments of a solve that goes on until it is stopped.
pub const ENDLESS: [&str; 7] = [
    "solve",
    "--tol=1e-15",
    "--iteration-limit=1000000000",
    "--stall-limit=none",
    "--set",
    "check_period=16",
    "-v",
];
