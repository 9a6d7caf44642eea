//! How the residuals fell in two runs: the one thing here that is run again.

use super::duel::{DuelPoint, duel};
use super::problem::problem;
use crate::space::SettingId;
use crate::split::Side;
use crate::study::View;
use crate::subject::{on_subject, subject};
use luthier::{BatchOptions, Control, Flow, Observer, Progress, Solution, Status, Trial, run_batch};
use std::sync::{Mutex, PoisonError};

/// The most points of a trajectory.
pub const TRAJECTORY_POINTS: usize = 300;

/// Which instance is run, and what that takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrajectoryPlan {
    /// Position of the instance in the study: of the test instances, or else of the training instances, the one on which the
    /// gain of the setting is the median.
    pub instance: usize,
    /// Matrix passes of both runs times the nonzeros of the matrix.
    pub work: f64,
}

/// The runs of the default and of a setting on one instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectories {
    /// Position of the instance in the study.
    pub instance: usize,
    /// Its name.
    pub label: String,
    /// The run of the default.
    pub default: Trajectory,
    /// The run of the setting.
    pub setting: Trajectory,
}

/// The residuals of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// At checks, evenly thinned to [`TRAJECTORY_POINTS`]; the last is the end of the run.
    pub points: Vec<TrajectoryPoint>,
    /// How the run ended.
    pub status: Status,
}

/// The residuals at one iteration, relative as in the optimality test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrajectoryPoint {
    /// The iteration.
    pub iteration: u64,
    /// The primal residual.
    pub primal: f64,
    /// The dual residual.
    pub dual: f64,
    /// The gap.
    pub gap: f64,
}

/// What [`trajectories`] would run; `None` if there is no instance on which both are known.
pub fn trajectory_plan(view: &View, setting: SettingId) -> Option<TrajectoryPlan> {
    let of = |side| median(duel(view, setting, side, None));
    let instance = of(Side::Test).or_else(|| of(Side::Train))?;
    let passes = |setting| Some(view.ledger.get(instance, setting)?.work.matrix_passes());
    let nonzeros = view.instances.rows().get(instance)?.nonzeros;
    let passes = passes(SettingId::DEFAULT)?.saturating_add(passes(setting)?);
    Some(TrajectoryPlan { instance, work: passes as f64 * nonzeros as f64 })
}

/// The instance with the median ratio; of two in the middle the one with the lower.
fn median(points: Vec<DuelPoint>) -> Option<usize> {
    let ratio = |point: &DuelPoint| match (point.default_cost, point.cost) {
        (a, b) if a == b => 1.0,
        (a, b) => a / b,
    };
    let mut ratios: Vec<(f64, usize)> = points.iter().map(|point| (ratio(point), point.instance)).collect();
    ratios.sort_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j)));
    ratios.get(ratios.len().saturating_sub(1) / 2).map(|(_, instance)| *instance)
}

/// Runs the default and a setting once more, on the instance of the plan, and keeps the residuals. The error says in words why
/// not: its work is above the limit, or the instance is not to be had any more.
pub fn trajectories(view: &View, setting: SettingId, limit: f64) -> Result<Trajectories, String> {
    let plan = trajectory_plan(view, setting);
    let plan = plan.ok_or("there is no instance on which the default and the setting are both known")?;
    let label = view.instances.rows()[plan.instance].label.clone();
    if plan.work > limit {
        return Err(format!(
            "running {} twice more takes {:.1e} operations, and {limit:.1e} are allowed",
            luthier::escape_name(&label),
            plan.work
        ));
    }
    let problem = problem(view, plan.instance).map_err(|error| error.to_string())?;
    let problem = subject(problem, view.space.base());
    let parameters = [SettingId::DEFAULT, setting].map(|setting| on_subject(view.space.parameters(setting)));
    let trials = parameters.each_ref().map(|parameters| Trial { problem: &problem, parameters, start: None });
    let tapes = Tapes(Mutex::new([Vec::new(), Vec::new()]));
    let control = Control { interrupt: None, observer: Some(&tapes) };
    let solutions =
        run_batch(&trials, &BatchOptions::default(), &control).map_err(|error| error.to_string())?;
    let tapes = tapes.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut runs = tapes.into_iter().zip(&solutions).map(|(tape, solution)| Trajectory::new(tape, solution));
    let (Some(default), Some(setting)) = (runs.next(), runs.next()) else {
        return Err("the runs did not end".to_owned());
    };
    Ok(Trajectories { instance: plan.instance, label, default, setting })
}

/// Keeps the residuals of each trial.
struct Tapes(Mutex<[Vec<TrajectoryPoint>; 2]>);

impl Observer for Tapes {
    fn progress(&self, progress: &Progress) -> Flow {
        let point = TrajectoryPoint {
            iteration: progress.iterations,
            primal: progress.primal_residual,
            dual: progress.dual_residual,
            gap: progress.gap,
        };
        let mut tapes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tape) = tapes.get_mut(progress.trial) {
            tape.push(point);
        }
        Flow::Continue
    }
}

impl Trajectory {
    fn new(mut points: Vec<TrajectoryPoint>, solution: &Solution) -> Trajectory {
        let (iteration, quality) = (solution.work.iterations, &solution.quality);
        points.retain(|point| point.iteration < iteration);
        let mut points = thinned(points, iteration);
        points.push(TrajectoryPoint {
            iteration,
            primal: quality.relative_primal_residual,
            dual: quality.relative_dual_residual,
            gap: quality.relative_gap,
        });
        Trajectory { points, status: solution.status }
    }
}

/// The first point in each of as many even parts of the way as may be, but for one that the end takes.
fn thinned(points: Vec<TrajectoryPoint>, end: u64) -> Vec<TrajectoryPoint> {
    let parts = TRAJECTORY_POINTS as u64 - 1;
    let part =
        |point: &TrajectoryPoint| u128::from(point.iteration) * u128::from(parts) / u128::from(end.max(1));
    let mut kept: Vec<TrajectoryPoint> = Vec::new();
    for point in points {
        if kept.last().is_none_or(|last| part(last) != part(&point)) {
            kept.push(point);
        }
    }
    kept
}
