//! Section headers, and the sections that are one line: NAME, OBJSENSE and OBJNAME.

use super::reader::Reader;
use super::sections::{NAMES, Section, unsupported};
use crate::error::Diagnostic;
use crate::io::lines::Here;
use crate::io::lines::Lines;
use crate::problem::{Sense, Warning};
use crate::text::{did_you_mean, nearest, shown};

/// What may be said once.
#[derive(Default)]
pub(super) struct Said {
    name: bool,
    sense: bool,
    /// The row that is the objective, and the line that says so.
    objective: Option<(String, usize)>,
}

impl Said {
    /// The row that is the objective, if OBJNAME says so.
    pub(super) fn objective(&self) -> Option<&str> {
        self.objective.as_ref().map(|(name, _)| name.as_str())
    }
}

impl Reader<'_> {
    pub(super) fn header(&mut self, here: Here<'_>) -> Result<(), Diagnostic> {
        let word = here.text.split_ascii_whitespace().next().unwrap_or_default();
        let rest = here.text[word.len()..].trim_ascii();
        let at = here.text.len() - here.text[word.len()..].trim_ascii_start().len();
        if word == "NAME" {
            return self.name(here, rest);
        }
        let Some(next) = Section::of(word) else {
            // Some writers do not indent it.
            let is_sense = self.section == Section::Sense && sense_of(here.text.trim_ascii()).is_some();
            return if is_sense { self.sense(here, 0) } else { Err(no_section(here, word)) };
        };
        if matches!(next, Section::Sense | Section::ObjectiveName) {
            if self.section >= Section::Rows {
                return Err(here.error(0, format!("section {word} behind ROWS; expected it before")));
            }
            self.section = next;
            return match next {
                _ if rest.is_empty() => Ok(()),
                Section::Sense => self.sense(here, at),
                _ => self.objective_name(here, at),
            };
        }
        if !rest.is_empty() {
            let problem = format!("text behind the section header {word}; expected nothing there");
            return Err(here.error(at, problem).hint("data lines begin with a blank"));
        }
        self.check_order(here, next)?;
        self.section = next;
        Ok(())
    }

    fn check_order(&mut self, here: Here<'_>, next: Section) -> Result<(), Diagnostic> {
        let needed = match next {
            Section::Rows => Section::Start,
            Section::Columns => Section::Rows,
            _ => Section::Columns,
        };
        let name = next.name();
        if self.section < needed {
            let needed = needed.name();
            return Err(here.error(0, format!("section {name} before {needed}; expected {needed} first")));
        }
        if next <= self.section {
            if !(self.options.lenient && next > Section::Columns) {
                return Err(here.error(0, format!("section {name} is repeated or out of order"))
                    .hint("the order is ROWS, COLUMNS, RHS, RANGES, BOUNDS; --lenient accepts the last three in any order"));
            }
            self.draft.warnings.push(Warning::SectionOrder { section: name, line: here.lines.number() });
        }
        Ok(())
    }

    fn name(&mut self, here: Here<'_>, name: &str) -> Result<(), Diagnostic> {
        if std::mem::replace(&mut self.said.name, true) || self.section >= Section::Rows {
            return Err(here.error(0, "section NAME is repeated or out of order; expected one, before ROWS"));
        }
        self.draft.name = name.to_owned();
        Ok(())
    }

    /// The objective sense, which begins at this byte of the line.
    pub(super) fn sense(&mut self, here: Here<'_>, at: usize) -> Result<(), Diagnostic> {
        let word = here.text[at..].trim_ascii();
        if std::mem::replace(&mut self.said.sense, true) {
            return Err(here.error(at, format!("a second objective sense, '{}'; expected one", shown(word))));
        }
        self.draft.sense = sense_of(word).ok_or_else(|| {
            here.error(at, format!("objective sense '{}'; expected MIN or MAX", shown(word)))
        })?;
        Ok(())
    }

    /// The name of the objective, which begins at this byte of the line.
    pub(super) fn objective_name(&mut self, here: Here<'_>, at: usize) -> Result<(), Diagnostic> {
        let name = here.text[at..].trim_ascii();
        if self.said.objective.is_some() {
            let problem = format!("a second name of the objective, '{}'; expected one", shown(name));
            return Err(here.error(at, problem));
        }
        self.said.objective = Some((name.to_owned(), here.lines.number()));
        Ok(())
    }

    /// The objective must be there, if it was named.
    pub(super) fn check_objective_name(&self, lines: &Lines<'_>) -> Result<(), Diagnostic> {
        match &self.said.objective {
            Some((name, line)) if self.objectives.find(name).is_none() => {
                let suggestion = did_you_mean(nearest(name, self.objectives.names().iter()));
                let problem =
                    format!("OBJNAME is '{}'; expected one of the rows of type N{suggestion}", shown(name));
                Err(Diagnostic { line: *line, ..lines.whole(&problem) })
            }
            _ => Ok(()),
        }
    }
}

fn sense_of(word: &str) -> Option<Sense> {
    match word.to_ascii_uppercase().as_str() {
        "MIN" | "MINIMIZE" | "MINIMISE" => Some(Sense::Minimize),
        "MAX" | "MAXIMIZE" | "MAXIMISE" => Some(Sense::Maximize),
        _ => None,
    }
}

fn no_section(here: Here<'_>, word: &str) -> Diagnostic {
    if let Some(what) = unsupported(word) {
        let problem =
            format!("section {word} ({what}) is not supported: Luthier solves linear programs only");
        return here.error(0, problem).hint("use a solver for such problems, for example SCIP or HiGHS");
    }
    let suggestion = did_you_mean(Section::nearest(&word.to_ascii_uppercase()));
    let problem = format!("'{}' is no section; expected {NAMES}{suggestion}", shown(word));
    let error = here.error(0, problem);
    if suggestion.is_empty() { error.hint("data lines begin with a blank") } else { error }
}
