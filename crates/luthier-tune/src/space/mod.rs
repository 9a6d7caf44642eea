//! The declared space: a grid of settings around the default.

mod check;
mod inert;
mod parse;
mod range;
mod text;

pub(crate) use check::check_base;
pub(crate) use inert::is_inert;
pub use parse::SPACES;

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

impl Axis {
    fn position(&self, value: &Value) -> Option<usize> {
        self.values.iter().position(|v| v == value)
    }

    /// The position of the value of these parameters; behind the last if they have another one.
    fn base_code(&self, base: &Parameters) -> u64 {
        self.position(&self.parameter.value(base)).unwrap_or(self.values.len()) as u64
    }
}

/// A grid of settings: every combination of the values of its axes, over parameters that stay the same.
#[derive(Clone, Debug)]
pub struct Space {
    base: Parameters,
    axes: Vec<Axis>,
    /// For each axis the code of its value in `base`. The code of a value is its position on the axis.
    base_codes: Vec<u64>,
    settings: Vec<SettingId>,
    /// Points of the grid that act like an earlier one, with that one.
    same: HashMap<SettingId, SettingId>,
    /// The settings by their keys.
    keys: HashMap<u64, SettingId>,
}

impl Space {
    /// The grid of these axes over these parameters.
    pub fn new(base: Parameters, axes: Vec<Axis>) -> Result<Space, Error> {
        let axes: Vec<(String, Axis)> = axes.into_iter().map(|axis| (axis.to_string(), axis)).collect();
        let whole: Vec<&str> = axes.iter().map(|(text, _)| text.as_str()).collect();
        let whole = whole.join("; ");
        Space::declare(base, axes, &whole)
    }

    /// The grid of axes with the texts that errors repeat: one for each, and one for the whole.
    fn declare(base: Parameters, axes: Vec<(String, Axis)>, whole: &str) -> Result<Space, Error> {
        check_base(&base)?;
        check::check(&axes, whole)?;
        let axes: Vec<Axis> = axes.into_iter().map(|(_, axis)| axis).collect();
        let base_codes = axes.iter().map(|axis| axis.base_code(&base)).collect();
        let (settings, same, keys) = Default::default();
        let mut space = Space { base, axes, base_codes, settings, same, keys };
        space.find_distinct(whole)?;
        Ok(space)
    }

    /// Settings that differ in what they do: the default first, then those with fewer changes before those with more, so that
    /// of several equally good ones the first is the plainest. Of several points of the grid that act alike, the first.
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
        let mut parameters = self.base.clone();
        let mut setting = |(value, code): (&Value, u64)| {
            // Values of axes are in the domains of their parameters.
            let _ = parameters.set_value(line.parameter.name, *value);
            let mut codes = self.base_codes.clone();
            if !is_inert(line.parameter.name, &parameters) {
                codes[axis] = code;
            }
            Some((*value, *self.keys.get(&self.key(&codes))?))
        };
        line.values.iter().zip(0..).filter_map(&mut setting).collect()
    }

    /// The setting among [`Space::settings`] that acts like these parameters.
    pub fn acting_like(&self, parameters: &Parameters) -> Option<SettingId> {
        let mut codes = self.base_codes.clone();
        for parameter in text::ways().filter(|p| !is_inert(p.name, parameters)) {
            let value = parameter.value(parameters);
            match self.axes.iter().position(|axis| axis.parameter.name == parameter.name) {
                _ if value == parameter.value(&self.base) => {}
                Some(axis) => codes[axis] = self.axes[axis].position(&value)? as u64,
                None => return None,
            }
        }
        self.keys.get(&self.key(&codes)).copied()
    }

    /// Goes through all points of the grid: they must be possible, and those that act alike are one setting.
    fn find_distinct(&mut self, whole: &str) -> Result<(), Error> {
        let mut points: Vec<(usize, SettingId)> = (0..=self.size()).map(|id| (0, SettingId(id))).collect();
        for (changes, setting) in &mut points {
            let steps = self.steps(*setting).unwrap_or_default();
            *changes =
                steps.iter().zip(&self.base_codes).filter(|(step, base)| **step as u64 != **base).count();
        }
        points.sort();
        for (_, setting) in points {
            let parameters = self.parameters(setting);
            if let Err(error) = parameters.validate() {
                return Err(Error::Space {
                    text: whole.to_owned(),
                    problem: self.contradiction(setting, &error),
                });
            }
            let key = self.key(&self.codes(setting, &parameters));
            let same = *self.keys.entry(key).or_insert(setting);
            if same == setting {
                self.settings.push(setting);
            } else {
                self.same.insert(setting, same);
            }
        }
        Ok(())
    }

    fn contradiction(&self, setting: SettingId, error: &luthier::Error) -> String {
        let setting = self.words(setting);
        format!("its setting '{setting}' cannot be used: {error}; leave one of these values out")
    }

    /// The codes of a setting with these parameters. What does nothing counts as it is in `base`, so that settings that act
    /// alike have the same codes.
    fn codes(&self, setting: SettingId, parameters: &Parameters) -> Vec<u64> {
        let mut codes = self.base_codes.clone();
        for (i, step) in self.steps(setting).into_iter().flatten().enumerate() {
            if !is_inert(self.axes[i].parameter.name, parameters) {
                codes[i] = step as u64;
            }
        }
        codes
    }

    /// Codes as one number. It is below 2^(axes) times the size of the grid, and so far from overflow.
    fn key(&self, codes: &[u64]) -> u64 {
        let counts = self.axes.iter().map(|axis| axis.values.len() as u64 + 1);
        counts.zip(codes).fold(0, |key, (count, code)| key * count + code)
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

#[cfg(test)]
mod tests {
    use super::*;
    use luthier::params::find;

    fn axis(name: &str, values: &[&str]) -> Axis {
        let parameter = find(name).unwrap();
        Axis { parameter, values: values.iter().map(|v| parameter.domain.parse(v).unwrap()).collect() }
    }

    fn space(axes: &[(&str, &[&str])]) -> Space {
        let axes = axes.iter().map(|(name, values)| axis(name, values)).collect();
        Space::new(Parameters::default(), axes).unwrap()
    }

    fn ids(ids: &[u64]) -> Vec<SettingId> {
        ids.iter().copied().map(SettingId).collect()
    }

    #[test]
    fn ids_and_steps_are_inverse_and_the_last_axis_is_fastest() {
        let space = space(&[("weight_smoothing", &["0.1", "0.2"]), ("ruiz_iterations", &["1", "2", "3"])]);
        assert_eq!(space.size(), 6);
        assert_eq!(space.steps(SettingId::DEFAULT), None);
        let steps: Vec<_> = (1..=6).map(|id| space.steps(SettingId(id)).unwrap()).collect();
        assert_eq!(steps, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        for (id, steps) in (1..).zip(steps) {
            assert_eq!(space.at(&steps), SettingId(id));
            let parameters = space.parameters(SettingId(id));
            assert_eq!(parameters.weight_smoothing, [0.1, 0.2][steps[0]]);
            assert_eq!(parameters.ruiz_iterations, steps[1] as u64 + 1);
        }
        assert_eq!(space.settings(), ids(&[0, 1, 2, 3, 4, 5, 6]));
    }

    #[test]
    fn points_that_act_alike_are_the_plainest_of_them() {
        // Plain PDHG knows no weight smoothing, and the second of pdlp is the default.
        let space = space(&[("method", &["pdlp", "pdhg"]), ("weight_smoothing", &["0.1", "0.5", "0.9"])]);
        assert_eq!(space.settings(), ids(&[0, 1, 3, 5]));
        let distinct: Vec<_> = (0..=6).map(|id| space.distinct(SettingId(id))).collect();
        assert_eq!(distinct, ids(&[0, 1, 0, 3, 5, 5, 5]));
    }

    #[test]
    fn an_exponent_without_its_stage_is_one_setting() {
        let off: (&str, &[&str]) = ("pock_chambolle", &["off", "power-sums"]);
        let space = space(&[off, ("pock_chambolle_alpha", &["0.5", "1.5"])]);
        // Those with one change come before the one with two.
        assert_eq!(space.settings(), ids(&[0, 3, 4, 1]));
        assert_eq!(space.distinct(SettingId(2)), SettingId(1));
    }

    #[test]
    fn a_line_leaves_all_else_as_it_is() {
        let space = space(&[("weight_smoothing", &["0.1", "0.5"]), ("ruiz_iterations", &["4", "10"])]);
        let thetas = [(Value::Real(0.1), SettingId(2)), (Value::Real(0.5), SettingId::DEFAULT)];
        assert_eq!(space.line(0), thetas);
        let rounds = [(Value::Count(4), SettingId(3)), (Value::Count(10), SettingId::DEFAULT)];
        assert_eq!(space.line(1), rounds);
        assert_eq!(space.line(2), []);
    }

    #[test]
    fn a_line_has_only_settings_of_the_grid() {
        let space = space(&[("weight_smoothing", &["0.1", "0.5"]), ("ruiz_iterations", &["4", "20"])]);
        // With 10 rounds of the default there is no other setting.
        assert_eq!(space.line(0), [(Value::Real(0.5), SettingId::DEFAULT)]);
        assert_eq!(space.line(1), [(Value::Count(4), SettingId(3)), (Value::Count(20), SettingId(4))]);
    }

    #[test]
    fn a_line_of_a_method_goes_to_what_acts_like_it() {
        let space = space(&[("weight_smoothing", &["0.1", "0.9"]), ("method", &["pdlp", "pdhg"])]);
        let pdhg = SettingId(2);
        assert_eq!(
            space.line(1),
            [(Value::Choice("pdlp"), SettingId::DEFAULT), (Value::Choice("pdhg"), pdhg)]
        );
        assert_eq!(space.parameters(pdhg).weight_smoothing, 0.1);
    }

    #[test]
    fn axes_made_by_hand_are_checked_too() {
        let refusal = |axes: Vec<Axis>| Space::new(Parameters::default(), axes).unwrap_err().to_string();
        assert_eq!(
            refusal(vec![axis("weight_smoothing", &[])]),
            "space 'weight_smoothing=': weight_smoothing has no values; expected at least one, such as weight_smoothing=0.02,0.1..1:10"
        );
        let outside = Axis { values: vec![Value::Count(1)], ..axis("weight_smoothing", &[]) };
        assert_eq!(
            refusal(vec![outside]),
            "space 'weight_smoothing=1': '1' is no value of weight_smoothing; expected a number from 0 to 1"
        );
        assert!(refusal(vec![axis("norm", &["l2"])]).contains("cannot be tuned"));
        assert!(refusal(vec![axis("check_period", &["1", "1"])]).contains("the value 1 is there twice"));
        let twice = refusal(vec![axis("check_period", &["1"]), axis("check_period", &["2"])]);
        assert!(twice.contains("check_period has values already, in 'check_period=1'"), "{twice}");
        let bad = Parameters { weight_smoothing: 2.0, ..Parameters::default() };
        let refused = Space::new(bad, Vec::new()).unwrap_err().to_string();
        assert_eq!(refused, "weight_smoothing = 2 is not possible: expected a number from 0 to 1");
    }
}
