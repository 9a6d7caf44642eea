//! The page of parameters is what the table says. `LUTHIER_BLESS=1 cargo test --test docs` writes it anew.

use luthier::params::{PRESETS, Parameters, Role, TABLE};
use std::fmt::Write;

fn page() -> String {
    let mut page = String::from("# Parameters\n\nThis page is generated from the table in the code.\n\n");
    page += "Set them with `luthier solve --set NAME=VALUE` or as fields of `Parameters`. \"Tunable\" parameters change the way to the\n";
    page += "answer; the others define what \"solved\" means or how much may be spent.\n\n## Presets\n\n";
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
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/parameters.md");
    if std::env::var_os("LUTHIER_BLESS").is_some() {
        std::fs::write(path, page()).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == page(), "docs/parameters.md is out of date: LUTHIER_BLESS=1 cargo test --test docs");
}
