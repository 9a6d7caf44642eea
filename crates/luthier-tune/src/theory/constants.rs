//! What the paper leaves inside its O(): numbers that have to be chosen before anything can be computed.

use crate::error::Error;
use luthier::escape_name;
use serde::Serialize;

/// A larger one is taken for a slip of the pen.
const LARGEST: f64 = 1e6;

/// The constants behind the paper's O(), each with a default.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Constants {
    /// Functions that one round of a line search adds to the Pfaffian chain.
    pub chain: f64,
    /// M and Delta are at most 2 to this times the rounds of all searches.
    pub degree: f64,
    /// The factor before both counts of curves of vanilla PDHG.
    pub curves: f64,
    /// The exponent of n in the count of the curves of its termination test.
    pub curves_n: f64,
    /// The exponent there is this times T.
    pub curves_t: f64,
    /// The factor of the paper's sample complexity.
    pub samples: f64,
}

impl Default for Constants {
    fn default() -> Constants {
        Constants { chain: 1.0, degree: 1.0, curves: 1.0, curves_n: 2.0, curves_t: 4.0, samples: 1.0 }
    }
}

impl Constants {
    /// All of them: name and what it is.
    pub const NAMES: [(&'static str, &'static str); 6] = [
        ("chain", "functions that one round of a line search adds to the Pfaffian chain"),
        ("degree", "M and Delta are at most 2^(degree * STB)"),
        ("curves", "factor before both counts of curves of vanilla PDHG"),
        ("curves-n", "exponent of n in the curves of the termination test of vanilla PDHG"),
        ("curves-t", "exponent of 2(L+U+m1)T there, as a multiple of T"),
        ("samples", "factor of the paper's sample complexity"),
    ];

    /// Sets one of them, written as NAME=VALUE.
    pub fn set(&mut self, text: &str) -> Result<(), Error> {
        let bad =
            |problem: String| Error::Question { what: format!("constant '{}'", escape_name(text)), problem };
        let (name, value) =
            text.split_once('=').ok_or_else(|| bad("expected NAME=VALUE, such as chain=3".to_owned()))?;
        let value = value.trim().parse::<f64>().ok().filter(|v| *v > 0.0 && *v <= LARGEST);
        let value = value.ok_or_else(|| bad(format!("expected a number above 0 and up to {LARGEST}")))?;
        match name.trim() {
            "chain" => self.chain = value,
            "degree" => self.degree = value,
            "curves" => self.curves = value,
            "curves-n" => self.curves_n = value,
            "curves-t" => self.curves_t = value,
            "samples" => self.samples = value,
            _ => {
                let names = Constants::NAMES.map(|(name, _)| name).join(", ");
                return Err(bad(format!("there is none of this name; expected one of {names}")));
            }
        }
        Ok(())
    }

    /// Checks all of them, however they came to be.
    pub(super) fn check(&self) -> Result<(), Error> {
        let values =
            [self.chain, self.degree, self.curves, self.curves_n, self.curves_t, self.samples].into_iter();
        match Constants::NAMES.iter().zip(values).find(|(_, v)| !(*v > 0.0 && *v <= LARGEST)) {
            None => Ok(()),
            Some(((name, _), value)) => Err(Error::Question {
                what: format!("constant {name}"),
                problem: format!("it is {value}; expected a number above 0 and up to {LARGEST}"),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_set_by_name() {
        let mut constants = Constants::default();
        for (k, (name, _)) in Constants::NAMES.iter().enumerate() {
            constants.set(&format!("{name}={}", k + 10)).unwrap();
        }
        let expected = Constants {
            chain: 10.0,
            degree: 11.0,
            curves: 12.0,
            curves_n: 13.0,
            curves_t: 14.0,
            samples: 15.0,
        };
        assert_eq!(constants, expected);
        for (text, what) in [
            ("chain", "expected NAME=VALUE"),
            ("chain=0", "expected a number above 0"),
            ("chain=nan", "expected a number above 0"),
            ("degree=1e7", "up to 1000000"),
            ("chian=1", "expected one of chain, degree"),
        ] {
            let error = constants.set(text).unwrap_err().to_string();
            assert!(error.contains(what) && error.contains(text), "{error}");
        }
        assert_eq!(constants, expected);
    }
}
