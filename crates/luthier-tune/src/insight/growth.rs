//! What more and more instances prove about the speed-up.

use crate::bounds::speedup_lower;
use crate::certificate::{Sample, cap, spend};
use crate::cost::SHIFT;
use crate::space::SettingId;
use crate::split::Side;
use crate::study::View;

/// Which instances it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrowthBasis {
    /// The sealed set, which was opened: the last point is the bound that a certificate takes from it.
    Sealed,
    /// The test set: a preview, which certifies nothing. A setting that the test refused was not adopted, so that what is left
    /// flatters.
    Test,
}

/// A lower bound on the speed-up in the shifted geometric mean, as instances come in.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// Which instances it rests on.
    pub basis: GrowthBasis,
    /// Costs above this count as this.
    pub cap: f64,
    /// The probability with which each bound is wrong at most, if the basis is the sealed set; each on its own.
    pub delta: f64,
    /// The bound on the first 5, 10, 20, 50, .. instances, and on all.
    pub points: Vec<GrowthPoint>,
}

/// The first instances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrowthPoint {
    /// How many.
    pub instances: usize,
    /// The speed-up seen on them.
    pub seen: f64,
    /// The bound that they prove.
    pub bound: f64,
}

/// What the first instances prove, in the fixed order of the instances, with the cap, the shift and the part of the
/// probability that a certificate uses: `confidence` is that of all openings together, `opening` the number of this one, from
/// 1. `None` for the default, and if neither the sealed nor the test instances are known.
pub fn growth(view: &View, setting: SettingId, confidence: f64, opening: u64) -> Option<Growth> {
    let cap = cap(view).filter(|_| setting != SettingId::DEFAULT)?;
    let sample = |side| {
        let sample = Sample::new(view, &view.instances.on(side), setting)?;
        Some(sample.capped(cap)).filter(|pairs| !pairs.is_empty())
    };
    let (basis, pairs) = match sample(Side::Sealed) {
        Some(pairs) => (GrowthBasis::Sealed, pairs),
        None => (GrowthBasis::Test, sample(Side::Test)?),
    };
    // The other half is that of the training set.
    let delta = spend(1.0 - confidence, opening.max(1)) / 2.0;
    let point = |instances: usize| {
        let first = pairs.get(..instances)?;
        let logs: f64 = first.iter().map(|(a, b)| libm::log((a + SHIFT) / (b + SHIFT))).sum();
        let seen = libm::exp(logs / instances as f64);
        Some(GrowthPoint { instances, seen, bound: speedup_lower(first, cap, SHIFT, delta).ok()? })
    };
    let points: Option<Vec<GrowthPoint>> = sizes(pairs.len()).into_iter().map(point).collect();
    Some(Growth { basis, cap, delta, points: points? })
}

/// 5, 10, 20, 50, .. below a number, and the number.
fn sizes(all: usize) -> Vec<usize> {
    let decades = (0..18).map(|k| 10usize.pow(k));
    let sizes = decades.flat_map(|ten| [ten, 2 * ten, 5 * ten]).filter(|size| (5..all).contains(size));
    sizes.chain([all]).collect()
}
