//! `luthier solve`.

use crate::advice::advice;
use crate::answer;
use crate::arguments::SolveArguments;
use crate::exit::{Exit, Failure};
use crate::files::{check_apart, check_writable};
use crate::log::{Header, Log, why_it_stopped};
use crate::model::{self, Model};
use crate::signals::Signals;
use luthier::{Control, Parameters, Solution, Status, solve_with};

/// Reads, solves, answers.
pub fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    let parameters = arguments.settings.parameters()?;
    check_outputs(arguments)?;
    let model = model::open(arguments.file.as_deref(), &arguments.reading)?;
    // Only now: while a file is read, Ctrl-C simply ends the process.
    let signals = Signals::watch();
    let log = Log::open(&arguments.talk)?;
    let solution = solve(arguments, &model, &parameters, &log, &signals)?;
    answer::print(&model.problem, &solution, &advice(&model.problem, &solution, &parameters))?;
    Ok(match signals.exit() {
        Some(signal) if solution.status == Status::Interrupted => signal,
        _ => Exit::of_status(solution.status),
    })
}

/// Fails before the work if its results could not be written.
fn check_outputs(arguments: &SolveArguments) -> Result<(), Failure> {
    for output in arguments.outputs() {
        check_writable(output)?;
        if let Some(input) = &arguments.file {
            check_apart(output, input)?;
        }
    }
    Ok(())
}

fn solve(
    arguments: &SolveArguments,
    model: &Model,
    parameters: &Parameters,
    log: &Log,
    signals: &Signals,
) -> Result<Solution, Failure> {
    let problem = &model.problem;
    problem.warnings().iter().for_each(|w| log.warn(w.code(), &w.to_string()));
    let preset = &arguments.settings.preset;
    log.introduce(&Header { label: &model.label, problem, preset, parameters, start: "from zero" });
    let watched = !arguments.talk.is_silent();
    let control =
        Control { interrupt: Some(signals.flag()), observer: if watched { Some(log) } else { None } };
    let work = || solve_with(problem, parameters, None, &control);
    let solution = if watched { log.alive(work) } else { work() }?;
    solution.notices.iter().for_each(|notice| log.warn("notice", &notice.to_string()));
    log.conclude(&solution, &why_it_stopped(&solution, parameters));
    Ok(solution)
}
