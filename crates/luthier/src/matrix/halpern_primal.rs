//! The pass over columns of a Halpern iteration: measures the dual residuals of the PDHG point where a check is due, moves
//! the iterate on, and makes the primal part of the next PDHG point. Only K'y^ is multiplied out; K'y of the iterate
//! follows from the products of the point and of the anchor.

use super::blend::Blend;
use super::column_errors::{ADVANCE, CheckRule, Column, ColumnStripes, NEAR, PROJECTION, mode};
use super::compressed::TILE;
use super::lines::{LINE, Lanes, Line};
use super::pattern::{BLOCK, Pattern, fold_stripes, stored};
use super::primal_pass::PrimalSums;
use super::product::Product;
use super::sharing::{DATA, METRIC, Sharing, load, with_sharing};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Isa, Portable, Set, Vec8};

/// Everything the pass works on. Lengths: columns, padded, times lanes; those that [`Sharing`] says have one lane.
pub(crate) struct HalpernPrimal<'a> {
    /// K' for this number of lanes.
    pub product: Product<'a>,
    /// y^, the dual part of the PDHG point.
    pub y_hat: &'a Lanes,
    pub c: &'a Lanes,
    pub l: &'a Lanes,
    pub u: &'a Lanes,
    pub t: &'a Lanes,
    /// 1 / T.
    pub t_inverse: &'a Lanes,
    /// The iterate and its K'y: before, the one that the point was made from; after, the next one.
    pub x: &'a mut Lanes,
    pub kty: &'a mut Lanes,
    pub anchor_x: &'a Lanes,
    pub anchor_kty: &'a Lanes,
    /// x^ of the point made from the iterate before.
    pub x_hat: &'a Lanes,
    /// x^ of the point to be made from the next iterate.
    pub x_hat_next: &'a mut Lanes,
    /// K'y^; only written by a pass with a check.
    pub kty_hat: &'a mut Lanes,
    /// Primal step size of each lane, eta / omega.
    pub tau: &'a Pattern,
    /// 1 where reduced costs count only near a bound, and how near.
    pub near: &'a Pattern,
    pub distance: &'a Pattern,
    pub blend: &'a Blend,
    pub buffer: &'a mut [Line],
    /// Movement from the next iterate to its x^; of the residuals only the current ones.
    pub sums: &'a mut PrimalSums,
}

impl HalpernPrimal<'_> {
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
unsafe fn avx2<const B: usize, const SHARED: u8, const MODE: u8>(p: &mut HalpernPrimal<'_>) {
    // SAFETY: the feature is enabled here.
    unsafe { pass::<Avx2, B, SHARED, MODE>(p) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f")]
unsafe fn avx512<const B: usize, const SHARED: u8, const MODE: u8>(p: &mut HalpernPrimal<'_>) {
    // SAFETY: the features are enabled here.
    unsafe { pass::<Avx512, B, SHARED, MODE>(p) }
}

#[inline(always)]
unsafe fn pass<V: Vec8, const B: usize, const SHARED: u8, const MODE: u8>(p: &mut HalpernPrimal<'_>) {
    let n = p.x.lines().len() / B * LINE;
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
    p: &mut HalpernPrimal<'_>,
    block: usize,
    end: usize,
) {
    // SAFETY: the contract of `Vec8`, passed on.
    unsafe {
        let mut movement = [V::splat(0.0); B];
        let mut errors = ColumnStripes::<V, B>::zero();
        let mut first = block;
        while first < end {
            let count = (end - first).min(TILE);
            p.product.tile(first / TILE, p.y_hat, p.buffer);
            tile::<V, B, SHARED, MODE>(p, first, count, &mut movement, &mut errors);
            first += count;
        }
        fold_stripes(&stored(&movement), &mut p.sums.movement);
        if MODE == PROJECTION {
            errors.fold::<false>(&mut p.sums.current);
        } else if MODE == NEAR {
            errors.fold::<true>(&mut p.sums.current);
        }
    }
}

/// x and K'y move on as [`Blend`] says, then
/// x^ = clamp(x - tau T (c - K'y), l, u)    movement += (x^ - x)^2 / T
#[inline(always)]
unsafe fn tile<V: Vec8, const B: usize, const SHARED: u8, const MODE: u8>(
    p: &mut HalpernPrimal<'_>,
    first: usize,
    count: usize,
    movement: &mut [V; B],
    errors: &mut ColumnStripes<V, B>,
) {
    let chunks = count / LINE;
    let (from, to) = (first / LINE * B, (first / LINE + chunks) * B);
    let (x, kty) = (&mut p.x.lines_mut()[from..to], &mut p.kty.lines_mut()[from..to]);
    let (x0, kty0) = (&p.anchor_x.lines()[from..to], &p.anchor_kty.lines()[from..to]);
    let (x_hat, next) = (&p.x_hat.lines()[from..to], &mut p.x_hat_next.lines_mut()[from..to]);
    let kty_hat = &mut p.kty_hat.lines_mut()[from..to];
    let width = |shared| if shared { 1 } else { B };
    let range = |width| first / LINE * width..(first / LINE + chunks) * width;
    let (data, metric) = (range(width(SHARED & DATA != 0)), range(width(SHARED & METRIC != 0)));
    let (t, t_inverse) = (&p.t.lines()[metric.clone()], &p.t_inverse.lines()[metric]);
    let (c, l, u) = (&p.c.lines()[data.clone()], &p.l.lines()[data.clone()], &p.u.lines()[data]);
    let product = &p.buffer[..chunks * B];
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
                let (hat, ktyh) = (V::load(&x_hat[k]), V::load(&product[k]));
                if MODE != ADVANCE {
                    let rule = (zero.less(V::load(p.near.line::<B>(v))), V::load(p.distance.line::<B>(v)));
                    if MODE == NEAR {
                        errors.add::<true>(v, &at, hat, ktyh, rule);
                    } else {
                        errors.add::<false>(v, &at, hat, ktyh, rule);
                    }
                    ktyh.store(&mut kty_hat[k]);
                }
                let xk = p.blend.next::<V, B>(v, hat, V::load(&x[k]), V::load(&x0[k]));
                let ktyk = p.blend.next::<V, B>(v, ktyh, V::load(&kty[k]), V::load(&kty0[k]));
                xk.store(&mut x[k]);
                ktyk.store(&mut kty[k]);
                let step = V::load(p.tau.line::<B>(v)).mul(at.t).mul(at.c.sub(ktyk));
                let hat = xk.sub(step).max(at.l).min(at.u);
                let dx = hat.sub(xk);
                movement[v] = movement[v].add(dx.mul(dx).mul(t_inverse));
                hat.store(&mut next[k]);
            }
        }
    }
}
