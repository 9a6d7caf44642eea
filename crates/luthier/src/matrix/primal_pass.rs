//! The pass over columns: takes an accepted step in, updates the averages, measures the dual residuals where a
//! check is due, and makes the next primal step.
//!
//! Memory traffic is what the pass costs, so it is spared: the two buffers of x change roles instead of being copied
//! (only where some lane did not accept its step, its current point is copied), K'y is never stored, and the sum of
//! x takes two iterates at a time.

use super::MAX_LANES;
use super::column_errors::{ADVANCE, CheckRule, Column, ColumnErrors, ColumnStripes, NEAR, PROJECTION, mode};
use super::compressed::TILE;
use super::lines::{LINE, Lanes, Line};
use super::pattern::{BLOCK, Pattern, fold_stripes, stored};
use super::product::Product;
use super::sharing::{DATA, METRIC, Sharing, load, with_sharing};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Isa, Portable, Set, Vec8};

/// Per-lane numbers that steer a primal pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrimalScalars {
    /// 1 where the step to x_next was accepted, else 0; only looked at in a mixed pass.
    pub accept: Pattern,
    /// Weight of the accepted step in the averages (eta); 0 where none was accepted.
    pub weight: Pattern,
    /// Weight of the iterate before it, if the sum of x has not taken that one in yet, else 0.
    pub deferred: Pattern,
    /// 1 / (total weight, the accepted step included).
    pub inverse: Pattern,
    /// Primal step size of the next step, eta / omega.
    pub tau: Pattern,
    /// 1 where reduced costs count only near a bound.
    pub near: Pattern,
    /// How near.
    pub distance: Pattern,
}

impl PrimalScalars {
    pub(crate) const ZERO: PrimalScalars = PrimalScalars {
        accept: Pattern::ZERO,
        weight: Pattern::ZERO,
        deferred: Pattern::ZERO,
        inverse: Pattern::ZERO,
        tau: Pattern::ZERO,
        near: Pattern::ZERO,
        distance: Pattern::ZERO,
    };
}

/// What a primal pass measured, per lane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PrimalSums {
    /// sum (x_next - x)_j^2 / T_j of the step just made
    pub movement: [f64; MAX_LANES],
    /// The iterate just accepted; only after a pass with a check.
    pub current: ColumnErrors,
    /// The average; only after a pass with a check.
    pub average: ColumnErrors,
}

/// Everything a primal pass works on. Lengths: columns, padded, times lanes; those that [`Sharing`] says
/// have one lane.
pub(crate) struct PrimalPass<'a> {
    /// K' for this number of lanes.
    pub product: Product<'a>,
    /// The current dual point of every lane.
    pub y: &'a Lanes,
    /// Whether some lane did not accept its step.
    pub mixed: bool,
    /// Whether the sum of x takes in what is there; otherwise the new iterates are left for the next pass.
    pub flush: bool,
    pub c: &'a Lanes,
    pub l: &'a Lanes,
    pub u: &'a Lanes,
    pub t: &'a Lanes,
    /// 1 / T.
    pub t_inverse: &'a Lanes,
    /// Before: the current point; after: the point tried next.
    pub old: &'a mut Lanes,
    /// Before: the point tried; after: the current point.
    pub new: &'a mut Lanes,
    pub sum_x: &'a mut Lanes,
    pub sum_kty: &'a mut Lanes,
    pub scalars: &'a PrimalScalars,
    pub buffer: &'a mut [Line],
    pub sums: &'a mut PrimalSums,
}

impl PrimalPass<'_> {
    /// Runs the pass on all lanes.
    pub(crate) fn run(&mut self, isa: Isa, lanes: usize, sharing: Sharing, check: Option<CheckRule>) {
        with_sharing!(self, with_lanes, lanes, sharing, (isa, mode(check)));
    }

    fn with_lanes<const B: usize, const SHARED: u8>(&mut self, isa: Isa, mode: u8) {
        match mode {
            ADVANCE => self.with_mode::<B, SHARED, ADVANCE>(isa),
            PROJECTION => self.with_mode::<B, SHARED, PROJECTION>(isa),
            _ => self.with_mode::<B, SHARED, NEAR>(isa),
        }
    }

    fn with_mode<const B: usize, const SHARED: u8, const MODE: u8>(&mut self, isa: Isa) {
        // SAFETY: an `Isa` is an instruction set that this processor has.
        unsafe {
            match isa.set() {
                Set::Portable => pass::<Portable, B, SHARED, MODE>(self),
                #[cfg(target_arch = "x86_64")]
                Set::Avx2 => avx2::<B, SHARED, MODE>(self),
                #[cfg(target_arch = "x86_64")]
                Set::Avx512 => avx512::<B, SHARED, MODE>(self),
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn avx2<const B: usize, const SHARED: u8, const MODE: u8>(p: &mut PrimalPass<'_>) {
    // SAFETY: the feature is enabled here.
    unsafe { pass::<Avx2, B, SHARED, MODE>(p) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f")]
unsafe fn avx512<const B: usize, const SHARED: u8, const MODE: u8>(p: &mut PrimalPass<'_>) {
    // SAFETY: the features are enabled here.
    unsafe { pass::<Avx512, B, SHARED, MODE>(p) }
}

#[inline(always)]
unsafe fn pass<V: Vec8, const B: usize, const SHARED: u8, const MODE: u8>(p: &mut PrimalPass<'_>) {
    let n = p.old.lines().len() / B * LINE;
    *p.sums = PrimalSums::default();
    let mut block = 0;
    while block < n {
        let end = (block + BLOCK).min(n);
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe { pass_block::<V, B, SHARED, MODE>(p, block, end) };
        block = end;
    }
}

#[inline(always)]
unsafe fn pass_block<V: Vec8, const B: usize, const SHARED: u8, const MODE: u8>(
    p: &mut PrimalPass<'_>,
    block: usize,
    end: usize,
) {
    // SAFETY: the contract of `Vec8`, passed on.
    unsafe {
        let mut movement = [V::splat(0.0); B];
        let mut current = ColumnStripes::<V, B>::zero();
        let mut average = ColumnStripes::<V, B>::zero();
        let mut first = block;
        while first < end {
            let count = (end - first).min(TILE);
            p.product.tile(first / TILE, p.y, p.buffer);
            tile::<V, B, SHARED, MODE>(p, first, count, &mut movement, &mut current, &mut average);
            first += count;
        }
        fold_stripes(&stored(&movement), &mut p.sums.movement);
        if MODE == PROJECTION {
            current.fold::<false>(&mut p.sums.current);
            average.fold::<false>(&mut p.sums.average);
        } else if MODE == NEAR {
            current.fold::<true>(&mut p.sums.current);
            average.fold::<true>(&mut p.sums.average);
        }
    }
}

/// x = the point tried where accepted, else the old one, then
/// x_next = clamp(x - tau T (c - K'y), l, u)    movement += (x_next - x)^2 / T
#[inline(always)]
unsafe fn tile<V: Vec8, const B: usize, const SHARED: u8, const MODE: u8>(
    p: &mut PrimalPass<'_>,
    first: usize,
    count: usize,
    movement: &mut [V; B],
    current: &mut ColumnStripes<V, B>,
    average: &mut ColumnStripes<V, B>,
) {
    let chunks = count / LINE;
    let (from, to) = (first / LINE * B, (first / LINE + chunks) * B);
    let (old, new) = (&mut p.old.lines_mut()[from..to], &mut p.new.lines_mut()[from..to]);
    let (sum_x, sum_kty) = (&mut p.sum_x.lines_mut()[from..to], &mut p.sum_kty.lines_mut()[from..to]);
    let width = |shared| if shared { 1 } else { B };
    let range = |width| first / LINE * width..(first / LINE + chunks) * width;
    let (data, metric) = (range(width(SHARED & DATA != 0)), range(width(SHARED & METRIC != 0)));
    let (t, t_inverse) = (&p.t.lines()[metric.clone()], &p.t_inverse.lines()[metric]);
    let (c, l, u) = (&p.c.lines()[data.clone()], &p.l.lines()[data.clone()], &p.u.lines()[data]);
    let product = &p.buffer[..chunks * B];
    let (s, mixed, flush) = (p.scalars, p.mixed, p.flush);
    // SAFETY: the contract of `Vec8`, passed on.
    unsafe {
        let zero = V::splat(0.0);
        for chunk in 0..chunks {
            for v in 0..B {
                let k = chunk * B + v;
                let at = Column {
                    c: load::<V, B, SHARED, DATA>(c, chunk, v),
                    l: load::<V, B, SHARED, DATA>(l, chunk, v),
                    u: load::<V, B, SHARED, DATA>(u, chunk, v),
                    t: load::<V, B, SHARED, METRIC>(t, chunk, v),
                };
                let t_inverse = load::<V, B, SHARED, METRIC>(t_inverse, chunk, v);
                let (mut x, kty) = (V::load(&new[k]), V::load(&product[k]));
                if mixed {
                    let accept = zero.less(V::load(s.accept.line::<B>(v)));
                    x = V::select(accept, x, V::load(&old[k]));
                    x.store(&mut new[k]);
                }
                let weight = V::load(s.weight.line::<B>(v));
                let skty = V::load(&sum_kty[k]).add(weight.mul(kty));
                skty.store(&mut sum_kty[k]);
                if flush {
                    let before = V::load(s.deferred.line::<B>(v)).mul(V::load(&old[k]));
                    let sx = V::load(&sum_x[k]).add(before).add(weight.mul(x));
                    sx.store(&mut sum_x[k]);
                    if MODE != ADVANCE {
                        let rule =
                            (zero.less(V::load(s.near.line::<B>(v))), V::load(s.distance.line::<B>(v)));
                        let inverse = V::load(s.inverse.line::<B>(v));
                        let (xa, ktya) = (sx.mul(inverse), skty.mul(inverse));
                        if MODE == NEAR {
                            current.add::<true>(v, &at, x, kty, rule);
                            average.add::<true>(v, &at, xa, ktya, rule);
                        } else {
                            current.add::<false>(v, &at, x, kty, rule);
                            average.add::<false>(v, &at, xa, ktya, rule);
                        }
                    }
                }
                let step = V::load(s.tau.line::<B>(v)).mul(at.t).mul(at.c.sub(kty));
                let next = x.sub(step).max(at.l).min(at.u);
                let dx = next.sub(x);
                movement[v] = movement[v].add(dx.mul(dx).mul(t_inverse));
                next.store(&mut old[k]);
            }
        }
    }
}
