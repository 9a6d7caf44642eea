//! Pages in a real browser. Tests of other crates include this file by its path.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder with the Python modules that drive the browser.
fn support() -> PathBuf {
    // Whichever crate of the workspace includes this file: its neighbour.
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../luthier-report/tests/support")
}

/// Where pictures of pages go.
fn screenshots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots")
}

/// Runs a script that opens pages, with these arguments; it finds `browser.py` beside this file wherever it is itself.
/// Returns what it printed, or `None` where there is no browser to run it in.
pub fn run<A: AsRef<OsStr>>(script: &Path, arguments: &[A]) -> Option<String> {
    let (Ok(python), Ok(browser)) =
        (std::env::var("LUTHIER_TEST_PYTHON"), std::env::var("LUTHIER_TEST_BROWSER"))
    else {
        eprintln!(
            "skipped: LUTHIER_TEST_PYTHON or LUTHIER_TEST_BROWSER is not set; ./test sets them where it can install playwright and Chromium"
        );
        return None;
    };
    let output = Command::new(python)
        .arg(script)
        .args(arguments)
        .env("PYTHONPATH", support())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("LUTHIER_TEST_BROWSER", browser)
        .env("LUTHIER_TEST_SCREENSHOTS", screenshots())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{} failed:\n{said}{}",
        script.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    Some(said)
}

/// Runs a script of this folder.
pub fn run_here<A: AsRef<OsStr>>(script: &str, arguments: &[A]) -> Option<String> {
    run(&support().join(script), arguments)
}
