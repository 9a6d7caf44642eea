//! Running trials: what shares a matrix goes side by side, groups go over threads.
//!
//! Trials are run in waves, so that only a few instances are in memory at a time. The order of waves follows from the asks
//! alone. Nothing here changes what a trial comes to.

use crate::cost::Unit;
use crate::error::Error;
use crate::instances::Instances;
use crate::record::{Ending, Record};
use crate::search::Ask;
use crate::space::{SettingId, Space};
use luthier::{BatchOptions, Checkpoint, Control, Job, Outcome, Parameters, Pause, Problem, Queue, Trial};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// A wave has at least this many trials, if there are so many, so that lanes are seldom idle at its end.
const WAVE_TRIALS: usize = 512;

/// The problems of a wave take at most this much memory, if one alone does not take more.
const WAVE_BYTES: usize = 128 << 20;

/// Runs that were laid aside are kept up to this much memory; beyond it they start over.
const ASIDE_BYTES: usize = 256 << 20;

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
    /// Takes in trials that are finished or laid aside.
    fn take(&mut self, trials: Vec<(Ask, Record)>) -> Result<(), Error>;
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
    aside: HashMap<(usize, SettingId), Box<Checkpoint>>,
    aside_bytes: usize,
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
        let (aside, aside_bytes) = (HashMap::new(), 0);
        // Seconds are those of a run that has its thread for itself.
        let lanes = if unit.is_none() { Some(1) } else { options.lanes };
        Ok(Sweep { instances, space, unit, lanes, pool, aside, aside_bytes })
    }

    /// Runs what is asked. Returns early when the sink says so, or with its error.
    pub(crate) fn run(&mut self, asks: &[Ask], sink: &mut dyn Sink) -> Result<(), Error> {
        let mut waiting: BTreeMap<usize, Vec<Ask>> = BTreeMap::new();
        for ask in asks {
            waiting.entry(ask.instance).or_default().push(*ask);
        }
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
            let Some((instance, asks)) = waiting.next() else { break };
            let mut problem = self.instances.problem(instance)?;
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
            settings.map(|setting| (setting, self.space.parameters(setting))).collect();
        let mut groups: Vec<(Vec<Ask>, Vec<Job<'_>>)> = Vec::new();
        let mut last = None;
        for ((_, problem), asks) in wave.problems.iter().zip(&wave.asks) {
            let matrix = Arc::as_ptr(problem.matrix());
            if last.replace(matrix) != Some(matrix) {
                groups.push((Vec::new(), Vec::new()));
            }
            let Some((group_asks, jobs)) = groups.last_mut() else { continue };
            for ask in asks {
                let trial = Trial { problem, parameters: &parameters[&ask.setting], start: None };
                let from = self.take_aside(ask);
                group_asks.push(*ask);
                jobs.push(Job { trial, pause: self.pause(ask), from });
            }
        }
        let threads = self.pool.current_num_threads();
        let options = BatchOptions { lanes: self.lanes, threads };
        let mut queues = Vec::new();
        for (asks, jobs) in groups {
            queues.push(Group { asks, queue: Queue::new(jobs, &options)?, helpers: AtomicUsize::new(0) });
        }
        self.work_off(&queues, sink)
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
        let aside = &mut self.aside;
        let aside_bytes = &mut self.aside_bytes;
        self.pool.in_place_scope(|scope| {
            for _ in 0..self.pool.current_num_threads() {
                let sender = sender.clone();
                scope.spawn(|_| help(groups, &stop, sender));
            }
            drop(sender);
            let mut keep = |ask: &Ask, checkpoint: Box<Checkpoint>| {
                if *aside_bytes + checkpoint.bytes() <= ASIDE_BYTES {
                    *aside_bytes += checkpoint.bytes();
                    aside.insert((ask.instance, ask.setting), checkpoint);
                }
            };
            let result = hand_over(groups, &receiver, &stop, sink, &mut keep);
            stop.store(true, Ordering::Relaxed);
            result
        })
    }

    fn take_aside(&mut self, ask: &Ask) -> Option<Box<Checkpoint>> {
        let checkpoint = self.aside.remove(&(ask.instance, ask.setting))?;
        self.aside_bytes -= checkpoint.bytes();
        Some(checkpoint)
    }
}

/// Trials over one matrix.
struct Group<'a> {
    asks: Vec<Ask>,
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
    keep: &mut dyn FnMut(&Ask, Box<Checkpoint>),
) -> Result<(), Error> {
    let mut finished: Vec<(Ask, Record)> = Vec::new();
    let mut since = Instant::now();
    loop {
        let mut done = false;
        match receiver.recv_timeout(POLL) {
            // A run that is stopped may stand where it passes for solved: what it says then depends on the moment.
            Ok(_) if stop.load(Ordering::Relaxed) => {}
            Ok((group, job, outcome)) => {
                let ask = &groups[group].asks[job];
                if finished.is_empty() {
                    since = Instant::now();
                }
                finished.push((*ask, record(ask, outcome, keep)));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => done = true,
        }
        if !finished.is_empty() && (done || since.elapsed() >= HAND_OVER) {
            let taken = sink.take(std::mem::take(&mut finished));
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

/// What became of a trial.
fn record(ask: &Ask, outcome: Outcome, keep: &mut dyn FnMut(&Ask, Box<Checkpoint>)) -> Record {
    match outcome {
        Outcome::Finished(solution) => Record::of(&solution),
        Outcome::Paused(checkpoint) => {
            let record = Record {
                ending: Ending::Capped,
                work: *checkpoint.work(),
                ladder: *checkpoint.ladder(),
                residuals: None,
                objective: None,
                seconds: checkpoint.seconds(),
            };
            keep(ask, checkpoint);
            record
        }
    }
}

/// About what a problem takes of memory, with or without its matrix.
fn bytes_of(problem: &Problem, shared: bool) -> usize {
    let vectors = 8 * (3 * problem.columns() + 2 * problem.rows());
    let matrix = if shared { 0 } else { 24 * problem.matrix().nonzeros() };
    vectors + matrix
}
