//! The parameter that is varied.

use super::range::Range;
use crate::error::{Error, shown};
use crate::space::{self, is_inert};
use luthier::params::{Domain, Parameter, Role, TABLE, Value};
use luthier::{Parameters, nearest};

/// The parameter with this name or symbol, which must have real values and change the way of a run.
pub(super) fn find(name: &str) -> Result<&'static Parameter, Error> {
    let plain = name.replace('-', "_");
    let found = TABLE.iter().find(|p| p.name == plain || (p.symbol == plain && !plain.is_empty()));
    let wrong = |problem: String| Error::Question { what: format!("parameter '{}'", shown(name)), problem };
    match found {
        None => {
            let words = candidates().flat_map(|p| [p.name, p.symbol]).filter(|word| !word.is_empty());
            let hint = nearest(&plain, words).map(|word| format!("; did you mean '{word}'?"));
            let hint = hint.unwrap_or_else(|| format!("; expected one of {}", names()));
            Err(wrong(format!("there is no such parameter{hint}")))
        }
        Some(p) if p.role == Role::Meaning => {
            let says = "it says when a problem counts as solved or how much may be spent on it";
            Err(wrong(format!("{says}, and does not change the way there; expected one of {}", names())))
        }
        Some(p) if !is_real(p) => {
            let problem =
                format!("its values are {}, and no interval; expected one of {}", p.domain, names());
            Err(wrong(problem))
        }
        Some(p) => Ok(p),
    }
}

/// The parameters that can be varied.
fn candidates() -> impl Iterator<Item = &'static Parameter> {
    TABLE.iter().filter(|p| p.role == Role::Way && is_real(p))
}

fn is_real(parameter: &Parameter) -> bool {
    matches!(parameter.domain, Domain::Real(_) | Domain::AutoReal(_))
}

fn names() -> String {
    candidates().map(|p| p.name).collect::<Vec<_>>().join(", ")
}

/// What must hold for parameters under which runs are compared.
pub(super) fn check_base(base: &Parameters) -> Result<(), Error> {
    space::check_base(base)?;
    if base.time_limit < f64::INFINITY {
        return Err(Error::Question {
            what: format!("time_limit = {}", base.time_limit),
            problem:
                "where a clock ends a run, its iterations are no function of a parameter; expected none, \
                      and iteration_limit to bound runs"
                    .to_owned(),
        });
    }
    Ok(())
}

/// These parameters with another value of one of them.
pub(super) fn with(base: &Parameters, parameter: &Parameter, value: f64) -> Result<Parameters, Error> {
    let mut parameters = base.clone();
    parameters.set_value(parameter.name, Value::Real(value))?;
    Ok(parameters)
}

/// Refuses ranges that leave the domain, and parameters that do nothing. Domains are intervals: if both ends are possible, so
/// is everything between them.
pub(super) fn check_range(base: &Parameters, parameter: &Parameter, range: &Range) -> Result<(), Error> {
    range.check(parameter.name)?;
    for value in [range.from, range.to] {
        with(base, parameter, value)?.validate()?;
    }
    if is_inert(parameter.name, base) {
        return Err(Error::Question {
            what: format!("parameter '{}'", parameter.name),
            problem: format!(
                "it does nothing with method = {} and pock_chambolle = {}; expected one that changes the runs",
                word(base, "method"),
                word(base, "pock_chambolle"),
            ),
        });
    }
    Ok(())
}

fn word(base: &Parameters, name: &str) -> String {
    let parameter = TABLE.iter().find(|p| p.name == name);
    parameter.map_or_else(String::new, |p| p.value(base).to_string())
}
