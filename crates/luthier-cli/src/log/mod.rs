//! What is said while a run goes on, on standard error and in log files: header, progress, why it stopped.

mod cadence;
mod header;
mod heartbeat;
mod polish;
mod presolve;
mod reasons;
mod records;
mod table;

pub use header::Header;
pub use reasons::why_it_stopped;

use crate::arguments::TalkFlags;
use crate::console::{WARNING, say, styled};
use crate::files::create;
use anstream::{AutoStream, ColorChoice};
use cadence::{Cadence, Level};
use luthier::io::Mismatch;
use luthier::presolve::Summary;
use luthier::{Diagnostic, Flow, Observer, Polishing, Problem, Progress, Solution};
use records::Record;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The log of one run, or of several one after another. Several threads may write to it.
pub struct Log {
    state: Mutex<State>,
    /// Wakes the heartbeat when the run is over.
    over: Condvar,
}

struct State {
    console: bool,
    level: Level,
    text: Option<Sink<AutoStream<File>>>,
    json: Option<Sink<File>>,
    cadence: Cadence,
    lines: usize,
    began: Instant,
    over: bool,
}

/// A log file. What cannot be written to it is no reason to stop the run; it is told at the end.
struct Sink<W> {
    path: PathBuf,
    file: W,
    trouble: Option<std::io::Error>,
}

impl<W: Write> Sink<W> {
    fn new(path: &Path, wrap: impl FnOnce(File) -> W) -> Result<Sink<W>, Diagnostic> {
        Ok(Sink { path: path.to_owned(), file: wrap(create(path)?), trouble: None })
    }

    fn line(&mut self, line: &str) {
        if self.trouble.is_none() {
            self.trouble = writeln!(self.file, "{line}").and_then(|()| self.file.flush()).err();
        }
    }

    fn complaint(&self) -> Option<String> {
        let error = self.trouble.as_ref()?;
        Some(format!(
            "the log {} is not complete: {error}",
            luthier::escape_name(&self.path.display().to_string())
        ))
    }
}

impl Log {
    /// Opens the log files that were asked for.
    pub fn open(flags: &TalkFlags) -> Result<Log, Diagnostic> {
        let plain = |file| AutoStream::new(file, ColorChoice::Never);
        let level = Level::of_count(flags.verbose);
        let state = State {
            console: !flags.quiet,
            level,
            text: flags.log.as_ref().map(|path| Sink::new(path, plain)).transpose()?,
            json: flags.log_json.as_ref().map(|path| Sink::new(path, |file| file)).transpose()?,
            cadence: Cadence::new(level),
            lines: 0,
            began: Instant::now(),
            over: false,
        };
        Ok(Log { state: Mutex::new(state), over: Condvar::new() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Lines are written whole: a log whose writer panicked is as good as any.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what is being solved, and how.
    pub fn introduce(&self, header: &Header<'_>) {
        let mut state = self.state();
        let detailed = state.level >= Level::Seconds;
        header.lines(detailed).iter().for_each(|line| state.say(line));
        state.say("");
        state.record(&Record::header(header));
        // What follows may not be the first run.
        (state.cadence, state.lines, state.over) = (Cadence::new(state.level), 0, false);
        state.began = Instant::now();
    }

    /// Says something that a user should know, also where the log is quiet.
    pub fn warn(&self, code: &str, text: &str) {
        let mut state = self.state();
        let line = format!("{} {text}", styled(WARNING, "warning:"));
        say(&line);
        state.text.iter_mut().for_each(|sink| sink.line(&line));
        state.record(&Record::Warning { code, text });
    }

    /// Says what is remarkable about the model and about where the run starts.
    pub fn warn_all(&self, problem: &Problem, mismatches: &[Mismatch]) {
        problem.warnings().iter().for_each(|w| self.warn(w.code(), &w.to_string()));
        for mismatch in mismatches {
            let text = format!("warm start: {mismatch}");
            if mismatch.is_info() { self.state().say(&text) } else { self.warn(mismatch.code(), &text) }
        }
    }

    /// Says why the run stopped.
    pub fn conclude(&self, solution: &Solution, reason: &str) {
        let mut state = self.state();
        if state.lines > 0 {
            state.say("");
        }
        state.say(&format!("stopped after {:.2} s: {reason}", solution.seconds));
        state.say("");
        state.record(&Record::end(solution, reason));
        let complaints =
            [state.text.as_ref().and_then(Sink::complaint), state.json.as_ref().and_then(Sink::complaint)];
        complaints.iter().flatten().for_each(|complaint| crate::console::warn(complaint));
    }
}

impl State {
    /// A line of the log, wherever it goes.
    fn say(&mut self, line: &str) {
        if self.console {
            say(line);
        }
        self.text.iter_mut().for_each(|sink| sink.line(line));
    }

    fn record(&mut self, record: &Record<'_>) {
        if let Some(sink) = &mut self.json {
            match serde_json::to_string(record) {
                Ok(line) => sink.line(&line),
                Err(error) => sink.trouble = Some(error.into()),
            }
        }
    }

    /// A line of the table, below its header where that is due.
    fn row(&mut self, row: &str) {
        if self.lines.is_multiple_of(table::HEADER_EVERY) {
            self.say(&table::header());
        }
        self.lines += 1;
        self.say(row);
    }
}

impl Observer for Log {
    fn presolved(&self, summary: &Summary) {
        let mut state = self.state();
        state.say(&presolve::line(summary));
        state.say("");
        state.record(&Record::presolve(summary));
    }

    fn polishing(&self, stage: &Polishing) {
        let mut state = self.state();
        state.say(&polish::line(stage));
        state.record(&Record::polish(stage));
    }

    fn progress(&self, progress: &Progress) -> Flow {
        let mut state = self.state();
        if state.cadence.is_due(progress.iterations, progress.seconds) {
            state.row(&table::row(progress));
            state.record(&Record::progress(progress));
        }
        Flow::Continue
    }
}
