//! The documentation and the code agree: the page of parameters is what the table says, every status and every code of a
//! warning has its section, links lead somewhere, and promises name tests that exist.
//! `LUTHIER_BLESS=1 cargo test --test docs` writes the page of parameters anew.

use luthier::Status;
use luthier::params::{PRESETS, Parameters, Role, TABLE};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(project().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The pages of the documentation, and those beside it.
fn pages() -> Vec<String> {
    let files = std::fs::read_dir(project().join("docs")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let docs = names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}"));
    docs.chain(["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(str::to_owned)).collect()
}

/// The lines of a page that are neither in a block of code nor indented as one.
fn prose(page: &str) -> Vec<&str> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside && !line.starts_with("    ") {
            lines.push(line);
        }
    }
    lines
}

/// The headings of a page that are of this level or, with none, of any.
fn headings(page: &str, level: Option<usize>) -> Vec<String> {
    let headings = prose(page).into_iter().filter_map(|line| {
        let marks = line.len() - line.trim_start_matches('#').len();
        let text = line[marks..].strip_prefix(' ')?;
        (marks > 0 && level.is_none_or(|level| level == marks)).then(|| text.to_owned())
    });
    headings.collect()
}

/// What a heading is called in links, on the web and in the book.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// The words that a function of the code gives for each variant: the text behind `=>` in its body.
fn words(source: &str, function: &str) -> BTreeSet<String> {
    let body = source.split_once(function).unwrap_or_else(|| panic!("no {function}")).1;
    let body = body.split_once("\n    }").unwrap().0;
    let text = |line: &str| Some(line.split_once("=> \"")?.1.split_once('"')?.0.to_owned());
    body.lines().filter_map(text).collect()
}

fn parameter_page() -> String {
    let mut page = String::from("# Parameters\n\nThis page is generated from the table in the code.\n\n");
    page += "Set them with their flags (`--check-period 16`), with `--set NAME=VALUE`, in a [file](parameter-files.md), or as fields\n";
    page += "of `Parameters`. \"Tunable\" parameters change the way to the answer; the others define what \"solved\" means or how\n";
    page += "much may be spent. What they do is on the page of [methods](methods.md).\n\n## Presets\n\n";
    for (name, description, values) in PRESETS {
        writeln!(page, "- `{name}`: {description}.").unwrap();
        for (parameter, value) in values().changed() {
            writeln!(page, "  - {} = {value}", parameter.name).unwrap();
        }
    }
    page += "\n## Table\n";
    for p in TABLE {
        let symbol = if p.symbol.is_empty() { String::new() } else { format!(" ({})", p.symbol) };
        write!(page, "\n### {}{symbol}\n\n{}\n\n", p.name, p.doc).unwrap();
        let default = p.value(&Parameters::default());
        let tunable = match p.role {
            Role::Way => format!("Tunable, usual grid `{}`", p.grid),
            Role::Meaning => "Not tunable".into(),
        };
        writeln!(page, "Values: {}. Default: `{default}`. {tunable}.", p.domain).unwrap();
    }
    page
}

#[test]
fn the_page_of_parameters_is_up_to_date() {
    let path = project().join("docs/parameters.md");
    if std::env::var_os("LUTHIER_BLESS").is_some() {
        std::fs::write(&path, parameter_page()).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == parameter_page(),
        "docs/parameters.md is out of date: LUTHIER_BLESS=1 cargo test --test docs"
    );
}

#[test]
fn every_status_has_its_section() {
    let statuses = words(&read("crates/luthier/src/solution.rs"), "pub fn name(self)");
    assert_eq!(statuses, Status::ALL.map(|status| status.name().to_owned()).into());
    let page = read("docs/statuses.md");
    let sections: BTreeSet<String> = headings(&page, Some(2)).into_iter().collect();
    let missing: Vec<_> = statuses.difference(&sections).collect();
    assert!(missing.is_empty(), "docs/statuses.md has no section for {missing:?}");
    // And the table at the top leads to each of them.
    let unlinked: Vec<_> = statuses.iter().filter(|s| !page.contains(&format!("[{s}](#{s})"))).collect();
    assert!(unlinked.is_empty(), "{unlinked:?}");
}

#[test]
fn every_code_has_its_section_and_every_section_its_code() {
    let of = |file: &str| words(&read(file), "pub fn code(&self)");
    let kinds = [
        of("crates/luthier/src/problem/warning.rs"),
        of("crates/luthier/src/solution.rs"),
        of("crates/luthier/src/io/solution/mismatch.rs"),
    ];
    assert_eq!(kinds.each_ref().map(|codes| codes.is_empty()), [false; 3]);
    let codes: BTreeSet<String> = kinds.into_iter().flatten().collect();
    assert!(codes.contains("bounds_cross") && codes.contains("refused") && codes.contains("other_data"));
    let sections: BTreeSet<String> = headings(&read("docs/warnings.md"), Some(3)).into_iter().collect();
    assert_eq!(sections, codes);
}

/// The targets of the links of a page.
fn links(page: &str) -> Vec<String> {
    let text = prose(page).join("\n");
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).collect()
}

#[test]
fn links_lead_somewhere() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for name in pages() {
        let folder = Path::new(&name).parent().unwrap().to_str().unwrap().to_owned();
        for link in links(&read(&name)).into_iter().filter(|link| !link.starts_with("https://")) {
            count += 1;
            let (file, place) = link.split_once('#').unwrap_or((&link, ""));
            let path = match (file, folder.as_str()) {
                ("", _) => name.clone(),
                (file, "") => file.to_owned(),
                (file, folder) => format!("{folder}/{file}"),
            };
            let exists = project().join(&path).is_file();
            let found = || headings(&read(&path), None).iter().any(|heading| anchor(heading) == place);
            if !exists || (!place.is_empty() && !found()) {
                wrong.push(format!("{name}: {link}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 50, "{count} links");
}

#[test]
fn every_page_is_in_the_contents() {
    let listed: BTreeSet<String> = links(&read("docs/SUMMARY.md")).into_iter().collect();
    let there = pages().into_iter().filter_map(|name| name.strip_prefix("docs/").map(str::to_owned));
    let there: BTreeSet<String> = there.filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(listed, there);
    let linked: BTreeSet<String> = links(&read("docs/README.md")).into_iter().collect();
    let unlinked: Vec<_> =
        there.iter().filter(|name| *name != "README.md" && !linked.contains(*name)).collect();
    assert!(unlinked.is_empty(), "docs/README.md does not lead to {unlinked:?}");
}

/// The modules of the library that a file uses.
fn used_modules(source: &str) -> BTreeSet<String> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let paths = code.flat_map(|line| line.split("crate::").skip(1));
    let modules = paths.filter_map(|path| Some(path.split_once("::")?.0.to_owned()));
    modules.filter(|module| module.chars().all(|c| c.is_ascii_lowercase() || c == '_')).collect()
}

/// All sources below a path without its ending: one file, or a folder of them.
fn sources(path: &Path) -> Vec<String> {
    let file = path.with_extension("rs");
    if file.is_file() {
        return vec![std::fs::read_to_string(file).unwrap()];
    }
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|entry| sources(&entry.with_extension(""))).collect()
}

#[test]
fn modules_use_only_those_that_the_architecture_names_before_them() {
    let page = read("ARCHITECTURE.md");
    let order = page.split_once("```text modules\n").unwrap().1.split_once("```").unwrap().0;
    let order: Vec<&str> = order.split_whitespace().collect();
    let library = read("crates/luthier/src/lib.rs");
    let declared = library.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
    let declared: BTreeSet<&str> = declared.filter_map(|line| line.strip_suffix(';')).collect();
    assert_eq!(order.iter().copied().collect::<BTreeSet<_>>(), declared);
    for (position, module) in order.iter().enumerate() {
        for source in sources(&project().join("crates/luthier/src").join(module)) {
            let later =
                used_modules(&source).into_iter().find(|used| !order[..=position].contains(&used.as_str()));
            assert_eq!(later, None, "{module} uses what stands behind it");
        }
    }
}

/// Whether a file of the project has a test of this name.
fn has_test(file: &str, test: &str) -> bool {
    let path = project().join("crates").join(file);
    let source = std::fs::read_to_string(path).unwrap_or_default();
    let body = format!("fn {test}()");
    let parts: Vec<&str> = source.split("#[test]").skip(1).collect();
    parts.iter().any(|part| part.find("fn ").is_some_and(|at| part[at..].starts_with(&body)))
}

#[test]
fn promises_name_tests_that_exist() {
    let mut count = 0;
    for name in pages() {
        let page = read(&name);
        let code = page.split('`').skip(1).step_by(2);
        for (file, test) in
            code.filter_map(|code| code.split_once("::")).filter(|(file, _)| file.ends_with(".rs"))
        {
            count += 1;
            assert!(has_test(file, test), "{name}: there is no test {file}::{test}");
        }
    }
    assert!(count > 40, "{count}");
    assert!(!has_test("luthier/tests/docs.rs", "promises_name_tests"));
}
