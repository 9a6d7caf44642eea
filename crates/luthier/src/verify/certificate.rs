//! Whether a certificate proves what it claims.

use super::input::{self, Each};
use super::primal::{Primal, refuse};
use super::refusal::{Place, Refusal};
use super::sum::finite;
use super::tolerances::Tolerances;
use super::{dual_ray, primal_ray};
use crate::certificate::Certificate;
use crate::error::Error;
use crate::params::Norm;
use crate::problem::Problem;
use std::fmt;

/// An advantage must be more than this much of the terms that it is the sum of: what is less can be rounding of the data.
pub(super) const FLOOR: f64 = 1e-9;

/// A residual of a ray, whose largest entry is between 1 and 2, is rounding if it is at most this much of the largest
/// coefficient that it is the sum of. More than that is never accepted.
pub(super) const ROUNDING: f64 = 1e-13;

/// A certificate with a residual must still hold for values of this many times the size that is expected of them.
pub(super) const RADIUS: f64 = 1e6;

/// What a certificate claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// No point satisfies all bounds.
    Infeasible,
    /// The objective improves without end from any feasible point.
    Unbounded,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Finding {
    /// The certificate proves its claim.
    Proven,
    /// The bounds do not cross.
    NotCrossed {
        /// Whose bounds.
        place: Place,
        /// The lower bound.
        lower: f64,
        /// The upper bound.
        upper: f64,
    },
    /// The ray is zero everywhere.
    Zero,
    /// A multiplier belongs to an infinite bound, or a direction leaves a finite one.
    WrongSide {
        /// The row, or the variable.
        place: Place,
    },
    /// The rows ask for no more than the variables can reach, or the objective does not improve: not at all, or by so small
    /// a part of the terms that rounding may have made it.
    NoAdvantage,
    /// The ray is not exact, and what it is off makes it void for values that the variables or multipliers may well have.
    ShortRadius,
}

/// What was found out about a certificate.
#[derive(Clone, Debug, PartialEq)]
pub struct CertificateCheck {
    /// Whether the claim is proven.
    pub accepted: bool,
    /// What is claimed.
    pub claim: Claim,
    /// Why it is accepted or not.
    pub finding: Finding,
    /// By how much the rows ask for more than the variables can reach, or by how much the objective improves, relative to the
    /// terms of these sums: at most 1.
    pub advantage: f64,
    /// How far the proof reaches, `None` if without limit. For a dual ray, no feasible point has all variables of
    /// infinite range within this magnitude; for a primal ray, this is the improvement per unit of violation of rows.
    pub radius: Option<f64>,
    /// How far it must reach: 1e6 times the size that the data let expect.
    pub needed_radius: f64,
    /// Rows that take part: with a multiplier, or with a value that changes along a primal ray.
    pub rows: usize,
    /// Variables that take part: in the combination of rows, or by moving along a primal ray.
    pub columns: usize,
    /// Variables (rows for a primal ray) for which the ray is not exact.
    pub open: usize,
    /// Whether bounds of variables that rows imply were used.
    pub implied_bounds: bool,
    /// Whether such bounds contradict each other, so that nothing is feasible whatever the ray; known only where the ray
    /// alone leaves something open.
    pub contradictory_bounds: bool,
}

impl CertificateCheck {
    pub(super) fn refused(claim: Claim, finding: Finding) -> CertificateCheck {
        CertificateCheck {
            accepted: false,
            claim,
            finding,
            advantage: 0.0,
            radius: None,
            needed_radius: 0.0,
            rows: 0,
            columns: 0,
            open: 0,
            implied_bounds: false,
            contradictory_bounds: false,
        }
    }

    /// Accepts an advantage that is more than a trifle of its terms, over a residual that is small enough.
    pub(super) fn judge(&mut self, sure: f64, size: f64, residual: f64) {
        self.radius = (residual != 0.0).then(|| finite((sure / residual).max(0.0)));
        self.finding = if !(sure.is_finite() && sure > FLOOR * size) {
            Finding::NoAdvantage
        } else if self.radius.is_some_and(|radius| !(radius >= self.needed_radius)) {
            Finding::ShortRadius
        } else {
            Finding::Proven
        };
        self.accepted = self.finding == Finding::Proven;
    }

    /// The result in words, with the names of the problem.
    pub fn explain(&self, problem: &Problem) -> String {
        self.words(|place| place.explain(problem))
    }

    fn words(&self, show: impl Fn(Place) -> String) -> String {
        let (what, none) = match self.claim {
            Claim::Infeasible => {
                ("no point satisfies all bounds", "the rows ask for no more than the variables can reach")
            }
            Claim::Unbounded => {
                ("the objective improves without end", "the objective does not improve along the ray")
            }
        };
        let reason = match self.finding {
            Finding::Proven => return format!("proven: {what}{}", self.reservations()),
            Finding::NotCrossed { place, lower, upper } => {
                format!("the bounds {lower:e} and {upper:e} of {} do not cross", show(place))
            }
            Finding::Zero => "the ray is zero".to_owned(),
            Finding::WrongSide { place: place @ Place::Row(_) } => {
                format!("the multiplier of {} belongs to a bound that is infinite", show(place))
            }
            Finding::WrongSide { place } => format!("the ray leaves a bound of {}", show(place)),
            Finding::NoAdvantage => format!(
                "{none} (advantage {:.1e} of the terms, more than {FLOOR:e} is needed)",
                self.advantage
            ),
            Finding::ShortRadius => format!(
                "the ray is not exact and its proof reaches only to {:.1e}, {:.1e} is needed",
                self.radius.unwrap_or(f64::MAX),
                self.needed_radius
            ),
        };
        format!("not proven that {what}: {reason}")
    }

    /// What to know about a proof that is not without conditions.
    fn reservations(&self) -> String {
        match (self.radius, self.claim) {
            (None, _) => String::new(),
            (Some(radius), Claim::Infeasible) => format!(
                " up to rounding: {} variables without bound would have to exceed {radius:.1e} in magnitude",
                self.open
            ),
            (Some(radius), Claim::Unbounded) => {
                format!(
                    " up to rounding: by {radius:.1e} or more per unit of violation in {} rows",
                    self.open
                )
            }
        }
    }
}

impl fmt::Display for CertificateCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(|place| place.to_string()))
    }
}

/// Checks a certificate of infeasibility or unboundedness. A primal ray shows that the objective improves without end
/// only if there is a feasible point, see [`verify_unbounded`].
///
/// Rays are positive multiples of each other: their scale does not matter. A certificate that does not fit the problem, and
/// numbers that are not finite, are errors.
pub fn verify_certificate(problem: &Problem, certificate: &Certificate) -> Result<CertificateCheck, Error> {
    match certificate {
        Certificate::CrossedRow(i) => {
            crossed(Place::Row(*i), problem.row_lower().get(*i), problem.row_upper().get(*i), problem.rows())
        }
        Certificate::CrossedColumn(j) => {
            crossed(Place::Variable(*j), problem.lower().get(*j), problem.upper().get(*j), problem.columns())
        }
        Certificate::DualRay(y) => {
            input::check(problem, "dual ray", y, Each::Row)?;
            Ok(dual_ray::check(problem, y))
        }
        Certificate::PrimalRay(d) => {
            input::check(problem, "primal ray", d, Each::Variable)?;
            Ok(primal_ray::check(problem, d))
        }
    }
}

fn crossed(
    place: Place,
    lower: Option<&f64>,
    upper: Option<&f64>,
    count: usize,
) -> Result<CertificateCheck, Error> {
    let (Some(&lower), Some(&upper)) = (lower, upper) else {
        let field = if matches!(place, Place::Row(_)) { "row" } else { "variable" };
        return Err(Error::NoSuchIndex { field, index: place.index(), count });
    };
    let mut check = CertificateCheck::refused(Claim::Infeasible, Finding::NotCrossed { place, lower, upper });
    match place {
        Place::Row(_) => check.rows = 1,
        Place::Variable(_) => check.columns = 1,
    }
    if lower > upper {
        check.accepted = true;
        check.finding = Finding::Proven;
        check.advantage = (lower - upper) / (lower.abs() + upper.abs());
    }
    Ok(check)
}

/// What was found out about a claim of unboundedness.
#[derive(Clone, Debug, PartialEq)]
pub struct UnboundedCheck {
    /// Whether the point is feasible to the tolerances and the ray proves its claim.
    pub accepted: bool,
    /// Why the point is not feasible; none if it is.
    pub refusals: Vec<Refusal>,
    /// Euclidean norm of the violations of rows and bounds at the point.
    pub primal_residual: f64,
    /// What was found out about the ray.
    pub ray: CertificateCheck,
}

impl fmt::Display for UnboundedCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ray)?;
        self.refusals.iter().try_for_each(|refusal| write!(f, "; the point is not feasible: {refusal}"))
    }
}

/// Checks that the objective improves without end: a point at which every row on its own is met to the tolerances,
/// whatever their norm, and a primal ray.
pub fn verify_unbounded(
    problem: &Problem,
    x: &[f64],
    ray: &[f64],
    tolerances: &Tolerances,
) -> Result<UnboundedCheck, Error> {
    tolerances.check()?;
    input::check(problem, "x", x, Each::Variable)?;
    input::check(problem, "primal ray", ray, Each::Variable)?;
    let primal = Primal::new(problem, x);
    // Every row on its own: one large right-hand side must not hide that another row cannot be met.
    let each = Tolerances { norm: Norm::Componentwise, ..*tolerances };
    let refusals: Vec<Refusal> = refuse(&primal.measure(&each)).into_iter().collect();
    let ray = primal_ray::check(problem, ray);
    Ok(UnboundedCheck {
        accepted: refusals.is_empty() && ray.accepted,
        refusals,
        primal_residual: finite(primal.norm()),
        ray,
    })
}
