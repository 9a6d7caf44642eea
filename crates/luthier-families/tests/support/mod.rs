//! What several test files need.
#![allow(dead_code)]

use luthier::Problem;
use luthier_families::Family;
use std::path::PathBuf;

/// A folder of the shared data, or `None` with a message where it is absent.
pub fn shared(folder: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

pub fn family(text: &str) -> Family {
    Family::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

/// Some instances of a family under seed 1.
pub fn instances(text: &str, count: u64) -> Vec<Problem> {
    let family = family(text);
    (0..count).map(|index| family.instance(1, index).unwrap()).collect()
}

/// Mean and standard deviation.
pub fn moments(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / count;
    (mean, variance.sqrt())
}

/// Correlation of pairs.
pub fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let ((mean_a, deviation_a), (mean_b, deviation_b)) = (moments(a), moments(b));
    let products: f64 = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum();
    products / a.len() as f64 / (deviation_a * deviation_b)
}

/// The mean of draws is within five standard errors of what it should be. Seeds are fixed: a right generator passes always.
pub fn mean_is(numbers: &[f64], expected: f64, deviation: f64) {
    let (mean, _) = moments(numbers);
    let error = deviation / (numbers.len() as f64).sqrt();
    assert!((mean - expected).abs() < 5.0 * error, "mean {mean}, expected {expected} with error {error}");
}

/// Largest distance between the shares of draws below a value and those of U(0, 1), after scaling to it; below the quantile
/// of one in a million.
pub fn is_uniform(numbers: &[f64], (from, to): (f64, f64)) {
    let mut scaled: Vec<f64> = numbers.iter().map(|v| (v - from) / (to - from)).collect();
    scaled.sort_by(f64::total_cmp);
    assert!(scaled[0] >= 0.0 && scaled[scaled.len() - 1] < 1.0, "support of U({from}, {to})");
    let count = scaled.len() as f64;
    let distance = (0..).zip(&scaled).map(|(k, v)| (v - f64::from(k) / count).abs()).fold(0.0, f64::max);
    assert!(distance < 2.7 / count.sqrt(), "{distance} from U({from}, {to}) with {count} draws");
}
