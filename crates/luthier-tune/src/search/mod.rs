//! Searching a space: rounds of trials, planned from what is known.
//!
//! A plan is a function of what was asked and of what is known, and of nothing else. It looks at a trial only as far as it
//! asked for it, so that the rounds are the same whatever else is known, and whoever ran the trials, in whatever order.

use crate::cost::Cost;
use crate::ledger::Ledger;
use crate::space::{SettingId, Space};

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
    /// Positions of the training instances, in the order in which a search takes them.
    pub train: &'a [usize],
}
