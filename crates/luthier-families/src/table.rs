//! The families with their parameters: what can be written, what is listed, and what the defaults are.

use crate::value::{Domain, Value};
use crate::{decay, folder, multipaths, perturb, qap, transportation};
use std::ops::RangeInclusive;

/// A parameter of a family.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name in specifications.
    pub name: &'static str,
    /// What it is if nothing is said.
    pub default: Value,
    /// What it can be.
    pub domain: Domain,
    /// What it does.
    pub doc: &'static str,
}

/// What follows the name of a family.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Nothing but parameters.
    Nothing,
    /// Two sizes, `60x90`: what they count and what they can be.
    Sizes([(&'static str, RangeInclusive<u64>); 2]),
    /// A file, such as `model.mps`.
    File(&'static str),
    /// Files, folders and patterns, separated by commas.
    Files(&'static str),
}

/// All there is to know about a family without an instance of it.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its name, with which specifications begin.
    pub name: &'static str,
    /// What follows the name.
    pub form: Form,
    /// The parameters, in the order of the canonical text.
    pub parameters: &'static [Parameter],
    /// What its instances are.
    pub summary: &'static str,
    /// Why its instances have an optimum, or what may be wrong with them.
    pub guarantee: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// A specification.
    pub example: &'static str,
}

/// All families.
pub const TABLE: &[&Description] = &[
    &transportation::DESCRIPTION,
    &decay::DECAY_DECAY,
    &decay::DECAY,
    &multipaths::DESCRIPTION,
    &qap::NUGENT,
    &qap::DESCRIPTION,
    &perturb::DESCRIPTION,
    &folder::DESCRIPTION,
];

/// The family with this name.
pub fn find(name: &str) -> Option<&'static Description> {
    TABLE.iter().find(|d| d.name == name).copied()
}

impl Description {
    /// How a specification is written, such as `transportation:SUPPLIERSxCUSTOMERS[,supply=10..30]...`.
    pub fn usage(&self) -> String {
        let what = match &self.form {
            Form::Nothing => String::new(),
            Form::Sizes([a, b]) => format!("{}x{}", a.0.to_ascii_uppercase(), b.0.to_ascii_uppercase()),
            Form::File(what) | Form::Files(what) => (*what).to_owned(),
        };
        let lead = if what.is_empty() { "[:" } else { "[," };
        let colon = if what.is_empty() { "" } else { ":" };
        let some = self.parameters.first().map(|p| format!("{lead}{}=VALUE,...]", p.name));
        format!("{}{colon}{what}{}", self.name, some.unwrap_or_default())
    }
}
