//! The claims of the paper, each with a criterion, what was measured, and whether it holds.

mod gains;
mod lines;

use super::experiment::Preset;
use super::measured::{Estimate, Measured, Sweeps};

/// Whether a claim holds, by its criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Holds,
    /// It does not.
    Fails,
    /// What was measured is compatible with both.
    Undecided,
    /// The runs that it takes are not there.
    NotMeasured,
}

impl Verdict {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "does not hold",
            Verdict::Undecided => "not decided",
            Verdict::NotMeasured => "not measured",
        }
    }
}

/// A claim, held against what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Its number.
    pub number: u8,
    /// What the paper says.
    pub text: &'static str,
    /// What has to be seen for it to hold.
    pub criterion: &'static str,
    /// What was seen, with its uncertainty.
    pub measured: Vec<String>,
    /// Whether it holds.
    pub verdict: Verdict,
}

/// All claims, held against what was measured under a preset.
pub fn claims(measured: &[Measured], preset: Preset) -> Vec<Claim> {
    let found = Found { measured, preset };
    lines::RULES.iter().chain(&gains::RULES).map(|rule| rule.judge(&found)).collect()
}

/// How a claim is judged.
struct Rule {
    number: u8,
    text: &'static str,
    criterion: &'static str,
    /// `None` if something that it takes was not measured.
    look: fn(&Found<'_>) -> Option<Vec<Sight>>,
}

impl Rule {
    fn judge(&self, found: &Found<'_>) -> Claim {
        let sights = (self.look)(found);
        let verdict = match &sights {
            None => Verdict::NotMeasured,
            Some(sights) if sights.iter().any(|s| s.truth == Some(Truth::No)) => Verdict::Fails,
            Some(sights) if sights.iter().any(|s| s.truth == Some(Truth::Unclear)) => Verdict::Undecided,
            Some(_) => Verdict::Holds,
        };
        let measured = sights.unwrap_or_default().into_iter().map(Sight::words).collect();
        let Rule { number, text, criterion, .. } = *self;
        Claim { number, text, criterion, measured, verdict }
    }
}

/// Whether something is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    Yes,
    No,
    Unclear,
}

impl Truth {
    fn of(is: bool) -> Truth {
        if is { Truth::Yes } else { Truth::No }
    }
}

/// Something that was seen. All of them have to be so for a claim to hold; those without a truth only inform.
struct Sight {
    words: String,
    truth: Option<Truth>,
}

impl Sight {
    fn new(words: String, truth: Truth) -> Sight {
        Sight { words, truth: Some(truth) }
    }

    fn note(words: String) -> Sight {
        Sight { words, truth: None }
    }

    fn words(self) -> String {
        let mark = match self.truth {
            Some(Truth::Yes) => "yes: ",
            Some(Truth::No) => "no: ",
            Some(Truth::Unclear) => "unclear: ",
            None => "",
        };
        format!("{mark}{}", self.words)
    }
}

impl Estimate {
    /// Whether the truth is above a threshold.
    fn above(&self, threshold: f64) -> Truth {
        match () {
            () if self.low > threshold => Truth::Yes,
            () if self.high <= threshold => Truth::No,
            () => Truth::Unclear,
        }
    }

    /// Whether a number that somebody else measured is compatible with it.
    fn covers(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// In words, as a factor.
    pub fn factor(&self) -> String {
        format!("{:.2} ({:.2} to {:.2})", self.value, self.low, self.high)
    }

    /// In words, as a mean.
    pub fn count(&self) -> String {
        format!("{:.0} ± {:.0}", self.value, self.high - self.value)
    }
}

/// What was measured under one preset.
struct Found<'a> {
    measured: &'a [Measured],
    preset: Preset,
}

impl<'a> Found<'a> {
    /// All distributions in iterations; `None` if one is missing.
    fn all(&self) -> Option<Vec<(&'a Measured, &'a Sweeps)>> {
        let of_preset = self.measured.iter().filter(|m| m.experiment.preset == self.preset);
        let all: Option<Vec<_>> = of_preset.map(|m| Some((m, m.iterations.as_ref()?))).collect();
        all.filter(|all| all.len() == super::DISTRIBUTIONS.len())
    }

    /// Iterations of a distribution.
    fn iterations(&self, name: &str) -> Option<&'a Sweeps> {
        self.find(name)?.iterations.as_ref()
    }

    fn find(&self, name: &str) -> Option<&'a Measured> {
        let is = |m: &&Measured| m.experiment.preset == self.preset && m.experiment.distribution.name == name;
        self.measured.iter().find(is)
    }
}
