//! The charts of `luthier study`.

mod support;

use support::study::{QUESTION, Study};
use support::{Run, command, shown};

/// What `luthier study` shows on so many columns.
fn study_of(study: &Study, columns: &str, more: &[&str]) -> Run {
    let mut command = command();
    command.args(["study", shown(&study.path())]).args(more).env("COLUMNS", columns);
    let run = Run::from(command.output().unwrap());
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
    run
}

/// The lines from one that begins so to the next empty one.
fn block<'o>(out: &'o str, start: &str) -> Vec<&'o str> {
    out.lines().skip_while(|line| !line.starts_with(start)).take_while(|line| !line.is_empty()).collect()
}

/// The rows of the heat map.
fn rows(out: &str) -> Vec<&str> {
    let map = out.lines().skip_while(|line| !line.starts_with("Mean iterations:"));
    map.take_while(|line| !line.contains(" iterations; ")).filter(|line| line.contains(" |")).collect()
}

/// A study in which every setting was run on every problem.
fn whole() -> Study {
    let study = Study::of(&QUESTION);
    study.events(&["--search=full"]);
    study
}

#[test]
fn the_cost_is_drawn_over_two_parameters_with_default_and_best_marked() {
    let study = whole();
    let out = study_of(&study, "80", &["--color=never"]).out;
    assert!(!out.contains('\u{1b}'), "{out}");
    assert!(
        out.contains("\nMean iterations: theta to the right, initial_weight_scale downwards:\n"),
        "{out}"
    );
    let values = out.lines().find(|line| line.split_whitespace().eq(["0.1", "0.3", "0.5", "0.8"]));
    assert!(values.is_some(), "{out}");
    let rows = rows(&out);
    let labels: Vec<&str> = rows.iter().map(|row| row.split(" |").next().unwrap().trim()).collect();
    assert_eq!(labels, ["0.1", "1", "10", "100"], "{out}");
    // Every setting with its cost, and the table has the same numbers.
    let document = support::json(&study_of(&study, "80", &["--json", "--top=100"]).out);
    let standings = document["standings"].as_array().unwrap();
    let cost = |text: &str| {
        let found = standings.iter().find(|row| row["setting"] == text).unwrap();
        format!("{:.0}", found["train"]["cost"].as_f64().unwrap())
    };
    assert!(rows[1].contains(&format!(" {}D", cost(""))), "{out}");
    assert!(rows[3].contains(&format!(" {} ", cost("initial_weight_scale=100"))), "{out}");
    let best = standings[0]["train"]["cost"].as_f64().unwrap();
    assert!(rows.iter().any(|row| row.contains(&format!(". {best:.0}B"))), "{out}");
    let marks = |mark: char| rows.concat().matches(mark).count();
    assert_eq!((marks('B'), marks('D')), (1, 1), "{out}");
    let legend = out.lines().find(|line| line.contains(" iterations; ")).unwrap();
    assert!(
        legend.starts_with(&format!("  . {best:.0} to @ ")) && legend.ends_with("; B best, D default"),
        "{legend}"
    );
    assert!(out.contains(" of 16 settings may be the best (95% confidence).\n"), "{out}");
}

#[test]
fn colours_take_the_place_of_shades() {
    let study = whole();
    let plain = study_of(&study, "80", &["--color=never"]).out;
    let colored = study_of(&study, "80", &["--color=always"]).out;
    // The best is on the lightest background, the worst on the darkest.
    let best = colored.lines().find(|line| line.contains("B\u{1b}[0m")).unwrap();
    assert!(best.contains("\u{1b}[48;5;227m") && colored.contains("\u{1b}[48;5;53m"), "{colored}");
    assert!(!colored.contains(" to @ "), "{colored}");
    // Without the escapes, the numbers are the same.
    let numbers = |out: &str| -> Vec<String> {
        let digits =
            |row: &&str| row.split(" |").nth(1).unwrap().replace(|c: char| !c.is_ascii_alphanumeric(), " ");
        rows(out).iter().map(digits).map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let stripped = anstream_free(&colored);
    assert_eq!(numbers(&stripped), numbers(&plain), "{stripped}");
}

/// A text without its escapes.
fn anstream_free(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some(at) = rest.find('\u{1b}') {
        plain.push_str(&rest[..at]);
        rest = rest[at..].split_once('m').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

#[test]
fn narrow_terminals_get_less() {
    let study = whole();
    for columns in ["200", "80", "40", "28", "20", "11", "3", "0"] {
        let out = study_of(&study, columns, &["--color=never"]).out;
        let charts = out.lines().filter(|line| line.contains(" |") || line.contains("+---"));
        let widest = charts.map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(widest <= columns.parse().unwrap(), "{columns}: {out}");
    }
    // Shades with marks, and only the ends of the axis.
    let out = study_of(&study, "20", &["--color=never"]).out;
    let second = rows(&out)[1];
    assert!(second.starts_with("    1 |") && second.contains('D') && second.len() <= 15, "{out}");
    assert!(out.contains("0.1  0.8\n"), "{out}");
    assert!(study_of(&study, "3", &[]).out.contains("Settings that were run on all 6"));
    assert!(rows(&study_of(&study, "3", &[]).out).is_empty());
}

#[test]
fn the_tuned_setting_stands_beside_the_default() {
    let study = whole();
    let out = study_of(&study, "80", &["--color=never"]).out;
    let start = "Solved within R times the cost of the better one, of 4 problems to test on:";
    assert_eq!(block(&out, start), [start], "{out}");
    let chart: Vec<&str> =
        out.lines().filter(|line| line.starts_with("        |") || line.contains("% |")).collect();
    assert_eq!(chart.len(), 9, "{out}");
    assert!(chart[0].starts_with("   100% |") && chart[8].starts_with("     0% |"), "{out}");
    // At the right end both have solved all.
    assert!(chart[0].ends_with('*') && chart.concat().contains('T') && chart.concat().contains('D'), "{out}");
    assert!(out.contains("\n         R = 1 "), "{out}");
    assert!(out.contains("  T tuned (initial_weight_scale 0.1, theta 0.3): no worse on "), "{out}");
    assert!(out.contains(", solves 100%\n  D default: no worse on "), "{out}");
    let colored = study_of(&study, "80", &["--color=always"]).out;
    assert!(colored.contains("\u{1b}[32mT"), "{colored}");
}

#[test]
fn where_there_is_nothing_to_show_nothing_is_shown() {
    // One axis, and no problems to test on.
    let study = Study::of(&[
        "tune",
        "transportation:6x9",
        "--seed=4",
        "--space=initial_weight_scale=0.1",
        "--train=6",
        "--test=0",
        "--sealed=0",
    ]);
    study.events(&[]);
    let out = study_of(&study, "80", &[]).out;
    assert!(!out.contains("to the right"), "{out}");
    assert!(
        out.contains("Solved within R times the cost of the better one, of 6 problems to tune on:"),
        "{out}"
    );
    // Not a single trial.
    let study = Study::of(&QUESTION);
    study.tune(&["--shard=7/7", "--search=profiles", "-q"]);
    let out = study_of(&study, "80", &[]).out;
    assert!(out.contains("No setting was run on all problems"), "{out}");
    assert!(!out.contains("to the right") && !out.contains("Solved within"), "{out}");
}

#[test]
fn cells_that_rest_on_less_say_so() {
    let study = Study::of(&QUESTION);
    study.events(&["--search=grid"]);
    let out = study_of(&study, "80", &["--color=never"]).out;
    let legend = out.lines().find(|line| line.contains(" iterations; ")).unwrap();
    assert!(legend.contains("> at least"), "{out}");
    assert!(rows(&out).concat().contains('>'), "{out}");
    let whole = whole();
    assert!(!study_of(&whole, "80", &["--color=never"]).out.contains("> at least"));
}
