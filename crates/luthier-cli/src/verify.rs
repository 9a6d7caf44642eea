//! `luthier verify`: whether what a solution file says about a model, or a certificate about a study, is true.

mod certificate;
mod claims;
mod lines;

use crate::arguments::VerifyArguments;
use crate::console::{ERROR, GOOD, STRONG, print_json, styled};
use crate::exit::{Exit, Failure};
use crate::model;
use lines::{Line, Verdict};
use luthier::io::{ReadOptions, SolutionFile, read_solution};
use luthier::verify::Tolerances;
use luthier::{Parameters, escape_name};
use serde_json::json;
use std::io::Write;

/// What was found out about a file.
struct Findings {
    claim: String,
    tolerances: Tolerances,
    lines: Vec<Line>,
}

impl Findings {
    /// The worst of all verdicts.
    fn verdict(&self) -> Verdict {
        let has = |verdict| self.lines.iter().any(|line| line.verdict == verdict);
        [Verdict::False, Verdict::Unproven].into_iter().find(|v| has(*v)).unwrap_or(Verdict::Holds)
    }
}

/// Recomputes everything.
pub fn run(arguments: &VerifyArguments) -> Result<Exit, Failure> {
    if arguments.solution.is_dir() {
        return certificate::run(&arguments.model, &arguments.solution, arguments.json);
    }
    let problem = model::problem(&arguments.model, &arguments.reading)?;
    let options = ReadOptions { format: None, ..arguments.reading.options() };
    let file = read_solution(&arguments.solution, &options)?;
    let tolerances = tolerances(arguments, &file);
    let claim = file.status.clone().unwrap_or_else(|| "none".to_owned());
    let findings = Findings { lines: claims::check(&problem, &file, &tolerances)?, claim, tolerances };
    if arguments.json {
        print_json(&document(&findings))?;
    } else {
        print(&findings)?;
    }
    Ok(if findings.verdict() == Verdict::Holds { Exit::Success } else { Exit::FalseClaim })
}

/// Those that were asked for; else those that the file records; else the default.
fn tolerances(arguments: &VerifyArguments, file: &SolutionFile) -> Tolerances {
    let test = file.tolerances.unwrap_or_else(|| Tolerances::from(&Parameters::default()));
    match arguments.tol {
        Some(tolerance) => Tolerances { relative: tolerance, absolute: tolerance, ..test },
        None => test,
    }
}

fn print(findings: &Findings) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", styled(STRONG, &lines::header()))?;
    for line in &findings.lines {
        writeln!(out, "{}", line.text())?;
    }
    let Tolerances { relative, absolute, .. } = findings.tolerances;
    let claim = match findings.claim.as_str() {
        "none" => "no status".to_owned(),
        status => format!("status {}", escape_name(status)),
    };
    let (style, verdict) = match findings.verdict() {
        Verdict::Holds => (GOOD, "true"),
        Verdict::Unproven => (ERROR, "not proven"),
        Verdict::False => (ERROR, "false"),
    };
    let verdict = styled(style, verdict);
    writeln!(
        out,
        "\n{claim}, tolerance {relative:e} relative, {absolute:e} absolute: what the file says is {verdict}"
    )?;
    Ok(out.flush()?)
}

fn document(findings: &Findings) -> serde_json::Value {
    json!({
        "schema": "luthier-verify-1",
        "claim": findings.claim,
        "verdict": findings.verdict().name(),
        "relative_tolerance": findings.tolerances.relative,
        "absolute_tolerance": findings.tolerances.absolute,
        "checks": findings.lines.iter().map(Line::json).collect::<Vec<_>>(),
    })
}
