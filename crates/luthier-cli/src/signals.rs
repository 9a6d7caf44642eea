//! Ctrl-C and SIGTERM: the first one ends the run at its next step, the second one ends the process.

use crate::exit::Exit;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Whether a signal came, and which.
#[derive(Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    number: Arc<AtomicUsize>,
}

impl Signals {
    /// From now on signals no longer end the process at once. Where they cannot be watched, they still do.
    pub fn watch() -> Signals {
        let signals = Signals::default();
        for signal in [SIGINT, SIGTERM] {
            let _ = signals.watch_one(signal);
        }
        signals
    }

    fn watch_one(&self, signal: i32) -> std::io::Result<()> {
        // Order matters: at the first signal the flag is not set yet when the shutdown looks at it.
        flag::register_conditional_shutdown(signal, 128 + signal, self.stop.clone())?;
        flag::register_usize(signal, self.number.clone(), signal.unsigned_abs() as usize)?;
        flag::register(signal, self.stop.clone())?;
        Ok(())
    }

    /// Becomes true with the first signal.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The exit code of a run that a signal ended.
    pub fn exit(&self) -> Option<Exit> {
        let number = u8::try_from(self.number.load(Ordering::SeqCst)).unwrap_or(0);
        (number > 0).then_some(Exit::Signal(number))
    }
}
