//! Bounds on a probability from counts, after Clopper and Pearson: exact for every count.

use super::error::BoundError;
use super::input::level;
use super::rounding::{TAIL, boundary};
use super::special::{binomial_at_least, binomial_at_most};

/// The most trials: more would take long, and nobody has them.
const MOST: u64 = 1_000_000_000;

/// The lower bound on the probability of success: Beta^-1(delta; k, N - k + 1), or 0 without a success.
pub fn proportion_lower(successes: u64, trials: u64, delta: f64) -> Result<f64, BoundError> {
    check(successes, trials, delta)?;
    Ok(lower(successes, trials, delta))
}

/// The upper bound on the probability of success: Beta^-1(1 - delta; k + 1, N - k), or 1 without a failure.
pub fn proportion_upper(successes: u64, trials: u64, delta: f64) -> Result<f64, BoundError> {
    check(successes, trials, delta)?;
    Ok(upper(successes, trials, delta))
}

fn check(successes: u64, trials: u64, delta: f64) -> Result<(), BoundError> {
    level(delta)?;
    match trials {
        0 => Err(BoundError::Empty),
        _ if successes > trials => Err(BoundError::Successes { successes, trials }),
        _ if trials > MOST => Err(BoundError::TooMany { what: "trials", found: trials as f64, most: MOST }),
        _ => Ok(()),
    }
}

/// The largest p with which as many successes are still too unlikely.
pub(super) fn lower(successes: u64, trials: u64, delta: f64) -> f64 {
    boundary(0.0, 1.0, |p| binomial_at_least(successes, trials, p) <= delta * TAIL).0
}

/// The least p with which as few successes are already too unlikely.
pub(super) fn upper(successes: u64, trials: u64, delta: f64) -> f64 {
    boundary(0.0, 1.0, |p| binomial_at_most(successes, trials, p) > delta * TAIL).1
}
