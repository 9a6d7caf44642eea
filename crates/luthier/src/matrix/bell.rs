//! A number that threads change and others wait for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// How often a waiting thread looks before it goes to sleep: some tens of microseconds, about what waking up costs. Not for
/// ever: the core may be wanted by whoever is waited for.
const LOOKS: usize = 1000;

/// A number that threads change and others wait for: awake for a while, then asleep.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Bell {
    number: AtomicUsize,
    sleepers: AtomicUsize,
    lock: Mutex<()>,
    wake: Condvar,
}

impl Bell {
    pub(super) fn set(&self, number: usize) {
        self.number.store(number, Ordering::SeqCst);
        self.ring();
    }

    /// Changes the number to what follows from it, if something does; whether it did.
    pub(super) fn change(&self, next: impl FnMut(usize) -> Option<usize>) -> bool {
        let changed = self.number.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next).is_ok();
        if changed {
            self.ring();
        }
        changed
    }

    /// Either the sleeper sees the new number before it sleeps, or it is seen here: that is the one order in which all threads
    /// see these operations.
    fn ring(&self) {
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
            self.wake.notify_all();
        }
    }

    /// Waits until the number is a wanted one, and returns it. What was written before the number was set is seen afterwards.
    pub(super) fn wait(&self, wanted: impl Fn(usize) -> bool) -> usize {
        for _ in 0..LOOKS {
            let number = self.number.load(Ordering::SeqCst);
            if wanted(number) {
                return number;
            }
            std::hint::spin_loop();
        }
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let number = loop {
            let number = self.number.load(Ordering::SeqCst);
            if wanted(number) {
                break number;
            }
            guard = self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        };
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
        number
    }
}
