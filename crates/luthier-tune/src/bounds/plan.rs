//! How many instances a statement will need. Estimates for planning; the bounds themselves decide.

use super::error::BoundError;
use super::input::{above, level};

/// The most instances that are worth a number.
const MOST: u64 = 1 << 53;

/// Instances after which Hoeffding's bound is within `eps` of the mean for each of `k` settings at once:
/// ln(k/delta) / (2 eps^2).
pub fn hoeffding(k: u64, delta: f64, eps: f64) -> Result<u64, BoundError> {
    let log = log_inverse(k, delta)?;
    above("eps", eps, 0.0)?;
    whole(log / (2.0 * eps * eps))
}

/// Instances after which a bound that adapts to the standard deviation `sigma` of values in [0, 1] is within about `eps` of
/// the mean for each of `k` settings at once: 2 sigma^2 ln(k/delta) / eps^2 + 2/3 ln(k/delta) / eps.
pub fn variance(sigma: f64, k: u64, delta: f64, eps: f64) -> Result<u64, BoundError> {
    let log = log_inverse(k, delta)?;
    not_negative("sigma", sigma)?;
    above("eps", eps, 0.0)?;
    whole(2.0 * sigma * sigma * log / (eps * eps) + 2.0 / 3.0 * log / eps)
}

/// Instances after which a speed-up of at least `target` is about proven, where a pilot shows `gain_hat`. `sd` is the
/// standard deviation of the logarithms of the ratios, and `b` = ln((cap + shift) / shift) their largest size:
/// 2 sd^2 ln(1/delta) / d^2 + b ln(1/delta) / d with d = ln(gain_hat) - ln(target).
///
/// The second part is what even ratios take: the bound stakes less than 1/m on values (y/b + 1)/2, whose m is about 1/2,
/// so that each of them multiplies the wealth by about 1 + d/b.
pub fn speedup(sd: f64, gain_hat: f64, target: f64, delta: f64, b: f64) -> Result<u64, BoundError> {
    let log = log_inverse(1, delta)?;
    not_negative("sd", sd)?;
    above("target", target, 0.0)?;
    above("b", b, 0.0)?;
    let distance = libm::log(gain_hat) - libm::log(target);
    if !(distance > 0.0 && distance.is_finite()) {
        let expected = "a finite number above the target: only less than what a pilot shows can be proven";
        return Err(BoundError::Number { name: "gain_hat", found: gain_hat, expected });
    }
    whole(2.0 * sd * sd * log / (distance * distance) + b * log / distance)
}

/// ln(k/delta).
fn log_inverse(k: u64, delta: f64) -> Result<f64, BoundError> {
    level(delta)?;
    if k == 0 {
        return Err(BoundError::Number { name: "k", found: 0.0, expected: "at least one setting" });
    }
    Ok(libm::log(k as f64) - libm::log(delta))
}

fn not_negative(name: &'static str, found: f64) -> Result<(), BoundError> {
    if found >= 0.0 && found.is_finite() {
        return Ok(());
    }
    Err(BoundError::Number { name, found, expected: "a finite number, at least 0" })
}

/// At least this many, and at least one.
fn whole(count: f64) -> Result<u64, BoundError> {
    if !(count <= MOST as f64) {
        return Err(BoundError::TooMany { what: "instances that are needed", found: count, most: MOST });
    }
    Ok((count.ceil() as u64).max(1))
}
