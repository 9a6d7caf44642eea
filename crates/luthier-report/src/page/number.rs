//! Numbers as they are shown.

/// How the numbers of a column are shown. `format` in `script/number.js` does the same for rows that the script writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// Whole, with its thousands apart.
    Count,
    /// So many digits after the point.
    Fixed(u8),
    /// So many digits that count; powers of ten for the very large and the very small.
    Significant(u8),
}

/// What stands for a number that is missing.
const MISSING: &str = "\u{2013}";

/// Most digits: more say nothing about a number.
const MOST: u8 = 17;

impl Digits {
    /// The number as text. NaN is a number that is missing.
    pub(super) fn format(self, x: f64) -> String {
        if x.is_nan() {
            return MISSING.to_owned();
        }
        if x.is_infinite() {
            return if x > 0.0 { "\u{221e}" } else { "\u{2212}\u{221e}" }.to_owned();
        }
        let text = match self {
            Digits::Count => thousands(&format!("{x:.0}")),
            Digits::Fixed(digits) => thousands(&format!("{x:.*}", usize::from(digits.min(MOST)))),
            Digits::Significant(digits) => significant(x, digits.clamp(1, MOST)),
        };
        unsigned_zero(&text).replace('-', "\u{2212}")
    }

    /// The word of the data.
    pub(super) fn kind(self) -> String {
        match self {
            Digits::Count => "fixed 0".to_owned(),
            Digits::Fixed(digits) => format!("fixed {}", digits.min(MOST)),
            Digits::Significant(digits) => format!("significant {}", digits.clamp(1, MOST)),
        }
    }
}

fn significant(x: f64, digits: u8) -> String {
    let scientific = format!("{x:.*e}", usize::from(digits - 1));
    let Some(exponent) = scientific.split_once('e').and_then(|(_, e)| e.parse::<i32>().ok()) else {
        return scientific;
    };
    if !(-4..=5).contains(&exponent) {
        return scientific;
    }
    let decimals = (i32::from(digits) - 1 - exponent).max(0);
    thousands(&format!("{x:.*}", usize::try_from(decimals).unwrap_or(0)))
}

/// Narrow spaces between the thousands of numbers from 10 000 on.
fn thousands(text: &str) -> String {
    let start = text.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let end = text.find('.').unwrap_or(text.len());
    if end - start < 5 {
        return text.to_owned();
    }
    let mut grouped = String::with_capacity(text.len() + 8);
    for (i, c) in text.char_indices() {
        if i > start && i < end && (end - i).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(c);
    }
    grouped
}

/// Rounding may leave a sign on a zero.
fn unsigned_zero(text: &str) -> &str {
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        for (digits, x, expected) in [
            (Digits::Count, 1234.0, "1234"),
            (Digits::Count, 1_234_567.0, "1\u{202f}234\u{202f}567"),
            (Digits::Count, -12_345.0, "\u{2212}12\u{202f}345"),
            (Digits::Fixed(2), 1.375, "1.38"),
            (Digits::Fixed(2), -0.001, "0.00"),
            (Digits::Fixed(1), 98_765.43, "98\u{202f}765.4"),
            (Digits::Significant(3), 0.000_123_44, "0.000123"),
            (Digits::Significant(3), 1.0e-6, "1.00e\u{2212}6"),
            (Digits::Significant(3), 123_456.0, "123\u{202f}456"),
            (Digits::Significant(3), 1_234_567.0, "1.23e6"),
            (Digits::Significant(3), 0.0, "0.00"),
            (Digits::Significant(3), 9.999, "10.0"),
            (Digits::Fixed(2), f64::NAN, "\u{2013}"),
            (Digits::Count, f64::INFINITY, "\u{221e}"),
            (Digits::Count, f64::NEG_INFINITY, "\u{2212}\u{221e}"),
        ] {
            assert_eq!(digits.format(x), expected, "{digits:?} {x}");
        }
    }
}
