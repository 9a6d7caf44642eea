//! Bounds that see nothing of the values but their mean: Hoeffding's, and the stronger one behind it.

use super::error::BoundError;
use super::input::{level, units};
use super::rounding::{boundary, down, mean, mean_of_rest, up};

/// How far a mean of `count` values can be from the expectation: sqrt(ln(1/delta) / (2 N)).
fn radius(count: usize, delta: f64) -> f64 {
    (-libm::log(delta) / (2.0 * count as f64)).sqrt()
}

/// Hoeffding's lower bound: the mean less sqrt(ln(1/delta) / (2 N)).
pub fn hoeffding_lower(values: &[f64], delta: f64) -> Result<f64, BoundError> {
    units(values)?;
    level(delta)?;
    Ok(down(mean(values) - radius(values.len(), delta)))
}

/// Hoeffding's upper bound: the mean and sqrt(ln(1/delta) / (2 N)).
pub fn hoeffding_upper(values: &[f64], delta: f64) -> Result<f64, BoundError> {
    units(values)?;
    level(delta)?;
    Ok(up(mean(values) + radius(values.len(), delta)))
}

/// The lower bound of Chernoff in terms of relative entropy: the least m up to the mean with N kl(mean, m) <= ln(1/delta).
pub fn chernoff_kl_lower(values: &[f64], delta: f64) -> Result<f64, BoundError> {
    units(values)?;
    level(delta)?;
    Ok(down(1.0 - entropy_upper(mean_of_rest(values), values.len(), delta)))
}

/// The upper bound of Chernoff in terms of relative entropy: the largest m from the mean on with
/// N kl(mean, m) <= ln(1/delta), where kl(a, b) = a ln(a/b) + (1-a) ln((1-a)/(1-b)). Never worse than
/// [`hoeffding_upper`].
pub fn chernoff_kl_upper(values: &[f64], delta: f64) -> Result<f64, BoundError> {
    units(values)?;
    level(delta)?;
    Ok(entropy_upper(mean(values), values.len(), delta))
}

/// The upper bound from a mean in [0, 1].
pub(super) fn entropy_upper(mean: f64, count: usize, delta: f64) -> f64 {
    // The bound grows with the mean: one that is not below the true one is safe.
    let a = up(mean);
    if a >= 1.0 {
        return 1.0;
    }
    let most = -libm::log(delta) / count as f64;
    up(boundary(a, 1.0, |m| entropy_below(a, m) <= most).1)
}

/// kl(a, b) for 0 < a <= b < 1, less what it can be wrong by.
fn entropy_below(a: f64, b: f64) -> f64 {
    // ln(a/b) = -ln(1 + (b-a)/a), and the same for the complements, whose sum is then small without cancellation inside
    let step = b - a;
    let (own, other) = (-a * libm::log1p(step / a), -(1.0 - a) * libm::log1p(-step / (1.0 - a)));
    own + other - 8.0 * f64::EPSILON * (own.abs() + other.abs())
}
