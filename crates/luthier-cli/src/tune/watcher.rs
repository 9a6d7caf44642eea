//! Shows and reports what happens while a study is worked on.

use super::display::Display;
use super::events::Events;
use crate::exit::Exit;
use crate::signals::Signals;
use luthier_tune::{Ask, Progress, Record, Round, View, Watch};
use std::sync::atomic::Ordering;

/// Shows and reports what happens, and says when to stop.
pub struct Watcher {
    signals: Signals,
    /// What a person sees.
    pub display: Display,
    /// What a program reads.
    pub events: Events,
}

impl Watcher {
    /// From now on signals end the work, not the process.
    pub fn new(quiet: bool, view: &View, events: Events) -> Watcher {
        Watcher { signals: Signals::watch(), display: Display::new(quiet, view), events }
    }

    /// Makes room for what is said next.
    pub fn end(&mut self) {
        self.display.end();
    }

    /// The exit code of work that was stopped.
    pub fn exit(&self) -> Exit {
        self.signals.exit().unwrap_or(Exit::NoProof)
    }
}

impl Watch for Watcher {
    fn round(&mut self, round: &Round, progress: &Progress) {
        self.display.round(round, progress);
        self.events.round(round);
    }

    fn trials(&mut self, view: &View, trials: &[(Ask, Record)], progress: &Progress) {
        self.display.trials(view, progress);
        self.events.trials(view, trials);
    }

    fn interrupted(&mut self) -> bool {
        self.signals.flag().load(Ordering::Relaxed) || self.events.is_closed()
    }
}
