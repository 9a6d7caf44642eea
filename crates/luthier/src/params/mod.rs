//! Parameters: one table, typed values, presets.

mod file;
mod presets;
mod table;
mod value;

pub use presets::PRESETS;
pub use table::{
    KktWeights, Method, Norm, Parameter, Parameters, PockChambolle, ReducedCostRule, Role, TABLE,
    TestedPoint, WeightRule,
};
pub use value::{Domain, Interval, Value};

use crate::error::Error;
use crate::text::nearest;

/// The row of the table with this name; the error names the nearest one.
pub fn find(name: &str) -> Result<&'static Parameter, Error> {
    TABLE.iter().find(|p| p.name == name).ok_or_else(|| {
        let symbol = TABLE.iter().find(|p| p.symbol == name && !name.is_empty());
        let suggestion = symbol.map(|p| p.name).or_else(|| nearest(name, TABLE.iter().map(|p| p.name)));
        Error::UnknownParameter { name: name.to_owned(), suggestion }
    })
}

impl Parameter {
    /// The value that `parameters` has for this parameter.
    pub fn value(&self, parameters: &Parameters) -> Value {
        (self.get)(parameters)
    }

    /// The default value.
    pub fn default_value(&self) -> Value {
        self.value(&Parameters::default())
    }

    fn bad(&self, value: impl ToString) -> Error {
        Error::BadParameter { name: self.name, value: value.to_string(), expected: self.domain.to_string() }
    }
}

impl Parameters {
    /// Sets a parameter by name from text, as on a command line.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let parameter = find(name)?;
        let value = parameter.domain.parse(text).ok_or_else(|| parameter.bad(text))?;
        (parameter.set)(self, value).ok_or_else(|| parameter.bad(text))
    }

    /// Sets a parameter by name.
    pub fn set_value(&mut self, name: &str, value: Value) -> Result<(), Error> {
        let parameter = find(name)?;
        if !parameter.domain.accepts(&value) {
            return Err(parameter.bad(value));
        }
        (parameter.set)(self, value).ok_or_else(|| parameter.bad(value))
    }

    /// Sets relative and absolute tolerance to the same value, as the paper has it.
    pub fn with_tolerance(mut self, tolerance: f64) -> Parameters {
        (self.relative_tolerance, self.absolute_tolerance) = (tolerance, tolerance);
        self
    }

    /// The parameters whose values differ from the default, with these values.
    pub fn changed(&self) -> Vec<(&'static Parameter, Value)> {
        let values = TABLE.iter().map(|p| (p, p.value(self)));
        values.filter(|(p, value)| *value != p.default_value()).collect()
    }

    /// Checks every value against its range, and those that belong together against each other.
    pub fn validate(&self) -> Result<(), Error> {
        for parameter in TABLE {
            let value = parameter.value(self);
            if !parameter.domain.accepts(&value) {
                return Err(parameter.bad(value));
            }
        }
        let bad = |name, value: String, expected: &str| {
            Err(Error::BadParameter { name, value, expected: expected.to_owned() })
        };
        if self.relative_tolerance == 0.0 && self.absolute_tolerance == 0.0 {
            return bad("relative_tolerance", "0".into(), "a positive number here or in absolute_tolerance");
        }
        let alpha = self.pock_chambolle_alpha;
        if self.pock_chambolle == PockChambolle::Norms && !(alpha > 0.0 && alpha < 2.0) {
            return bad(
                "pock_chambolle_alpha",
                alpha.to_string(),
                "a number between 0 and 2 with pock_chambolle = norms",
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_in_its_domain_and_survives_text() {
        for p in TABLE {
            let default = p.default_value();
            assert!(p.domain.accepts(&default), "{}", p.name);
            assert_eq!(p.domain.parse(&default.to_string()), Some(default), "{}", p.name);
            let mut parameters = Parameters::default();
            parameters.set(p.name, &default.to_string()).unwrap();
            assert_eq!(parameters, Parameters::default());
            assert!(!p.doc.is_empty());
            assert_eq!(
                p.grid.is_empty(),
                p.role == Role::Meaning,
                "{}: tunable parameters have a grid",
                p.name
            );
        }
    }

    #[test]
    fn names_are_unique() {
        for (i, p) in TABLE.iter().enumerate() {
            assert!(TABLE[..i].iter().all(|q| q.name != p.name));
        }
    }

    #[test]
    fn a_typing_error_gets_a_suggestion() {
        let suggestion = |name| match find(name) {
            Err(Error::UnknownParameter { suggestion, .. }) => suggestion,
            _ => panic!("found"),
        };
        assert_eq!(suggestion("weight_smothing"), Some("weight_smoothing"));
        assert_eq!(suggestion("theta"), Some("weight_smoothing"));
        assert_eq!(suggestion("xyzzy"), None);
    }

    #[test]
    fn presets_are_valid_and_differ() {
        for (name, _, _) in PRESETS {
            Parameters::preset(name).unwrap().validate().unwrap();
        }
        assert_eq!(Parameters::preset("paper").unwrap(), Parameters::default());
        let changed = Parameters::preset("reference").unwrap();
        let names: Vec<_> = changed.changed().iter().map(|(p, _)| p.name).collect();
        let expected = ["ruiz_objective", "inner_limit", "check_period", "check_first", "reduced_cost_rule"];
        assert_eq!(names, expected);
        assert!(matches!(Parameters::preset("papr"), Err(Error::UnknownPreset { .. })));
    }
}
