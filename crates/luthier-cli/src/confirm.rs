//! The check of a solution that shares nothing with the solver, before anything is reported.

use luthier::verify::{Tolerances, verify, verify_certificate, verify_unbounded};
use luthier::{Certificate, Error, Parameters, Problem, Solution, Status};

/// Replaces the residuals of a solution by those of the independent check. A claim that does not survive it becomes
/// an honest lesser status; the objections come back.
pub fn confirm(
    problem: &Problem,
    parameters: &Parameters,
    solution: &mut Solution,
) -> Result<Vec<String>, Error> {
    let objections = match solution.status {
        Status::Infeasible => certificate(problem, solution)?,
        Status::Unbounded => {
            point(problem, parameters, solution)?;
            ray(problem, parameters, solution)?
        }
        Status::Optimal => point(problem, parameters, solution)?,
        _ => {
            point(problem, parameters, solution)?;
            Vec::new()
        }
    };
    if !objections.is_empty() {
        solution.status = Status::NumericalTrouble;
        solution.certificate = None;
    }
    Ok(objections)
}

fn point(problem: &Problem, parameters: &Parameters, solution: &mut Solution) -> Result<Vec<String>, Error> {
    let checked = verify(problem, &solution.x, &solution.y, &Tolerances::from(parameters))?;
    solution.quality = checked.quality;
    Ok(checked.refusals.iter().map(|refusal| refusal.explain(problem)).collect())
}

fn certificate(problem: &Problem, solution: &Solution) -> Result<Vec<String>, Error> {
    let Some(certificate) = &solution.certificate else {
        return Ok(vec!["there is no certificate".to_owned()]);
    };
    let checked = verify_certificate(problem, certificate)?;
    Ok(if checked.accepted { Vec::new() } else { vec![checked.explain(problem)] })
}

fn ray(problem: &Problem, parameters: &Parameters, solution: &Solution) -> Result<Vec<String>, Error> {
    let Some(Certificate::PrimalRay(ray)) = &solution.certificate else {
        return Ok(vec!["there is no ray".to_owned()]);
    };
    let checked = verify_unbounded(problem, &solution.x, ray, &Tolerances::from(parameters))?;
    let ray = (!checked.ray.accepted).then(|| checked.ray.explain(problem));
    Ok(checked.refusals.iter().map(|refusal| refusal.explain(problem)).chain(ray).collect())
}
