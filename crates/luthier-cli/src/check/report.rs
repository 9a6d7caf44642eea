//! What is known about a file that was checked.

use crate::console::{STRONG, WARNING, styled};
use crate::statistics::{kinds, ranges};
use luthier::{BoundKinds, Error, Problem, Range, Sense, Statistics, Storage, escape_name};
use serde::Serialize;
use serde_json::{Value, json};

/// What became of one file.
pub enum Outcome {
    /// It holds a valid model.
    Valid(Box<Report>),
    /// It cannot be read, or its model is not valid.
    Invalid {
        /// The file.
        file: String,
        /// What is wrong.
        error: Error,
    },
}

/// What is in a file.
pub struct Report {
    file: String,
    name: String,
    sense: &'static str,
    fingerprint: String,
    storage: &'static str,
    bytes: usize,
    statistics: Statistics,
    warnings: Vec<(&'static str, String)>,
}

impl Report {
    pub fn new(file: String, problem: &Problem) -> Report {
        let matrix = problem.matrix();
        Report {
            file,
            name: problem.name().to_owned(),
            sense: match problem.sense() {
                Sense::Minimize => "minimize",
                Sense::Maximize => "maximize",
            },
            fingerprint: problem.fingerprint().to_string(),
            storage: match matrix.storage() {
                Storage::Signs => "signs",
                Storage::Few => "few-values",
                Storage::Full => "full",
            },
            bytes: matrix.bytes(),
            statistics: problem.statistics(),
            warnings: problem.warnings().iter().map(|w| (w.code(), w.to_string())).collect(),
        }
    }

    /// The report in words.
    pub fn lines(&self) -> Vec<String> {
        let line = |key: &str, text: String| format!("{}{text}", styled(STRONG, &format!("{key:<13}")));
        let s = &self.statistics;
        let name = if self.name.is_empty() { "without a name".to_owned() } else { escape_name(&self.name) };
        let mut lines = vec![
            line("file", escape_name(&self.file)),
            line("model", format!("{name}, {}", self.sense)),
            line("sizes", format!("{} rows, {} variables, {} nonzeros", s.rows, s.columns, s.nonzeros)),
            line("rows", format!("{}; {} without entries", kinds(&s.row_kinds), s.empty_rows)),
            line("variables", format!("{}; {} without entries", kinds(&s.column_kinds), s.empty_columns)),
            line("ranges", ranges(s)),
            line("storage", format!("{}, {} bytes", self.storage, self.bytes)),
            line("fingerprint", self.fingerprint.clone()),
        ];
        let warnings = self.warnings.iter();
        lines.extend(warnings.map(|(code, text)| format!("{} {text} [{code}]", styled(WARNING, "warning:"))));
        lines
    }

    fn json(&self) -> Value {
        let s = &self.statistics;
        json!({
            "file": self.file,
            "valid": true,
            "name": self.name,
            "sense": self.sense,
            "fingerprint": self.fingerprint,
            "sizes": {"rows": s.rows, "variables": s.columns, "nonzeros": s.nonzeros,
                "empty_rows": s.empty_rows, "empty_variables": s.empty_columns},
            "row_kinds": kinds_json(&s.row_kinds),
            "variable_kinds": kinds_json(&s.column_kinds),
            "ranges": {"matrix": range_json(s.matrix), "objective": range_json(s.objective),
                "right_hand_side": range_json(s.right_hand_side), "bounds": range_json(s.bounds)},
            "storage": {"kind": self.storage, "bytes": self.bytes},
            "warnings": self.warnings.iter().map(|(code, text)| json!({"code": code, "text": text})).collect::<Vec<_>>(),
        })
    }
}

/// All outcomes as one document.
pub fn document(outcomes: &[Outcome]) -> impl Serialize {
    let files = outcomes.iter().map(|outcome| match outcome {
        Outcome::Valid(report) => report.json(),
        Outcome::Invalid { file, error } => invalid(file, error),
    });
    json!({"schema": "luthier-check-1", "files": files.collect::<Vec<_>>()})
}

fn invalid(file: &str, error: &Error) -> Value {
    let (line, column) = match error {
        Error::File(diagnostic) => (diagnostic.line, diagnostic.column),
        _ => (0, 0),
    };
    let place = |number: usize| if number > 0 { json!(number) } else { Value::Null };
    json!({"file": file, "valid": false, "error": error.to_string(), "line": place(line), "column": place(column)})
}

fn kinds_json(k: &BoundKinds) -> Value {
    json!({"equal": k.fixed, "lower": k.lower, "upper": k.upper, "two_sided": k.boxed, "free": k.free})
}

fn range_json(range: Option<Range>) -> Value {
    range.map_or(Value::Null, |r| json!({"smallest": r.smallest, "largest": r.largest}))
}
