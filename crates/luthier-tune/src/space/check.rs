//! What axes must be like, however they were made.

use super::Axis;
use crate::error::{Error, shown};
use luthier::Parameters;
use luthier::params::{Parameter, Role, Value};
use std::collections::HashSet;

/// The most points that a grid may have. All of them are looked at when a space is declared.
pub const MOST: u64 = 1_000_000;

/// Checks axes, each with the text that errors repeat.
pub fn check(axes: &[(String, Axis)], whole: &str) -> Result<(), Error> {
    for (i, (text, axis)) in axes.iter().enumerate() {
        if let Some(problem) = problem(axis) {
            return Err(Error::Space { text: text.to_owned(), problem });
        }
        if let Some((first, _)) = axes[..i].iter().find(|(_, a)| a.parameter.name == axis.parameter.name) {
            let name = axis.parameter.name;
            let problem = format!(
                "{name} has values already, in '{}'; give all values of a parameter in one list",
                shown(first)
            );
            return Err(Error::Space { text: text.to_owned(), problem });
        }
    }
    size(axes).map_or(Ok(()), |problem| Err(Error::Space { text: whole.to_owned(), problem }))
}

/// Checks the parameters that all settings have in common.
pub fn check_base(base: &Parameters) -> Result<(), Error> {
    base.validate()?;
    if base.polish_tolerance.is_finite() {
        let what = format!("polish_tolerance = {:e}", base.polish_tolerance);
        return Err(Error::Question { what, problem: not_polished() });
    }
    Ok(())
}

fn not_polished() -> String {
    "polishing follows a solve and is no part of what is tuned; expected none of it here, and polish_tolerance where a \
     single problem is solved with what was tuned"
        .to_owned()
}

/// The parameter that runs over one matrix cannot have.
const PRESOLVE: &str = "presolve";

fn not_presolved() -> String {
    "settings run side by side over one matrix, and presolving would change it; expected none of it here, and for all \
     settings alike --presolve true or a preset that has it"
        .to_owned()
}

fn problem(axis: &Axis) -> Option<String> {
    let parameter = axis.parameter;
    if parameter.role == Role::Meaning {
        return Some(untunable(parameter.name, parameter.name));
    }
    if parameter.name == PRESOLVE {
        return Some(not_presolved());
    }
    if axis.values.is_empty() {
        return Some(format!(
            "{} has no values; expected at least one, such as {}={}",
            parameter.name, parameter.name, parameter.grid
        ));
    }
    if let Some(value) = axis.values.iter().find(|v| !parameter.domain.accepts(v)) {
        return Some(impossible(parameter, &value.to_string()));
    }
    repeated(&axis.values).map(|value| format!("the value {value} is there twice; leave one of them out"))
}

/// What is wrong with tuning a parameter that says what is asked for.
pub fn untunable(name: &str, flag: &str) -> String {
    format!(
        "{name} says when a problem counts as solved or how much may be spent on it, and cannot be tuned; set it for the whole study with --{} VALUE",
        flag.replace('_', "-")
    )
}

/// What is wrong with a value out of its domain.
pub fn impossible(parameter: &Parameter, value: &str) -> String {
    format!("'{}' is no value of {}; expected {}", shown(value), parameter.name, parameter.domain)
}

/// The first value that was there before.
pub fn repeated(values: &[Value]) -> Option<Value> {
    let mut seen = HashSet::new();
    values.iter().copied().find(|value| !seen.insert(value.to_string()))
}

/// What is wrong with the number of points.
fn size(axes: &[(String, Axis)]) -> Option<String> {
    let size = axes.iter().try_fold(1u128, |size, (_, axis)| size.checked_mul(axis.values.len() as u128));
    if size.is_some_and(|size| size <= u128::from(MOST)) {
        return None;
    }
    let size = size.map_or("more than 10^38".to_owned(), |size| size.to_string());
    Some(format!("its grid has {size} points, expected at most {MOST}; give fewer axes or fewer values"))
}
