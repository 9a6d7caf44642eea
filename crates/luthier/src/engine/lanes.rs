//! How many runs go side by side.

use super::vectors::bytes_per_lane;
use crate::matrix::{Matrix, Sharing};

/// The numbers of lanes that kernels exist for.
pub(super) const LANE_COUNTS: [usize; 4] = [1, 4, 8, 16];

/// Cache assumed where the system does not tell.
const DEFAULT_CACHE: usize = 8 << 20;

/// The share of the last cache that a group may fill: more, and the lanes wait for memory that others use too.
const SHARE: usize = 3;

/// The most lanes whose vectors, with the matrix, fit in a third of the last cache that each of `threads` threads has, but no
/// more than there are trials to fill them.
pub(super) fn choose_lanes(matrix: &Matrix, sharing: Sharing, trials: usize, threads: usize) -> usize {
    let room = cache_bytes() / SHARE / threads;
    let fits = |lanes: &&usize| **lanes * bytes_per_lane(matrix, sharing) + matrix.bytes() <= room;
    let each = trials.div_ceil(threads);
    let enough = LANE_COUNTS.into_iter().find(|l| *l >= each).unwrap_or(16);
    LANE_COUNTS[1..].iter().rev().filter(|l| **l <= enough && each > 1).find(fits).copied().unwrap_or(1)
}

/// Size of the last-level cache that one core can use.
fn cache_bytes() -> usize {
    system_cache().unwrap_or(DEFAULT_CACHE)
}

/// The largest cache that the system lists for the first processor.
fn system_cache() -> Option<usize> {
    let read = |index: usize| {
        let text =
            std::fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size")).ok()?;
        let text = text.trim();
        let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        let unit = match unit {
            "K" => 1 << 10,
            "M" => 1 << 20,
            _ => 1,
        };
        Some(number.parse::<usize>().ok()? * unit)
    };
    (0..8).filter_map(read).max()
}
