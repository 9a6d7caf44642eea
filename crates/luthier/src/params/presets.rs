//! Named rows of values.

use super::Parameters;
use super::table::{Method, ReducedCostRule, TestedPoint};
use crate::error::Error;

/// A preset: its name, what it is, and the values.
type Preset = (&'static str, &'static str, fn() -> Parameters);

/// All presets: name, description, values.
pub static PRESETS: &[Preset] = &[
    ("paper", "PDLP as the paper's text specifies it; the default", Parameters::default),
    ("reference", "PDLP as the implementation behind the paper's figures has it", reference),
    (
        "fast",
        "What solved real LPs fastest and most reliably: PDLP with presolving, faces and a geometric-mean stage",
        fast,
    ),
    ("halpern", "Reflected Halpern PDHG with the restarts it is usually run with", halpern),
];

fn reference() -> Parameters {
    Parameters {
        ruiz_objective: true,
        inner_limit: Some(1000),
        check_period: 50,
        check_first: 10,
        reduced_cost_rule: ReducedCostRule::NearBound,
        ..Parameters::default()
    }
}

fn halpern() -> Parameters {
    Parameters {
        method: Method::Halpern,
        necessary_reduction: 0.5,
        check_period: 64,
        ..Parameters::default()
    }
}

fn fast() -> Parameters {
    Parameters {
        presolve: true,
        geometric_iterations: 8,
        artificial_restart: 0.2,
        check_period: 32,
        tested_point: TestedPoint::Either,
        face_share: 0.25,
        ..Parameters::default()
    }
}

impl Parameters {
    /// The values of a preset.
    pub fn preset(name: &str) -> Result<Parameters, Error> {
        let found = PRESETS.iter().find(|(n, _, _)| *n == name);
        found.map(|(_, _, values)| values()).ok_or_else(|| {
            let names: Vec<_> = PRESETS.iter().map(|(n, _, _)| *n).collect();
            Error::UnknownPreset { name: name.to_owned(), expected: names.join(", ") }
        })
    }
}
