//! Where the ticks of a scale are: round numbers.

use super::Kind;
use crate::chart::format;

/// The ticks of a scale, from low to high.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    /// Those with a label.
    pub major: Vec<f64>,
    /// Those between, without.
    pub minor: Vec<f64>,
    /// The labels of the major ones.
    pub labels: Vec<String>,
}

/// About so many ticks at round values within a range.
pub fn ticks(kind: Kind, (low, high): (f64, f64), about: usize) -> Ticks {
    let about = about.clamp(2, 50);
    match kind {
        Kind::Linear => {
            let major = linear(low, high, about);
            Ticks { labels: format::ticks(&major), minor: Vec::new(), major }
        }
        Kind::Log => log(low, high, about),
    }
}

/// Multiples of 1, 2 or 5 times a power of ten, whichever comes nearest to the wanted number.
fn linear(low: f64, high: f64, about: usize) -> Vec<f64> {
    let rough = (high - low) / about as f64;
    if !(rough > 0.0 && rough.is_finite()) {
        return Vec::new();
    }
    let mut exponent = libm::floor(libm::log10(rough)) as i32;
    let unit = decimal(1, exponent);
    let mantissa = match rough / unit {
        m if m < 1.414 => 1,
        m if m < 3.162 => 2,
        m if m < 7.071 => 5,
        _ => {
            exponent += 1;
            1
        }
    };
    let step = decimal(mantissa, exponent);
    // A tick at an end counts even if rounding puts it a hair outside.
    let slack = 1e-9 * (high - low);
    let (first, last) = (libm::ceil((low - slack) / step), libm::floor((high + slack) / step));
    if !(first.abs() < 1e15 && last.abs() < 1e15) {
        return Vec::new();
    }
    (first as i64..=last as i64).take(200).map(|i| decimal(i * mantissa, exponent)).collect()
}

/// Powers of ten; with their doubles and halves if they are few; evenly spread ones if even those are.
fn log(low: f64, high: f64, about: usize) -> Ticks {
    let first = libm::floor(libm::log10(low)) as i32;
    let last = libm::ceil(libm::log10(high)) as i32;
    let inside = |v: &f64| *v >= low * (1.0 - 1e-9) && *v <= high * (1.0 + 1e-9);
    let multiples = |mantissas: &'static [i64]| {
        let all = (first..=last).flat_map(move |e| mantissas.iter().map(move |m| decimal(*m, e)));
        all.filter(inside).collect::<Vec<f64>>()
    };
    let powers = multiples(&[1]);
    let stride = powers.len().div_ceil(about).max(1);
    let fine = || multiples(&[2, 3, 4, 5, 6, 7, 8, 9]);
    let (major, minor) = if powers.len() >= 3 {
        let exponent = |v: &f64| libm::round(libm::log10(*v)) as i32;
        let at_stride = |v: &f64| exponent(v).rem_euclid(stride as i32) == 0;
        let (major, skipped): (Vec<f64>, Vec<f64>) = powers.iter().partition(|v| at_stride(v));
        (major, if stride == 1 { fine() } else { skipped })
    } else {
        let thirds = multiples(&[1, 2, 5]);
        let major = if thirds.len() >= 3 { thirds } else { linear(low, high, about) };
        let minor = fine().into_iter().filter(|v| !major.contains(v)).collect();
        (major, minor)
    };
    let minor = if minor.len() > 90 { Vec::new() } else { minor };
    Ticks { labels: format::log_ticks(&major), major, minor }
}

/// The number nearest to a decimal.
fn decimal(mantissa: i64, exponent: i32) -> f64 {
    // Reading rounds once; multiplying by a power of ten would round twice.
    format!("{mantissa}e{exponent}").parse().unwrap_or(f64::NAN)
}
