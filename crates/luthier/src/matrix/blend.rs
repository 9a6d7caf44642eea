//! How the next iterate of a Halpern iteration is put together.

use super::pattern::Pattern;
use super::simd::Vec8;

/// Per-lane factors: the next iterate is point * z^ + iterate * z + anchor * z0, where z^ is the PDHG point made from the
/// iterate z, and z0 the anchor. Products with the matrix, being linear, are put together alike.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blend {
    pub point: Pattern,
    pub iterate: Pattern,
    pub anchor: Pattern,
}

impl Blend {
    pub(crate) const ZERO: Blend =
        Blend { point: Pattern::ZERO, iterate: Pattern::ZERO, anchor: Pattern::ZERO };

    /// Sets the factors of a lane, in the order of the fields.
    pub(crate) fn set(&mut self, lanes: usize, lane: usize, factors: [f64; 3]) {
        let patterns = [&mut self.point, &mut self.iterate, &mut self.anchor];
        patterns.into_iter().zip(factors).for_each(|(pattern, factor)| pattern.set(lanes, lane, factor));
    }

    /// point * z^ + iterate * z + anchor * z0
    ///
    /// # Safety
    /// The contract of [`Vec8`].
    #[inline(always)]
    pub(super) unsafe fn next<V: Vec8, const B: usize>(&self, v: usize, hat: V, z: V, z0: V) -> V {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            let (point, iterate) = (V::load(self.point.line::<B>(v)), V::load(self.iterate.line::<B>(v)));
            let anchor = V::load(self.anchor.line::<B>(v));
            point.mul(hat).add(iterate.mul(z)).add(anchor.mul(z0))
        }
    }
}
