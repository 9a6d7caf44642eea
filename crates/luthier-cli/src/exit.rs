//! Exit codes, and what ends a command early.

use luthier::Status;
use std::io::ErrorKind;
use std::process::ExitCode;

/// How a command ends, as a number for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Solved to the requested tolerance, or the command did its job.
    Success,
    /// Stopped without a proof: a limit, a stall, numerical trouble.
    NoProof,
    /// Wrong usage, or input that cannot be read or is invalid.
    Misuse,
    /// The problem is proven to have no feasible point.
    Infeasible,
    /// The problem is proven to be unbounded.
    Unbounded,
    /// The problem is proven to be one of the two.
    InfeasibleOrUnbounded,
    /// What a solution file says is false, or it gives nothing that shows it.
    FalseClaim,
    /// A bug.
    Internal,
    /// A signal ended the run.
    Signal(u8),
}

impl Exit {
    /// The number.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::NoProof => 1,
            Exit::Misuse => 2,
            Exit::Infeasible => 3,
            Exit::Unbounded => 4,
            Exit::InfeasibleOrUnbounded => 5,
            Exit::FalseClaim => 6,
            Exit::Internal => 70,
            // What shells report for a process that a signal ended.
            Exit::Signal(number) => 128 + number,
        }
    }

    /// What the status of a run means to a script.
    pub fn of_status(status: Status) -> Exit {
        match status {
            Status::Optimal => Exit::Success,
            Status::Infeasible => Exit::Infeasible,
            Status::Unbounded => Exit::Unbounded,
            Status::InfeasibleOrUnbounded => Exit::InfeasibleOrUnbounded,
            _ => Exit::NoProof,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// What ends a command early.
#[derive(Debug)]
pub enum Failure {
    /// The user's input is wrong, or a file that was named cannot be used.
    Input(luthier::Error),
    /// The family that the user asked for cannot be had.
    Family(luthier_families::Error),
    /// A study that cannot be made or gone on with.
    Study(luthier_tune::Error),
    /// Standard output cannot be written.
    Output(std::io::Error),
}

impl Failure {
    /// Whether whoever reads our output has seen enough.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe)
    }
}

impl From<luthier::Error> for Failure {
    fn from(error: luthier::Error) -> Failure {
        Failure::Input(error)
    }
}

impl From<luthier_families::Error> for Failure {
    fn from(error: luthier_families::Error) -> Failure {
        match error {
            luthier_families::Error::Problem(error) => Failure::Input(error),
            error => Failure::Family(error),
        }
    }
}

impl From<luthier_tune::Error> for Failure {
    fn from(error: luthier_tune::Error) -> Failure {
        match error {
            luthier_tune::Error::Solver(error) => Failure::Input(error),
            luthier_tune::Error::Family(error) => error.into(),
            luthier_tune::Error::Output(error) => Failure::Output(error),
            error => Failure::Study(error),
        }
    }
}

impl From<luthier::Diagnostic> for Failure {
    fn from(diagnostic: luthier::Diagnostic) -> Failure {
        Failure::Input(diagnostic.into())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_manual() {
        let codes = [
            (Status::Optimal, 0),
            (Status::Infeasible, 3),
            (Status::Unbounded, 4),
            (Status::InfeasibleOrUnbounded, 5),
            (Status::IterationLimit, 1),
            (Status::MatrixPassLimit, 1),
            (Status::TimeLimit, 1),
            (Status::OuterLimit, 1),
            (Status::Interrupted, 1),
            (Status::Stalled, 1),
            (Status::NumericalTrouble, 1),
        ];
        for (status, code) in codes {
            assert_eq!(Exit::of_status(status).code(), code, "{status}");
        }
        assert_eq!([Exit::Misuse, Exit::FalseClaim, Exit::Internal].map(Exit::code), [2, 6, 70]);
        assert_eq!([Exit::Signal(2), Exit::Signal(15)].map(Exit::code), [130, 143]);
    }
}
