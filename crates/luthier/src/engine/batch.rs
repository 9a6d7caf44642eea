//! Many trials over one matrix, from the first to the last.

use super::control::Control;
use super::job::{Job, Outcome};
use super::queue::Queue;
use super::shelf::Shelf;
use super::threads::asked;
use crate::error::Error;
use crate::params::Parameters;
use crate::problem::Problem;
use crate::run::{Learned, Side};
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
    /// Whether it is taken without having to show that it helps: for a point that is known to be one to go on from.
    pub sure: bool,
}

impl Start {
    /// A point of which nothing else is known.
    pub fn new(x: Vec<f64>, y: Vec<f64>) -> Start {
        Start { x, y, learned: None, sure: false }
    }

    /// A point that is known to be one to go on from, such as that of an earlier run on the same problem.
    pub fn further(x: Vec<f64>, y: Vec<f64>) -> Start {
        Start { sure: true, ..Start::new(x, y) }
    }
}

/// The point that a run ended at, with what the run had found out.
impl From<&Solution> for Start {
    fn from(solution: &Solution) -> Start {
        Start { learned: solution.learned, ..Start::new(solution.x.clone(), solution.y.clone()) }
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
    /// Threads; more than four for each core are not used. 0: one for each core. Each takes a group of trials. Where there are
    /// more threads than groups, several work on each group, if its problem is so large that they gain something.
    pub threads: usize,
}

impl Default for BatchOptions {
    fn default() -> Self {
        BatchOptions { lanes: None, threads: 1 }
    }
}

/// Runs all trials and returns their solutions in the same order. The trials must share one matrix. What a trial ends with
/// depends on its problem and parameters alone: not on lanes, threads, order or neighbours (but for times).
pub fn run_batch(
    trials: &[Trial<'_>],
    options: &BatchOptions,
    control: &Control<'_>,
) -> Result<Vec<Solution>, Error> {
    let queue = Queue::new(jobs(trials), options)?;
    Ok(run_all(&queue, asked(options.threads), control))
}

/// Runs one trial for one side of its point, as [`Queue::of_side`] has it.
pub(crate) fn run_side(
    trial: Trial<'_>,
    side: Side,
    threads: usize,
    control: &Control<'_>,
) -> Result<Solution, Error> {
    let options = BatchOptions { threads, ..BatchOptions::default() };
    let queue = Queue::new(jobs(&[trial]), &options)?.of_side(side);
    // One job has one solution.
    Ok(run_all(&queue, asked(threads), control).swap_remove(0))
}

/// Runs one trial, with a set-up that outlives it if there is a place for that.
pub(crate) fn run_one(
    trial: Trial<'_>,
    threads: usize,
    control: &Control<'_>,
    shelf: Option<&Shelf>,
) -> Result<Solution, Error> {
    let options = BatchOptions { threads, ..BatchOptions::default() };
    let queue = Queue::new(vec![Job::from(trial)], &options)?.with_shelf(shelf);
    // One trial has one solution.
    Ok(run_all(&queue, asked(threads), control).swap_remove(0))
}

fn jobs<'a>(trials: &[Trial<'a>]) -> Vec<Job<'a>> {
    trials.iter().map(|trial| Job::from(*trial)).collect()
}

/// Works off a queue of jobs that are never laid aside; their solutions in the order of the jobs.
fn run_all(queue: &Queue<'_>, threads: usize, control: &Control<'_>) -> Vec<Solution> {
    let groups = threads.min(queue.left().div_ceil(queue.lanes())).max(1);
    // The first groups have a thread more where they cannot all have the same number.
    let work = |group: usize| {
        let mut finished = Vec::new();
        queue.work_with((threads - group).div_ceil(groups), control, &mut |trial, outcome| {
            if let Outcome::Finished(solution) = outcome {
                finished.push((trial, *solution));
            }
        });
        finished
    };
    let mut finished = std::thread::scope(|scope| {
        // A thread that cannot be started is done without; this one works too.
        let start = |group| std::thread::Builder::new().spawn_scoped(scope, move || work(group)).ok();
        let others: Vec<_> = (1..groups).filter_map(start).collect();
        let mut finished = work(0);
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
    use crate::matrix::{Isa, Team};
    use crate::params::{Method, Norm};
    use crate::problem::ProblemBuilder;

    /// A problem with all kinds of rows and variables, and `per_column` entries in each column before those in the same place
    /// are added up.
    fn problem(rows: usize, columns: usize, per_column: usize) -> Problem {
        let entry = |k: usize| ((k * 7919 + k / columns * 31) % rows, k % columns, 1.5 + (k as f64).cos());
        let lower = |i: usize| if i % 4 == 1 { f64::NEG_INFINITY } else { (i % 13) as f64 / 4.0 };
        let upper = |i: usize| [f64::INFINITY, 5.0, (i % 13) as f64 / 4.0, 9.0][i % 4];
        ProblemBuilder::new(rows, columns)
            .objective((0..columns).map(|j| 0.9 + (j as f64 * 0.7).sin()).collect())
            .triplets((0..per_column * columns).map(entry).collect())
            .row_bounds((0..rows).map(lower).collect(), (0..rows).map(upper).collect())
            .bounds(
                vec![0.0; columns],
                (0..columns).map(|j| if j % 5 == 0 { f64::INFINITY } else { 3.0 }).collect(),
            )
            .build()
            .unwrap()
    }

    fn settings(thetas: &[f64], iterations: u64) -> Vec<Parameters> {
        let preset = |name| Parameters::preset(name).unwrap();
        let componentwise = Parameters { norm: Norm::Componentwise, check_period: 9, ..preset("paper") };
        let pdhg = Parameters { method: Method::Pdhg, ..preset("paper") };
        let fast = Parameters { presolve: false, ..preset("fast") };
        let methods = [preset("paper"), preset("reference"), preset("halpern"), fast, componentwise, pdhg];
        let with = |p: &Parameters, theta: f64| Parameters {
            weight_smoothing: theta,
            iteration_limit: iterations,
            ..p.clone().with_tolerance(1e-9)
        };
        methods.iter().flat_map(|p| thetas.iter().map(move |theta| with(p, *theta))).collect()
    }

    /// What must not depend on how runs are executed.
    fn results(
        problem: &Problem,
        settings: &[Parameters],
        (isa, lanes, threads): (Isa, usize, usize),
    ) -> Vec<Vec<u64>> {
        let job = |parameters| Job::from(Trial { problem, parameters, start: None });
        let options = BatchOptions { lanes: Some(lanes), threads: 1 };
        let queue = Queue::of_valid(isa, settings.iter().map(job).collect(), &options);
        let mut results = vec![Vec::new(); settings.len()];
        Team::gather(isa, threads, |team| {
            queue.work_as(team, &Control::default(), &mut |trial, outcome| {
                let Outcome::Finished(s) = outcome else { return };
                let numbers = s.x.iter().chain(&s.y).map(|v| v.to_bits());
                let work = s.work;
                let work =
                    [work.iterations, work.rejected_steps, work.restarts, work.norm_steps, work.face_passes];
                results[trial] = numbers.chain(work).collect();
            });
        });
        results
    }

    #[test]
    fn instruction_sets_give_the_same_bits() {
        let (problem, settings) = (problem(13, 40, 3), settings(&[0.1, 0.5, 0.9], 200));
        let expected = results(&problem, &settings, (Isa::portable(), 1, 1));
        for isa in Isa::here() {
            for lanes in LANE_COUNTS {
                assert_eq!(results(&problem, &settings, (isa, lanes, 1)), expected, "{isa:?}, {lanes} lanes");
            }
        }
    }

    /// Fewer indices than a block has, blocks that are not full, few rows and many columns, few columns and many rows.
    #[test]
    fn threads_on_one_run_give_the_same_bits() {
        let settings = settings(&[0.3], 60);
        for (rows, columns, per_column) in
            [(5, 3, 2), (300, 700, 3), (1500, 2100, 2), (9, 12_345, 2), (12_345, 7, 2000), (9000, 9001, 2)]
        {
            let problem = problem(rows, columns, per_column);
            let expected = results(&problem, &settings, (Isa::portable(), 1, 1));
            for isa in Isa::here() {
                for threads in [1, 2, 3, 7] {
                    let here = results(&problem, &settings, (isa, 1, threads));
                    assert!(here == expected, "{rows} x {columns}, {isa:?}, {threads} threads");
                }
            }
        }
    }

    #[test]
    fn threads_on_several_lanes_give_the_same_bits() {
        let (problem, settings) = (problem(1500, 2100, 2), settings(&[0.1, 0.5, 0.9], 60));
        let expected = results(&problem, &settings, (Isa::detect(), 1, 1));
        for lanes in LANE_COUNTS {
            for threads in [2, 7] {
                let here = results(&problem, &settings, (Isa::detect(), lanes, threads));
                assert!(here == expected, "{lanes} lanes, {threads} threads");
            }
        }
    }
}
