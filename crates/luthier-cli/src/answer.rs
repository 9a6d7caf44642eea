//! The answer of a solve, in words, on standard output.

use crate::console::{GOOD, STRONG, WARNING, styled};
use crate::exit::Failure;
use luthier::verify::{Place, verify_certificate};
use luthier::{Certificate, Polish, Polished, Problem, Solution, Status};
use std::io::Write;

/// Prints status, objective, how good the point is, and what it took.
pub fn print(problem: &Problem, solution: &Solution, advice: &[String]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let style = if solution.status == Status::Optimal { GOOD } else { WARNING };
    line(&mut out, "status", &styled(style, solution.status.name()))?;
    if let Some(certificate) = &solution.certificate {
        line(&mut out, "because", &certificate.explain(problem))?;
        line(&mut out, "checked", &proof(problem, certificate)?)?;
    }
    if !matches!(solution.status, Status::Infeasible | Status::InfeasibleOrUnbounded) {
        line(&mut out, "objective", &number(solution.objective))?;
        checked(&mut out, problem, solution)?;
    }
    if let Some(polish) = &solution.polish {
        line(&mut out, "polished", &polished(polish))?;
    }
    line(&mut out, "work", &work(solution))?;
    for text in advice {
        line(&mut out, "advice", text)?;
    }
    Ok(out.flush()?)
}

/// What the verifier says about a certificate.
fn proof(problem: &Problem, certificate: &Certificate) -> Result<String, Failure> {
    Ok(verify_certificate(problem, certificate)?.explain(problem))
}

fn line(out: &mut impl Write, key: &str, text: &str) -> Result<(), Failure> {
    Ok(writeln!(out, "{}{text}", styled(STRONG, &format!("{key:<12}")))?)
}

fn checked(out: &mut impl Write, problem: &Problem, s: &Solution) -> Result<(), Failure> {
    let q = &s.quality;
    let place =
        |place: Option<Place>| place.map_or_else(String::new, |p| format!(" ({})", p.explain(problem)));
    let row = place(q.worst_row.map(Place::Row));
    let column = place(q.worst_column.map(Place::Variable));
    line(
        out,
        "checked",
        &format!(
            "largest row violation {:.1e}{row}, residual {:.1e} relative",
            q.largest_violation, q.relative_primal_residual
        ),
    )?;
    line(
        out,
        "",
        &format!(
            "largest dual violation {:.1e}{column}, residual {:.1e} relative",
            q.largest_dual_residual, q.relative_dual_residual
        ),
    )?;
    line(
        out,
        "",
        &format!(
            "gap {:.1e} absolute, {:.1e} relative (dual objective {})",
            q.gap,
            q.relative_gap,
            number(s.dual_objective)
        ),
    )
}

/// A number with ten decimals, or with an exponent where these would mislead.
pub fn number(value: f64) -> String {
    if value == 0.0 || (1e-4..1e15).contains(&value.abs()) {
        format!("{value:.10}")
    } else {
        format!("{value:.10e}")
    }
}

/// What became of each side, as relative residuals.
fn polished(p: &Polish) -> String {
    let side = |name: &str, side: Option<Polished>| {
        side.map(|s| {
            let short = if s.after <= p.tolerance { "" } else { " (not to the tolerance)" };
            format!("{name} {:.1e} -> {:.1e}{short}", s.before, s.after)
        })
    };
    let sides = [side("rows", p.primal), side("reduced costs", p.dual)];
    let sides: Vec<_> = sides.into_iter().flatten().collect();
    format!("{}, by {} of the matrix passes", sides.join(", "), p.work.matrix_passes())
}

fn work(s: &Solution) -> String {
    let w = &s.work;
    let counts = s.status != Status::Optimal && w.proof_steps > 0;
    let proof = if counts { format!(", {} proof steps", w.proof_steps) } else { String::new() };
    format!(
        "{} iterations, {} matrix passes, {} restarts{proof}, {:.3} s",
        w.iterations,
        w.matrix_passes(),
        w.restarts,
        s.seconds
    )
}
