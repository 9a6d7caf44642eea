//! `luthier verify`: whether what a solution file says about a model is true.

mod claims;
mod lines;

use crate::arguments::VerifyArguments;
use crate::console::{ERROR, GOOD, STRONG, print_json, say, styled};
use crate::exit::{Exit, Failure};
use crate::model;
use lines::{Line, Verdict};
use luthier::io::{ReadOptions, SolutionFile, read_solution};
use luthier::params::{Role, find};
use luthier::verify::Tolerances;
use luthier::{Error, Parameters, escape_name};
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
    let problem = model::problem(&arguments.model, &arguments.reading)?;
    let options = ReadOptions { format: None, ..arguments.reading.options() };
    let file = read_solution(&arguments.solution, &options)?;
    let tolerances = tolerances(arguments, &file)?;
    let claim = file.status.clone().unwrap_or_else(|| "none".to_owned());
    let findings = Findings { lines: claims::check(&problem, &file, &tolerances)?, claim, tolerances };
    if arguments.json {
        print_json(&document(&findings))?;
    } else {
        print(&findings)?;
    }
    Ok(if findings.verdict() == Verdict::Holds { Exit::Success } else { Exit::FalseClaim })
}

/// Those that the file records; else those that were asked for; else the default.
fn tolerances(arguments: &VerifyArguments, file: &SolutionFile) -> Result<Tolerances, Error> {
    let mut parameters = Parameters::default();
    if let Some(recorded) = &file.tolerances {
        // Those that changed the way do not change what is claimed.
        let meaning = |name: &str| find(name).is_ok_and(|p| p.role == Role::Meaning);
        for (name, value) in file.parameters.iter().filter(|p| meaning(&p.0)) {
            parameters.set(name, value)?;
        }
        (parameters.relative_tolerance, parameters.absolute_tolerance) =
            (recorded.relative, recorded.absolute);
        if arguments.tol.is_some() {
            say("note: the file records the tolerances of its claim; they are used, and not --tol");
        }
    } else if let Some(tolerance) = arguments.tol {
        parameters = parameters.with_tolerance(tolerance);
    }
    Ok(Tolerances::from(&parameters))
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
