//! `luthier params`.

use crate::Failure;
use luthier::params::{PRESETS, Parameters, Role, TABLE, find};
use std::io::Write;
use std::process::ExitCode;

pub fn run(name: Option<&str>) -> Result<ExitCode, Failure> {
    match name {
        Some(name) => explain(name)?,
        None => list()?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list() -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{:<26} {:<8} {:<12} meaning", "parameter", "symbol", "default")?;
    for p in TABLE {
        let first = p.doc.split_inclusive(['.', ';']).next().unwrap_or(p.doc);
        let first = first.trim_end_matches(['.', ';']);
        writeln!(out, "{:<26} {:<8} {:<12} {first}", p.name, p.symbol, p.default_value().to_string())?;
    }
    writeln!(
        out,
        "\nPresets: {}",
        PRESETS.iter().map(|p| format!("{} ({})", p.0, p.1)).collect::<Vec<_>>().join("; ")
    )?;
    writeln!(out, "Explain one with `luthier params NAME`, set one with `luthier solve --set NAME=VALUE`.")?;
    Ok(())
}

fn explain(name: &str) -> Result<(), Failure> {
    let p = find(name)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}\n  {}\n  values: {}\n  default: {}", p.name, p.doc, p.domain, p.default_value())?;
    if !p.symbol.is_empty() {
        writeln!(out, "  symbol: {}", p.symbol)?;
    }
    for (preset, _, _) in PRESETS {
        let value = p.value(&Parameters::preset(preset)?);
        if value != p.default_value() {
            writeln!(out, "  preset {preset}: {value}")?;
        }
    }
    let tunable = match p.role {
        Role::Way => format!("yes; usual grid {}", p.grid),
        Role::Meaning => "no: it defines what \"solved\" means or how much may be spent".to_owned(),
    };
    writeln!(out, "  tunable: {tunable}")?;
    Ok(())
}
