//! The theorem on vanilla PDHG: its step size eta and primal weight omega.
//!
//! The paper ends in O(T log(m1 n T)). Here the curves that its two lemmas count enter the explicit bound of Goldberg and
//! Jerrum for classes that are decided by the signs of s polynomials of degree D in d parameters: 2 d log2(8 e D s).

use super::bound::{Bound, Constant, constant};
use super::case::Case;
use super::magnitude::Magnitude;
use std::f64::consts::E;

/// eta and omega.
const PARAMETERS: f64 = 2.0;

/// The curves of the iterates: curves 2^(2T) (L+U+m1)^(2T) T^(4T).
fn iterate_curves(case: &Case) -> Magnitude {
    let t = case.iterations();
    let log2 = 2.0 * t + 2.0 * t * log2_projections(case) + 4.0 * t * libm::log2(t);
    Magnitude::power_of_two(libm::log2(case.constants.curves) + log2)
}

/// The curves of the termination test in all of their cells: curves n^(curves-n) (2 (L+U+m1) T)^(curves-t T).
fn termination_curves(case: &Case) -> Magnitude {
    let (t, c) = (case.iterations(), &case.constants);
    let base = 1.0 + log2_projections(case) + libm::log2(t);
    let n = libm::log2(case.sizes.variables as f64);
    Magnitude::power_of_two(libm::log2(c.curves) + c.curves_n * n + c.curves_t * t * base)
}

/// Problems without a projection count as if they had one.
fn log2_projections(case: &Case) -> f64 {
    libm::log2(case.sizes.projections().max(1.0))
}

/// The degree of the last curves, the squared residuals of round T: 4T.
fn degree(case: &Case) -> f64 {
    4.0 * case.iterations()
}

/// T log2(m1 n T), where m1 = 0 counts as 1.
fn order(case: &Case) -> f64 {
    let (t, s) = (case.iterations(), &case.sizes);
    t * (libm::log2(s.inequalities.max(1) as f64) + libm::log2(s.variables as f64) + libm::log2(t))
}

/// The bound on the pseudo-dimension.
pub(super) fn bound(case: &Case) -> Bound {
    let (iterates, termination) = (iterate_curves(case), termination_curves(case));
    let curves = iterates.plus(termination);
    let wide = |name, value, source: &str| Constant { name, value, source: source.to_owned() };
    let c = &case.constants;
    let value = 2.0 * PARAMETERS * (libm::log2(8.0 * E * degree(case)) + curves.log2());
    Bound {
        name: "eta, omega",
        source: "theorem on vanilla PDHG (theorem:pdhg)",
        statement:
            "The pseudo-dimension of the iteration counts of vanilla PDHG, as (eta, omega) varies, is at most this, with the \
             constants that were chosen."
                .to_owned(),
        formula: "2 d log(8 e D s)",
        constants: vec![
            constant("d", PARAMETERS, "parameters that are tuned"),
            constant("T", case.iterations(), "most iterations: S T, as many as for PDLP"),
            constant("D", degree(case), "degree of the curves: 4T, that of the squared residuals"),
            wide("s1", iterates, "curves of the iterates: curves 2^(2T) (L+U+m1)^(2T) T^(4T)"),
            wide("s2", termination, "curves of the termination test: curves n^(curves-n) (2(L+U+m1)T)^(curves-t T)"),
            wide("s", curves, "s1 + s2"),
            constant("curves", c.curves, "chosen: the constant in the O() of both lemmas"),
            constant("curves-n", c.curves_n, "chosen: the exponent in n^O(1)"),
            constant("curves-t", c.curves_t, "chosen: the constant in the exponent O(T)"),
            constant("order", order(case), "the paper's O(T log(m1 n T)) with 1 for its constant"),
        ],
        value: Magnitude::of(value),
    }
}
