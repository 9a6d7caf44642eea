//! Rows with two bounds, which MPS gives as one bound and a width.

/// Type, right-hand side and range of a row with two different finite bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RangeRow {
    pub kind: char,
    pub rhs: f64,
    pub range: f64,
    /// Whether readers find both bounds to the last bit.
    pub exact: bool,
}

/// Finds a range that can be written and from which both bounds come back: as L (the lower bound is computed) or as G
/// (the upper bound is computed). Type E computes the same sums and offers nothing more. Where no range does it, the
/// width to 15 digits is within rounding.
pub(super) fn range_row(lower: f64, upper: f64, fits: impl Fn(f64) -> bool) -> RangeRow {
    let width = upper - lower;
    let rounded = format!("{width:.14e}").parse().unwrap_or(width);
    for range in [rounded, width, width.next_down(), width.next_up()].into_iter().filter(|r| fits(*r)) {
        if upper - range == lower {
            return RangeRow { kind: 'L', rhs: upper, range, exact: true };
        }
        if lower + range == upper {
            return RangeRow { kind: 'G', rhs: lower, range, exact: true };
        }
    }
    RangeRow { kind: 'L', rhs: upper, range: rounded, exact: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_give_both_bounds_back_or_say_that_they_do_not() {
        let row = range_row(-1.0, 2.5, |_| true);
        assert_eq!(row, RangeRow { kind: 'L', rhs: 2.5, range: 3.5, exact: true });
        let tiny = range_row(-1.0, 1e-17, |_| true);
        assert_eq!(tiny, RangeRow { kind: 'L', rhs: 1e-17, range: 1.0, exact: true });
        let tiny = range_row(-1e-17, 1.0, |_| true);
        assert_eq!(tiny, RangeRow { kind: 'G', rhs: -1e-17, range: 1.0, exact: true });
        let odd = range_row(0.1, 0.3, |range| range.to_string().len() < 6);
        assert_eq!(odd, RangeRow { kind: 'L', rhs: 0.3, range: 0.2, exact: false });
    }
}
