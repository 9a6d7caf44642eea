//! What is known about a trial: one instance solved with one setting.

use luthier::{LADDER, Solution, Status, Work};

/// How a trial stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The run ended by itself, at its goal or at a limit.
    Ended(Status),
    /// The search laid the run aside: it takes more work than is recorded, and nothing else is known.
    Capped,
}

/// Residuals of the point that a run ended with, relative as in the optimality test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residuals {
    /// |primal residual| / (1 + |q|)
    pub primal: f64,
    /// |dual residual| / (1 + |c|)
    pub dual: f64,
    /// |gap| / (1 + |primal objective| + |dual objective|)
    pub gap: f64,
}

/// What a trial came to. But for the seconds it is a function of problem, parameters and, if it was capped, the cap.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// How it stands.
    pub ending: Ending,
    /// What was done until then.
    pub work: Work,
    /// The iteration at which each tolerance of [`LADDER`] was first met.
    pub ladder: [Option<u64>; LADDER.len()],
    /// Residuals at the end; `None` if it was capped.
    pub residuals: Option<Residuals>,
    /// Objective at the end; `None` if it was capped.
    pub objective: Option<f64>,
    /// Seconds that the run took of its thread; noisy.
    pub seconds: f64,
}

impl Record {
    /// The record of a run that ended by itself.
    pub fn of(solution: &Solution) -> Record {
        let q = &solution.quality;
        Record {
            ending: Ending::Ended(solution.status),
            work: solution.work,
            ladder: solution.ladder,
            residuals: Some(Residuals {
                primal: q.relative_primal_residual,
                dual: q.relative_dual_residual,
                gap: q.relative_gap,
            }),
            objective: Some(solution.objective),
            seconds: solution.lane_seconds,
        }
    }

    /// Whether the run ended with an answer: a verified optimum, or a proof that there is none.
    pub fn solved(&self) -> bool {
        let Ending::Ended(status) = self.ending else { return false };
        matches!(status, Status::Optimal | Status::Infeasible | Status::Unbounded)
    }
}
