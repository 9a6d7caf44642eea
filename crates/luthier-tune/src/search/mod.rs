//! Searching a space: rounds of trials, planned from what is known.
//!
//! A plan is a function of what was asked and of what is known, and of nothing else. It looks at a trial only as far as it
//! asked for it, so that the rounds are the same whatever else is known, and whoever ran the trials, in whatever order.

mod best;
mod full;
mod grid;
mod halving;
mod profiles;
mod race;
mod rung;
mod sheet;
mod sobol;
mod text;

pub use best::{Incumbent, incumbent};

use crate::cost::Cost;
use crate::ledger::Ledger;
use crate::space::{SettingId, Space};

/// A way through a space. Each begins with the default on all instances; of settings that cost the same, the default wins,
/// then the one that comes first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Search {
    /// Every setting on every instance: the paper's way.
    Full,
    /// The answer of [`Search::Full`], without the work that cannot change it.
    Grid,
    /// All settings on a few instances, the better ones on more, the best on all.
    Halving,
    /// [`Search::Halving`] over settings that are spread evenly over the space.
    Sobol {
        /// How many settings, beside the default.
        count: u64,
    },
    /// Settings are eliminated only when they are proven to be worse than another one.
    Race {
        /// The probability with which the best setting may be lost.
        delta: f64,
    },
    /// Only settings that differ from the default in one parameter, on every instance.
    Profiles,
}

impl Search {
    /// How many settings of a space it looks at, the default among them.
    pub fn considers(&self, space: &Space) -> u64 {
        let all = space.settings().len() as u64;
        match self {
            Search::Full | Search::Grid | Search::Halving | Search::Race { .. } => all,
            Search::Sobol { count } => all.min(count.saturating_add(1)),
            Search::Profiles => profiles::settings(space).len() as u64,
        }
    }

    /// What to run next, given what is known; or the answer.
    pub fn plan(&self, field: &Field<'_>) -> Plan {
        let all = || field.space.settings().to_vec();
        let outcome = match self {
            Search::Full => full::search(field, all()),
            Search::Grid => grid::search(field, all()),
            Search::Halving => halving::search(field, all()),
            Search::Sobol { count } => halving::search(field, sobol::sample(field.space, *count)),
            Search::Race { delta } => race::search(field, all(), *delta),
            Search::Profiles => full::search(field, profiles::settings(field.space)),
        };
        match outcome {
            Ok(choice) => Plan::Done(choice),
            Err(round) => Plan::Run(round),
        }
    }
}

/// A trial that a search wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ask {
    /// Position of the instance in the study.
    pub instance: usize,
    /// The setting.
    pub setting: SettingId,
    /// The work, in the unit of the cost, after which the run may be laid aside; `None`: to its end.
    pub until: Option<u64>,
}

/// Trials that can run in any order, side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// What this round is, in words.
    pub name: String,
    /// What is still to be run of it: never a trial about which enough is known.
    pub asks: Vec<Ask>,
    /// Settings that can still win.
    pub alive: u64,
}

/// What a search has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The setting with the least cost; the default if none is better.
    pub setting: SettingId,
    /// Settings that were run on all training instances, the best first; the default is among them.
    pub finalists: Vec<SettingId>,
    /// Settings that were looked at.
    pub settings: u64,
    /// Of a race: the settings that it did not eliminate. The best one is among them, but for the probability of the race.
    pub survivors: Option<Vec<SettingId>>,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// These trials.
    Run(Round),
    /// Nothing: this is the answer.
    Done(Choice),
}

/// What a search searches.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The settings.
    pub space: &'a Space,
    /// What is to be small.
    pub cost: &'a Cost,
    /// What is known.
    pub ledger: &'a Ledger,
    /// Positions of the training instances, all different, in the order in which a search takes them.
    pub train: &'a [usize],
}
