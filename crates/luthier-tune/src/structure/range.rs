//! The values that a parameter takes, from one end to the other.

use crate::error::Error;

/// How values are spread over a range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// With equal differences.
    #[default]
    Linear,
    /// With equal ratios.
    Log,
}

/// Evenly spread values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least value.
    pub from: f64,
    /// The largest value.
    pub to: f64,
    /// How many values, both ends included.
    pub points: usize,
    /// How they are spread.
    pub scale: Scale,
}

/// The most values of a range: all of them are run.
const MOST: usize = 1_000_000;

impl Range {
    /// What must hold for a range, whatever the parameter.
    pub(super) fn check(&self, name: &str) -> Result<(), Error> {
        let Range { from, to, points, scale } = *self;
        let wrong = |what: String, problem: &str| Err(Error::Question { what, problem: problem.to_owned() });
        if !(from < to && from.is_finite() && to.is_finite()) {
            let what = format!("{name} from {from} to {to}");
            return wrong(what, "expected two numbers, the smaller one first, such as from 0 to 1");
        }
        if scale == Scale::Log && from <= 0.0 {
            let what = format!("{name} from {from} on a logarithmic scale");
            return wrong(what, "expected a positive number to start from, such as 0.001");
        }
        if !(2..=MOST).contains(&points) {
            let problem = format!("expected at least 2, and at most {MOST}");
            return Err(Error::Question { what: format!("{points} values of {name}"), problem });
        }
        Ok(())
    }

    /// Gaps between neighbouring values.
    pub(super) fn gaps(&self) -> usize {
        self.points - 1
    }

    /// The value at a place: 0 is the first, 1 the second, and one half the value in the middle between them. The ends are
    /// exact.
    pub(super) fn value(&self, place: f64) -> f64 {
        let part = place / self.gaps() as f64;
        let between = |a: f64, b: f64| (1.0 - part) * a + part * b;
        let value = match self.scale {
            Scale::Linear => between(self.from, self.to),
            Scale::Log => libm::exp(between(libm::log(self.from), libm::log(self.to))),
        };
        match part {
            0.0 => self.from,
            1.0 => self.to,
            _ => value.clamp(self.from, self.to),
        }
    }

    /// Where a value stands on the scale of this range: 0 at the least one, 1 at the largest.
    pub fn part(&self, value: f64) -> f64 {
        let part = match self.scale {
            Scale::Linear => (value - self.from) / (self.to - self.from),
            Scale::Log => libm::log(value / self.from) / libm::log(self.to / self.from),
        };
        part.clamp(0.0, 1.0)
    }

    /// All its values.
    pub(super) fn values(&self) -> Vec<f64> {
        (0..self.points).map(|place| self.value(place as f64)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: f64, to: f64, points: usize, scale: Scale) -> Range {
        Range { from, to, points, scale }
    }

    #[test]
    fn values_are_even_on_their_scale_and_the_ends_exact() {
        assert_eq!(range(0.0, 1.0, 5, Scale::Linear).values(), [0.0, 0.25, 0.5, 0.75, 1.0]);
        let values = range(0.1, 1000.0, 5, Scale::Log).values();
        assert_eq!((values[0], values[4]), (0.1, 1000.0));
        for pair in values.windows(2) {
            assert!((pair[1] / pair[0] - 10.0).abs() < 1e-12);
        }
        assert_eq!(range(0.0, 1.0, 3, Scale::Linear).value(0.5), 0.25);
        for scale in [Scale::Linear, Scale::Log] {
            let range = range(0.5, 8.0, 5, scale);
            let parts: Vec<f64> = range.values().iter().map(|value| range.part(*value)).collect();
            assert!(
                parts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).all(|(a, b)| (a - b).abs() < 1e-12),
                "{parts:?}"
            );
        }
    }

    #[test]
    fn ranges_that_make_no_sense_are_refused() {
        use Scale::{Linear, Log};
        let wrong = [
            (range(0.5, 0.5, 9, Linear), "the smaller one first"),
            (range(0.9, 0.5, 9, Linear), "the smaller one first"),
            (range(0.0, f64::NAN, 9, Linear), "two numbers"),
            (range(0.0, f64::INFINITY, 9, Linear), "two numbers"),
            (range(0.0, 1.0, 9, Log), "a positive number"),
            (range(0.0, 1.0, 1, Linear), "at least 2"),
            (range(0.0, 1.0, usize::MAX, Linear), "at most 1000000"),
        ];
        for (range, expected) in wrong {
            let error = range.check("theta").unwrap_err().to_string();
            assert!(error.contains("theta") && error.contains(expected), "{error}");
        }
        range(1e-300, 1e300, 2, Log).check("eta").unwrap();
    }
}
