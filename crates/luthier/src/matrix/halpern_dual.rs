//! The pass over rows of a Halpern iteration: makes the dual part of the PDHG point, measures how far it is from the
//! iterate and, where a check may be due, the primal residuals, and moves the iterate on. Only K x^ is multiplied out; K x
//! of the iterate follows, as the iterate does, from the products of the point and of the anchor.

use super::blend::Blend;
use super::compressed::TILE;
use super::dual_pass::DualSums;
use super::lines::{LINE, Lanes, Line};
use super::pattern::{BLOCK, Pattern, fold_stripes, stored};
use super::product::Product;
use super::row_errors::RowStripes;
use super::sharing::{DATA, METRIC, Sharing, load, with_sharing};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Isa, Portable, Set, Vec8};

/// Everything the pass works on. Lengths: rows, padded, times lanes; those that [`Sharing`] says have one lane.
pub(crate) struct HalpernDual<'a> {
    /// K for this number of lanes.
    pub product: Product<'a>,
    /// x^, the primal part of the PDHG point.
    pub x_hat: &'a Lanes,
    pub lc: &'a Lanes,
    pub uc: &'a Lanes,
    pub s: &'a Lanes,
    /// 1 / S.
    pub s_inverse: &'a Lanes,
    /// The iterate and its K x: before, the one that the point is made from; after, the next one.
    pub y: &'a mut Lanes,
    pub kx: &'a mut Lanes,
    pub anchor_y: &'a Lanes,
    pub anchor_kx: &'a Lanes,
    /// y^, the dual part of the PDHG point.
    pub y_hat: &'a mut Lanes,
    /// K x^ and y^ - y; only written by a pass with a check.
    pub kx_hat: &'a mut Lanes,
    pub step_y: &'a mut Lanes,
    /// Dual step size of each lane, eta * omega.
    pub sigma: &'a Pattern,
    pub blend: &'a Blend,
    pub buffer: &'a mut [Line],
    /// Movement and interaction of the step from the iterate to the point; of the residuals only the current ones.
    pub sums: &'a mut DualSums,
}

impl HalpernDual<'_> {
    /// Runs the pass on all lanes.
    pub(crate) fn run(&mut self, isa: Isa, lanes: usize, sharing: Sharing, check: bool) {
        with_sharing!(self, with_lanes, lanes, sharing, (isa, check));
    }

    fn with_lanes<const B: usize, const SHARED: u8>(&mut self, isa: Isa, check: bool) {
        if check { self.with_check::<B, SHARED, true>(isa) } else { self.with_check::<B, SHARED, false>(isa) }
    }

    fn with_check<const B: usize, const SHARED: u8, const CHECK: bool>(&mut self, isa: Isa) {
        // SAFETY: an `Isa` is an instruction set that this processor has.
        unsafe {
            match isa.set() {
                Set::Portable => pass::<Portable, B, SHARED, CHECK>(self),
                #[cfg(target_arch = "x86_64")]
                Set::Avx2 => avx2::<B, SHARED, CHECK>(self),
                #[cfg(target_arch = "x86_64")]
                Set::Avx512 => avx512::<B, SHARED, CHECK>(self),
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn avx2<const B: usize, const SHARED: u8, const CHECK: bool>(p: &mut HalpernDual<'_>) {
    // SAFETY: the feature is enabled here.
    unsafe { pass::<Avx2, B, SHARED, CHECK>(p) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f")]
unsafe fn avx512<const B: usize, const SHARED: u8, const CHECK: bool>(p: &mut HalpernDual<'_>) {
    // SAFETY: the features are enabled here.
    unsafe { pass::<Avx512, B, SHARED, CHECK>(p) }
}

#[inline(always)]
unsafe fn pass<V: Vec8, const B: usize, const SHARED: u8, const CHECK: bool>(p: &mut HalpernDual<'_>) {
    let m = p.y.lines().len() / B * LINE;
    *p.sums = DualSums::default();
    let mut block = 0;
    while block < m {
        let end = (block + BLOCK).min(m);
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe { pass_block::<V, B, SHARED, CHECK>(p, block, end) };
        block = end;
    }
}

#[inline(always)]
unsafe fn pass_block<V: Vec8, const B: usize, const SHARED: u8, const CHECK: bool>(
    p: &mut HalpernDual<'_>,
    block: usize,
    end: usize,
) {
    // SAFETY: the contract of `Vec8`, passed on.
    unsafe {
        let mut stripes = Stripes {
            movement: [V::splat(0.0); B],
            interaction: [V::splat(0.0); B],
            errors: RowStripes::<V, B>::zero(),
        };
        let mut first = block;
        while first < end {
            let count = (end - first).min(TILE);
            p.product.tile(first / TILE, p.x_hat, p.buffer);
            tile::<V, B, SHARED, CHECK>(p, first, count, &mut stripes);
            first += count;
        }
        fold_stripes(&stored(&stripes.movement), &mut p.sums.movement);
        fold_stripes(&stored(&stripes.interaction), &mut p.sums.interaction);
        if CHECK {
            stripes.errors.fold(&mut p.sums.current);
        }
    }
}

/// Stripes of all that the pass measures.
struct Stripes<V: Copy, const B: usize> {
    movement: [V; B],
    interaction: [V; B],
    errors: RowStripes<V, B>,
}

/// With sigma_i = sigma S_i and w = y - sigma_i (2 K x^ - K x),
/// y^ = w - clamp(w, -sigma_i uc, -sigma_i lc)    movement += (y^ - y)^2 / S    interaction += (y^ - y) (K x^ - K x)
/// and then y and K x move on as [`Blend`] says.
#[inline(always)]
unsafe fn tile<V: Vec8, const B: usize, const SHARED: u8, const CHECK: bool>(
    p: &mut HalpernDual<'_>,
    first: usize,
    count: usize,
    stripes: &mut Stripes<V, B>,
) {
    let chunks = count / LINE;
    let (from, to) = (first / LINE * B, (first / LINE + chunks) * B);
    let (y, kx) = (&mut p.y.lines_mut()[from..to], &mut p.kx.lines_mut()[from..to]);
    let (y0, kx0) = (&p.anchor_y.lines()[from..to], &p.anchor_kx.lines()[from..to]);
    let y_hat = &mut p.y_hat.lines_mut()[from..to];
    let (kx_hat, step_y) = (&mut p.kx_hat.lines_mut()[from..to], &mut p.step_y.lines_mut()[from..to]);
    let width = |shared| if shared { 1 } else { B };
    let range = |width| first / LINE * width..(first / LINE + chunks) * width;
    let (data, metric) = (range(width(SHARED & DATA != 0)), range(width(SHARED & METRIC != 0)));
    let (s, s_inverse) = (&p.s.lines()[metric.clone()], &p.s_inverse.lines()[metric]);
    let (lc, uc) = (&p.lc.lines()[data.clone()], &p.uc.lines()[data]);
    let product = &p.buffer[..chunks * B];
    // SAFETY: the contract of `Vec8`, passed on.
    unsafe {
        let zero = V::splat(0.0);
        for chunk in 0..chunks {
            for v in 0..B {
                let k = chunk * B + v;
                let lck = load::<V, B, SHARED, DATA>(lc, chunk, v);
                let uck = load::<V, B, SHARED, DATA>(uc, chunk, v);
                let sk = load::<V, B, SHARED, METRIC>(s, chunk, v);
                let s_inverse = load::<V, B, SHARED, METRIC>(s_inverse, chunk, v);
                let (yk, kxk, kxh) = (V::load(&y[k]), V::load(&kx[k]), V::load(&product[k]));

                let sigma = V::load(p.sigma.line::<B>(v)).mul(sk);
                let w = yk.sub(sigma.mul(kxh.add(kxh).sub(kxk)));
                let minus = zero.sub(sigma);
                let hat = w.sub(w.max(minus.mul(uck)).min(minus.mul(lck)));
                let (dy, dkx) = (hat.sub(yk), kxh.sub(kxk));
                stripes.movement[v] = stripes.movement[v].add(dy.mul(dy).mul(s_inverse));
                stripes.interaction[v] = stripes.interaction[v].add(dy.mul(dkx));
                hat.store(&mut y_hat[k]);
                if CHECK {
                    stripes.errors.add(v, hat, kxh, sk, lck, uck);
                    kxh.store(&mut kx_hat[k]);
                    dy.store(&mut step_y[k]);
                }
                p.blend.next::<V, B>(v, hat, yk, V::load(&y0[k])).store(&mut y[k]);
                p.blend.next::<V, B>(v, kxh, kxk, V::load(&kx0[k])).store(&mut kx[k]);
            }
        }
    }
}
