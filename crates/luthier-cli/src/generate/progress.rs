//! How far the work is: a bar on a terminal, a line now and then elsewhere.

use crate::console::say;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Characters of the bar.
const WIDTH: u64 = 30;
/// Between two pictures of the bar.
const FRAME: Duration = Duration::from_millis(100);
/// Between two lines in a log.
const LINE: Duration = Duration::from_secs(5);

/// Progress on standard error.
pub struct Bar {
    total: u64,
    done: u64,
    quiet: bool,
    terminal: bool,
    began: Instant,
    shown: Option<Instant>,
    dirty: bool,
}

impl Bar {
    /// Of so many, so many are done already.
    pub fn new(total: u64, done: u64, quiet: bool) -> Bar {
        let terminal = std::io::stderr().is_terminal();
        Bar { total, done, quiet, terminal, began: Instant::now(), shown: None, dirty: false }
    }

    /// How many are done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// One more is done.
    pub fn advance(&mut self) {
        self.done += 1;
        let pause = if self.terminal { FRAME } else { LINE };
        if !self.quiet && self.shown.unwrap_or(self.began).elapsed() >= pause {
            self.show();
        }
    }

    fn show(&mut self) {
        self.shown = Some(Instant::now());
        let text = line(self.done, self.total, self.began.elapsed().as_secs_f64());
        if self.terminal {
            self.dirty = true;
            let mut log = std::io::stderr().lock();
            // That nobody sees it is no reason to stop.
            let _ = write!(log, "\r{} {text}", bar(self.done, self.total)).and_then(|()| log.flush());
        } else {
            say(&text);
        }
    }

    /// Makes room for what is said next.
    pub fn end(&mut self) {
        if std::mem::take(&mut self.dirty) {
            self.show();
            self.dirty = false;
            say("");
        }
    }
}

fn bar(done: u64, total: u64) -> String {
    let full = (done * WIDTH / total.max(1)).min(WIDTH) as usize;
    format!("[{}{}]", "#".repeat(full), ".".repeat(WIDTH as usize - full))
}

fn line(done: u64, total: u64, seconds: f64) -> String {
    format!("{done} of {total} instances, {seconds:.0} s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        assert_eq!(bar(0, 10), format!("[{}]", ".".repeat(30)));
        assert_eq!(bar(5, 10), format!("[{}{}]", "#".repeat(15), ".".repeat(15)));
        assert_eq!(bar(10, 10), format!("[{}]", "#".repeat(30)));
        assert_eq!(line(3, 10, 4.2), "3 of 10 instances, 4 s");
    }
}
