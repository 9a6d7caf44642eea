//! How much better a setting is than the default, from costs on the same instances.
//!
//! Pairs are (cost of the default, cost of the setting), on instances that had no part in choosing the setting and in an
//! order that was fixed before. Every statement is about capped costs, as recorded, of further instances of the same
//! kind, and holds with probability 1 - delta at least, each on its own.

use super::betting::difference_lower;
use super::error::BoundError;
use super::input::{above, level, within};
use super::proportion::{lower, proportion_lower, proportion_upper, upper};
use super::rounding::SLACK;
use super::special::binomial_at_least;

/// The statements about a setting, with one probability for all of them together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// See [`speedup_lower`].
    pub speedup: f64,
    /// See [`mean_saving_lower`].
    pub mean_saving: f64,
    /// See [`win_rate_lower`].
    pub win_rate: f64,
    /// See [`harm_upper`].
    pub harm: f64,
}

impl Paired {
    /// All of them: each at delta / 4, so that all hold at once with probability 1 - delta at least.
    pub fn new(
        pairs: &[(f64, f64)],
        cap: f64,
        shift: f64,
        factor: f64,
        delta: f64,
    ) -> Result<Paired, BoundError> {
        level(delta)?;
        let each = delta / 4.0;
        Ok(Paired {
            speedup: speedup_lower(pairs, cap, shift, each)?,
            mean_saving: mean_saving_lower(pairs, cap, each)?,
            win_rate: win_rate_lower(pairs, each)?,
            harm: harm_upper(pairs, factor, each)?,
        })
    }
}

/// A lower bound on the speed-up in the shifted geometric mean: exp of the mean of y = ln((a + shift) / (b + shift)), for
/// costs a of the default and b of the setting in [0, cap]. By betting on (y / B + 1) / 2 with B = ln((cap + shift) / shift).
pub fn speedup_lower(pairs: &[(f64, f64)], cap: f64, shift: f64, delta: f64) -> Result<f64, BoundError> {
    costs(pairs, cap)?;
    above("shift", shift, 0.0)?;
    let most = libm::log1p(cap / shift);
    if !(most > 0.0 && most.is_finite()) {
        return Err(BoundError::Number {
            name: "shift",
            found: shift,
            expected: "a number nearer to the cap in size",
        });
    }
    let differences: Vec<f64> =
        pairs.iter().map(|(a, b)| libm::log1p((a - b) / (b + shift)) / most).collect();
    let lower = difference_lower(&differences, delta)?;
    // The logarithms are rounded too, and so is the exponential.
    Ok(libm::exp(most * (lower - SLACK)) * (1.0 - 4.0 * f64::EPSILON))
}

/// A lower bound on the mean of (a - b) / cap: what the setting saves on average, as a share of the cap. By betting.
pub fn mean_saving_lower(pairs: &[(f64, f64)], cap: f64, delta: f64) -> Result<f64, BoundError> {
    costs(pairs, cap)?;
    let differences: Vec<f64> = pairs.iter().map(|(a, b)| (a - b) / cap).collect();
    difference_lower(&differences, delta)
}

/// A lower bound on the probability that the setting costs less than the default. A tie is no win.
pub fn win_rate_lower(pairs: &[(f64, f64)], delta: f64) -> Result<f64, BoundError> {
    known(pairs)?;
    proportion_lower(count(pairs, |(a, b)| b < a), pairs.len() as u64, delta)
}

/// An upper bound on the probability that the setting costs more than `factor` times what the default costs.
pub fn harm_upper(pairs: &[(f64, f64)], factor: f64, delta: f64) -> Result<f64, BoundError> {
    known(pairs)?;
    above("factor", factor, 0.0)?;
    proportion_upper(count(pairs, |(a, b)| b > factor * a), pairs.len() as u64, delta)
}

/// How the share of instances that are solved differs, judged by those that only one of the two solves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolvedDifference {
    /// Instances that the setting solves and the default does not.
    pub gained: u64,
    /// Instances that the default solves and the setting does not.
    pub lost: u64,
    /// The exact test of McNemar: if the setting solved no larger a share than the default, the probability of a gain
    /// like this among those that only one solves.
    pub p_value: f64,
    /// A lower bound on the probability that it is the setting that solves an instance that only one solves. From 1/2 on,
    /// the setting solves more.
    pub share_lower: f64,
    /// A lower bound on the share that the setting solves less that of the default.
    pub difference_lower: f64,
}

/// Compares what is solved, from pairs (the default solved it, the setting solved it). Each of the two bounds holds with
/// probability 1 - delta at least.
pub fn solved_difference(pairs: &[(bool, bool)], delta: f64) -> Result<SolvedDifference, BoundError> {
    level(delta)?;
    if pairs.is_empty() {
        return Err(BoundError::Empty);
    }
    let trials = pairs.len() as u64;
    let (gained, lost) = (count(pairs, |(a, b)| b & !a), count(pairs, |(a, b)| a & !b));
    let difference = lower(gained, trials, delta / 2.0) - upper(lost, trials, delta / 2.0);
    Ok(SolvedDifference {
        gained,
        lost,
        p_value: binomial_at_least(gained, gained + lost, 0.5),
        share_lower: lower(gained, gained + lost, delta),
        difference_lower: (difference - SLACK).max(-1.0),
    })
}

fn count<T: Copy>(pairs: &[(T, T)], of: impl Fn((T, T)) -> bool) -> u64 {
    pairs.iter().filter(|pair| of(**pair)).count() as u64
}

/// Costs from 0 to the cap.
fn costs(pairs: &[(f64, f64)], cap: f64) -> Result<(), BoundError> {
    above("cap", cap, 0.0)?;
    both(pairs, cap)
}

/// Costs that can be compared, capped or not.
fn known(pairs: &[(f64, f64)]) -> Result<(), BoundError> {
    both(pairs, f64::INFINITY)
}

fn both(pairs: &[(f64, f64)], most: f64) -> Result<(), BoundError> {
    if pairs.is_empty() {
        return Err(BoundError::Empty);
    }
    within(pairs.iter().map(|pair| pair.0), most)?;
    within(pairs.iter().map(|pair| pair.1), most)
}
