//! The declared space: a grid of settings around the default.

mod inert;

use crate::error::Error;
use luthier::Parameters;
use luthier::params::{Parameter, Value};
use std::collections::HashMap;

/// A setting of a space: 0 is the default, the points of the grid follow, the last axis fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SettingId(pub u64);

impl SettingId {
    /// The parameters that everything is compared with.
    pub const DEFAULT: SettingId = SettingId(0);
}

/// A parameter and the values that are tried.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The parameter.
    pub parameter: &'static Parameter,
    /// Its values, in the order in which they were declared, all different.
    pub values: Vec<Value>,
}

/// A grid of settings: every combination of the values of its axes, over parameters that stay the same.
#[derive(Clone, Debug)]
pub struct Space {
    base: Parameters,
    axes: Vec<Axis>,
    settings: Vec<SettingId>,
    same: HashMap<SettingId, SettingId>,
}

impl Space {
    /// The grid of these axes over these parameters.
    pub fn new(base: Parameters, axes: Vec<Axis>) -> Result<Space, Error> {
        let mut space = Space { base, axes, settings: Vec::new(), same: HashMap::new() };
        space.find_distinct()?;
        Ok(space)
    }

    /// Settings that differ in what they do, the default first. Of several points of the grid that act alike, the first.
    pub fn settings(&self) -> &[SettingId] {
        &self.settings
    }

    /// The setting among [`Space::settings`] that acts like this one.
    pub fn distinct(&self, setting: SettingId) -> SettingId {
        self.same.get(&setting).copied().unwrap_or(setting)
    }

    /// The parameters of a setting.
    pub fn parameters(&self, setting: SettingId) -> Parameters {
        let mut parameters = self.base.clone();
        for (axis, step) in self.axes.iter().zip(self.steps(setting).unwrap_or_default()) {
            // Values of axes are in the domains of their parameters.
            let _ = parameters.set_value(axis.parameter.name, axis.values[step]);
        }
        parameters
    }

    /// The settings that differ from the default in one parameter at most: each value of the axis with its setting.
    pub fn line(&self, axis: usize) -> Vec<(Value, SettingId)> {
        let Some(line) = self.axes.get(axis) else { return Vec::new() };
        let setting = |value: &Value| {
            let mut wanted = self.base.clone();
            let _ = wanted.set_value(line.parameter.name, *value);
            self.settings.iter().copied().find(|s| self.acts_like(*s, &wanted))
        };
        line.values.iter().filter_map(|value| Some((*value, setting(value)?))).collect()
    }

    fn acts_like(&self, setting: SettingId, wanted: &Parameters) -> bool {
        inert::without_inert(&self.parameters(setting), &self.base)
            == inert::without_inert(wanted, &self.base)
    }

    fn find_distinct(&mut self) -> Result<(), Error> {
        let mut first: HashMap<String, SettingId> = HashMap::new();
        for setting in (0..=self.size()).map(SettingId) {
            let parameters = self.parameters(setting);
            parameters.validate()?;
            let text = inert::without_inert(&parameters, &self.base).to_toml();
            let same = *first.entry(text).or_insert(setting);
            if same == setting {
                self.settings.push(setting);
            } else {
                self.same.insert(setting, same);
            }
        }
        Ok(())
    }

    /// The parameters that stay the same; the default setting.
    pub fn base(&self) -> &Parameters {
        &self.base
    }

    /// Its axes.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Points of the grid.
    pub fn size(&self) -> u64 {
        self.axes.iter().map(|axis| axis.values.len() as u64).product()
    }

    /// The point of the grid at these positions on the axes.
    pub fn at(&self, steps: &[usize]) -> SettingId {
        let position = self
            .axes
            .iter()
            .zip(steps)
            .fold(0, |position, (axis, step)| position * axis.values.len() as u64 + *step as u64);
        SettingId(position + 1)
    }

    /// The positions of a setting on the axes; `None` for the default.
    pub fn steps(&self, setting: SettingId) -> Option<Vec<usize>> {
        let mut position = setting.0.checked_sub(1)?;
        let mut steps = vec![0; self.axes.len()];
        for (step, axis) in steps.iter_mut().zip(&self.axes).rev() {
            let count = axis.values.len() as u64;
            (*step, position) = ((position % count) as usize, position / count);
        }
        Some(steps)
    }
}
