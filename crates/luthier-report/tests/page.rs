//! What is in the file of a page, without a browser.
mod support;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use luthier_report::page::*;
use sha2::{Digest, Sha256};
use support::demo;

/// Contents of the elements with this tag, between their tags.
fn contents<'a>(html: &'a str, open: &'a str, close: &'a str) -> Vec<&'a str> {
    html.split(open)
        .skip(1)
        .map(|rest| rest.split_once('>').unwrap().1.split_once(close).unwrap().0)
        .collect()
}

#[test]
fn the_policy_names_what_is_in_the_page() {
    let html = demo::page(10).html();
    let hash = |text: &&str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())));
    let styles: Vec<String> = contents(&html, "<style", "</style>").iter().map(hash).collect();
    assert_eq!(styles.len(), 2);
    // The others are data.
    let script = contents(&html, "<script", "</script>").last().map(hash).unwrap();
    let policy = format!(
        "default-src 'none'; script-src {script}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        styles.join(" ")
    );
    let written = format!("content=\"{}\"", policy.replace('\'', "&#39;"));
    assert!(html.contains(&written), "{written}");
}

#[test]
fn pages_name_no_other_place() {
    let html = demo::page(10).html();
    for forbidden in [" style=", " onclick=", "http://", "https://", "src=", "@import", "url("] {
        // The icon names the space of SVG, which nobody ever asks for.
        let html = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!html.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn pages_are_functions_of_their_content() {
    assert_eq!(demo::page(200).html(), demo::page(200).html());
}

#[test]
fn big_tables_write_their_first_rows_and_hold_all() {
    let html = Page::new("t").section(Section::new("s", "s").with(demo_table(250).big("rows"))).html();
    assert_eq!(html.matches("<tr>").count(), 1 + 100);
    let data = contents(&html, "<script type=\"application/json\"", "</script>");
    assert_eq!(data[0].matches("row ").count(), 250);
}

#[test]
fn figures_with_many_numbers_page_them() {
    let page = |rows| {
        let figure = Figure::new(Svg::new("<svg/>"), "f").numbers(demo_table(rows), "f");
        Page::new("t").section(Section::new("s", "s").with(figure)).html()
    };
    assert!(!page(100).contains("class=\"explorer\""));
    assert!(page(101).contains("class=\"explorer\""));
}

fn demo_table(rows: usize) -> Table {
    Table::new().text("name", (0..rows).map(|i| format!("row {i}"))).count("n", (0..rows).map(|i| i as f64))
}
