//! Help, completions and manual pages.

mod support;

use support::{folder, luthier, shown};

const COMMANDS: [&str; 19] = [
    "solve",
    "check",
    "verify",
    "convert",
    "params",
    "families",
    "generate",
    "tune",
    "study",
    "report",
    "reproduce",
    "merge",
    "theory",
    "completions",
    "man",
    "certify",
    "plan",
    "monitor",
    "structure",
];

#[test]
fn help_names_every_command_with_an_example() {
    let long = luthier(&["--help"]);
    assert_eq!((long.code, long.log.as_str()), (Some(0), ""));
    for command in COMMANDS {
        assert!(long.out.contains(&format!("\n  {command} ")), "{command}: {}", long.out);
        assert!(long.out.contains(&format!("  luthier {command}")), "example of {command}: {}", long.out);
        let own = luthier(&[command, "-h"]).out;
        assert!(own.contains("Examples:"), "{own}");
    }
}

#[test]
fn the_short_help_of_solve_fits_a_screen() {
    let short = luthier(&["solve", "-h"]).out;
    assert!(short.lines().count() <= 40, "{} lines: {short}", short.lines().count());
    assert!(short.lines().all(|line| line.chars().count() <= 100), "{short}");
    assert!(short.matches("  luthier solve").count() >= 3, "{short}");
    assert!(!short.contains("--weight-smoothing") && !short.contains("[env"), "{short}");
}

#[test]
fn the_long_help_of_solve_has_every_parameter() {
    let long = luthier(&["solve", "--help"]).out;
    let (_, parameters) = long.split_once("\nParameters:\n").unwrap();
    for parameter in luthier::params::TABLE {
        let flag = format!("--{} ", parameter.name.replace('_', "-"));
        assert!(parameters.contains(&flag), "{flag}");
        assert!(long.contains(&format!("LUTHIER_{}", parameter.name.to_ascii_uppercase())), "{flag}");
    }
}

/// The flags that a text mentions.
fn flags(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let flag = |w: &&str| w.starts_with("--") && w.len() > 2 && !w.ends_with('-');
    words.filter(flag).map(str::to_owned).collect()
}

#[test]
fn help_mentions_only_flags_that_exist() {
    let known: Vec<String> = COMMANDS
        .iter()
        .flat_map(|command| luthier(&[command, "--help"]).out.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| line.trim_start().starts_with('-'))
        .flat_map(|line| flags(&line))
        .chain(["--version".to_owned()])
        .collect();
    assert!(known.contains(&"--tol".to_owned()));
    let pages = COMMANDS.iter().flat_map(|c| [luthier(&[c, "-h"]).out, luthier(&[c, "--help"]).out]);
    for page in pages.chain([luthier(&["-h"]).out, luthier(&["--help"]).out]) {
        for flag in flags(&page) {
            assert!(known.contains(&flag), "{flag} does not exist: {page}");
        }
    }
}

#[test]
fn the_examples_of_help_can_be_typed() {
    // Those that need no file: their flags are read, and they do their job.
    for arguments in
        [&["params", "--json"][..], &["params"], &["completions", "bash"], &["man"], &["--version"]]
    {
        let run = luthier(arguments);
        assert!(run.code == Some(0) && !run.out.is_empty() && run.log.is_empty(), "{arguments:?}: {run:?}");
    }
}

#[test]
fn no_command_is_a_question_for_help() {
    let run = luthier(&[]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.log.contains("Usage: luthier") && run.log.contains("Examples:"), "{}", run.log);
}

#[test]
fn completions_know_the_parameters() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = luthier(&["completions", shell]);
        assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{shell}");
        assert!(run.out.contains("weight-smoothing"), "{shell}");
    }
    assert_eq!(luthier(&["completions", "tcsh"]).code, Some(2));
}

#[test]
fn manual_pages_are_printed_or_written() {
    let page = luthier(&["man"]).out;
    assert!(page.starts_with(".ie") || page.starts_with(".TH"), "{page}");
    let folder = folder();
    let run = luthier(&["man", "--out", shown(folder.path())]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|f| f.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut expected: Vec<_> =
        COMMANDS.iter().map(|c| format!("luthier-{c}.1")).chain(["luthier.1".to_owned()]).collect();
    expected.sort();
    assert_eq!(names, expected);
    let solve = std::fs::read_to_string(folder.path().join("luthier-solve.1")).unwrap();
    assert!(solve.contains("weight\\-smoothing") && solve.contains(".TH luthier-solve"), "{solve}");
    let run = luthier(&["man", "--out", "/no/such/folder"]);
    assert!(run.code == Some(2) && run.log.contains("cannot be written"), "{run:?}");
}
