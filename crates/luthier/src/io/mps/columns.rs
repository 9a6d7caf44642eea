//! The sections that give numbers to rows: COLUMNS, RHS and RANGES.

use super::fields::{Layout, Word, word_count};
use super::reader::{ENTRIES, RANGE_SETS, RANGES, RHS, RHS_SETS, Reader, Row, fixed};
use crate::error::Diagnostic;
use crate::io::draft::coefficient;
use crate::io::lines::Here;
use crate::problem::Warning;
use crate::text::shown;
use hashbrown::HashSet;
use std::collections::BTreeSet;

/// Which entries there are already.
#[derive(Default)]
pub(super) struct Entries {
    /// The column being read.
    column: Option<usize>,
    /// For each row, the last one standing for the objective, the last column with an entry there, plus one.
    last: Vec<u32>,
    /// All entries, as soon as a column comes in pieces; the objective is row u32::MAX.
    scattered: Option<HashSet<(u32, u32)>>,
}

/// Integer variables.
#[derive(Default)]
pub(super) struct Integers {
    /// Whether the columns that follow are integer.
    marked: bool,
    all: BTreeSet<u32>,
    /// Columns between markers, whose default is [0, 1].
    in_markers: Vec<u32>,
}

impl Integers {
    pub(super) fn add(&mut self, column: usize) {
        self.all.insert(column as u32);
    }
}

const OBJECTIVE: u32 = u32::MAX;

impl Reader<'_> {
    /// The name that begins a data line, if it has one, and its pairs of row and number.
    fn pairs<'l>(
        &mut self,
        here: Here<'l>,
        named: bool,
        mut each: impl FnMut(&mut Self, Option<Word<'l>>, Word<'l>, Word<'l>) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        if self.layout == Layout::Fixed {
            let name = fixed(here, 1)?;
            if named && name.text.is_empty() {
                return Err(here.error(name.at, "an entry without a column; expected a name in columns 5-12"));
            }
            each(self, Some(name), fixed(here, 2)?, fixed(here, 3)?)?;
            let (row, value) = (fixed(here, 4)?, fixed(here, 5)?);
            let second = !(row.text.is_empty() && value.text.is_empty());
            return if second { each(self, Some(name), row, value) } else { Ok(()) };
        }
        self.words.split(here.text);
        let count = self.words.len();
        let name = if named || count % 2 == 1 { self.words.get(here.text, 0) } else { None };
        let first = usize::from(name.is_some());
        if count < first + 2 || (count - first) % 2 == 1 {
            let expected = if named {
                "a column, then pairs of a row and a number"
            } else {
                "pairs of a row and a number, with or without the name of a set before them"
            };
            return Err(here.error(here.indent(), format!("{}; expected {expected}", word_count(count))));
        }
        for k in (first..count).step_by(2) {
            if let (Some(row), Some(value)) = (self.words.get(here.text, k), self.words.get(here.text, k + 1))
            {
                each(self, name, row, value)?;
            }
        }
        Ok(())
    }

    pub(super) fn column(&mut self, here: Here<'_>) -> Result<(), Diagnostic> {
        if here.text.contains("'MARKER'") {
            return self.marker(here);
        }
        self.pairs(here, true, |reader, name, row, value| {
            let name = name.unwrap_or(row);
            let j = reader.column_index(here, name)?;
            let (kind, number) = (reader.find_row(here, row)?, here.number(value)?);
            let number = coefficient(here.lines, value.at, number)?;
            let place = match kind {
                Row::Ignored => return Ok(()),
                Row::Objective => None,
                Row::Constraint(i) => Some(i),
            };
            if !reader.entries.note(place, j, reader.draft.rows.names().len()) {
                let (column, row_name) = (shown(name.text), shown(row.text));
                reader.twice(
                    here,
                    row.at,
                    ENTRIES,
                    format!("column '{column}' has a second entry in row '{row_name}'; expected one"),
                )?;
            }
            match place {
                None => reader.draft.objective[j] += number,
                Some(i) => reader.draft.entries.push(i, number),
            }
            Ok(())
        })
    }

    fn marker(&mut self, here: Here<'_>) -> Result<(), Diagnostic> {
        self.integers.marked = match (here.text.contains("'INTORG'"), here.text.contains("'INTEND'")) {
            (true, false) => true,
            (false, true) => false,
            _ => {
                return Err(here
                    .error(here.indent(), "a 'MARKER' line of unknown kind; expected 'INTORG' or 'INTEND'"));
            }
        };
        Ok(())
    }

    /// The index of the column of a data line, which is most often that of the line before.
    fn column_index(&mut self, here: Here<'_>, name: Word<'_>) -> Result<usize, Diagnostic> {
        let draft = &mut self.draft;
        if let Some(j) = self.entries.column
            && draft.columns.names().get(j) == Some(name.text)
        {
            return Ok(j);
        }
        let j = match draft.columns.find(name.text) {
            None => {
                let j = draft.add_column(name.text);
                self.bounds.add_column();
                if self.integers.marked {
                    self.integers.add(j);
                    self.integers.in_markers.push(j as u32);
                }
                j
            }
            Some(j) => {
                self.entries.scatter(draft.entries.places(), &draft.objective);
                j
            }
        };
        self.entries.column = Some(j);
        if draft.entries.begin(j) {
            return Ok(j);
        }
        Err(here.error(name.at, "more entries than 32 bits can count"))
    }

    pub(super) fn right_hand_side(&mut self, here: Here<'_>) -> Result<(), Diagnostic> {
        self.pairs(here, false, |reader, set, row, value| {
            let (kind, number) = (reader.find_row(here, row)?, here.number(value)?);
            if !reader.in_use(RHS_SETS, set.map_or("", |s| s.text)) {
                return Ok(());
            }
            let again = match kind {
                Row::Ignored => return Ok(()),
                Row::Objective => {
                    // Not a negation, which would make a zero negative.
                    reader.draft.offset = 0.0 - coefficient(here.lines, value.at, number)?;
                    std::mem::replace(&mut reader.offset_given, true)
                }
                Row::Constraint(i) => {
                    reader.check_right_hand_side(here, i, value, number)?;
                    reader.rhs[i] = number;
                    std::mem::replace(&mut reader.rhs_given[i], true)
                }
            };
            if again {
                let problem = format!("row '{}' has a second right-hand side; expected one", shown(row.text));
                reader.twice(here, row.at, RHS, problem)?;
            }
            Ok(())
        })
    }

    /// An infinite right-hand side must be on the side where it means "no bound".
    fn check_right_hand_side(
        &self,
        here: Here<'_>,
        i: usize,
        word: Word<'_>,
        value: f64,
    ) -> Result<(), Diagnostic> {
        let infinite = value.abs() >= self.options.infinity;
        let harmless = match self.kinds[i] {
            b'L' => value > 0.0,
            b'G' => value < 0.0,
            _ => false,
        };
        if infinite && !harmless {
            let problem = format!(
                "the right-hand side {value:e} is infinite, which no value can satisfy; expected a finite number"
            );
            return Err(here.error(word.at, problem));
        }
        Ok(())
    }

    pub(super) fn range(&mut self, here: Here<'_>) -> Result<(), Diagnostic> {
        self.ranges.resize(self.kinds.len(), f64::NAN);
        self.pairs(here, false, |reader, set, row, value| {
            let (kind, number) = (reader.find_row(here, row)?, here.number(value)?);
            if !reader.in_use(RANGE_SETS, set.map_or("", |s| s.text)) {
                return Ok(());
            }
            let Row::Constraint(i) = kind else { return Ok(()) };
            if !reader.ranges[i].is_nan() {
                let problem = format!("row '{}' has a second range; expected one", shown(row.text));
                reader.twice(here, row.at, RANGES, problem)?;
            }
            reader.ranges[i] = number;
            Ok(())
        })
    }

    /// Row bounds from type, right-hand side and range: a range widens L downward, G upward, and E to the side of its
    /// sign. The error is what is wrong.
    pub(super) fn set_row_bounds(&mut self) -> Result<(), String> {
        let infinity = f64::INFINITY;
        for (i, kind) in self.kinds.iter().enumerate() {
            let (rhs, range) = (self.rhs[i], self.ranges.get(i).copied().filter(|r| !r.is_nan()));
            if range.is_some() && rhs.abs() >= self.options.infinity {
                let name = shown(self.draft.rows.names().get(i).unwrap_or_default());
                return Err(format!(
                    "row '{name}' has a range and the infinite right-hand side {rhs:e}; expected a finite one"
                ));
            }
            let (mut lower, mut upper) = match (kind, range) {
                (b'L', None) => (-infinity, rhs),
                (b'L', Some(r)) => (rhs - r.abs(), rhs),
                (b'G', None) => (rhs, infinity),
                (b'G', Some(r)) => (rhs, rhs + r.abs()),
                (_, Some(r)) if r < 0.0 => (rhs + r, rhs),
                (_, r) => (rhs, rhs + r.unwrap_or(0.0)),
            };
            if let Some((l, u)) = self.exact_range(i, lower, upper) {
                (lower, upper) = (l, u);
            }
            self.draft.row_lower.push(lower);
            self.draft.row_upper.push(upper);
        }
        Ok(())
    }

    /// The bounds that a directive gives, if they are those of the file but for rounding.
    fn exact_range(&self, i: usize, lower: f64, upper: f64) -> Option<(f64, f64)> {
        let ranges = &self.draft.directives.ranges;
        if ranges.is_empty() {
            return None;
        }
        let (l, u) = *ranges.get(self.draft.rows.names().get(i)?)?;
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-14 * (lower.abs() + upper.abs());
        (near(l, lower) && near(u, upper)).then_some((l, u))
    }

    /// Integer variables become continuous; those between markers that have no bounds are in [0, 1].
    pub(super) fn relax_integers(&mut self) {
        for &j in &self.integers.in_markers {
            if !self.bounds.any(j as usize) {
                self.draft.upper[j as usize] = 1.0;
            }
        }
        let first = self.integers.all.first();
        if let Some(name) = first.and_then(|j| self.draft.columns.names().get(*j as usize)) {
            let (count, first) = (self.integers.all.len(), name.to_owned());
            self.draft.warnings.push(Warning::IntegralityRelaxed { count, first });
        }
    }
}

impl Entries {
    /// Notes an entry of column `j`; false if it was there before.
    fn note(&mut self, row: Option<usize>, j: usize, rows: usize) -> bool {
        if let Some(all) = &mut self.scattered {
            return all.insert((j as u32, row.map_or(OBJECTIVE, |i| i as u32)));
        }
        self.last.resize(rows + 1, 0);
        let mark = j as u32 + 1;
        std::mem::replace(&mut self.last[row.unwrap_or(rows)], mark) != mark
    }

    /// From now on a column may come in pieces: all entries so far are noted one by one.
    fn scatter(&mut self, places: impl Iterator<Item = (u32, u32)>, objective: &[f64]) {
        if self.scattered.is_none() {
            let costs =
                objective.iter().enumerate().filter(|(_, c)| **c != 0.0).map(|(j, _)| (j as u32, OBJECTIVE));
            self.scattered = Some(places.chain(costs).collect());
        }
    }
}
