//! Sums over rows that say how far a point is from optimal; every pass over rows adds them up like this.

use super::MAX_LANES;
use super::pass::{Sums, add};
use super::pattern::{fold_stripes, stored};
use super::simd::Vec8;

/// Sums over rows that describe one point, per lane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowErrors {
    /// sum r_i^2, the violation of the row bounds in the original space
    pub primal2: [f64; MAX_LANES],
    /// sum S_i r_i^2, in the scaled space
    pub scaled_primal2: [f64; MAX_LANES],
    /// sum lc_i y_i+ - uc_i y_i-
    pub objective: [f64; MAX_LANES],
}

impl Sums for RowErrors {
    fn add(&mut self, block: &RowErrors, lanes: usize) {
        add(&mut self.primal2, &block.primal2, lanes);
        add(&mut self.scaled_primal2, &block.scaled_primal2, lanes);
        add(&mut self.objective, &block.objective, lanes);
    }
}

/// Stripes of the sums of one point.
#[derive(Clone, Copy)]
pub(super) struct RowStripes<V: Copy, const B: usize> {
    primal2: [V; B],
    scaled_primal2: [V; B],
    objective: [V; B],
}

impl<V: Vec8, const B: usize> RowStripes<V, B> {
    #[inline(always)]
    pub(super) unsafe fn zero() -> Self {
        // SAFETY: the contract of `Vec8`, passed on.
        let z = unsafe { [V::splat(0.0); B] };
        RowStripes { primal2: z, scaled_primal2: z, objective: z }
    }

    /// r = (lc - Kx)+ + (Kx - uc)+    objective = lc y+ - uc y-, a zero multiplier counting nothing
    #[inline(always)]
    pub(super) unsafe fn add(&mut self, v: usize, y: V, kx: V, s: V, lc: V, uc: V) {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            let zero = V::splat(0.0);
            // NaN must not look like zero: a maximum takes its second operand where they cannot be compared.
            let r = zero.max(lc.sub(kx)).add(zero.max(kx.sub(uc)));
            let r2 = r.mul(r);
            let side = V::select(zero.less(y), lc, V::select(y.less(zero), uc, zero));
            self.primal2[v] = self.primal2[v].add(r2);
            self.scaled_primal2[v] = self.scaled_primal2[v].add(s.mul(r2));
            self.objective[v] = self.objective[v].add(side.mul(y));
        }
    }

    #[inline(always)]
    pub(super) unsafe fn fold(&self, into: &mut RowErrors) {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            fold_stripes(&stored(&self.primal2), &mut into.primal2);
            fold_stripes(&stored(&self.scaled_primal2), &mut into.scaled_primal2);
            fold_stripes(&stored(&self.objective), &mut into.objective);
        }
    }
}
