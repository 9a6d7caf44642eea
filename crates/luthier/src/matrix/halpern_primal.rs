//! The pass over columns of a Halpern iteration: measures the dual residuals of the PDHG point where a check is due, moves
//! the iterate on, and makes the primal part of the next PDHG point. Only K'y^ is multiplied out; K'y of the iterate
//! follows from the products of the point and of the anchor.

use super::blend::Blend;
use super::column_errors::{CheckRule, Column, ColumnStripes, mode};
use super::lines::{Lanes, Line};
use super::parted::Parted;
use super::pass::{ADVANCE, CHECK, Measured, NEAR, Pass, Stage, Tile, run};
use super::pattern::{Pattern, fold_stripes, stored};
use super::primal_pass::PrimalSums;
use super::product::Product;
use super::sharing::{DATA, METRIC, load};
use super::simd::Vec8;

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
    pub x: Parted<'a, Line>,
    pub kty: Parted<'a, Line>,
    pub anchor_x: &'a Lanes,
    pub anchor_kty: &'a Lanes,
    /// x^ of the point made from the iterate before.
    pub x_hat: &'a Lanes,
    /// x^ of the point to be made from the next iterate.
    pub x_hat_next: Parted<'a, Line>,
    /// K'y^; only written by a pass with a check.
    pub kty_hat: Parted<'a, Line>,
    /// Primal step size of each lane, eta / omega.
    pub tau: &'a Pattern,
    /// 1 where reduced costs count only near a bound, and how near.
    pub near: &'a Pattern,
    pub distance: &'a Pattern,
    pub blend: &'a Blend,
}

impl HalpernPrimal<'_> {
    /// Runs the pass on all lanes: movement from the next iterate to its x^; of the residuals only the current ones.
    pub(crate) fn run(
        &self,
        stage: &mut Stage<'_>,
        sums: &mut Measured<PrimalSums>,
        check: Option<CheckRule>,
    ) {
        self.start(mode(check), stage, sums);
    }
}

/// Stripes of all that the pass measures.
pub(super) struct Stripes<V: Copy, const B: usize> {
    movement: [V; B],
    errors: ColumnStripes<V, B>,
}

impl Pass for HalpernPrimal<'_> {
    type Sums = PrimalSums;
    type Stripes<V: Vec8, const B: usize> = Stripes<V, B>;

    fn product(&self) -> (Product<'_>, &Lanes) {
        (self.product, self.y_hat)
    }

    fn with_mode<const B: usize, const SHARED: u8>(
        &self,
        mode: u8,
        stage: &mut Stage<'_>,
        sums: &mut Measured<PrimalSums>,
    ) {
        match mode {
            ADVANCE => run::<Self, B, SHARED, ADVANCE>(self, stage, sums),
            CHECK => run::<Self, B, SHARED, CHECK>(self, stage, sums),
            _ => run::<Self, B, SHARED, NEAR>(self, stage, sums),
        }
    }

    #[inline(always)]
    unsafe fn stripes<V: Vec8, const B: usize>() -> Stripes<V, B> {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe { Stripes { movement: [V::splat(0.0); B], errors: ColumnStripes::zero() } }
    }

    #[inline(always)]
    unsafe fn fold<V: Vec8, const B: usize, const MODE: u8>(stripes: &Stripes<V, B>, sums: &mut PrimalSums) {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            fold_stripes(&stored(&stripes.movement), &mut sums.movement);
            if MODE != ADVANCE {
                stripes.errors.fold::<MODE>(&mut sums.current);
            }
        }
    }

    /// x and K'y move on as [`Blend`] says, then
    /// x^ = clamp(x - tau T (c - K'y), l, u)    movement += (x^ - x)^2 / T
    #[inline(always)]
    unsafe fn tile<V: Vec8, const B: usize, const SHARED: u8, const MODE: u8>(
        &self,
        tile: &Tile<'_, B, SHARED>,
        stripes: &mut Stripes<V, B>,
    ) {
        // SAFETY: no other thread works on this tile.
        let (x, kty) = unsafe { (tile.own(&self.x), tile.own(&self.kty)) };
        // SAFETY: the same.
        let (next, kty_hat) = unsafe { (tile.own(&self.x_hat_next), tile.own(&self.kty_hat)) };
        let (x0, kty0, x_hat) = (tile.of(self.anchor_x), tile.of(self.anchor_kty), tile.of(self.x_hat));
        let (t, t_inverse) = (tile.of_metric(self.t), tile.of_metric(self.t_inverse));
        let (c, l, u) = (tile.of_data(self.c), tile.of_data(self.l), tile.of_data(self.u));
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            let zero = V::splat(0.0);
            for chunk in 0..tile.chunks() {
                for v in 0..B {
                    let k = chunk * B + v;
                    let at = Column {
                        c: load::<V, B, SHARED, DATA>(c, chunk, v),
                        l: load::<V, B, SHARED, DATA>(l, chunk, v),
                        u: load::<V, B, SHARED, DATA>(u, chunk, v),
                        t: load::<V, B, SHARED, METRIC>(t, chunk, v),
                    };
                    let t_inverse = load::<V, B, SHARED, METRIC>(t_inverse, chunk, v);
                    let (hat, ktyh) = (V::load(&x_hat[k]), V::load(&tile.product[k]));
                    if MODE != ADVANCE {
                        let rule =
                            (zero.less(V::load(self.near.line::<B>(v))), V::load(self.distance.line::<B>(v)));
                        stripes.errors.add::<MODE>(v, &at, hat, ktyh, rule);
                        ktyh.store(&mut kty_hat[k]);
                    }
                    let xk = self.blend.next::<V, B>(v, hat, V::load(&x[k]), V::load(&x0[k]));
                    let ktyk = self.blend.next::<V, B>(v, ktyh, V::load(&kty[k]), V::load(&kty0[k]));
                    xk.store(&mut x[k]);
                    ktyk.store(&mut kty[k]);
                    let step = V::load(self.tau.line::<B>(v)).mul(at.t).mul(at.c.sub(ktyk));
                    let hat = xk.sub(step).max(at.l).min(at.u);
                    let dx = hat.sub(xk);
                    stripes.movement[v] = stripes.movement[v].add(dx.mul(dx).mul(t_inverse));
                    hat.store(&mut next[k]);
                }
            }
        }
    }
}
