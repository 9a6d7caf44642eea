//! Sums over columns that say how far a point is from optimal; every pass over columns adds them up like this.

use super::MAX_LANES;
use super::pass::{ADVANCE, CHECK, NEAR, Sums, add};
use super::pattern::{fold_stripes, stored};
use super::simd::Vec8;

/// How reduced costs are told apart from dual residuals at a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckRule {
    /// lambda = proj(c - K'y) on every lane.
    Projection,
    /// Lanes whose `near` scalar is set count lambda only close to a bound.
    NearBound,
}

/// The constant for a check that may be due.
pub(super) fn mode(check: Option<CheckRule>) -> u8 {
    match check {
        None => ADVANCE,
        Some(CheckRule::Projection) => CHECK,
        Some(CheckRule::NearBound) => NEAR,
    }
}

/// Sums over columns that describe one point, per lane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ColumnErrors {
    /// sum c_j x_j
    pub objective: [f64; MAX_LANES],
    /// sum d_j^2, the dual residual in the original space
    pub dual2: [f64; MAX_LANES],
    /// sum T_j d_j^2, in the scaled space
    pub scaled_dual2: [f64; MAX_LANES],
    /// sum l_j lambda_j+ - u_j lambda_j-, original space
    pub bounds: [f64; MAX_LANES],
    /// the same with the lambda of the scaled space
    pub scaled_bounds: [f64; MAX_LANES],
}

impl Sums for ColumnErrors {
    fn add(&mut self, block: &ColumnErrors, lanes: usize) {
        add(&mut self.objective, &block.objective, lanes);
        add(&mut self.dual2, &block.dual2, lanes);
        add(&mut self.scaled_dual2, &block.scaled_dual2, lanes);
        add(&mut self.bounds, &block.bounds, lanes);
        add(&mut self.scaled_bounds, &block.scaled_bounds, lanes);
    }
}

/// Stripes of the sums of one point.
#[derive(Clone, Copy)]
pub(super) struct ColumnStripes<V: Copy, const B: usize> {
    objective: [V; B],
    dual2: [V; B],
    scaled_dual2: [V; B],
    bounds: [V; B],
    scaled_bounds: [V; B],
}

impl<V: Vec8, const B: usize> ColumnStripes<V, B> {
    #[inline(always)]
    pub(super) unsafe fn zero() -> Self {
        // SAFETY: the contract of `Vec8`, passed on.
        let z = unsafe { [V::splat(0.0); B] };
        ColumnStripes { objective: z, dual2: z, scaled_dual2: z, bounds: z, scaled_bounds: z }
    }

    /// Adds the terms of the columns in vector `v`: point x, gradient g = c - K'y, metric t.
    #[inline(always)]
    pub(super) unsafe fn add<const MODE: u8>(
        &mut self,
        v: usize,
        at: &Column<V>,
        x: V,
        kty: V,
        rule: (V::Mask, V),
    ) {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            let g = at.c.sub(kty);
            let (d, bound) = projected(g, at.l, at.u);
            let (mut d, mut bound, mut sd, mut sbound) = (d, bound, d, bound);
            if MODE == NEAR {
                let (near, distance) = rule;
                let (nd, nbound) = near_bound(g, x, at.l, at.u, distance);
                let (nsd, nsbound) = near_bound(g, x, at.l, at.u, distance.mul(at.t.sqrt()));
                d = V::select(near, nd, d);
                bound = V::select(near, nbound, bound);
                sd = V::select(near, nsd, sd);
                sbound = V::select(near, nsbound, sbound);
            }
            self.objective[v] = self.objective[v].add(at.c.mul(x));
            self.dual2[v] = self.dual2[v].add(d.mul(d));
            self.scaled_dual2[v] = self.scaled_dual2[v].add(at.t.mul(sd.mul(sd)));
            self.bounds[v] = self.bounds[v].add(bound);
            if MODE == NEAR {
                self.scaled_bounds[v] = self.scaled_bounds[v].add(sbound);
            }
        }
    }

    #[inline(always)]
    pub(super) unsafe fn fold<const MODE: u8>(&self, into: &mut ColumnErrors) {
        // SAFETY: the contract of `Vec8`, passed on.
        unsafe {
            fold_stripes(&stored(&self.objective), &mut into.objective);
            fold_stripes(&stored(&self.dual2), &mut into.dual2);
            fold_stripes(&stored(&self.scaled_dual2), &mut into.scaled_dual2);
            fold_stripes(&stored(&self.bounds), &mut into.bounds);
            let scaled = if MODE == NEAR { &self.scaled_bounds } else { &self.bounds };
            fold_stripes(&stored(scaled), &mut into.scaled_bounds);
        }
    }
}

/// Data of eight columns.
pub(super) struct Column<V> {
    pub c: V,
    pub l: V,
    pub u: V,
    pub t: V,
}

/// lambda = proj(g): g itself where the bound it pushes against is finite. Returns (g - lambda, bound * lambda).
#[inline(always)]
unsafe fn projected<V: Vec8>(g: V, l: V, u: V) -> (V, V) {
    // SAFETY: the contract of `Vec8`, passed on.
    unsafe {
        let zero = V::splat(0.0);
        let bound = V::select(zero.less(g), l, u);
        let finite = bound.max(zero.sub(bound)).less(V::splat(f64::INFINITY));
        (V::select(finite, zero, g), V::select(finite, bound, zero).mul(g))
    }
}

/// lambda = the part of g that pushes against the nearer bound, where x is within `distance` of it, else 0; all of g
/// where the bounds are equal. Returns (g - lambda, bound * lambda).
#[inline(always)]
unsafe fn near_bound<V: Vec8>(g: V, x: V, l: V, u: V, distance: V) -> (V, V) {
    // SAFETY: the contract of `Vec8`, passed on.
    unsafe {
        let zero = V::splat(0.0);
        let (to_lower, to_upper) = (x.sub(l), u.sub(x));
        let lower = to_lower.less_equal(to_upper);
        let lambda = V::select(lower, g.max(zero), g.min(zero));
        let near = to_lower.min(to_upper).less_equal(distance);
        let fixed = u.less_equal(l);
        let lambda = V::select(fixed, g, V::select(near, lambda, zero));
        let bound = V::select(fixed, l, V::select(near, V::select(lower, l, u), zero));
        (g.sub(lambda), bound.mul(lambda))
    }
}
