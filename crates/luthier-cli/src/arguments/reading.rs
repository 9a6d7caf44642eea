//! How models are read.

use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValuesParser};
use luthier::io::{Format, ReadOptions};

/// Flags of every command that reads a model.
#[derive(Args)]
#[command(next_help_heading = "Reading")]
pub struct ReadFlags {
    /// Format of the model; without it, told by the content
    #[arg(long, env = "LUTHIER_FORMAT", hide_short_help = true, value_name = "FORMAT")]
    #[arg(value_parser = format_names())]
    pub format: Option<String>,
    /// Accept what is doubtful, with a warning: duplicates, a missing end, sections out of order
    #[arg(long, env = "LUTHIER_LENIENT", hide_short_help = true, value_parser = FalseyValueParser::new())]
    pub lenient: bool,
    /// Most bytes of text, after decompression; K, M and G stand for KiB, MiB and GiB [default: 4G]
    #[arg(long, env = "LUTHIER_MAX_BYTES", hide_short_help = true, value_name = "N", value_parser = bytes)]
    pub max_bytes: Option<u64>,
    /// Bounds of this magnitude or more are infinite [default: 1e20]
    #[arg(long, env = "LUTHIER_INFINITY", hide_short_help = true, value_name = "X", value_parser = infinity)]
    pub infinity: Option<f64>,
}

impl ReadFlags {
    /// The options of the library that these flags mean.
    pub fn options(&self) -> ReadOptions {
        let default = ReadOptions::default();
        ReadOptions {
            format: self.format.as_deref().and_then(format_of),
            lenient: self.lenient,
            max_bytes: self.max_bytes.unwrap_or(default.max_bytes),
            infinity: self.infinity.unwrap_or(default.infinity),
        }
    }
}

/// A parser of the names of formats.
pub fn format_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Format::NAMES.map(|(name, _)| name))
}

/// The format with this name.
pub fn format_of(name: &str) -> Option<Format> {
    Format::NAMES.into_iter().find(|(n, _)| *n == name).map(|(_, format)| format)
}

fn bytes(text: &str) -> Result<u64, String> {
    let units = [('K', 10), ('M', 20), ('G', 30)];
    let unit = units.into_iter().find(|(letter, _)| text.to_ascii_uppercase().ends_with(*letter));
    let (digits, shift) = unit.map_or((text, 0), |(_, shift)| (&text[..text.len() - 1], shift));
    let number = digits.parse::<u64>().ok().and_then(|n| n.checked_mul(1 << shift));
    number
        .filter(|n| *n > 0)
        .ok_or_else(|| "expected a whole number of bytes above 0, such as 500M".to_owned())
}

fn infinity(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|v| *v > 0.0);
    number.ok_or_else(|| "expected a positive number, such as 1e20, or inf".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_units() {
        assert_eq!(bytes("7"), Ok(7));
        assert_eq!(bytes("2K"), Ok(2048));
        assert_eq!(bytes("3m"), Ok(3 << 20));
        assert_eq!(bytes("4G"), Ok(4 << 30));
        for wrong in ["", "0", "-1", "K", "1.5G", "99999999999G", "1T", "7é"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
