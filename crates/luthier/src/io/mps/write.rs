//! Writing MPS. Both layouts are the same text, but that fixed format has a width for each field.

use super::fields::Layout;
use super::range::{RangeRow, range_row};
use super::sections::is_section;
use crate::io::directive;
use crate::io::names::{FileNames, is_visible};
use crate::io::number::shortest;
use crate::io::write::refused;
use crate::problem::{Problem, Sense};
use crate::text::{escape_name, shown};
use std::io::{Result, Write};

/// Characters of a name and of a number in fixed format.
const NAME_WIDTH: usize = 8;
const NUMBER_WIDTH: usize = 12;

/// The right-hand side of a row of type G that bounds nothing: further rows of type N would be dropped by readers.
const NO_BOUND: f64 = -1e30;

/// Writes free-format MPS.
pub(in crate::io) fn write_free(problem: &Problem, out: &mut dyn Write) -> Result<()> {
    let rows = FileNames::of_rows(problem, holds);
    let columns = FileNames::of_columns(problem, holds);
    Writer::new(Layout::Free, problem, rows, columns, out)?.write()
}

/// Writes fixed-format MPS, if all names and numbers fit.
pub(in crate::io) fn write_fixed(problem: &Problem, out: &mut dyn Write) -> Result<()> {
    let rows = FileNames::of_rows(problem, |_| true);
    let columns = FileNames::of_columns(problem, |_| true);
    (0..problem.rows()).try_for_each(|i| check_fixed_name("row", &rows.get(i)))?;
    (0..problem.columns()).try_for_each(|j| check_fixed_name("column", &columns.get(j)))?;
    Writer::new(Layout::Fixed, problem, rows, columns, out)?.write()
}

/// Whether a name means the same to every reader of free format.
fn holds(name: &str) -> bool {
    is_visible(name) && !is_special(name) && !is_section(name)
}

/// Comments begin with * or $, and markers are told by their text.
fn is_special(name: &str) -> bool {
    name.starts_with(['*', '$']) || name.contains("'MARKER'")
}

fn check_fixed_name(kind: &str, name: &str) -> Result<()> {
    let printable = name.bytes().all(|b| b.is_ascii_graphic() || b == b' ') && name.trim() == name;
    if (1..=NAME_WIDTH).contains(&name.len()) && printable && !is_special(name) {
        return Ok(());
    }
    let problem = format!(
        "the name of {kind} '{}' does not fit into fixed-format MPS, which holds 1 to {NAME_WIDTH} printable ASCII characters",
        shown(name)
    );
    Err(refused(problem, "mps"))
}

/// How a row is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Row {
    Plain { kind: char, rhs: f64 },
    Range(RangeRow),
}

impl Row {
    fn kind_and_rhs(self) -> (char, f64) {
        match self {
            Row::Plain { kind, rhs } => (kind, rhs),
            Row::Range(row) => (row.kind, row.rhs),
        }
    }
}

struct Writer<'a> {
    problem: &'a Problem,
    rows: FileNames<'a>,
    columns: FileNames<'a>,
    shapes: Vec<Row>,
    objective: String,
    table: Table<'a>,
}

impl<'a> Writer<'a> {
    fn new(
        layout: Layout,
        problem: &'a Problem,
        rows: FileNames<'a>,
        columns: FileNames<'a>,
        out: &'a mut dyn Write,
    ) -> Result<Writer<'a>> {
        let fits = |range: f64| layout == Layout::Free || shortest(range).len() <= NUMBER_WIDTH;
        let shape = |i: usize| match (problem.row_lower()[i], problem.row_upper()[i]) {
            (lower, upper) if lower == upper => Ok(Row::Plain { kind: 'E', rhs: lower }),
            (lower, upper) if lower > upper => Err(refused(crossed(&rows.get(i), lower, upper), "lp")),
            (f64::NEG_INFINITY, f64::INFINITY) => Ok(Row::Plain { kind: 'G', rhs: NO_BOUND }),
            (lower, f64::INFINITY) => Ok(Row::Plain { kind: 'G', rhs: lower }),
            (f64::NEG_INFINITY, upper) => Ok(Row::Plain { kind: 'L', rhs: upper }),
            (lower, upper) => Ok(Row::Range(range_row(lower, upper, fits))),
        };
        let shapes = (0..problem.rows()).map(shape).collect::<Result<_>>()?;
        let objective = rows.unused("OBJ");
        Ok(Writer { problem, rows, columns, shapes, objective, table: Table { layout, out } })
    }

    fn write(mut self) -> Result<()> {
        self.directives()?;
        self.head()?;
        self.entries()?;
        self.right_hand_sides()?;
        self.ranges()?;
        self.bounds()?;
        writeln!(self.table.out, "ENDATA")
    }

    fn directives(&mut self) -> Result<()> {
        let name = self.problem.name();
        if !name.is_empty() && !is_plain_title(name) {
            writeln!(self.table.out, "*{}", directive::name("problem", "-", name))?;
        }
        for line in self.rows.directives().chain(self.columns.directives()) {
            writeln!(self.table.out, "*{line}")?;
        }
        for (i, shape) in self.shapes.iter().enumerate() {
            let Row::Range(RangeRow { exact: false, .. }) = shape else { continue };
            let row = self.rows.get(i);
            if row.contains(' ') {
                let problem = format!(
                    "the bounds of row '{row}' cannot be written to the last bit, since its name has a blank"
                );
                return Err(refused(problem, "mps"));
            }
            let (lower, upper) = (self.problem.row_lower()[i], self.problem.row_upper()[i]);
            writeln!(self.table.out, "*{}", directive::range(&row, lower, upper))?;
        }
        Ok(())
    }

    fn head(&mut self) -> Result<()> {
        let name = self.problem.name();
        if is_plain_title(name) {
            writeln!(self.table.out, "NAME          {name}")?;
        } else {
            writeln!(self.table.out, "NAME")?;
        }
        if self.problem.sense() == Sense::Maximize {
            writeln!(self.table.out, "OBJSENSE\n    MAX")?;
        }
        writeln!(self.table.out, "ROWS\n N  {}", self.objective)?;
        for (i, shape) in self.shapes.iter().enumerate() {
            writeln!(self.table.out, " {}  {}", shape.kind_and_rhs().0, self.rows.get(i))?;
        }
        Ok(())
    }

    fn entries(&mut self) -> Result<()> {
        writeln!(self.table.out, "COLUMNS")?;
        let mut entries = Vec::new();
        for j in 0..self.problem.columns() {
            let column = self.columns.get(j);
            entries.clear();
            entries.extend(self.problem.matrix().column(j));
            entries.sort_unstable_by_key(|entry: &(usize, f64)| entry.0);
            let cost = self.problem.objective()[j];
            if cost != 0.0 || entries.is_empty() {
                self.table.data("", &column, &self.objective, cost)?;
            }
            for (i, value) in &entries {
                let row = self.rows.get(*i);
                self.table.data("", &column, &row, *value)?;
            }
        }
        Ok(())
    }

    fn right_hand_sides(&mut self) -> Result<()> {
        let set = self.rows.unused("RHS");
        writeln!(self.table.out, "RHS")?;
        if self.problem.offset() != 0.0 {
            self.table.data("", &set, &self.objective, -self.problem.offset())?;
        }
        for i in 0..self.shapes.len() {
            let rhs = self.shapes[i].kind_and_rhs().1;
            if rhs != 0.0 {
                let row = self.rows.get(i);
                self.table.data("", &set, &row, rhs)?;
            }
        }
        Ok(())
    }

    fn ranges(&mut self) -> Result<()> {
        let set = self.rows.unused("RNG");
        let mut begun = false;
        for i in 0..self.shapes.len() {
            let Row::Range(RangeRow { range, .. }) = self.shapes[i] else { continue };
            if !std::mem::replace(&mut begun, true) {
                writeln!(self.table.out, "RANGES")?;
            }
            let row = self.rows.get(i);
            self.table.data("", &set, &row, range)?;
        }
        Ok(())
    }

    fn bounds(&mut self) -> Result<()> {
        let set = self.columns.unused("BND");
        let mut begun = false;
        for j in 0..self.problem.columns() {
            let (lower, upper) = (self.problem.lower()[j], self.problem.upper()[j]);
            if (lower, upper) == (0.0, f64::INFINITY) {
                continue;
            }
            if !std::mem::replace(&mut begun, true) {
                writeln!(self.table.out, "BOUNDS")?;
            }
            let column = self.columns.get(j);
            match (lower.is_finite(), upper.is_finite()) {
                (false, false) => self.table.line("FR", &set, &column, "")?,
                (false, true) => self.table.line("MI", &set, &column, "")?,
                (true, true) if lower == upper => self.table.data("FX", &set, &column, lower)?,
                // Zero too, before a negative upper bound: without it the variable would be unbounded below.
                (true, _) if lower != 0.0 || upper < 0.0 => self.table.data("LO", &set, &column, lower)?,
                (true, _) => {}
            }
            if upper.is_finite() && lower != upper {
                self.table.data("UP", &set, &column, upper)?;
            }
        }
        Ok(())
    }
}

/// Lines of fields.
struct Table<'a> {
    layout: Layout,
    out: &'a mut dyn Write,
}

impl Table<'_> {
    fn data(&mut self, kind: &str, first: &str, second: &str, value: f64) -> Result<()> {
        let number = shortest(value);
        if self.layout == Layout::Fixed && number.len() > NUMBER_WIDTH {
            let problem = format!(
                "the number {number} (of '{first}' and '{second}') does not fit into the {NUMBER_WIDTH} characters of \
                 fixed-format MPS"
            );
            return Err(refused(problem, "mps"));
        }
        self.line(kind, first, second, &number)
    }

    /// A data line; its fields are in the columns of fixed format as long as they fit.
    fn line(&mut self, kind: &str, first: &str, second: &str, number: &str) -> Result<()> {
        if self.layout == Layout::Fixed {
            // Names of sets and of the objective, which had to differ from others.
            [first, second].into_iter().try_for_each(|name| check_fixed_name("set or objective", name))?;
        }
        let line = format!(" {kind:<2} {first:<NAME_WIDTH$}  {second:<NAME_WIDTH$}  {number}");
        writeln!(self.out, "{}", line.trim_end())
    }
}

fn crossed(row: &str, lower: f64, upper: f64) -> String {
    format!(
        "row '{}' has its lower bound {lower} above its upper bound {upper}, which MPS cannot express",
        shown(row)
    )
}

/// Whether the line NAME can hold the name of a problem.
fn is_plain_title(name: &str) -> bool {
    !name.is_empty() && name.trim() == name && escape_name(name) == name
}
