//! Reading MPS, line by line.

use super::fields::{Layout, Word, Words, between_fields, field};
use super::sections::{NAMES, Section, unsupported};
use crate::error::Diagnostic;
use crate::io::ReadOptions;
use crate::io::draft::{Draft, unknown};
use crate::io::lines::Lines;
use crate::io::number;
use crate::matrix::Segments;
use crate::problem::{NameTable, Sense, Warning};
use crate::text::{did_you_mean, escape_name};

/// The line being read, and where errors point.
#[derive(Clone, Copy)]
pub(super) struct Here<'l> {
    pub lines: &'l Lines<'l>,
    pub text: &'l str,
}

impl Here<'_> {
    pub(super) fn error(&self, at: usize, problem: impl Into<String>) -> Diagnostic {
        self.lines.error(at, problem)
    }

    /// Where the first word begins.
    pub(super) fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }

    pub(super) fn number(&self, word: Word<'_>) -> Result<f64, Diagnostic> {
        number::parse(word.text).ok_or_else(|| {
            let found =
                if word.text.is_empty() { "nothing".into() } else { format!("'{}'", escape_name(word.text)) };
            self.error(word.at, format!("{found} where a number was expected, such as 12.5 or -3e-2"))
        })
    }
}

/// What a row name stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Row {
    Objective,
    Ignored,
    Constraint(usize),
}

/// Something that a lenient reader lets pass, counted.
#[derive(Default)]
pub(super) struct Tally {
    count: usize,
    line: usize,
}

/// Everything read so far.
pub(super) struct Reader<'o> {
    pub layout: Layout,
    pub options: &'o ReadOptions,
    pub words: Words,
    section: Section,
    pub draft: Draft,
    /// Rows of type N.
    pub objectives: NameTable,
    /// The one that is the objective, if OBJNAME says so; else the first.
    objective_name: Option<String>,
    /// L, G or E of each row.
    pub kinds: Vec<u8>,
    pub rhs: Vec<f64>,
    pub rhs_given: Vec<bool>,
    pub offset_given: bool,
    /// NaN where there is none; empty without a RANGES section.
    pub ranges: Vec<f64>,
    pub entries: super::columns::Entries,
    pub integers: super::columns::Integers,
    pub bounds: super::bounds::Given,
    /// The sets in use: right-hand sides, ranges, bounds.
    sets: [Option<String>; 3],
    pub repeated: [Tally; 4],
}

/// Places in [`Reader::repeated`], with what they count.
pub(super) const ENTRIES: usize = 0;
pub(super) const RHS: usize = 1;
pub(super) const RANGES: usize = 2;
pub(super) const BOUNDS: usize = 3;
const REPEATED: [&str; 4] = ["entries", "right-hand sides", "ranges", "bounds"];

impl<'o> Reader<'o> {
    pub(super) fn new(layout: Layout, options: &'o ReadOptions) -> Reader<'o> {
        Reader {
            layout,
            options,
            words: Words::default(),
            section: Section::Start,
            draft: Draft { entries: Segments::of_columns(), ..Draft::default() },
            objectives: NameTable::default(),
            objective_name: None,
            kinds: Vec::new(),
            rhs: Vec::new(),
            rhs_given: Vec::new(),
            offset_given: false,
            ranges: Vec::new(),
            entries: super::columns::Entries::default(),
            integers: super::columns::Integers::default(),
            bounds: super::bounds::Given::default(),
            sets: [const { None }; 3],
            repeated: Default::default(),
        }
    }

    pub(super) fn read(mut self, lines: &mut Lines<'_>) -> Result<Draft, Diagnostic> {
        while lines.advance()? {
            self.line(lines)?;
            if self.section == Section::End {
                if let Some(line) = lines.rest()? {
                    self.draft.warnings.push(Warning::TextAfterEnd { line });
                }
                return self.finish(lines);
            }
        }
        if self.options.lenient && self.section >= Section::Columns {
            self.draft.warnings.push(Warning::EndMissing { expected: "ENDATA" });
            return self.finish(lines);
        }
        let problem = match self.section {
            Section::Start => "there is no ROWS section; expected an MPS file",
            _ => "the file ends without ENDATA; it looks truncated",
        };
        Err(Diagnostic { line: lines.number(), column: 1, ..lines.whole(problem) })
    }

    fn line(&mut self, lines: &Lines<'_>) -> Result<(), Diagnostic> {
        let bytes = lines.bytes();
        match bytes.first() {
            None => return Ok(()),
            Some(b'*') => {
                self.draft.directives.take(lines, 1);
                return Ok(());
            }
            Some(b' ' | b'\t') if bytes.iter().all(u8::is_ascii_whitespace) => return Ok(()),
            Some(_) => {}
        }
        let here = Here { lines, text: lines.text()? };
        if !bytes[0].is_ascii_whitespace() {
            return self.header(here);
        }
        if self.layout == Layout::Fixed && self.section >= Section::Rows {
            self.check_fixed(here)?;
        }
        match self.section {
            Section::Start => Err(here.error(here.indent(), "data before any section; expected ROWS first")),
            Section::Sense => self.sense(here, here.text),
            Section::ObjectiveName => {
                self.objective_name = Some(here.text.trim().to_owned());
                Ok(())
            }
            Section::Rows => self.row(here),
            Section::Columns => self.column(here),
            Section::Rhs => self.right_hand_side(here),
            Section::Ranges => self.range(here),
            Section::Bounds => self.bound(here),
            Section::End => Ok(()),
        }
    }

    fn check_fixed(&self, here: Here<'_>) -> Result<(), Diagnostic> {
        if let Some(at) = here.text.find('\t') {
            return Err(here.error(at, "a tab in fixed format; expected blanks, so that columns are certain"));
        }
        match between_fields(here.text) {
            Some(at) => {
                let columns = "2-3, 5-12, 15-22, 25-36, 40-47 and 50-61";
                Err(here.error(
                    at,
                    format!("text between the fields of fixed format, which are columns {columns}"),
                ))
            }
            None => Ok(()),
        }
    }

    fn header(&mut self, here: Here<'_>) -> Result<(), Diagnostic> {
        let word = here.text.split_whitespace().next().unwrap_or_default();
        let rest = &here.text[word.len()..];
        if word == "NAME" {
            self.draft.name = rest.trim().to_owned();
            return Ok(());
        }
        let Some(next) = Section::of(word) else { return Err(no_section(here, word)) };
        match next {
            Section::Sense | Section::ObjectiveName => {
                if self.section >= Section::Rows {
                    return Err(here.error(0, format!("section {word} behind ROWS; expected it before")));
                }
                self.section = next;
                if next == Section::Sense && !rest.trim().is_empty() {
                    return self.sense(here, rest);
                }
                if next == Section::ObjectiveName && !rest.trim().is_empty() {
                    self.objective_name = Some(rest.trim().to_owned());
                }
                return Ok(());
            }
            _ => {}
        }
        if !rest.trim().is_empty() {
            let at = here.text.len() - rest.trim_start().len();
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
            return Err(here.error(0, format!("section {name} before {}", needed.name())));
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

    fn sense(&mut self, here: Here<'_>, text: &str) -> Result<(), Diagnostic> {
        let word = text.trim();
        self.draft.sense = match word.to_ascii_uppercase().as_str() {
            "MIN" | "MINIMIZE" | "MINIMISE" => Sense::Minimize,
            "MAX" | "MAXIMIZE" | "MAXIMISE" => Sense::Maximize,
            _ => {
                let at = here.text.len() - text.trim_start().len();
                return Err(
                    here.error(at, format!("objective sense '{}'; expected MIN or MAX", escape_name(word)))
                );
            }
        };
        Ok(())
    }

    fn row(&mut self, here: Here<'_>) -> Result<(), Diagnostic> {
        let (kind, name) = match self.layout {
            Layout::Fixed => {
                (fixed(here, 0)?, Word { text: here.text.get(4..).unwrap_or_default().trim(), at: 4 })
            }
            Layout::Free => {
                self.words.split(here.text);
                match (self.words.get(here.text, 0), self.words.get(here.text, 1), self.words.len()) {
                    (Some(kind), Some(name), 2) => (kind, name),
                    (_, _, count) => {
                        let problem = format!("{count} words; expected a row type (N, L, G or E) and a name");
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
                let problem = format!("row type '{}'; expected N, L, G or E", escape_name(other));
                return Err(here.error(kind.at, problem));
            }
        };
        let twice = || {
            here.error(
                name.at,
                format!("row '{}' was declared before; names must differ", escape_name(name.text)),
            )
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

    /// What a row name stands for.
    pub(super) fn find_row(&self, here: Here<'_>, name: Word<'_>) -> Result<Row, Diagnostic> {
        if let Some(i) = self.draft.rows.find(name.text) {
            return Ok(Row::Constraint(i));
        }
        match self.objectives.find(name.text) {
            Some(0) if self.objective_name.is_none() => Ok(Row::Objective),
            Some(_) if self.objective_name.as_deref() == Some(name.text) => Ok(Row::Objective),
            Some(_) => Ok(Row::Ignored),
            None => Err(unknown(
                here.lines,
                name.at,
                "row",
                name.text,
                &self.draft.rows,
                "one of the section ROWS",
            )),
        }
    }

    /// Counts something given twice, or refuses it.
    pub(super) fn twice(
        &mut self,
        here: Here<'_>,
        at: usize,
        which: usize,
        problem: String,
    ) -> Result<(), Diagnostic> {
        if !self.options.lenient {
            return Err(here.error(at, problem).hint("--lenient accepts it with a warning"));
        }
        let tally = &mut self.repeated[which];
        if tally.count == 0 {
            tally.line = here.lines.number();
        }
        tally.count += 1;
        Ok(())
    }

    /// Whether a set of right-hand sides, ranges or bounds is the one in use: the first one is, and lines without the name
    /// of a set always count.
    pub(super) fn in_use(&mut self, which: usize, section: &'static str, set: &str) -> bool {
        if set.is_empty() {
            return true;
        }
        let used = self.sets[which].get_or_insert_with(|| set.to_owned());
        if used == set {
            return true;
        }
        let (used, set) = (used.clone(), set.to_owned());
        let warning = Warning::SetIgnored { section, set, used };
        if !self.draft.warnings.contains(&warning) {
            self.draft.warnings.push(warning);
        }
        false
    }

    fn finish(mut self, lines: &Lines<'_>) -> Result<Draft, Diagnostic> {
        if let Some(name) = &self.objective_name
            && self.objectives.find(name).is_none()
        {
            let suggestion = did_you_mean(crate::text::nearest(name, self.objectives.names().iter()));
            let problem =
                format!("OBJNAME is '{}', which is no row of type N{suggestion}", escape_name(name));
            return Err(lines.whole(&problem));
        }
        let ignored: Vec<&str> = self
            .objectives
            .names()
            .iter()
            .enumerate()
            .filter(|(k, n)| self.objective_name.as_deref().map_or(*k > 0, |name| name != *n))
            .map(|(_, n)| n)
            .collect();
        if let Some(first) = ignored.first() {
            let warning = Warning::RowsIgnored { count: ignored.len(), first: (*first).to_owned() };
            self.draft.warnings.push(warning);
        }
        self.relax_integers();
        self.apply_negative_upper_bounds();
        for (tally, what) in self.repeated.iter().zip(REPEATED).filter(|(t, _)| t.count > 0) {
            let warning = Warning::Duplicates { what, count: tally.count, line: tally.line };
            self.draft.warnings.push(warning);
        }
        self.set_row_bounds();
        Ok(self.draft)
    }
}

fn no_section(here: Here<'_>, word: &str) -> Diagnostic {
    if let Some(what) = unsupported(word) {
        let problem =
            format!("section {word} ({what}) is not supported: Luthier solves linear programs only");
        return here.error(0, problem).hint("use a solver for such problems, for example SCIP or HiGHS");
    }
    let suggestion = did_you_mean(Section::nearest(word));
    let problem = format!("'{}' is no section; expected {NAMES}{suggestion}", escape_name(word));
    let error = here.error(0, problem);
    if suggestion.is_empty() { error.hint("data lines begin with a blank") } else { error }
}

/// A field of the fixed layout.
pub(super) fn fixed<'l>(here: Here<'l>, k: usize) -> Result<Word<'l>, Diagnostic> {
    field(here.text, k).map_err(|at| {
        here.error(
            at,
            "a character that is not ASCII reaches over a column of fixed format; expected free format",
        )
    })
}
