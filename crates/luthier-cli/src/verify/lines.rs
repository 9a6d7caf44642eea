//! One line for each thing that a file says.

use serde_json::{Value, json};

/// What a file says, what is true, and whether they agree.
#[derive(Debug)]
pub struct Line {
    /// What it is about.
    pub what: &'static str,
    /// What the file says, if it gives a number.
    pub recorded: Option<f64>,
    /// What was computed afresh.
    pub recomputed: Option<f64>,
    /// The largest number, or the largest difference, that is allowed.
    pub allowed: Option<f64>,
    /// Whether it holds.
    pub holds: bool,
    /// More about it.
    pub remark: String,
}

/// The names of the columns.
pub fn header() -> String {
    format!("{:<18} {:>18} {:>18} {:>10}  verdict", "what", "claimed", "recomputed", "allowed")
}

impl Line {
    /// A number that must not be larger than allowed.
    pub fn bounded(what: &'static str, (found, allowed): (f64, f64)) -> Line {
        let holds = found <= allowed;
        let (recomputed, allowed) = (Some(found), Some(allowed));
        Line { what, recorded: None, recomputed, allowed, holds, remark: String::new() }
    }

    /// A recorded number that must agree with the recomputed one.
    pub fn agreement(what: &'static str, recorded: f64, recomputed: f64, allowed: f64) -> Line {
        let holds = (recorded - recomputed).abs() <= allowed;
        let remark = if holds { "" } else { "the recorded number is another one" };
        Line {
            what,
            recorded: Some(recorded),
            recomputed: Some(recomputed),
            allowed: Some(allowed),
            holds,
            remark: remark.to_owned(),
        }
    }

    /// Something that is said in words.
    pub fn words(what: &'static str, holds: bool, remark: String) -> Line {
        Line { what, recorded: None, recomputed: None, allowed: None, holds, remark }
    }

    /// The line of the table.
    pub fn text(&self) -> String {
        let long = |v: Option<f64>| v.map_or_else(|| "-".to_owned(), |v| format!("{v:.9e}"));
        let short = self.allowed.map_or_else(|| "-".to_owned(), |v| format!("{v:.2e}"));
        let verdict = if self.holds { "holds" } else { "FALSE" };
        let remark = if self.remark.is_empty() { String::new() } else { format!(": {}", self.remark) };
        format!(
            "{:<18} {:>18} {:>18} {short:>10}  {verdict}{remark}",
            self.what,
            long(self.recorded),
            long(self.recomputed)
        )
    }

    /// The line for programs.
    pub fn json(&self) -> Value {
        json!({
            "what": self.what,
            "claimed": self.recorded,
            "recomputed": self.recomputed,
            "allowed": self.allowed,
            "holds": self.holds,
            "remark": self.remark,
        })
    }
}
