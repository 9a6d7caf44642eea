//! `luthier reproduce`: the experiments of the paper, and what becomes of its claims.

use crate::arguments::ReproduceArguments;
use crate::console::{ERROR, GOOD, STRONG, WARNING, say, styled};
use crate::exit::{Exit, Failure};
use crate::tune::{Events, Watcher, command_line};
use luthier::escape_name;
use luthier_report::files::write_figures;
use luthier_report::reproduction::report;
use luthier_tune::reproduction::{Claim, Measured, Preset, Step, Verdict, claims, experiments, steps};
use luthier_tune::{End, RunOptions, SweepOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Runs what is missing, and says which claims hold.
pub fn run(arguments: &ReproduceArguments) -> Result<Exit, Failure> {
    let scale = arguments.scale();
    let folder = format!("reproduction-{}.study", scale.name());
    let root = arguments.study.clone().unwrap_or_else(|| PathBuf::from(folder));
    if let Some(exit) = measure(arguments, &root)? {
        say("interrupted: every trial that was done is kept; the same command goes on");
        return Ok(exit);
    }
    let read = |experiment| Measured::read(&root, experiment);
    let measured: Result<Vec<_>, _> = experiments(scale, &arguments.only)?.into_iter().map(read).collect();
    let measured = measured?;
    let report = report(&measured, scale);
    let page = root.join("report.html");
    luthier::io::write_text(&page, &report.html)?;
    if let Some(folder) = &arguments.figures {
        write_figures(folder, &report.figures)?;
    }
    tell(&measured, &page)?;
    Ok(Exit::Success)
}

/// Runs what is missing; an exit code if the user stopped it.
fn measure(arguments: &ReproduceArguments, root: &Path) -> Result<Option<Exit>, Failure> {
    let steps = steps(arguments.scale(), &arguments.only)?;
    let threads = usize::try_from(arguments.threads).unwrap_or(0);
    let options = RunOptions { sweep: SweepOptions { threads, lanes: None }, ..RunOptions::default() };
    for (number, step) in (1..).zip(&steps) {
        if step.is_complete(root)? {
            continue;
        }
        if !arguments.quiet {
            say(&format!("{} {}", styled(STRONG, &format!("[{number} of {}]", steps.len())), words(step)));
        }
        if let Some(exit) = work(step, root, &options, arguments.quiet)? {
            return Ok(Some(exit));
        }
    }
    Ok(None)
}

/// What a step does.
fn words(step: &Step) -> String {
    let unit = if step.timed() { "seconds" } else { "iterations" };
    let (experiment, sweep) = (&step.experiment, step.sweep().name());
    format!("{}, preset {}: {sweep}, {unit}", experiment.distribution.title, experiment.preset.name())
}

/// Runs a step; an exit code if the user stopped it.
fn work(step: &Step, root: &Path, options: &RunOptions, quiet: bool) -> Result<Option<Exit>, Failure> {
    let mut study = step.study(root, &command_line())?;
    let mut watcher = Watcher::new(quiet, study.view(), Events::new(false));
    let end = study.run(options, &mut watcher);
    watcher.end();
    Ok(matches!(end?, End::Interrupted).then(|| watcher.exit()))
}

/// The claims with what became of them under both presets.
fn tell(measured: &[Measured], page: &Path) -> Result<(), Failure> {
    let [reference, paper] = Preset::ALL.map(|preset| claims(measured, preset));
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", styled(STRONG, "      reference      paper          claim"))?;
    for (claim, beside) in reference.iter().zip(&paper) {
        writeln!(out, "{:>4}  {}  {}  {}", claim.number, shown(claim), shown(beside), claim.text)?;
    }
    let page = escape_name(&page.display().to_string());
    writeln!(
        out,
        "\n{}{page}: every figure, and what each claim was held against",
        styled(STRONG, "written   ")
    )?;
    Ok(out.flush()?)
}

fn shown(claim: &Claim) -> String {
    let style = match claim.verdict {
        Verdict::Holds => GOOD,
        Verdict::Fails => ERROR,
        Verdict::Undecided | Verdict::NotMeasured => WARNING,
    };
    styled(style, &format!("{:<13}", claim.verdict.words()))
}
