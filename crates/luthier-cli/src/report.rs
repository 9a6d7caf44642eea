//! `luthier report`: what a study found, as a page.

use crate::arguments::ReportArguments;
use crate::console::{say, warn};
use crate::exit::{Exit, Failure};
use crate::files::{check_apart, check_writable};
use crate::model::is_dash;
use crate::signals::Signals;
use luthier::{Diagnostic, escape_name};
use luthier_report::Report;
use luthier_report::files::write_figures;
use luthier_report::study::{Options, report};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Seconds between two pages of a study that is watched.
const PERIOD: u32 = 5;

/// How often a signal is looked for meanwhile.
const POLL: Duration = Duration::from_millis(50);

/// Makes the report, once or again and again.
pub fn run(arguments: &ReportArguments) -> Result<Exit, Failure> {
    let out = arguments.out.clone().unwrap_or_else(|| arguments.study.join("report.html"));
    check(arguments, &out)?;
    let signals = arguments.watch.then(Signals::watch);
    let options = Options { refresh: arguments.watch.then_some(PERIOD), command: typed() };
    let mut is_first = true;
    loop {
        let began = Instant::now();
        let report = report(&arguments.study, &options)?;
        write(&report, arguments, &out)?;
        if is_first || report.complete {
            tell(&report, arguments, &out, began.elapsed());
        }
        if is_first && arguments.open {
            open(&out);
        }
        is_first = false;
        let Some(signals) = signals.as_ref().filter(|_| !report.complete) else { return Ok(Exit::Success) };
        if wait(signals) {
            return Ok(signals.exit().unwrap_or(Exit::Success));
        }
    }
}

/// The command, without the place of the program on this machine.
fn typed() -> String {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    escape_name(&std::iter::once("luthier".to_owned()).chain(words).collect::<Vec<_>>().join(" "))
}

/// Before anything is read: whether it can be done.
fn check(arguments: &ReportArguments, out: &Path) -> Result<(), Failure> {
    if !is_dash(out) {
        if arguments.out.is_some() {
            check_writable(out)?;
        }
        return Ok(check_apart(out, &arguments.study.join("study.sqlite"))?);
    }
    let with = [(arguments.open, "--open"), (arguments.watch, "--watch")];
    match with.into_iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, flag)) => {
            let problem =
                format!("a page on standard output cannot be used with {flag}; expected --out FILE");
            Err(Diagnostic::of_file("--out -", problem).into())
        }
    }
}

fn write(report: &Report, arguments: &ReportArguments, out: &Path) -> Result<(), Failure> {
    if is_dash(out) {
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(report.html.as_bytes())?;
        stdout.flush()?;
    } else {
        luthier::io::write_text(out, &report.html)?;
    }
    match &arguments.figures {
        Some(folder) => Ok(write_figures(folder, &report.figures)?),
        None => Ok(()),
    }
}

/// Says what was written.
fn tell(report: &Report, arguments: &ReportArguments, out: &Path, took: Duration) {
    if arguments.quiet {
        return;
    }
    let shown = |path: &Path| escape_name(&path.display().to_string());
    if !is_dash(out) {
        let size = report.html.len() as f64 / 1e6;
        say(&format!("written   {} ({size:.1} MB, {:.1} s)", shown(out), took.as_secs_f64()));
    }
    if let Some(folder) = &arguments.figures {
        say(&format!("figures   {} as SVG and PNG in {}", report.figures.len(), shown(folder)));
    }
    if !report.complete {
        let how = if arguments.watch {
            "the page is written again until it is; Ctrl-C ends that"
        } else {
            "the page says so"
        };
        say(&format!("          the study is not finished: {how}"));
    }
}

/// Shows the page. That there is no browser is no reason to fail: the page is there.
fn open(out: &Path) {
    let path: PathBuf = out.canonicalize().unwrap_or_else(|_| out.to_owned());
    if let Err(error) = open::that_detached(&path) {
        let shown = escape_name(&path.display().to_string());
        warn(&format!("no browser could be started ({error}); open {shown} in one"));
    }
}

/// Waits for the time of the next page; whether a signal came.
fn wait(signals: &Signals) -> bool {
    let until = Instant::now() + Duration::from_secs(u64::from(PERIOD));
    while Instant::now() < until {
        if signals.flag().load(Ordering::Relaxed) {
            return true;
        }
        std::thread::sleep(POLL);
    }
    false
}
