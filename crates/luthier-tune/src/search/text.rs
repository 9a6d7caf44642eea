//! Searches as text.

use super::Search;
use crate::error::Error;
use luthier::{escape_name, nearest};
use std::fmt;

const NAMES: [&str; 6] = ["full", "grid", "halving", "sobol", "race", "profiles"];
/// Settings that `sobol` samples if it is not said.
const COUNT: u64 = 256;
/// The probability of `race` if it is not said.
const DELTA: f64 = 0.05;

impl Search {
    /// Reads a search: `full`, `grid`, `halving`, `sobol`, `sobol:500`, `race`, `race:0.05` or `profiles`.
    pub fn parse(text: &str) -> Result<Search, Error> {
        let bad = |problem| Error::Search { text: escape_name(text), problem };
        let (name, value) = match text.split_once(':') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text.trim(), None),
        };
        let search = match name {
            "full" => Search::Full,
            "grid" => Search::Grid,
            "halving" => Search::Halving,
            "profiles" => Search::Profiles,
            "sobol" => Search::Sobol { count: value.map_or(Ok(COUNT), count).map_err(bad)? },
            "race" => Search::Race { delta: value.map_or(Ok(DELTA), probability).map_err(bad)? },
            _ => return Err(bad(unknown(name))),
        };
        match (search, value) {
            (Search::Sobol { .. } | Search::Race { .. }, _) | (_, None) => Ok(search),
            (_, Some(_)) => Err(bad(format!("{name} takes no number; write '{name}'"))),
        }
    }
}

fn count(text: &str) -> Result<u64, String> {
    let expected = "expected a whole number of settings of at least 1, as in sobol:500";
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| format!("found '{}'; {expected}", escape_name(text)))
}

fn probability(text: &str) -> Result<f64, String> {
    let expected = "expected a probability between 0 and 1 of losing the best setting, as in race:0.05";
    let delta = text.parse().ok().filter(|delta| *delta > 0.0 && *delta < 1.0);
    delta.ok_or_else(|| format!("found '{}'; {expected}", escape_name(text)))
}

fn unknown(name: &str) -> String {
    let meant = nearest(name, NAMES.into_iter()).map(|meant| format!("; did you mean '{meant}'?"));
    format!("there is no such search among {}{}", NAMES.join(", "), meant.unwrap_or_default())
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Search::Full => write!(f, "full"),
            Search::Grid => write!(f, "grid"),
            Search::Halving => write!(f, "halving"),
            Search::Sobol { count } => write!(f, "sobol:{count}"),
            Search::Race { delta } => write!(f, "race:{delta}"),
            Search::Profiles => write!(f, "profiles"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_read_and_written() {
        for text in ["full", "grid", "halving", "profiles", "sobol:500", "race:0.1"] {
            assert_eq!(Search::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Search::parse("sobol").unwrap(), Search::Sobol { count: 256 });
        assert_eq!(Search::parse(" race ").unwrap(), Search::Race { delta: 0.05 });
    }

    #[test]
    fn errors_say_what_was_found_and_what_to_write() {
        let error = |text| Search::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("halfing"),
            "search 'halfing': there is no such search among full, grid, halving, sobol, race, profiles; did you mean \
             'halving'?"
        );
        assert_eq!(error("grid:3"), "search 'grid:3': grid takes no number; write 'grid'");
        for text in ["sobol:", "sobol:0", "sobol:-1", "sobol:many"] {
            assert!(error(text).contains("whole number of settings of at least 1"), "{text}");
        }
        for text in ["race:0", "race:1", "race:nan", "race:5%"] {
            assert!(error(text).contains("between 0 and 1"), "{text}");
        }
        assert!(error("").contains("among full, grid"));
    }
}
