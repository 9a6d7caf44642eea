//! Rows or columns that are multiples of each other: found by a hash that does not see the factor.

use super::draft::Entries;

/// Ratios that agree to this many units in the last place are equal.
const EQUAL: f64 = 4.0 * f64::EPSILON;

/// Bits of a ratio that the hash does not see.
const IGNORED: u32 = 20;

/// Lines with one hash that are compared with each other.
const MOST: usize = 8;

/// Pairs (line, other line, factor) where the line is the factor times the other, which comes first. A line is in one pair
/// as the line at most, and the first of a pair is not; `entries` are sorted by index.
pub(super) fn pairs(lines: &[(usize, Entries)]) -> Vec<(usize, usize, f64)> {
    let mut hashed: Vec<(u64, usize)> = lines.iter().enumerate().map(|(k, (_, e))| (hash(e), k)).collect();
    hashed.sort_unstable();
    let mut pairs = Vec::new();
    for group in hashed.chunk_by(|a, b| a.0 == b.0) {
        let mut firsts: Vec<usize> = Vec::new();
        for (_, k) in group {
            let entries = &lines[*k].1;
            let found = firsts.iter().find_map(|first| Some((*first, factor(entries, &lines[*first].1)?)));
            match found {
                Some((first, factor)) => pairs.push((lines[*k].0, lines[first].0, factor)),
                None if firsts.len() < MOST => firsts.push(*k),
                None => {}
            }
        }
    }
    pairs
}

/// A hash of indices and of ratios to the first entry.
fn hash(entries: &[(usize, f64)]) -> u64 {
    let pivot = entries.first().map_or(1.0, |(_, v)| *v);
    let mix = |h: u64, v: u64| (h ^ v).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let half = 1u64 << (IGNORED - 1);
    entries.iter().fold(entries.len() as u64, |h, (index, v)| {
        let ratio = (v / pivot).to_bits().wrapping_add(half) >> IGNORED;
        mix(mix(h, *index as u64), ratio)
    })
}

/// The number that the second must be multiplied with to be the first.
pub(super) fn factor(first: &[(usize, f64)], second: &[(usize, f64)]) -> Option<f64> {
    let (p, q) = (first.first()?.1, second.first()?.1);
    let equal = |((i, v), (j, w)): (&(usize, f64), &(usize, f64))| {
        i == j && (v * q - w * p).abs() <= EQUAL * (v * q).abs()
    };
    (first.len() == second.len() && first.iter().zip(second).all(equal)).then_some(p / q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_are_found_and_near_multiples_are_not() {
        let line = |values: &[f64]| values.iter().copied().enumerate().collect::<Entries>();
        let lines = [
            (10, line(&[1.0, 3.0, -0.1])),
            (11, line(&[-3.0, -9.0, 0.1 * 3.0])),
            (12, line(&[1.0, 3.0, -0.1 - 1e-12])),
            (13, line(&[1.0, 3.0])),
            (14, line(&[0.1, 0.3, -0.01])),
        ];
        let mut found = pairs(&lines);
        found.sort_by_key(|pair| pair.0);
        assert_eq!(found, [(11, 10, -3.0), (14, 10, 0.1)]);
    }
}
