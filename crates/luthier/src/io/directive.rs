//! Comments in files that Luthier wrote, for what a format cannot express: other programs pass over them.
//!
//! `luthier name row R12 "a name with blanks"`, `luthier name column C3 "end"`: the name that the row or variable really
//! has. `luthier name problem - "two words"`: that of the problem. `luthier range R7 -1 1.5000000000000002`: the bounds of a row, where right-hand side and range cannot give both
//! to the last bit.

use super::lines::Lines;
use crate::problem::Names;
use std::collections::HashMap;

/// Introduces a directive, behind the character that begins a comment.
pub(super) const PREFIX: &str = "luthier ";

/// What the directives of a file say.
#[derive(Default)]
pub(super) struct Directives {
    /// The name of the problem.
    pub(super) problem: Option<String>,
    rows: HashMap<String, String>,
    columns: HashMap<String, String>,
    pub(super) ranges: HashMap<String, (f64, f64)>,
}

impl Directives {
    /// Takes in the current line, a comment whose text begins at this byte. Comments that are no directives, or damaged
    /// ones, say nothing.
    pub(super) fn take(&mut self, lines: &Lines<'_>, at: usize) {
        let Some(text) = lines.bytes().get(at..).and_then(|b| b.strip_prefix(PREFIX.as_bytes())) else {
            return;
        };
        let Ok(text) = std::str::from_utf8(text) else { return };
        let mut words = text.splitn(4, ' ');
        let mut word = || words.next().unwrap_or_default();
        match (word(), word(), word(), word()) {
            ("name", kind, placeholder, name) => {
                let Ok(name) = serde_json::from_str::<String>(name.trim_end()) else { return };
                match kind {
                    "problem" => self.problem = Some(name),
                    "row" => drop(self.rows.insert(placeholder.to_owned(), name)),
                    _ => drop(self.columns.insert(placeholder.to_owned(), name)),
                }
            }
            ("range", row, lower, upper) => {
                if let (Ok(lower), Ok(upper)) = (lower.parse(), upper.trim_end().parse()) {
                    self.ranges.insert(row.to_owned(), (lower, upper));
                }
            }
            _ => {}
        }
    }

    pub(super) fn rename_rows(&self, names: Names) -> Names {
        renamed(names, &self.rows)
    }

    pub(super) fn rename_columns(&self, names: Names) -> Names {
        renamed(names, &self.columns)
    }
}

fn renamed(names: Names, changes: &HashMap<String, String>) -> Names {
    if changes.is_empty() {
        return names;
    }
    names.iter().map(|name| changes.get(name).map_or(name, String::as_str)).collect()
}

/// The directive for a name, without the character that begins a comment.
pub(super) fn name(kind: &str, placeholder: &str, name: &str) -> String {
    let quoted = serde_json::Value::from(name);
    format!("{PREFIX}name {kind} {placeholder} {quoted}")
}

/// The directive for the bounds of a row, without the character that begins a comment.
pub(super) fn range(row: &str, lower: f64, upper: f64) -> String {
    format!("{PREFIX}range {row} {lower} {upper}")
}
