//! The run: every solver in turn on every problem at every tolerance.

use crate::check::{measure, proven};
use crate::contender::{Contender, Program};
use crate::error::Error;
use crate::exchange::{Answer, read_answer, write_problem};
use crate::instance::Instance;
use crate::process::Worker;
use crate::protocol::{Reply, Request};
use crate::record::{Ledger, Record};
use luthier::Problem;
use std::path::{Path, PathBuf};

/// A short solve is repeated up to so many times.
const REPEATS: usize = 5;
/// As long as all of its repetitions together take at most so many seconds.
const REPEATED_SECONDS: f64 = 1.0;

/// Solvers with their processes.
pub struct Race {
    contenders: Vec<Contender>,
    workers: Vec<(Program, Worker)>,
    folder: tempfile::TempDir,
    /// Seconds for each solve.
    limit: f64,
}

impl Race {
    /// Starts the processes; solvers that are not there are left out, and `tell` is told. One that goes on for `grace` seconds
    /// beyond the limit is killed.
    pub fn new(
        contenders: Vec<Contender>,
        limit: f64,
        grace: f64,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Race, Error> {
        let folder = tempfile::tempdir().map_err(Error::file(&std::env::temp_dir()))?;
        let mut race = Race { contenders: Vec::new(), workers: Vec::new(), folder, limit };
        let mut missing = Vec::new();
        for contender in contenders {
            let program = contender.program;
            let known = race.workers.iter().any(|(p, _)| *p == program) || missing.contains(&program);
            if !known {
                match Worker::start(program, grace) {
                    Ok(worker) => race.workers.push((program, worker)),
                    Err(error) => {
                        tell(&format!("left out: {error}"));
                        missing.push(program);
                    }
                }
            }
            if !missing.contains(&program) {
                race.contenders.push(contender);
            }
        }
        Ok(race)
    }

    /// Runs what the ledger does not have yet of an instance at a tolerance.
    pub fn run(
        &mut self,
        instance: &Instance,
        tolerance: f64,
        ledger: &mut Ledger,
        tell: &mut dyn FnMut(&Record),
    ) -> Result<(), Error> {
        let mut open = Vec::new();
        for contender in &self.contenders {
            let concerned = contender.family.is_none() || contender.family == instance.family;
            if concerned && !ledger.has(contender, &instance.name, tolerance, self.limit)? {
                open.push(Entry { contender: contender.clone(), record: None, spent: 0.0 });
            }
        }
        if open.is_empty() {
            return Ok(());
        }
        let problem = instance.problem()?;
        let path = self.folder.path().join("problem");
        write_problem(&path, &problem)?;
        // In rounds, so that all solvers see the same weather.
        for _ in 0..REPEATS {
            let mut again = Vec::new();
            for mut entry in open {
                self.solve(&mut entry, instance, &problem, &path, tolerance)?;
                match entry.record {
                    Some(record) if !repeats(&record, entry.spent) => {
                        tell(&record);
                        ledger.add(record)?;
                    }
                    _ => again.push(entry),
                }
            }
            open = again;
        }
        Ok(())
    }

    fn solve(
        &mut self,
        entry: &mut Entry,
        instance: &Instance,
        problem: &Problem,
        path: &Path,
        tolerance: f64,
    ) -> Result<(), Error> {
        let program = entry.contender.program;
        let Some((_, worker)) = self.workers.iter_mut().find(|(p, _)| *p == program) else { return Ok(()) };
        let (limit, settings) = (self.limit, entry.contender.settings.clone());
        let answer: PathBuf = self.folder.path().join("answer");
        let problem_path = path.to_owned();
        let request = Request { problem: problem_path, answer: answer.clone(), tolerance, limit, settings };
        let mut reply = worker.ask(&request);
        entry.spent += reply.seconds;
        if let Some(before) = &mut entry.record {
            before.repeats += 1;
            before.reply.seconds = before.reply.seconds.min(reply.seconds);
            before.reply.cpu = before.reply.cpu.min(reply.cpu);
            return Ok(());
        }
        let vectors = read_answer(&answer, problem, &reply).unwrap_or_else(|error| {
            reply = Reply::failed(error.to_string(), reply.seconds);
            Answer::default()
        });
        let version = worker.version().to_owned();
        entry.record = Some(record(&entry.contender, version, instance, problem, &vectors, reply, &request));
        Ok(())
    }
}

/// A solver on its way through the rounds.
struct Entry {
    contender: Contender,
    record: Option<Record>,
    spent: f64,
}

/// Whether there is time for one more like those before.
fn repeats(record: &Record, spent: f64) -> bool {
    record.repeats < REPEATS && spent + record.reply.seconds <= REPEATED_SECONDS
}

fn record(
    contender: &Contender,
    version: String,
    instance: &Instance,
    problem: &Problem,
    vectors: &Answer,
    reply: Reply,
    request: &Request,
) -> Record {
    let measured = vectors.point.as_ref().and_then(|(x, y)| measure(problem, x, y));
    let proven =
        reply.proof.is_some_and(|proof| proven(problem, reply.claim, proof, vectors, request.tolerance));
    Record {
        solver: contender.name.clone(),
        program: contender.program,
        version,
        settings: contender.settings.clone(),
        instance: instance.name.clone(),
        family: instance.family.clone(),
        recorded: instance.recorded.clone(),
        rows: problem.rows(),
        columns: problem.columns(),
        nonzeros: problem.matrix().nonzeros(),
        tolerance: request.tolerance,
        limit: request.limit,
        repeats: 1,
        reply,
        measured,
        proven,
    }
}
