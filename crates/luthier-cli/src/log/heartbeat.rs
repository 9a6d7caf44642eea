//! A sign of life where no check comes for long: set-up of a large problem, or slow steps.

use super::Log;
use std::sync::PoisonError;
use std::time::Duration;

impl Log {
    /// Runs `work` and says now and then that it goes on, unless its own progress says so.
    pub fn alive<T>(&self, work: impl FnOnce() -> T) -> T {
        std::thread::scope(|scope| {
            scope.spawn(|| self.beat());
            let _over = Over(self);
            work()
        })
    }

    fn beat(&self) {
        let mut state = self.state();
        while !state.over {
            let seconds = state.began.elapsed().as_secs_f64();
            match state.cadence.wait(seconds) {
                Some(wait) => {
                    let pause = Duration::try_from_secs_f64(wait).unwrap_or(Duration::from_secs(1));
                    let woken = self.over.wait_timeout(state, pause);
                    state = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
                None if state.lines == 0 => state.say(&format!("setting up, {seconds:.0} s")),
                None => state.say(&format!("still at it, {seconds:.0} s")),
            }
        }
    }
}

/// Ends the heartbeat, also if the work panics.
struct Over<'a>(&'a Log);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.state().over = true;
        self.0.over.notify_all();
    }
}
