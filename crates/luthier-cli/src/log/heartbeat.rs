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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::TalkFlags;

    fn quiet(file: &std::path::Path) -> Log {
        let log = Some(file.to_owned());
        Log::open(&TalkFlags { quiet: true, verbose: 1, log, log_json: None }).unwrap()
    }

    #[test]
    fn long_silence_is_broken() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.log");
        let answer = quiet(&file).alive(|| {
            std::thread::sleep(Duration::from_millis(1300));
            7
        });
        assert_eq!((answer, std::fs::read_to_string(&file).unwrap().as_str()), (7, "setting up, 1 s\n"));
    }

    #[test]
    fn a_panic_in_the_work_does_not_hang() {
        let folder = tempfile::tempdir().unwrap();
        let log = quiet(&folder.path().join("run.log"));
        let work = || log.alive(|| panic!("on purpose"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err());
    }
}
