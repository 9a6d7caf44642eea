//! The section Subject To.

use super::expression::{Part, Term};
use super::lexer::{Comparison, Kind, Scanner, Token};
use super::reader::Reader;
use crate::error::Diagnostic;
use crate::io::lines::Here;
use crate::problem::NameTable;
use crate::text::shown;

/// The constraint being read: up to three expressions with comparisons between them.
#[derive(Debug, Default)]
pub(super) struct Constraint {
    pub term: Term,
    /// The comparisons so far, which is also the expression being read.
    comparisons: Vec<Comparison>,
    sides: [Side; 3],
}

/// What an expression holds.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    constant: f64,
    has_constant: bool,
    has_variable: bool,
}

impl Constraint {
    fn side(&mut self) -> &mut Side {
        &mut self.sides[self.comparisons.len()]
    }

    /// Whether the last expression has something in it, and does not end with an operator.
    fn is_complete(&self) -> bool {
        let side = &self.sides[self.comparisons.len()];
        (side.has_constant || side.has_variable || self.term.has_number()) && !self.term.is_dangling()
    }

    /// Whether a number in the last expression can only be a constant where the line ends.
    fn ends_with_constant(&self) -> bool {
        match self.comparisons.len() {
            0 => false,
            1 => self.sides[0].has_variable,
            _ => true,
        }
    }

    /// Whether a line that begins with this token begins another constraint.
    fn ends_before(&self, here: Here<'_>, token: Token<'_>) -> Result<bool, Diagnostic> {
        if self.comparisons.is_empty() || !self.is_complete() {
            return Ok(false);
        }
        let [left, right, _] = &self.sides;
        Ok(match token.kind {
            Kind::Plus | Kind::Minus => {
                self.comparisons.len() == 2 || left.has_variable && !right.has_variable
            }
            Kind::Number(_) | Kind::Name(_) if self.term.has_number() && right.has_variable => {
                let problem = format!(
                    "'{}' may belong to the number at the end of the line before, or begin another constraint",
                    shown(token.text)
                );
                return Err(here
                    .error(token.at, problem)
                    .hint("put a coefficient and its variable on one line"));
            }
            Kind::Number(_) | Kind::Name(_) => left.has_variable || right.has_variable,
            _ => false,
        })
    }
}

impl Reader<'_> {
    pub(super) fn constraints(&mut self, mut scanner: Scanner<'_>) -> Result<(), Diagnostic> {
        let here = scanner.here;
        let mut first = true;
        let mut last = 0;
        while let Some(token) = scanner.next()? {
            last = token.at;
            if let Kind::Name(name) = token.kind
                && scanner.peek() == Some(b':')
            {
                scanner.next()?;
                self.end_constraint(here, token.at)?;
                self.begin_constraint(here, token.at, Some(name))?;
            } else {
                let ends = match &self.constraint {
                    Some(constraint) => first && constraint.ends_before(here, token)?,
                    None => true,
                };
                if ends {
                    self.end_constraint(here, token.at)?;
                    self.begin_constraint(here, token.at, None)?;
                }
                self.constraint_token(here, token)?;
            }
            first = false;
        }
        match &mut self.constraint {
            Some(constraint) if constraint.ends_with_constant() && !constraint.term.is_dangling() => {
                let constant = constraint.term.finish(here, last)?;
                constant.map_or(Ok(()), |value| self.constant(here, last, value))
            }
            _ => Ok(()),
        }
    }

    fn begin_constraint(&mut self, here: Here<'_>, at: usize, name: Option<&str>) -> Result<(), Diagnostic> {
        let row = self.draft.row_lower.len();
        match name {
            None => self.unnamed.push(row as u32),
            Some(name) => {
                self.labels.add(name).map_err(|_| {
                    let problem = format!("row '{}' was declared before; names must differ", shown(name));
                    here.error(at, problem)
                })?;
            }
        }
        self.constraint = Some(Constraint::default());
        if self.draft.entries.begin(row) {
            return Ok(());
        }
        Err(here.error(at, "more entries than 32 bits can count"))
    }

    fn constraint_token(&mut self, here: Here<'_>, token: Token<'_>) -> Result<(), Diagnostic> {
        if let Kind::Compare(comparison) = token.kind {
            return self.comparison(here, token, comparison);
        }
        let Some(constraint) = &mut self.constraint else { return Ok(()) };
        match constraint.term.take(here, token)? {
            Some(Part::Constant(value)) => self.constant(here, token.at, value),
            Some(Part::Variable { coefficient, name }) => {
                if constraint.comparisons.len() == 2 {
                    let problem = format!("'{}' outside of two comparisons; expected a number", shown(name));
                    return Err(here.error(token.at, problem));
                }
                constraint.side().has_variable = true;
                // All variables go to the left, unless there are none.
                let moved = !constraint.comparisons.is_empty() && constraint.sides[0].has_variable;
                let (j, value) = self.variable(here, token, name, coefficient)?;
                self.draft.entries.push(j, if moved { -value } else { value });
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn comparison(
        &mut self,
        here: Here<'_>,
        token: Token<'_>,
        comparison: Comparison,
    ) -> Result<(), Diagnostic> {
        let Some(constraint) = &mut self.constraint else { return Ok(()) };
        let refused = |problem: &str| Err(here.error(token.at, problem));
        if let Some(value) = constraint.term.finish(here, token.at)? {
            self.constant(here, token.at, value)?;
        }
        let Some(constraint) = &mut self.constraint else { return Ok(()) };
        if !constraint.is_complete() {
            let problem = format!("'{}' with nothing before it; expected an expression", token.text);
            return refused(&problem);
        }
        let left = constraint.sides[0];
        match constraint.comparisons.as_slice() {
            [] if left.constant.abs() >= self.options.infinity => {
                if left.has_variable {
                    return refused("an infinite number in an expression; expected it alone on its side");
                }
                self.check_infinite(here, token.at, left.constant, comparison.flipped())?;
            }
            [] => {}
            [before] => {
                if left.has_variable || !constraint.sides[1].has_variable {
                    return refused(
                        "a second comparison; expected variables between the two and numbers outside",
                    );
                }
                if *before != comparison || comparison == Comparison::Equal {
                    return refused(
                        "comparisons of different kinds; expected l <= ... <= u or u >= ... >= l",
                    );
                }
            }
            _ => return refused("a third comparison; expected at most two"),
        }
        if let Some(constraint) = &mut self.constraint {
            constraint.comparisons.push(comparison);
        }
        Ok(())
    }

    /// Adds a constant to the expression being read.
    fn constant(&mut self, here: Here<'_>, at: usize, value: f64) -> Result<(), Diagnostic> {
        let infinite = value.abs() >= self.options.infinity;
        let Some(constraint) = &mut self.constraint else { return Ok(()) };
        let bounds = constraint.ends_with_constant();
        let last = constraint.comparisons.last().copied();
        let side = constraint.side();
        let alone = !side.has_constant && !side.has_variable;
        side.constant += value;
        side.has_constant = true;
        match last {
            Some(comparison) if infinite && bounds => self.check_infinite(here, at, value, comparison),
            None if infinite && alone => Ok(()),
            _ if infinite => {
                Err(here.error(at, "an infinite number in an expression; expected it alone on its side"))
            }
            _ => Ok(()),
        }
    }

    /// An infinite bound must be on the side where it means "no bound".
    pub(super) fn check_infinite(
        &self,
        here: Here<'_>,
        at: usize,
        value: f64,
        comparison: Comparison,
    ) -> Result<(), Diagnostic> {
        let harmless = match comparison {
            Comparison::Less => value > 0.0,
            Comparison::Greater => value < 0.0,
            Comparison::Equal => false,
        };
        if harmless || value.abs() < self.options.infinity {
            return Ok(());
        }
        let problem =
            format!("the bound {value:e} is infinite, which no value can satisfy; expected a finite number");
        Err(here.error(at, problem))
    }

    /// Completes the constraint being read, if there is one, before what is at this place.
    pub(super) fn end_constraint(&mut self, here: Here<'_>, at: usize) -> Result<(), Diagnostic> {
        let Some(constraint) = &mut self.constraint else { return Ok(()) };
        if let Some(value) = constraint.term.finish(here, at)? {
            self.constant(here, at, value)?;
        }
        let Some(constraint) = &self.constraint else { return Ok(()) };
        let missing = |what: &str| {
            let name = shown(&self.row_name());
            Err(here.error(at, format!("constraint '{name}' ends before this without {what}; expected one")))
        };
        if constraint.comparisons.is_empty() {
            return missing("a comparison such as <=");
        }
        if !constraint.is_complete() {
            return missing("a right-hand side");
        }
        let [left, middle, right] = constraint.sides;
        if !left.has_variable && !middle.has_variable {
            return missing("a variable");
        }
        let bounds = match constraint.comparisons.as_slice() {
            [comparison] if left.has_variable => one_sided(*comparison, middle.constant - left.constant),
            [comparison] => one_sided(comparison.flipped(), left.constant - middle.constant),
            comparisons => {
                let (first, second) = (left.constant - middle.constant, right.constant - middle.constant);
                if comparisons[0] == Comparison::Less { (first, second) } else { (second, first) }
            }
        };
        self.draft.row_lower.push(bounds.0);
        self.draft.row_upper.push(bounds.1);
        self.constraint = None;
        Ok(())
    }

    /// The name of the constraint being read, as far as it is known.
    pub(super) fn row_name(&self) -> String {
        let row = self.draft.row_lower.len();
        if self.unnamed.last() == Some(&(row as u32)) {
            return format!("R{}", row + 1);
        }
        let names = self.labels.names();
        names.get(names.len().saturating_sub(1)).unwrap_or_default().to_owned()
    }

    /// Gives names to the constraints without one.
    pub(super) fn name_rows(&mut self) {
        let labels = std::mem::take(&mut self.labels);
        if self.unnamed.is_empty() {
            self.draft.rows = labels;
            return;
        }
        let mut given = labels.names().iter();
        let mut unnamed = self.unnamed.iter().peekable();
        let mut rows = NameTable::default();
        for row in 0..self.draft.row_lower.len() {
            if unnamed.next_if(|r| **r as usize == row).is_none() {
                rows.add_new(given.next().unwrap_or_default());
                continue;
            }
            let mut name = format!("R{}", row + 1);
            while labels.find(&name).is_some() {
                name.push('_');
            }
            rows.add_new(&name);
        }
        self.draft.rows = rows;
    }
}

fn one_sided(comparison: Comparison, value: f64) -> (f64, f64) {
    match comparison {
        Comparison::Less => (f64::NEG_INFINITY, value),
        Comparison::Equal => (value, value),
        Comparison::Greater => (value, f64::INFINITY),
    }
}
