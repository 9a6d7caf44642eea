//! `luthier reproduce`: the experiments of the paper.

use crate::arguments::ReproduceArguments;
use crate::console::{STRONG, say, styled};
use crate::exit::{Exit, Failure};
use crate::tune::{Events, Watcher, command_line};
use luthier_tune::reproduction::{Step, steps};
use luthier_tune::{End, RunOptions, SweepOptions};
use std::path::{Path, PathBuf};

/// Runs what is missing.
pub fn run(arguments: &ReproduceArguments) -> Result<Exit, Failure> {
    let scale = arguments.scale();
    let steps = steps(scale, &arguments.only)?;
    let folder = format!("reproduction-{}.study", scale.name());
    let root = arguments.study.clone().unwrap_or_else(|| PathBuf::from(folder));
    let threads = usize::try_from(arguments.threads).unwrap_or(0);
    let options = RunOptions { sweep: SweepOptions { threads, lanes: None }, ..RunOptions::default() };
    for (number, step) in (1..).zip(&steps) {
        if !arguments.quiet {
            say(&format!("{} {}", styled(STRONG, &format!("[{number} of {}]", steps.len())), words(step)));
        }
        if let Some(exit) = work(step, &root, &options, arguments.quiet)? {
            say("interrupted: every trial that was done is kept; the same command goes on");
            return Ok(exit);
        }
    }
    Ok(Exit::Success)
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
    let end = step.run(&mut study, options, &mut watcher);
    watcher.end();
    Ok(matches!(end?, End::Interrupted).then(|| watcher.exit()))
}
