//! What is known about settings: the best ones, and the cost along single parameters.

use crate::answer::is_known;
use crate::comparison::{Comparison, mean_band};
use crate::space::{Axis, SettingId};
use crate::study::View;
use luthier::params::{Parameter, Value};
use std::collections::HashSet;

/// The cost along one parameter, all others as they are in one setting: the default, if nothing else is said.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The parameter.
    pub parameter: &'static Parameter,
    /// Its values, in ascending order where they are numbers, as far as their runs were run to their ends.
    pub points: Vec<ProfilePoint>,
}

/// One value of a parameter.
#[derive(Clone, Copy, Debug)]
pub struct ProfilePoint {
    /// The value.
    pub value: Value,
    /// The setting that differs from that one in this value alone.
    pub setting: SettingId,
    /// How it did against the default, on the training instances on which both were run to their end.
    pub comparison: Comparison,
    /// An interval around its cost that holds the mean cost over all instances of the family with a probability of about 95%:
    /// an estimate (Student's t), no guarantee. `None` with fewer than two instances.
    pub band: Option<(f64, f64)>,
}

/// The settings that were run to their end on all training instances, the least cost first, ties as searches break them.
pub fn standings(view: &View) -> Vec<(SettingId, Comparison)> {
    let run: HashSet<SettingId> = view.ledger.iter().map(|(_, setting, _)| setting).collect();
    let compare = |setting| {
        let comparison = Comparison::new(&view.cost, &view.ledger, &view.train, setting)?;
        (comparison.instances == view.train.len()).then_some((setting, comparison))
    };
    let settings = view.space.settings().iter().copied().filter(|setting| run.contains(setting));
    let mut standings: Vec<_> = settings.filter_map(compare).collect();
    standings.sort_by(|(_, a), (_, b)| a.cost.total_cmp(&b.cost));
    standings
}

/// The profile of each axis of the space; the default is on each.
pub fn profiles(view: &View) -> Vec<Profile> {
    profiles_around(view, SettingId::DEFAULT)
}

/// The profile of each axis of the space with all other parameters as in a setting, which is on each.
pub fn profiles_around(view: &View, setting: SettingId) -> Vec<Profile> {
    (0..view.space.axes().len()).map(|axis| profile(view, axis, setting)).collect()
}

fn profile(view: &View, axis: usize, around: SettingId) -> Profile {
    let parameter = view.space.axes()[axis].parameter;
    let mut line = line(view, axis, around);
    let own = parameter.value(&view.space.parameters(around));
    if !line.iter().any(|(value, _)| *value == own) {
        line.push((own, around));
    }
    let mut points: Vec<ProfilePoint> =
        line.into_iter().filter_map(|(value, setting)| point(view, value, setting)).collect();
    points.sort_by(|a, b| number(a.value).total_cmp(&number(b.value)));
    Profile { parameter, points }
}

/// Each value of an axis, and that of the default, with the setting that has it and is as the given one in all else; as far
/// as they are in the space.
fn line(view: &View, axis: usize, around: SettingId) -> Vec<(Value, SettingId)> {
    if around == SettingId::DEFAULT {
        return view.space.line(axis);
    }
    let Axis { parameter, values } = &view.space.axes()[axis];
    let base = parameter.value(view.space.base());
    let added = Some(base).filter(|base| !values.contains(base));
    let mut parameters = view.space.parameters(around);
    let mut setting = |value: Value| {
        // Values of axes are in the domains of their parameters.
        let _ = parameters.set_value(parameter.name, value);
        Some((value, view.space.acting_like(&parameters)?))
    };
    values.iter().copied().chain(added).filter_map(&mut setting).collect()
}

fn point(view: &View, value: Value, setting: SettingId) -> Option<ProfilePoint> {
    if view.laid_aside(&view.train, setting) {
        return None;
    }
    let comparison = Comparison::new(&view.cost, &view.ledger, &view.train, setting)?;
    let compared = view.train.iter().filter(|i| is_known(view, **i, SettingId::DEFAULT));
    let terms: Vec<f64> = compared.filter_map(|i| view.term(&view.cost, *i, setting)).collect();
    Some(ProfilePoint { value, setting, comparison, band: mean_band(&view.cost, &terms) })
}

/// Where a value stands among others; words stand before all numbers.
pub(crate) fn number(value: Value) -> f64 {
    match value {
        Value::Real(v) => v,
        Value::Count(v) => v as f64,
        Value::Switch(v) => f64::from(u8::from(v)),
        Value::Choice(_) | Value::Auto => f64::NEG_INFINITY,
        Value::Unlimited => f64::INFINITY,
    }
}
