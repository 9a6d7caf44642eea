//! A bet that goes on for as long as scores come in, and may be looked at after every one of them.

use super::betting::{PER_BET, Spread, most_staked};
use super::error::BoundError;
use super::input::{level, within};

/// Evidence that scores have become larger than was promised: a bet against "every score has a mean of at most `m0`,
/// whatever came before". While that is true, it is ever rejected with probability delta at most, however often one looks.
#[derive(Clone, Debug)]
pub struct EProcess {
    promised: f64,
    delta: f64,
    spread: Spread,
    scores: u64,
    ln_wealth: f64,
    rejected: bool,
}

/// What an [`EProcess`] has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// Scores so far.
    pub scores: u64,
    /// The wealth of the bet, from 1 at the start: how many times likelier than promised the scores look.
    pub wealth: f64,
    /// Whether the wealth has ever come to 1/delta. This never turns back.
    pub rejected: bool,
}

impl EProcess {
    /// A bet against a mean of at most `m0` in [0, 1].
    pub fn new(m0: f64, delta: f64) -> Result<EProcess, BoundError> {
        level(delta)?;
        if !(0.0..=1.0).contains(&m0) {
            return Err(BoundError::Number { name: "m0", found: m0, expected: "a number from 0 to 1" });
        }
        let spread = Spread::new();
        Ok(EProcess { promised: m0, delta, spread, scores: 0, ln_wealth: 0.0, rejected: false })
    }

    /// Takes in the next score, in [0, 1].
    pub fn update(&mut self, score: f64) -> Result<Evidence, BoundError> {
        within([score].into_iter(), 1.0)?;
        self.scores += 1;
        let stake = self.stake().min(most_staked(self.promised));
        self.ln_wealth += libm::log1p(stake * (score - self.promised));
        self.spread.see(score);
        self.rejected |= self.ln_wealth >= -libm::log(self.delta) + PER_BET * (self.scores as f64 + 1.0);
        Ok(self.evidence())
    }

    /// What it has come to.
    pub fn evidence(&self) -> Evidence {
        Evidence { scores: self.scores, wealth: libm::exp(self.ln_wealth), rejected: self.rejected }
    }

    /// The stake on score t: sqrt(2 ln(1/delta) / (variance t ln(1 + t))), which gets smaller as fast as an endless row of
    /// bets allows.
    fn stake(&self) -> f64 {
        let t = self.scores as f64;
        (-2.0 * libm::log(self.delta) / (self.spread.variance() * t * libm::log1p(t))).sqrt()
    }
}
