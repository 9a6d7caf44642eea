//! Ranges of values: `A..B:N` and, evenly on a logarithmic scale, `A..B:Nlog`.

use super::check::{MOST, impossible, repeated};
use crate::error::shown;
use luthier::params::{Domain, Parameter, Value};

/// The values of a range, both ends among them; the error says what is wrong with it.
pub fn values(parameter: &Parameter, range: &str) -> Result<Vec<Value>, String> {
    let text = &shown(range);
    if matches!(parameter.domain, Domain::Switch | Domain::Choice(_)) {
        return Err(format!(
            "'{text}' is a range, and {} has no numbers; expected {}, in a list",
            parameter.name, parameter.domain
        ));
    }
    let values = Range::parse(parameter, range, text)?.values();
    match repeated(&values) {
        Some(value) => Err(format!("the range {text} has the value {value} twice; ask it for fewer values")),
        None => Ok(values),
    }
}

struct Range {
    from: Value,
    to: Value,
    count: u64,
    logarithmic: bool,
}

impl Range {
    /// Reads a range, which errors repeat as `text`.
    fn parse(parameter: &Parameter, range: &str, text: &str) -> Result<Range, String> {
        let (from, rest) = range.split_once("..").unwrap_or((range, ""));
        let Some((to, count)) = rest.split_once(':') else {
            return Err(format!(
                "the range {text} does not say how many values; expected their number behind it, such as {text}:5"
            ));
        };
        let (count, logarithmic) = match count.strip_suffix("log") {
            Some(count) => (count.strip_suffix(':').unwrap_or(count), true),
            None => (count, false),
        };
        let range = Range {
            from: end(parameter, text, from)?,
            to: end(parameter, text, to)?,
            count: number(text, count)?,
            logarithmic,
        };
        range.problem(text).map_or(Ok(range), Err)
    }

    fn problem(&self, text: &str) -> Option<String> {
        let (from, to) = (real(self.from), real(self.to));
        if from > to {
            return Some(format!("the range {text} falls; expected the smaller end first"));
        }
        if from == to {
            return Some(format!(
                "the range {text} starts where it ends; expected two different ends, or {from} alone"
            ));
        }
        if self.logarithmic && from <= 0.0 {
            return Some(format!(
                "the logarithmic range {text} starts at {from}; expected a start above 0 (put {from} into the list by itself)"
            ));
        }
        None
    }

    fn values(&self) -> Vec<Value> {
        let last = self.count - 1;
        let value = |i| match i {
            0 => self.from,
            i if i == last => self.to,
            i => self.between(i as f64 / last as f64),
        };
        (0..self.count).map(value).collect()
    }

    /// The value at this part of the way.
    fn between(&self, part: f64) -> Value {
        let (from, to) = (real(self.from), real(self.to));
        let value = if self.logarithmic {
            libm::exp(libm::log(from) * (1.0 - part) + libm::log(to) * part)
        } else {
            from * (1.0 - part) + to * part
        };
        // Rounding must not lead out of a narrow range.
        match self.from {
            Value::Count(_) => Value::Count(value.round() as u64),
            _ => Value::Real(rounded(value).clamp(from, to)),
        }
    }
}

/// An end of a range.
fn end(parameter: &Parameter, range: &str, text: &str) -> Result<Value, String> {
    match parameter.domain.parse(text) {
        Some(value) if real(value).is_finite() => Ok(value),
        Some(_) => Err(format!(
            "the range {range} ends at '{0}'; expected numbers at both ends (put '{0}' into the list by itself)",
            shown(text)
        )),
        None => Err(impossible(parameter, text)),
    }
}

fn number(range: &str, text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|count| (2..=MOST).contains(count)).ok_or_else(|| {
        format!(
            "the range {range} asks for '{}' values; expected a whole number from 2 to {MOST}",
            shown(text)
        )
    })
}

/// The number that a value is; NaN for words.
fn real(value: Value) -> f64 {
    match value {
        Value::Real(v) => v,
        Value::Count(v) => v as f64,
        _ => f64::NAN,
    }
}

/// Rounded to 12 significant digits, so that 0.1..1.9:10 has 0.3 and not 0.30000000000000004.
fn rounded(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}
