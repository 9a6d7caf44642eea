//! Why a run stopped, in plain words.

use luthier::{Parameters, Solution, Status};

/// One clause about the end of a run.
pub fn why_it_stopped(solution: &Solution, parameters: &Parameters) -> String {
    match solution.status {
        Status::Optimal => "the point meets the tolerances on the original data".to_owned(),
        Status::Infeasible => "the problem has no feasible point".to_owned(),
        Status::Unbounded => "the objective can be improved without end".to_owned(),
        Status::InfeasibleOrUnbounded => {
            "a ray improves the objective without end, but no feasible point was found".to_owned()
        }
        Status::IterationLimit => {
            format!("all {} iterations are used up (iteration_limit)", parameters.iteration_limit)
        }
        Status::MatrixPassLimit => {
            format!("all {} matrix passes are used up (matrix_pass_limit)", solution.work.matrix_passes())
        }
        Status::TimeLimit => format!("the {} s are used up (time_limit)", parameters.time_limit),
        Status::OuterLimit => format!("all {} epochs are used up (outer_limit)", solution.work.restarts),
        Status::Interrupted => "it was interrupted from outside".to_owned(),
        Status::Stalled => "the error no longer falls (stall_limit)".to_owned(),
        Status::NumericalTrouble => "the numbers overflowed, or rounding hides the answer".to_owned(),
        other => format!("the status is {other}"),
    }
}
