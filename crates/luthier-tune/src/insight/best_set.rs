//! The settings that may be the best one.

use super::CONFIDENCE;
use super::table::Table;
use crate::bounds::beats;
use crate::certificate::{cap, caps};
use crate::cost::{Cost, Measure, Term};
use crate::search::incumbent;
use crate::space::SettingId;
use crate::study::View;

/// Each setting is compared with at least so many of the best,
const RIVALS: usize = 8;
/// and with more as long as no more values than this are bet on.
const VALUES: usize = 4_000_000;

/// The settings that no other is proven to be better than.
///
/// If the instances are independent draws of one distribution, and the space and the number of training instances were
/// declared before anything was run, then the setting with the least mean cost of all in the space (costs above the cap count
/// as the cap) is in the set, but for a probability of 1 - confidence. Mean cost is that of the study's measure: for the
/// shifted geometric mean, the mean logarithm.
#[derive(Clone, Debug, PartialEq)]
pub struct BestSet {
    /// The settings, in the order of the space. Those of which too little is known are among them, and so is the one with the
    /// least cost in training.
    pub settings: Vec<SettingId>,
    /// The settings of the space.
    pub considered: usize,
    /// Training instances.
    pub instances: usize,
    /// Settings that each one was compared with: all that are complete, or the best of them. With fewer the set can be larger,
    /// and is as right: a part of the probability is set aside for every pair, compared or not.
    pub rivals: usize,
    /// Work above this counts as this.
    pub cap: f64,
    /// The confidence.
    pub confidence: f64,
}

/// The settings that may be the best one. `None` if the default is not known on all training instances, or if the cost is in
/// seconds, which have no cap.
pub fn best_set(view: &View) -> Option<BestSet> {
    best_set_of(view, &Table::new(view))
}

pub(super) fn best_set_of(view: &View, table: &Table<'_>) -> Option<BestSet> {
    if view.cost.measure == Measure::Seconds {
        return None;
    }
    let cap = cap(view)?;
    let scale = Scale::new(&view.cost, cap);
    let (settings, instances) = (view.space.settings(), view.train.len());
    let rivals = scale.rivals(view, table);
    // As in a certificate: for every cap that the training set could have led to, and for every pair.
    let each = (1.0 - CONFIDENCE) / (caps(view) * settings.len().saturating_sub(1).max(1) as f64);
    let leader = incumbent(&view.field()).map(|best| best.setting);
    let may_be_best = |setting: &&SettingId| {
        let own = scale.at_least(table.row(**setting));
        Some(**setting) == leader
            || own.is_empty()
            || !rivals.iter().any(|rival| beats(rival, &own, scale.most, each))
    };
    Some(BestSet {
        settings: settings.iter().filter(may_be_best).copied().collect(),
        considered: settings.len(),
        instances,
        rivals: rivals.len(),
        cap,
        confidence: CONFIDENCE,
    })
}

/// Terms as numbers from 0 to the most that a capped one can be.
struct Scale {
    least: f64,
    most: f64,
}

impl Scale {
    fn new(cost: &Cost, cap: f64) -> Scale {
        let least = cost.least();
        Scale { least, most: cost.of_work(cap as u64) - least }
    }

    fn scaled(&self, term: f64) -> f64 {
        (term - self.least).clamp(0.0, self.most)
    }

    /// What a setting costs at least.
    fn at_least(&self, row: &[Option<Term>]) -> Vec<f64> {
        let bound = |term: &Option<Term>| match term {
            Some(Term::Known(term) | Term::AtLeast(term)) => self.scaled(*term),
            None => 0.0,
        };
        row.iter().map(bound).collect()
    }

    /// The complete settings with the least costs. Only of those is it known how little they cost.
    fn rivals(&self, view: &View, table: &Table<'_>) -> Vec<Vec<f64>> {
        let settings = view.space.settings();
        let row = |terms: Vec<f64>| -> Vec<f64> { terms.into_iter().map(|term| self.scaled(term)).collect() };
        let mut complete: Vec<Vec<f64>> =
            settings.iter().filter_map(|setting| table.complete(*setting)).map(row).collect();
        complete.sort_by(|a, b| a.iter().sum::<f64>().total_cmp(&b.iter().sum()));
        let values = settings.len().saturating_mul(view.train.len()).max(1);
        complete.truncate(RIVALS.max(VALUES / values));
        complete
    }
}
