//! Costs of the default and of a setting on the same instances.

use super::digest;
use crate::cost::{Cost, Measure, Term};
use crate::space::SettingId;
use crate::study::View;
use std::fmt::Write;

/// Costs above this many times the largest that the default needed in training count as that: a bound is as good as the
/// range of what it bounds.
const HEADROOM: f64 = 2.0;

/// Costs on the same instances, in a fixed order.
pub(super) struct Sample {
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

/// The cap on costs, from what the default needs in training; `None` if that is not known.
pub(super) fn cap(view: &View) -> Option<f64> {
    let cost = counted(view);
    let mut terms = view.train.iter().map(|instance| term(view, &cost, *instance, SettingId::DEFAULT));
    let largest = terms.try_fold(0.0, |largest: f64, term| Some(largest.max(term?)))?;
    Some((HEADROOM * largest).min(cost.of_work(cost.limit)).max(1.0))
}

impl Sample {
    /// The sample on these instances; `None` if a trial is missing.
    pub(super) fn new(view: &View, instances: &[usize], setting: SettingId) -> Option<Sample> {
        let cost = counted(view);
        let mut sample = Sample { pairs: Vec::new(), solved: Vec::new(), digest: String::new() };
        let mut text = String::new();
        for instance in instances {
            let of = |setting| {
                let solved = view.ledger.get(*instance, setting).is_some_and(|record| cost.solved(record));
                Some((term(view, &cost, *instance, setting)?, solved))
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
    pub(super) fn capped(&self, cap: f64) -> Vec<(f64, f64)> {
        self.pairs.iter().map(|(a, b)| (a.min(cap), b.min(cap))).collect()
    }

    /// The part of instances of which something is true.
    pub(super) fn share(&self, of: impl Fn(f64, f64) -> bool) -> f64 {
        self.pairs.iter().filter(|(a, b)| of(*a, *b)).count() as f64 / self.pairs.len() as f64
    }
}

/// The cost of a trial, if its end is known.
pub(super) fn term(view: &View, cost: &Cost, instance: usize, setting: SettingId) -> Option<f64> {
    match cost.term(view.ledger.get(instance, setting)?) {
        Term::Known(term) => Some(term),
        Term::AtLeast(_) => None,
    }
}

/// The least that a trial can cost, as far as is known.
pub(super) fn at_least(view: &View, cost: &Cost, instance: usize, setting: SettingId) -> f64 {
    match view.ledger.get(instance, setting).map(|record| cost.term(record)) {
        Some(Term::Known(term) | Term::AtLeast(term)) => term,
        None => 0.0,
    }
}
