//! MPS, fixed and free: what is refused, and what errors say, word for word and with the line they point into.

use luthier::Error;
use luthier::io::{Format, ReadOptions, parse};

/// A model in free format. The tests change one line of it.
const FREE: &str = "NAME t\n\
    ROWS\n\
    \u{20}N cost\n\
    \u{20}L cap\n\
    \u{20}G dem\n\
    \u{20}E bal\n\
    COLUMNS\n\
    \u{20}x cost 1 cap 2\n\
    \u{20}x dem 3\n\
    \u{20}y cost -1 bal 1\n\
    RHS\n\
    \u{20}rhs cap 4 dem 5\n\
    RANGES\n\
    \u{20}rng cap 2\n\
    BOUNDS\n\
    \u{20}UP bnd x 9\n\
    ENDATA\n";

/// A model in fixed format, with names that contain blanks.
const FIXED: &str = "NAME          t\n\
    ROWS\n\
    \u{20}N  COST\n\
    \u{20}L  A ROW\n\
    COLUMNS\n\
    \u{20}   X 1       COST               1.0   A ROW              2.0\n\
    RHS\n\
    \u{20}   RHS       A ROW              4.0\n\
    BOUNDS\n\
    \u{20}UP BND       X 1                9.0\n\
    ENDATA\n";

/// All that is said about a text: the message without the name of the file, and below it the line with a mark.
fn said(text: &str, options: &ReadOptions) -> String {
    match parse("a.mps", text.as_bytes(), options) {
        Ok(_) => panic!("was read:\n{text}"),
        Err(Error::File(diagnostic)) => {
            let message = diagnostic.to_string();
            let message = message.strip_prefix("a.mps:").expect("the name of the file comes first");
            let line = diagnostic.excerpt.as_ref();
            let line = line.map(|(line, at)| format!("\n{line}\n{}^", " ".repeat(*at)));
            message.to_owned() + &line.unwrap_or_default()
        }
        Err(other) => panic!("not about a file: {other}"),
    }
}

/// A model with a line replaced by others.
fn changed(model: &str, line: &str, instead: &str) -> String {
    let (line, whole) = (format!("\n{line}\n"), format!("\n{model}"));
    assert_eq!(whole.matches(&line).count(), 1, "{line}");
    whole.replacen(&line, &format!("\n{instead}"), 1).split_off(1)
}

/// What must be said about a model with a line changed.
#[derive(Default)]
struct Case {
    line: String,
    instead: String,
    expected: String,
}

impl Case {
    fn check(&self, model: &str, options: &ReadOptions) {
        let text = changed(model, &self.line, &self.instead);
        assert_eq!(said(&text, options) + "\n", self.expected, "\n{text}");
    }
}

/// Model and options of a group of cases, told by its title.
fn setting(title: &str) -> (&'static str, ReadOptions) {
    let fixed = title.contains("fixed format").then_some(Format::FixedMps);
    let options = ReadOptions { lenient: title.contains("lenient"), format: fixed, ..ReadOptions::default() };
    (if title.contains("fixed model") { FIXED } else { FREE }, options)
}

#[test]
fn messages_are_as_recorded() {
    let (mut model, mut options) = setting("free model");
    let mut case = Case::default();
    let mut count = 0;
    let recorded = include_str!("models/mps_errors.txt").lines().skip_while(|line| !line.starts_with('='));
    for line in recorded.chain(["="]) {
        let (mark, text) = line.split_at(line.len().min(2));
        if matches!(mark, "- " | "= " | "=") && !case.line.is_empty() {
            std::mem::take(&mut case).check(model, &options);
            count += 1;
        }
        match mark {
            "= " => {
                (model, options) = setting(text);
                assert!(parse("a.mps", model.as_bytes(), &options).is_ok());
            }
            "- " => case.line = text.to_owned(),
            "+ " => case.instead += &format!("{text}\n"),
            "  " => case.expected += &format!("{text}\n"),
            _ => {}
        }
    }
    assert_eq!(count, 133);
}

#[test]
fn excerpts_are_printable_and_point_at_the_place() {
    for (instead, expected) in [
        (
            " x dem\u{0} 3",
            "9:7: a NUL byte; expected text; UTF-16 text can be converted with iconv -f UTF-16 -t UTF-8\n x dem\\u{0} 3\n      ^",
        ),
        (
            " größe_日本 dme 3",
            "9:11: row 'dme' is not known; expected one of the section ROWS; did you mean 'dem'?\n größe_日本 dme 3\n          ^",
        ),
        (
            "\tx\tdme\t3",
            "9:4: row 'dme' is not known; expected one of the section ROWS; did you mean 'dem'?\n x dme 3\n   ^",
        ),
        (
            " x \u{1b}[31mdem 3",
            "9:4: row '\\u{1b}[31mdem' is not known; expected one of the section ROWS\n x \\u{1b}[31mdem 3\n   ^",
        ),
        (
            " x                                                                                                                                                       dme 3",
            "9:154: row 'dme' is not known; expected one of the section ROWS; did you mean 'dem'?\n                                                                  dme 3\n                                                                  ^",
        ),
        (
            " x nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn 3",
            "9:4: row 'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...' is not known; expected one of the section ROWS\n x nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\n   ^",
        ),
        (
            " x éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé 3 dme 4",
            "9:4: row 'éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé...' is not known; expected one of the section ROWS\n x ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé\n   ^",
        ),
    ] {
        assert_eq!(
            said(&changed(FREE, " x dem 3", &format!("{instead}\n")), &ReadOptions::default()),
            expected
        );
    }
}

#[test]
fn texts_that_hold_no_model() {
    let nothing =
        " holds no model, only blanks and comments; expected an MPS file with a ROWS section, or an LP file";
    for (text, expected) in [
        ("", nothing),
        ("* a\n\n   \n* b\n", nothing),
        ("NAME t\n", "1:1: there is no ROWS section; expected an MPS file"),
        (
            "name t\nrows\n",
            "1:1: 'name'; expected an MPS file (NAME or ROWS first) or an LP file (minimize or maximize first)\nname t\n^",
        ),
        ("ROWS\n N cost\n", "2:1: the file ends without ENDATA; it looks truncated"),
    ] {
        assert_eq!(said(text, &ReadOptions::default()), expected);
    }
}

#[test]
fn blanks_that_are_not_ascii_separate_nothing() {
    let text = changed(FREE, " x dem 3", "\u{a0}x dem 3\n");
    let message = said(&text, &ReadOptions::default());
    assert!(message.starts_with("9:1: '\u{a0}x' is no section; expected NAME, "), "{message}");
    let text = changed(FREE, " x dem 3", " x dem\u{2003}3\n");
    let message = said(&text, &ReadOptions::default());
    assert!(message.starts_with("9:2: 2 words; expected a column"), "{message}");
}
