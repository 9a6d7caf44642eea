//! What trials are expected to take, so that the long ones of a queue begin first.
//!
//! When a queue is empty, its lanes become idle one after the other, and a pass over few runs takes about as long as one over
//! many. A long run that begins last has the thread for itself: on the paper's grid over decay-decay:200x2000 a tenth of
//! the time went into such ends.

use crate::record::Record;
use crate::search::Ask;
use crate::space::SettingId;
use std::collections::HashMap;

/// The work of settings on instances that were run.
#[derive(Default)]
pub(super) struct Expected {
    /// Matrix passes of a setting, and on how many instances.
    settings: HashMap<SettingId, (u64, u64)>,
}

impl Expected {
    pub(super) fn learn(&mut self, setting: SettingId, record: &Record) {
        let (passes, trials) = self.settings.entry(setting).or_default();
        *passes += record.work.matrix_passes();
        *trials += 1;
    }

    /// Puts the trials of an instance that are expected to take long first. Of those that nothing is known about, the order
    /// stays.
    pub(super) fn order(&self, asks: &mut [Ask]) {
        let known = |ask: &Ask| self.settings.get(&ask.setting).map(|(passes, trials)| passes / trials);
        let work = |ask: &Ask| known(ask).unwrap_or(u64::MAX).min(ask.until.unwrap_or(u64::MAX));
        asks.sort_by_key(|ask| std::cmp::Reverse(work(ask)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Ending;
    use luthier::{LADDER, Work};

    fn record(iterations: u64) -> Record {
        Record {
            ending: Ending::Capped,
            work: Work { iterations, ..Work::default() },
            ladder: [None; LADDER.len()],
            residuals: None,
            objective: None,
            seconds: 0.0,
        }
    }

    #[test]
    fn long_trials_come_first() {
        let mut expected = Expected::default();
        for (setting, iterations) in [(1, 10), (1, 30), (2, 90), (3, 15)] {
            expected.learn(SettingId(setting), &record(iterations));
        }
        let ask = |setting, until| Ask { instance: 0, setting: SettingId(setting), until };
        let mut asks =
            [ask(3, None), ask(1, None), ask(9, None), ask(2, None), ask(8, None), ask(7, Some(17))];
        expected.order(&mut asks);
        assert_eq!(asks.map(|ask| ask.setting.0), [9, 8, 2, 1, 7, 3]);
    }
}
