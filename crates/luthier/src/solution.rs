//! What a run ended with.

use crate::certificate::Certificate;
use crate::params::Parameters;
use crate::presolve::Summary;
use crate::quality::Quality;
use crate::run::{LADDER, Learned, Work};
use std::fmt;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// The point meets the tolerances, on the original data.
    Optimal,
    /// No point satisfies all bounds; the certificate shows it.
    Infeasible,
    /// The objective can be improved without end; the certificate shows the direction, the point is feasible.
    Unbounded,
    /// The objective could be improved without end from any feasible point, as the certificate shows; but none was found,
    /// so that there may be none.
    InfeasibleOrUnbounded,
    /// The iteration limit was reached.
    IterationLimit,
    /// The limit on matrix passes was reached.
    MatrixPassLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The limit on epochs, the stretches between restarts, was reached.
    OuterLimit,
    /// The caller stopped the run.
    Interrupted,
    /// No progress for as long as the stall limit allows, or a fixed point that does not meet the tolerances.
    Stalled,
    /// Numbers overflowed and smaller steps did not help, or rounding hides whether the only possible point is feasible.
    NumericalTrouble,
}

impl Status {
    /// Every way in which a run can end.
    pub const ALL: [Status; 11] = [
        Status::Optimal,
        Status::Infeasible,
        Status::Unbounded,
        Status::InfeasibleOrUnbounded,
        Status::IterationLimit,
        Status::MatrixPassLimit,
        Status::TimeLimit,
        Status::OuterLimit,
        Status::Interrupted,
        Status::Stalled,
        Status::NumericalTrouble,
    ];

    /// The status with this [name](Status::name).
    pub fn parse(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.name() == name)
    }

    /// A name without spaces, for files.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Infeasible => "infeasible",
            Status::Unbounded => "unbounded",
            Status::InfeasibleOrUnbounded => "infeasible_or_unbounded",
            Status::IterationLimit => "iteration_limit",
            Status::MatrixPassLimit => "matrix_pass_limit",
            Status::TimeLimit => "time_limit",
            Status::OuterLimit => "outer_limit",
            Status::Interrupted => "interrupted",
            Status::Stalled => "stalled",
            Status::NumericalTrouble => "numerical_trouble",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something about a run that a user should know.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// The tolerance is below what f64 arithmetic can reach.
    ToleranceUnreachable(f64),
    /// The tolerance is so loose that nearly anything meets it.
    ToleranceLoose(f64),
    /// The warm start was far worse than starting from zero, or did not help soon, and was dropped.
    WarmStartDropped,
    /// What may help a run that stalled.
    StallAdvice,
    /// The solver would have called the point optimal, but the independent check refused it, for these reasons.
    Refused(String),
}

impl Notice {
    /// A short name that does not change, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Notice::ToleranceUnreachable(_) => "tolerance_unreachable",
            Notice::ToleranceLoose(_) => "tolerance_loose",
            Notice::WarmStartDropped => "warm_start_dropped",
            Notice::StallAdvice => "stall_advice",
            Notice::Refused(_) => "refused",
        }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::ToleranceUnreachable(t) => {
                write!(f, "tolerance {t:e} is below what 64-bit numbers can reach; expect a limit or a stall")
            }
            Notice::ToleranceLoose(t) => {
                write!(f, "tolerance {t} is so loose that nearly any point meets it")
            }
            Notice::WarmStartDropped => {
                write!(
                    f,
                    "the warm start did not help: it was no better than starting from zero, and was dropped"
                )
            }
            Notice::StallAdvice => write!(
                f,
                "the error no longer falls; if the problem is feasible and bounded, a looser tolerance, another preset \
                 or another metric (ruiz_iterations, pock_chambolle_alpha) may help"
            ),
            Notice::Refused(reasons) => {
                write!(f, "the independent check refused to call this optimal: {reasons}")
            }
        }
    }
}

/// Tolerances below this cannot be expected to be met in f64.
const UNREACHABLE: f64 = 1e-13;

/// What is remarkable about parameters that are valid.
pub(crate) fn notices(parameters: &Parameters) -> Vec<Notice> {
    let tolerance = parameters.relative_tolerance.max(parameters.absolute_tolerance);
    if tolerance < UNREACHABLE {
        vec![Notice::ToleranceUnreachable(tolerance)]
    } else if tolerance >= 1.0 {
        vec![Notice::ToleranceLoose(tolerance)]
    } else {
        Vec::new()
    }
}

/// What polishing did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polish {
    /// The tolerance that residuals were to meet.
    pub tolerance: f64,
    /// How far rows were violated; `None` if they met the tolerance before.
    pub primal: Option<Polished>,
    /// What was left of reduced costs; `None` if it met the tolerance before.
    pub dual: Option<Polished>,
    /// The work of it, which is part of that of the solution.
    pub work: Work,
}

/// What became of one side of a point: residuals as the tolerances that they just meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polished {
    /// Residual before.
    pub before: f64,
    /// Residual of the answer.
    pub after: f64,
    /// Whether the side is another one, which meets the tolerance.
    pub replaced: bool,
}

/// The end of a run: status, point, quality and work.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// How the run ended.
    pub status: Status,
    /// Values of the variables, within their bounds (unless these cross).
    pub x: Vec<f64>,
    /// Multipliers of the rows: the change of the objective per unit of right-hand side.
    pub y: Vec<f64>,
    /// Reduced costs of the variables: the change of the objective per unit of the bound that holds.
    pub reduced_costs: Vec<f64>,
    /// K x.
    pub row_activity: Vec<f64>,
    /// c'x + c0 in the user's sense.
    pub objective: f64,
    /// Objective of the dual point, in the user's sense, constant included.
    pub dual_objective: f64,
    /// Residuals of the point.
    pub quality: Quality,
    /// What the run did.
    pub work: Work,
    /// What the run found out about how to step, to start another one with; `None` where no step was made.
    pub learned: Option<Learned>,
    /// The iteration at which each tolerance of [`LADDER`](crate::LADDER) was first met at a check.
    pub ladder: [Option<u64>; LADDER.len()],
    /// Wall-clock seconds from the start of the run, setup included, without those for which it was laid aside; noisy.
    pub seconds: f64,
    /// Seconds that the run took of its thread: its own setup and end, and its part of the time in which it ran side by
    /// side with others; noisy.
    pub lane_seconds: f64,
    /// The proof, where the status is infeasible, unbounded or one of the two; verified.
    pub certificate: Option<Certificate>,
    /// What a user should know.
    pub notices: Vec<Notice>,
    /// What presolving did, where it was asked for.
    pub presolve: Option<Summary>,
    /// What polishing did, where it was asked for and there was something to be polished.
    pub polish: Option<Polish>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_found_by_its_name() {
        for status in Status::ALL {
            assert_eq!(Status::parse(status.name()), Some(status));
        }
        assert_eq!(Status::parse("Optimal"), None);
        assert_eq!(Status::parse(""), None);
    }
}
