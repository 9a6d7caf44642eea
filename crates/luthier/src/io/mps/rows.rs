//! The section ROWS, and rows by name.

use super::fields::{Layout, Word, word_count};
use super::reader::{Reader, Row, fixed, nothing_behind};
use crate::error::Diagnostic;
use crate::io::draft::unknown;
use crate::io::lines::Here;
use crate::text::shown;

impl Reader<'_> {
    pub(super) fn row(&mut self, here: Here<'_>) -> Result<(), Diagnostic> {
        let (kind, name) = match self.layout {
            Layout::Fixed => self.fixed_row(here)?,
            Layout::Free => {
                self.words.split(here.text);
                match (self.words.get(here.text, 0), self.words.get(here.text, 1), self.words.len()) {
                    (Some(kind), Some(name), 2) => (kind, name),
                    (_, _, count) => {
                        let problem =
                            format!("{}; expected a row type (N, L, G or E) and a name", word_count(count));
                        return Err(here.error(here.indent(), problem));
                    }
                }
            }
        };
        let kind_letter = match kind.text {
            "N" | "n" => b'N',
            "L" | "l" => b'L',
            "G" | "g" => b'G',
            "E" | "e" => b'E',
            other => {
                let problem = format!("row type '{}'; expected N, L, G or E", shown(other));
                return Err(here.error(kind.at, problem));
            }
        };
        let twice = || {
            here.error(name.at, format!("row '{}' was declared before; names must differ", shown(name.text)))
        };
        if self.objectives.find(name.text).is_some() {
            return Err(twice());
        }
        if kind_letter == b'N' {
            let new = self.draft.rows.find(name.text).is_none();
            return if new {
                self.objectives.add(name.text).map(drop).map_err(|_| twice())
            } else {
                Err(twice())
            };
        }
        self.draft.rows.add(name.text).map_err(|_| twice())?;
        self.kinds.push(kind_letter);
        self.rhs.push(0.0);
        self.rhs_given.push(false);
        Ok(())
    }

    fn fixed_row<'l>(&self, here: Here<'l>) -> Result<(Word<'l>, Word<'l>), Diagnostic> {
        let (kind, name) = (fixed(here, 0)?, fixed(here, 1)?);
        nothing_behind(here, 2)?;
        if name.text.is_empty() {
            return Err(here.error(name.at, "a row without a name; expected one in columns 5-12"));
        }
        Ok((kind, name))
    }

    /// What the name of a row stands for.
    pub(super) fn find_row(&self, here: Here<'_>, name: Word<'_>) -> Result<Row, Diagnostic> {
        if let Some(i) = self.draft.rows.find(name.text) {
            return Ok(Row::Constraint(i));
        }
        self.find_objective(name.text).ok_or_else(|| {
            let known = self.draft.rows.names().iter().chain(self.objectives.names().iter());
            unknown(here.lines, name.at, "row", name.text, known, "one of the section ROWS")
        })
    }

    /// What the name of a row of type N stands for: the first one is the objective, unless OBJNAME says which.
    pub(super) fn find_objective(&self, name: &str) -> Option<Row> {
        let place = self.objectives.find(name)?;
        let chosen = self.said.objective().map_or(place == 0, |objective| objective == name);
        Some(if chosen { Row::Objective } else { Row::Ignored })
    }
}
