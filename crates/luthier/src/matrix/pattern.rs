//! One number per lane, laid out so that a vector kernel can load it; and the folding of striped sums.

use super::MAX_LANES;
use super::lines::{LINE, Line};
use super::simd::Vec8;

/// Indices in a reduction block. A sum over a vector is: entry j goes to stripe j mod 8 of its block, each stripe
/// adds up in sequence, the stripes of a block are added as a tree, and the blocks in sequence. One lane or
/// many, one thread or many, the order is this one. A multiple of [`TILE`](super::TILE).
pub(crate) const BLOCK: usize = 1024;

/// A number for each lane, repeated so that place `p` of the two lines holds lane `p mod lanes`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern([Line; 2]);

impl Pattern {
    pub(crate) const ZERO: Pattern = Pattern([Line::ZERO; 2]);

    pub(crate) fn set(&mut self, lanes: usize, lane: usize, value: f64) {
        for p in (lane..MAX_LANES).step_by(lanes) {
            self.0[p / LINE].0[p % LINE] = value;
        }
    }

    /// The line that belongs to the `v`-th vector of a group of eight indices, for B lanes: up to eight of them have
    /// the same line for every v, which then stays in a register.
    #[inline(always)]
    pub(crate) fn line<const B: usize>(&self, v: usize) -> &Line {
        &self.0[if B <= LINE { 0 } else { v & 1 }]
    }
}

/// Adds the eight stripes of a block, lane by lane, to the totals. `stripes` holds `[stripe][lane]`.
#[inline(always)]
pub(crate) fn fold_stripes<const B: usize>(stripes: &[Line; B], totals: &mut [f64; MAX_LANES]) {
    let at = |stripe: usize, lane: usize| {
        let place = stripe * B + lane;
        stripes[place / LINE].0[place % LINE]
    };
    for (lane, total) in totals.iter_mut().enumerate().take(B) {
        let s = |stripe| at(stripe, lane);
        *total += ((s(0) + s(1)) + (s(2) + s(3))) + ((s(4) + s(5)) + (s(6) + s(7)));
    }
}

/// Stripes out of registers.
///
/// # Safety
/// The contract of [`Vec8`].
#[inline(always)]
pub(super) unsafe fn stored<V: Vec8, const B: usize>(stripes: &[V; B]) -> [Line; B] {
    let mut lines = [Line::ZERO; B];
    for v in 0..B {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe { stripes[v].store(&mut lines[v]) };
    }
    lines
}
