//! A setting against the default, instance by instance.

use crate::cost::{Cost, Measure};
use crate::space::SettingId;
use crate::split::Side;
use crate::study::View;
use luthier::Fingerprint;

/// One instance on which both were run to their ends.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelPoint {
    /// Position of the instance in the study.
    pub instance: usize,
    /// Its name.
    pub label: String,
    /// Its content.
    pub fingerprint: Fingerprint,
    /// What the default costs.
    pub default_cost: f64,
    /// What the setting costs.
    pub cost: f64,
    /// Whether the default solved it. What an unsolved run costs is what the measure charges for it.
    pub default_solved: bool,
    /// Whether the setting solved it.
    pub solved: bool,
}

/// The default and a setting on the instances of a side on which both are known, in their order.
///
/// With a step of [`LADDER`](luthier::LADDER), a run counts as solved where it first met that tolerance; then costs are
/// iterations, since nothing else is recorded there. Without, it is the goal of the study.
pub fn duel(view: &View, setting: SettingId, side: Side, rung: Option<usize>) -> Vec<DuelPoint> {
    let cost = single(&view.cost, rung);
    let of = |instance: usize, setting| {
        let solved = view.ledger.get(instance, setting).is_some_and(|record| cost.solved(record));
        Some((view.term(&cost, instance, setting)?, solved))
    };
    let point = |instance: usize| {
        let row = view.instances.rows().get(instance)?;
        let (default_cost, default_solved) = of(instance, SettingId::DEFAULT)?;
        let (cost, solved) = of(instance, setting)?;
        let (label, fingerprint) = (row.label.clone(), row.fingerprint);
        Some(DuelPoint { instance, label, fingerprint, default_cost, cost, default_solved, solved })
    };
    view.instances.on(side).into_iter().filter_map(point).collect()
}

/// The cost of single runs, in the unit of the measure.
pub(super) fn single(cost: &Cost, rung: Option<usize>) -> Cost {
    let measure = match cost.measure {
        // Its terms are logarithms.
        Measure::Geometric => Measure::Iterations,
        Measure::Passes | Measure::Seconds if rung.is_some() => Measure::Iterations,
        measure => measure,
    };
    Cost { measure, rung: rung.or(cost.rung), ..*cost }
}
