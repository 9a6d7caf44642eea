//! What the parameters of families can be.

use crate::noise::Noise;
use std::fmt;

/// A value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A real number.
    Real(f64),
    /// A whole number.
    Count(u64),
    /// The ends of an interval of real numbers, `10..30`.
    Span(f64, f64),
    /// The least and the greatest of whole numbers, `1..200`.
    Whole(u64, u64),
    /// How numbers are perturbed.
    Noise(Noise),
}

/// The values that a parameter can have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// Real numbers from the first to the second.
    Real(f64, f64),
    /// Whole numbers from the first to the second.
    Count(u64, u64),
    /// Intervals inside this one.
    Span(f64, f64),
    /// Intervals of whole numbers inside this one.
    Whole(u64, u64),
    /// All kinds of noise.
    Noise,
}

impl Domain {
    /// Reads a value, if it is one of these.
    pub fn parse(&self, text: &str) -> Option<Value> {
        let real = |text: &str| text.trim().parse::<f64>().ok().filter(|v| v.is_finite()).map(|v| v + 0.0);
        let whole = |text: &str| text.trim().parse::<u64>().ok();
        match *self {
            Domain::Real(least, most) => real(text).filter(|v| (least..=most).contains(v)).map(Value::Real),
            Domain::Count(least, most) => {
                whole(text).filter(|v| (least..=most).contains(v)).map(Value::Count)
            }
            Domain::Span(least, most) => {
                let (from, to) = ends(text).and_then(|(a, b)| Some((real(a)?, real(b)?)))?;
                (least <= from && from <= to && to <= most).then_some(Value::Span(from, to))
            }
            Domain::Whole(least, most) => {
                let (from, to) = ends(text).and_then(|(a, b)| Some((whole(a)?, whole(b)?)))?;
                (least <= from && from <= to && to <= most).then_some(Value::Whole(from, to))
            }
            Domain::Noise => Noise::parse(text.trim()).map(Value::Noise),
        }
    }
}

/// The two ends of an interval; a single number is both.
fn ends(text: &str) -> Option<(&str, &str)> {
    if text.trim().is_empty() {
        return None;
    }
    Some(text.split_once("..").unwrap_or((text, text)))
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Real(least, most) => write!(f, "a number from {least} to {most}"),
            Domain::Count(least, most) => write!(f, "a whole number from {least} to {most}"),
            Domain::Span(least, most) => write!(f, "an interval FROM..TO inside {least}..{most}"),
            Domain::Whole(least, most) => write!(f, "whole numbers LEAST..MOST inside {least}..{most}"),
            Domain::Noise => f.write_str(Noise::FORMS),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Real(v) => write!(f, "{v}"),
            Value::Count(v) => write!(f, "{v}"),
            Value::Span(from, to) => write!(f, "{from}..{to}"),
            Value::Whole(least, most) => write!(f, "{least}..{most}"),
            Value::Noise(noise) => write!(f, "{noise}"),
        }
    }
}
