//! The declared space: a grid of settings around the default.

use luthier::Parameters;
use luthier::params::{Parameter, Value};

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
}

impl Space {
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
