//! How numbers are rounded so that a bound is never better than its formula.

/// What a computed mean, a square root and a few products can be wrong by, with room to spare. Bounds on [0, 1] give
/// way by this much.
pub(super) const SLACK: f64 = 64.0 * f64::EPSILON;

/// A computed tail probability can be wrong by this factor; tails are held against a level smaller by it.
pub(super) const TAIL: f64 = 1.0 - 1e-12;

/// An upper bound on a mean in [0, 1], rounded up.
pub(super) fn up(bound: f64) -> f64 {
    (bound + SLACK).min(1.0)
}

/// A lower bound on a mean in [0, 1], rounded down.
pub(super) fn down(bound: f64) -> f64 {
    (bound - SLACK).max(0.0)
}

/// The sum with compensation, after Neumaier: for values that are not negative its relative error is below 4 EPSILON.
pub(super) fn sum(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0f64, 0.0);
    for value in values {
        let next = sum + value;
        lost += if sum >= value.abs() { (sum - next) + value } else { (value - next) + sum };
        sum = next;
    }
    sum + lost
}

/// The mean, with a relative error below 8 EPSILON.
pub(super) fn mean(values: &[f64]) -> f64 {
    sum(values.iter().copied()) / values.len() as f64
}

/// The mean of 1 - x, with a relative error below 8 EPSILON: 1 less the mean would lose digits near 0.
pub(super) fn mean_of_rest(values: &[f64]) -> f64 {
    sum(values.iter().map(|x| 1.0 - x)) / values.len() as f64
}

/// Neighbouring numbers `(a, b)` from `low` to `high` where `below` turns from true to false. It is taken to be true at
/// `low` and false at `high`, both at least 0.
///
/// Numbers from 0 on are in the order of their bits, so that halving the distance of the bits finds neighbours in at most
/// 62 steps from 0 to 1, however small the answer.
pub(super) fn boundary(low: f64, high: f64, below: impl Fn(f64) -> bool) -> (f64, f64) {
    let (mut low, mut high) = (low.to_bits(), high.to_bits());
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if below(f64::from_bits(middle)) { low = middle } else { high = middle }
    }
    (f64::from_bits(low), f64::from_bits(high))
}
