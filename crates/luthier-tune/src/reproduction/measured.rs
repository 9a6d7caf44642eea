//! What was measured: means with their uncertainty, along single parameters and over the joint grid.

use super::experiment::{Experiment, Sweep};
use crate::comparison::{Comparison, student};
use crate::error::Error;
use crate::run::spent;
use crate::space::SettingId;
use crate::store::{Reader, Store};
use crate::study::View;
use luthier::params::Value;
use std::path::Path;
use std::time::Duration;

/// A number with an interval that holds the truth with a probability of about 95%.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// What was seen.
    pub value: f64,
    /// Lower end; the value itself where there is too little to tell.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The mean cost of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The weight smoothing.
    pub theta: f64,
    /// The exponent of Pock and Chambolle's stage.
    pub alpha: f64,
    /// The setting.
    pub setting: SettingId,
    /// Mean iterations or seconds.
    pub mean: Estimate,
    /// Instances that it is over.
    pub instances: usize,
    /// Instances that were not solved; they count as the iteration limit.
    pub unsolved: usize,
}

/// A sweep of an experiment, complete.
#[derive(Debug)]
pub struct Swept {
    /// Its points: in the order of theta, then of alpha.
    pub points: Vec<Point>,
    /// All that is known.
    pub view: View,
}

/// What was measured in one unit.
#[derive(Debug)]
pub struct Sweeps {
    /// Along theta.
    pub theta: Swept,
    /// Along alpha.
    pub alpha: Swept,
    /// Over both.
    pub joint: Swept,
}

/// What was measured of an experiment.
#[derive(Debug)]
pub struct Measured {
    /// The experiment.
    pub experiment: Experiment,
    /// In iterations; `None` if that is not complete.
    pub iterations: Option<Sweeps>,
    /// In seconds; `None` if that is not complete.
    pub seconds: Option<Sweeps>,
    /// The time that was spent on it.
    pub spent: Duration,
}

impl Measured {
    /// Reads what the folder of a reproduction holds of an experiment.
    pub fn read(root: &Path, experiment: Experiment) -> Result<Measured, Error> {
        let (iterations, first) = read(root, experiment, false)?;
        let (seconds, second) = read(root, experiment, true)?;
        Ok(Measured { experiment, iterations, seconds, spent: first + second })
    }
}

fn read(root: &Path, experiment: Experiment, timed: bool) -> Result<(Option<Sweeps>, Duration), Error> {
    let folder = experiment.folder(root, timed);
    if !Store::exists(&folder) {
        return Ok((None, Duration::ZERO));
    }
    let reader = Reader::open(&folder)?;
    let swept = |sweep| Swept::read(&reader, experiment, sweep, timed);
    let all = (swept(Sweep::Theta)?, swept(Sweep::Alpha)?, swept(Sweep::Joint)?);
    let sweeps = match all {
        (Some(theta), Some(alpha), Some(joint)) => Some(Sweeps { theta, alpha, joint }),
        _ => None,
    };
    Ok((sweeps, spent(&reader.notes()?)))
}

impl Swept {
    /// Reads a sweep; `None` if it is not complete.
    fn read(
        reader: &Reader,
        experiment: Experiment,
        sweep: Sweep,
        timed: bool,
    ) -> Result<Option<Swept>, Error> {
        let view = View::about(reader, experiment.question(sweep, timed)?)?;
        if view.train.is_empty() {
            return Ok(None);
        }
        let points: Option<Vec<Point>> = view.space.settings().iter().map(|s| point(&view, *s)).collect();
        let Some(mut points) = points else { return Ok(None) };
        points.sort_by(|a, b| a.theta.total_cmp(&b.theta).then(a.alpha.total_cmp(&b.alpha)));
        Ok(Some(Swept { points, view }))
    }

    /// The point with these parameters.
    pub fn at(&self, theta: f64, alpha: f64) -> Option<&Point> {
        self.points.iter().find(|p| p.theta == theta && p.alpha == alpha)
    }

    /// The point with the least mean: what empirical risk minimisation picks. Of several the one with the fewest changes of the
    /// default, as searches do.
    pub fn best(&self) -> Option<&Point> {
        let place = |p: &Point| self.view.space.settings().iter().position(|s| *s == p.setting);
        let order =
            |a: &&Point, b: &&Point| a.mean.value.total_cmp(&b.mean.value).then(place(a).cmp(&place(b)));
        self.points.iter().min_by(order)
    }

    /// The point with the largest mean.
    pub fn worst(&self) -> Option<&Point> {
        self.points.iter().max_by(|a, b| a.mean.value.total_cmp(&b.mean.value))
    }

    /// The default of the paper.
    pub fn default(&self) -> Option<&Point> {
        self.points.iter().find(|p| p.setting == SettingId::DEFAULT)
    }

    /// How many times the mean of one point that of another is, paired over the instances that settings were chosen on.
    pub fn ratio(&self, of: &Point, to: &Point) -> Option<Estimate> {
        self.ratio_on(&self.view.train, of, to)
    }

    /// The same on instances that had no part in any choice; `None` where these points were not run on them.
    pub fn fresh_ratio(&self, of: &Point, to: &Point) -> Option<Estimate> {
        self.ratio_on(&self.view.test, of, to)
    }

    fn ratio_on(&self, instances: &[usize], of: &Point, to: &Point) -> Option<Estimate> {
        let view = &self.view;
        let c = Comparison::between(&view.cost, &view.ledger, instances, of.setting, to.setting)?;
        let (low, high) = c.interval.unwrap_or((c.ratio, c.ratio));
        Some(Estimate { value: c.ratio, low, high })
    }
}

/// The mean of a setting; `None` if it was not run to the end on all instances.
fn point(view: &View, setting: SettingId) -> Option<Point> {
    let mut costs = Vec::new();
    let mut unsolved = 0;
    for instance in &view.train {
        costs.push(view.term(&view.cost, *instance, setting)?);
        unsolved += usize::from(!view.ledger.get(*instance, setting)?.solved());
    }
    let parameters = view.space.parameters(setting);
    let real = |name: &str| match luthier::params::find(name).ok()?.value(&parameters) {
        Value::Real(value) => Some(value),
        _ => None,
    };
    let (theta, alpha) = (real("weight_smoothing")?, real("pock_chambolle_alpha")?);
    let mean = mean(&costs);
    // No cost is negative.
    let mean = Estimate { low: mean.low.max(0.0), ..mean };
    Some(Point { theta, alpha, setting, mean, instances: costs.len(), unsolved })
}

/// The mean with its interval by Student's t.
pub(super) fn mean(values: &[f64]) -> Estimate {
    let count = values.len() as f64;
    let value = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|v| (v - value).powi(2)).sum();
    let half = match values.len() {
        0 | 1 => 0.0,
        n => student(n - 1) * (squares / (count * (count - 1.0))).sqrt(),
    };
    Estimate { value, low: value - half, high: value + half }
}
