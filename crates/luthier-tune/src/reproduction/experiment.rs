//! What the paper ran: distributions, presets, sweeps, and how much of it is redone.

use crate::cost::Measure;
use crate::error::Error;
use crate::question::Question;
use crate::search::Search;
use crate::space::Space;
use crate::split::{Counts, Split};
use luthier::Parameters;
use luthier_families::Specification;
use std::path::{Path, PathBuf};

/// A distribution of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// A word for folders and the command line.
    pub name: &'static str,
    /// What a figure is headed with.
    pub title: &'static str,
    /// The family.
    pub family: &'static str,
    /// Whether its problems are auctions.
    pub auction: bool,
}

/// The six distributions of the paper, the quickest first.
pub static DISTRIBUTIONS: [Distribution; 6] = [
    Distribution {
        name: "decay-decay-100",
        title: "Decay-decay auction, 100 items, 1000 bids",
        family: "decay-decay:100x1000",
        auction: true,
    },
    Distribution {
        name: "multipaths-90",
        title: "Multipaths auction, 90 items, 2000 bids",
        family: "multipaths:90x2000",
        auction: true,
    },
    Distribution {
        name: "decay-decay-200",
        title: "Decay-decay auction, 200 items, 2000 bids",
        family: "decay-decay:200x2000",
        auction: true,
    },
    Distribution {
        name: "transportation-30x45",
        title: "Transportation, 30 suppliers, 45 customers",
        family: "transportation:30x45",
        auction: false,
    },
    Distribution {
        name: "transportation-60x90",
        title: "Transportation, 60 suppliers, 90 customers",
        family: "transportation:60x90",
        auction: false,
    },
    Distribution {
        name: "qap15",
        title: "Perturbed QAP15",
        family: "qap15:objective=uniform(0.5)",
        auction: false,
    },
];

/// Which algorithm the parameters are swept of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// That of the implementation behind the paper's figures.
    Reference,
    /// That of the paper's text.
    Paper,
}

impl Preset {
    /// Both, that of the figures first.
    pub const ALL: [Preset; 2] = [Preset::Reference, Preset::Paper];

    /// The name of the preset.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Reference => "reference",
            Preset::Paper => "paper",
        }
    }
}

/// What is varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sweep {
    /// The weight smoothing theta, alpha being 1.
    Theta,
    /// The exponent alpha of Pock and Chambolle's stage, theta being 0.5.
    Alpha,
    /// Both.
    Joint,
}

impl Sweep {
    /// All of them.
    pub const ALL: [Sweep; 3] = [Sweep::Theta, Sweep::Alpha, Sweep::Joint];

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Sweep::Theta => "theta",
            Sweep::Alpha => "alpha",
            Sweep::Joint => "joint",
        }
    }
}

/// How much of it is redone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// 10 instances and a coarse grid: minutes.
    Quick,
    /// 100 instances and the whole grid: hours.
    Full,
}

impl Scale {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Quick => "quick",
            Scale::Full => "full",
        }
    }

    /// Instances that means are over; as many fresh ones tell what the choice is worth.
    pub fn instances(self) -> u64 {
        match self {
            Scale::Quick => 10,
            Scale::Full => 100,
        }
    }

    /// Instances of which the run time is measured, each run with a thread for itself.
    pub fn timed_instances(self) -> u64 {
        match self {
            Scale::Quick => 2,
            Scale::Full => 10,
        }
    }

    /// The values of a sweep, as the text of a space.
    pub fn space(self, sweep: Sweep) -> &'static str {
        match (self, sweep) {
            (Scale::Full, Sweep::Theta) => "weight_smoothing=0.02..1:50",
            (Scale::Full, Sweep::Alpha) => "pock_chambolle_alpha=0.1..1.9:19",
            (Scale::Full, Sweep::Joint) => "paper",
            (Scale::Quick, Sweep::Theta) => "weight_smoothing=0.02,0.1..1:10",
            (Scale::Quick, Sweep::Alpha) => "pock_chambolle_alpha=0.1..0.9:5,1,1.1..1.9:5",
            (Scale::Quick, Sweep::Joint) => {
                "weight_smoothing=0.02,0.2,0.5,0.8,1; pock_chambolle_alpha=0.1,0.5,1,1.5,1.9"
            }
        }
    }
}

/// A distribution under a preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// The distribution.
    pub distribution: &'static Distribution,
    /// The preset.
    pub preset: Preset,
    /// How much of it.
    pub scale: Scale,
}

/// All experiments, or those of the distributions with these names: that of the figures before that of the text.
pub fn experiments(scale: Scale, only: &[String]) -> Result<Vec<Experiment>, Error> {
    for name in only {
        if !DISTRIBUTIONS.iter().any(|d| d.name == name) {
            return Err(unknown(name));
        }
    }
    let wanted = |d: &&'static Distribution| only.is_empty() || only.iter().any(|name| d.name == name);
    let of = |distribution| Preset::ALL.map(|preset| Experiment { distribution, preset, scale });
    Ok(DISTRIBUTIONS.iter().filter(wanted).flat_map(of).collect())
}

fn unknown(name: &str) -> Error {
    let names = DISTRIBUTIONS.map(|d| d.name);
    let meant = luthier::nearest(name, names.into_iter()).map(|m| format!("; did you mean {m}?"));
    Error::Question {
        what: format!("distribution '{}'", luthier::escape_name(name)),
        problem: format!("expected one of {}{}", names.join(", "), meant.unwrap_or_default()),
    }
}

impl Experiment {
    /// The folder of its study inside the folder of the reproduction; `timed` for that of run times.
    pub fn folder(&self, root: &Path, timed: bool) -> PathBuf {
        let suffix = if timed { "-timed" } else { "" };
        root.join(format!("{}-{}{suffix}", self.distribution.name, self.preset.name()))
    }

    /// What its study is asked, for one of the sweeps.
    pub fn question(&self, sweep: Sweep, timed: bool) -> Result<Question, Error> {
        let preset = self.preset.name();
        // As in the paper, nothing but the iteration limit ends a run without an answer.
        let parameters = Parameters { stall_limit: None, ..Parameters::preset(preset)? };
        let counts = match timed {
            true => Counts { train: self.scale.timed_instances(), test: 0, sealed: 0 },
            false => Counts { train: self.scale.instances(), test: self.scale.instances(), sealed: 0 },
        };
        let space = Space::parse(&[self.scale.space(sweep).to_owned()], &parameters)?.to_string();
        Ok(Question {
            family: Specification::parse(self.distribution.family)?.to_string(),
            seed: 0,
            test_family: None,
            counts,
            shares: counts,
            split: Split::Content,
            salt: 0,
            space,
            search: Some(Search::Full),
            measure: if timed { Measure::Seconds } else { Measure::Iterations },
            solved_at: None,
            preset: preset.to_owned(),
            parameters,
        })
    }
}
