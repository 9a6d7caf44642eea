//! How much a search may spend.

use crate::error::Error;
use std::fmt;
use std::time::Duration;

/// How much a search may spend, from the start of the command; what is stored already is free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// This long.
    Time(Duration),
    /// This many matrix passes over all trials of the study, those of earlier commands included.
    Passes(u64),
}

impl Budget {
    /// Reads `90s`, `10m`, `2h` or `1e9passes`.
    pub fn parse(text: &str) -> Result<Budget, Error> {
        let text = text.trim();
        let bad = || Error::Question {
            what: format!("budget '{}'", luthier::escape_name(text)),
            problem: "expected a time such as 90s, 10m or 2h, or work such as 1e9passes".to_owned(),
        };
        let number = |digits: &str| {
            let number = digits.trim().parse::<f64>().ok();
            number.filter(|v| v.is_finite() && *v > 0.0).ok_or_else(bad)
        };
        if let Some(digits) = text.strip_suffix("passes") {
            let passes = number(digits)?;
            return Ok(Budget::Passes(passes.ceil() as u64));
        }
        let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("d", 86400.0)];
        let unit = units.into_iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
        let (digits, seconds) = unit.ok_or_else(bad)?;
        Duration::try_from_secs_f64(number(digits)? * seconds).map(Budget::Time).map_err(|_| bad())
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Time(time) => write!(f, "{}s", time.as_secs_f64()),
            Budget::Passes(passes) => write!(f, "{passes}passes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_and_written() {
        let read = |text: &str| Budget::parse(text).unwrap();
        assert_eq!(read("10m"), Budget::Time(Duration::from_secs(600)));
        assert_eq!(read(" 1.5h"), Budget::Time(Duration::from_secs(5400)));
        assert_eq!(read("200ms"), Budget::Time(Duration::from_millis(200)));
        assert_eq!(read("1e9passes"), Budget::Passes(1_000_000_000));
        assert_eq!(read("5 passes"), Budget::Passes(5));
        for text in ["10m", "1e9passes", "90s"] {
            assert_eq!(read(&read(text).to_string()), read(text));
        }
        for wrong in ["", "10", "m", "-1m", "0s", "nan s", "infs", "1e400h", "1e30d", "ten minutes"] {
            let error = Budget::parse(wrong).unwrap_err().to_string();
            assert!(error.contains("expected a time such as 90s"), "{error}");
        }
    }
}
