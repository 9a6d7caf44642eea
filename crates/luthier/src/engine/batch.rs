//! Many trials over one matrix: lanes, refill, threads.

use super::control::Control;
use super::group::Group;
use super::lanes::{LANE_COUNTS, choose_lanes};
use crate::error::Error;
use crate::matrix::{Isa, Sharing};
use crate::params::Parameters;
use crate::problem::Problem;
use crate::solution::Solution;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A point to start from, in the user's sense (multipliers as in [`Solution::y`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Values of the variables.
    pub x: Vec<f64>,
    /// Multipliers of the rows.
    pub y: Vec<f64>,
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

/// Runs all trials and returns their solutions in the same order. The trials must share one matrix. What a trial ends with
/// depends on its problem and parameters alone: not on lanes, threads, order or neighbours (but for times).
pub fn run_batch(
    trials: &[Trial<'_>],
    options: &BatchOptions,
    control: &Control<'_>,
) -> Result<Vec<Solution>, Error> {
    validate(trials, options)?;
    Ok(run_on(Isa::detect(), trials, options, control))
}

/// Runs valid trials with the kernels of one instruction set.
fn run_on(isa: Isa, trials: &[Trial<'_>], options: &BatchOptions, control: &Control<'_>) -> Vec<Solution> {
    let Some(first) = trials.first() else { return Vec::new() };
    let matrix = first.problem.matrix();
    let sharing = sharing(trials, first);
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads =
        if options.threads == 0 { cores } else { options.threads.min(MOST_THREADS_PER_CORE * cores) };
    let lanes = options.lanes.unwrap_or_else(|| choose_lanes(matrix, sharing, trials.len(), threads));
    let threads = threads.min(trials.len().div_ceil(lanes));

    let (next, abandoned) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        let _guard = AbandonOnPanic(&abandoned);
        let mut group = Group::new(matrix, isa, lanes, sharing, control);
        group.run(trials, &next, &abandoned);
        group.finished
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

/// What all trials have in common. The metric follows from the matrix and a few parameters, and from the objective only
/// if Ruiz equilibration looks at it.
fn sharing(trials: &[Trial<'_>], first: &Trial<'_>) -> Sharing {
    let data = trials.iter().all(|t| std::ptr::eq(t.problem, first.problem));
    let same = |a: &Parameters, b: &Parameters| {
        (a.method, a.ruiz_iterations, a.ruiz_objective, a.pock_chambolle, a.pock_chambolle_alpha)
            == (b.method, b.ruiz_iterations, b.ruiz_objective, b.pock_chambolle, b.pock_chambolle_alpha)
    };
    let objective = first.parameters.ruiz_objective;
    let metric = trials.iter().all(|t| same(t.parameters, first.parameters)) && (data || !objective);
    Sharing { data, metric }
}

/// More threads than this for each core are not started.
const MOST_THREADS_PER_CORE: usize = 4;

/// Tells the other threads to stop if this one panics, as an observer may make it.
struct AbandonOnPanic<'a>(&'a AtomicBool);

impl Drop for AbandonOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

fn validate(trials: &[Trial<'_>], options: &BatchOptions) -> Result<(), Error> {
    if let Some(value) = options.lanes.filter(|l| !LANE_COUNTS.contains(l)) {
        return Err(Error::BadOption { option: "lanes", value, expected: "1, 4, 8 or 16" });
    }
    for (index, trial) in trials.iter().enumerate() {
        if !Arc::ptr_eq(trial.problem.matrix(), trials[0].problem.matrix()) {
            return Err(Error::DifferentMatrix { trial: index });
        }
        let start = || trial.start.map_or(Ok(()), |start| validate_start(trial.problem, start));
        trial.parameters.validate().and_then(|()| start()).map_err(|error| match trials.len() {
            1 => error,
            _ => Error::Trial { trial: index, error: Box::new(error) },
        })?;
    }
    Ok(())
}

fn validate_start(problem: &Problem, start: &Start) -> Result<(), Error> {
    let parts = [
        ("start.x", &start.x, problem.columns(), "one for each variable"),
        ("start.y", &start.y, problem.rows(), "one for each row"),
    ];
    for (argument, values, expected, reason) in parts {
        if values.len() != expected {
            return Err(Error::Length { argument, got: values.len(), expected, reason });
        }
        if let Some(i) = values.iter().position(|v| !v.is_finite()) {
            let (value, expected) = (values[i], "a finite number");
            return Err(Error::BadNumber { field: argument, index: Some(i), name: None, value, expected });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let settings: Vec<_> = ["paper", "reference"]
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
            let solutions = run_on(isa, &trials, &options, &Control::default());
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
