//! All that is known about the trials of a study.

use crate::record::{Ending, Record};
use crate::space::SettingId;
use std::collections::HashMap;

/// Records by instance and setting.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    records: HashMap<(usize, SettingId), Record>,
}

impl Ledger {
    /// What is known about a trial.
    pub fn get(&self, instance: usize, setting: SettingId) -> Option<&Record> {
        self.records.get(&(instance, setting))
    }

    /// Takes in a record, unless more is known already. Whether it was news.
    pub fn put(&mut self, instance: usize, setting: SettingId, record: Record) -> bool {
        let news = self.get(instance, setting).is_none_or(|known| is_further(&record, known));
        if news {
            self.records.insert((instance, setting), record);
        }
        news
    }

    /// All of it, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, SettingId, &Record)> {
        self.records.iter().map(|((instance, setting), record)| (*instance, *setting, record))
    }

    /// Matrix passes spent on all trials.
    pub fn passes(&self) -> u64 {
        self.records.values().map(|r| r.work.matrix_passes()).sum()
    }
}

/// Whether a record tells more than another one of the same trial.
pub(crate) fn is_further(record: &Record, known: &Record) -> bool {
    known.ending == Ending::Capped
        && (record.ending != Ending::Capped || record.work.matrix_passes() > known.work.matrix_passes())
}
