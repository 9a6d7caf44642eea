//! Parameters as TOML: one line for each value that differs from the default.

use super::{Domain, PRESETS, Parameter, Parameters, TABLE, Value, find};
use crate::error::{Diagnostic, Error};
use crate::text::{did_you_mean, nearest, shown};
use std::fmt::Write;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The key that names a preset to start from.
const PRESET: &str = "preset";

/// Characters of a wrong value that an error repeats.
const SHOWN: usize = 60;

impl Parameters {
    /// Reads parameters from TOML; `name` stands for the text in errors. Keys are the names of the table, and `preset`
    /// for the row of values to start from, wherever it stands; what is not named has its default. Values are numbers,
    /// `true` or `false`, and text such as `"auto"`, `"none"` or the name of a choice.
    ///
    /// ```
    /// use luthier::Parameters;
    /// let parameters = Parameters::from_toml("tuned.toml", "preset = \"reference\"\nweight_smoothing = 0.2\n")?;
    /// assert_eq!((parameters.weight_smoothing, parameters.check_period), (0.2, 50));
    /// let error = Parameters::from_toml("tuned.toml", "weight_smothing = 0.2").unwrap_err();
    /// assert!(error.to_string().contains("tuned.toml:1:1: there is no parameter 'weight_smothing'"));
    /// # Ok::<(), luthier::Error>(())
    /// ```
    pub fn from_toml(name: &str, text: &str) -> Result<Parameters, Error> {
        Parameters::default().over_toml(name, text)
    }

    /// These parameters with what a TOML text says over them; see [`Parameters::from_toml`]. A preset that the text names
    /// replaces them all.
    pub(crate) fn over_toml(self, name: &str, text: &str) -> Result<Parameters, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Ok(File { path: name, text }.read(self)?)
    }

    /// The parameters as TOML that [`Parameters::from_toml`] reads: only what differs from the default, each with what
    /// it does as a comment. Empty if nothing differs.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        for (parameter, value) in self.changed() {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "# {}\n{} = {}",
                first_sentence(parameter.doc),
                parameter.name,
                value.to_toml()
            );
        }
        text
    }
}

fn first_sentence(doc: &str) -> &str {
    doc.find(". ").map_or(doc, |end| &doc[..=end])
}

/// A file while it is being read.
struct File<'a> {
    path: &'a str,
    text: &'a str,
}

/// A key and its value, with their places in the text.
struct Entry<'t, 'a> {
    key: &'t str,
    value: &'t DeValue<'a>,
    key_span: Range<usize>,
    value_span: Range<usize>,
}

impl File<'_> {
    fn read(&self, base: Parameters) -> Result<Parameters, Diagnostic> {
        let table = DeTable::parse(self.text).map_err(|e| self.syntax(&e))?;
        let mut entries: Vec<_> = table
            .get_ref()
            .iter()
            .map(|(key, value)| Entry {
                key: key.get_ref(),
                value: value.get_ref(),
                key_span: key.span(),
                value_span: value.span(),
            })
            .collect();
        // In the order of the file, so that the first error is the first one that a reader meets.
        entries.sort_by_key(|e| e.key_span.start);
        let preset = entries.iter().find(|e| e.key == PRESET);
        let mut parameters = preset.map_or(Ok(base), |entry| self.preset(entry))?;
        for entry in entries.iter().filter(|e| e.key != PRESET) {
            self.set(&mut parameters, entry)?;
        }
        parameters.validate().map_err(|error| self.contradiction(&error, &entries))?;
        Ok(parameters)
    }

    fn syntax(&self, error: &toml::de::Error) -> Diagnostic {
        let problem = error.message().replace('\n', ", ");
        self.at(error.span().map_or(0, |span| span.start), problem)
            .hint("expected lines such as weight_smoothing = 0.2 or norm = \"l2\"")
    }

    fn preset(&self, entry: &Entry<'_, '_>) -> Result<Parameters, Diagnostic> {
        let problem = match entry.value {
            DeValue::String(name) => match Parameters::preset(name) {
                Ok(values) => return Ok(values),
                Err(error) => error.to_string(),
            },
            _ => {
                let names: Vec<_> = PRESETS.iter().map(|(name, _, _)| format!("\"{name}\"")).collect();
                let value = self.shown(entry);
                let expected = format!("one of {}", names.join(", "));
                Error::BadParameter { name: PRESET, value, expected }.to_string()
            }
        };
        Err(self.at(entry.value_span.start, problem))
    }

    fn set(&self, parameters: &mut Parameters, entry: &Entry<'_, '_>) -> Result<(), Diagnostic> {
        if matches!(entry.value, DeValue::Table(_)) && find(entry.key).is_err() {
            let problem = format!("the table '{}'; expected no tables", shown(entry.key));
            return Err(self
                .at(entry.key_span.start, problem)
                .hint("parameters stand at the top of the file, such as iteration_limit = 1000"));
        }
        let parameter = find(entry.key).map_err(|error| self.unknown(entry, &error))?;
        value_of(&parameter.domain, entry.value)
            .and_then(|value| (parameter.set)(parameters, value))
            .ok_or_else(|| self.bad(parameter, entry))
    }

    fn unknown(&self, entry: &Entry<'_, '_>, error: &Error) -> Diagnostic {
        let names = TABLE.iter().map(|p| p.name).chain([PRESET]);
        let problem = match nearest(entry.key, names) {
            Some(PRESET) => {
                format!("there is no parameter '{}'{}", shown(entry.key), did_you_mean(Some(PRESET)))
            }
            _ => error.to_string(),
        };
        self.at(entry.key_span.start, problem).hint("docs/parameters.md and `luthier params` list them all")
    }

    fn bad(&self, parameter: &Parameter, entry: &Entry<'_, '_>) -> Diagnostic {
        let problem = self.at(entry.value_span.start, parameter.bad(self.shown(entry)).to_string());
        match entry.value {
            DeValue::String(text) if parameter.domain.parse(text).is_some() => {
                problem.hint("numbers, true and false stand without quotation marks")
            }
            _ => problem,
        }
    }

    /// Values that are possible each, but not together.
    fn contradiction(&self, error: &Error, entries: &[Entry<'_, '_>]) -> Diagnostic {
        let name = if let Error::BadParameter { name, .. } = error { name } else { "" };
        let place = entries.iter().find(|e| e.key == name).or(entries.first());
        self.at(place.map_or(0, |e| e.key_span.start), error.to_string())
    }

    /// A value as it stands in the file, cut to a readable length.
    fn shown(&self, entry: &Entry<'_, '_>) -> String {
        let text = self.text.get(entry.value_span.clone()).unwrap_or_default();
        if text.chars().count() <= SHOWN {
            return text.to_owned();
        }
        text.chars().take(SHOWN).chain("...".chars()).collect()
    }

    fn at(&self, offset: usize, problem: String) -> Diagnostic {
        Diagnostic::in_text(self.path, self.text, offset, problem)
    }
}

/// A value of the domain; `None` for one of another type or out of range.
fn value_of(domain: &Domain, found: &DeValue<'_>) -> Option<Value> {
    let value = match (domain, found) {
        (Domain::Real(_) | Domain::AutoReal(_), DeValue::Integer(v)) => {
            Value::Real(i128::from_str_radix(v.as_str(), v.radix()).ok()? as f64)
        }
        (Domain::Real(_) | Domain::AutoReal(_), DeValue::Float(v)) => {
            let number: f64 = v.as_str().parse().ok()?;
            // A number too large is no infinity, which is written as such.
            let overflowed = number.is_infinite() && !v.as_str().contains("inf");
            Value::Real(Some(number).filter(|_| !overflowed)?)
        }
        (Domain::Count(_) | Domain::Limit(_), DeValue::Integer(v)) => {
            Value::Count(u64::from_str_radix(v.as_str(), v.radix()).ok()?)
        }
        (Domain::Switch, DeValue::Boolean(v)) => Value::Switch(*v),
        (_, DeValue::String(text)) => word(domain, text)?,
        _ => return None,
    };
    domain.accepts(&value).then_some(value)
}

/// A value that is a word and not a number in quotation marks.
fn word(domain: &Domain, text: &str) -> Option<Value> {
    let value = domain.parse(text)?;
    match value {
        Value::Choice(name) => name == text,
        Value::Auto => text == "auto",
        Value::Unlimited | Value::Real(f64::INFINITY) => text == "none",
        Value::Real(_) | Value::Count(_) | Value::Switch(_) => false,
    }
    .then_some(value)
}
