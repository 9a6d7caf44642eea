//! What the status and the numbers of a file claim, against what is true.

use super::lines::Line;
use luthier::io::SolutionFile;
use luthier::verify::{Tolerances, Verification, verify, verify_certificate, verify_unbounded};
use luthier::{Certificate, Error, Problem};

/// Sums of the solver may differ from exact ones by this much of their terms.
const ROUNDING: f64 = 1e-8;

/// Residuals are differences, which keep fewer digits.
const NEARLY: f64 = 1e-3;

/// Everything that a file says, checked. A file that does not fit the model is an error.
pub fn check(problem: &Problem, file: &SolutionFile, tolerances: &Tolerances) -> Result<Vec<Line>, Error> {
    match file.status.as_deref() {
        Some("infeasible") => infeasible(problem, file),
        Some("infeasible_or_unbounded") => either(problem, file),
        Some("unbounded") => unbounded(problem, file, tolerances),
        Some("optimal") => {
            let checked = checked(problem, file, tolerances)?;
            let mut lines = tests(problem, &checked);
            lines.extend(numbers(problem, file, &checked)?);
            Ok(lines)
        }
        // A limit claims nothing but its numbers.
        _ => {
            let checked = checked(problem, file, tolerances)?;
            numbers(problem, file, &checked)
        }
    }
}

fn checked(problem: &Problem, file: &SolutionFile, tolerances: &Tolerances) -> Result<Verification, Error> {
    let (x, y) = file.point(problem)?;
    verify(problem, &x, &y, tolerances)
}

/// The three tests of optimality.
fn tests(problem: &Problem, checked: &Verification) -> Vec<Line> {
    let names = ["primal residual", "dual residual", "gap"];
    let tests = names.into_iter().zip(checked.tested).map(|(name, test)| Line::bounded(name, test));
    let words = checked.refusals.iter().map(|r| r.explain(problem)).collect::<Vec<_>>().join("; ");
    tests.chain([Line::words("optimality", checked.accepted, words)]).collect()
}

/// The numbers that the file records.
fn numbers(problem: &Problem, file: &SolutionFile, checked: &Verification) -> Result<Vec<Line>, Error> {
    let (x, _) = file.point(problem)?;
    let (q, size) = (&checked.quality, objective_size(problem, &x));
    let residual = |what, recorded: Option<f64>, found: f64| {
        Some(Line::agreement(what, recorded?, found, NEARLY * found + ROUNDING))
    };
    let objective = |what, recorded: Option<f64>, found: f64| {
        Some(Line::agreement(what, recorded?, found, ROUNDING * (size + found.abs())))
    };
    let lines = [
        residual("relative primal", file.quality.primal, q.relative_primal_residual),
        residual("relative dual", file.quality.dual, q.relative_dual_residual),
        residual("relative gap", file.quality.gap, q.relative_gap),
        objective("objective", file.objective, checked.objective),
        objective("dual objective", file.dual_objective, checked.dual_objective),
    ];
    Ok(lines.into_iter().flatten().collect())
}

/// 1 and the magnitudes of the terms of the objective.
fn objective_size(problem: &Problem, x: &[f64]) -> f64 {
    let terms = problem.objective().iter().zip(x).map(|(c, x)| (c * x).abs());
    1.0 + problem.offset().abs() + terms.sum::<f64>()
}

/// A certificate that proves its claim, or that leaves it open: the claim may be true all the same.
fn proof(accepted: bool, words: &str) -> Line {
    if accepted {
        Line::words("certificate", true, words.to_owned())
    } else {
        Line::unproven("certificate", words)
    }
}

fn infeasible(problem: &Problem, file: &SolutionFile) -> Result<Vec<Line>, Error> {
    Ok(vec![match file.certificate(problem)? {
        Some(Certificate::PrimalRay(_)) => {
            Line::unproven("certificate", "a primal ray does not show infeasibility")
        }
        Some(certificate) => {
            let checked = verify_certificate(problem, &certificate)?;
            proof(checked.accepted, &checked.explain(problem))
        }
        None => Line::unproven("certificate", "the file has none, so nothing shows the claim"),
    }])
}

/// A ray of any kind shows that there is no optimal point.
fn either(problem: &Problem, file: &SolutionFile) -> Result<Vec<Line>, Error> {
    let Some(certificate) = file.certificate(problem)? else {
        return Ok(vec![Line::unproven("certificate", "the file has none, so nothing shows the claim")]);
    };
    let checked = verify_certificate(problem, &certificate)?;
    Ok(vec![proof(checked.accepted, &checked.explain(problem))])
}

fn unbounded(problem: &Problem, file: &SolutionFile, tolerances: &Tolerances) -> Result<Vec<Line>, Error> {
    let Some(Certificate::PrimalRay(ray)) = file.certificate(problem)? else {
        return Ok(vec![Line::unproven("certificate", "the file has no ray, so nothing shows the claim")]);
    };
    let (x, y) = file.point(problem)?;
    let checked = verify_unbounded(problem, &x, &ray, tolerances)?;
    let point = verify(problem, &x, &y, tolerances)?;
    let refusals: Vec<_> = checked.refusals.iter().map(|r| r.explain(problem)).collect();
    let mut lines = vec![
        Line::bounded("primal residual", point.tested[0]),
        Line::words("feasible point", checked.refusals.is_empty(), refusals.join("; ")),
        proof(checked.ray.accepted, &checked.ray.explain(problem)),
    ];
    let size = objective_size(problem, &x);
    lines.extend(file.objective.map(|o| Line::agreement("objective", o, point.objective, ROUNDING * size)));
    Ok(lines)
}
