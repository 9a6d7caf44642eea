//! Numbers in files.

/// A finite or infinite number; `None` for anything else. Exponents may be written with e, E, d or D. Not accepted:
/// NaN, hexadecimal, digit separators, a second sign, an exponent without digits.
pub(super) fn parse(word: &str) -> Option<f64> {
    let bytes = word.as_bytes();
    let first = bytes.iter().find(|b| !matches!(b, b'+' | b'-'))?;
    if first.is_ascii_digit() || *first == b'.' {
        return word.parse().ok().or_else(|| fortran(word));
    }
    let (sign, rest) = match bytes[0] {
        b'-' => (-1.0, &word[1..]),
        b'+' => (1.0, &word[1..]),
        _ => (1.0, word),
    };
    let infinite = rest.eq_ignore_ascii_case("inf") || rest.eq_ignore_ascii_case("infinity");
    infinite.then_some(sign * f64::INFINITY)
}

/// The shortest text that reads back as the same number.
pub(super) fn shortest(value: f64) -> String {
    if value == 0.0 || (1e-5..1e16).contains(&value.abs()) { value.to_string() } else { format!("{value:e}") }
}

/// 1.0D+2
fn fortran(word: &str) -> Option<f64> {
    let at = word.find(['d', 'D'])?;
    let mut plain = word.to_owned();
    plain.replace_range(at..=at, "e");
    plain.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{parse, shortest};

    #[test]
    fn numbers_as_people_write_them() {
        let good = [("1", 1.0), ("+.5", 0.5), ("-3.", -3.0), ("1.0D+5", 1e5), ("2d-1", 0.2), ("-1E3", -1e3)];
        good.into_iter().for_each(|(word, value)| assert_eq!(parse(word), Some(value), "{word}"));
        assert_eq!(parse("-Infinity"), Some(f64::NEG_INFINITY));
        assert_eq!(parse("+inf"), Some(f64::INFINITY));
        assert_eq!(parse("1e400"), Some(f64::INFINITY), "too large, which the caller judges");
        for bad in [
            "", "1e", "0x1p3", "1,5", "--3", "+-3", "nan", "-NaN", "1_000", ".", "+", "-", "1d", "1.0D+5D",
            "infin", "e5", "1e5e", "\u{661}",
        ] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn written_numbers_read_back_to_the_bit() {
        for (value, text) in
            [(0.1, "0.1"), (-3.0, "-3"), (1e300, "1e300"), (5e-324, "5e-324"), (1e15, "1000000000000000")]
        {
            assert_eq!(shortest(value), text);
        }
        for bits in (0..4000u64).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            let value = f64::from_bits(bits);
            if value.is_finite() {
                assert_eq!(parse(&shortest(value)).map(f64::to_bits), Some(bits), "{value:e}");
            }
        }
    }
}
