//! A bound as data: its value, with all that it is made of.

use super::magnitude::Magnitude;
use serde::Serialize;

/// A number that enters a bound.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Constant {
    /// Its symbol, as the formula has it.
    pub name: &'static str,
    /// Its value.
    pub value: Magnitude,
    /// What it is, and where it comes from.
    pub source: String,
}

/// A bound with its formula and everything that enters it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bound {
    /// What is bounded.
    pub name: &'static str,
    /// The theorem that it comes from.
    pub source: &'static str,
    /// What it says, in words.
    pub statement: String,
    /// The formula, with the symbols of the constants.
    pub formula: &'static str,
    /// What enters it.
    pub constants: Vec<Constant>,
    /// The bound.
    pub value: Magnitude,
}

/// A constant with its source.
pub(super) fn constant(name: &'static str, value: f64, source: impl Into<String>) -> Constant {
    Constant { name, value: Magnitude::of(value), source: source.into() }
}

impl Bound {
    /// The constant with this symbol.
    pub fn constant(&self, name: &str) -> Option<Magnitude> {
        self.constants.iter().find(|c| c.name == name).map(|c| c.value)
    }
}
