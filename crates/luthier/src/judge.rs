//! The one place where a point becomes a solution, and where `Optimal`, `Infeasible` and `Unbounded` are assigned. Every
//! claim needs the verifier's consent; what it refuses gets a lesser status.

use crate::certificate::Certificate;
use crate::params::Parameters;
use crate::problem::Problem;
use crate::quality::Quality;
use crate::residual::{Errors, Point, ReducedCosts, errors, worst};
use crate::run::{LADDER, Side, Termination, Work};
use crate::solution::{Notice, Solution, Status};
use crate::standard::Standard;
use crate::trivial;
use crate::verify::{Tolerances, Verification, verify, verify_certificate, verify_unbounded};

/// What the points of one run are judged by.
pub(crate) struct Judge<'a> {
    pub lp: Standard<'a>,
    pub rule: ReducedCosts,
    pub termination: Termination,
    tolerances: Tolerances,
    /// A ray along one variable that makes the problem unbounded if the rest is feasible; its cost is left out of `lp`.
    runaway: Option<Vec<f64>>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(problem: &'a Problem, parameters: &Parameters) -> Judge<'a> {
        let mut lp = Standard::new(problem);
        let runaway = trivial::silence_runaways(&mut lp);
        Judge {
            rule: ReducedCosts::new(parameters),
            termination: Termination::new(parameters, &lp),
            tolerances: Tolerances::from(parameters),
            lp,
            runaway,
        }
    }

    /// A judge of one side alone, for a problem in which the other one can be zero.
    pub(crate) fn of_side(self, side: Option<Side>) -> Judge<'a> {
        Judge { termination: self.termination.of_side(side), ..self }
    }

    /// Leaves of a point what is asked for: where it is one side, zero for the other.
    pub(crate) fn trim(&self, point: &mut Point) {
        match self.termination.side {
            None => {}
            Some(Side::Primal) => point.y.flat_mut().fill(0.0),
            Some(Side::Dual) => point.x.flat_mut().fill(0.0),
        }
    }

    /// Residuals of a point whose products are fresh, with what the componentwise test needs.
    pub(crate) fn errors(&self, point: &Point) -> Errors {
        let mut e = errors(&self.lp, point, self.rule, None);
        if self.termination.componentwise() {
            let (absolute, relative) = self.termination.tolerances();
            e.worst = Some(worst(&self.lp, point, self.rule, absolute, relative));
        }
        e
    }

    /// The solution at a point whose products are fresh; with the status `otherwise` if nothing is proven there.
    pub(crate) fn conclude(&self, point: &Point, otherwise: Status) -> Solution {
        let (x, y) = self.vectors(point);
        let met = self.termination.met(&self.errors(point));
        let Some(checked) = self.verified(&x, &y) else { return unchecked(x, y) };
        let mut solution = assembled(x, y, &checked);
        solution.status = otherwise;
        match &self.runaway {
            Some(ray) if met => {
                self.claim_unbounded(&mut solution, ray.clone());
            }
            None if met && checked.accepted => solution.status = Status::Optimal,
            None if met => {
                let reasons = checked.refusals.iter().map(|r| r.explain(self.lp.problem)).collect::<Vec<_>>();
                solution.notices.push(Notice::Refused(reasons.join("; ")));
            }
            _ => {}
        }
        solution
    }

    /// The solution at a point where a certificate was found; `None` if the verifier does not accept it.
    pub(crate) fn proven(&self, point: &Point, certificate: Certificate) -> Option<Solution> {
        let check = verify_certificate(self.lp.problem, &certificate);
        if !check.is_ok_and(|check| check.accepted) {
            return None;
        }
        let mut solution = self.conclude(point, Status::Infeasible);
        solution.notices.clear();
        match certificate {
            Certificate::PrimalRay(ray) => {
                if !self.claim_unbounded(&mut solution, ray.clone()) {
                    solution.status = Status::InfeasibleOrUnbounded;
                    solution.certificate = Some(Certificate::PrimalRay(ray));
                }
            }
            certificate => {
                solution.status = Status::Infeasible;
                solution.certificate = Some(certificate);
            }
        }
        Some(solution)
    }

    /// Whether a ray, with this point, proves that the problem is unbounded.
    pub(crate) fn unbounded(&self, point: &Point, ray: &[f64]) -> bool {
        let (x, _) = self.vectors(point);
        let check = verify_unbounded(self.lp.problem, &x, ray, &self.tolerances);
        check.is_ok_and(|check| check.accepted)
    }

    fn claim_unbounded(&self, solution: &mut Solution, ray: Vec<f64>) -> bool {
        let check = verify_unbounded(self.lp.problem, &solution.x, &ray, &self.tolerances);
        let accepted = check.is_ok_and(|check| check.accepted);
        if accepted {
            solution.status = Status::Unbounded;
            solution.certificate = Some(Certificate::PrimalRay(ray));
        }
        accepted
    }

    /// x and y in the user's sense, without negative zeros.
    fn vectors(&self, point: &Point) -> (Vec<f64>, Vec<f64>) {
        let p = self.lp.problem;
        let sign = p.sense().sign();
        let x = point.x.flat()[..p.columns()].iter().map(|v| v + 0.0).collect();
        (x, point.y.flat()[..p.rows()].iter().map(|v| sign * v + 0.0).collect())
    }

    /// `None` for a point that is not finite.
    fn verified(&self, x: &[f64], y: &[f64]) -> Option<Verification> {
        verify(self.lp.problem, x, y, &self.tolerances).ok()
    }
}

/// A solution with the numbers that the verifier found.
fn assembled(x: Vec<f64>, y: Vec<f64>, checked: &Verification) -> Solution {
    let plain = |v: &[f64]| v.iter().map(|v| v + 0.0).collect::<Vec<f64>>();
    Solution {
        status: Status::NumericalTrouble,
        x,
        y,
        reduced_costs: plain(&checked.reduced_costs),
        row_activity: plain(&checked.row_activity),
        objective: checked.objective + 0.0,
        dual_objective: checked.dual_objective + 0.0,
        quality: checked.quality,
        work: Work::default(),
        learned: None,
        ladder: [None; LADDER.len()],
        seconds: 0.0,
        lane_seconds: 0.0,
        certificate: None,
        notices: Vec::new(),
        presolve: None,
        polish: None,
    }
}

/// For a point that is not finite, which no run should end at: nothing about it leaves.
fn unchecked(x: Vec<f64>, y: Vec<f64>) -> Solution {
    let zeros = |v: Vec<f64>| vec![0.0; v.len()];
    let (x, y) = (zeros(x), zeros(y));
    let checked = Verification {
        accepted: false,
        refusals: Vec::new(),
        tested: [(f64::MAX, 0.0); 3],
        quality: Quality::worst(),
        largest_bound_violation: f64::MAX,
        worst_bound: None,
        objective: 0.0,
        dual_objective: 0.0,
        reduced_costs: x.clone(),
        row_activity: y.clone(),
    };
    assembled(x, y, &checked)
}
