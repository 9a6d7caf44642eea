//! Several models, one after another: each for itself, or each from the answer to the one before.

use super::documents::Documents;
use super::is_proven;
use super::session::{Session, Task};
use crate::answer::number;
use crate::arguments::{SolveArguments, Warm};
use crate::console::{self, STRONG, styled};
use crate::exit::{Exit, Failure};
use crate::log::Log;
use crate::model::{self, Model, is_dash};
use crate::signals::Signals;
use crate::start::{self, Beginning};
use luthier::{Carried, Diagnostic, Parameters, Solution, Solver, Status, escape_name};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Solves all models. One that cannot be read does not keep the others from being solved; the worst exit code wins.
pub fn run(
    arguments: &SolveArguments,
    parameters: Parameters,
    solutions: &[Option<PathBuf>],
) -> Result<Exit, Failure> {
    check_standard_input(arguments)?;
    let (signals, log) = (Signals::watch(), Log::open(&arguments.talk)?);
    let session = Session { arguments, log: &log, signals: &signals };
    let documents = session.prints_json().then(|| Documents::open(arguments.output.warm)).transpose()?;
    let mut series = Series { session, parameters, before: None, documents, rows: Vec::new() };
    for (file, solution) in arguments.files.iter().zip(solutions) {
        if signals.exit().is_some() {
            break;
        }
        series.next(file, solution.as_deref())?;
    }
    series.finish(&signals)
}

fn check_standard_input(arguments: &SolveArguments) -> Result<(), Diagnostic> {
    if arguments.files.iter().filter(|file| is_dash(file)).count() < 2 {
        return Ok(());
    }
    Err(Diagnostic::of_file("-", "is named twice; standard input can be read once")
        .hint("name the files that the models are in"))
}

/// Where a series stands.
struct Series<'a> {
    session: Session<'a>,
    parameters: Parameters,
    /// The solver of the model before, and what its file is called, if the next one starts from there.
    before: Option<(Solver, String)>,
    documents: Option<Documents>,
    rows: Vec<Row>,
}

/// What became of a model.
struct Row {
    file: String,
    /// `None`: it could not be read.
    end: Option<End>,
}

struct End {
    status: Status,
    objective: f64,
    iterations: u64,
    seconds: f64,
}

impl Series<'_> {
    /// Reads and solves the next model.
    fn next(&mut self, file: &Path, solution_file: Option<&Path>) -> Result<(), Failure> {
        let shown = escape_name(&file.display().to_string());
        let end = match self.read(file) {
            Ok((model, start)) => Some(self.solve(&shown, model, start, solution_file)?),
            Err(Failure::Input(error)) => {
                console::report(&error);
                let documents = self.documents.iter_mut();
                documents.into_iter().try_for_each(|d| d.add_error(&shown, &error.to_string()))?;
                None
            }
            Err(failure) => return Err(failure),
        };
        self.rows.push(Row { file: shown, end });
        Ok(())
    }

    fn read(&self, file: &Path) -> Result<(Model, Beginning), Failure> {
        let arguments = self.session.arguments;
        let model = model::open(Some(file), &arguments.reading)?;
        let start = match &self.before {
            None => start::read(arguments, &model.problem, &self.parameters)?,
            Some(_) => Beginning::at_zero(),
        };
        Ok((model, start))
    }

    fn solve(
        &mut self,
        file: &str,
        model: Model,
        start: Beginning,
        solution_file: Option<&Path>,
    ) -> Result<End, Failure> {
        let Model { problem, label } = model;
        let (mut solver, words) = match self.before.take() {
            None => {
                let mut solver = Solver::new(problem, self.parameters.clone())?;
                start.point.into_iter().try_for_each(|point| solver.warm_start(point))?;
                (solver, start.words)
            }
            Some((mut solver, before)) => {
                let carried = solver.replace(problem);
                let words = self.carried(&solver, &carried, file, &before)?;
                (solver, words)
            }
        };
        let label = if label == file { label } else { format!("{label} ({file})") };
        let task = Task { label: &label, start: &words, mismatches: &start.mismatches };
        let solution = self.session.solve(&mut solver, &task)?;
        self.deliver(file, &solver, &solution, solution_file)?;
        if self.session.arguments.output.warm == Warm::Chain {
            self.before = Some((solver, file.to_owned()));
        }
        let (status, objective) = (solution.status, solution.objective);
        Ok(End { status, objective, iterations: solution.work.iterations, seconds: solution.seconds })
    }

    /// Where a run of a chain starts, in words.
    fn carried(
        &self,
        solver: &Solver,
        carried: &Carried,
        file: &str,
        before: &str,
    ) -> Result<String, Failure> {
        if let Carried::Dropped(reason) = carried {
            let text = format!("{file} starts from zero, not from the answer to {before}: {reason}");
            self.session.log.warn("chain_broken", &text);
        }
        let Some(start) = solver.start() else { return Ok(Beginning::at_zero().words) };
        let order = if *carried == Carried::ByName { " by names" } else { "" };
        let from = format!("the answer to {before}{order}");
        Ok(start::words(&from, start, solver.problem(), solver.parameters())?)
    }

    fn deliver(
        &mut self,
        file: &str,
        solver: &Solver,
        solution: &Solution,
        solution_file: Option<&Path>,
    ) -> Result<(), Failure> {
        let written = self.session.write(solver, solution, solution_file);
        match &mut self.documents {
            Some(documents) => documents.add(file, &self.session.document(solver, solution))?,
            None => {
                writeln!(anstream::stdout(), "{}{file}", styled(STRONG, &format!("{:<12}", "file")))?;
                self.session.print(solver, solution)?;
                writeln!(anstream::stdout())?;
            }
        }
        written
    }

    /// The table, and the exit code.
    fn finish(self, signals: &Signals) -> Result<Exit, Failure> {
        match self.documents {
            Some(documents) => documents.close()?,
            None => table(&self.rows)?,
        }
        let ends = self.rows.iter().map(|row| row.end.as_ref().map(|end| end.status));
        let left = self.session.arguments.files.len() - self.rows.len();
        if left > 0 {
            console::warn(&format!("{left} of the models were not begun"));
        }
        let proven = left == 0 && ends.clone().all(|end| end.is_none_or(is_proven));
        let exits = ends.map(|end| end.map_or(Exit::Misuse, Exit::of_status));
        let worst = exits.max_by_key(|exit| severity(*exit)).unwrap_or(Exit::Success);
        Ok(signals.exit().filter(|_| !proven).unwrap_or(worst))
    }
}

/// How bad an end is: a proof that there is no solution is an answer, a limit is none, and what cannot be read was not even
/// tried.
fn severity(exit: Exit) -> u8 {
    match exit {
        Exit::Success => 0,
        Exit::Infeasible => 1,
        Exit::Unbounded => 2,
        Exit::InfeasibleOrUnbounded => 3,
        Exit::NoProof => 4,
        _ => 5,
    }
}

/// All models at a glance.
fn table(rows: &[Row]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let width = rows.iter().map(|row| row.file.chars().count()).max().unwrap_or(0).max(4);
    let head = format!(
        "{:<width$}  {:<23}  {:>20}  {:>10}  {:>8}",
        "file", "status", "objective", "iterations", "seconds"
    );
    writeln!(out, "{}", styled(STRONG, &head))?;
    for Row { file, end } in rows {
        let Some(end) = end else {
            writeln!(out, "{file:<width$}  {:<23}  {:>20}  {:>10}  {:>8}", "not read", "-", "-", "-")?;
            continue;
        };
        let feasible = !matches!(end.status, Status::Infeasible | Status::InfeasibleOrUnbounded);
        let objective = if feasible { number(end.objective) } else { "-".to_owned() };
        let (status, iterations, seconds) = (end.status.name(), end.iterations, end.seconds);
        writeln!(out, "{file:<width$}  {status:<23}  {objective:>20}  {iterations:>10}  {seconds:>8.3}")?;
    }
    Ok(out.flush()?)
}
