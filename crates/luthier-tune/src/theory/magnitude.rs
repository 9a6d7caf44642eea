//! Numbers too large for a float: 2 to the number of predicates of a run.

use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;

/// From here on a whole number is shown with an exponent.
const LONG: f64 = 1e15;

/// A number that is not negative, of any size: as a float where that can hold it, and always by its logarithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Magnitude {
    /// Infinite where it is too large.
    plain: f64,
    log2: f64,
}

impl Magnitude {
    /// A number that a float holds; what is negative counts as zero.
    pub fn of(value: f64) -> Magnitude {
        let plain = value.max(0.0);
        Magnitude { plain, log2: libm::log2(plain) }
    }

    /// 2 to this power.
    pub fn power_of_two(exponent: f64) -> Magnitude {
        Magnitude { plain: libm::exp2(exponent), log2: exponent }
    }

    /// The number, where a float can hold it.
    pub fn value(self) -> Option<f64> {
        self.plain.is_finite().then_some(self.plain)
    }

    /// Its logarithm to base 2.
    pub fn log2(self) -> f64 {
        self.log2
    }

    /// The sum of two.
    pub fn plus(self, other: Magnitude) -> Magnitude {
        let sum = self.plain + other.plain;
        if sum.is_finite() {
            return Magnitude::of(sum);
        }
        let (large, small) = (self.log2.max(other.log2), self.log2.min(other.log2));
        // log2(2^a + 2^b) = a + log2(1 + 2^(b-a))
        Magnitude {
            plain: sum,
            log2: large + libm::log1p(libm::exp2(small - large)) / std::f64::consts::LN_2,
        }
    }

    /// The product of two.
    pub fn times(self, other: Magnitude) -> Magnitude {
        let product = self.plain * other.plain;
        if product.is_finite() && product > 0.0 {
            return Magnitude::of(product);
        }
        if self.plain == 0.0 || other.plain == 0.0 {
            return Magnitude::of(0.0);
        }
        Magnitude { plain: product, log2: self.log2 + other.log2 }
    }

    /// The next whole number.
    pub fn rounded_up(self) -> Magnitude {
        if self.plain < LONG { Magnitude::of(self.plain.ceil()) } else { self }
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.value() {
            Some(value) => shown(value),
            None => format!("2^({})", shown(self.log2)),
        };
        f.pad(&text)
    }
}

/// A number in few characters.
fn shown(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < LONG {
        format!("{value}")
    } else if (1e-3..1e6).contains(&value.abs()) {
        let digits = format!("{value:.4}");
        digits.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{value:.2e}")
    }
}

impl Serialize for Magnitude {
    /// Both the number, where a float can hold it, and its logarithm.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Magnitude", 2)?;
        fields.serialize_field("value", &self.value())?;
        fields.serialize_field("log2", &Some(self.log2).filter(|v| v.is_finite()))?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_themselves() {
        let eight = Magnitude::power_of_two(3.0);
        assert_eq!((eight.value(), eight.log2()), (Some(8.0), 3.0));
        assert_eq!(eight.plus(Magnitude::of(5.0)).value(), Some(13.0));
        assert_eq!(eight.times(Magnitude::of(0.5)), Magnitude::of(4.0));
        assert_eq!(Magnitude::of(7.25).rounded_up(), Magnitude::of(8.0));
        assert_eq!(Magnitude::of(-1.0), Magnitude::of(0.0));
    }

    #[test]
    fn large_numbers_keep_their_logarithm() {
        let large = Magnitude::power_of_two(1e9);
        assert_eq!((large.value(), large.log2()), (None, 1e9));
        assert_eq!(large.plus(large).log2(), 1e9 + 1.0);
        assert_eq!(large.plus(Magnitude::of(1e300)).log2(), 1e9);
        assert_eq!(large.times(Magnitude::of(4.0)).log2(), 1e9 + 2.0);
        assert_eq!(large.times(Magnitude::of(0.0)).value(), Some(0.0));
        // Two that fit, whose sum and product do not.
        let edge = Magnitude::power_of_two(1023.0);
        assert_eq!((edge.plus(edge).log2(), edge.plus(edge).value()), (1024.0, None));
        assert_eq!(edge.times(edge).log2(), 2046.0);
    }

    #[test]
    fn they_can_be_read() {
        let shown = |m: Magnitude| m.to_string();
        assert_eq!(shown(Magnitude::of(1350.0)), "1350");
        assert_eq!(shown(Magnitude::of(2.5)), "2.5");
        assert_eq!(shown(Magnitude::of(1.234e45)), "1.23e45");
        assert_eq!(shown(Magnitude::power_of_two(1.3e9)), "2^(1300000000)");
        assert_eq!(shown(Magnitude::power_of_two(1.3e50)), "2^(1.30e50)");
        assert_eq!(format!("{:>6}", Magnitude::of(0.0)), "     0");
    }
}
