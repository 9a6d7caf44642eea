//! Words that several sections share.

use super::subject::Subject;
use crate::chart::Axis;
use luthier::params::{Parameter, Value};

/// The family, with nothing in it that a name should not have.
pub fn family(subject: &Subject) -> String {
    luthier::escape_name(&subject.view.question.family)
}

/// A parameter by its name, with its symbol if it has one.
pub fn parameter(parameter: &Parameter) -> String {
    match parameter.symbol {
        "" => parameter.name.to_owned(),
        symbol => format!("{} ({symbol})", parameter.name),
    }
}

/// A number of things.
pub fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{} {many}", grouped(number as u64)) }
}

/// A whole number in groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time that was spent.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".to_owned(),
        s if s < 120.0 => format!("{s:.0} seconds"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{:.1} hours", s / 3600.0),
    }
}

/// The values of a parameter on an axis.
pub struct Places {
    /// The axis.
    pub axis: Axis,
    /// Where each number is; `None` if every value has a place of its own.
    pub numbers: Option<Vec<f64>>,
}

/// Numbers have their places on a line; anything else, a place each.
pub fn places(label: &str, values: &[Value]) -> Places {
    let numbers: Option<Vec<f64>> = values.iter().map(|value| number(*value)).collect();
    let axis = match &numbers {
        Some(numbers) if spreads(numbers) => Axis::log(label),
        Some(_) => Axis::linear(label),
        None => categories(label, values),
    };
    Places { axis, numbers }
}

/// An axis with a place for each value.
pub fn categories(label: &str, values: &[Value]) -> Axis {
    Axis::categories(label, values.iter().map(Value::to_string).collect::<Vec<_>>())
}

/// Whether numbers are better told apart by their ratios.
fn spreads(numbers: &[f64]) -> bool {
    let (least, most) =
        numbers.iter().fold((f64::INFINITY, 0.0), |(a, b): (f64, f64), v| (a.min(*v), b.max(*v)));
    least > 0.0 && most / least >= 30.0
}

fn number(value: Value) -> Option<f64> {
    match value {
        Value::Real(v) if v.is_finite() => Some(v),
        Value::Count(v) => Some(v as f64),
        _ => None,
    }
}

impl Places {
    /// The place of a value.
    pub fn of(&self, position: usize) -> f64 {
        self.numbers.as_ref().and_then(|numbers| numbers.get(position)).copied().unwrap_or(position as f64)
    }
}
