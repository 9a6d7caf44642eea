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

/// 1.0D+2
fn fortran(word: &str) -> Option<f64> {
    let at = word.find(['d', 'D'])?;
    let mut plain = word.to_owned();
    plain.replace_range(at..=at, "e");
    plain.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::parse;

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
}
