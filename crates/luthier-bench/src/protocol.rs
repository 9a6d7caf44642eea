//! What is said to a worker and what it answers: a line of JSON each. Vectors go through files (see [`exchange`](crate::exchange)).

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// One solve.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The file with the problem, as a minimisation.
    pub problem: PathBuf,
    /// The file to write the vectors of the answer to.
    pub answer: PathBuf,
    /// Relative and absolute tolerance.
    pub tolerance: f64,
    /// Seconds.
    pub limit: f64,
    /// What else is set, as `key=value,key=value`.
    pub settings: String,
}

/// The first line of a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Greeting {
    /// The solver and its version.
    Ready(String),
    /// Why it cannot work.
    Missing(String),
}

/// What a solver says about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The point is optimal to the tolerance.
    Optimal,
    /// Nothing is feasible.
    Infeasible,
    /// The objective improves without end.
    Unbounded,
    /// One of the two.
    InfeasibleOrUnbounded,
    /// Nothing: a limit ended the run.
    Limit,
    /// Nothing: the solver gave up, or is not sure.
    Unsure,
    /// Nothing: the solver failed, crashed or had to be killed.
    Failed,
}

/// The proof that comes with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// Multipliers of rows, in the answer's file.
    DualRay,
    /// A direction, in the answer's file.
    PrimalRay,
    /// The bounds of this row cross.
    CrossedRow(usize),
    /// The bounds of this variable cross.
    CrossedColumn(usize),
}

/// What came of a solve.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// What is claimed.
    pub claim: Claim,
    /// The solver's own word for it.
    pub status: String,
    /// Seconds of the solve by the clock, presolving included, reading excluded.
    pub seconds: f64,
    /// CPU seconds of the process during the solve.
    pub cpu: f64,
    /// Iterations, if the solver tells.
    pub iterations: Option<u64>,
    /// Whether the answer's file begins with x and y.
    pub point: bool,
    /// The proof, if there is one; a ray follows the point.
    pub proof: Option<Proof>,
}

impl Reply {
    /// Of a solver that did not answer.
    pub fn failed(status: String, seconds: f64) -> Reply {
        let claim = Claim::Failed;
        Reply { claim, status, seconds, cpu: seconds, iterations: None, point: false, proof: None }
    }
}
