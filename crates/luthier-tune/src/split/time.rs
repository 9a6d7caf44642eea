//! The split by time: the latest problems are sealed, as the future is.

use super::{Candidate, Counts, Side};
use std::collections::HashSet;

/// Divides instances in their order, which is that of time: the first are trained on, those behind them are tested on, the
/// last ones are sealed, in proportion to the `shares`. `None` for one whose content an earlier one has.
pub fn divide_in_time(shares: Counts, candidates: &[Candidate]) -> Vec<Option<Side>> {
    let mut seen = HashSet::new();
    let first: Vec<bool> = candidates.iter().map(|c| seen.insert(c.fingerprint)).collect();
    let (different, total) = (seen.len() as u128, u128::from(shares.total().max(1)));
    // The end of the share of the first sides, rounded, in different instances.
    let end = |share: u64| (different * u128::from(share) + total / 2) / total;
    let (trained, tested) = (end(shares.train), end(shares.train.saturating_add(shares.test)));
    let mut position = 0;
    let mut side = |first: bool| {
        let here = position;
        position += u128::from(first);
        first.then_some(match here {
            here if here < trained => Side::Train,
            here if here < tested => Side::Test,
            _ => Side::Sealed,
        })
    };
    first.into_iter().map(&mut side).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use luthier::Fingerprint;

    fn sides(prints: &[u128], shares: Counts) -> Vec<Option<Side>> {
        let candidate = |(index, print): (u64, &u128)| Candidate {
            index,
            fingerprint: Fingerprint(*print),
            group: String::new(),
        };
        let candidates: Vec<Candidate> = (0..).zip(prints).map(candidate).collect();
        divide_in_time(shares, &candidates)
    }

    #[test]
    fn the_past_is_trained_on_and_the_latest_is_sealed() {
        use Side::{Sealed, Test, Train};
        let shares = Counts { train: 3, test: 1, sealed: 2 };
        let found = sides(&[1, 2, 3, 4, 5, 6], shares);
        assert_eq!(found, [Train, Train, Train, Test, Sealed, Sealed].map(Some));
        // What comes again counts where it came first.
        let found = sides(&[1, 2, 1, 3, 4, 5, 5, 6], shares);
        let expected =
            [Some(Train), Some(Train), None, Some(Train), Some(Test), Some(Sealed), None, Some(Sealed)];
        assert_eq!(found, expected);
        assert_eq!(sides(&[], shares), []);
        assert_eq!(sides(&[7], Counts { train: 1, test: 0, sealed: 0 }), [Some(Train)]);
    }
}
