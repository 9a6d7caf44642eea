//! `luthier params`: all parameters, or one of them explained.

use crate::arguments::ParamsArguments;
use crate::console::{STRONG, print_json, styled};
use crate::exit::{Exit, Failure};
use luthier::params::{PRESETS, Parameter, Parameters, Role, TABLE, Value, find};
use serde_json::json;
use std::io::Write;

/// Lists or explains.
pub fn run(arguments: &ParamsArguments) -> Result<Exit, Failure> {
    // Dashes, as in flags, are as good as underscores.
    let name = arguments.name.as_ref().map(|name| name.replace('-', "_"));
    let named = name.as_deref().map(find).transpose()?;
    match (named, arguments.json) {
        (Some(parameter), false) => explain(parameter)?,
        (None, false) => list()?,
        (Some(parameter), true) => print_json(&described(parameter)?)?,
        (None, true) => print_json(&document()?)?,
    }
    Ok(Exit::Success)
}

fn list() -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let groups = [
        (Role::Way, "The way to the answer: these may be tuned."),
        (Role::Meaning, "What \"solved\" means and how much may be spent: these are never tuned."),
    ];
    for (role, heading) in groups {
        writeln!(out, "{}", styled(STRONG, heading))?;
        for p in TABLE.iter().filter(|p| p.role == role) {
            let presets = presets(p)?.into_iter().map(|(name, value)| format!("; {name}: {value}"));
            let values = presets.fold(p.domain.to_string(), |all, preset| all + &preset);
            writeln!(out, "  {:<24} {:<11} ({values})", p.name, p.default_value().to_string())?;
            writeln!(out, "      {}", first_sentence(p.doc))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}", styled(STRONG, "Presets"))?;
    for (name, description, _) in PRESETS {
        writeln!(out, "  {name:<24} {description}")?;
    }
    writeln!(
        out,
        "\nExplain one with `luthier params NAME`; set one with its flag, such as `luthier solve --check-period 16`."
    )?;
    Ok(out.flush()?)
}

fn first_sentence(doc: &str) -> &str {
    let first = doc.split_inclusive(['.', ';', ':']).next().unwrap_or(doc);
    first.trim_end_matches(['.', ';', ':'])
}

fn explain(p: &Parameter) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}\n  {}", styled(STRONG, p.name), p.doc)?;
    writeln!(out, "  values: {}\n  default: {}", p.domain, p.default_value())?;
    for (preset, value) in presets(p)? {
        writeln!(out, "  preset {preset}: {value}")?;
    }
    if !p.symbol.is_empty() {
        writeln!(out, "  symbol: {}", p.symbol)?;
    }
    let tunable = match p.role {
        Role::Way => format!("yes; usual grid {}", p.grid),
        Role::Meaning => "no: it defines what \"solved\" means or how much may be spent".to_owned(),
    };
    writeln!(out, "  tunable: {tunable}\n  flag: {}\n  environment: {}", flag(p), variable(p))?;
    Ok(out.flush()?)
}

fn flag(p: &Parameter) -> String {
    format!("--{}", p.name.replace('_', "-"))
}

fn variable(p: &Parameter) -> String {
    format!("LUTHIER_{}", p.name.to_ascii_uppercase())
}

/// The presets in which it differs from its default.
fn presets(p: &Parameter) -> Result<Vec<(&'static str, Value)>, Failure> {
    let mut found = Vec::new();
    for (preset, _, _) in PRESETS {
        let value = p.value(&Parameters::preset(preset)?);
        if value != p.default_value() {
            found.push((*preset, value));
        }
    }
    Ok(found)
}

fn document() -> Result<serde_json::Value, Failure> {
    let parameters = TABLE.iter().map(described).collect::<Result<Vec<_>, _>>()?;
    let presets: Vec<_> = PRESETS.iter().map(|p| json!({"name": p.0, "description": p.1})).collect();
    Ok(json!({"schema": "luthier-params-1", "parameters": parameters, "presets": presets}))
}

fn described(p: &Parameter) -> Result<serde_json::Value, Failure> {
    let presets: serde_json::Map<_, _> =
        presets(p)?.into_iter().map(|(name, value)| (name.to_owned(), literal(value))).collect();
    Ok(json!({
        "name": p.name,
        "symbol": p.symbol,
        "doc": p.doc,
        "values": p.domain.to_string(),
        "default": literal(p.default_value()),
        "tunable": p.role == Role::Way,
        "grid": p.grid,
        "flag": flag(p),
        "environment": variable(p),
        "presets": presets,
    }))
}

/// A value as JSON has it; what is no finite number is text, as on the command line.
fn literal(value: Value) -> serde_json::Value {
    match value {
        Value::Real(v) if v.is_finite() => json!(v),
        Value::Count(v) => json!(v),
        Value::Switch(v) => json!(v),
        other => json!(other.to_string()),
    }
}
