//! The section BOUNDS.

use super::fields::{Layout, Word, word_count};
use super::reader::{BOUND_SETS, BOUNDS, Reader, fixed, nothing_behind};
use crate::error::Diagnostic;
use crate::io::draft::unknown;
use crate::io::lines::Here;
use crate::problem::Warning;
use crate::text::{did_you_mean, nearest, shown};

/// Which bounds a file gives.
#[derive(Default)]
pub(super) struct Given {
    lower: Vec<bool>,
    upper: Vec<bool>,
}

impl Given {
    pub(super) fn add_column(&mut self) {
        self.lower.push(false);
        self.upper.push(false);
    }

    pub(super) fn any(&self, j: usize) -> bool {
        self.lower[j] || self.upper[j]
    }
}

/// A kind of bound: what it says of the lower and of the upper bound.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kind {
    lower: Says,
    upper: Says,
    integer: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Says {
    Nothing,
    Value,
    Is(f64),
}

const KINDS: [&str; 9] = ["UP", "LO", "FX", "FR", "MI", "PL", "BV", "LI", "UI"];

impl Kind {
    fn of(word: &str) -> Option<Kind> {
        let infinity = f64::INFINITY;
        let kind = |lower, upper, integer| Some(Kind { lower, upper, integer });
        match word.to_ascii_uppercase().as_str() {
            "UP" => kind(Says::Nothing, Says::Value, false),
            "LO" => kind(Says::Value, Says::Nothing, false),
            "FX" => kind(Says::Value, Says::Value, false),
            "FR" => kind(Says::Is(-infinity), Says::Is(infinity), false),
            "MI" => kind(Says::Is(-infinity), Says::Nothing, false),
            "PL" => kind(Says::Nothing, Says::Is(infinity), false),
            "BV" => kind(Says::Is(0.0), Says::Is(1.0), true),
            "UI" => kind(Says::Nothing, Says::Value, true),
            "LI" => kind(Says::Value, Says::Nothing, true),
            _ => None,
        }
    }

    fn needs_value(self) -> bool {
        self.lower == Says::Value || self.upper == Says::Value
    }
}

/// The words of a line behind its kind: name of the set, column, number.
struct Line<'l> {
    set: &'l str,
    column: Word<'l>,
    value: Option<Word<'l>>,
}

impl Reader<'_> {
    pub(super) fn bound(&mut self, here: Here<'_>) -> Result<(), Diagnostic> {
        let (kind, line) = self.bound_line(here)?;
        let value = match line.value {
            Some(word) => here.number(word)?,
            None => 0.0,
        };
        let Some(j) = self.draft.columns.find(line.column.text) else {
            let (at, name) = (line.column.at, line.column.text);
            return Err(unknown(
                here.lines,
                at,
                "column",
                name,
                self.draft.columns.names().iter(),
                "one of the section COLUMNS",
            ));
        };
        if !self.in_use(BOUND_SETS, line.set) {
            return Ok(());
        }
        let at = line.value.unwrap_or(line.column).at;
        self.set_bound(here, at, j, kind, value)
    }

    fn set_bound(
        &mut self,
        here: Here<'_>,
        at: usize,
        j: usize,
        kind: Kind,
        value: f64,
    ) -> Result<(), Diagnostic> {
        let infinite = value.abs() >= self.options.infinity;
        let (lower, upper) = (kind.lower == Says::Value, kind.upper == Says::Value);
        if infinite && ((lower && value > 0.0) || (upper && value < 0.0) || (lower && upper)) {
            let problem = format!(
                "the bound {value:e} is infinite, which no value can satisfy; expected a finite number"
            );
            return Err(here.error(at, problem));
        }
        if kind.integer {
            self.integers.add(j);
        }
        let number = |says: Says| match says {
            Says::Is(number) => number,
            _ => value,
        };
        let mut again = None;
        if kind.lower != Says::Nothing {
            again = again.or(std::mem::replace(&mut self.bounds.lower[j], true).then_some("lower"));
            self.draft.lower[j] = number(kind.lower);
        }
        if kind.upper != Says::Nothing {
            again = again.or(std::mem::replace(&mut self.bounds.upper[j], true).then_some("upper"));
            self.draft.upper[j] = number(kind.upper);
        }
        match again {
            Some(side) => {
                let name = shown(self.draft.columns.names().get(j).unwrap_or_default());
                self.twice(
                    here,
                    at,
                    BOUNDS,
                    format!("column '{name}' has a second {side} bound; expected one"),
                )
            }
            None => Ok(()),
        }
    }

    fn bound_line<'l>(&mut self, here: Here<'l>) -> Result<(Kind, Line<'l>), Diagnostic> {
        let kind = match self.layout {
            Layout::Fixed => fixed(here, 0)?,
            Layout::Free => {
                self.words.split(here.text);
                let first = self.words.get(here.text, 0);
                first.ok_or_else(|| here.error(0, "an empty line; expected a bound"))?
            }
        };
        let Some(parsed) = Kind::of(kind.text) else { return Err(no_kind(here, kind)) };
        let line = match self.layout {
            Layout::Fixed => {
                nothing_behind(here, 4)?;
                let value = if parsed.needs_value() { Some(fixed(here, 3)?) } else { None };
                Line { set: fixed(here, 1)?.text, column: fixed(here, 2)?, value }
            }
            Layout::Free => self.free_bound_line(here, kind, parsed)?,
        };
        Ok((parsed, line))
    }

    /// The name of the set may be left out, and kinds that need no number may have one all the same.
    fn free_bound_line<'l>(
        &self,
        here: Here<'l>,
        kind: Word<'l>,
        parsed: Kind,
    ) -> Result<Line<'l>, Diagnostic> {
        let word = |k: usize| self.words.get(here.text, k);
        let known = |k: usize| word(k).is_some_and(|w| self.draft.columns.find(w.text).is_some());
        let (set, column, value) = match (parsed.needs_value(), self.words.len()) {
            (true, 4) => (word(1), word(2), word(3)),
            (true, 3) => (None, word(1), word(2)),
            (false, 4) => (word(1), word(2), None),
            // A set and a column, or a column and a number.
            (false, 3) if known(2) || !known(1) => (word(1), word(2), None),
            (false, 3) => (None, word(1), None),
            (false, 2) => (None, word(1), None),
            (needs, count) => {
                let value = if needs { " and a number" } else { "" };
                let problem = format!(
                    "{}; expected {}, the name of a set (or none), a column{value}",
                    word_count(count),
                    shown(kind.text)
                );
                return Err(here.error(kind.at, problem));
            }
        };
        let column = column.unwrap_or(kind);
        Ok(Line { set: set.map_or("", |w| w.text), column, value })
    }

    /// A negative upper bound without a lower bound makes a variable unbounded below.
    pub(super) fn apply_negative_upper_bounds(&mut self) {
        let draft = &mut self.draft;
        let (mut count, mut first) = (0, None);
        for j in 0..draft.upper.len() {
            if draft.upper[j] < 0.0 && self.bounds.upper[j] && !self.bounds.lower[j] {
                draft.lower[j] = f64::NEG_INFINITY;
                (count, first) = (count + 1, first.or(Some(j)));
            }
        }
        if let Some(name) = first.and_then(|j| draft.columns.names().get(j)) {
            let first = name.to_owned();
            draft.warnings.push(Warning::NegativeUpperBound { count, first });
        }
    }
}

fn no_kind(here: Here<'_>, kind: Word<'_>) -> Diagnostic {
    if matches!(kind.text.to_ascii_uppercase().as_str(), "SC" | "SI") {
        let problem = "semi-continuous variables are not supported: Luthier solves linear programs only";
        return here
            .error(kind.at, problem)
            .hint("use a solver for such problems, for example SCIP or HiGHS");
    }
    let suggestion = did_you_mean(nearest(kind.text, KINDS.into_iter()));
    let problem = format!("bound type '{}'; expected {}{suggestion}", shown(kind.text), KINDS.join(", "));
    here.error(kind.at, problem)
}
