//! Which parameters matter where the grid is not complete, and which two are shown together.

use super::importance::{Scale, importance};
use crate::search::incumbent;
use crate::space::SettingId;
use crate::standings::{Profile, profiles_around};
use crate::study::View;
use luthier::params::Parameter;

/// What a parameter changes when all others stay as they are.
#[derive(Clone, Copy, Debug)]
pub struct AxisEffect {
    /// The axis of the space.
    pub axis: usize,
    /// Its parameter.
    pub parameter: &'static Parameter,
    /// Values that were measured, with all other parameters as in the setting.
    pub values: usize,
    /// The largest cost among them in multiples of the least; 1 if fewer than two were measured. Each is taken relative to the
    /// default on the same instances.
    pub factor: f64,
}

/// What each parameter changes when all others are as in a setting, as far as that was measured.
pub fn effects(view: &View, around: SettingId) -> Vec<AxisEffect> {
    profiles_around(view, around).iter().enumerate().map(|(axis, profile)| effect(axis, profile)).collect()
}

fn effect(axis: usize, profile: &Profile) -> AxisEffect {
    let ratios = || profile.points.iter().map(|point| point.comparison.ratio);
    let (least, most) = ratios().fold((f64::INFINITY, 0.0), |(a, b): (f64, f64), r| (a.min(r), b.max(r)));
    let factor = if least > 0.0 && most.is_finite() { (most / least).max(1.0) } else { 1.0 };
    AxisEffect { axis, parameter: profile.parameter, values: profile.points.len(), factor }
}

/// Pairs of axes with at least two values each, as (across, down), those that matter most first. The axis with more values is
/// across.
///
/// What matters is told by [`importance()`] on a logarithmic scale: what the two explain alone and together. Where the grid is
/// not complete, it is what they change one at a time, around the default and around the best setting.
pub fn pairs(view: &View) -> Vec<(usize, usize)> {
    let axes = view.space.axes();
    let count = |axis: usize| axes[axis].values.len();
    let varied: Vec<usize> = (0..axes.len()).filter(|axis| count(*axis) > 1).collect();
    let all = varied.iter().enumerate().flat_map(|(k, i)| varied[k + 1..].iter().map(move |j| (*i, *j)));
    let weight = weights(view);
    let mut pairs: Vec<(f64, (usize, usize))> = all.map(|pair| (weight(pair), pair)).collect();
    pairs.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let turned = |(_, (i, j)): (f64, (usize, usize))| if count(j) > count(i) { (j, i) } else { (i, j) };
    pairs.into_iter().map(turned).collect()
}

/// How much a pair of axes, in the order of the space, matters.
fn weights(view: &View) -> Box<dyn Fn((usize, usize)) -> f64> {
    if let Ok(found) = importance(view, Scale::Log) {
        return Box::new(move |(i, j)| {
            let pair = found.pairs.iter().find(|pair| pair.axes == (i, j)).map_or(0.0, |pair| pair.share);
            found.axes[i].share + found.axes[j].share + pair
        });
    }
    let leader = incumbent(&view.field()).map(|best| best.setting);
    let mut logs = vec![0.0f64; view.space.axes().len()];
    for around in leader.into_iter().chain([SettingId::DEFAULT]) {
        for effect in effects(view, around) {
            logs[effect.axis] = logs[effect.axis].max(libm::log(effect.factor));
        }
    }
    Box::new(move |(i, j)| logs[i] + logs[j])
}
