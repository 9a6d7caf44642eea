//! The gamma function, the incomplete beta function with its inverse, and tails of the binomial distribution.
//!
//! All of it stands on the error of Stirling's formula. Densities are computed from deviances, after Loader, and not as
//! differences of logarithms of huge numbers: so tails keep about 13 digits for counts up to a million.
//! Outside of their domain, the functions are NaN.

use super::rounding::boundary;
use std::f64::consts::{PI, TAU};

/// Below this, the error of Stirling's formula is carried down from above.
const SERIES: f64 = 16.0;

/// ln Gamma(x + 1) - ((x + 1/2) ln x - x + ln(2 pi) / 2), for x > 0.
fn stirling_error(x: f64) -> f64 {
    let (mut x, mut carried) = (x, 0.0);
    // error(x) = error(x + 1) + (x + 1/2) ln(1 + 1/x) - 1
    while x < SERIES {
        carried += (x + 0.5) * libm::log1p(1.0 / x) - 1.0;
        x += 1.0;
    }
    let s = 1.0 / (x * x);
    let series = 1.0 / 12.0
        - s * (1.0 / 360.0
            - s * (1.0 / 1260.0 - s * (1.0 / 1680.0 - s * (1.0 / 1188.0 - s * 691.0 / 360_360.0))));
    carried + series / x
}

/// ln Gamma(x) for x > 0.
pub fn ln_gamma(x: f64) -> f64 {
    if !(x > 0.0) {
        return f64::NAN;
    }
    stirling_error(x) + (x - 0.5) * libm::log(x) - x + 0.5 * libm::log(TAU)
}

/// x ln(x / m) + m - x, for x, m > 0: how far x is from its mean m.
fn deviance(x: f64, m: f64) -> f64 {
    if (x - m).abs() >= 0.1 * (x + m) {
        return x * libm::log(x / m) + m - x;
    }
    // With v = (x - m) / (x + m): ln(x / m) = 2 (v + v^3/3 + v^5/5 + ...)
    let v = (x - m) / (x + m);
    let (mut sum, mut power, mut odd) = ((x - m) * v, 2.0 * x * v, 1.0);
    loop {
        power *= v * v;
        odd += 2.0;
        let next = sum + power / odd;
        if next == sum {
            return sum;
        }
        sum = next;
    }
}

/// x^a (1-x)^b / B(a, b), for x inside (0, 1) and `y` = 1 - x.
fn density(x: f64, y: f64, a: f64, b: f64) -> f64 {
    let n = a + b;
    let exponent =
        stirling_error(n) - stirling_error(a) - stirling_error(b) - deviance(a, n * x) - deviance(b, n * y);
    libm::exp(exponent) * (a * b / (2.0 * PI * n)).sqrt()
}

/// The continued fraction of the incomplete beta function, after Lentz. For x below the mean it settles after about
/// sqrt(a + b) rounds.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |v: f64| if v.abs() < TINY { TINY } else { v };
    let (mut c, mut d) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut value = d;
    let mut m = 1.0;
    let most = 1000.0 + 20.0 * (a + b).sqrt();
    while m < most {
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away(1.0 + even * d);
        c = away(1.0 + even / c);
        value *= c * d;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away(1.0 + odd * d);
        c = away(1.0 + odd / c);
        value *= c * d;
        if (c * d - 1.0).abs() <= f64::EPSILON {
            break;
        }
        m += 1.0;
    }
    value
}

/// I_x(a, b) for y = 1 - x, both above 0.
fn incomplete(x: f64, y: f64, a: f64, b: f64) -> f64 {
    // Beyond the mean the fraction converges badly, and there the other tail is computed.
    if x <= (a + 1.0) / (a + b + 2.0) {
        density(x, y, a, b) * fraction(x, a, b) / a
    } else {
        1.0 - density(x, y, a, b) * fraction(y, b, a) / b
    }
}

/// The distribution function of Beta(a, b) at x: I_x(a, b), for x in [0, 1] and a, b > 0.
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if !(a > 0.0 && b > 0.0 && (0.0..=1.0).contains(&x)) {
        return f64::NAN;
    }
    match x {
        0.0 => 0.0,
        1.0 => 1.0,
        _ => incomplete(x, 1.0 - x, a, b).clamp(0.0, 1.0),
    }
}

/// The quantile of Beta(a, b): the x in [0, 1] with I_x(a, b) = p, for p in [0, 1] and a, b > 0. The largest number that
/// does not reach p.
pub fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    if !(a > 0.0 && b > 0.0 && (0.0..=1.0).contains(&p)) {
        return f64::NAN;
    }
    match p {
        0.0 => 0.0,
        1.0 => 1.0,
        _ => boundary(0.0, 1.0, |x| beta_cdf(x, a, b) < p).0,
    }
}

/// P(X <= k) for X binomial with n trials of probability p in [0, 1].
pub fn binomial_at_most(k: u64, n: u64, p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    match k {
        _ if k >= n || p == 0.0 => 1.0,
        _ if p == 1.0 => 0.0,
        0 => libm::exp(n as f64 * libm::log1p(-p)),
        // I_(1-p)(n - k, k + 1), with 1 - p kept as it is when p is small
        _ => incomplete(1.0 - p, p, (n - k) as f64, k as f64 + 1.0).clamp(0.0, 1.0),
    }
}

/// P(X >= k) for X binomial with n trials of probability p in [0, 1].
pub fn binomial_at_least(k: u64, n: u64, p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    match k {
        0 => 1.0,
        _ if k > n || p == 0.0 => 0.0,
        _ if p == 1.0 => 1.0,
        _ if k == n => libm::pow(p, n as f64),
        _ => incomplete(p, 1.0 - p, k as f64, (n - k) as f64 + 1.0).clamp(0.0, 1.0),
    }
}
