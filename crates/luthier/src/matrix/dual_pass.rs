//! The pass over rows: takes in the last accepted step, makes the dual step for the new primal point, measures what
//! the step-size rule needs and, where a check may be due, the primal residuals. Like the primal pass it spares
//! memory traffic: buffers change roles, and sums take two iterates at a time.

use super::MAX_LANES;
use super::lines::{Lanes, Line};
use super::parted::Parted;
use super::pass::{ADVANCE, CHECK, Measured, Pass, Stage, Sums, Tile, add, run};
use super::pattern::{Pattern, fold_stripes, stored};
use super::product::Product;
use super::row_errors::{RowErrors, RowStripes};
use super::sharing::{DATA, METRIC, load};
use super::simd::Vec8;

/// Per-lane numbers that steer a dual pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DualScalars {
    /// 1 where the step tried last was accepted and is to be taken in, else 0; only looked at in a mixed pass.
    pub accept: Pattern,
    /// Weight of the step taken in, in the averages; 0 where none is.
    pub weight: Pattern,
    /// Weight of the iterate before it, if the sums have not taken that one in yet, else 0.
    pub deferred: Pattern,
    /// Dual step size, eta * omega.
    pub sigma: Pattern,
    /// Weight that the step now tried would have in the averages (eta).
    pub trial_weight: Pattern,
    /// 1 / (total weight with the step now tried).
    pub inverse: Pattern,
}

impl DualScalars {
    pub(crate) const ZERO: DualScalars = DualScalars {
        accept: Pattern::ZERO,
        weight: Pattern::ZERO,
        deferred: Pattern::ZERO,
        sigma: Pattern::ZERO,
        trial_weight: Pattern::ZERO,
        inverse: Pattern::ZERO,
    };
}

/// What a dual pass measured, per lane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DualSums {
    /// sum (y_next - y)_i^2 / S_i
    pub movement: [f64; MAX_LANES],
    /// (y_next - y)' K (x_next - x)
    pub interaction: [f64; MAX_LANES],
    /// (x_next, y_next); only after a pass with a check.
    pub current: RowErrors,
    /// The average with this step included; only after a pass with a check.
    pub average: RowErrors,
}

impl Sums for DualSums {
    fn add(&mut self, block: &DualSums, lanes: usize) {
        add(&mut self.movement, &block.movement, lanes);
        add(&mut self.interaction, &block.interaction, lanes);
        self.current.add(&block.current, lanes);
        self.average.add(&block.average, lanes);
    }
}

/// Everything a dual pass works on. Lengths: rows, padded, times lanes; those that [`Sharing`] says have
/// one lane.
pub(crate) struct DualPass<'a> {
    /// K for this number of lanes.
    pub product: Product<'a>,
    /// The primal point tried.
    pub x_next: &'a Lanes,
    /// Whether some lane does not take in the step tried last.
    pub mixed: bool,
    /// Whether the sums take in what is there; otherwise the new iterates are left for the next pass.
    pub flush: bool,
    pub lc: &'a Lanes,
    pub uc: &'a Lanes,
    pub s: &'a Lanes,
    /// 1 / S.
    pub s_inverse: &'a Lanes,
    /// Before: the current dual point; after: the one tried next.
    pub old_y: Parted<'a, Line>,
    /// Before: the dual point tried last; after: the current one.
    pub new_y: Parted<'a, Line>,
    /// K x of the same points.
    pub old_kx: Parted<'a, Line>,
    pub new_kx: Parted<'a, Line>,
    pub sum_y: Parted<'a, Line>,
    pub sum_kx: Parted<'a, Line>,
    pub scalars: &'a DualScalars,
}

impl DualPass<'_> {
    /// Runs the pass on all lanes.
    pub(crate) fn run(&self, stage: &mut Stage<'_>, sums: &mut Measured<DualSums>, check: bool) {
        self.start(if check { CHECK } else { ADVANCE }, stage, sums);
    }
}

/// Stripes of all that the pass measures.
pub(super) struct Stripes<V: Copy, const B: usize> {
    movement: [V; B],
    interaction: [V; B],
    current: RowStripes<V, B>,
    average: RowStripes<V, B>,
}

impl Pass for DualPass<'_> {
    type Sums = DualSums;
    type Stripes<V: Vec8, const B: usize> = Stripes<V, B>;

    fn product(&self) -> (Product<'_>, &Lanes) {
        (self.product, self.x_next)
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
            let (current, average) = (RowStripes::zero(), RowStripes::zero());
            Stripes { movement: zero, interaction: zero, current, average }
        }
    }

    #[inline(always)]
    unsafe fn fold<V: Vec8, const B: usize, const MODE: u8>(stripes: &Stripes<V, B>, sums: &mut DualSums) {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            fold_stripes(&stored(&stripes.movement), &mut sums.movement);
            fold_stripes(&stored(&stripes.interaction), &mut sums.interaction);
            if MODE != ADVANCE {
                stripes.current.fold(&mut sums.current);
                stripes.average.fold(&mut sums.average);
            }
        }
    }

    /// y = the point tried last where accepted, else the old one, then, with sigma_i = sigma S_i and
    /// w = y - sigma_i K(2 x_next - x),
    /// y_next = w - clamp(w, -sigma_i uc, -sigma_i lc)    movement += dy^2 / S    interaction += dy (K x_next - K x)
    #[inline(always)]
    unsafe fn tile<V: Vec8, const B: usize, const SHARED: u8, const MODE: u8>(
        &self,
        tile: &Tile<'_, B, SHARED>,
        stripes: &mut Stripes<V, B>,
    ) {
        // SAFETY: no other thread works on this tile.
        let (old_y, new_y) = unsafe { (tile.own(&self.old_y), tile.own(&self.new_y)) };
        // SAFETY: the same.
        let (old_kx, new_kx) = unsafe { (tile.own(&self.old_kx), tile.own(&self.new_kx)) };
        // SAFETY: the same.
        let (sum_y, sum_kx) = unsafe { (tile.own(&self.sum_y), tile.own(&self.sum_kx)) };
        let (s, s_inverse) = (tile.of_metric(self.s), tile.of_metric(self.s_inverse));
        let (lc, uc) = (tile.of_data(self.lc), tile.of_data(self.uc));
        let (q, mixed, flush) = (self.scalars, self.mixed, self.flush);
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
                    let kxn = V::load(&tile.product[k]);
                    let (mut y, mut kx) = (V::load(&new_y[k]), V::load(&new_kx[k]));
                    if mixed {
                        let accept = zero.less(V::load(q.accept.line::<B>(v)));
                        y = V::select(accept, y, V::load(&old_y[k]));
                        kx = V::select(accept, kx, V::load(&old_kx[k]));
                        y.store(&mut new_y[k]);
                        kx.store(&mut new_kx[k]);
                    }
                    let (mut sy, mut skx) = (zero, zero);
                    if flush {
                        let (weight, deferred) =
                            (V::load(q.weight.line::<B>(v)), V::load(q.deferred.line::<B>(v)));
                        sy = V::load(&sum_y[k]).add(deferred.mul(V::load(&old_y[k]))).add(weight.mul(y));
                        skx = V::load(&sum_kx[k]).add(deferred.mul(V::load(&old_kx[k]))).add(weight.mul(kx));
                        sy.store(&mut sum_y[k]);
                        skx.store(&mut sum_kx[k]);
                    }

                    let sigma = V::load(q.sigma.line::<B>(v)).mul(sk);
                    let w = y.sub(sigma.mul(kxn.add(kxn).sub(kx)));
                    let minus = zero.sub(sigma);
                    let next = w.sub(w.max(minus.mul(uck)).min(minus.mul(lck)));
                    let (dy, dkx) = (next.sub(y), kxn.sub(kx));
                    stripes.movement[v] = stripes.movement[v].add(dy.mul(dy).mul(s_inverse));
                    stripes.interaction[v] = stripes.interaction[v].add(dy.mul(dkx));
                    next.store(&mut old_y[k]);
                    kxn.store(&mut old_kx[k]);
                    if MODE != ADVANCE {
                        let (weight, inverse) =
                            (V::load(q.trial_weight.line::<B>(v)), V::load(q.inverse.line::<B>(v)));
                        stripes.current.add(v, next, kxn, sk, lck, uck);
                        let ya = sy.add(weight.mul(next)).mul(inverse);
                        let kxa = skx.add(weight.mul(kxn)).mul(inverse);
                        stripes.average.add(v, ya, kxa, sk, lck, uck);
                    }
                }
            }
        }
    }
}
