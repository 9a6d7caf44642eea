//! The sections Bounds, General and Binary.

use super::lexer::{Comparison, Kind, Scanner, Token};
use super::reader::Reader;
use crate::error::Diagnostic;
use crate::io::draft::unknown;
use crate::io::lines::Here;
use crate::text::shown;

const FORMS: &str = "a bound such as 0 <= x <= 4, x >= 2, x = 1 or x free, one on a line";

impl Reader<'_> {
    /// A line of the section Bounds.
    pub(super) fn bound(&mut self, mut scanner: Scanner<'_>) -> Result<(), Diagnostic> {
        let here = scanner.here;
        let Some(token) = scanner.next()? else { return Ok(()) };
        if let Kind::Name(name) = token.kind {
            let j = self.find_column(here, token, name)?;
            let next = expect(&mut scanner, "a comparison or the word free")?;
            if let Kind::Name(word) = next.kind
                && word.eq_ignore_ascii_case("free")
            {
                (self.draft.lower[j], self.draft.upper[j]) = (f64::NEG_INFINITY, f64::INFINITY);
                return at_end(&mut scanner);
            }
            let comparison = compared(here, next)?;
            let first = expect(&mut scanner, "a number")?;
            let (at, value) = signed(&mut scanner, first)?;
            self.set_bound(here, at, j, comparison, value)?;
            return at_end(&mut scanner);
        }
        let (at, value) = signed(&mut scanner, token)?;
        let first = compared(here, expect(&mut scanner, "a comparison")?)?;
        let token = expect(&mut scanner, "a variable")?;
        let Kind::Name(name) = token.kind else { return Err(unexpected(here, token, "a variable")) };
        let j = self.find_column(here, token, name)?;
        self.set_bound(here, at, j, first.flipped(), value)?;
        let Some(token) = scanner.next()? else { return Ok(()) };
        let second = compared(here, token)?;
        if second != first || second == Comparison::Equal {
            let problem = "comparisons of different kinds; expected l <= x <= u or u >= x >= l";
            return Err(here.error(token.at, problem));
        }
        let next = expect(&mut scanner, "a number")?;
        let (at, value) = signed(&mut scanner, next)?;
        self.set_bound(here, at, j, second, value)?;
        at_end(&mut scanner)
    }

    fn set_bound(
        &mut self,
        here: Here<'_>,
        at: usize,
        j: usize,
        comparison: Comparison,
        value: f64,
    ) -> Result<(), Diagnostic> {
        self.check_infinite(here, at, value, comparison)?;
        if comparison != Comparison::Less {
            self.draft.lower[j] = value;
        }
        if comparison != Comparison::Greater {
            self.draft.upper[j] = value;
        }
        Ok(())
    }

    /// A line of variables that are integer, or 0 or 1.
    pub(super) fn integers(&mut self, mut scanner: Scanner<'_>, binary: bool) -> Result<(), Diagnostic> {
        while let Some(token) = scanner.next()? {
            let Kind::Name(name) = token.kind else {
                return Err(unexpected(scanner.here, token, "a variable"));
            };
            let j = self.find_column(scanner.here, token, name)?;
            self.integers.insert(j as u32);
            if binary {
                (self.draft.lower[j], self.draft.upper[j]) = (0.0, 1.0);
            }
        }
        Ok(())
    }

    fn find_column(&self, here: Here<'_>, token: Token<'_>, name: &str) -> Result<usize, Diagnostic> {
        let columns = &self.draft.columns;
        let expected = "one of the objective or the constraints";
        columns
            .find(name)
            .ok_or_else(|| unknown(here.lines, token.at, "column", name, columns.names().iter(), expected))
    }
}

/// A number with up to two signs, of which the first token is given; where it begins.
fn signed<'l>(scanner: &mut Scanner<'l>, first: Token<'l>) -> Result<(usize, f64), Diagnostic> {
    let (mut token, mut sign) = (first, 1.0);
    for _ in 0..2 {
        match token.kind {
            Kind::Plus => {}
            Kind::Minus => sign = -sign,
            _ => break,
        }
        token = expect(scanner, "a number")?;
    }
    match token.kind {
        Kind::Number(value) => Ok((first.at, sign * value)),
        _ => Err(unexpected(scanner.here, token, "a number")),
    }
}

fn compared(here: Here<'_>, token: Token<'_>) -> Result<Comparison, Diagnostic> {
    match token.kind {
        Kind::Compare(comparison) => Ok(comparison),
        _ => Err(unexpected(here, token, "a comparison such as <=")),
    }
}

fn expect<'l>(scanner: &mut Scanner<'l>, what: &str) -> Result<Token<'l>, Diagnostic> {
    let token = scanner.next()?;
    token.ok_or_else(|| {
        let problem = format!("the line ends where {what} was expected; a bound is {FORMS}");
        scanner.here.error(scanner.at(), problem)
    })
}

fn at_end(scanner: &mut Scanner<'_>) -> Result<(), Diagnostic> {
    match scanner.next()? {
        None => Ok(()),
        Some(token) => Err(unexpected(scanner.here, token, "the end of the line")),
    }
}

fn unexpected(here: Here<'_>, token: Token<'_>, expected: &str) -> Diagnostic {
    here.error(token.at, format!("'{}' where {expected} was expected", shown(token.text)))
}
