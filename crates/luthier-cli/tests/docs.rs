//! The examples of the documentation: every `console` block is typed into a shell, and must end and print as the page says.
//!
//! `$ cat FILE` shows a file that the reader is to make: the first time it is made from what the page shows. `$ echo $?`
//! shows an exit code; commands without one must succeed. In what is printed, `...` stands for anything, also for
//! whole lines, seconds may differ, and how far a search is need not be shown. A command below which nothing is shown may
//! print anything.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

/// A page, and how many commands it must at least have: a page that is not understood must not pass.
const PAGES: [(&str, usize); 11] = [
    ("README.md", 2),
    ("docs/first-steps.md", 10),
    ("docs/command-line.md", 15),
    ("docs/tuning.md", 15),
    ("docs/reports.md", 2),
    ("docs/statuses.md", 5),
    ("docs/warnings.md", 2),
    ("docs/tolerances.md", 1),
    ("docs/formats.md", 1),
    ("docs/structure.md", 2),
    ("docs/theory.md", 4),
];

/// A command with what the page shows below it.
struct Example {
    line: usize,
    command: String,
    shown: Vec<String>,
}

/// The commands of a page, in order.
fn examples(page: &str) -> Vec<Example> {
    let mut all: Vec<Example> = Vec::new();
    let mut inside = false;
    for (number, text) in page.lines().enumerate() {
        if text.starts_with("```") {
            inside = text == "```console";
        } else if let (true, Some(command)) = (inside, text.strip_prefix("$ ")) {
            // Before it is installed, the command is typed so.
            let command = command.replace("cargo run --release -- ", "luthier ");
            all.push(Example { line: number + 1, command, shown: Vec::new() });
        } else if let (true, Some(example)) = (inside, all.last_mut()) {
            example.shown.push(text.to_owned());
        }
    }
    all
}

/// What a shell in this folder prints, and its exit code.
fn typed(command: &str, folder: &Path) -> (String, Option<i32>) {
    let program = Path::new(env!("CARGO_BIN_EXE_luthier"));
    let path = std::env::join_paths(
        std::iter::once(program.parent().unwrap().to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let mut shell = Command::new("sh");
    for (name, _) in std::env::vars_os() {
        let shown = name.to_string_lossy();
        if shown.starts_with("LUTHIER_") || shown.starts_with("CLICOLOR") || shown == "NO_COLOR" {
            shell.env_remove(name);
        }
    }
    shell.env("PATH", path.unwrap()).current_dir(folder);
    let output = shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

/// Whether a number that is followed by s, or ends in it, stands for seconds.
fn is_seconds(word: &str, next: Option<&&str>) -> bool {
    let number = |text: &str| text.parse::<f64>().is_ok();
    let unit = next.is_some_and(|next| matches!(*next, "s" | "s:"));
    (unit && number(word)) || word.strip_suffix('s').is_some_and(number)
}

/// The words of a line, without seconds.
fn words(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let timeless = words.iter().enumerate().map(|(k, word)| {
        let seconds = is_seconds(word, words.get(k + 1));
        if seconds { "SECONDS" } else { *word }
    });
    timeless.collect::<Vec<_>>().join(" ")
}

/// Whether a printed line is the one shown, in which ... stands for anything.
fn same_line(shown: &str, printed: &str) -> bool {
    let (shown, printed) = (words(shown), words(printed));
    let mut pieces = shown.split("...");
    let Some(mut rest) = pieces.next().and_then(|first| printed.strip_prefix(first)) else { return false };
    let mut last = None;
    for piece in pieces {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
        last = Some(piece);
    }
    rest.is_empty() || last.is_some_and(str::is_empty)
}

/// Whether a line says how far a search is: what a slow machine shows now and then.
fn is_progress(line: &str) -> bool {
    line.starts_with("  ") && line.contains(" trials, ") && line.contains(" left in this round")
}

/// Whether the printed lines are those shown, in which a line ... stands for any number of lines.
fn same_lines(shown: &[String], printed: &[&str]) -> bool {
    match (shown, printed) {
        ([], rest) => rest.is_empty(),
        ([line, more @ ..], _) if line.trim() == "..." => {
            (0..=printed.len()).any(|from| same_lines(more, &printed[from..]))
        }
        ([line, more @ ..], [first, rest @ ..]) => same_line(line, first) && same_lines(more, rest),
        ([_, ..], []) => false,
    }
}

/// What is wrong with a command, run after those before it; its exit code becomes `code`.
fn complaint(
    example: &Example,
    next: Option<&Example>,
    folder: &Path,
    code: &mut Option<i32>,
) -> Option<String> {
    let printed;
    (printed, *code) = typed(&example.command, folder);
    let told = next.is_some_and(|next| next.command == "echo $?");
    let lines: Vec<&str> = printed.lines().filter(|line| !is_progress(line)).collect();
    if !told && *code != Some(0) {
        return Some(format!("exit code {code:?}\n{printed}"));
    }
    let same = example.shown.is_empty() || same_lines(&example.shown, &lines);
    (!same).then(|| format!("it printed\n{printed}"))
}

/// What is wrong with the examples of a page.
fn complaints(name: &str, least: usize) -> Vec<String> {
    let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    let examples = examples(&std::fs::read_to_string(path).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (mut commands, mut code, mut wrong) = (0, Some(0), Vec::new());
    for (position, example) in examples.iter().enumerate() {
        let place = format!("{name}:{}: {}", example.line, example.command);
        let shown = example.shown.join("\n");
        match example.command.split_once(' ') {
            Some(("cat", file)) if !folder.path().join(file).exists() => {
                std::fs::write(folder.path().join(file), shown + "\n").unwrap();
            }
            Some(("echo", "$?")) if shown == code.map_or_else(String::new, |c| c.to_string()) => {}
            Some(("echo", "$?")) => wrong.push(format!("{place}: it was {code:?}")),
            _ if runs(&example.command) => {
                commands += 1;
                let found = complaint(example, examples.get(position + 1), folder.path(), &mut code);
                wrong.extend(found.map(|what| format!("{place}: {what}")));
            }
            _ => {}
        }
    }
    if commands < least {
        wrong.push(format!("{name}: {commands} commands"));
    }
    wrong
}

/// Whether a command is ours, or shows a file that we made.
fn runs(command: &str) -> bool {
    command.starts_with("cat ") || command.split(' ').any(|word| word == "luthier")
}

#[test]
fn examples_end_and_print_as_the_pages_say() {
    let wrong: Vec<String> = PAGES.iter().flat_map(|(name, least)| complaints(name, *least)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_differs_is_noticed() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let same = |shown: &str, printed: &str| same_lines(&lines(shown), &printed.lines().collect::<Vec<_>>());
    assert!(same("a 1.5 s\n...\nc  0.02s", "a 7 s\nb\nb\nc 1.00s"));
    assert!(same("{\"x\":1,...", "{\"x\":1,\"y\":2}") && same("a...c", "abc") && same("...", ""));
    assert!(!same("a 1.5 m", "a 7 m") && !same("a", "a\nb") && !same("a\nb", "a") && !same("a...c", "abcd"));
    assert!(!same("a\n...\nb", "a\nc"));
    assert!(
        is_progress("  473 of 1145 trials, 93/s, about 7 s left in this round")
            && !is_progress("round 1: all")
    );
}
