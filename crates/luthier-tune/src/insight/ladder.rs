//! The gain of a setting at every tolerance that its runs passed.

use crate::comparison::Comparison;
use crate::cost::{Cost, Measure};
use crate::space::SettingId;
use crate::split::Side;
use crate::study::View;
use luthier::LADDER;

/// A setting against the default at one tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LadderStep {
    /// The step of [`LADDER`].
    pub rung: usize,
    /// Its tolerance.
    pub tolerance: f64,
    /// By mean iterations; unsolved runs count as the iteration limit.
    pub mean: Comparison,
    /// By the shifted geometric mean of iterations.
    pub geometric: Comparison,
}

/// A setting against the default on the instances of a side on which both are known, at every tolerance of [`LADDER`] that is
/// no tighter than that of the runs, the loosest first. Empty if runs of one of the two were laid aside.
pub fn ladder(view: &View, setting: SettingId, side: Side) -> Vec<LadderStep> {
    let instances = view.instances.on(side);
    if [SettingId::DEFAULT, setting].iter().any(|setting| view.laid_aside(&instances, *setting)) {
        return Vec::new();
    }
    let compare = |measure, rung| {
        let cost = Cost { measure, rung: Some(rung), limit: view.cost.limit };
        Comparison::new(&cost, &view.ledger, &instances, setting)
    };
    let step = |(rung, tolerance): (usize, &f64)| {
        let mean = compare(Measure::Iterations, rung)?;
        let geometric = compare(Measure::Geometric, rung)?;
        Some(LadderStep { rung, tolerance: *tolerance, mean, geometric })
    };
    // 1e-4 from a file and 1e-4 of the ladder may differ by a rounding.
    let tightest = view.question.parameters.relative_tolerance * (1.0 - 1e-9);
    LADDER.iter().enumerate().filter(|(_, tolerance)| **tolerance >= tightest).filter_map(step).collect()
}
