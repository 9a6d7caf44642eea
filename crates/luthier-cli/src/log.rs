//! What is said on standard error: the progress table, warnings, errors.

use luthier::{Flow, Observer, Progress};
use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;

/// Lines of the table between two repetitions of its header.
const HEADER_EVERY: usize = 25;

/// Prints a line of progress whenever the iterations have doubled, and at least every five seconds.
pub struct ProgressLog {
    state: Mutex<State>,
}

struct State {
    lines: usize,
    next_iteration: u64,
    next_second: f64,
}

/// Most seconds between two lines.
const HEARTBEAT: f64 = 5.0;

impl ProgressLog {
    pub fn new() -> ProgressLog {
        ProgressLog { state: Mutex::new(State { lines: 0, next_iteration: 1, next_second: HEARTBEAT }) }
    }
}

impl Observer for ProgressLog {
    fn progress(&self, p: &Progress) -> Flow {
        let Ok(mut state) = self.state.lock() else { return Flow::Continue };
        if p.iterations < state.next_iteration && p.seconds < state.next_second {
            return Flow::Continue;
        }
        (state.next_iteration, state.next_second) = (2 * p.iterations, p.seconds + HEARTBEAT);
        if state.lines.is_multiple_of(HEADER_EVERY) {
            say("     iter  restarts     primal obj       dual obj   p-res   d-res     gap   weight    time");
        }
        state.lines += 1;
        say(&format!(
            "{:>9} {:>9} {:>14.7e} {:>14.7e} {:>7.1e} {:>7.1e} {:>7.1e} {:>8.2e} {:>6.2}s",
            p.iterations,
            p.restarts,
            p.primal_objective,
            p.dual_objective,
            p.primal_residual,
            p.dual_residual,
            p.gap,
            p.omega,
            p.seconds
        ));
        Flow::Continue
    }
}

/// A line on standard error. That nobody reads it is no reason to stop.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Says what is wrong and returns the exit code.
pub fn fail(problem: &str, code: u8) -> ExitCode {
    say(&format!("error: {problem}"));
    ExitCode::from(code)
}
