//! Reading the LP format, line by line.

use super::constraint::Constraint;
use super::expression::{Part, Term};
use super::lexer::{Kind, Scanner, Token};
use super::sections::{self, Header, NAMES, Section};
use crate::error::Diagnostic;
use crate::io::ReadOptions;
use crate::io::draft::{Draft, coefficient};
use crate::io::lines::Here;
use crate::io::lines::Lines;
use crate::matrix::Segments;
use crate::problem::{NameTable, Warning};
use crate::text::shown;
use memchr::memchr;
use std::collections::BTreeSet;

/// Everything read so far.
pub(super) struct Reader<'o> {
    pub options: &'o ReadOptions,
    section: Section,
    pub draft: Draft,
    /// The objective: its term, and whether it has a name or terms already.
    term: Term,
    begun: bool,
    pub constraint: Option<Constraint>,
    /// Names of the constraints that have one, and which constraints have none.
    pub labels: NameTable,
    pub unnamed: Vec<u32>,
    /// For each variable the last expression that it was in: 1 for the objective, 2 for the first constraint, ...
    last: Vec<u32>,
    pub integers: BTreeSet<u32>,
    /// Variables that an expression has twice: how many, and the line of the first one.
    repeated: Option<(usize, usize)>,
}

impl<'o> Reader<'o> {
    pub(super) fn new(options: &'o ReadOptions) -> Reader<'o> {
        Reader {
            options,
            section: Section::Start,
            draft: Draft { entries: Segments::of_rows(), ..Draft::default() },
            term: Term::default(),
            begun: false,
            constraint: None,
            labels: NameTable::default(),
            unnamed: Vec::new(),
            last: Vec::new(),
            integers: BTreeSet::new(),
            repeated: None,
        }
    }

    pub(super) fn read(mut self, lines: &mut Lines<'_>) -> Result<Draft, Diagnostic> {
        while lines.advance()? {
            self.line(lines)?;
            if self.section == Section::End {
                if let Some(line) = lines.rest()? {
                    self.draft.warnings.push(Warning::TextAfterEnd { line });
                }
                return Ok(self.finish());
            }
        }
        if self.options.lenient && self.section > Section::Start {
            self.leave(Here { lines, text: "" }, 0)?;
            self.draft.warnings.push(Warning::EndMissing { expected: "End" });
            return Ok(self.finish());
        }
        let problem = match self.section {
            Section::Start => {
                "there is no objective; expected an LP file that begins with minimize or maximize"
            }
            _ => "the file ends without End; it looks truncated",
        };
        Err(Diagnostic { line: lines.number(), column: 1, ..lines.whole(problem) })
    }

    fn line(&mut self, lines: &Lines<'_>) -> Result<(), Diagnostic> {
        let bytes = lines.bytes();
        let end = memchr(b'\\', bytes).unwrap_or(bytes.len());
        if end < bytes.len() {
            self.draft.directives.take(lines, end + 1);
        }
        // Comments may be in any encoding.
        let text = match std::str::from_utf8(&bytes[..end]) {
            Ok(text) => text,
            Err(_) => &lines.text()?[..end],
        };
        let here = Here { lines, text };
        let mut scanner = Scanner::new(here, 0);
        if scanner.peek().is_none() {
            return Ok(());
        }
        if let Some(behind) = self.header(here, scanner.at())? {
            scanner = Scanner::new(here, behind);
        }
        match self.section {
            Section::Start => Err(no_opening(here, scanner.at())),
            Section::Objective => self.objective(scanner),
            Section::Constraints => self.constraints(scanner),
            Section::Bounds => self.bound(scanner),
            Section::Integers => self.integers(scanner, false),
            Section::Binaries => self.integers(scanner, true),
            Section::End => Ok(()),
        }
    }

    /// Enters the section that a line begins, if it begins one; what is behind its header.
    fn header(&mut self, here: Here<'_>, at: usize) -> Result<Option<usize>, Diagnostic> {
        let Some((header, length)) = sections::header(&here.text[at..]) else { return Ok(None) };
        let behind = at + length;
        if !self.is_header(header, here.text[behind..].trim_ascii()) {
            return Ok(None);
        }
        match header {
            Header::Objective(sense) => {
                if self.section != Section::Start {
                    return Err(here.error(at, "a second objective; expected one"));
                }
                let rest = here.text[behind..].trim_ascii_start();
                if let Some((Header::Unsupported(what), length)) = sections::header(rest) {
                    return Err(unsupported(here, here.text.len() - rest.len(), length, what));
                }
                (self.section, self.draft.sense) = (Section::Objective, sense);
            }
            Header::Unsupported(what) => return Err(unsupported(here, at, length, what)),
            Header::Section(next) => self.enter(here, at, next, length)?,
        }
        Ok(Some(behind))
    }

    /// Whether words that can begin a section do so before this rest of the line, or are names.
    fn is_header(&self, header: Header, rest: &str) -> bool {
        let open = self.constraint.as_ref().map_or(&self.term, |c| &c.term);
        let Some(next) = rest.bytes().next() else { return !open.is_dangling() };
        let operator = b"+-*^<>=[".contains(&next);
        match (header, self.section) {
            _ if next == b':' || open.is_dangling() => false,
            (Header::Objective(_), Section::Start) => true,
            (Header::Section(Section::End), _) => false,
            (Header::Section(Section::Constraints), Section::Objective) => true,
            (_, Section::Bounds) if rest.eq_ignore_ascii_case("free") => false,
            _ => !operator,
        }
    }

    fn enter(&mut self, here: Here<'_>, at: usize, next: Section, length: usize) -> Result<(), Diagnostic> {
        if self.section == Section::Start {
            return Err(no_opening(here, at));
        }
        if next == Section::Constraints && self.section != Section::Objective {
            let problem = "section Subject To is repeated or out of order; expected it behind the objective";
            return Err(here.error(at, problem));
        }
        if next == Section::End && may_be_cut(here, at, length) {
            let problem =
                "the file ends within a line, and this may be the beginning of a name; it looks truncated";
            return Err(here.error(at, problem).hint("if it is complete, put a line break behind End"));
        }
        self.leave(here, at)?;
        self.section = next;
        Ok(())
    }

    /// Completes what the section that ends has left open.
    fn leave(&mut self, here: Here<'_>, at: usize) -> Result<(), Diagnostic> {
        if let Some(constant) = self.term.finish(here, at)? {
            self.draft.offset += coefficient(here.lines, at, constant)?;
        }
        self.end_constraint(here, at)
    }

    fn objective(&mut self, mut scanner: Scanner<'_>) -> Result<(), Diagnostic> {
        let here = scanner.here;
        while let Some(token) = scanner.next()? {
            let first = !std::mem::replace(&mut self.begun, true);
            if first && matches!(token.kind, Kind::Name(_)) && scanner.peek() == Some(b':') {
                scanner.next()?;
                continue;
            }
            if let Kind::Compare(_) = token.kind {
                let problem =
                    format!("'{}' in the objective; expected Subject To before the constraints", token.text);
                return Err(here.error(token.at, problem));
            }
            match self.term.take(here, token)? {
                Some(Part::Constant(c)) => self.draft.offset += coefficient(here.lines, token.at, c)?,
                Some(Part::Variable { coefficient, name }) => {
                    let (j, value) = self.variable(here, token, name, coefficient)?;
                    self.draft.objective[j] += value;
                }
                None => {}
            }
        }
        Ok(())
    }

    /// The variable of a term and its coefficient, both checked.
    pub(super) fn variable(
        &mut self,
        here: Here<'_>,
        token: Token<'_>,
        name: &str,
        value: f64,
    ) -> Result<(usize, f64), Diagnostic> {
        let value = coefficient(here.lines, token.at, value)?;
        let j = match self.draft.columns.find(name) {
            Some(j) => j,
            None => {
                self.last.push(0);
                self.draft.add_column(name)
            }
        };
        let mark = if self.constraint.is_some() { self.draft.row_lower.len() as u32 + 2 } else { 1 };
        if std::mem::replace(&mut self.last[j], mark) == mark {
            let place = match &self.constraint {
                Some(_) => format!("row '{}'", shown(&self.row_name())),
                None => "the objective".to_owned(),
            };
            let problem = format!("column '{}' has a second entry in {place}; expected one", shown(name));
            self.twice(here, token.at, problem)?;
        }
        Ok((j, value))
    }

    /// Counts something given twice, or refuses it.
    fn twice(&mut self, here: Here<'_>, at: usize, problem: String) -> Result<(), Diagnostic> {
        if !self.options.lenient {
            return Err(here.error(at, problem).hint("--lenient accepts it with a warning"));
        }
        self.repeated.get_or_insert((0, here.lines.number())).0 += 1;
        Ok(())
    }

    fn finish(mut self) -> Draft {
        self.name_rows();
        let names = self.draft.columns.names();
        if let Some(first) = self.integers.first().and_then(|j| names.get(*j as usize)) {
            let (count, first) = (self.integers.len(), first.to_owned());
            self.draft.warnings.push(Warning::IntegralityRelaxed { count, first });
        }
        if let Some((count, line)) = self.repeated {
            self.draft.warnings.push(Warning::Duplicates { what: "entries", count, line });
        }
        self.draft
    }
}

/// Whether a word that ends the file may be the beginning of a line that goes on: there is no line break behind it, and
/// it does not stand alone at the left, as it does at the end of files.
fn may_be_cut(here: Here<'_>, at: usize, length: usize) -> bool {
    let alone = at == 0 && length == here.text.len();
    let is_last = here.text.len() == here.lines.bytes().len() && !here.lines.is_terminated();
    is_last && !alone
}

fn unsupported(here: Here<'_>, at: usize, length: usize, what: &str) -> Diagnostic {
    let section = &here.text[at..at + length];
    let problem = format!("section {section} ({what}) is not supported: Luthier solves linear programs only");
    here.error(at, problem).hint("use a solver for such problems, for example SCIP or HiGHS")
}

fn no_opening(here: Here<'_>, at: usize) -> Diagnostic {
    let word = here.text[at..].split_ascii_whitespace().next().unwrap_or_default();
    let problem = format!("'{}'; expected minimize or maximize first, then {NAMES}", shown(word));
    let error = here.error(at, problem);
    if here.text.contains(':') && sections::is_opening(word) {
        return error.hint("with a colon this looks like the format of lp_solve, which is another one");
    }
    error
}
