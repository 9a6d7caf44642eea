//! `luthier solve`.

use crate::advice::advice;
use crate::answer;
use crate::arguments::SolveArguments;
use crate::exit::{Exit, Failure};
use crate::files::{check_apart, check_ending, check_replaceable, check_writable};
use crate::log::{Header, Log, why_it_stopped};
use crate::model::{self, Model};
use crate::signals::Signals;
use crate::start;
use luthier::io::{Document, write_solution};
use luthier::{Control, Observer, Parameters, Problem, Solution, SolveOptions, Status, solve_with};
use std::io::{BufWriter, Write};

/// Reads, solves, answers.
pub fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    let parameters = arguments.settings.parameters()?;
    check_outputs(arguments)?;
    let model = model::open(arguments.file.as_deref(), &arguments.reading)?;
    let start = start::read(arguments, &model.problem, &parameters)?;
    // Only now: while files are read, Ctrl-C simply ends the process.
    let signals = Signals::watch();
    let log = Log::open(&arguments.talk)?;
    log.warn_all(&model.problem, &start.mismatches);
    let origin = arguments.settings.origin();
    let (label, problem, parameters) = (&model.label, &model.problem, &parameters);
    let watched = !arguments.talk.is_silent();
    let observer = if watched { Some(&log as &dyn Observer) } else { None };
    let options = SolveOptions {
        start: start.point.as_ref(),
        threads: usize::try_from(arguments.threads).unwrap_or(0),
        control: Control { interrupt: Some(signals.flag()), observer },
    };
    let threads = options.threads_used(problem, parameters);
    log.introduce(&Header { label, problem, origin: &origin, parameters, start: &start.words, threads });
    let work = || solve_with(problem, parameters, &options);
    let solution = if watched { log.alive(work) } else { work() }?;
    solution.notices.iter().for_each(|notice| log.warn(notice.code(), &notice.to_string()));
    log.conclude(&solution, &why_it_stopped(&solution, parameters));
    deliver(arguments, &model, parameters, &solution)?;
    Ok(match signals.exit() {
        Some(signal) if !is_proven(solution.status) => signal,
        _ => Exit::of_status(solution.status),
    })
}

/// Whether a status is final, whatever was asked of the run.
fn is_proven(status: Status) -> bool {
    matches!(status, Status::Optimal | Status::Infeasible | Status::Unbounded)
}

/// Fails before the work if its results could not be written.
fn check_outputs(arguments: &SolveArguments) -> Result<(), Failure> {
    if let Some(path) = arguments.solution_file() {
        check_ending(path)?;
        check_replaceable(path)?;
    }
    let outputs: Vec<_> = arguments.outputs().collect();
    for (position, output) in outputs.iter().enumerate() {
        check_writable(output)?;
        let others = outputs[..position].iter().copied().chain(arguments.file.as_deref());
        others.into_iter().try_for_each(|other| check_apart(output, other))?;
    }
    Ok(())
}

/// The solution goes to its file first: standard output may be closed by now. If the file cannot be written after all,
/// the answer is not lost.
fn deliver(
    arguments: &SolveArguments,
    model: &Model,
    parameters: &Parameters,
    solution: &Solution,
) -> Result<(), Failure> {
    let write = |path| write_solution(path, &model.problem, parameters, solution);
    let written = arguments.solution_file().map_or(Ok(()), write);
    let printed = print(arguments, &model.problem, parameters, solution);
    written?;
    printed
}

fn print(
    arguments: &SolveArguments,
    problem: &Problem,
    parameters: &Parameters,
    solution: &Solution,
) -> Result<(), Failure> {
    if arguments.output.json || arguments.prints_vectors() {
        let mut out = BufWriter::new(std::io::stdout().lock());
        Document::new(problem, parameters, solution, arguments.prints_vectors()).write(&mut out)?;
        return Ok(out.flush()?);
    }
    answer::print(problem, solution, &advice(problem, solution, parameters))
}
