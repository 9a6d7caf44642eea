//! The page of families says what the tables say.

use luthier_families::{Specification, TABLE};

#[test]
fn the_page_has_every_family_and_parameter() {
    let page = include_str!("../../../docs/families.md");
    for description in TABLE {
        assert!(page.contains(description.name), "{}", description.name);
        for parameter in description.parameters {
            let row = format!("| `{}` | {} |", parameter.name, parameter.default);
            assert!(page.contains(&row), "{}: {row}", description.name);
        }
    }
}

#[test]
fn the_examples_of_the_page_can_be_read() {
    let page = include_str!("../../../docs/families.md");
    let grammar = page.lines().filter(|line| line.starts_with("SPEC") || line.starts_with("       |"));
    let examples: Vec<&str> = grammar.filter_map(|line| line.split_whitespace().last()).collect();
    assert_eq!(examples.len(), 4);
    for example in examples {
        Specification::parse(example).unwrap_or_else(|e| panic!("{e}"));
    }
}
