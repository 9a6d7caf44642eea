//! Reading the raw layout of HiGHS: our files, and those that HiGHS wrote itself.

use super::file::{SolutionFile, recorded_test};
use super::json::newer_version;
use super::raw_name::unquoted;
use super::raw_writer::{COMMENT, END, VERSION};
use super::words;
use crate::error::Diagnostic;
use crate::io::lines::Lines;
use crate::io::number;
use crate::problem::{Fingerprint, NameTable, Names};
use crate::text::shown;

/// How such files begin.
pub(super) const FIRST_LINE: &str = "Model status";

/// Lines that introduce the parts of a file.
const PRIMAL: &str = "# Primal solution values";
const DUAL: &str = "# Dual solution values";
const BASIS: &str = "# Basis";

/// Reads a file line by line.
pub(super) struct Reader<'r, 'l> {
    lines: &'r mut Lines<'l>,
    /// Whether we wrote the file: then names may be quoted, and comments must follow.
    ours: bool,
    file: SolutionFile,
    /// Relative and absolute tolerance, and parameters of the test, as they stand in comments.
    tolerances: Option<(f64, f64)>,
    parameters: Vec<(String, String)>,
}

impl<'r, 'l> Reader<'r, 'l> {
    pub(super) fn new(lines: &'r mut Lines<'l>, path: &str) -> Reader<'r, 'l> {
        let file = SolutionFile { path: path.to_owned(), ..SolutionFile::default() };
        Reader { lines, ours: false, file, tolerances: None, parameters: Vec::new() }
    }

    pub(super) fn read(mut self) -> Result<SolutionFile, Diagnostic> {
        self.expect(FIRST_LINE)?;
        self.next("the status")?;
        self.file.status = Some(words::from_highs(self.text()?));
        self.next(PRIMAL)?;
        self.mark()?;
        self.primal()?;
        self.dual()?;
        self.basis()?;
        self.comments()?;
        if let Some(pair) = self.tolerances {
            let named = self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            self.file.tolerances = Some(recorded_test(pair, named).map_err(|e| self.error(e.to_string()))?);
        }
        if !self.file.status.as_deref().is_none_or(words::has_objective) {
            self.file.objective = None;
        }
        Ok(self.file)
    }

    /// The third line, which says whether the file is ours.
    fn mark(&mut self) -> Result<(), Diagnostic> {
        let Some(version) = self.text()?.strip_prefix(COMMENT) else {
            return if self.text()?.is_empty() { self.next_of_blank(PRIMAL) } else { Ok(()) };
        };
        match version.parse::<u64>() {
            Ok(VERSION) => {}
            Ok(newer) if newer > VERSION => return Err(self.error(newer_version(newer))),
            _ => return Err(self.wrong(&format!("{COMMENT}{VERSION}"))),
        }
        self.ours = true;
        self.next_of_blank(PRIMAL)
    }

    /// Objective, values and activities. The title is the current line.
    fn primal(&mut self) -> Result<(), Diagnostic> {
        if !self.begin(PRIMAL)? {
            return Ok(());
        }
        self.next("Objective")?;
        let text = self.text()?;
        let word = text.strip_prefix("Objective ").ok_or_else(|| self.wrong("Objective and a number"))?;
        let objective = number::parse(word.trim()).ok_or_else(|| self.wrong("Objective and a number"))?;
        // HiGHS has infinite objectives for problems without a point.
        self.file.objective = Some(objective).filter(|v| v.is_finite());
        (self.file.columns, self.file.x) = self.names_and_values("Columns")?;
        let (rows, activity) = self.names_and_values("Rows")?;
        (self.file.rows, self.file.row_activity) = (rows, Some(activity));
        self.next_of_blank(DUAL)
    }

    /// Reduced costs and multipliers, in the order of the values.
    fn dual(&mut self) -> Result<(), Diagnostic> {
        if !self.begin(DUAL)? {
            return Ok(());
        }
        if self.file.row_activity.is_none() {
            return Err(self.error("dual values without primal values; expected None".to_owned()));
        }
        let columns = std::mem::take(&mut self.file.columns);
        self.file.reduced_costs = Some(self.values_of("Columns", &columns)?);
        self.file.columns = columns;
        let rows = std::mem::take(&mut self.file.rows);
        self.file.y = Some(self.values_of("Rows", &rows)?);
        self.file.rows = rows;
        self.next_of_blank(BASIS)
    }

    /// A part with this title: whether it has values. If not, the title of the next part becomes the current line.
    fn begin(&mut self, title: &str) -> Result<bool, Diagnostic> {
        if self.text()? != title {
            return Err(self.wrong(title));
        }
        self.next("Feasible, Infeasible or None")?;
        match self.text()? {
            "Feasible" | "Infeasible" => Ok(true),
            "None" => {
                let following = if title == PRIMAL { DUAL } else { BASIS };
                self.next_of_blank(following)?;
                Ok(false)
            }
            _ => Err(self.wrong("Feasible, Infeasible or None")),
        }
    }

    /// The basis, which a first-order method has no use for: only that it is complete matters.
    fn basis(&mut self) -> Result<(), Diagnostic> {
        if self.text()? != BASIS {
            return Err(self.wrong(BASIS));
        }
        self.next("the version of the basis")?;
        if !self.text()?.starts_with("HiGHS") {
            return Err(self.wrong("the version of the basis, such as HiGHS_basis_file v2"));
        }
        // The first version had all statuses in one line, without names.
        let in_one_line = self.text()? == "HiGHS v1";
        self.next("Valid or None")?;
        match self.text()? {
            "None" => return Ok(()),
            "Valid" => {}
            _ => return Err(self.wrong("Valid or None")),
        }
        for title in ["Columns", "Rows"] {
            let count = self.count(title)?;
            if in_one_line {
                self.next("the basis")?;
                if self.text()?.split_whitespace().count() != count {
                    return Err(self.wrong(&format!("{count} numbers")));
                }
                continue;
            }
            for _ in 0..count {
                self.next("the basis")?;
                let (name, status) = self.split()?;
                if name.is_empty() || status.parse::<u8>().is_err() {
                    return Err(self.wrong("a name and a whole number"));
                }
            }
        }
        Ok(())
    }

    /// What stands behind the basis: comments, of which ours end with a last one.
    fn comments(&mut self) -> Result<(), Diagnostic> {
        let mut ended = false;
        while self.lines.advance()? {
            let text = self.text()?;
            if !text.is_empty() && !text.starts_with('#') {
                return Err(self.wrong("the end of the file"));
            }
            let Some(comment) = text.strip_prefix(COMMENT).filter(|_| self.ours && !ended) else { continue };
            let (key, value) = comment.split_once(' ').unwrap_or((comment, ""));
            let (key, value) = (key.to_owned(), value.to_owned());
            ended = key == END;
            self.comment(&key, &value)?;
        }
        if self.ours && !ended { Err(self.truncated(&format!("{COMMENT}{END}"))) } else { Ok(()) }
    }

    fn comment(&mut self, key: &str, value: &str) -> Result<(), Diagnostic> {
        let finite = |word: &str| number::parse(word).filter(|v| v.is_finite());
        match key {
            "status" => self.file.status = Some(value.to_owned()),
            "dual_objective" => {
                self.file.dual_objective = Some(finite(value).ok_or_else(|| self.wrong("a number"))?);
            }
            "tolerances" => {
                let numbers = value.split_once(' ').and_then(|(r, a)| Some((finite(r)?, finite(a)?)));
                let (relative, absolute) = numbers.ok_or_else(|| self.wrong("two numbers"))?;
                self.tolerances = Some((relative, absolute));
            }
            "fingerprint" => {
                let read = Fingerprint::parse(value).ok_or_else(|| self.wrong("32 hexadecimal digits"))?;
                self.file.fingerprint = Some(read);
            }
            "parameter" => {
                let (name, value) = value
                    .split_once(' ')
                    .ok_or_else(|| self.wrong("the name of a parameter and its value"))?;
                self.parameters.push((name.to_owned(), value.to_owned()));
            }
            // Of a later version of the same layout.
            _ => {}
        }
        Ok(())
    }

    /// A section that gives names and numbers.
    fn names_and_values(&mut self, title: &str) -> Result<(Names, Vec<f64>), Diagnostic> {
        let count = self.count(title)?;
        let (mut names, mut values) = (NameTable::default(), Vec::new());
        for _ in 0..count {
            self.next("a name and a number")?;
            let (name, value) = self.entry()?;
            if names.add(&name).is_err() {
                return Err(self.error(format!("'{}' is there twice; names must differ", shown(&name))));
            }
            values.push(value);
        }
        Ok((names.into_names(), values))
    }

    /// A section that gives further numbers for names that were there.
    fn values_of(&mut self, title: &str, names: &Names) -> Result<Vec<f64>, Diagnostic> {
        let count = self.count(title)?;
        if count != names.len() {
            return Err(self.wrong(&format!("# {title} {}, as among the primal values", names.len())));
        }
        let mut values = Vec::with_capacity(count);
        for expected in names.iter() {
            self.next("a name and a number")?;
            let (name, value) = self.entry()?;
            if name != expected {
                let (name, expected) = (shown(&name), shown(expected));
                let problem = format!("'{name}'; expected '{expected}', the order of the primal values");
                return Err(self.error(problem));
            }
            values.push(value);
        }
        Ok(values)
    }

    /// The next line, which introduces a section: how many entries follow.
    fn count(&mut self, title: &str) -> Result<usize, Diagnostic> {
        let expected = format!("# {title} and how many there are");
        self.next(&expected)?;
        let number = self.text()?.strip_prefix("# ").and_then(|t| t.strip_prefix(title));
        number.and_then(|n| n.trim().parse().ok()).ok_or_else(|| self.wrong(&expected))
    }

    /// The current line as a name and a finite number.
    fn entry(&self) -> Result<(String, f64), Diagnostic> {
        let (word, value) = self.split()?;
        let name =
            if self.ours { unquoted(word).map(|name| name.into_owned()) } else { Some(word.to_owned()) };
        let name = name.ok_or_else(|| self.wrong("a name with its closing quotation mark, and a number"))?;
        let value = number::parse(value).filter(|v| v.is_finite());
        let at = word.len() + 1;
        let number = || self.lines.error(at, "no finite number here; expected one, such as 12.5 or -3e-2");
        Ok((name, value.ok_or_else(number)?))
    }

    /// The current line in two: the last word, and what is before it, as names of others may contain blanks.
    fn split(&self) -> Result<(&str, &str), Diagnostic> {
        let line = self.lines.text()?.trim_ascii_end();
        line.rsplit_once([' ', '\t']).ok_or_else(|| self.wrong("a name and a number"))
    }

    /// The current line without blanks at its ends.
    fn text(&self) -> Result<&str, Diagnostic> {
        Ok(self.lines.text()?.trim_ascii())
    }

    /// Moves to the next line, which must be there.
    fn next(&mut self, expected: &str) -> Result<(), Diagnostic> {
        if self.lines.advance()? { Ok(()) } else { Err(self.truncated(expected)) }
    }

    /// Moves to the next line that is not blank.
    fn next_of_blank(&mut self, expected: &str) -> Result<(), Diagnostic> {
        self.next(expected)?;
        while self.text()?.is_empty() {
            self.next(expected)?;
        }
        Ok(())
    }

    /// Moves to the next line that is not blank, which must be this one.
    fn expect(&mut self, line: &str) -> Result<(), Diagnostic> {
        self.next_of_blank(line)?;
        if self.text()? == line { Ok(()) } else { Err(self.wrong(line)) }
    }

    fn truncated(&self, expected: &str) -> Diagnostic {
        let problem = format!("the file ends where '{expected}' was expected; it looks truncated");
        Diagnostic { line: self.lines.number(), column: 1, ..self.lines.whole(&problem) }
    }

    /// The current line is not what it should be.
    fn wrong(&self, expected: &str) -> Diagnostic {
        let found = String::from_utf8_lossy(self.lines.bytes());
        let found = match found.trim() {
            "" => "a blank line".to_owned(),
            found => format!("'{}'", shown(found)),
        };
        self.error(format!("{found}; expected {expected}"))
    }

    fn error(&self, problem: String) -> Diagnostic {
        self.lines.error(0, problem)
    }
}
