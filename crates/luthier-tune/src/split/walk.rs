//! The split of families without end: indices are walked until every side has what it wants.

use super::{Counts, Side, hash};
use crate::error::Error;
use luthier::Fingerprint;
use std::collections::HashSet;

/// Repeats that are borne for each different instance, and for how many more.
const PATIENCE: (u64, u64) = (50, 10);

/// Draws the instances 0, 1, 2, ... of a family until every side has as many as are `wanted`: indices with their
/// content and their sides, in the order of the indices.
///
/// The side of an instance follows from the salt, its content and the `shares`, which are the numbers that were
/// wanted when the study began and stay the same. An instance of a side that is full is let go, and so is one whose
/// content was there before. So whoever wants more later gets the same instances on the same sides, and more behind
/// them.
///
/// A family that has not enough different instances is an error, and so is wanting instances of a side without a share.
pub fn walk<E: From<Error>>(
    salt: u64,
    shares: Counts,
    wanted: Counts,
    mut draw: impl FnMut(u64) -> Result<Fingerprint, E>,
) -> Result<Vec<(u64, Fingerprint, Side)>, E> {
    for (name, side) in Side::ALL {
        if wanted.of(side) > 0 && shares.of(side) == 0 {
            return Err(Error::NoShare { side: name, wanted: wanted.of(side) }.into());
        }
    }
    let (mut taken, mut have, mut seen) = (Vec::new(), Counts::default(), HashSet::new());
    let mut index = 0;
    while Side::ALL.iter().any(|(_, side)| have.of(*side) < wanted.of(*side)) {
        let fingerprint = draw(index)?;
        if seen.insert(fingerprint) {
            let side = side_of(salt, shares, fingerprint);
            if have.of(side) < wanted.of(side) {
                have.add(side, 1);
                taken.push((index, fingerprint, side));
            }
        }
        index += 1;
        let different = seen.len() as u64;
        if index - different > PATIENCE.0 * (different + PATIENCE.1) {
            return Err(Error::Repeats { looked: index, different, wanted: wanted.total() }.into());
        }
    }
    Ok(taken)
}

/// The side of an instance: its hash picks a place on a line on which every side has its share.
fn side_of(salt: u64, shares: Counts, fingerprint: Fingerprint) -> Side {
    let hash = hash(salt, "luthier walk 1", &[fingerprint]);
    // Between 0 and the total: the hash as a fraction of 2^64.
    let place = ((u128::from(hash) * u128::from(shares.total())) >> 64) as u64;
    if place < shares.train {
        Side::Train
    } else if place - shares.train < shares.test {
        Side::Test
    } else {
        Side::Sealed
    }
}
