//! How far the chosen setting can be from the best of a declared set.
//!
//! Costs are by setting, and inside by instance in an order that was fixed before. The statements hold however the setting
//! was chosen, from these very costs too, because they hold for all pairs that matter at once.

use super::betting::{Bets, difference_upper, to_unit};
use super::error::BoundError;
use super::input::{above, level, within};

/// An upper bound on how much more the chosen setting costs on average than the best of the settings, as a share of the
/// cap: with probability 1 - delta at least, no setting is better by more. At least 0.
///
/// The largest over the other settings of the upper bound, by betting at delta / (K - 1), on the mean of the difference
/// of costs on the same instance.
pub fn regret_upper(costs: &[Vec<f64>], chosen: usize, cap: f64, delta: f64) -> Result<f64, BoundError> {
    check(costs, cap, delta)?;
    let Some(own) = costs.get(chosen) else {
        return Err(BoundError::Chosen { chosen, settings: costs.len() });
    };
    let each = shared(costs.len(), delta)?;
    let mut regret = 0.0f64;
    for (_, other) in costs.iter().enumerate().filter(|(setting, _)| *setting != chosen) {
        let differences: Vec<f64> = own.iter().zip(other).map(|(a, b)| (a - b) / cap).collect();
        regret = regret.max(difference_upper(&differences, each)?);
    }
    Ok(regret)
}

/// The settings that may be the best one, in their order: those that no other is proven to be better than. With probability
/// 1 - delta at least, the best setting on average is among them.
///
/// Where it is left out, one of the K - 1 others must have won a bet against it at delta / (K - 1).
pub fn best_settings(costs: &[Vec<f64>], cap: f64, delta: f64) -> Result<Vec<usize>, BoundError> {
    check(costs, cap, delta)?;
    let each = shared(costs.len(), delta)?;
    let beaten = |own: &Vec<f64>| costs.iter().any(|other| beats(other, own, cap, each));
    Ok((0..costs.len()).filter(|setting| !beaten(&costs[*setting])).collect())
}

/// Whether one row of costs in [0, cap] is proven to be less on average than another one on the same instances, by a bet
/// that wins with probability delta at most if it is not.
pub(crate) fn beats(better: &[f64], worse: &[f64], cap: f64, delta: f64) -> bool {
    let units: Vec<f64> = worse.iter().zip(better).map(|(a, b)| to_unit((a - b) / cap)).collect();
    Bets::new(&units, delta).win_against(0.5)
}

/// What each pair of K settings gets of delta.
fn shared(settings: usize, delta: f64) -> Result<f64, BoundError> {
    let each = delta / settings.saturating_sub(1).max(1) as f64;
    level(each)?;
    Ok(each)
}

/// Settings with costs from 0 to the cap on the same instances, at least one of each.
fn check(costs: &[Vec<f64>], cap: f64, delta: f64) -> Result<(), BoundError> {
    level(delta)?;
    above("cap", cap, 0.0)?;
    let expected = costs.first().map_or(0, Vec::len);
    if expected == 0 {
        return Err(BoundError::Empty);
    }
    for (setting, own) in costs.iter().enumerate() {
        if own.len() != expected {
            return Err(BoundError::Uneven { setting, found: own.len(), expected });
        }
        within(own.iter().copied(), cap)?;
    }
    Ok(())
}
