//! Bounds on quantiles by order statistics: exact whatever the distribution, ties included.

use super::error::BoundError;
use super::input::level;
use super::rounding::TAIL;
use super::special::binomial_at_least;

/// An upper bound on the `q`-quantile: the k-th smallest value, for the least k with P(Bin(N, q) >= k) <= delta. `None`
/// where there are too few values (see [`least_for_quantile`]) for any of them to be one. Values may be infinite.
///
/// The true quantile exceeds the k-th smallest value only if k or more values fall below it, and each of them does so
/// with probability q at most.
pub fn quantile_upper(values: &[f64], q: f64, delta: f64) -> Result<Option<f64>, BoundError> {
    check(q, delta)?;
    if values.is_empty() {
        return Err(BoundError::Empty);
    }
    if let Some(index) = values.iter().position(|v| v.is_nan()) {
        let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
        return Err(BoundError::Value { index, found: f64::NAN, least, most });
    }
    let Some(rank) = rank(values.len() as u64, q, delta) else { return Ok(None) };
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Ok(sorted.get(rank as usize - 1).copied())
}

/// How many values are needed for an upper bound on the `q`-quantile: the least N with q^N <= delta.
pub fn least_for_quantile(q: f64, delta: f64) -> Result<u64, BoundError> {
    check(q, delta)?;
    let estimate = (libm::log(delta) / libm::log(q)).ceil();
    const MOST: u64 = 1 << 53;
    if !(estimate < MOST as f64) {
        return Err(BoundError::TooMany { what: "values for the quantile", found: estimate, most: MOST });
    }
    // The logarithms may be a rounding away: the power decides, as it does for the bound itself.
    let estimate = (estimate as u64).max(1);
    let enough = |n: u64| n >= 1 && binomial_at_least(n, n, q) <= delta;
    Ok((estimate.saturating_sub(1)..=estimate + 1).find(|n| enough(*n)).unwrap_or(estimate + 1))
}

fn check(q: f64, delta: f64) -> Result<(), BoundError> {
    level(delta)?;
    if q > 0.0 && q < 1.0 {
        return Ok(());
    }
    Err(BoundError::Number { name: "q", found: q, expected: "a number above 0 and below 1, such as 0.9" })
}

/// The least k with P(Bin(n, q) >= k) <= delta.
fn rank(n: u64, q: f64, delta: f64) -> Option<u64> {
    if binomial_at_least(n, n, q) > delta {
        return None;
    }
    let unlikely = |k: u64| binomial_at_least(k, n, q) <= delta * TAIL;
    let (mut low, mut high) = (0, n);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if unlikely(middle) { high = middle } else { low = middle }
    }
    Some(high)
}
