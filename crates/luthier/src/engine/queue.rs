//! Jobs over one matrix, worked off by any number of threads.

use super::anchors::Anchors;
use super::averages::Averages;
use super::batch::BatchOptions;
use super::control::Control;
use super::frame::Frame;
use super::group::Group;
use super::job::{Job, Outcome};
use super::lanes::choose_lanes;
use super::metrics::Recipe;
use super::scheme::{Kind, Scheme};
use super::setup::Workshop;
use super::shelf::Shelf;
use super::threads::{asked, bytes_per_lane, useful};
use super::validate::validate;
use crate::error::Error;
use crate::matrix::{Isa, Matrix, Sharing, Team};
use crate::run::Side;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::vec::IntoIter;

/// Jobs over one matrix, worked off by any number of threads: each calls [`Queue::work`]. What becomes of a job depends on
/// its problem, its parameters and its pause alone: not on lanes, threads, order or neighbours (but for times).
///
/// ```
/// use luthier::{BatchOptions, Control, Job, Outcome, Parameters, Pause, ProblemBuilder, Queue, Trial};
/// let problem = ProblemBuilder::new(1, 2)
///     .objective(vec![1.0, 2.0])
///     .triplets(vec![(0, 0, 1.0), (0, 1, 1.0)])
///     .row_bounds(vec![3.0], vec![f64::INFINITY])
///     .build()?;
/// let parameters = Parameters::default();
/// let trial = Trial { problem: &problem, parameters: &parameters, start: None };
/// // Two steps, and then the rest.
/// let mut job = Job { pause: Pause::AtIterations(2), ..Job::from(trial) };
/// loop {
///     let mut laid_aside = None;
///     Queue::new(vec![job], &BatchOptions::default())?.work(&Control::default(), &mut |_, outcome| match outcome {
///         Outcome::Finished(solution) => println!("{}", solution.status),
///         Outcome::Paused(checkpoint) => laid_aside = Some(checkpoint),
///     });
///     let Some(checkpoint) = laid_aside else { break };
///     job = Job { from: Some(checkpoint), ..Job::from(trial) };
/// }
/// # Ok::<(), luthier::Error>(())
/// ```
pub struct Queue<'a> {
    averages: Part<'a>,
    anchors: Part<'a>,
    /// That of all jobs; `None` if there are no jobs.
    matrix: Option<&'a Matrix>,
    isa: Isa,
    /// The only side that the runs have to get right, if it is one.
    side: Option<Side>,
    /// Where set-ups are that outlive their runs.
    shelf: Option<&'a Shelf>,
    /// Set when a thread panics, as an observer may make it: the others stop too.
    abandoned: AtomicBool,
}

impl<'a> Queue<'a> {
    /// A queue of jobs whose problems share one matrix. The number of threads in `options` is how many are expected to
    /// call [`Queue::work`]; it serves to choose the number of lanes.
    pub fn new(jobs: Vec<Job<'a>>, options: &BatchOptions) -> Result<Queue<'a>, Error> {
        validate(&jobs, options)?;
        Ok(Queue::of_valid(Isa::detect(), jobs, options))
    }

    /// With the kernels of one instruction set.
    pub(super) fn of_valid(isa: Isa, jobs: Vec<Job<'a>>, options: &BatchOptions) -> Queue<'a> {
        let matrix = jobs.first().map(|job| &**job.trial.problem.matrix());
        let averages = |(_, job): &(usize, Job<'a>)| Kind::of(job.trial.parameters) == Kind::Averages;
        let (averages, anchors) = jobs.into_iter().enumerate().partition(averages);
        Queue {
            averages: Part::new(Kind::Averages, averages, options),
            anchors: Part::new(Kind::Anchors, anchors, options),
            matrix,
            isa,
            side: None,
            shelf: None,
            abandoned: AtomicBool::new(false),
        }
    }

    /// The same jobs, for one side of their points: where the other one can be zero, as it is in what they end with.
    pub(super) fn of_side(self, side: Side) -> Queue<'a> {
        Queue { side: Some(side), ..self }
    }

    /// With set-ups that outlive their runs.
    pub(super) fn with_shelf(self, shelf: Option<&'a Shelf>) -> Queue<'a> {
        Queue { shelf, ..self }
    }

    fn part(&self, kind: Kind) -> &Part<'a> {
        match kind {
            Kind::Averages => &self.averages,
            Kind::Anchors => &self.anchors,
        }
    }

    /// Runs side by side in each thread, at most.
    pub fn lanes(&self) -> usize {
        self.averages.lanes.max(self.anchors.lanes)
    }

    /// Whether there is no job left to take. Those that were taken may still run.
    pub fn is_empty(&self) -> bool {
        self.abandoned() || self.left() == 0
    }

    /// Works on this thread until no job is left and those taken by this call are done. `done` gets the position of each job and what
    /// became of it, as soon as that is known; meanwhile the lanes of this thread wait. A panic in `done` or in an
    /// observer reaches the caller; the other threads then return early, and what was not done is lost.
    pub fn work(&self, control: &Control<'_>, done: &mut dyn FnMut(usize, Outcome)) {
        self.work_with(1, control, done);
    }

    /// Works like [`Queue::work`], with so many threads on the passes of a group if they are worth it.
    pub(super) fn work_with(
        &self,
        threads: usize,
        control: &Control<'_>,
        done: &mut dyn FnMut(usize, Outcome),
    ) {
        let bytes = self.averages.bytes.max(self.anchors.bytes);
        Team::gather(self.isa, useful(threads, bytes), |team| self.work_as(team, control, done));
    }

    /// Works as a team.
    pub(super) fn work_as(&self, team: &Team, control: &Control<'_>, done: &mut dyn FnMut(usize, Outcome)) {
        let Some(matrix) = self.matrix.filter(|_| !self.is_empty()) else { return };
        let _guard = AbandonOnPanic(&self.abandoned);
        self.work_on::<Averages>(matrix, team, control, done);
        self.work_on::<Anchors>(matrix, team, control, done);
    }

    /// Works off the jobs of one scheme.
    fn work_on<V: Scheme>(
        &self,
        matrix: &Matrix,
        team: &Team,
        control: &Control<'_>,
        done: &mut dyn FnMut(usize, Outcome),
    ) {
        let part = self.part(V::KIND);
        if part.left() > 0 {
            let workshop = Workshop::new(team, control, self.side, self.shelf);
            Group::<V>::new(matrix, workshop, part.lanes, part.sharing).run(self, done);
        }
    }

    /// The next job of a scheme, with its position.
    pub(super) fn next(&self, kind: Kind) -> Option<(usize, Job<'a>)> {
        if self.abandoned() { None } else { self.part(kind).jobs().next() }
    }

    /// How many jobs nobody has taken.
    pub(super) fn left(&self) -> usize {
        self.averages.left() + self.anchors.left()
    }

    pub(super) fn abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }
}

/// The jobs of one scheme, which run side by side.
struct Part<'a> {
    jobs: Mutex<IntoIter<(usize, Job<'a>)>>,
    lanes: usize,
    sharing: Sharing,
    /// What an iteration of a group goes over.
    bytes: usize,
}

impl<'a> Part<'a> {
    fn new(kind: Kind, jobs: Vec<(usize, Job<'a>)>, options: &BatchOptions) -> Part<'a> {
        let sharing = sharing(&jobs);
        let (mut lanes, mut bytes) = (options.lanes.unwrap_or(1), 0);
        if let Some((_, job)) = jobs.first() {
            let matrix = job.trial.problem.matrix();
            let of_lane = bytes_per_lane(kind, matrix) + Frame::bytes_per_lane(matrix, sharing);
            let chosen = || choose_lanes(matrix, of_lane, jobs.len(), asked(options.threads));
            lanes = options.lanes.unwrap_or_else(chosen);
            bytes = matrix.bytes() + lanes * of_lane;
        }
        Part { jobs: Mutex::new(jobs.into_iter()), lanes, sharing, bytes }
    }

    fn jobs(&self) -> MutexGuard<'_, IntoIter<(usize, Job<'a>)>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn left(&self) -> usize {
        self.jobs().len()
    }
}

/// What all jobs have in common.
fn sharing(jobs: &[(usize, Job<'_>)]) -> Sharing {
    let Some((_, first)) = jobs.first() else { return Sharing { data: true, metric: true } };
    let recipe = Recipe::of(&first.trial);
    Sharing {
        data: jobs.iter().all(|(_, job)| std::ptr::eq(job.trial.problem, first.trial.problem)),
        metric: jobs.iter().all(|(_, job)| Recipe::of(&job.trial) == recipe),
    }
}

/// Tells the other threads to stop if this one panics.
struct AbandonOnPanic<'a>(&'a AtomicBool);

impl Drop for AbandonOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
