//! What a record counts as.

use crate::check::SLACK;
use crate::protocol::Claim;
use crate::record::Record;

/// A failure costs this many times the limit.
pub const PENALTY: f64 = 3.0;

/// What a solve came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A point within [`SLACK`] times the tolerance, in time.
    Solved {
        /// Whether it is within the tolerance itself.
        strictly: bool,
    },
    /// Rightly found to have no solution.
    NoSolution {
        /// Whether a proof came with it that holds.
        proven: bool,
    },
    /// A claim that is not true, and why.
    FalseClaim(String),
    /// None of these.
    Unsolved,
}

/// Which seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Those on the wall.
    Wall,
    /// Those that the process computed.
    Cpu,
}

impl Record {
    /// Whether the problem is known to have an optimum.
    pub fn has_optimum(&self) -> bool {
        self.recorded == "optimal"
    }

    /// The tolerance that the point just meets; infinite without a point.
    pub fn error(&self) -> f64 {
        self.measured.map_or(f64::INFINITY, |m| m.error)
    }

    /// What it counts as.
    pub fn outcome(&self) -> Outcome {
        let claim = self.reply.claim;
        match (self.recorded.as_str(), claim) {
            (_, Claim::Limit | Claim::Failed) => Outcome::Unsolved,
            ("optimal", Claim::Optimal | Claim::Unsure) => self.point_outcome(),
            ("infeasible", Claim::Infeasible)
            | ("unbounded", Claim::Unbounded)
            | ("infeasible" | "unbounded", Claim::InfeasibleOrUnbounded) => {
                Outcome::NoSolution { proven: self.proven }
            }
            (_, Claim::Unsure) => Outcome::Unsolved,
            (recorded, Claim::Optimal) => Outcome::FalseClaim(format!(
                "optimal, but it is {recorded}; the point has the error {:.1e}",
                self.error()
            )),
            (recorded, _) => Outcome::FalseClaim(format!("{claim:?}, but it is {recorded}")),
        }
    }

    /// A point counts whatever the solver thinks of it, but only a claim can be false.
    fn point_outcome(&self) -> Outcome {
        let error = self.error();
        if error <= SLACK * self.tolerance {
            let in_time = self.reply.seconds <= self.limit;
            return if in_time {
                Outcome::Solved { strictly: error <= self.tolerance }
            } else {
                Outcome::Unsolved
            };
        }
        match self.reply.claim {
            Claim::Optimal => Outcome::FalseClaim(format!("optimal, but {}", self.residuals())),
            _ => Outcome::Unsolved,
        }
    }

    /// Whether it solved the problem.
    pub fn solved(&self) -> bool {
        matches!(self.outcome(), Outcome::Solved { .. })
    }

    /// Its seconds; [`PENALTY`] times the limit where it is not solved.
    pub fn charged(&self, clock: Clock) -> f64 {
        match (self.solved(), clock) {
            (false, _) => PENALTY * self.limit,
            (true, Clock::Wall) => self.reply.seconds,
            (true, Clock::Cpu) => self.reply.cpu,
        }
    }

    /// The residuals of its point in words.
    pub fn residuals(&self) -> String {
        self.measured.map_or("no point".into(), |m| {
            format!("primal {:.1e}, dual {:.1e}, gap {:.1e}", m.primal, m.dual, m.gap)
        })
    }
}
