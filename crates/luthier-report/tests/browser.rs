//! Pages in a real browser, opened from their file without a network.
mod support;

use luthier_report::page::Page;
use std::path::PathBuf;
use support::{browser, demo};

/// Writes a page and runs a script of the support folder on it.
fn check(page: &Page, script: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("page.html");
    std::fs::write(&path, page.html()).unwrap();
    browser::run_here(script, &[path]);
}

#[test]
fn controls_do_what_they_say() {
    check(&demo::page(1000), "page_controls.py");
}

#[test]
fn charts_tell_about_their_marks() {
    check(&demo::page(10), "page_charts.py");
}

#[test]
fn big_tables_are_sorted_filtered_and_paged() {
    check(&demo::page(1000), "page_tables.py");
}

#[test]
fn fifty_thousand_rows_are_sorted_at_once() {
    check(&demo::page(50_000), "page_speed.py");
}

#[test]
fn names_are_just_names() {
    check(&demo::hostile_page(), "page_names.py");
}

#[test]
fn pages_fit_phones_paper_and_the_dark() {
    check(&demo::page(1000), "page_looks.py");
}

#[test]
fn live_pages_read_themselves_again() {
    let mut page = demo::page(1000);
    page.refresh = Some(1);
    check(&page, "page_live.py");
}
