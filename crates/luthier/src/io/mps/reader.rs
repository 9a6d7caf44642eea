//! Reading MPS, line by line.

use super::fields::{FIELD_COUNT, Layout, Word, Words, between_fields, field};
use super::sections::Section;
use crate::error::Diagnostic;
use crate::io::ReadOptions;
use crate::io::draft::Draft;
use crate::io::lines::{Here, Lines};
use crate::io::number;
use crate::matrix::Segments;
use crate::problem::{NameTable, Warning};
use crate::text::shown;

impl Here<'_> {
    /// Where the first word begins.
    pub(super) fn indent(&self) -> usize {
        self.text.len() - self.text.trim_ascii_start().len()
    }

    pub(super) fn number(&self, word: Word<'_>) -> Result<f64, Diagnostic> {
        number::parse(word.text).ok_or_else(|| {
            let found =
                if word.text.is_empty() { "nothing".into() } else { format!("'{}'", shown(word.text)) };
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

/// Names of sets, of which a file may have several while a problem has one.
#[derive(Default)]
struct Sets {
    used: Option<String>,
    /// The first of those that are left out.
    ignored: Option<String>,
}

/// Everything read so far.
pub(super) struct Reader<'o> {
    pub layout: Layout,
    pub options: &'o ReadOptions,
    pub words: Words,
    pub section: Section,
    pub draft: Draft,
    /// What the lines NAME and OBJSENSE and the like said already.
    pub said: super::header::Said,
    /// Rows of type N.
    pub objectives: NameTable,
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
    /// Of right-hand sides, of ranges and of bounds.
    sets: [Sets; 3],
    pub repeated: [Tally; 4],
}

/// Places in [`Reader::repeated`], with what they count.
pub(super) const ENTRIES: usize = 0;
pub(super) const RHS: usize = 1;
pub(super) const RANGES: usize = 2;
pub(super) const BOUNDS: usize = 3;
const REPEATED: [&str; 4] = ["entries", "right-hand sides", "ranges", "bounds"];

/// Places in [`Reader::sets`].
pub(super) const RHS_SETS: usize = 0;
pub(super) const RANGE_SETS: usize = 1;
pub(super) const BOUND_SETS: usize = 2;

impl<'o> Reader<'o> {
    pub(super) fn new(layout: Layout, options: &'o ReadOptions) -> Reader<'o> {
        Reader {
            layout,
            options,
            words: Words::default(),
            section: Section::Start,
            draft: Draft { entries: Segments::of_columns(), ..Draft::default() },
            said: super::header::Said::default(),
            objectives: NameTable::default(),
            kinds: Vec::new(),
            rhs: Vec::new(),
            rhs_given: Vec::new(),
            offset_given: false,
            ranges: Vec::new(),
            entries: super::columns::Entries::default(),
            integers: super::columns::Integers::default(),
            bounds: super::bounds::Given::default(),
            sets: Default::default(),
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
            Some(b) if b.is_ascii_whitespace() && bytes.iter().all(u8::is_ascii_whitespace) => return Ok(()),
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
            Section::Sense => self.sense(here, here.indent()),
            Section::ObjectiveName => self.objective_name(here, here.indent()),
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
    pub(super) fn in_use(&mut self, which: usize, set: &str) -> bool {
        if set.is_empty() {
            return true;
        }
        let sets = &mut self.sets[which];
        let used = sets.used.get_or_insert_with(|| set.to_owned());
        if used == set {
            return true;
        }
        sets.ignored.get_or_insert_with(|| set.to_owned());
        false
    }

    fn finish(mut self, lines: &Lines<'_>) -> Result<Draft, Diagnostic> {
        self.check_objective_name(lines)?;
        self.set_row_bounds().map_err(|problem| lines.whole(&problem))?;
        self.relax_integers();
        self.apply_negative_upper_bounds();
        self.warn();
        Ok(self.draft)
    }

    /// Tells what was left out or let pass.
    fn warn(&mut self) {
        let names = self.objectives.names().iter();
        let mut ignored = names.filter(|name| self.find_objective(name) == Some(Row::Ignored)).peekable();
        if let Some(first) = ignored.peek().map(|name| (*name).to_owned()) {
            let count = ignored.count();
            self.draft.warnings.push(Warning::RowsIgnored { count, first });
        }
        for (sets, section) in self.sets.iter_mut().zip(["RHS", "RANGES", "BOUNDS"]) {
            if let (Some(used), Some(set)) = (sets.used.take(), sets.ignored.take()) {
                self.draft.warnings.push(Warning::SetIgnored { section, set, used });
            }
        }
        for (tally, what) in self.repeated.iter().zip(REPEATED).filter(|(t, _)| t.count > 0) {
            let warning = Warning::Duplicates { what, count: tally.count, line: tally.line };
            self.draft.warnings.push(warning);
        }
    }
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

/// Nothing may stand in this field of the fixed layout and behind it.
pub(super) fn nothing_behind(here: Here<'_>, k: usize) -> Result<(), Diagnostic> {
    for k in k..FIELD_COUNT {
        let word = fixed(here, k)?;
        if !word.text.is_empty() {
            let problem =
                format!("'{}' behind the last field; expected the end of the line", shown(word.text));
            return Err(here.error(word.at, problem));
        }
    }
    Ok(())
}
