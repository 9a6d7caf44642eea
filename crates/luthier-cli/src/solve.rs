//! `luthier solve`.

mod documents;
mod outputs;
mod series;
mod session;

use crate::arguments::SolveArguments;
use crate::exit::{Exit, Failure};
use crate::log::Log;
use crate::model;
use crate::signals::Signals;
use crate::start;
use luthier::{Solver, Status};
use session::{Session, Task};

/// Reads, solves, answers.
pub fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    let parameters = arguments.settings.parameters()?;
    let solutions = outputs::prepare(arguments)?;
    if arguments.files.len() > 1 {
        return series::run(arguments, parameters, &solutions);
    }
    let model = model::open(arguments.files.first().map(|file| &**file), &arguments.reading)?;
    let start = start::read(arguments, &model.problem, &parameters)?;
    // Only now: while files are read, Ctrl-C simply ends the process.
    let (signals, log) = (Signals::watch(), Log::open(&arguments.talk)?);
    let session = Session { arguments, log: &log, signals: &signals };
    let mut solver = Solver::new(model.problem, parameters)?;
    start.point.into_iter().try_for_each(|point| solver.warm_start(point))?;
    let task = Task { label: &model.label, start: &start.words, mismatches: &start.mismatches };
    let solution = session.solve(&mut solver, &task)?;
    session.deliver(&solver, &solution, solutions.first().and_then(Option::as_deref))?;
    Ok(match signals.exit() {
        Some(signal) if !is_proven(solution.status) => signal,
        _ => Exit::of_status(solution.status),
    })
}

/// Whether a status is final, whatever was asked of the run.
fn is_proven(status: Status) -> bool {
    matches!(status, Status::Optimal | Status::Infeasible | Status::Unbounded)
}
