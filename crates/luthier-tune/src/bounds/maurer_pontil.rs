//! The empirical Bernstein bound of Maurer and Pontil (2009): narrow where the values vary little.

use super::error::BoundError;
use super::input::{level, units};
use super::rounding::{down, mean, sum, up};

/// sqrt(2 V ln(2/delta) / N) + 7 ln(2/delta) / (3 (N-1)) with the sample variance V; without bound for a single value.
fn radius(values: &[f64], mean: f64, delta: f64) -> f64 {
    let n = values.len() as f64;
    if values.len() < 2 {
        return f64::INFINITY;
    }
    let variance = sum(values.iter().map(|x| (x - mean) * (x - mean))) / (n - 1.0);
    let log = libm::log(2.0 / delta);
    (2.0 * variance * log / n).sqrt() + 7.0 * log / (3.0 * (n - 1.0))
}

/// The lower bound of Maurer and Pontil: 0 for a single value.
pub fn maurer_pontil_lower(values: &[f64], delta: f64) -> Result<f64, BoundError> {
    units(values)?;
    level(delta)?;
    let mean = mean(values);
    Ok(down(mean - radius(values, mean, delta)))
}

/// The upper bound of Maurer and Pontil: 1 for a single value.
pub fn maurer_pontil_upper(values: &[f64], delta: f64) -> Result<f64, BoundError> {
    units(values)?;
    level(delta)?;
    let mean = mean(values);
    Ok(up(mean + radius(values, mean, delta)))
}
