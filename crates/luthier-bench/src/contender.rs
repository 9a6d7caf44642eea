//! Who takes part: a name, a program, settings.

use crate::error::Error;
use crate::worker::parameters;
use luthier::Parameters;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Whose process does the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Program {
    /// This program, as a worker.
    Luthier,
    /// OR-Tools, in Python.
    OrTools,
    /// HiGHS, in Python.
    Highs,
}

impl Program {
    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Program::Luthier => "Luthier",
            Program::OrTools => "OR-Tools",
            Program::Highs => "HiGHS",
        }
    }
}

/// One that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// What it is called in records.
    pub name: String,
    /// What runs it.
    pub program: Program,
    /// Its settings, as its worker reads them.
    pub settings: String,
    /// The family that it is for; `None`: everything.
    pub family: Option<String>,
}

/// The solver that families are compared with.
pub const BASELINE: &str = "ortools";

/// All that take part unless others are named.
const KNOWN: [(&str, Program, &str); 5] = [
    ("luthier", Program::Luthier, ""),
    (BASELINE, Program::OrTools, ""),
    ("ortools-presolve", Program::OrTools, "presolve=glop"),
    ("highs-pdlp", Program::Highs, "solver=pdlp"),
    ("highs-hipdlp", Program::Highs, "solver=hipdlp"),
];

impl Contender {
    /// Those that are known by name; Luthier with these settings.
    pub fn known(luthier: &str) -> Result<Vec<Contender>, Error> {
        let contender = |(name, program, settings): (&str, Program, &str)| {
            let settings =
                if program == Program::Luthier { canonical(luthier)? } else { settings.to_owned() };
            Ok(Contender { name: name.to_owned(), program, settings, family: None })
        };
        KNOWN.into_iter().map(contender).collect()
    }

    /// Luthier with other settings: `name:key=value,key=value`.
    pub fn variant(text: &str) -> Result<Contender, Error> {
        let (name, settings) =
            text.split_once(':').ok_or_else(|| unknown("variant", text, "name:key=value,..."))?;
        let program = Program::Luthier;
        Ok(Contender { name: name.to_owned(), program, settings: canonical(settings)?, family: None })
    }

    /// Luthier as it was tuned for a family: `family=tuned.toml`.
    pub fn tuned(text: &str) -> Result<Contender, Error> {
        // A family may have parameters, with = in them.
        let (family, file) =
            text.rsplit_once('=').ok_or_else(|| unknown("tuned", text, "family=file.toml"))?;
        let toml = std::fs::read_to_string(file).map_err(Error::file(Path::new(file)))?;
        Ok(Contender {
            name: "luthier-tuned".to_owned(),
            program: Program::Luthier,
            settings: shown(&Parameters::from_toml(file, &toml)?),
            family: Some(family.to_owned()),
        })
    }
}

/// The same settings, however they were written.
fn canonical(settings: &str) -> Result<String, Error> {
    Ok(shown(&parameters(settings)?))
}

fn shown(parameters: &Parameters) -> String {
    let changed = parameters.changed();
    let settings: Vec<String> = changed.iter().map(|(p, value)| format!("{}={value}", p.name)).collect();
    settings.join(",")
}

fn unknown(what: &str, found: &str, expected: &str) -> Error {
    Error::Unknown { what: what.into(), found: found.into(), expected: expected.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_the_same_however_they_are_written() {
        let one = Contender::variant("h: preset=halpern, check_period=32").unwrap();
        let other = Contender::variant("h:necessary_reduction=0.5,check_period=32,method=halpern").unwrap();
        assert_eq!(one, other);
        assert_eq!(Contender::variant("p:preset=paper").unwrap().settings, "");
        assert!(Contender::variant("halpern").is_err());
        assert!(Contender::variant("h:method=halpern,preset=paper").is_err());
        assert!(Contender::variant("h:check_periodd=3").unwrap_err().to_string().contains("check_period"));
    }
}
