//! Reports of studies of every kind, the odd ones above all.

mod made;

use luthier_report::Report;
use luthier_report::study::{Options, report};
use luthier_tune::{SettingId, Store};
use made::{make, question, solved, unsolved};
use std::path::Path;
use tempfile::tempdir;

const GRID: &str = "weight_smoothing=0.1,0.5,0.9; initial_weight_scale=0.1,1,10";

fn of(folder: &Path) -> Report {
    report(folder, &Options::default()).unwrap()
}

/// The words of the verdict.
fn verdict(report: &Report) -> String {
    let (_, lead) = report.html.split_once("class=\"verdict\"").unwrap();
    lead.split("</p>").next().unwrap().to_owned()
}

fn has(report: &Report, section: &str) -> bool {
    report.html.contains(&format!("<section id=\"{section}\""))
}

/// Costs that the best setting of the grid halves.
fn costs(place: usize, setting: SettingId) -> Option<luthier_tune::Record> {
    let base = 600 + 40 * place as u64;
    Some(solved(if setting == SettingId(1) { base / 2 } else { base + 7 * setting.0 }))
}

#[test]
fn a_whole_study_has_every_section() {
    let folder = tempdir().unwrap();
    make(folder.path(), &question(GRID, 8, 6), &costs);
    let report = of(folder.path());
    assert!(report.complete, "{}", verdict(&report));
    assert!(verdict(&report).contains("Better."), "{}", verdict(&report));
    for section in [
        "certificate",
        "map",
        "parameters",
        "duel",
        "distribution",
        "tolerances",
        "growth",
        "importance",
        "trajectory",
        "race",
        "settings",
        "provenance",
    ] {
        assert!(has(&report, section), "{section}");
    }
    let ids: Vec<&str> = report.figures.iter().map(|chart| chart.id()).collect();
    for id in
        ["map-weight_smoothing-initial_weight_scale", "duel-1e-4", "importance", "ablation", "race", "growth"]
    {
        assert!(ids.contains(&id), "{id} is not among {ids:?}");
    }
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), ids.len(), "files would overwrite each other");
}

#[test]
fn an_empty_study_says_so() {
    let folder = tempdir().unwrap();
    drop(Store::create(folder.path(), &question(GRID, 8, 6).to_toml(), "a test").unwrap());
    let report = of(folder.path());
    assert!(!report.complete);
    assert!(verdict(&report).contains("Empty."), "{}", verdict(&report));
    assert!(has(&report, "provenance") && !has(&report, "settings"));
    assert!(report.figures.is_empty());
}

#[test]
fn a_study_that_goes_on_says_what_is_left() {
    let folder = tempdir().unwrap();
    make(folder.path(), &question(GRID, 8, 6), &|place, setting| costs(place, setting).filter(|_| place < 3));
    let report = of(folder.path());
    assert!(!report.complete);
    assert!(report.html.contains("This study is not finished."));
    // 8 settings and the default, which is one of the points of the grid; 8 problems, 3 of them done.
    assert!(
        report.html.contains("27 trials are known, and 45 trials of the present round are left"),
        "{}",
        verdict(&report)
    );
    let nothing = tempdir().unwrap();
    make(nothing.path(), &question(GRID, 8, 6), &|_, _| None);
    assert!(verdict(&of(nothing.path())).contains("Too early."));
}

#[test]
fn where_nothing_is_solved_that_is_what_is_said() {
    let folder = tempdir().unwrap();
    make(folder.path(), &question(GRID, 8, 6), &|_, _| Some(unsolved()));
    let report = of(folder.path());
    assert!(verdict(&report).contains("Nothing is solved."), "{}", verdict(&report));
    assert!(report.complete);
}

#[test]
fn one_setting_beside_the_default_is_enough() {
    let folder = tempdir().unwrap();
    make(folder.path(), &question("weight_smoothing=0.2", 8, 6), &costs);
    let report = of(folder.path());
    assert!(verdict(&report).contains("Better."), "{}", verdict(&report));
    assert!(has(&report, "duel") && !has(&report, "map"));
}

#[test]
fn no_improvement_is_an_answer() {
    let folder = tempdir().unwrap();
    make(folder.path(), &question(GRID, 8, 6), &|place, setting| {
        Some(solved(500 + 9 * place as u64 + 20 * u64::from(setting != SettingId::DEFAULT)))
    });
    let report = of(folder.path());
    assert!(verdict(&report).contains("No improvement."), "{}", verdict(&report));
}

#[test]
fn some_problems_may_stay_unsolved() {
    let folder = tempdir().unwrap();
    make(folder.path(), &question(GRID, 8, 6), &|place, setting| {
        if place % 3 == 0 && setting == SettingId::DEFAULT { Some(unsolved()) } else { costs(place, setting) }
    });
    let report = of(folder.path());
    let duel = report.figures.iter().find(|chart| chart.id() == "duel-1e-4").unwrap();
    assert_eq!(duel.svg().matches("data-missed=\"x\"").count(), 2, "problems 9 and 12 are to test on");
}

#[test]
fn a_certificate_that_was_changed_is_not_repeated() {
    let folder = tempdir().unwrap();
    make(folder.path(), &question(GRID, 8, 6), &costs);
    std::fs::write(folder.path().join("certificate.json"), "{\"speedup\": 12345}").unwrap();
    let report = of(folder.path());
    assert!(report.html.contains("that cannot be used") && !report.html.contains("12345"));
}

/// A hundred thousand trials in a page that can be sent by mail.
#[test]
fn a_large_study_has_a_small_page() {
    let folder = tempdir().unwrap();
    let space = "weight_smoothing=0.01..1:40; initial_weight_scale=0.1..10:25log";
    make(folder.path(), &question(space, 100, 0), &|place, setting| {
        Some(solved(500 + (place as u64 * 37 + setting.0 * 101) % 400))
    });
    let report = of(folder.path());
    assert!(report.html.len() < 5_000_000, "{} bytes", report.html.len());
    assert!(report.complete);
}
