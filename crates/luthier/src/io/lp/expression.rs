//! Linear expressions, term by term.

use super::lexer::{Kind, Token};
use crate::error::Diagnostic;
use crate::io::lines::Here;
use crate::text::shown;

/// A finished part of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part<'l> {
    Constant(f64),
    Variable { coefficient: f64, name: &'l str },
}

/// The term being read. It may go on in the next line.
#[derive(Debug, Default)]
pub(super) struct Term {
    signs: u8,
    negative: bool,
    number: Option<f64>,
    star: bool,
    /// Whether the last token was a variable, which only an operator may follow.
    closed: bool,
}

impl Term {
    /// Whether an operator still waits for what it applies to.
    pub(super) fn is_dangling(&self) -> bool {
        self.star || (self.signs > 0 && self.number.is_none())
    }

    /// Whether a number waits: for its variable, or to be a constant.
    pub(super) fn has_number(&self) -> bool {
        self.number.is_some()
    }

    /// Takes a token of an expression; the part that it completes.
    pub(super) fn take<'l>(
        &mut self,
        here: Here<'_>,
        token: Token<'l>,
    ) -> Result<Option<Part<'l>>, Diagnostic> {
        match token.kind {
            Kind::Plus | Kind::Minus => self.sign(here, token),
            Kind::Number(value) => self.number(here, token, value).map(|()| None),
            Kind::Name(name) if self.closed => Err(product(here, token, name)),
            Kind::Name(name) => {
                let coefficient = self.signed(self.number.unwrap_or(1.0));
                *self = Term { closed: true, ..Term::default() };
                Ok(Some(Part::Variable { coefficient, name }))
            }
            Kind::Star if self.number.is_some() && !self.star => {
                self.star = true;
                Ok(None)
            }
            Kind::Star if self.closed => Err(product(here, token, "*")),
            Kind::Foreign("->") => Err(not_linear(here, token.at, "an indicator constraint (->)")),
            Kind::Foreign("^") => Err(not_linear(here, token.at, "a power (^)")),
            Kind::Foreign("[") => Err(not_linear(here, token.at, "a quadratic expression ([ ... ])")),
            Kind::Colon => {
                let problem = "':' in an expression; expected one behind the name of a constraint only";
                Err(here.error(token.at, problem))
            }
            Kind::Star | Kind::Foreign(_) | Kind::Compare(_) => Err(self.unexpected(here, token)),
        }
    }

    fn sign<'l>(&mut self, here: Here<'_>, token: Token<'_>) -> Result<Option<Part<'l>>, Diagnostic> {
        if self.star || self.signs == 2 && self.number.is_none() {
            return Err(self.unexpected(here, token));
        }
        let constant = self.close(here, token.at)?;
        self.signs += 1;
        self.negative ^= token.kind == Kind::Minus;
        Ok(constant.map(Part::Constant))
    }

    fn number(&mut self, here: Here<'_>, token: Token<'_>, value: f64) -> Result<(), Diagnostic> {
        if self.closed || self.number.is_some() {
            let problem =
                format!("the number {} without an operator before it; expected + or -", shown(token.text));
            return Err(here.error(token.at, problem).hint("the coefficient comes first, as in 3 x"));
        }
        self.number = Some(value);
        Ok(())
    }

    /// The end of a term, which may be a constant. What waits for an operand stays as it is.
    fn close(&mut self, here: Here<'_>, at: usize) -> Result<Option<f64>, Diagnostic> {
        if self.star {
            return Err(here.error(at, "nothing behind '*'; expected a variable"));
        }
        let constant = self.number.map(|number| self.signed(number));
        if constant.is_some() || self.closed {
            *self = Term::default();
        }
        Ok(constant)
    }

    /// The end of an expression, which may be a constant.
    pub(super) fn finish(&mut self, here: Here<'_>, at: usize) -> Result<Option<f64>, Diagnostic> {
        if self.is_dangling() {
            return Err(here.error(at, "nothing behind an operator; expected a number or a variable"));
        }
        self.close(here, at)
    }

    fn signed(&self, value: f64) -> f64 {
        if self.negative { -value } else { value }
    }

    fn unexpected(&self, here: Here<'_>, token: Token<'_>) -> Diagnostic {
        let problem = format!("'{}'; expected a number or a variable", shown(token.text));
        here.error(token.at, problem)
    }
}

fn product(here: Here<'_>, token: Token<'_>, found: &str) -> Diagnostic {
    let problem = format!(
        "'{}' behind a variable; expected an operator such as + or <=, since products of variables are not supported: \
         Luthier solves linear programs only",
        shown(found)
    );
    here.error(token.at, problem)
}

fn not_linear(here: Here<'_>, at: usize, what: &str) -> Diagnostic {
    let problem = format!("{what} is not supported: Luthier solves linear programs only");
    here.error(at, problem).hint("use a solver for such problems, for example SCIP or HiGHS")
}
