//! The pass over rows: takes in the last accepted step, makes the dual step for the new primal point, measures what
//! the step-size rule needs and, where a check may be due, the primal residuals. Like the primal pass it spares
//! memory traffic: buffers change roles, and sums take two iterates at a time.

use super::MAX_LANES;
use super::compressed::TILE;
use super::lines::{LINE, Lanes, Line};
use super::pattern::{BLOCK, Pattern, fold_stripes, stored};
use super::product::Product;
use super::row_errors::{RowErrors, RowStripes};
use super::sharing::{DATA, METRIC, Sharing, load, with_sharing};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Isa, Portable, Set, Vec8};

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
    pub old_y: &'a mut Lanes,
    /// Before: the dual point tried last; after: the current one.
    pub new_y: &'a mut Lanes,
    /// K x of the same points.
    pub old_kx: &'a mut Lanes,
    pub new_kx: &'a mut Lanes,
    pub sum_y: &'a mut Lanes,
    pub sum_kx: &'a mut Lanes,
    pub scalars: &'a DualScalars,
    pub buffer: &'a mut [Line],
    pub sums: &'a mut DualSums,
}

impl DualPass<'_> {
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
unsafe fn avx2<const B: usize, const SHARED: u8, const CHECK: bool>(p: &mut DualPass<'_>) {
    // SAFETY: the feature is enabled here.
    unsafe { pass::<Avx2, B, SHARED, CHECK>(p) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f")]
unsafe fn avx512<const B: usize, const SHARED: u8, const CHECK: bool>(p: &mut DualPass<'_>) {
    // SAFETY: the features are enabled here.
    unsafe { pass::<Avx512, B, SHARED, CHECK>(p) }
}

#[inline(always)]
unsafe fn pass<V: Vec8, const B: usize, const SHARED: u8, const CHECK: bool>(p: &mut DualPass<'_>) {
    let m = p.old_y.lines().len() / B * LINE;
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
    p: &mut DualPass<'_>,
    block: usize,
    end: usize,
) {
    // SAFETY: the contract of `Vec8`, passed on.
    unsafe {
        let mut steps = Steps { movement: [V::splat(0.0); B], interaction: [V::splat(0.0); B] };
        let mut current = RowStripes::<V, B>::zero();
        let mut average = RowStripes::<V, B>::zero();
        let mut first = block;
        while first < end {
            let count = (end - first).min(TILE);
            p.product.tile(first / TILE, p.x_next, p.buffer);
            tile::<V, B, SHARED, CHECK>(p, first, count, &mut steps, &mut current, &mut average);
            first += count;
        }
        fold_stripes(&stored(&steps.movement), &mut p.sums.movement);
        fold_stripes(&stored(&steps.interaction), &mut p.sums.interaction);
        if CHECK {
            current.fold(&mut p.sums.current);
            average.fold(&mut p.sums.average);
        }
    }
}

/// Stripes of what the step-size rule needs.
struct Steps<V, const B: usize> {
    movement: [V; B],
    interaction: [V; B],
}

/// y = the point tried last where accepted, else the old one, then, with sigma_i = sigma S_i and
/// w = y - sigma_i K(2 x_next - x),
/// y_next = w - clamp(w, -sigma_i uc, -sigma_i lc)    movement += dy^2 / S    interaction += dy (K x_next - K x)
#[inline(always)]
unsafe fn tile<V: Vec8, const B: usize, const SHARED: u8, const CHECK: bool>(
    p: &mut DualPass<'_>,
    first: usize,
    count: usize,
    steps: &mut Steps<V, B>,
    current: &mut RowStripes<V, B>,
    average: &mut RowStripes<V, B>,
) {
    let chunks = count / LINE;
    let (from, to) = (first / LINE * B, (first / LINE + chunks) * B);
    let (old_y, new_y) = (&mut p.old_y.lines_mut()[from..to], &mut p.new_y.lines_mut()[from..to]);
    let (old_kx, new_kx) = (&mut p.old_kx.lines_mut()[from..to], &mut p.new_kx.lines_mut()[from..to]);
    let (sum_y, sum_kx) = (&mut p.sum_y.lines_mut()[from..to], &mut p.sum_kx.lines_mut()[from..to]);
    let width = |shared| if shared { 1 } else { B };
    let range = |width| first / LINE * width..(first / LINE + chunks) * width;
    let (data, metric) = (range(width(SHARED & DATA != 0)), range(width(SHARED & METRIC != 0)));
    let (s, s_inverse) = (&p.s.lines()[metric.clone()], &p.s_inverse.lines()[metric]);
    let (lc, uc) = (&p.lc.lines()[data.clone()], &p.uc.lines()[data]);
    let product = &p.buffer[..chunks * B];
    let (q, mixed, flush) = (p.scalars, p.mixed, p.flush);
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
                let kxn = V::load(&product[k]);
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
                steps.movement[v] = steps.movement[v].add(dy.mul(dy).mul(s_inverse));
                steps.interaction[v] = steps.interaction[v].add(dy.mul(dkx));
                next.store(&mut old_y[k]);
                kxn.store(&mut old_kx[k]);
                if CHECK {
                    let (weight, inverse) =
                        (V::load(q.trial_weight.line::<B>(v)), V::load(q.inverse.line::<B>(v)));
                    current.add(v, next, kxn, sk, lck, uck);
                    let ya = sy.add(weight.mul(next)).mul(inverse);
                    let kxa = skx.add(weight.mul(kxn)).mul(inverse);
                    average.add(v, ya, kxa, sk, lck, uck);
                }
            }
        }
    }
}
