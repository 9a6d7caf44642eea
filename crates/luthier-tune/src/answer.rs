//! What a study found.

use crate::comparison::Comparison;
use crate::search::{Ask, Choice, Plan, Round, incumbent};
use crate::space::SettingId;
use crate::study::View;

/// What a study found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The setting that was best in training; the default if none was better.
    pub chosen: SettingId,
    /// The setting to use: the chosen one, unless the default was better on the test instances.
    pub adopted: SettingId,
    /// Settings that were looked at.
    pub settings: u64,
    /// Settings that were run on all training instances, the best first, each against the default.
    pub finalists: Vec<(SettingId, Comparison)>,
    /// The settings that a race could not tell from the best.
    pub survivors: Option<Vec<SettingId>>,
    /// The chosen setting against the default in training.
    pub train: Option<Comparison>,
    /// The same on instances that had no part in the choice.
    pub test: Option<Comparison>,
    /// What each change is worth.
    pub effects: Vec<Effect>,
}

/// What one change of the chosen setting is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The parameter.
    pub parameter: &'static str,
    /// Cost with this parameter at its default and all other changes made, in multiples of the cost with it.
    pub factor: f64,
}

impl Effect {
    /// In words.
    pub fn words(&self) -> String {
        let percent = 100.0 * (self.factor - 1.0);
        match percent {
            p if p >= 0.5 => format!("without this change {p:.0}% more on the training instances"),
            p if p <= -0.5 => format!("without this change {:.0}% less on the training instances", -p),
            _ => "makes no difference on the training instances".to_owned(),
        }
    }
}

/// The answer that is known by now, and whether it is final: neither the search nor what follows it has anything left to run.
pub fn answer(view: &View) -> (Answer, bool) {
    // A study that was only just made has no instances, and no search.
    let plan = view.search.filter(|_| !view.train.is_empty()).map(|search| search.plan(&view.field()));
    let (choice, done) = match plan {
        Some(Plan::Done(choice)) => (choice, true),
        _ => (best_so_far(view), false),
    };
    let complete = done && follow_up(view, &choice).is_none();
    (conclude(view, &choice), complete)
}

/// The choice of a search that was not finished.
pub(crate) fn best_so_far(view: &View) -> Choice {
    let default = SettingId::DEFAULT;
    let best = incumbent(&view.field()).map_or(default, |best| best.setting);
    let finalists = if best == default { vec![default] } else { vec![best, default] };
    let mut settings: Vec<SettingId> = view.ledger.iter().map(|(_, setting, _)| setting).collect();
    settings.sort_unstable();
    settings.dedup();
    Choice { setting: best, finalists, settings: settings.len() as u64, survivors: None }
}

/// What is run once a search is done: the chosen setting and the default on the test instances, and the chosen setting
/// without each of its changes on the training instances that it is compared on. `None` if all of that is known.
pub(crate) fn follow_up(view: &View, choice: &Choice) -> Option<Round> {
    let (default, chosen) = (SettingId::DEFAULT, choice.setting);
    let mut effects: Vec<SettingId> = without_each(view, chosen).map(|(_, setting)| setting).collect();
    effects.sort_unstable();
    effects.dedup();
    let of = |instances: &[usize], settings: &[SettingId]| -> Vec<Ask> {
        let pairs = instances.iter().flat_map(|i| settings.iter().map(move |s| (*i, *s)));
        let wanted = pairs.filter(|(instance, setting)| !is_known(view, *instance, *setting));
        wanted.map(|(instance, setting)| Ask { instance, setting, until: None }).collect()
    };
    // Nothing is claimed for the default.
    let tested: &[SettingId] = if chosen == default { &[] } else { &[default, chosen] };
    let mut asks = of(&view.test, tested);
    asks.extend(of(&compared(view, choice), &effects));
    let name = "the choice, on instances it was not tuned on, and what each change is worth".to_owned();
    (!asks.is_empty()).then_some(Round { name, asks, alive: 1 })
}

/// The training instances on which the choice can be compared: all of them, unless the search was stopped early. To run more
/// of them then would spend what the budget did not grant, and put the settings that happen to be compared before all others
/// when the search goes on.
fn compared(view: &View, choice: &Choice) -> Vec<usize> {
    let known = |instance: &usize| choice.finalists.iter().all(|setting| is_known(view, *instance, *setting));
    view.train.iter().copied().filter(known).collect()
}

/// Whether the end of a trial is known.
pub(crate) fn is_known(view: &View, instance: usize, setting: SettingId) -> bool {
    view.term(&view.cost, instance, setting).is_some()
}

/// The settings that take back one change of a setting, as far as they are in the space.
fn without_each(view: &View, chosen: SettingId) -> impl Iterator<Item = (&'static str, SettingId)> + '_ {
    let parameters = view.space.parameters(chosen);
    view.space.axes().iter().filter_map(move |axis| {
        let base = axis.parameter.value(view.space.base());
        if axis.parameter.value(&parameters) == base {
            return None;
        }
        let mut without = parameters.clone();
        without.set_value(axis.parameter.name, base).ok()?;
        Some((axis.parameter.name, view.space.acting_like(&without)?))
    })
}

/// The answer, from what is known.
pub(crate) fn conclude(view: &View, choice: &Choice) -> Answer {
    let compare =
        |instances: &[usize], setting| Comparison::new(&view.cost, &view.ledger, instances, setting);
    let (chosen, train) = (choice.setting, compared(view, choice));
    let test = compare(&view.test, chosen);
    let no_better = test.as_ref().is_some_and(|test| test.ratio <= 1.0);
    let finalist = |setting: &SettingId| Some((*setting, compare(&train, *setting)?));
    Answer {
        chosen,
        adopted: if no_better { SettingId::DEFAULT } else { chosen },
        settings: choice.settings,
        finalists: choice.finalists.iter().filter_map(finalist).collect(),
        survivors: choice.survivors.clone(),
        train: compare(&train, chosen),
        test,
        effects: effects(view, &train, chosen),
    }
}

/// What each change of a setting is worth on instances on which it is known, as far as that was measured.
pub(crate) fn effects(view: &View, instances: &[usize], chosen: SettingId) -> Vec<Effect> {
    let compare = |setting| Comparison::new(&view.cost, &view.ledger, instances, setting);
    let effect = |(parameter, without)| {
        let (with, without) = (compare(chosen)?, compare(without)?);
        Some(Effect { parameter, factor: without.cost / with.cost })
    };
    without_each(view, chosen).filter_map(effect).collect()
}
