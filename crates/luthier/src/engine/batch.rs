//! Many trials over one matrix, from the first to the last.

use super::control::Control;
use super::job::{Job, Outcome};
use super::queue::Queue;
use super::shelf::Shelf;
use crate::error::Error;
use crate::params::Parameters;
use crate::problem::Problem;
use crate::run::Learned;
use crate::solution::Solution;

/// A point to start from, in the user's sense (multipliers as in [`Solution::y`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Values of the variables.
    pub x: Vec<f64>,
    /// Multipliers of the rows.
    pub y: Vec<f64>,
    /// What the run that ended at this point had found out, if it is known. Counts over `initial_weight`, `initial_step` and their
    /// scales.
    pub learned: Option<Learned>,
}

impl Start {
    /// A point of which nothing else is known.
    pub fn new(x: Vec<f64>, y: Vec<f64>) -> Start {
        Start { x, y, learned: None }
    }
}

/// The point that a run ended at, with what the run had found out.
impl From<&Solution> for Start {
    fn from(solution: &Solution) -> Start {
        Start { x: solution.x.clone(), y: solution.y.clone(), learned: solution.learned }
    }
}

/// One problem to be solved with one setting.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The problem; all trials of a batch share its matrix.
    pub problem: &'a Problem,
    /// The setting.
    pub parameters: &'a Parameters,
    /// Where to start, if not at zero.
    pub start: Option<&'a Start>,
}

/// How a batch is run. None of this changes any result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchOptions {
    /// Runs side by side in one thread: 1, 4, 8 or 16. `None`: chosen from the sizes of the problem and the caches.
    pub lanes: Option<usize>,
    /// Threads; more than there are groups of trials, or four for each core, are not used. 0: one for each core.
    pub threads: usize,
}

impl Default for BatchOptions {
    fn default() -> Self {
        BatchOptions { lanes: None, threads: 1 }
    }
}

impl BatchOptions {
    /// The threads that are worth starting, as far as cores tell.
    pub(super) fn thread_count(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        if self.threads == 0 { cores } else { self.threads.min(MOST_THREADS_PER_CORE * cores) }
    }
}

/// More threads than this for each core are not started.
const MOST_THREADS_PER_CORE: usize = 4;

/// Runs all trials and returns their solutions in the same order. The trials must share one matrix. What a trial ends with
/// depends on its problem and parameters alone: not on lanes, threads, order or neighbours (but for times).
pub fn run_batch(
    trials: &[Trial<'_>],
    options: &BatchOptions,
    control: &Control<'_>,
) -> Result<Vec<Solution>, Error> {
    let queue = Queue::new(jobs(trials), options)?;
    Ok(run_all(&queue, options.thread_count(), control))
}

/// Runs one trial, with a set-up that outlives it if there is a place for that.
pub(crate) fn run_one(
    trial: Trial<'_>,
    control: &Control<'_>,
    shelf: Option<&Shelf>,
) -> Result<Solution, Error> {
    let queue = Queue::new(vec![Job::from(trial)], &BatchOptions::default())?.with_shelf(shelf);
    // One trial has one solution.
    Ok(run_all(&queue, 1, control).swap_remove(0))
}

fn jobs<'a>(trials: &[Trial<'a>]) -> Vec<Job<'a>> {
    trials.iter().map(|trial| Job::from(*trial)).collect()
}

/// Works off a queue of jobs that are never laid aside; their solutions in the order of the jobs.
fn run_all(queue: &Queue<'_>, threads: usize, control: &Control<'_>) -> Vec<Solution> {
    let threads = threads.min(queue.left().div_ceil(queue.lanes()));
    let work = || {
        let mut finished = Vec::new();
        queue.work(control, &mut |trial, outcome| {
            if let Outcome::Finished(solution) = outcome {
                finished.push((trial, *solution));
            }
        });
        finished
    };
    let mut finished = std::thread::scope(|scope| {
        // A thread that cannot be started is done without; this one works too.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).filter_map(start).collect();
        let mut finished = work();
        for other in others {
            finished.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        finished
    });
    finished.sort_unstable_by_key(|(trial, _)| *trial);
    finished.into_iter().map(|(_, solution)| solution).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::lanes::LANE_COUNTS;
    use crate::matrix::Isa;
    use crate::problem::PaperForm;

    #[test]
    fn instruction_sets_give_the_same_bits() {
        let n = 40;
        let form = PaperForm {
            c: (0..n).map(|j| 1.0 + (j as f64 * 0.7).sin()).collect(),
            g: (0..3 * n).map(|k| (k % 13, (k * 7) % n, 1.0 + (k as f64).cos())).collect(),
            h: (0..13).map(|i| i as f64 / 4.0).collect(),
            lower: vec![0.0; n],
            upper: vec![3.0; n],
            ..PaperForm::default()
        };
        let problem = form.build().unwrap();
        let settings: Vec<_> = ["paper", "reference", "halpern"]
            .iter()
            .flat_map(|preset| [0.1, 0.5, 0.9].map(|theta| (preset, theta)))
            .map(|(preset, theta)| Parameters {
                weight_smoothing: theta,
                iteration_limit: 200,
                ..Parameters::preset(preset).unwrap().with_tolerance(1e-9)
            })
            .collect();
        let trials: Vec<_> =
            settings.iter().map(|parameters| Trial { problem: &problem, parameters, start: None }).collect();
        let results = |isa, lanes| -> Vec<Vec<u64>> {
            let options = BatchOptions { lanes: Some(lanes), threads: 1 };
            let solutions = run_all(&Queue::of_valid(isa, jobs(&trials), &options), 1, &Control::default());
            let bits = |s: &Solution| {
                s.x.iter().chain(&s.y).map(|v| v.to_bits()).chain([s.work.iterations]).collect()
            };
            solutions.iter().map(bits).collect()
        };
        let expected = results(Isa::portable(), 1);
        for isa in Isa::here() {
            for lanes in LANE_COUNTS {
                assert_eq!(results(isa, lanes), expected, "{isa:?}, {lanes} lanes");
            }
        }
    }
}
