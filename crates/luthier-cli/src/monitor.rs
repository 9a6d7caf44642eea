//! `luthier monitor`: whether what is solved today is still like what was certified.

use crate::arguments::MonitorArguments;
use crate::console::{ERROR, GOOD, STRONG, styled};
use crate::exit::{Exit, Failure};
use crate::model::is_dash;
use luthier::Diagnostic;
use luthier_tune::bounds::EProcess;
use luthier_tune::{Certificate, Kind};
use serde::Deserialize;
use serde_json::json;
use std::fs::File;
use std::io::{BufRead, BufReader, Write, stdin};

/// What a line says.
#[derive(Deserialize)]
struct Solve {
    iterations: Option<f64>,
    matrix_passes: Option<f64>,
    #[serde(default = "yes")]
    solved: bool,
}

fn yes() -> bool {
    true
}

/// Reads solves and keeps the evidence against the certified mean.
pub fn run(arguments: &MonitorArguments) -> Result<Exit, Failure> {
    let path = arguments.certificate.display().to_string();
    let text = std::fs::read_to_string(&arguments.certificate)
        .map_err(|e| Diagnostic::of_file(&path, format!("cannot be read: {e}")))?;
    let certificate = Certificate::parse(&path, &text)?;
    let bound = certificate.statement(Kind::MeanCost).and_then(|s| s.bound);
    let bound = bound
        .ok_or_else(|| Diagnostic::of_file(&path, "states no mean; expected a certificate that does"))?;
    let promised = (bound / certificate.cap).clamp(0.0, 1.0);
    let mut process = EProcess::new(promised, arguments.delta).map_err(luthier_tune::Error::from)?;
    let name = arguments.solves.display().to_string();
    let lines: Box<dyn BufRead> = if is_dash(&arguments.solves) {
        Box::new(stdin().lock())
    } else {
        let file = File::open(&arguments.solves);
        Box::new(BufReader::new(
            file.map_err(|e| Diagnostic::of_file(&name, format!("cannot be read: {e}")))?,
        ))
    };
    let mut out = anstream::stdout().lock();
    let (mut total, mut alarm) = (0.0, None);
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line.map_err(|e| Diagnostic::of_file(&name, format!("cannot be read: {e}")))?;
        if line.trim().is_empty() {
            continue;
        }
        let cost = cost(&certificate, &line).map_err(|problem| Diagnostic {
            line: number,
            ..Diagnostic::of_file(&name, problem).hint("expected lines such as {\"iterations\": 431}")
        })?;
        let evidence = process.update(cost / certificate.cap).map_err(luthier_tune::Error::from)?;
        total += cost;
        if evidence.rejected && alarm.is_none() {
            alarm = Some(evidence.scores);
        }
        if arguments.json {
            let event = json!({
                "solve": evidence.scores, "cost": cost, "evidence": evidence.wealth, "supported": !evidence.rejected,
            });
            writeln!(out, "{event}")?;
            out.flush()?;
        }
    }
    let evidence = process.evidence();
    if !arguments.json {
        let key = |word: &str| styled(STRONG, &format!("{word:<10}"));
        let mean = if evidence.scores > 0 { total / evidence.scores as f64 } else { 0.0 };
        writeln!(
            out,
            "{}{}, mean {mean:.1} {}; certified: at most {bound:.1}",
            key("solves"),
            evidence.scores,
            certificate.unit
        )?;
        writeln!(
            out,
            "{}{:.3} (an alarm at {:.0})",
            key("evidence"),
            evidence.wealth,
            1.0 / arguments.delta
        )?;
        match alarm {
            Some(at) => writeln!(
                out,
                "{}{} since solve {at}: the mean has become larger than certified; tune again",
                key("verdict"),
                styled(ERROR, "no longer supported")
            )?,
            None => {
                writeln!(out, "{}{}", key("verdict"), styled(GOOD, "nothing speaks against the certificate"))?
            }
        }
    }
    out.flush()?;
    Ok(if alarm.is_some() { Exit::FalseClaim } else { Exit::Success })
}

/// What a solve costs, as the certificate counts.
fn cost(certificate: &Certificate, line: &str) -> Result<f64, String> {
    let solve: Solve = serde_json::from_str(line).map_err(|e| format!("is no such line: {e}"))?;
    let passes = certificate.unit == "passes";
    let (work, field) =
        if passes { (solve.matrix_passes, "matrix_passes") } else { (solve.iterations, "iterations") };
    let work = work.ok_or_else(|| format!("has no \"{field}\""))?;
    if !(work >= 0.0 && work.is_finite()) {
        return Err(format!("{field} {work} is not possible; expected a number of at least 0"));
    }
    Ok(if solve.solved { work.min(certificate.cap) } else { certificate.cap })
}
