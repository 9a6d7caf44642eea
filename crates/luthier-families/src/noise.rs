//! Factors that numbers are multiplied by.

use crate::random::Random;
use std::fmt;

/// How numbers are perturbed: each is multiplied by a factor of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Noise {
    /// Not at all.
    #[default]
    None,
    /// Uniform in [1 - r, 1 + r), r at most 1.
    Uniform(f64),
    /// Normal with mean 1 and this deviation; a factor below 0 counts as 0.
    Gauss(f64),
}

impl Noise {
    /// The right forms, in words.
    pub const FORMS: &'static str = "none, uniform(R) or gauss(R) with 0 < R <= 1";

    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Noise> {
        if text == "none" {
            return Some(Noise::None);
        }
        let (kind, scale) = text.strip_suffix(')')?.split_once('(')?;
        let scale = scale.trim().parse::<f64>().ok().filter(|r| *r > 0.0 && *r <= 1.0)?;
        match kind {
            "uniform" => Some(Noise::Uniform(scale)),
            "gauss" => Some(Noise::Gauss(scale)),
            _ => None,
        }
    }

    /// Whether it leaves everything as it is.
    pub fn is_none(self) -> bool {
        self == Noise::None
    }

    /// The next factor, never negative: uniform takes one draw, gauss two, none takes no draw.
    pub fn factor(self, random: &mut Random) -> f64 {
        match self {
            Noise::None => 1.0,
            Noise::Uniform(scale) => random.uniform((1.0 - scale, 1.0 + scale)),
            Noise::Gauss(scale) => (1.0 + scale * random.gauss()).max(0.0),
        }
    }
}

impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Noise::None => f.write_str("none"),
            Noise::Uniform(scale) => write!(f, "uniform({scale})"),
            Noise::Gauss(scale) => write!(f, "gauss({scale})"),
        }
    }
}
