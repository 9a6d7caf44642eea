//! `luthier report`: the page of a study, and its charts as files.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::study::{LONG_QUESTION, QUESTION, Started, Study};
use support::{folder, json, luthier, shown};

/// A finished study.
fn finished() -> Study {
    let study = Study::of(&QUESTION);
    study.events(&["--search=full"]);
    study
}

/// Writes the page of a study and reads it.
fn page(study: &Path, more: &[&str]) -> String {
    let run = luthier(&[&["report", shown(study)], more].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.out, "", "{run:?}");
    std::fs::read_to_string(study.join("report.html")).unwrap()
}

#[test]
fn the_page_is_in_the_study_and_needs_nothing_else() {
    let study = finished();
    let page = page(&study.path(), &[]);
    assert!(page.starts_with("<!doctype html>"), "{}", &page[..60]);
    assert!(page.contains("Content-Security-Policy") && page.contains("default-src"));
    // No address of anything, but for the names of formats.
    let addresses: Vec<&str> = page.match_indices("://").map(|(at, _)| &page[at..at + 30]).collect();
    assert!(addresses.iter().all(|a| a.starts_with("://www.w3.org/")), "{addresses:?}");
    for section in [
        "certificate",
        "map",
        "parameters",
        "duel",
        "distribution",
        "tolerances",
        "importance",
        "trajectory",
        "race",
        "settings",
        "provenance",
    ] {
        assert!(page.contains(&format!("<section id=\"{section}\"")), "{section}");
    }
}

#[test]
fn a_page_says_the_verdict_of_the_tuner() {
    let study = Study::of(&QUESTION);
    let run = study.tune(&["--search=full"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let (_, verdict) = run.out.split_once("verdict   ").unwrap();
    let headline = verdict.split_inclusive('.').next().unwrap();
    let page = page(&study.path(), &[]);
    let (_, lead) = page.split_once("class=\"verdict\"").unwrap();
    assert!(lead.split("</p>").next().unwrap().contains(headline), "{headline}");
}

#[test]
fn the_page_goes_where_it_is_told() {
    let study = finished();
    let elsewhere = study.file("../elsewhere.html");
    let run = luthier(&["report", shown(&study.path()), "--out", shown(&elsewhere)]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.log.starts_with("written   "), "{run:?}");
    assert!(elsewhere.exists() && !study.file("report.html").exists());
    let run = luthier(&["report", shown(&study.path()), "--out", "-"]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("<!doctype html>") && run.out.ends_with("</html>\n"), "{}", run.out.len());
    let run = luthier(&["report", shown(&study.path()), "--quiet"]);
    assert_eq!((run.code, run.out.as_str(), run.log.as_str()), (Some(0), "", ""));
}

#[test]
fn every_chart_is_a_file_of_its_own() {
    let (study, figures) = (finished(), folder());
    let into = figures.path().join("new");
    let run = luthier(&["report", shown(&study.path()), "--figures", shown(&into)]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&into).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let of = |ending: &str| files.iter().filter(|f| f.extension().is_some_and(|e| e == ending)).count();
    assert!(of("svg") >= 12 && of("svg") == of("png") && of("svg") * 2 == files.len(), "{files:?}");
    let told = format!("figures   {} as SVG and PNG", of("svg"));
    assert!(run.log.contains(&told), "{run:?}");
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let begins: &[u8] = if file.extension().unwrap() == "svg" { b"<?xml" } else { b"\x89PNG" };
        assert!(bytes.starts_with(begins), "{file:?}");
    }
}

/// The attributes of all marks of a chart: exact numbers as text.
fn marks<'a>(svg: &'a str, attribute: &str) -> Vec<&'a str> {
    let name = format!(" {attribute}=\"");
    let is_mark = |element: &&str| element.contains(" class=\"mark");
    let of = |element: &'a str| Some(element.split_once(&name)?.1.split('"').next().unwrap());
    svg.split('<').filter(is_mark).filter_map(of).collect()
}

/// Cost by setting, as `luthier study --json` has it.
fn standings(study: &Study) -> Vec<Value> {
    let run = luthier(&["study", shown(&study.path()), "--json", "--top", "1000"]);
    let document = json(&run.out);
    document["standings"].as_array().unwrap().clone()
}

#[test]
fn charts_show_the_numbers_of_the_study() {
    let (study, figures) = (finished(), folder());
    let run = luthier(&["report", shown(&study.path()), "--figures", shown(figures.path())]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let read = |name: &str| std::fs::read_to_string(figures.path().join(name)).unwrap();
    let mut costs: Vec<f64> =
        standings(&study).iter().map(|s| s["train"]["cost"].as_f64().unwrap()).collect();
    costs.sort_by(f64::total_cmp);

    // The heat map has a cell for each setting of the grid.
    let map =
        std::fs::read_dir(figures.path()).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap());
    let map = map.into_iter().find(|f| f.starts_with("map-") && f.ends_with(".svg")).unwrap();
    let map = read(&map);
    let mut shown: Vec<f64> = marks(&map, "data-v").iter().map(|v| v.parse().unwrap()).collect();
    shown.sort_by(f64::total_cmp);
    assert_eq!(shown, costs);
    // The page has the same chart.
    let page = std::fs::read_to_string(study.file("report.html")).unwrap();
    let inline =
        page.split("<svg").find(|svg| svg.contains("id=\"map-")).unwrap().split("</svg>").next().unwrap();
    assert_eq!(marks(inline, "data-v"), marks(&map, "data-v"));

    // The scatter has the iterations of the default on all test problems.
    let mut shown: Vec<f64> =
        marks(&read("duel-1e-4.svg"), "data-x").iter().map(|v| v.parse().unwrap()).collect();
    shown.sort_by(f64::total_cmp);
    let is_default =
        |((_, setting), line): &(&(String, String), &Value)| setting.is_empty() && line["side"] == "test";
    let trials = study.trials();
    let mut stored: Vec<f64> =
        trials.iter().filter(is_default).map(|(_, line)| line["iterations"].as_f64().unwrap()).collect();
    stored.sort_by(f64::total_cmp);
    assert_eq!((shown.len(), &shown), (4, &stored));
}

#[test]
fn an_unfinished_study_has_a_page_that_says_so() {
    let study = Study::of(&LONG_QUESTION);
    let mut started = study.start(&["--search=full"]);
    assert!(started.wait_for(50));
    let text = page(&study.path(), &[]);
    assert!(text.contains("This study is not finished."));
    started.kill();
    let run = luthier(&["report", shown(&study.path())]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.log.contains("the study is not finished: the page says so"), "{run:?}");
}

#[test]
fn a_watched_page_is_written_until_the_study_ends() {
    let study = Study::of(&LONG_QUESTION);
    let mut started = study.start(&["--search=full"]);
    assert!(started.wait_for(20));
    let words = ["report", shown(&study.path()), "--watch"].map(str::to_owned);
    let watcher = Started::new(&words);
    let page = study.file("report.html");
    let deadline = Instant::now() + Duration::from_secs(60);
    while !page.exists() {
        assert!(Instant::now() < deadline, "no page");
        std::thread::sleep(Duration::from_millis(20));
    }
    let first = std::fs::read_to_string(&page).unwrap();
    assert!(first.contains("This study is not finished."));
    assert_eq!(started.end().code, Some(0));
    assert_eq!(watcher.end().code, Some(0));
    let last = std::fs::read_to_string(&page).unwrap();
    assert!(!last.contains("This study is not finished."));
}

#[test]
fn a_browser_that_is_not_there_is_told() {
    let study = finished();
    let mut command = support::command();
    command.args(["report", shown(&study.path()), "--open"]).env("PATH", study.path()).env_remove("BROWSER");
    let run: support::Run = command.output().unwrap().into();
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.log.contains("no browser could be started") && run.log.contains("report.html"), "{run:?}");
}

#[test]
fn what_cannot_be_done_is_refused() {
    let study = finished();
    let here = study.path();
    let refused = |words: &[&str], part: &str| {
        let run = luthier(&[&["report"], words].concat());
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.log.contains(part), "{run:?}");
    };
    let nowhere = folder();
    refused(&[shown(nowhere.path())], "no study");
    refused(&[shown(&here), "--out", "-", "--watch"], "cannot be used with --watch");
    refused(&[shown(&here), "--out", "-", "--open"], "cannot be used with --open");
    refused(&[shown(&here), "--out", "/nowhere/at/all.html"], "all.html");
    let file = study.file("study.toml");
    refused(&[shown(&here), "--figures", shown(&file)], "expected a folder");
    refused(&[shown(&here), "--out", shown(&study.file("study.sqlite"))], "study.sqlite");
}
