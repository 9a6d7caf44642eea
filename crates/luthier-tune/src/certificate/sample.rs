//! Costs of the default and of a setting on the same instances.

use super::digest;
use crate::cost::{Cost, Measure, Term};
use crate::space::SettingId;
use crate::study::View;
use std::fmt::Write;

/// Costs well above the largest that the default needed in training are cut: a bound is as good as the range of what it
/// bounds. This many times that largest cost is not cut yet.
const HEADROOM: f64 = 1.5;

/// Costs on the same instances, in a fixed order.
pub(crate) struct Sample {
    /// Costs of the default and of the setting; unsolved ones are the limit.
    pub pairs: Vec<(f64, f64)>,
    /// Whether they were solved.
    pub solved: Vec<(bool, bool)>,
    /// A hash of instances, order and costs.
    pub digest: String,
}

/// What certificates count: iterations, or passes if the study does.
pub(super) fn counted(view: &View) -> Cost {
    let measure = if view.cost.measure == Measure::Passes { Measure::Passes } else { Measure::Iterations };
    Cost { measure, ..view.cost }
}

/// The cap on costs, from what the default needs in training; `None` if that is not known. It is a power of two, so that
/// there are few that it can be: see [`caps`].
pub(crate) fn cap(view: &View) -> Option<f64> {
    let cost = counted(view);
    let mut terms = view.train.iter().map(|instance| view.term(&cost, *instance, SettingId::DEFAULT));
    let largest = terms.try_fold(0.0, |largest: f64, term| Some(largest.max(term?)))?;
    let limit = cost.of_work(cost.limit).max(1.0);
    Some(powers().find(|power| *power >= HEADROOM * largest).map_or(limit, |power| power.min(limit)))
}

/// Whether the cap is known: the default was run on all training problems.
pub(crate) fn can_be_capped(view: &View) -> bool {
    cap(view).is_some()
}

/// How many caps there can be. What the training set shows has to hold for all of them at once, since it is the training set
/// that decides which one it is.
pub(crate) fn caps(view: &View) -> f64 {
    let cost = counted(view);
    let limit = cost.of_work(cost.limit);
    1.0 + powers().take_while(|power| *power < limit).count() as f64
}

/// 1, 2, 4, .. beyond every count.
fn powers() -> impl Iterator<Item = f64> {
    (0..=64).map(|exponent| libm::exp2(f64::from(exponent)))
}

impl Sample {
    /// The sample on these instances; `None` if a trial is missing.
    pub(crate) fn new(view: &View, instances: &[usize], setting: SettingId) -> Option<Sample> {
        let cost = counted(view);
        let mut sample = Sample { pairs: Vec::new(), solved: Vec::new(), digest: String::new() };
        let mut text = String::new();
        for instance in instances {
            let of = |setting| {
                let solved = view.ledger.get(*instance, setting).is_some_and(|record| cost.solved(record));
                Some((view.term(&cost, *instance, setting)?, solved))
            };
            let ((a, a_solved), (b, b_solved)) = (of(SettingId::DEFAULT)?, of(setting)?);
            sample.pairs.push((a, b));
            sample.solved.push((a_solved, b_solved));
            let fingerprint = view.instances.rows()[*instance].fingerprint;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{fingerprint} {a} {a_solved} {b} {b_solved}");
        }
        sample.digest = digest(text.as_bytes());
        Some(sample)
    }

    /// The pairs with large costs cut.
    pub(crate) fn capped(&self, cap: f64) -> Vec<(f64, f64)> {
        self.pairs.iter().map(|(a, b)| (a.min(cap), b.min(cap))).collect()
    }

    /// The part of instances of which something is true.
    pub(super) fn share(&self, of: impl Fn(f64, f64) -> bool) -> f64 {
        self.pairs.iter().filter(|(a, b)| of(*a, *b)).count() as f64 / self.pairs.len() as f64
    }
}

/// The least that a trial can cost, as far as is known.
pub(super) fn at_least(view: &View, cost: &Cost, instance: usize, setting: SettingId) -> f64 {
    match view.ledger.get(instance, setting).map(|record| cost.term(record)) {
        Some(Term::Known(term) | Term::AtLeast(term)) => term,
        None => 0.0,
    }
}
