//! How far a search is: a line that changes on a terminal, a line now and then elsewhere.

use crate::console::{columns, say};
use luthier_tune::{Progress, Round, SettingId, View};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};
use terminal_size::terminal_size_of;

/// Characters of the bar.
const WIDTH: u64 = 20;
/// Between two pictures on a terminal.
const FRAME: Duration = Duration::from_millis(150);
/// Between two lines in a log.
const LINE: Duration = Duration::from_secs(5);

/// Progress on standard error.
pub struct Display {
    quiet: bool,
    terminal: bool,
    shown: Option<Instant>,
    round_began: Instant,
    dirty: usize,
    rounds: u64,
    settings: u64,
}

impl Display {
    pub fn new(quiet: bool, view: &View) -> Display {
        let all = view.space.settings().len() as u64;
        let settings = view.search.map_or(all, |search| search.considers(&view.space));
        let terminal = std::io::stderr().is_terminal();
        let (shown, round_began) = (None, Instant::now());
        Display { quiet, terminal, shown, round_began, dirty: 0, rounds: 0, settings }
    }

    /// A round begins: said in a line of its own.
    pub fn round(&mut self, round: &Round, progress: &Progress) {
        self.rounds += 1;
        self.round_began = Instant::now();
        if self.quiet {
            return;
        }
        self.end();
        let out = self.settings.saturating_sub(progress.alive);
        let out = if out > 0 && self.rounds > 1 {
            format!(", {out} setting{} out", if out == 1 { " is" } else { "s are" })
        } else {
            String::new()
        };
        let trials = round.asks.len();
        let s = if trials == 1 { "" } else { "s" };
        say(&format!("round {}: {} ({trials} trial{s}{out})", self.rounds, round.name));
    }

    /// Rounds that began.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Trials are done.
    pub fn trials(&mut self, view: &View, progress: &Progress) {
        let pause = if self.terminal { FRAME } else { LINE };
        if self.quiet || self.shown.unwrap_or(self.round_began).elapsed() < pause {
            return;
        }
        self.shown = Some(Instant::now());
        let text = line(view, progress, self.round_began.elapsed());
        if !self.terminal {
            return say(&format!("  {text}"));
        }
        let (done, total) = progress.round;
        let text = format!("{} {text}", bar(done, total));
        let text: String = text.chars().take(width()).collect();
        let padding = self.dirty.saturating_sub(text.chars().count());
        self.dirty = text.chars().count();
        let mut log = std::io::stderr().lock();
        // That nobody sees it is no reason to stop.
        let _ = write!(log, "\r{text}{}", " ".repeat(padding)).and_then(|()| log.flush());
    }

    /// Makes room for what is said next.
    pub fn end(&mut self) {
        let dirty = std::mem::take(&mut self.dirty);
        if dirty > 0 {
            let mut log = std::io::stderr().lock();
            let _ = write!(log, "\r{}\r", " ".repeat(dirty)).and_then(|()| log.flush());
        }
    }
}

/// Columns for a line: what the environment says, or else the terminal, which may be another size by now.
fn width() -> usize {
    let terminal = || terminal_size_of(std::io::stderr());
    columns(terminal).unwrap_or(100).saturating_sub(1).max(20)
}

fn bar(done: u64, total: u64) -> String {
    let full = (done * WIDTH / total.max(1)).min(WIDTH) as usize;
    format!("[{}{}]", "#".repeat(full), ".".repeat(WIDTH as usize - full))
}

fn line(view: &View, progress: &Progress, in_round: Duration) -> String {
    let (done, total) = progress.round;
    let rate = progress.trials as f64 / progress.elapsed.as_secs_f64().max(1e-9);
    let pace = in_round.as_secs_f64() / done.max(1) as f64;
    let left = pace * total.saturating_sub(done) as f64;
    let best = progress.incumbent.map_or_else(String::new, |best| {
        if best.setting == SettingId::DEFAULT {
            return "; best so far: the default".to_owned();
        }
        let ratio = ratio(view, best.default_cost, best.cost);
        format!(
            "; best so far: the default needs {ratio:.2} times as much ({})",
            view.space.words(best.setting)
        )
    });
    format!("{done} of {total} trials, {rate:.0}/s, about {left:.0} s left in this round{best}")
}

fn ratio(view: &View, default_cost: f64, cost: f64) -> f64 {
    let shift = view.cost.shift();
    (default_cost + shift) / (cost + shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        assert_eq!(bar(0, 10), format!("[{}]", ".".repeat(20)));
        assert_eq!(bar(5, 10), format!("[{}{}]", "#".repeat(10), ".".repeat(10)));
        assert_eq!(bar(10, 10), format!("[{}]", "#".repeat(20)));
    }
}
