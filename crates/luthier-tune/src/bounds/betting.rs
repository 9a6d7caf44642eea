//! Bounds on a mean by betting, after Waudby-Smith and Ramdas: the narrowest of those here, at every size.
//!
//! Somebody bets, value after value, that the values are larger than m on average, with stakes that depend on the past
//! alone. If the mean is at most m he does not gain in expectation, and it happens with probability delta at most that
//! his wealth ever comes to 1/delta times what he began with. The lower bound is the least m against which no such
//! wealth is won.

use super::error::BoundError;
use super::input::{level, units};
use super::rounding::{SLACK, boundary, down};

/// The share of the wealth that is staked at most.
const MOST_STAKED: f64 = 0.99;
/// What one bet can be wrong by, relatively: a loss of 99% magnifies a rounding by 100.
pub(super) const PER_BET: f64 = 512.0 * f64::EPSILON;

/// The largest stake against m for which a value of 0 does not ruin.
pub(super) fn most_staked(m: f64) -> f64 {
    MOST_STAKED / m
}

/// A running guess of the variance, as if one value of 1/2 with variance 1/4 had been seen before the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    /// Before the first value.
    pub(super) fn new() -> Spread {
        Spread { count: 1.0, sum: 0.5, squares: 0.25 }
    }

    /// Takes in a value: its distance is that to the mean with the value in it.
    pub(super) fn see(&mut self, x: f64) {
        self.count += 1.0;
        self.sum += x;
        let distance = x - self.sum / self.count;
        self.squares += distance * distance;
    }

    /// The guess.
    pub(super) fn variance(&self) -> f64 {
        self.squares / self.count
    }
}

/// The bets on a row of values whose number is known from the start.
pub(super) struct Bets<'a> {
    values: &'a [f64],
    stakes: Vec<f64>,
    goal: f64,
}

impl<'a> Bets<'a> {
    /// Stakes of sqrt(2 ln(1/delta) / (N variance)), the variance guessed from the values before.
    pub(super) fn new(values: &'a [f64], delta: f64) -> Bets<'a> {
        let count = values.len() as f64;
        let per_value = -2.0 * libm::log(delta) / count;
        let mut spread = Spread::new();
        let stake = |x: &f64| {
            let stake = (per_value / spread.variance()).sqrt();
            spread.see(*x);
            stake
        };
        let stakes = values.iter().map(stake).collect();
        Bets { values, stakes, goal: (1.0 + PER_BET * (count + 1.0)) / delta }
    }

    /// Whether the goal is reached at some time by betting that the mean is above m.
    pub(super) fn win_against(&self, m: f64) -> bool {
        let most = most_staked(m);
        let mut wealth = 1.0;
        self.values.iter().zip(&self.stakes).any(|(x, stake)| {
            wealth *= 1.0 + stake.min(most) * (x - m);
            wealth >= self.goal
        })
    }

    /// The largest m against which the bets win; against smaller ones they do so too.
    fn lower(&self) -> f64 {
        if self.win_against(0.0) { boundary(0.0, 1.0, |m| self.win_against(m)).0 } else { 0.0 }
    }
}

/// The lower bound by betting on the values in their order, which has to be fixed before they are seen.
///
/// With `mu_t` = (1/2 + x_1 + ... + x_t) / (t + 1), `v_t` = (1/4 + sum of (x_i - mu_i)^2) / (t + 1) and the stakes
/// `s_t` = sqrt(2 ln(1/delta) / (N v_(t-1))), it is the least m for which all products of 1 + min(s_i, 0.99 / m) (x_i - m)
/// over i = 1, ..., t stay below 1/delta.
pub fn betting_lower(values: &[f64], delta: f64) -> Result<f64, BoundError> {
    units(values)?;
    level(delta)?;
    Ok(Bets::new(values, delta).lower())
}

/// The upper bound by betting: one less [`betting_lower`] of the values 1 - x.
pub fn betting_upper(values: &[f64], delta: f64) -> Result<f64, BoundError> {
    units(values)?;
    let rest: Vec<f64> = values.iter().map(|x| 1.0 - x).collect();
    let lower = betting_lower(&rest, delta)?;
    // 1 - x is rounded, and so is what follows.
    Ok((1.0 - lower + f64::EPSILON).min(1.0))
}

/// An upper bound on the mean of differences in [-1, 1].
pub(super) fn difference_upper(differences: &[f64], delta: f64) -> Result<f64, BoundError> {
    Ok(-difference_lower(&differences.iter().map(|d| -d).collect::<Vec<_>>(), delta)?)
}

/// A lower bound on the mean of differences in [-1, 1].
pub(super) fn difference_lower(differences: &[f64], delta: f64) -> Result<f64, BoundError> {
    let units: Vec<f64> = differences.iter().map(|d| to_unit(*d)).collect();
    Ok((2.0 * down(betting_lower(&units, delta)?) - 1.0 - SLACK).max(-1.0))
}

/// From [-1, 1] to [0, 1]; a rounding beyond the ends is cut off, a NaN stays to be refused.
pub(super) fn to_unit(difference: f64) -> f64 {
    (0.5 * (difference + 1.0)).clamp(0.0, 1.0)
}
