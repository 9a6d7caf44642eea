//! Sums that keep what rounding takes away, and say by how much they may still be off.
//!
//! Products are split by hand instead of with a fused multiply-add, so that every machine gives the same bits.

/// 2^27 + 1: cuts a number into two halves whose products are exact.
const SPLITTER: f64 = 134_217_729.0;

/// Products below this may lose digits because they are too small to be held.
const TINY: f64 = 1e-280;

/// a + b as a rounded sum and the exact rest.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// Two halves of a number, which add up to it exactly; not finite beyond 1e299, as if it had overflowed.
fn halves(a: f64) -> (f64, f64) {
    let shifted = SPLITTER * a;
    let high = shifted - (shifted - a);
    (high, a - high)
}

/// a * b as a rounded product and the exact rest, unless the product is below [`TINY`].
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((ah, al), (bh, bl)) = (halves(a), halves(b));
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

/// A sum in two parts, the second of which holds what the first could not. What overflows gives a value that is not finite.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    high: f64,
    low: f64,
    /// Sum of the magnitudes of what even the second part could not hold.
    lost: f64,
    size: f64,
}

impl Sum {
    /// Adds a number.
    pub fn add(&mut self, term: f64) {
        self.size += term.abs();
        self.put(term);
    }

    /// Adds a product, exactly.
    pub fn add_product(&mut self, a: f64, b: f64) {
        let (product, rest) = two_product(a, b);
        if product.abs() < TINY && a != 0.0 && b != 0.0 {
            self.lost += f64::MIN_POSITIVE;
        }
        self.size += product.abs();
        self.put(product);
        self.keep(rest);
    }

    /// Adds another sum.
    pub fn add_sum(&mut self, other: Sum) {
        self.put(other.high);
        self.keep(other.low);
        self.lost += other.lost;
        self.size += other.size;
    }

    /// The sum with its sign turned.
    pub fn negated(self) -> Sum {
        Sum { high: -self.high, low: -self.low, ..self }
    }

    /// The sum as one number.
    pub fn value(&self) -> f64 {
        self.high + self.low
    }

    /// How far [`Sum::value`] can be from the exact sum; 0 if it is exact.
    pub fn error(&self) -> f64 {
        // Twice, for the rounding of the sum of losses itself.
        two_sum(self.high, self.low).1.abs() + 2.0 * self.lost
    }

    /// Sum of the magnitudes of the terms.
    pub fn size(&self) -> f64 {
        self.size
    }

    fn put(&mut self, term: f64) {
        let (sum, rest) = two_sum(self.high, term);
        self.high = sum;
        self.keep(rest);
    }

    fn keep(&mut self, rest: f64) {
        let (sum, lost) = two_sum(self.low, rest);
        self.low = sum;
        self.lost += lost.abs();
    }
}

/// Euclidean norm, of numbers of any size; not finite if one of them is not.
pub(super) fn norm(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = values.clone().fold(0.0, larger);
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    // A power of two near the largest, so that no square overflows or vanishes.
    let exponent = libm::ilogb(largest).clamp(-1000, 1000);
    let unit = libm::scalbn(1.0, -exponent);
    let mut squares = Sum::default();
    // Most residuals are 0, and adding them would cost as much as the others.
    for value in values.filter(|v| *v != 0.0) {
        squares.add_product(value * unit, value * unit);
    }
    libm::scalbn(squares.value().sqrt(), exponent)
}

/// The larger magnitude, where NaN wins: what is not a number must never look small.
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if b.is_nan() || b.abs() > a { b.abs() } else { a }
}

/// A number that may leave: what overflowed is the largest number there is.
pub(super) fn finite(value: f64) -> f64 {
    if value.is_nan() { f64::MAX } else { value.clamp(-f64::MAX, f64::MAX) + 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A simple generator of 64 bits; quality does not matter here.
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = *state ^ (*state >> 29);
        x.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (x >> 32)
    }

    /// A whole number of at most `bits` bits, with sign.
    fn whole(state: &mut u64, bits: u32) -> i64 {
        let magnitude = (next(state) >> (64 - bits)) as i64;
        if next(state).is_multiple_of(2) { magnitude } else { -magnitude }
    }

    #[test]
    fn products_are_exact() {
        let mut state = 1;
        for _ in 0..10_000 {
            let (a, b) = (whole(&mut state, 53), whole(&mut state, 53));
            let (product, rest) = two_product(a as f64, b as f64);
            assert_eq!(product as i128 + rest as i128, a as i128 * b as i128, "{a} * {b}");
        }
    }

    #[test]
    fn sums_of_products_round_the_exact_sum_once() {
        let mut state = 2;
        for round in 0..200 {
            let (mut sum, mut exact) = (Sum::default(), 0i128);
            // Terms of very different sizes, most of which are taken away again: plain sums keep no digit of the result.
            let mut terms: Vec<(i64, i64)> = (0..50)
                .map(|k| (whole(&mut state, 53 - 40 * u32::from(k % 3 == 0)), whole(&mut state, 50)))
                .collect();
            let opposite: Vec<_> = terms.iter().rev().skip(1).map(|(a, b)| (-a, *b)).collect();
            terms.extend(opposite);
            terms.push((whole(&mut state, 10), 1));
            for (a, b) in terms {
                sum.add_product(a as f64, b as f64);
                exact += a as i128 * b as i128;
            }
            assert_eq!(sum.value(), exact as f64, "round {round}");
            let off = (sum.value() as i128 - exact).unsigned_abs() as f64;
            assert!(off <= sum.error(), "round {round}: {off} / {}", sum.error());
        }
    }

    #[test]
    fn what_is_lost_is_counted() {
        let power = |exponent| libm::scalbn(1.0, exponent);
        let mut sum = Sum::default();
        [power(100), power(30), 1.0, -power(100)].into_iter().for_each(|v| sum.add(v));
        assert_eq!((sum.value(), sum.error()), (power(30) + 1.0, 0.0), "two parts hold it all");
        let mut long = Sum::default();
        let terms = [power(200), power(100), 1.0, -power(200), -power(100)];
        terms.into_iter().for_each(|v| long.add(v));
        assert_eq!(long.value(), 0.0, "the 1 was lost");
        assert!(long.error() >= 1.0, "and the sum knows it: {}", long.error());
    }

    #[test]
    fn a_sum_without_rounding_has_no_error() {
        let mut sum = Sum::default();
        for (a, b) in [(0.1, 3.0), (-0.3, 1.0), (0.1, -3.0), (0.3, 1.0)] {
            sum.add_product(a, b);
        }
        assert_eq!((sum.value(), sum.error()), (0.0, 0.0));
    }

    #[test]
    fn overflow_is_never_finite() {
        for terms in [vec![(1e200, 1e200), (-1e200, 1e200)], vec![(1e308, 1.0)], vec![(1e200, 1e108); 3]] {
            let mut sum = Sum::default();
            terms.into_iter().for_each(|(a, b)| sum.add_product(a, b));
            assert!(!sum.value().is_finite());
        }
        assert_eq!([finite(f64::NAN), finite(f64::NEG_INFINITY), finite(-0.0)], [f64::MAX, -f64::MAX, 0.0]);
    }

    #[test]
    fn norms_of_any_size() {
        let of = |values: &[f64]| norm(values.iter().copied());
        assert_eq!(of(&[3.0, -4.0]), 5.0);
        for exponent in [-1060, -700, 700, 1020] {
            let unit = libm::scalbn(1.0, exponent);
            assert_eq!(of(&[3.0 * unit, 4.0 * unit]), 5.0 * unit, "2^{exponent}");
        }
        assert_eq!((of(&[]), of(&[0.0])), (0.0, 0.0));
        assert!(!of(&[1.0, f64::NAN]).is_finite() && !of(&[f64::NEG_INFINITY]).is_finite());
    }
}
