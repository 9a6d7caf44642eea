//! One line for each thing that a file says.

use serde_json::{Value, json};

/// What became of something that a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is true.
    Holds,
    /// The file gives nothing that could show it.
    Unproven,
    /// It is not true.
    False,
}

impl Verdict {
    fn of(holds: bool) -> Verdict {
        if holds { Verdict::Holds } else { Verdict::False }
    }

    /// For programs.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Unproven => "unproven",
            Verdict::False => "false",
        }
    }
}

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
    pub verdict: Verdict,
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
        let verdict = Verdict::of(found <= allowed);
        let (recomputed, allowed) = (Some(found), Some(allowed));
        Line { what, recorded: None, recomputed, allowed, verdict, remark: String::new() }
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
            verdict: Verdict::of(holds),
            remark: remark.to_owned(),
        }
    }

    /// Something that is said in words.
    pub fn words(what: &'static str, holds: bool, remark: String) -> Line {
        let verdict = Verdict::of(holds);
        Line { what, recorded: None, recomputed: None, allowed: None, verdict, remark }
    }

    /// Something that the file gives no proof of.
    pub fn unproven(what: &'static str, remark: &str) -> Line {
        let (recorded, recomputed, allowed) = (None, None, None);
        Line { what, recorded, recomputed, allowed, verdict: Verdict::Unproven, remark: remark.to_owned() }
    }

    /// The line of the table.
    pub fn text(&self) -> String {
        let long = |v: Option<f64>| v.map_or_else(|| "-".to_owned(), |v| format!("{v:.9e}"));
        let short = self.allowed.map_or_else(|| "-".to_owned(), |v| format!("{v:.2e}"));
        let name = self.verdict.name();
        let verdict = if self.verdict == Verdict::Holds { name.to_owned() } else { name.to_uppercase() };
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
            "verdict": self.verdict.name(),
            "remark": self.remark,
        })
    }
}
