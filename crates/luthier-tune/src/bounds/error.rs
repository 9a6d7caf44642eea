//! What can be wrong with what a bound is asked about.

use thiserror::Error;

/// Data or levels about which no bound can be given. Every message says what was found and what was expected.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum BoundError {
    /// Nothing was observed.
    #[error("there are no values; expected at least one: run some instances first")]
    Empty,
    /// A value outside of its range.
    #[error(
        "value {index} is {found}; expected a number from {least} to {most}: scale the values, or raise the cap"
    )]
    Value {
        /// Where it stands, from 0.
        index: usize,
        /// The value.
        found: f64,
        /// The least value that is allowed.
        least: f64,
        /// The largest value that is allowed.
        most: f64,
    },
    /// A probability of error that is none.
    #[error(
        "delta is {found}; expected a number above 0 and below 1 (after it is shared out): 0.05 is usual"
    )]
    Level {
        /// The probability.
        found: f64,
    },
    /// Another number that has no meaning.
    #[error("{name} is {found}; expected {expected}")]
    Number {
        /// What it is.
        name: &'static str,
        /// The number.
        found: f64,
        /// What it should be.
        expected: &'static str,
    },
    /// More successes than trials.
    #[error("{successes} successes in {trials} trials; expected at most as many successes as trials")]
    Successes {
        /// The successes.
        successes: u64,
        /// The trials.
        trials: u64,
    },
    /// Counts beyond those for which tails can be computed.
    #[error("{what}: {found}; expected at most {most}: ask for less precision, or take fewer")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How much.
        found: f64,
        /// The most that is possible.
        most: u64,
    },
    /// A setting that is not there.
    #[error("setting {chosen} was chosen of {settings}; expected a number below {settings}")]
    Chosen {
        /// The setting that was asked about.
        chosen: usize,
        /// How many there are.
        settings: usize,
    },
    /// Settings that were not run on the same instances.
    #[error(
        "setting {setting} has {found} costs and setting 0 has {expected}; expected one of each setting per instance"
    )]
    Uneven {
        /// The setting.
        setting: usize,
        /// Its costs.
        found: usize,
        /// Those of the first setting.
        expected: usize,
    },
}
