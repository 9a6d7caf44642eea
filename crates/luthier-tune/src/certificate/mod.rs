//! Certificates: what is shown about problems that were not seen, and with which confidence.
//!
//! Every number rests on one assumption, that instances are drawn independently from one distribution, and on data that had
//! no part in the choice: the sealed set, or the training set with the confidence shared among all declared settings.

mod make;
mod opening;
mod pilot;
mod sample;
mod words;

pub use make::{Certified, make};
pub use opening::{Opening, openings, spend};
pub(crate) use opening::{open, prints, what_counts};
pub use pilot::Pilot;
pub(crate) use sample::{Sample, can_be_capped, cap, caps};
pub use words::card;

use crate::cost::SHIFT;
use crate::error::Error;
use serde::{Deserialize, Serialize};

/// The layout of `certificate.json`.
pub const SCHEMA: &str = "luthier-certificate-1";

/// The file of a study's certificate.
pub const CERTIFICATE: &str = "certificate.json";

/// What is said on every card.
pub const ASSUMPTION: &str =
    "Holds if the problems, past and future, are drawn independently from one distribution.";

/// What the certificate is about and what it says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The layout.
    pub schema: String,
    /// The build that made it.
    pub made_by: String,
    /// The family of the problems.
    pub family: String,
    /// Its seed.
    pub seed: u64,
    /// A hash of the question of the study.
    pub question: String,
    /// The setting that is certified: what it changes of the solver's defaults.
    pub setting: String,
    /// What it is compared with.
    pub default: String,
    /// What costs are counted in.
    pub unit: String,
    /// The tolerance that counts as solved.
    pub tolerance: f64,
    /// Costs above this count as this. It was fixed by the training set.
    pub cap: f64,
    /// Added to costs before their logarithms are taken.
    pub shift: f64,
    /// How instances were set apart: content or time.
    pub split: String,
    /// The confidence of all certificates of this study together.
    pub confidence: f64,
    /// How often the sealed set was opened, this time included.
    pub opening: u64,
    /// The probability that a statement of this certificate is wrong, at most; each on its own.
    pub delta: f64,
    /// Settings that were declared.
    pub declared: u64,
    /// The sealed set.
    pub sealed: Evidence,
    /// The training set; empty if it shows nothing.
    pub training: Evidence,
    /// What is stated, the most important first.
    pub statements: Vec<Statement>,
    /// The first statement by older bounds, for comparison: weaker, and right as well.
    pub checks: Vec<Check>,
    /// What everything rests on.
    pub assumption: String,
    /// A hash of all of the above.
    pub digest: String,
}

/// The trials that statements rest on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Instances.
    pub instances: u64,
    /// A hash of instances, order and costs.
    pub digest: String,
}

/// What a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// How many times the shifted geometric mean of the default is that of the setting: at least.
    Speedup,
    /// How much less the setting costs in the mean: at least.
    Saving,
    /// Mean cost of the setting: at most.
    MeanCost,
    /// How often the setting costs less than the default: at least.
    WinRate,
    /// How often the setting costs more than twice what the default does: at most.
    Harm,
    /// How often the setting solves a problem: at least.
    Solved,
    /// The cost that nine in ten problems stay within: at most.
    NinetyPercent,
    /// How much less another setting of the present space costs in the mean: at most.
    Regret,
    /// Settings of the present space that may be the best.
    BestSet,
}

/// What data a statement rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The sealed set.
    Sealed,
    /// The training set, with the confidence shared among all declared settings.
    DeclaredGrid,
}

/// One statement. It is wrong with a probability of at most the delta of its certificate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// What it is about.
    pub kind: Kind,
    /// What was seen.
    pub seen: f64,
    /// What is stated; `None` if there are too few instances to state anything.
    pub bound: Option<f64>,
    /// What it rests on.
    pub basis: Basis,
}

/// The first statement by another bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Whose bound.
    pub bound: String,
    /// The speed-up that it shows.
    pub speedup: f64,
}

impl Certificate {
    /// A statement.
    pub fn statement(&self, kind: Kind) -> Option<&Statement> {
        self.statements.iter().find(|statement| statement.kind == kind)
    }

    /// Whether an improvement is shown.
    pub fn improves(&self) -> bool {
        self.statement(Kind::Speedup).and_then(|s| s.bound).is_some_and(|bound| bound > 1.0)
    }

    /// The text of `certificate.json`.
    pub fn to_json(&self) -> String {
        // A struct of texts and finite numbers has a form in JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads a certificate; `name` stands for the text in errors. Only what [`Certificate::to_json`] wrote is one, to the
    /// last byte.
    pub fn parse(name: &str, text: &str) -> Result<Certificate, Error> {
        let bad = |problem: String| Error::Certificate { path: name.to_owned(), problem };
        let certificate: Certificate =
            serde_json::from_str(text).map_err(|e| bad(format!("is no certificate: {e}")))?;
        if certificate.schema != SCHEMA {
            let found = luthier::escape_name(&certificate.schema);
            return Err(bad(format!("has the layout '{found}'; expected {SCHEMA}")));
        }
        if certificate.to_json() != text || certificate.digest != certificate.computed_digest() {
            return Err(bad("was changed after it was written".to_owned()));
        }
        Ok(certificate)
    }

    /// The hash of everything but the hash.
    pub(crate) fn computed_digest(&self) -> String {
        let plain = Certificate { digest: String::new(), ..self.clone() };
        digest(plain.to_json().as_bytes())
    }
}

/// 128 bits of a text.
pub(crate) fn digest(bytes: &[u8]) -> String {
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(bytes))
}
