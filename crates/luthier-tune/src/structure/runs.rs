//! Running settings side by side over the matrix of one problem.

use super::decisions::{Decision, Digest, Event, Recorder, Tape};
use super::line::Level;
use super::parameter::check_base;
use crate::error::Error;
use crate::sweep::SweepOptions;
use luthier::{BatchOptions, Control, Job, Observer, Outcome, Parameters, Problem, Queue, Status, Trial};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// How runs are made. None of this changes what they come to.
#[derive(Clone, Copy, Default)]
pub struct Running<'a> {
    /// Threads and lanes.
    pub sweep: SweepOptions,
    /// When it becomes true, no further step is made: what is known by then is the result.
    pub interrupt: Option<&'a AtomicBool>,
    /// Hears of every level of refinement that is done.
    pub report: Option<&'a dyn Fn(&Level)>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunEnd {
    /// Its iterations.
    pub iterations: u64,
    /// Its status.
    pub status: Status,
}

/// How a run ended, with all its decisions; `None` if it was interrupted.
pub(super) type Recorded = Option<(RunEnd, Vec<Event>)>;

impl RunEnd {
    /// Whether it ended with an answer: a verified optimum, or a proof that there is none.
    pub fn solved(&self) -> bool {
        matches!(self.status, Status::Optimal | Status::Infeasible | Status::Unbounded)
    }
}

/// The decisions of one run, the end included.
pub fn decisions(problem: &Problem, parameters: &Parameters) -> Result<Vec<Event>, Error> {
    check_base(parameters)?;
    let bench = Bench { problem, running: &Running::default() };
    let tapes = bench.recorded(std::slice::from_ref(parameters))?;
    Ok(tapes.into_iter().flatten().next().map_or_else(Vec::new, |(_, events)| events))
}

/// One problem on which settings are run.
pub(super) struct Bench<'a> {
    pub problem: &'a Problem,
    pub running: &'a Running<'a>,
}

impl Bench<'_> {
    /// How the runs of these settings end; `None` for those that were interrupted.
    pub(super) fn ends(&self, settings: &[Parameters]) -> Result<Vec<Option<RunEnd>>, Error> {
        self.run(settings, None)
    }

    /// The same, and all decisions of a run as one number.
    pub(super) fn digested(&self, settings: &[Parameters]) -> Result<Vec<Option<(RunEnd, u64)>>, Error> {
        let all = self.taped::<Digest>(settings)?;
        Ok(all.into_iter().map(|run| run.map(|(end, digest)| (end, digest.0))).collect())
    }

    /// The same, and all decisions of a run.
    pub(super) fn recorded(&self, settings: &[Parameters]) -> Result<Vec<Recorded>, Error> {
        self.taped(settings)
    }

    fn taped<T: Tape>(&self, settings: &[Parameters]) -> Result<Vec<Option<(RunEnd, T)>>, Error> {
        let recorder = Recorder::<T>::new(settings.len());
        let ends = self.run(settings, Some(&recorder))?;
        let finish = |(end, mut tape): (Option<RunEnd>, T)| {
            let RunEnd { iterations: iteration, status } = end?;
            tape.note(Event { iteration, decision: Decision::Ended(status) });
            end.zip(Some(tape))
        };
        Ok(ends.into_iter().zip(recorder.tapes()).map(finish).collect())
    }

    fn run(
        &self,
        settings: &[Parameters],
        observer: Option<&dyn Observer>,
    ) -> Result<Vec<Option<RunEnd>>, Error> {
        let trial = |parameters| Trial { problem: self.problem, parameters, start: None };
        let jobs: Vec<Job<'_>> = settings.iter().map(|parameters| Job::from(trial(parameters))).collect();
        let SweepOptions { threads, lanes } = self.running.sweep;
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = if threads == 0 { cores() } else { threads };
        let queue = Queue::new(jobs, &BatchOptions { lanes, threads })?;
        let control = Control { interrupt: self.running.interrupt, observer };
        let ends = Mutex::new(vec![None; settings.len()]);
        let work = || {
            queue.work(&control, &mut |job, outcome| {
                if let Outcome::Finished(solution) = outcome
                    && solution.status != Status::Interrupted
                {
                    let end = RunEnd { iterations: solution.work.iterations, status: solution.status };
                    ends.lock().unwrap_or_else(PoisonError::into_inner)[job] = Some(end);
                }
            });
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(settings.len().div_ceil(queue.lanes())) {
                // A thread that cannot be started is done without; this one works too.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        Ok(ends.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
