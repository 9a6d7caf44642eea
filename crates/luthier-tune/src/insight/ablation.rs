//! The way from the default to a setting, one change at a time.

use crate::answer::{Effect, effects, is_known};
use crate::comparison::Comparison;
use crate::space::SettingId;
use crate::study::View;
use luthier::Parameters;
use luthier::params::{Parameter, Value};

/// The changes of a setting in the order in which they gain most.
#[derive(Clone, Debug)]
pub struct Ablation {
    /// The setting.
    pub setting: SettingId,
    /// Training instances that it rests on: those on which the default and the setting are known.
    pub instances: usize,
    /// What the default costs on them.
    pub default_cost: f64,
    /// The steps from the default. Each makes the change that lowers the cost most, of those that are measured.
    pub steps: Vec<AblationStep>,
    /// The changes that are left where no next step was measured; empty if the steps lead to the setting.
    pub left: Vec<Missing>,
    /// What the setting costs without each of its changes, as far as that was measured.
    pub effects: Vec<Effect>,
}

/// One step.
#[derive(Clone, Debug)]
pub struct AblationStep {
    /// The parameter that is changed.
    pub parameter: &'static Parameter,
    /// Its value before, that of the default.
    pub from: Value,
    /// Its value from here on, that of the setting.
    pub to: Value,
    /// The setting that this leads to.
    pub reached: SettingId,
    /// That setting against the default.
    pub comparison: Comparison,
    /// The cost before this step in multiples of the cost after it: above 1, it gains.
    pub factor: f64,
    /// Changes that were not measured here: one of them might have been the better step.
    pub missing: Vec<Missing>,
}

/// A change after which nothing was measured.
#[derive(Clone, Copy, Debug)]
pub struct Missing {
    /// The parameter that would be changed.
    pub parameter: &'static Parameter,
    /// The setting that it would lead to; `None` if that is not in the space.
    pub setting: Option<SettingId>,
}

/// The way from the default to a setting. `None` if that is the default, or if they cannot be compared.
pub fn ablation(view: &View, setting: SettingId) -> Option<Ablation> {
    let known = |i: &usize| is_known(view, *i, SettingId::DEFAULT) && is_known(view, *i, setting);
    let instances: Vec<usize> = view.train.iter().copied().filter(known).collect();
    if setting == SettingId::DEFAULT || instances.is_empty() {
        return None;
    }
    let walk = Walk { view, instances: &instances, goal: view.space.parameters(setting) };
    let default = walk.measured(SettingId::DEFAULT)?;
    let (mut left, mut steps) = (walk.changes(), Vec::new());
    let (mut at, mut ratio) = (view.space.base().clone(), default.ratio);
    let stuck = loop {
        let (mut candidates, missing) = walk.candidates(&at, ratio, &left);
        // Of equal ones the first.
        candidates.sort_by(|a, b| b.comparison.ratio.total_cmp(&a.comparison.ratio));
        let Some(step) = candidates.into_iter().next() else { break missing };
        // Both values are from the domain of the parameter.
        let _ = at.set_value(step.parameter.name, step.to);
        left.retain(|parameter| parameter.name != step.parameter.name);
        ratio = step.comparison.ratio;
        steps.push(AblationStep { missing, ..step });
    };
    let (count, effects) = (instances.len(), effects(view, &instances, setting));
    Some(Ablation { setting, instances: count, default_cost: default.cost, steps, left: stuck, effects })
}

struct Walk<'v> {
    view: &'v View,
    instances: &'v [usize],
    goal: Parameters,
}

impl Walk<'_> {
    /// The parameters in which the goal differs from the default.
    fn changes(&self) -> Vec<&'static Parameter> {
        let axes = self.view.space.axes().iter().map(|axis| axis.parameter);
        axes.filter(|p| p.value(&self.goal) != p.value(self.view.space.base())).collect()
    }

    /// A setting against the default, if it is known on all instances.
    fn measured(&self, setting: SettingId) -> Option<Comparison> {
        let comparison = Comparison::new(&self.view.cost, &self.view.ledger, self.instances, setting)?;
        (comparison.instances == self.instances.len()).then_some(comparison)
    }

    /// The next steps that were measured, and those that were not.
    fn candidates(
        &self,
        at: &Parameters,
        ratio: f64,
        changes: &[&'static Parameter],
    ) -> (Vec<AblationStep>, Vec<Missing>) {
        let (mut steps, mut missing) = (Vec::new(), Vec::new());
        for parameter in changes {
            let (from, to) = (parameter.value(at), parameter.value(&self.goal));
            let mut next = at.clone();
            // The value is one of the axis.
            let _ = next.set_value(parameter.name, to);
            let setting = self.view.space.acting_like(&next);
            let step = setting.and_then(|reached| {
                let comparison = self.measured(reached)?;
                let factor = comparison.ratio / ratio;
                let missing = Vec::new();
                Some(AblationStep { parameter, from, to, reached, comparison, factor, missing })
            });
            match step {
                Some(step) => steps.push(step),
                None => missing.push(Missing { parameter, setting }),
            }
        }
        (steps, missing)
    }
}
