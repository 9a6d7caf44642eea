//! Runs that were laid aside, as far as there is memory for them.

use crate::search::Ask;
use crate::space::SettingId;
use std::collections::HashMap;

/// Runs that were laid aside are kept up to this much memory; beyond it they start over.
const MOST_BYTES: usize = 256 << 20;

/// The trial of a run: instance and setting.
type Key = (usize, SettingId);

fn key(ask: &Ask) -> Key {
    (ask.instance, ask.setting)
}

/// Runs that were laid aside, each with the memory it takes.
///
/// Most of them never go on: their settings cannot win any more. So they make room for others as soon as a round does not
/// ask for them. Among those that it does ask for, and those that it lays aside itself, the first are kept: they are also
/// the first that the next round takes.
pub(super) struct Aside<T> {
    current: HashMap<Key, (usize, T)>,
    earlier: HashMap<Key, (usize, T)>,
    /// What runs that were taken still hold.
    taken: HashMap<Key, usize>,
    bytes: usize,
    most: usize,
}

impl<T> Default for Aside<T> {
    fn default() -> Self {
        let (current, earlier, taken) = Default::default();
        Aside { current, earlier, taken, bytes: 0, most: MOST_BYTES }
    }
}

impl<T> Aside<T> {
    /// A round begins: what it asks for is not given up.
    pub(super) fn begin(&mut self, asks: &[Ask]) {
        self.earlier.extend(self.current.drain());
        let wanted = asks.iter().filter_map(|ask| self.earlier.remove_entry(&key(ask)));
        self.current.extend(wanted);
    }

    /// The run of a trial, which is then no longer here. Its memory counts until it is [`released`](Aside::release): before
    /// it gets a lane, it waits as it is.
    pub(super) fn take(&mut self, ask: &Ask) -> Option<T> {
        let (bytes, run) = self.current.remove(&key(ask))?;
        self.taken.insert(key(ask), bytes);
        Some(run)
    }

    /// The run of a trial, taken or not, holds nothing any more.
    pub(super) fn release(&mut self, ask: &Ask) {
        self.bytes -= self.taken.remove(&key(ask)).unwrap_or(0);
    }

    /// Lays a run aside, if there is memory for it.
    pub(super) fn put(&mut self, ask: &Ask, run: T, bytes: usize) {
        while self.bytes + bytes > self.most {
            let Some(victim) = self.earlier.keys().next().copied() else { return };
            self.bytes -= self.earlier.remove(&victim).map_or(0, |(bytes, _)| bytes);
        }
        self.bytes += bytes;
        self.current.insert(key(ask), (bytes, run));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(instance: usize) -> Ask {
        Ask { instance, setting: SettingId(1), until: None }
    }

    fn of_three() -> Aside<&'static str> {
        Aside { most: 30, ..Aside::default() }
    }

    #[test]
    fn the_first_of_a_round_are_kept() {
        let mut aside = of_three();
        for instance in 0..5 {
            aside.put(&ask(instance), "run", 10);
        }
        aside.begin(&[0, 1, 2, 3, 4].map(ask));
        assert_eq!([0, 1, 2, 3, 4].map(|i| aside.take(&ask(i)).is_some()), [true, true, true, false, false]);
    }

    #[test]
    fn what_was_taken_counts_until_it_is_released() {
        let mut aside = of_three();
        for instance in 0..3 {
            aside.put(&ask(instance), "run", 10);
        }
        aside.begin(&[0, 1, 2, 3].map(ask));
        assert!(aside.take(&ask(0)).is_some());
        aside.put(&ask(3), "too early", 10);
        assert_eq!(aside.take(&ask(3)), None);
        aside.release(&ask(0));
        aside.put(&ask(3), "in time", 10);
        assert_eq!(aside.take(&ask(3)), Some("in time"));
        (0..9).for_each(|instance| aside.release(&ask(instance)));
        assert_eq!(aside.bytes, 20, "those of 1 and 2, which nobody took");
    }

    #[test]
    fn what_a_round_does_not_ask_for_makes_room() {
        let mut aside = of_three();
        for instance in 0..3 {
            aside.put(&ask(instance), "earlier", 10);
        }
        aside.begin(&[ask(1)]);
        for instance in 5..9 {
            aside.put(&ask(instance), "later", 10);
        }
        assert_eq!(aside.take(&ask(1)), Some("earlier"));
        assert_eq!([0, 2].map(|i| aside.take(&ask(i))), [None, None]);
        assert_eq!([5, 6, 7, 8].map(|i| aside.take(&ask(i)).is_some()), [true, true, false, false]);
    }

    #[test]
    fn what_there_is_room_for_waits_for_a_later_round() {
        let mut aside = of_three();
        aside.put(&ask(0), "run", 10);
        aside.begin(&[ask(1)]);
        aside.put(&ask(1), "run", 10);
        aside.begin(&[ask(0)]);
        assert_eq!(aside.take(&ask(0)), Some("run"));
    }
}
