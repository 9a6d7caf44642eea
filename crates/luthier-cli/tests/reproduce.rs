//! `luthier reproduce`: a part of the paper's experiments, and the claims.

#[path = "../../luthier-report/tests/support/browser.rs"]
#[allow(dead_code)] // A part of it is for the tests beside it.
mod browser;
mod support;

use std::path::{Path, PathBuf};
use support::study::Started;
use support::{Run, folder, luthier, shown};

/// The quickest of the six families.
fn words(root: &Path) -> Vec<String> {
    let words = ["reproduce", "--only=decay-decay-100", "--study", shown(root)];
    words.map(str::to_owned).to_vec()
}

fn reproduce(root: &Path, more: &[&str]) -> Run {
    let words = words(root);
    let words: Vec<&str> = words.iter().map(String::as_str).chain(more.iter().copied()).collect();
    luthier(&words)
}

/// Trials of all studies in a reproduction, without seconds.
fn exports(root: &Path) -> Vec<String> {
    let names = ["decay-decay-100-reference", "decay-decay-100-paper"];
    names.map(|name| support::study::export(&root.join(name))).to_vec()
}

#[test]
fn a_family_is_redone_and_goes_on_after_a_kill() {
    let folder = folder();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let run = reproduce(&whole, &["--figures", shown(&folder.path().join("figures"))]);
    assert_eq!(run.code, Some(0), "{run:?}");
    // Two presets, iterations and seconds, three sweeps.
    assert!(run.log.contains("[1 of 12]") && run.log.contains("[12 of 12]"), "{}", run.log);
    // Of the claims all but one take other families too.
    assert_eq!(run.out.matches("not measured").count(), 2 * 14, "{}", run.out);
    assert!(run.out.contains("whole/report.html"), "{}", run.out);
    let figures: Vec<PathBuf> =
        std::fs::read_dir(folder.path().join("figures")).unwrap().map(|f| f.unwrap().path()).collect();
    assert_eq!(figures.len(), 2 * 8, "{figures:?}");

    for _ in 0..3 {
        let started = Started::new(&words(&killed));
        std::thread::sleep(std::time::Duration::from_millis(700));
        started.kill();
    }
    let run = reproduce(&killed, &["--quiet"]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""));
    assert_eq!(exports(&killed), exports(&whole));
    // Nothing is left to do, and nothing is done.
    let again = reproduce(&killed, &[]);
    assert_eq!((again.code, again.log.as_str(), &again.out), (Some(0), "", &run.out));

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/reproduction_page.py");
    browser::run(&script, &[whole.join("report.html").display().to_string()]);
}

#[test]
fn what_cannot_be_redone_is_refused() {
    let folder = folder();
    let root = folder.path().join("root");
    let refused = |words: &[&str], part: &str| {
        let run = luthier(&[&["reproduce", "--study", shown(&root)], words].concat());
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.log.contains(part), "{run:?}");
        assert!(!root.exists());
    };
    refused(&["--only=qap51"], "distribution 'qap51': expected one of");
    refused(&["--only=qap51"], "did you mean qap15?");
    refused(&["--quick", "--full"], "cannot be used with");
}
