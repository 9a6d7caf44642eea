//! Specifications: families as text, such as `transportation:60x90` or `perturb:model.mps,objective=gauss(0.05)`.

use crate::error::Error;
use crate::noise::Noise;
use crate::table::{Description, Form, Parameter, TABLE, find};
use crate::value::Value;
use crate::{decay, folder, multipaths, perturb, transportation};
use luthier::io::{Compression, Format};
use luthier::{escape_name, nearest};
use std::fmt;
use std::path::Path;

/// A family as text that was read and found right. `Display` gives the canonical text: parameters in the order of the table,
/// those at their defaults left out.
#[derive(Clone, Debug)]
pub struct Specification {
    pub(crate) values: Values,
}

/// What follows the name of a family.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// Nothing.
    Nothing,
    /// Two sizes.
    Sizes(u64, u64),
    /// A file, or files, folders and patterns, as they were written.
    Path(String),
}

/// The values of a specification, complete and in range.
#[derive(Clone, Debug)]
pub struct Values {
    pub description: &'static Description,
    pub argument: Argument,
    values: Vec<Value>,
}

impl Values {
    /// One of the two sizes; 0 for families without.
    pub fn size(&self, position: usize) -> u64 {
        match self.argument {
            Argument::Sizes(first, second) => [first, second][position],
            _ => 0,
        }
    }

    /// The path; empty for families without.
    pub fn path(&self) -> &str {
        match &self.argument {
            Argument::Path(path) => path,
            _ => "",
        }
    }

    fn get(&self, name: &str) -> Option<Value> {
        let position = self.description.parameters.iter().position(|p| p.name == name)?;
        self.values.get(position).copied()
    }

    // Names and kinds are those of the family's own table, which a test compares with these uses.

    pub fn real(&self, name: &str) -> f64 {
        if let Some(Value::Real(v)) = self.get(name) { v } else { f64::NAN }
    }

    pub fn count(&self, name: &str) -> u64 {
        if let Some(Value::Count(v)) = self.get(name) { v } else { 0 }
    }

    pub fn span(&self, name: &str) -> (f64, f64) {
        if let Some(Value::Span(from, to)) = self.get(name) { (from, to) } else { (f64::NAN, f64::NAN) }
    }

    pub fn whole(&self, name: &str) -> (u64, u64) {
        if let Some(Value::Whole(least, most)) = self.get(name) { (least, most) } else { (0, 0) }
    }

    pub fn noise(&self, name: &str) -> Noise {
        if let Some(Value::Noise(noise)) = self.get(name) { noise } else { Noise::None }
    }
}

impl Specification {
    /// Reads a specification. Of files no more is looked at than whether something of that name exists.
    pub fn parse(text: &str) -> Result<Specification, Error> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        match find(name) {
            Some(description) => Reader { text, description }.read(rest.unwrap_or_default()),
            None if is_path(text) => Reader { text, description: &folder::DESCRIPTION }.read(text),
            None => Err(unknown(text, name)),
        }
    }

    /// The family that it belongs to.
    pub fn description(&self) -> &'static Description {
        self.values.description
    }

    /// What follows the name of the family.
    pub fn argument(&self) -> &Argument {
        &self.values.argument
    }

    /// The parameters with their values.
    pub fn values(&self) -> impl Iterator<Item = (&'static Parameter, Value)> + '_ {
        self.values.description.parameters.iter().zip(self.values.values.iter().copied())
    }
}

impl std::str::FromStr for Specification {
    type Err = Error;

    fn from_str(text: &str) -> Result<Specification, Error> {
        Specification::parse(text)
    }
}

impl fmt::Display for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.fmt(f)
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.description.name;
        let mut separator = ',';
        match &self.argument {
            Argument::Nothing => {
                f.write_str(name)?;
                separator = ':';
            }
            Argument::Sizes(first, second) => write!(f, "{name}:{first}x{second}")?,
            Argument::Path(path) => write!(f, "{name}:{path}")?,
        }
        for (parameter, value) in self.description.parameters.iter().zip(&self.values) {
            if *value != parameter.default {
                write!(f, "{separator}{}={value}", parameter.name)?;
                separator = ',';
            }
        }
        Ok(())
    }
}

/// Whether a text that begins with no family's name can only mean files.
fn is_path(text: &str) -> bool {
    let first = text.split(',').next().unwrap_or_default();
    let is_model = Format::of_name(Compression::of_name(first).1).is_some();
    !first.is_empty()
        && (is_model
            || first.contains(['/', '\\', '*', '?'])
            || first.starts_with('.')
            || Path::new(first).exists())
}

fn unknown(text: &str, name: &str) -> Error {
    let names: Vec<&str> = TABLE.iter().map(|d| d.name).collect();
    let meant = nearest(name, names.iter().copied());
    let problem = match meant {
        _ if text.is_empty() => "it is empty".to_owned(),
        Some(meant) => format!("there is no family '{}'; did you mean '{meant}'?", escape_name(name)),
        None => format!(
            "there is no family and no file '{}'; the families are {}",
            escape_name(name),
            names.join(", ")
        ),
    };
    let example = meant.and_then(find).unwrap_or(&transportation::DESCRIPTION);
    Error::Specification { text: text.to_owned(), problem, form: form(example) }
}

fn form(description: &Description) -> String {
    format!("{}, for example {}", description.usage(), description.example)
}

/// A name and a value, as they were written.
type Assignment<'t> = (&'t str, &'t str);

/// Reads what follows the name of a family.
struct Reader<'a> {
    text: &'a str,
    description: &'static Description,
}

impl Reader<'_> {
    fn read(&self, rest: &str) -> Result<Specification, Error> {
        let (argument, assignments) = self.split(rest)?;
        let argument = self.argument(argument)?;
        let values = self.assigned(&assignments)?;
        let values = Values { description: self.description, argument, values };
        match self.objection(&values) {
            Some(problem) => Err(self.error(problem)),
            None => Ok(Specification { values }),
        }
    }

    fn error(&self, problem: impl Into<String>) -> Error {
        Error::Specification {
            text: self.text.to_owned(),
            problem: problem.into(),
            form: form(self.description),
        }
    }

    /// What comes before the first `name=`, commas and all, and the assignments.
    fn split<'t>(&self, rest: &'t str) -> Result<(&'t str, Vec<Assignment<'t>>), Error> {
        let is_assignment = |piece: &str| {
            let name = piece.split_once('=').map(|(name, _)| name.trim());
            name.is_some_and(|n| {
                !n.is_empty() && n.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
            })
        };
        // Files may have any name, and the families of files have no parameters.
        if matches!(self.description.form, Form::Files(_)) {
            return Ok((rest, Vec::new()));
        }
        let pieces: Vec<&str> = rest.split(',').collect();
        let first = pieces.iter().position(|p| is_assignment(p)).unwrap_or(pieces.len());
        let length: usize = pieces[..first].iter().map(|p| p.len() + 1).sum();
        let mut assignments = Vec::new();
        for piece in &pieces[first..] {
            let Some((name, value)) = piece.split_once('=') else {
                return Err(self.error(format!("'{}' where NAME=VALUE was expected", escape_name(piece))));
            };
            assignments.push((name.trim(), value.trim()));
        }
        Ok((rest[..length.saturating_sub(1)].trim(), assignments))
    }

    fn argument(&self, text: &str) -> Result<Argument, Error> {
        match &self.description.form {
            Form::Nothing if text.is_empty() => Ok(Argument::Nothing),
            Form::Nothing => {
                Err(self.error(format!("'{}' where NAME=VALUE was expected", escape_name(text))))
            }
            Form::Sizes(sizes) => {
                let words = text.split_once(['x', 'X', '×']);
                let (first, second) = words.ok_or_else(|| self.no_sizes(text, sizes[0].0, sizes[1].0))?;
                let read = |word: &str, (what, range): &(&str, std::ops::RangeInclusive<u64>)| {
                    let size = word.trim().parse::<u64>().ok().filter(|n| range.contains(n));
                    size.ok_or_else(|| {
                        let (least, most) = (range.start(), range.end());
                        let word = escape_name(word);
                        self.error(format!("'{word}' {what}; expected a whole number from {least} to {most}"))
                    })
                };
                Ok(Argument::Sizes(read(first, &sizes[0])?, read(second, &sizes[1])?))
            }
            Form::File(what) | Form::Files(what) if text.is_empty() => {
                Err(self.error(format!("it names no file; expected {what}")))
            }
            Form::File(_) | Form::Files(_) => Ok(Argument::Path(text.to_owned())),
        }
    }

    fn no_sizes(&self, text: &str, first: &str, second: &str) -> Error {
        let found =
            if text.is_empty() { "it has no sizes".to_owned() } else { format!("'{}'", escape_name(text)) };
        self.error(format!("{found}; expected {first} and {second} with an x between, such as 60x90"))
    }

    fn assigned(&self, assignments: &[Assignment<'_>]) -> Result<Vec<Value>, Error> {
        let parameters = self.description.parameters;
        let mut values: Vec<Option<Value>> = vec![None; parameters.len()];
        for (name, text) in assignments {
            let Some(position) = parameters.iter().position(|p| p.name == *name) else {
                return Err(self.error(self.unknown_parameter(name)));
            };
            let domain = &parameters[position].domain;
            let value = domain.parse(text).ok_or_else(|| {
                self.error(format!("{name} = '{}' is not possible: expected {domain}", escape_name(text)))
            })?;
            if values[position].replace(value).is_some() {
                return Err(self.error(format!("{name} is given twice")));
            }
        }
        Ok(parameters.iter().zip(values).map(|(p, v)| v.unwrap_or(p.default)).collect())
    }

    fn unknown_parameter(&self, name: &str) -> String {
        let names: Vec<&str> = self.description.parameters.iter().map(|p| p.name).collect();
        let meant = nearest(name, names.iter().copied()).map(|m| format!("; did you mean '{m}'?"));
        let meant = meant.unwrap_or_else(|| format!("; it has {}", names.join(", ")));
        format!("{} has no parameter '{}'{meant}", self.description.name, escape_name(name))
    }

    /// What the values together are not allowed to be.
    fn objection(&self, values: &Values) -> Option<String> {
        match self.description.name {
            "transportation" => transportation::objection(values),
            "decay-decay" | "decay" => decay::objection(values),
            "multipaths" => multipaths::objection(values),
            "perturb" => perturb::objection(values),
            _ => None,
        }
    }
}
