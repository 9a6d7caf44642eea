//! The pass over columns: takes an accepted step in, updates the averages, measures the dual residuals where a
//! check is due, and makes the next primal step.
//!
//! Memory traffic is what the pass costs, so it is spared: the two buffers of x change roles instead of being copied
//! (only where some lane did not accept its step, its current point is copied), K'y is never stored, and the sum of
//! x takes two iterates at a time.

use super::MAX_LANES;
use super::column_errors::{CheckRule, Column, ColumnErrors, ColumnStripes, mode};
use super::lines::{Lanes, Line};
use super::parted::Parted;
use super::pass::{ADVANCE, CHECK, Measured, NEAR, Pass, Stage, Sums, Tile, add, run};
use super::pattern::{Pattern, fold_stripes, stored};
use super::product::Product;
use super::sharing::{DATA, METRIC, load};
use super::simd::Vec8;

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

impl Sums for PrimalSums {
    fn add(&mut self, block: &PrimalSums, lanes: usize) {
        add(&mut self.movement, &block.movement, lanes);
        self.current.add(&block.current, lanes);
        self.average.add(&block.average, lanes);
    }
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
    pub old: Parted<'a, Line>,
    /// Before: the point tried; after: the current point.
    pub new: Parted<'a, Line>,
    pub sum_x: Parted<'a, Line>,
    pub sum_kty: Parted<'a, Line>,
    pub scalars: &'a PrimalScalars,
}

impl PrimalPass<'_> {
    /// Runs the pass on all lanes.
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
    current: ColumnStripes<V, B>,
    average: ColumnStripes<V, B>,
}

impl Pass for PrimalPass<'_> {
    type Sums = PrimalSums;
    type Stripes<V: Vec8, const B: usize> = Stripes<V, B>;

    fn product(&self) -> (Product<'_>, &Lanes) {
        (self.product, self.y)
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
        unsafe {
            let (current, average) = (ColumnStripes::zero(), ColumnStripes::zero());
            Stripes { movement: [V::splat(0.0); B], current, average }
        }
    }

    #[inline(always)]
    unsafe fn fold<V: Vec8, const B: usize, const MODE: u8>(stripes: &Stripes<V, B>, sums: &mut PrimalSums) {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            fold_stripes(&stored(&stripes.movement), &mut sums.movement);
            if MODE != ADVANCE {
                stripes.current.fold::<MODE>(&mut sums.current);
                stripes.average.fold::<MODE>(&mut sums.average);
            }
        }
    }

    /// x = the point tried where accepted, else the old one, then
    /// x_next = clamp(x - tau T (c - K'y), l, u)    movement += (x_next - x)^2 / T
    #[inline(always)]
    unsafe fn tile<V: Vec8, const B: usize, const SHARED: u8, const MODE: u8>(
        &self,
        tile: &Tile<'_, B, SHARED>,
        stripes: &mut Stripes<V, B>,
    ) {
        // SAFETY: no other thread works on this tile.
        let (old, new) = unsafe { (tile.own(&self.old), tile.own(&self.new)) };
        // SAFETY: the same.
        let (sum_x, sum_kty) = unsafe { (tile.own(&self.sum_x), tile.own(&self.sum_kty)) };
        let (t, t_inverse) = (tile.of_metric(self.t), tile.of_metric(self.t_inverse));
        let (c, l, u) = (tile.of_data(self.c), tile.of_data(self.l), tile.of_data(self.u));
        let (s, mixed, flush) = (self.scalars, self.mixed, self.flush);
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
                    let (mut x, kty) = (V::load(&new[k]), V::load(&tile.product[k]));
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
                            stripes.current.add::<MODE>(v, &at, x, kty, rule);
                            stripes.average.add::<MODE>(v, &at, xa, ktya, rule);
                        }
                    }
                    let step = V::load(s.tau.line::<B>(v)).mul(at.t).mul(at.c.sub(kty));
                    let next = x.sub(step).max(at.l).min(at.u);
                    let dx = next.sub(x);
                    stripes.movement[v] = stripes.movement[v].add(dx.mul(dx).mul(t_inverse));
                    next.store(&mut old[k]);
                }
            }
        }
    }
}
