//! How many runs go side by side.

use crate::matrix::Matrix;

/// The numbers of lanes that kernels exist for.
pub(super) const LANE_COUNTS: [usize; 4] = [1, 4, 8, 16];

/// The numbers that are chosen from. Sixteen lanes were never faster than eight, so they run only when asked for.
const CHOICES: [usize; 2] = [8, 4];

/// Cache assumed where the system does not tell.
const DEFAULT_CACHE: usize = 8 << 20;

/// The most lanes whose vectors, of so many bytes each, with the matrix, fit in half of the last cache, or in a thread's part of it if that is less;
/// but no more than trials can fill by more than half. Beyond that, lanes wait for memory.
pub(super) fn choose_lanes(matrix: &Matrix, bytes_per_lane: usize, trials: usize, threads: usize) -> usize {
    let room = cache_bytes() / threads.max(2);
    let fits = |lanes: &&usize| **lanes * bytes_per_lane + matrix.bytes() <= room;
    let each = trials.div_ceil(threads);
    let enough = |lanes: &&usize| each > **lanes / 2;
    CHOICES.iter().filter(|lanes| each > 1 && enough(lanes)).find(fits).copied().unwrap_or(1)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Entries;

    #[test]
    fn lanes_follow_the_size_and_the_number_of_trials() {
        let bytes = |matrix: &Matrix| 80 * matrix.rows();
        let diagonal = |n: usize| {
            let entries = Entries::Triplets((0..n).map(|i| (i, i, 1.0)).collect());
            Matrix::build(n, n, entries).unwrap().0
        };
        let (small, large) = (diagonal(100), diagonal(cache_bytes() / 1000));
        assert_eq!(
            [1, 2, 4, 5, 9, 100].map(|trials| choose_lanes(&small, bytes(&small), trials, 1)),
            [1, 1, 4, 8, 8, 8]
        );
        assert_eq!(choose_lanes(&small, bytes(&small), 8, 2), 4);
        assert_eq!(choose_lanes(&large, bytes(&large), 100, 1), 4);
        assert_eq!(choose_lanes(&large, bytes(&large), 100, 1000), 1);
    }
}
