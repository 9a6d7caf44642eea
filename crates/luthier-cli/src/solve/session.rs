//! What the solves of one command have in common.

use crate::advice::advice;
use crate::answer;
use crate::arguments::SolveArguments;
use crate::exit::Failure;
use crate::log::{Header, Log, why_it_stopped};
use crate::signals::Signals;
use luthier::io::{Document, Mismatch, write_solution};
use luthier::{Control, Solution, Solver};
use std::io::{BufWriter, Write};
use std::path::Path;

/// What was asked for, where it is told, and who may stop it.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    pub arguments: &'a SolveArguments,
    pub log: &'a Log,
    pub signals: &'a Signals,
}

/// What there is to say about a solve before it begins.
pub struct Task<'a> {
    /// What the model is called, made printable.
    pub label: &'a str,
    /// Where the run starts, in words.
    pub start: &'a str,
    /// How the file that it starts from and the model differ.
    pub mismatches: &'a [Mismatch],
}

impl Session<'_> {
    /// Solves the problem of a solver, and says so.
    pub fn solve(&self, solver: &mut Solver, task: &Task<'_>) -> Result<Solution, Failure> {
        let (log, parameters) = (self.log, solver.parameters().clone());
        solver.set_threads(usize::try_from(self.arguments.threads).unwrap_or(0));
        log.warn_all(solver.problem(), task.mismatches);
        log.introduce(&Header {
            label: task.label,
            problem: solver.problem(),
            origin: &self.arguments.settings.origin(),
            parameters: &parameters,
            start: task.start,
            threads: solver.threads_used(),
        });
        let watched = !self.arguments.talk.is_silent();
        let control = Control {
            interrupt: Some(self.signals.flag()),
            observer: if watched { Some(log) } else { None },
        };
        let mut work = || solver.solve(&control);
        let solution = if watched { log.alive(work) } else { work() }?;
        solution.notices.iter().for_each(|notice| log.warn(notice.code(), &notice.to_string()));
        log.conclude(&solution, &why_it_stopped(&solution, &parameters));
        Ok(solution)
    }

    /// The solution goes to its file first: standard output may be closed by now. If the file cannot be written after all,
    /// the answer is not lost.
    pub fn deliver(&self, solver: &Solver, solution: &Solution, file: Option<&Path>) -> Result<(), Failure> {
        let written = self.write(solver, solution, file);
        let printed = if self.prints_json() {
            let mut out = BufWriter::new(std::io::stdout().lock());
            self.document(solver, solution).write(&mut out).and_then(|()| out.flush()).map_err(Failure::from)
        } else {
            self.print(solver, solution)
        };
        written?;
        printed
    }

    /// Writes the file of a solution, if there is to be one.
    pub fn write(&self, solver: &Solver, solution: &Solution, file: Option<&Path>) -> Result<(), Failure> {
        let Some(path) = file else { return Ok(()) };
        Ok(write_solution(path, solver.problem(), solver.parameters(), solution)?)
    }

    /// Prints the answer in words.
    pub fn print(&self, solver: &Solver, solution: &Solution) -> Result<(), Failure> {
        let advice = advice(solver.problem(), solution, solver.parameters());
        answer::print(solver.problem(), solution, &advice)
    }

    /// Whether standard output is for programs.
    pub fn prints_json(&self) -> bool {
        self.arguments.output.json || self.arguments.prints_vectors()
    }

    /// The document about a solution.
    pub fn document<'a>(&self, solver: &'a Solver, solution: &'a Solution) -> Document<'a> {
        Document::new(solver.problem(), solver.parameters(), solution, self.arguments.prints_vectors())
    }
}
