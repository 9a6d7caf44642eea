//! Settings that are spread evenly over a space.

use crate::space::{Axis, SettingId, Space};
use sobol_burley::NUM_DIMENSIONS;
use std::collections::HashSet;

/// Points of the sequence that are looked at: as many as it has.
const POINTS: u32 = 1 << 16;

/// The default and `count` settings, or as many as there are, in the order of the space: the first ones that a scrambled
/// Sobol sequence meets, each coordinate standing for the values of an axis. If the sequence ends before it has met
/// enough, the rest are those that come first in the space.
pub fn sample(space: &Space, count: u64) -> Vec<SettingId> {
    let wanted = usize::try_from(count).unwrap_or(usize::MAX).saturating_add(1);
    if wanted >= space.settings().len() {
        return space.settings().to_vec();
    }
    let mut chosen = HashSet::from([SettingId::DEFAULT]);
    let points = (0..POINTS).map(|index| space.distinct(space.at(&point(space.axes(), index))));
    for setting in points.chain(space.settings().iter().copied()) {
        chosen.insert(setting);
        if chosen.len() == wanted {
            break;
        }
    }
    space.settings().iter().copied().filter(|setting| chosen.contains(setting)).collect()
}

/// A point of the sequence as positions on the axes.
fn point(axes: &[Axis], index: u32) -> Vec<usize> {
    let step = |(dimension, axis): (u32, &Axis)| {
        // Further dimensions than the sequence has are those of another one.
        let coordinate = sobol_burley::sample(index, dimension % NUM_DIMENSIONS, dimension / NUM_DIMENSIONS);
        let count = axis.values.len();
        ((f64::from(coordinate) * count as f64) as usize).min(count.saturating_sub(1))
    };
    (0u32..).zip(axes).map(step).collect()
}
