//! Settings and spaces as text.

use super::{Axis, SettingId, Space};
use luthier::Parameters;
use luthier::params::{Parameter, Role, TABLE, Value};
use std::fmt;

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.parameter.name)?;
        for (i, value) in self.values.iter().enumerate() {
            write!(f, "{}{value}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// The canonical text, which [`Space::parse`] reads back.
impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, axis) in self.axes().iter().enumerate() {
            write!(f, "{}{axis}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Space {
    /// What the setting changes of the solver's defaults among all that may be tuned, as `name=value,name=value` in the order
    /// of the table of parameters; empty for nothing. It says the same in every space.
    pub fn text(&self, setting: SettingId) -> String {
        let changed = differences(&self.parameters(setting), &Parameters::default());
        let texts: Vec<String> = changed.iter().map(|(p, value)| format!("{}={value}", p.name)).collect();
        texts.join(",")
    }

    /// The setting among [`Space::settings`] that acts like the one with this [`Space::text`]; `None` if there is none, or if
    /// the text is no such text.
    pub fn find(&self, text: &str) -> Option<SettingId> {
        let (mut parameters, default) = (self.base().clone(), Parameters::default());
        for parameter in ways() {
            parameters.set_value(parameter.name, parameter.value(&default)).ok()?;
        }
        for item in text.split(',').filter(|_| !text.is_empty()) {
            let (name, value) = item.split_once('=')?;
            ways().find(|p| p.name == name)?;
            parameters.set(name, value).ok()?;
        }
        self.acting_like(&parameters)
    }

    /// The setting for people: what differs from the parameters that the space is around, by symbols where there are some.
    pub fn words(&self, setting: SettingId) -> String {
        let name = |p: &Parameter| if p.symbol.is_empty() { p.name } else { p.symbol };
        let changed = differences(&self.parameters(setting), self.base());
        let words: Vec<String> = changed.iter().map(|(p, value)| format!("{} {value}", name(p))).collect();
        if words.is_empty() { "default".to_owned() } else { words.join(", ") }
    }
}

/// The parameters that may be tuned.
pub fn ways() -> impl Iterator<Item = &'static Parameter> {
    TABLE.iter().filter(|p| p.role == Role::Way)
}

/// The tunable parameters in which two differ, with the values of the first.
fn differences(parameters: &Parameters, from: &Parameters) -> Vec<(&'static Parameter, Value)> {
    let values = ways().map(|p| (p, p.value(parameters)));
    values.filter(|(p, value)| *value != p.value(from)).collect()
}
