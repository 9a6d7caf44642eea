//! What the theorems are evaluated for: what was typed, a model, a study, or the paper's distributions.

use crate::arguments::{SizeFlags, TheoryArguments};
use crate::exit::Failure;
use crate::model;
use luthier::escape_name;
use luthier_tune::theory::{
    Case, Constants, Counting, Growth, Measured, Sizes, of_paper, of_problem, of_rows,
};
use luthier_tune::{Error, View};
use std::path::Path;

/// A case with what there is to say about its numbers.
pub struct Asked {
    /// What it is about.
    pub name: String,
    /// Where its numbers come from.
    pub notes: Vec<String>,
    /// The numbers.
    pub case: Case,
}

/// What a source tells beside sizes.
#[derive(Default)]
struct Found {
    iterations: Option<u64>,
    settings: Option<u64>,
}

/// All cases that were asked for.
pub fn of(arguments: &TheoryArguments) -> Result<Vec<Asked>, Failure> {
    match &arguments.source {
        Some(path) if path.is_dir() => {
            let (measured, found) = study(path)?;
            Ok(vec![asked(arguments, measured, &found)?])
        }
        Some(path) => {
            let model = model::open(Some(path), &arguments.reading)?;
            let measured = of_problem(model.label, &model.problem);
            Ok(vec![asked(arguments, measured, &Found::default())?])
        }
        None if arguments.sizes.given() => {
            let measured = typed(&arguments.sizes)?;
            Ok(vec![asked(arguments, measured, &Found::default())?])
        }
        None => of_paper()?.into_iter().map(|m| asked(arguments, m, &Found::default())).collect(),
    }
}

/// The largest sizes over the instances of a study.
fn study(path: &Path) -> Result<(Measured, Found), Failure> {
    let view = View::read(path)?;
    let name = escape_name(&path.display().to_string());
    let rows = view.instances.rows();
    let measured = of_rows(&name, rows).ok_or_else(|| Error::Question {
        what: format!("study {name}"),
        problem: "it has no instances yet; expected at least one: run `luthier tune` first".to_owned(),
    })?;
    let note = format!("the largest of {} instances; {}", rows.len(), measured.note);
    let found = Found {
        iterations: Some(view.cost.limit),
        settings: u64::try_from(view.space.settings().len()).ok(),
    };
    Ok((Measured { note, ..measured }, found))
}

/// Sizes that were typed; bounds that were not may be on all variables.
fn typed(flags: &SizeFlags) -> Result<Measured, Failure> {
    let variables = flags.variables.ok_or_else(|| Error::Question {
        what: "sizes".to_owned(),
        problem: "the number of variables is missing; expected --variables, or a model or a study".to_owned(),
    })?;
    let sizes = Sizes { variables, lower: variables, upper: variables, ..Sizes::default() };
    let open: Vec<&str> = [("L = n", flags.lower), ("U = n", flags.upper)]
        .iter()
        .filter_map(|(text, given)| given.is_none().then_some(*text))
        .collect();
    let note = if open.is_empty() {
        "sizes as given".to_owned()
    } else {
        format!("sizes as given; bounds that were not given are bounded by {}", open.join(", "))
    };
    Ok(Measured { name: "sizes as given".to_owned(), sizes, operator_norm: None, note })
}

/// A case from what was found and what was typed, which counts over it.
fn asked(arguments: &TheoryArguments, measured: Measured, found: &Found) -> Result<Asked, Failure> {
    let mut notes = vec![measured.note];
    let operator_norm = arguments.operator_norm.or(measured.operator_norm);
    if operator_norm.is_none() {
        let reason = "|K|_2 <= 1: the matrix of the runs, which Pock-Chambolle scaling by power sums bounds so for every alpha";
        notes.push(reason.to_owned());
    }
    let limited = found.iterations.filter(|_| arguments.outer.is_none());
    if let Some(limit) = limited {
        notes.push(format!("S such that S T is the iteration limit {limit} of the study, or just above"));
    }
    let mut constants = Constants::default();
    arguments.constant.iter().try_for_each(|text| constants.set(text))?;
    let default = Case::default();
    let outer = limited.map_or(default.outer, |limit| limit.div_ceil(arguments.inner.max(1)).max(1));
    let case = Case {
        sizes: overridden(measured.sizes, &arguments.sizes),
        outer: arguments.outer.unwrap_or(outer),
        inner: arguments.inner,
        operator_norm: operator_norm.unwrap_or(default.operator_norm),
        first_step: arguments.first_step,
        cost_range: arguments.cost_range,
        epsilon: arguments.epsilon,
        delta: arguments.delta,
        settings: arguments.settings.or(found.settings).unwrap_or(default.settings),
        constants,
        growth: named(&Growth::NAMES, &arguments.growth),
        counting: named(&Counting::NAMES, &arguments.counting),
    };
    Ok(Asked { name: measured.name, notes, case })
}

fn overridden(sizes: Sizes, flags: &SizeFlags) -> Sizes {
    Sizes {
        variables: flags.variables.unwrap_or(sizes.variables),
        inequalities: flags.inequalities.unwrap_or(sizes.inequalities),
        equalities: flags.equalities.unwrap_or(sizes.equalities),
        lower: flags.lower.unwrap_or(sizes.lower),
        upper: flags.upper.unwrap_or(sizes.upper),
    }
}

/// The choice with this name, which was checked when it was read.
fn named<T: Copy + Default>(names: &[(&str, T)], name: &str) -> T {
    names.iter().find(|(n, _)| *n == name).map_or_else(T::default, |(_, choice)| *choice)
}
