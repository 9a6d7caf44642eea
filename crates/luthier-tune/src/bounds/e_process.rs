//! A bet that goes on for as long as scores come in, and may be looked at after every one of them.

use super::betting::{PER_BET, Spread, most_staked};
use super::error::BoundError;
use super::input::{level, within};

/// Evidence that scores have become larger than was promised: a bet against "every score has a mean of at most `m0`,
/// whatever came before". While that is true, it is ever rejected with probability delta at most, however often one looks.
///
/// A bet that began long ago has lost nearly all while the promise held, and would take as long to notice that it no longer
/// does. So the wealth is shared among bets that begin at every score s, with 1/(s (s + 1)) of it each: all of them
/// together are a fair bet, and one that begins where the scores change is always there.
#[derive(Clone, Debug)]
pub struct EProcess {
    promised: f64,
    delta: f64,
    spread: Spread,
    scores: u64,
    /// What the bets that have begun have come to.
    staked: f64,
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
        Ok(EProcess { promised: m0, delta, spread, scores: 0, staked: 0.0, rejected: false })
    }

    /// Takes in the next score, in [0, 1].
    pub fn update(&mut self, score: f64) -> Result<Evidence, BoundError> {
        within([score].into_iter(), 1.0)?;
        self.scores += 1;
        let stake = self.stake().min(most_staked(self.promised));
        let begins = 1.0 / (self.scores as f64 * (self.scores as f64 + 1.0));
        let gained = (self.staked + begins) * (1.0 + stake * (score - self.promised));
        self.staked = gained.min(f64::MAX);
        self.spread.see(score);
        let goal = (1.0 + PER_BET * (self.scores as f64 + 1.0)) / self.delta;
        self.rejected |= self.evidence().wealth >= goal;
        Ok(self.evidence())
    }

    /// What it has come to.
    pub fn evidence(&self) -> Evidence {
        // Of the bets that are yet to begin, 1/(t + 1) is left after t scores.
        let wealth = self.staked + 1.0 / (self.scores as f64 + 1.0);
        Evidence { scores: self.scores, wealth: wealth.min(f64::MAX), rejected: self.rejected }
    }

    /// The stake on score t: sqrt(2 ln(1/delta) / (variance t ln(1 + t))), which gets smaller as fast as an endless row of
    /// bets allows.
    fn stake(&self) -> f64 {
        let t = self.scores as f64;
        (-2.0 * libm::log(self.delta) / (self.spread.variance() * t * libm::log1p(t))).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores of 0 and 1 with this mean; the first that leads to a rejection.
    fn rejected_at(process: &mut EProcess, mean: f64, scores: usize, seed: &mut u64) -> Option<u64> {
        for _ in 0..scores {
            *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let unit = (*seed >> 11) as f64 / (1u64 << 53) as f64;
            let evidence = process.update(f64::from(u8::from(unit < mean))).unwrap();
            if evidence.rejected {
                return Some(evidence.scores);
            }
        }
        None
    }

    #[test]
    fn a_promise_that_holds_is_rarely_rejected_however_long_one_looks() {
        let mut seed = 1;
        let alarms = (0..400)
            .filter(|_| rejected_at(&mut EProcess::new(0.2, 0.05).unwrap(), 0.2, 1000, &mut seed).is_some());
        // 5% are 20; it may be less, and by chance a few more.
        assert!(alarms.count() <= 33);
    }

    #[test]
    fn a_change_after_a_long_time_is_noticed() {
        for before in [0, 30, 300, 3000] {
            let mut process = EProcess::new(0.3, 0.01).unwrap();
            (0..before).for_each(|_| assert!(!process.update(0.1).unwrap().rejected));
            let at = (0..200).map(|_| process.update(0.9).unwrap()).find(|e| e.rejected);
            let delay = at.map(|evidence| evidence.scores - before);
            eprintln!("{before} {delay:?}");
            assert!(delay.is_some_and(|delay| delay < 1000), "{before}: {delay:?}");
        }
    }

    #[test]
    fn wealth_is_a_number_whatever_comes() {
        for (promised, score) in [(0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0), (1e-300, 1.0)] {
            let mut process = EProcess::new(promised, 0.01).unwrap();
            for _ in 0..2000 {
                assert!(process.update(score).unwrap().wealth.is_finite(), "{promised} {score}");
            }
        }
    }
}
