//! Writing the LP format.

use super::lexer::{begins_name, in_name};
use super::sections::is_reserved;
use crate::io::directive;
use crate::io::names::{FileNames, is_visible};
use crate::io::number::shortest;
use crate::io::write::refused;
use crate::problem::{Problem, Sense};
use std::io::{Result, Write};

/// Lines are broken before they are longer than this.
const WIDTH: usize = 100;

/// Writes the LP format. Every variable is in the objective, so that their order is kept.
pub(in crate::io) fn write(problem: &Problem, out: &mut dyn Write) -> Result<()> {
    if problem.columns() == 0 && problem.rows() > 0 {
        return Err(refused(
            "the problem has rows but no variables, which the LP format cannot express",
            "mps",
        ));
    }
    let rows = FileNames::of_rows(problem, holds);
    let columns = FileNames::of_columns(problem, holds);
    Writer { problem, rows, columns, text: Text { out, width: 0 } }.write()
}

/// Whether a name means the same to every reader: no operators, no word of the format, nothing like a number.
fn holds(name: &str) -> bool {
    let begins_with = |word: &str| name.get(..word.len()).is_some_and(|n| n.eq_ignore_ascii_case(word));
    // What follows an e decides whether some readers take it for an exponent.
    let exponent =
        begins_with("e") && name[1..].chars().next().is_none_or(|c| c.is_ascii_digit() || "eE".contains(c));
    is_visible(name)
        && name.starts_with(begins_name)
        && name.chars().all(in_name)
        && !is_reserved(name)
        && !exponent
        && !begins_with("inf")
        && !begins_with("nan")
}

struct Writer<'a> {
    problem: &'a Problem,
    rows: FileNames<'a>,
    columns: FileNames<'a>,
    text: Text<'a>,
}

impl Writer<'_> {
    fn write(mut self) -> Result<()> {
        self.directives()?;
        self.objective()?;
        writeln!(self.text.out, "Subject To")?;
        let mut entries = Vec::new();
        for i in 0..self.problem.rows() {
            entries.clear();
            entries.extend(self.problem.matrix().row(i));
            entries.sort_unstable_by_key(|entry: &(usize, f64)| entry.0);
            self.row(i, &entries)?;
        }
        self.bounds()?;
        writeln!(self.text.out, "End")
    }

    fn directives(&mut self) -> Result<()> {
        if !self.problem.name().is_empty() {
            writeln!(self.text.out, "\\{}", directive::name("problem", "-", self.problem.name()))?;
        }
        for line in self.rows.directives().chain(self.columns.directives()) {
            writeln!(self.text.out, "\\{line}")?;
        }
        Ok(())
    }

    fn objective(&mut self) -> Result<()> {
        let sense = match self.problem.sense() {
            Sense::Minimize => "Minimize",
            Sense::Maximize => "Maximize",
        };
        writeln!(self.text.out, "{sense}")?;
        self.text.begin(&self.rows.unused("obj"))?;
        for (j, cost) in self.problem.objective().iter().enumerate() {
            self.term(j == 0, j, *cost)?;
        }
        if self.problem.offset() != 0.0 {
            let (sign, magnitude) = (sign_of(self.problem.offset()), self.problem.offset().abs());
            self.text.word(&format!("{sign} {}", shortest(magnitude)))?;
        }
        writeln!(self.text.out)
    }

    fn row(&mut self, i: usize, entries: &[(usize, f64)]) -> Result<()> {
        self.text.begin(&self.rows.get(i))?;
        let (lower, upper) = (self.problem.row_lower()[i], self.problem.row_upper()[i]);
        let two_sided = lower.is_finite() && upper.is_finite() && lower != upper;
        if two_sided {
            self.text.word(&format!("{} <=", shortest(lower)))?;
        }
        for (k, (j, value)) in entries.iter().enumerate() {
            self.term(k == 0, *j, *value)?;
        }
        if entries.is_empty() {
            self.term(true, 0, 0.0)?;
        }
        let comparison = match () {
            () if lower == upper => format!("= {}", shortest(lower)),
            () if upper.is_finite() => format!("<= {}", shortest(upper)),
            () if lower.is_finite() => format!(">= {}", shortest(lower)),
            () => ">= -inf".to_owned(),
        };
        self.text.word(&comparison)?;
        writeln!(self.text.out)
    }

    fn bounds(&mut self) -> Result<()> {
        let all = self.problem.lower().iter().zip(self.problem.upper()).enumerate();
        let mut begun = false;
        for (j, (&lower, &upper)) in all.filter(|(_, (l, u))| (**l, **u) != (0.0, f64::INFINITY)) {
            if !std::mem::replace(&mut begun, true) {
                writeln!(self.text.out, "Bounds")?;
            }
            let name = self.columns.get(j);
            match (lower.is_finite(), upper.is_finite()) {
                (false, false) => writeln!(self.text.out, " {name} free")?,
                (true, false) => writeln!(self.text.out, " {name} >= {}", shortest(lower))?,
                (false, true) => writeln!(self.text.out, " -inf <= {name} <= {}", shortest(upper))?,
                (true, true) if lower == upper => writeln!(self.text.out, " {name} = {}", shortest(lower))?,
                // A lower bound of zero is written too: some readers drop it before a negative upper bound.
                (true, true) => {
                    writeln!(self.text.out, " {} <= {name} <= {}", shortest(lower), shortest(upper))?;
                }
            }
        }
        Ok(())
    }

    fn term(&mut self, first: bool, j: usize, value: f64) -> Result<()> {
        let sign = if first && value >= 0.0 { "" } else { sign_of(value) };
        let space = if sign.is_empty() { "" } else { " " };
        let name = self.columns.get(j);
        let text = match value.abs() {
            1.0 => format!("{sign}{space}{name}"),
            magnitude => format!("{sign}{space}{} {name}", shortest(magnitude)),
        };
        self.text.word(&text)
    }
}

/// Text in lines of a readable length.
struct Text<'a> {
    out: &'a mut dyn Write,
    /// Characters of the line so far.
    width: usize,
}

impl Text<'_> {
    fn begin(&mut self, label: &str) -> Result<()> {
        self.width = label.len() + 2;
        write!(self.out, " {label}:")
    }

    /// Appends what must stay on one line. Lines that follow begin with an operator, never with a name.
    fn word(&mut self, text: &str) -> Result<()> {
        if self.width + 1 + text.len() > WIDTH && self.width > 2 {
            self.width = 1;
            write!(self.out, "\n ")?;
        }
        self.width += 1 + text.len();
        write!(self.out, " {text}")
    }
}

fn sign_of(value: f64) -> &'static str {
    if value < 0.0 { "-" } else { "+" }
}
