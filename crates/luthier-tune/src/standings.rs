//! What is known about settings: the best ones, and the cost along single parameters.

use crate::comparison::Comparison;
use crate::record::Ending;
use crate::space::SettingId;
use crate::study::View;
use luthier::params::{Parameter, Value};
use std::collections::HashSet;

/// The cost along one parameter, all others at their defaults.
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
    /// The setting that differs from the default in this value alone.
    pub setting: SettingId,
    /// How it did against the default, on the training instances on which both were run to their end.
    pub comparison: Comparison,
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
    (0..view.space.axes().len()).map(|axis| profile(view, axis)).collect()
}

fn profile(view: &View, axis: usize) -> Profile {
    let parameter = view.space.axes()[axis].parameter;
    let mut line = view.space.line(axis);
    let base = parameter.value(view.space.base());
    if !line.iter().any(|(value, _)| *value == base) {
        line.push((base, SettingId::DEFAULT));
    }
    let mut points: Vec<ProfilePoint> = line
        .into_iter()
        .filter_map(|(value, setting)| {
            // Where runs were laid aside, those that were not are the short ones: a mean over them would flatter.
            let aside = |i: &usize| view.ledger.get(*i, setting).is_some_and(|r| r.ending == Ending::Capped);
            if view.train.iter().any(aside) {
                return None;
            }
            let comparison = Comparison::new(&view.cost, &view.ledger, &view.train, setting)?;
            Some(ProfilePoint { value, setting, comparison })
        })
        .collect();
    points.sort_by(|a, b| number(a.value).total_cmp(&number(b.value)));
    Profile { parameter, points }
}

fn number(value: Value) -> f64 {
    match value {
        Value::Real(v) => v,
        Value::Count(v) => v as f64,
        Value::Switch(v) => f64::from(u8::from(v)),
        Value::Choice(_) | Value::Auto => f64::NEG_INFINITY,
        Value::Unlimited => f64::INFINITY,
    }
}
