//! The header: what is being solved, and how.

use crate::console::{STRONG, styled};
use crate::statistics::{kinds, ranges};
use luthier::params::{Norm, TABLE};
use luthier::{Parameters, Problem};

/// What a run starts with.
pub struct Header<'a> {
    /// Name of the model, made printable.
    pub label: &'a str,
    /// The model.
    pub problem: &'a Problem,
    /// The preset and the file that the parameters started from, in words.
    pub origin: &'a str,
    /// The parameters.
    pub parameters: &'a Parameters,
    /// The start point in words.
    pub start: &'a str,
    /// Most threads that work on it.
    pub threads: usize,
}

impl Header<'_> {
    /// The lines of the header; `detailed`: with all parameters.
    pub(super) fn lines(&self, detailed: bool) -> Vec<String> {
        let line = |key: &str, text: String| format!("{}{text}", styled(STRONG, &format!("{key:<8}")));
        let s = self.problem.statistics();
        let mut lines = vec![
            line(
                "model",
                format!("{}: {} rows, {} variables, {} nonzeros", self.label, s.rows, s.columns, s.nonzeros),
            ),
            line("", format!("fingerprint {}", self.problem.fingerprint())),
            line("ranges", ranges(&s)),
            line("bounds", format!("rows: {}; variables: {}", kinds(&s.row_kinds), kinds(&s.column_kinds))),
            line("method", self.method()),
            line("goal", self.goal()),
            line("start", self.start.to_owned()),
        ];
        if self.threads > 1 {
            lines.push(line("threads", format!("{}, with the same result as one", self.threads)));
        }
        if detailed {
            let all = TABLE.iter().map(|p| line("", format!("{} = {}", p.name, p.value(self.parameters))));
            lines.push(line("all", "parameters:".to_owned()));
            lines.extend(all);
        }
        lines
    }

    fn method(&self) -> String {
        let method = TABLE.iter().find(|p| p.name == "method").map(|p| p.value(self.parameters).to_string());
        let changed: Vec<_> =
            self.parameters.changed().iter().map(|(p, value)| format!("{} = {value}", p.name)).collect();
        let changed = if changed.is_empty() { "all at their defaults".into() } else { changed.join(", ") };
        format!("{}, {}: {changed}", method.unwrap_or_default(), self.origin)
    }

    fn goal(&self) -> String {
        let p = self.parameters;
        let norm = match p.norm {
            Norm::L2 => "Euclidean norm",
            Norm::Componentwise => "every row and column on its own",
        };
        let mut text = format!(
            "tolerance {:e} relative, {:e} absolute ({norm})",
            p.relative_tolerance, p.absolute_tolerance
        );
        if p.time_limit.is_finite() {
            text += &format!("; at most {} s", p.time_limit);
        }
        format!("{text}; at most {} iterations", p.iteration_limit)
    }
}
