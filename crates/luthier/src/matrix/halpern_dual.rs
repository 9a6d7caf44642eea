//! The pass over rows of a Halpern iteration: makes the dual part of the PDHG point, measures how far it is from the
//! iterate and, where a check may be due, the primal residuals, and moves the iterate on. Only K x^ is multiplied out; K x
//! of the iterate follows, as the iterate does, from the products of the point and of the anchor.

use super::blend::Blend;
use super::dual_pass::DualSums;
use super::lines::{Lanes, Line};
use super::parted::Parted;
use super::pass::{ADVANCE, CHECK, Measured, Pass, Stage, Tile, run};
use super::pattern::{Pattern, fold_stripes, stored};
use super::product::Product;
use super::row_errors::RowStripes;
use super::sharing::{DATA, METRIC, load};
use super::simd::Vec8;

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
    pub y: Parted<'a, Line>,
    pub kx: Parted<'a, Line>,
    pub anchor_y: &'a Lanes,
    pub anchor_kx: &'a Lanes,
    /// y^, the dual part of the PDHG point.
    pub y_hat: Parted<'a, Line>,
    /// K x^ and y^ - y; only written by a pass with a check.
    pub kx_hat: Parted<'a, Line>,
    pub step_y: Parted<'a, Line>,
    /// Dual step size of each lane, eta * omega.
    pub sigma: &'a Pattern,
    pub blend: &'a Blend,
}

impl HalpernDual<'_> {
    /// Runs the pass on all lanes: movement and interaction of the step from the iterate to the point; of the residuals only
    /// the current ones.
    pub(crate) fn run(&self, stage: &mut Stage<'_>, sums: &mut Measured<DualSums>, check: bool) {
        self.start(if check { CHECK } else { ADVANCE }, stage, sums);
    }
}

/// Stripes of all that the pass measures.
pub(super) struct Stripes<V: Copy, const B: usize> {
    movement: [V; B],
    interaction: [V; B],
    errors: RowStripes<V, B>,
}

impl Pass for HalpernDual<'_> {
    type Sums = DualSums;
    type Stripes<V: Vec8, const B: usize> = Stripes<V, B>;

    fn product(&self) -> (Product<'_>, &Lanes) {
        (self.product, self.x_hat)
    }

    fn with_mode<const B: usize, const SHARED: u8>(
        &self,
        mode: u8,
        stage: &mut Stage<'_>,
        sums: &mut Measured<DualSums>,
    ) {
        match mode {
            ADVANCE => run::<Self, B, SHARED, ADVANCE>(self, stage, sums),
            _ => run::<Self, B, SHARED, CHECK>(self, stage, sums),
        }
    }

    #[inline(always)]
    unsafe fn stripes<V: Vec8, const B: usize>() -> Stripes<V, B> {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            let zero = [V::splat(0.0); B];
            Stripes { movement: zero, interaction: zero, errors: RowStripes::zero() }
        }
    }

    #[inline(always)]
    unsafe fn fold<V: Vec8, const B: usize, const MODE: u8>(stripes: &Stripes<V, B>, sums: &mut DualSums) {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            fold_stripes(&stored(&stripes.movement), &mut sums.movement);
            fold_stripes(&stored(&stripes.interaction), &mut sums.interaction);
            if MODE != ADVANCE {
                stripes.errors.fold(&mut sums.current);
            }
        }
    }

    /// With sigma_i = sigma S_i and w = y - sigma_i (2 K x^ - K x),
    /// y^ = w - clamp(w, -sigma_i uc, -sigma_i lc)    movement += (y^ - y)^2 / S    interaction += (y^ - y) (K x^ - K x)
    /// and then y and K x move on as [`Blend`] says.
    #[inline(always)]
    unsafe fn tile<V: Vec8, const B: usize, const SHARED: u8, const MODE: u8>(
        &self,
        tile: &Tile<'_, B, SHARED>,
        stripes: &mut Stripes<V, B>,
    ) {
        // SAFETY: no other thread works on this tile.
        let (y, kx, y_hat) = unsafe { (tile.own(&self.y), tile.own(&self.kx), tile.own(&self.y_hat)) };
        // SAFETY: the same.
        let (kx_hat, step_y) = unsafe { (tile.own(&self.kx_hat), tile.own(&self.step_y)) };
        let (y0, kx0) = (tile.of(self.anchor_y), tile.of(self.anchor_kx));
        let (s, s_inverse) = (tile.of_metric(self.s), tile.of_metric(self.s_inverse));
        let (lc, uc) = (tile.of_data(self.lc), tile.of_data(self.uc));
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            let zero = V::splat(0.0);
            for chunk in 0..tile.chunks() {
                for v in 0..B {
                    let k = chunk * B + v;
                    let lck = load::<V, B, SHARED, DATA>(lc, chunk, v);
                    let uck = load::<V, B, SHARED, DATA>(uc, chunk, v);
                    let sk = load::<V, B, SHARED, METRIC>(s, chunk, v);
                    let s_inverse = load::<V, B, SHARED, METRIC>(s_inverse, chunk, v);
                    let (yk, kxk, kxh) = (V::load(&y[k]), V::load(&kx[k]), V::load(&tile.product[k]));

                    let sigma = V::load(self.sigma.line::<B>(v)).mul(sk);
                    let w = yk.sub(sigma.mul(kxh.add(kxh).sub(kxk)));
                    let minus = zero.sub(sigma);
                    let hat = w.sub(w.max(minus.mul(uck)).min(minus.mul(lck)));
                    let (dy, dkx) = (hat.sub(yk), kxh.sub(kxk));
                    stripes.movement[v] = stripes.movement[v].add(dy.mul(dy).mul(s_inverse));
                    stripes.interaction[v] = stripes.interaction[v].add(dy.mul(dkx));
                    hat.store(&mut y_hat[k]);
                    if MODE != ADVANCE {
                        stripes.errors.add(v, hat, kxh, sk, lck, uck);
                        kxh.store(&mut kx_hat[k]);
                        dy.store(&mut step_y[k]);
                    }
                    self.blend.next::<V, B>(v, hat, yk, V::load(&y0[k])).store(&mut y[k]);
                    self.blend.next::<V, B>(v, kxh, kxk, V::load(&kx0[k])).store(&mut kx[k]);
                }
            }
        }
    }
}
