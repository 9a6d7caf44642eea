//! Free-format MPS.

use crate::error::Error;
use crate::problem::{Problem, ProblemBuilder, Sense};
use crate::text::escape_name;
use std::collections::HashMap;

/// Parses free-format MPS text; `path` is named in errors.
///
/// Sections: NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS, ENDATA. The first N row is the objective, others are ignored.
/// Names of RHS, RANGES and BOUNDS sets may be left out. A right-hand side of the objective is minus its constant. A negative
/// UP bound of a variable without lower bound makes the variable free below. Integer variables are refused.
pub fn parse_mps(path: &str, text: &str) -> Result<Problem, Error> {
    let mut parser = Parser { path, ..Parser::default() };
    for (index, line) in text.lines().enumerate() {
        parser.line = index + 1;
        parser.read_line(line)?;
        if parser.section == Section::End {
            return parser.build();
        }
    }
    Err(parser.error("the file ends without ENDATA; it looks truncated".into()))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd)]
enum Section {
    #[default]
    Start,
    Sense,
    Rows,
    Columns,
    Rhs,
    Ranges,
    Bounds,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Row {
    Objective,
    Ignored,
    Constraint(usize),
}

#[derive(Default)]
struct Parser<'a> {
    path: &'a str,
    line: usize,
    section: Section,
    name: String,
    sense: Sense,
    offset: f64,
    rows: HashMap<String, Row>,
    /// Whether the objective was declared.
    objective_row: bool,
    row_names: Vec<String>,
    kinds: Vec<char>,
    rhs: Vec<f64>,
    ranges: Vec<Option<f64>>,
    columns: HashMap<String, usize>,
    column_names: Vec<String>,
    objective: Vec<f64>,
    /// The line of every entry, to find duplicates: by column and row, `None` for the objective.
    seen: HashMap<(usize, Option<usize>), usize>,
    triplets: Vec<(usize, usize, f64)>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    lower_given: Vec<bool>,
}

impl Parser<'_> {
    fn error(&self, problem: String) -> Error {
        Error::File { path: self.path.to_owned(), line: self.line, problem }
    }

    fn read_line(&mut self, line: &str) -> Result<(), Error> {
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        if line.starts_with('*') || line.trim().is_empty() {
            return Ok(());
        }
        if line.contains('\0') {
            return Err(self.error("contains a NUL byte; expected text".into()));
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if !line.starts_with([' ', '\t']) {
            return self.header(&words);
        }
        match self.section {
            Section::Sense => self.set_sense(words[0]),
            Section::Rows => self.row(&words),
            Section::Columns => self.column(&words),
            Section::Rhs => self.right_hand_side(&words),
            Section::Ranges => self.range(&words),
            Section::Bounds => self.bound(&words),
            Section::Start | Section::End => {
                Err(self.error("data before any section; expected ROWS first".into()))
            }
        }
    }

    fn header(&mut self, words: &[&str]) -> Result<(), Error> {
        let next = match words[0] {
            "NAME" => {
                self.name = words[1..].join(" ");
                return Ok(());
            }
            "OBJSENSE" if self.section == Section::Start => {
                self.section = Section::Sense;
                return words.get(1).map_or(Ok(()), |word| self.set_sense(word));
            }
            "OBJSENSE" => return Err(self.error("OBJSENSE must come before ROWS, and once".into())),
            "ROWS" => Section::Rows,
            "COLUMNS" => Section::Columns,
            "RHS" => Section::Rhs,
            "RANGES" => Section::Ranges,
            "BOUNDS" => Section::Bounds,
            "ENDATA" => Section::End,
            other => {
                let other = escape_name(other);
                let known = "NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS, ENDATA";
                return Err(
                    self.error(format!("section '{other}' is not supported; expected one of {known}"))
                );
            }
        };
        if next <= self.section {
            return Err(self.error(format!("section {} is out of order or repeated", words[0])));
        }
        if next == Section::End && self.section < Section::Columns {
            return Err(self.error("ENDATA without ROWS and COLUMNS".into()));
        }
        self.section = next;
        Ok(())
    }

    fn set_sense(&mut self, word: &str) -> Result<(), Error> {
        self.sense = match word.to_ascii_uppercase().as_str() {
            "MIN" | "MINIMIZE" => Sense::Minimize,
            "MAX" | "MAXIMIZE" => Sense::Maximize,
            _ => {
                return Err(
                    self.error(format!("objective sense '{}'; expected MIN or MAX", escape_name(word)))
                );
            }
        };
        Ok(())
    }

    fn row(&mut self, words: &[&str]) -> Result<(), Error> {
        let &[kind, name] = words else {
            return Err(self.error(format!("{} words; expected a row type and a name", words.len())));
        };
        let row = match kind {
            "N" | "n" if std::mem::replace(&mut self.objective_row, true) => Row::Ignored,
            "N" | "n" => Row::Objective,
            "L" | "l" | "G" | "g" | "E" | "e" => {
                self.row_names.push(name.to_owned());
                self.kinds.push(kind.chars().next().unwrap_or('E').to_ascii_uppercase());
                self.rhs.push(0.0);
                self.ranges.push(None);
                Row::Constraint(self.row_names.len() - 1)
            }
            other => {
                return Err(self.error(format!("row type '{}'; expected N, L, G or E", escape_name(other))));
            }
        };
        match self.rows.insert(name.to_owned(), row) {
            Some(_) => Err(self.error(format!("row '{}' was declared before", escape_name(name)))),
            None => Ok(()),
        }
    }

    fn column(&mut self, words: &[&str]) -> Result<(), Error> {
        if words.contains(&"'MARKER'") {
            return Err(self.error("integer variables are not supported; relax them first".into()));
        }
        let (name, pairs) = words.split_first().ok_or_else(|| self.error("an empty line".into()))?;
        let column = self.column_index(name);
        for (row, value) in self.pairs(pairs)? {
            let constraint = if let Row::Constraint(i) = row { Some(i) } else { None };
            if row == Row::Ignored {
                continue;
            }
            if let Some(before) = self.seen.insert((column, constraint), self.line) {
                let name = escape_name(name);
                return Err(self.error(format!(
                    "column '{name}' has two entries in one row; the first is on line {before}"
                )));
            }
            match constraint {
                Some(i) => self.triplets.push((i, column, value)),
                None => self.objective[column] = value,
            }
        }
        Ok(())
    }

    fn column_index(&mut self, name: &str) -> usize {
        if let Some(&j) = self.columns.get(name) {
            return j;
        }
        let j = self.column_names.len();
        self.columns.insert(name.to_owned(), j);
        self.column_names.push(name.to_owned());
        self.objective.push(0.0);
        self.lower.push(0.0);
        self.upper.push(f64::INFINITY);
        self.lower_given.push(false);
        j
    }

    /// (row, value) pairs.
    fn pairs(&self, words: &[&str]) -> Result<Vec<(Row, f64)>, Error> {
        if words.is_empty() || !words.len().is_multiple_of(2) {
            return Err(self.error("expected pairs of a row name and a number".into()));
        }
        words.chunks(2).map(|pair| Ok((self.find_row(pair[0])?, self.number(pair[1])?))).collect()
    }

    fn find_row(&self, name: &str) -> Result<Row, Error> {
        let unknown = || self.error(format!("row '{}' was not declared in ROWS", escape_name(name)));
        self.rows.get(name).copied().ok_or_else(unknown)
    }

    fn number(&self, word: &str) -> Result<f64, Error> {
        let bad = || self.error(format!("'{}' is not a number", escape_name(word)));
        let plain = word.replace(['d', 'D'], "e");
        let looks_right = plain.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
        let special = ["inf", "+inf", "-inf", "infinity", "-infinity"];
        if !looks_right && !special.contains(&word.to_ascii_lowercase().as_str()) {
            return Err(bad());
        }
        plain.parse::<f64>().or_else(|_| word.to_ascii_lowercase().parse()).map_err(|_| bad())
    }

    /// Drops the name of a set, which may be left out.
    fn without_set<'w, 'v>(&self, words: &'v [&'w str]) -> &'v [&'w str] {
        if words.len() % 2 == 1 { &words[1..] } else { words }
    }

    fn right_hand_side(&mut self, words: &[&str]) -> Result<(), Error> {
        for (row, value) in self.pairs(self.without_set(words))? {
            match row {
                Row::Objective => self.offset = -value,
                Row::Constraint(i) => self.rhs[i] = value,
                Row::Ignored => {}
            }
        }
        Ok(())
    }

    fn range(&mut self, words: &[&str]) -> Result<(), Error> {
        for (row, value) in self.pairs(self.without_set(words))? {
            if let Row::Constraint(i) = row {
                self.ranges[i] = Some(value);
            }
        }
        Ok(())
    }

    fn bound(&mut self, words: &[&str]) -> Result<(), Error> {
        let (kind, rest) = words.split_first().ok_or_else(|| self.error("an empty line".into()))?;
        let needs_value = matches!(*kind, "UP" | "LO" | "FX");
        let rest = match (needs_value, rest.len()) {
            (true, 3) | (false, 2) => &rest[1..],
            (true, 2) | (false, 1) => rest,
            // A set name, a column and a number that types without a value do not use.
            (false, 3) => &rest[1..2],
            _ => return Err(self.error("expected a bound type, a set name, a column and a value".into())),
        };
        let unknown = || self.error(format!("column '{}' has no entries in COLUMNS", escape_name(rest[0])));
        let j = *self.columns.get(rest[0]).ok_or_else(unknown)?;
        let value = if needs_value { self.number(rest[1])? } else { 0.0 };
        match *kind {
            "UP" => {
                self.upper[j] = value;
                if value < 0.0 && !self.lower_given[j] {
                    self.lower[j] = f64::NEG_INFINITY;
                }
            }
            "LO" => (self.lower[j], self.lower_given[j]) = (value, true),
            "FX" => (self.lower[j], self.upper[j], self.lower_given[j]) = (value, value, true),
            "FR" => {
                (self.lower[j], self.upper[j], self.lower_given[j]) = (f64::NEG_INFINITY, f64::INFINITY, true)
            }
            "MI" => (self.lower[j], self.lower_given[j]) = (f64::NEG_INFINITY, true),
            "PL" => self.upper[j] = f64::INFINITY,
            other => {
                let other = escape_name(other);
                return Err(self.error(format!("bound type '{other}'; expected UP, LO, FX, FR, MI or PL")));
            }
        }
        Ok(())
    }

    /// Row bounds from type, right-hand side and range: a range widens L downward, G upward, and E to the side of
    /// its sign.
    fn row_bounds(&self, i: usize) -> (f64, f64) {
        let (rhs, range) = (self.rhs[i], self.ranges[i]);
        match (self.kinds[i], range) {
            ('L', None) => (f64::NEG_INFINITY, rhs),
            ('L', Some(r)) => (rhs - r.abs(), rhs),
            ('G', None) => (rhs, f64::INFINITY),
            ('G', Some(r)) => (rhs, rhs + r.abs()),
            (_, Some(r)) if r < 0.0 => (rhs + r, rhs),
            (_, r) => (rhs, rhs + r.unwrap_or(0.0)),
        }
    }

    fn build(self) -> Result<Problem, Error> {
        let (row_lower, row_upper) = (0..self.kinds.len()).map(|i| self.row_bounds(i)).unzip();
        ProblemBuilder::new(self.row_names.len(), self.column_names.len())
            .name(self.name)
            .sense(self.sense)
            .objective(self.objective)
            .offset(self.offset)
            .triplets(self.triplets)
            .row_bounds(row_lower, row_upper)
            .bounds(self.lower, self.upper)
            .row_names(self.row_names)
            .column_names(self.column_names)
            .build()
    }
}
