//! The bound of Hoeffding and Bentkus: the better of relative entropy and e times a binomial tail.
//!
//! Both bound the probability of a mean as small as the observed one, for every mean. The lesser of two such functions is
//! another one, so that nothing is spent on taking the better.

use super::error::BoundError;
use super::hoeffding::entropy_upper;
use super::input::{level, units};
use super::proportion::upper;
use super::rounding::{down, mean, mean_of_rest, up};
use std::f64::consts::E;

/// The least `a` with min(exp(-N kl(mean, a)), e P(Bin(N, a) <= ceil(N mean))) <= delta.
pub fn hoeffding_bentkus_upper(values: &[f64], delta: f64) -> Result<f64, BoundError> {
    units(values)?;
    level(delta)?;
    Ok(from_mean(mean(values), values.len(), delta))
}

/// One less [`hoeffding_bentkus_upper`] of the values 1 - x.
pub fn hoeffding_bentkus_lower(values: &[f64], delta: f64) -> Result<f64, BoundError> {
    units(values)?;
    level(delta)?;
    Ok(down(1.0 - from_mean(mean_of_rest(values), values.len(), delta)))
}

/// The upper bound from a mean in [0, 1].
fn from_mean(mean: f64, count: usize, delta: f64) -> f64 {
    // Rounding must not lift a sum of 3 to 3 + 1e-16, and its ceiling to 4. So the statement is made about values that are
    // smaller by a factor of a few roundings, and gives way by as much.
    let shrunk = mean * (1.0 - 16.0 * f64::EPSILON);
    let successes = (shrunk * count as f64).ceil() as u64;
    let bentkus = up(upper(successes, count as u64, delta / E));
    entropy_upper(mean, count, delta).min(bentkus)
}
