//! Whose time the time of a thread is.

use std::time::Instant;

/// Shares out the time of a thread: every stretch of it goes to the runs that it was spent on. Reads the clock once for each
/// stretch.
pub(super) struct Meter {
    mark: Instant,
}

impl Meter {
    pub(super) fn start() -> Meter {
        Meter { mark: Instant::now() }
    }

    /// Seconds since the last stretch ended; here the next one begins.
    pub(super) fn lap(&mut self) -> f64 {
        let now = Instant::now();
        now.duration_since(std::mem::replace(&mut self.mark, now)).as_secs_f64()
    }
}
