//! Luthier as one of the solvers: answers requests on standard input until that ends.

use crate::error::Error;
use crate::exchange::{read_problem, write_answer};
use crate::protocol::{Claim, Greeting, Proof, Reply, Request};
use luthier::{Certificate, Parameters, Solution, Status, solve};
use std::io::{BufRead, Write};
use std::time::Instant;

/// Answers every line of `requests` with a line of `replies`.
pub fn serve(requests: impl BufRead, mut replies: impl Write) -> std::io::Result<()> {
    let version = format!("Luthier {} (numerics {})", env!("CARGO_PKG_VERSION"), luthier::NUMERICS);
    say(&mut replies, &Greeting::Ready(version))?;
    for line in requests.lines() {
        let answered = match serde_json::from_str::<Request>(&line?) {
            Ok(request) => answer(&request),
            Err(error) => Err(unreadable(&error)),
        };
        let reply = answered.unwrap_or_else(|error| Reply::failed(error.to_string(), 0.0));
        say(&mut replies, &reply)?;
    }
    Ok(())
}

fn say(replies: &mut impl Write, what: &impl serde::Serialize) -> std::io::Result<()> {
    writeln!(replies, "{}", serde_json::to_string(what)?)?;
    replies.flush()
}

fn unreadable(error: &serde_json::Error) -> Error {
    Error::Unknown { what: "request".into(), found: error.to_string(), expected: "a request".into() }
}

fn answer(request: &Request) -> Result<Reply, Error> {
    let problem = read_problem(&request.problem)?;
    let parameters = limited(parameters(&request.settings)?, request);
    let (began, cpu) = (Instant::now(), cpu_seconds());
    let solution = solve(&problem, &parameters)?;
    let (seconds, cpu) = (began.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    let proof = solution.certificate.as_ref().and_then(proof);
    let ray = match &solution.certificate {
        Some(Certificate::DualRay(ray) | Certificate::PrimalRay(ray)) => ray.as_slice(),
        _ => &[],
    };
    write_answer(&request.answer, &[&solution.x, &solution.y, ray])?;
    let iterations = Some(solution.work.iterations);
    let status = status(&solution);
    Ok(Reply { claim: claim(solution.status), status, seconds, cpu, iterations, point: true, proof })
}

/// Parameters from `key=value,key=value`; `preset=NAME` comes first.
pub fn parameters(settings: &str) -> Result<Parameters, Error> {
    let mut parameters = Parameters::default();
    for (position, setting) in settings.split(',').map(str::trim).filter(|s| !s.is_empty()).enumerate() {
        match setting.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
            Some(("preset", name)) if position == 0 => parameters = Parameters::preset(name)?,
            Some((key, value)) if key != "preset" => parameters.set(key, value)?,
            _ => {
                return Err(Error::Unknown {
                    what: format!("settings '{settings}'"),
                    found: setting.into(),
                    expected: "key=value, with a preset first".into(),
                });
            }
        }
    }
    Ok(parameters)
}

/// With the limits of the request, and none but these.
fn limited(parameters: Parameters, request: &Request) -> Parameters {
    Parameters {
        iteration_limit: u64::MAX,
        matrix_pass_limit: None,
        stall_limit: None,
        time_limit: request.limit,
        ..parameters.with_tolerance(request.tolerance)
    }
}

fn claim(status: Status) -> Claim {
    match status {
        Status::Optimal => Claim::Optimal,
        Status::Infeasible => Claim::Infeasible,
        Status::Unbounded => Claim::Unbounded,
        Status::InfeasibleOrUnbounded => Claim::InfeasibleOrUnbounded,
        Status::TimeLimit => Claim::Limit,
        _ => Claim::Unsure,
    }
}

fn status(solution: &Solution) -> String {
    let notices = solution.notices.iter().map(|notice| format!(", {}", notice.code()));
    notices.fold(solution.status.to_string(), |all, notice| all + &notice)
}

fn proof(certificate: &Certificate) -> Option<Proof> {
    match certificate {
        Certificate::DualRay(_) => Some(Proof::DualRay),
        Certificate::PrimalRay(_) => Some(Proof::PrimalRay),
        Certificate::CrossedRow(i) => Some(Proof::CrossedRow(*i)),
        Certificate::CrossedColumn(j) => Some(Proof::CrossedColumn(*j)),
        _ => None,
    }
}

/// CPU seconds of the thread that began this process, on which all solves run; 0 where the system does not tell.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    nanoseconds.map_or(0.0, |ns| 1e-9 * ns)
}
