//! Reports in a real browser, opened from their file without a network.

#[path = "../../luthier-report/tests/support/browser.rs"]
#[allow(dead_code)] // A part of it is for the tests beside it.
mod browser;
mod support;

use std::path::{Path, PathBuf};
use support::study::{QUESTION, Study};
use support::{folder, luthier, shown};

/// A script beside these tests.
fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support").join(name)
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn the_report_of_a_study_works_in_a_browser() {
    let study = Study::of(&QUESTION);
    study.events(&["--search=full", "--sealed=20"]);
    let certified = luthier(&["certify", shown(&study.path()), "-q"]);
    assert_eq!(certified.code, Some(0), "{certified:?}");
    let standings = luthier(&["study", shown(&study.path()), "--json", "--top=1000"]);
    std::fs::write(study.file("standings.json"), &standings.out).unwrap();
    let run = luthier(&["report", shown(&study.path()), "--quiet"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let arguments = [text(&study.file("report.html")), text(&study.file("standings.json"))];
    browser::run(&script("report_page.py"), &arguments);
}

/// A tiny problem with a minimum.
const MODEL: &str = "Minimize\n obj: 2 x + 3 y\nSubject To\n one: x + y >= NUMBER\nBounds\n x <= 4\nEnd\n";

#[test]
fn names_of_files_are_shown_as_text() {
    let folder = folder();
    let past = folder.path().join("<b>past<script>alert(1)<");
    std::fs::create_dir(&past).unwrap();
    for k in 0..6 {
        let name = format!("<IMG SRC=x oNeRrOr=alert(1)>'\"&amp; \u{202e}{k}.lp");
        std::fs::write(past.join(name), MODEL.replace("NUMBER", &format!("{k}.5"))).unwrap();
    }
    let study = folder.path().join("study");
    let words =
        ["tune", shown(&past), "--study", shown(&study), "--space=theta=0.1,0.5", "--search=full", "-q"];
    let run = luthier(&words);
    assert_eq!(run.code, Some(0), "{run:?}");
    let run = luthier(&["report", shown(&study), "--quiet"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    browser::run(&script("report_names.py"), &[text(&study.join("report.html"))]);
}
