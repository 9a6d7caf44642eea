//! The one check of answers, the same for all solvers, on the original problem.

use crate::exchange::Answer;
use crate::protocol::{Claim, Proof};
use luthier::params::{Norm, ReducedCostRule};
use luthier::verify::{Tolerances, verify, verify_certificate, verify_unbounded};
use luthier::{Certificate, Problem};
use serde::{Deserialize, Serialize};

/// A point counts as solving a problem if it meets this many times the tolerance: solvers differ in norms, in the part of the
/// reduced costs that they count, and in the problem (presolved, scaled) on which they test.
pub const SLACK: f64 = 10.0;

/// How good a point is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// |primal residual| / (1 + |q|), bounds of variables included.
    pub primal: f64,
    /// |dual residual| / (1 + |c|); reduced costs count where they push against a finite bound.
    pub dual: f64,
    /// |gap| / (1 + |p| + |d|)
    pub gap: f64,
    /// The tolerance that the point just meets: the largest of the three.
    pub error: f64,
    /// The objective, in the user's sense.
    pub objective: f64,
}

/// Measures a point; `None` if it is not made of finite numbers.
pub fn measure(problem: &Problem, x: &[f64], y: &[f64]) -> Option<Measured> {
    let found = verify(problem, x, y, &tolerances(1.0)).ok()?;
    let q = found.quality;
    Some(Measured {
        primal: q.relative_primal_residual,
        dual: q.relative_dual_residual,
        gap: q.relative_gap,
        error: q.error,
        objective: found.objective,
    })
}

/// Whether a claim that a problem has no solution comes with a proof that holds.
pub fn proven(problem: &Problem, claim: Claim, proof: Proof, answer: &Answer, tolerance: f64) -> bool {
    let ray = || answer.ray.clone();
    let certificate = match proof {
        Proof::DualRay => ray().map(Certificate::DualRay),
        Proof::PrimalRay => ray().map(Certificate::PrimalRay),
        Proof::CrossedRow(i) => Some(Certificate::CrossedRow(i)),
        Proof::CrossedColumn(j) => Some(Certificate::CrossedColumn(j)),
    };
    let Some(certificate) = certificate else { return false };
    let fits = || verify_certificate(problem, &certificate).is_ok_and(|check| check.accepted);
    match (claim, &certificate, &answer.point) {
        // A ray alone may belong to an infeasible problem.
        (Claim::Unbounded, Certificate::PrimalRay(ray), Some((x, _))) => {
            let tolerances = tolerances(SLACK * tolerance);
            verify_unbounded(problem, x, ray, &tolerances).is_ok_and(|check| check.accepted)
        }
        (Claim::InfeasibleOrUnbounded, Certificate::PrimalRay(_), _) => fits(),
        (Claim::Infeasible, Certificate::PrimalRay(_), _) => false,
        (Claim::Infeasible | Claim::InfeasibleOrUnbounded, _, _) => fits(),
        _ => false,
    }
}

fn tolerances(tolerance: f64) -> Tolerances {
    Tolerances {
        relative: tolerance,
        absolute: tolerance,
        norm: Norm::L2,
        reduced_cost_rule: ReducedCostRule::Projection,
        near_bound_distance: 0.0,
    }
}
