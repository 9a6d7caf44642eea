//! Running trials: what shares a matrix goes side by side, groups go over threads.
//!
//! Trials are run in waves, so that only a few instances are in memory at a time. The order of waves follows from the asks
//! alone. Nothing here changes what a trial comes to.

mod aside;
mod expected;

use crate::cost::Unit;
use crate::error::Error;
use crate::instances::Instances;
use crate::record::{Ending, Record};
use crate::search::Ask;
use crate::space::{SettingId, Space};
use crate::subject::{on_subject, subject};
use aside::Aside;
use expected::Expected;
use luthier::{
    BatchOptions, Checkpoint, Control, Job, Outcome, Parameters, Pause, Problem, Queue, Status, Trial,
};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// A wave has at least this many trials, if there are so many, so that lanes are seldom idle at its end.
const WAVE_TRIALS: usize = 512;

/// The problems of a wave take at most this much memory, if one alone does not take more.
const WAVE_BYTES: usize = 128 << 20;

/// Instances with the same matrix share a queue until it has this many trials. Side by side, runs on one instance are faster
/// than runs on several (3 to 16% on transportation problems): they share objective and bounds.
const QUEUE_TRIALS: usize = 64;

/// Finished trials are handed over together, at most this long after the first of them.
const HAND_OVER: Duration = Duration::from_millis(40);

/// How often whether to stop is asked.
const POLL: Duration = Duration::from_millis(10);

/// How trials are run. None of this changes any record, but for seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SweepOptions {
    /// Threads; 0: one for each core.
    pub threads: usize,
    /// Runs side by side in a thread: 1, 4, 8 or 16; `None`: chosen from sizes and caches.
    pub lanes: Option<usize>,
}

/// Whoever takes in finished trials.
pub(crate) trait Sink {
    /// Takes in trials that are finished or laid aside, and the matrix passes that were made for them since they were laid
    /// aside before.
    fn take(&mut self, trials: Vec<(Ask, Record)>, passes: u64) -> Result<(), Error>;
    /// Whether to stop now; what is running is dropped.
    fn stop(&mut self) -> bool;
    /// Whether to stop before the next wave.
    fn enough(&mut self) -> bool;
}

/// Runs trials.
pub(crate) struct Sweep<'s> {
    instances: &'s Instances,
    space: &'s Space,
    unit: Option<Unit>,
    lanes: Option<usize>,
    pool: rayon::ThreadPool,
    aside: Aside<Box<Checkpoint>>,
    expected: Expected,
}

/// The instances of a wave with what is asked of each.
struct Wave {
    problems: Vec<(usize, Problem)>,
    asks: Vec<Vec<Ask>>,
}

impl<'s> Sweep<'s> {
    pub(crate) fn new(
        instances: &'s Instances,
        space: &'s Space,
        unit: Option<Unit>,
        options: &SweepOptions,
    ) -> Result<Sweep<'s>, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
        let pool = pool.map_err(|e| Error::Threads { problem: e.to_string() })?;
        let (aside, expected) = (Aside::default(), Expected::default());
        // Seconds are those of a run that has its thread for itself.
        let lanes = if unit.is_none() { Some(1) } else { options.lanes };
        Ok(Sweep { instances, space, unit, lanes, pool, aside, expected })
    }

    /// Runs what is asked. Returns early when the sink says so, or with its error.
    pub(crate) fn run(&mut self, asks: &[Ask], sink: &mut dyn Sink) -> Result<(), Error> {
        let mut waiting: BTreeMap<usize, Vec<Ask>> = BTreeMap::new();
        for ask in asks {
            waiting.entry(ask.instance).or_default().push(*ask);
        }
        self.aside.begin(asks);
        let mut waiting = waiting.into_iter().peekable();
        while waiting.peek().is_some() && !sink.stop() && !sink.enough() {
            let wave = self.next_wave(&mut waiting)?;
            self.run_wave(wave, sink)?;
        }
        Ok(())
    }

    /// The next instances, as many as a wave should have.
    fn next_wave(&self, waiting: &mut impl Iterator<Item = (usize, Vec<Ask>)>) -> Result<Wave, Error> {
        let mut wave = Wave { problems: Vec::new(), asks: Vec::new() };
        let (mut trials, mut bytes) = (0, 0);
        while trials < WAVE_TRIALS && bytes < WAVE_BYTES {
            let Some((instance, mut asks)) = waiting.next() else { break };
            self.expected.order(&mut asks);
            let mut problem = subject(self.instances.problem(instance)?, self.space.base());
            let others = wave.problems.iter().map(|(_, other)| other.matrix());
            let shared = others.rev().take(1).any(|matrix| problem.share_matrix(matrix));
            bytes += bytes_of(&problem, shared);
            trials += asks.len();
            wave.problems.push((instance, problem));
            wave.asks.push(asks);
        }
        Ok(wave)
    }

    fn run_wave(&mut self, wave: Wave, sink: &mut dyn Sink) -> Result<(), Error> {
        let settings = wave.asks.iter().flatten().map(|ask| ask.setting);
        let parameters: HashMap<SettingId, Parameters> =
            settings.map(|setting| (setting, on_subject(self.space.parameters(setting)))).collect();
        let mut drafts: Vec<Draft<'_>> = Vec::new();
        for ((_, problem), asks) in wave.problems.iter().zip(&wave.asks) {
            if !drafts.last().is_some_and(|draft| draft.has_room_for(problem)) {
                drafts.push(Draft::default());
            }
            let Some(draft) = drafts.last_mut() else { continue };
            for ask in asks {
                let trial = Trial { problem, parameters: &parameters[&ask.setting], start: None };
                let job = Job { trial, pause: self.pause(ask), from: self.aside.take(ask) };
                let before = job.from.as_ref().map_or(0, |from| from.work().matrix_passes());
                draft.asks.push((*ask, before));
                draft.jobs.push(job);
            }
        }
        let threads = self.pool.current_num_threads();
        let options = BatchOptions { lanes: self.lanes, threads };
        let mut groups = Vec::new();
        for Draft { asks, jobs } in drafts {
            groups.push(Group { asks, queue: Queue::new(jobs, &options)?, helpers: AtomicUsize::new(0) });
        }
        self.work_off(&groups, sink)
    }

    fn pause(&self, ask: &Ask) -> Pause {
        match (ask.until, self.unit) {
            (Some(until), Some(Unit::Iterations)) => Pause::AtIterations(until),
            (Some(until), Some(Unit::MatrixPasses)) => Pause::AtMatrixPasses(until),
            _ => Pause::Never,
        }
    }

    /// All threads work off the groups; this one hands over what they finish.
    fn work_off(&mut self, groups: &[Group<'_>], sink: &mut dyn Sink) -> Result<(), Error> {
        let stop = AtomicBool::new(false);
        let (sender, receiver) = channel();
        let (aside, expected) = (&mut self.aside, &mut self.expected);
        self.pool.in_place_scope(|scope| {
            for _ in 0..self.pool.current_num_threads() {
                let sender = sender.clone();
                scope.spawn(|_| help(groups, &stop, sender));
            }
            drop(sender);
            let mut learn = |ask: &Ask, outcome| {
                aside.release(ask);
                let (record, checkpoint) = record(outcome)?;
                expected.learn(ask.setting, &record);
                if let Some(checkpoint) = checkpoint {
                    let bytes = checkpoint.bytes();
                    aside.put(ask, checkpoint, bytes);
                }
                Some(record)
            };
            let result = hand_over(groups, &receiver, &stop, sink, &mut learn);
            stop.store(true, Ordering::Relaxed);
            result
        })
    }
}

/// Jobs over one matrix that become a group.
#[derive(Default)]
struct Draft<'a> {
    asks: Vec<(Ask, u64)>,
    jobs: Vec<Job<'a>>,
}

impl Draft<'_> {
    fn has_room_for(&self, problem: &Problem) -> bool {
        let shares = |job: &Job<'_>| Arc::ptr_eq(job.trial.problem.matrix(), problem.matrix());
        self.jobs.len() < QUEUE_TRIALS && self.jobs.first().is_some_and(shares)
    }
}

/// Trials over one matrix.
struct Group<'a> {
    /// What is asked, and the matrix passes of the run when it was laid aside.
    asks: Vec<(Ask, u64)>,
    queue: Queue<'a>,
    helpers: AtomicUsize,
}

/// A thread: helps the group with the fewest helpers until no trial is left to take.
fn help(groups: &[Group<'_>], stop: &AtomicBool, sender: Sender<(usize, usize, Outcome)>) {
    let control = Control { interrupt: Some(stop), observer: None };
    while let Some((position, group)) = groups
        .iter()
        .enumerate()
        .filter(|(_, group)| !group.queue.is_empty())
        .min_by_key(|(_, group)| group.helpers.load(Ordering::Relaxed))
    {
        group.helpers.fetch_add(1, Ordering::Relaxed);
        // The receiver is there as long as threads are.
        group.queue.work(&control, &mut |job, outcome| {
            let _ = sender.send((position, job, outcome));
        });
        group.helpers.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Hands finished trials to the sink until all threads are done.
fn hand_over(
    groups: &[Group<'_>],
    receiver: &Receiver<(usize, usize, Outcome)>,
    stop: &AtomicBool,
    sink: &mut dyn Sink,
    learn: &mut dyn FnMut(&Ask, Outcome) -> Option<Record>,
) -> Result<(), Error> {
    let mut finished: Vec<(Ask, Record)> = Vec::new();
    let mut passes = 0;
    let mut since = Instant::now();
    loop {
        let mut done = false;
        match receiver.recv_timeout(POLL) {
            // A run that is stopped may stand where it passes for solved: what it says then depends on the moment.
            Ok(_) if stop.load(Ordering::Relaxed) => {}
            Ok((group, job, outcome)) => {
                let (ask, before) = &groups[group].asks[job];
                if finished.is_empty() {
                    since = Instant::now();
                }
                if let Some(record) = learn(ask, outcome) {
                    passes += record.work.matrix_passes().saturating_sub(*before);
                    finished.push((*ask, record));
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => done = true,
        }
        if !finished.is_empty() && (done || since.elapsed() >= HAND_OVER) {
            let taken = sink.take(std::mem::take(&mut finished), std::mem::take(&mut passes));
            if taken.is_err() {
                // What threads do meanwhile cannot be kept.
                stop.store(true, Ordering::Relaxed);
                return taken;
            }
        }
        if done {
            return Ok(());
        }
        if sink.stop() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// What became of a trial, with its run if it was laid aside; `None` for one that was interrupted, of which nothing is known.
fn record(outcome: Outcome) -> Option<(Record, Option<Box<Checkpoint>>)> {
    match outcome {
        Outcome::Finished(solution) if solution.status == Status::Interrupted => None,
        Outcome::Finished(solution) => Some((Record::of(&solution), None)),
        Outcome::Paused(checkpoint) => {
            let record = Record {
                ending: Ending::Capped,
                work: *checkpoint.work(),
                ladder: *checkpoint.ladder(),
                residuals: None,
                objective: None,
                seconds: checkpoint.seconds(),
            };
            Some((record, Some(checkpoint)))
        }
    }
}

/// About what a problem takes of memory, with or without its matrix.
fn bytes_of(problem: &Problem, shared: bool) -> usize {
    let vectors = 8 * (3 * problem.columns() + 2 * problem.rows());
    let matrix = if shared { 0 } else { 24 * problem.matrix().nonzeros() };
    vectors + matrix
}
