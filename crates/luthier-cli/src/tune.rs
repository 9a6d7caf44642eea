//! `luthier tune`.

mod display;
mod events;
mod question;
mod summary;
mod watcher;

pub use events::Events;
pub use summary::{goal, heading, row};
pub use watcher::Watcher;

use crate::arguments::TuneArguments;
use crate::console::{say, warn};
use crate::exit::{Exit, Failure};
use luthier::escape_name;
use luthier_tune::{Budget, End, Instances, RunOptions, Shard, Study, SweepOptions};

/// How many files that cannot be read are named.
const NAMED: usize = 10;

/// Begins or continues a study, works on it, says what came of it.
pub fn run(arguments: &TuneArguments) -> Result<Exit, Failure> {
    let options = RunOptions {
        sweep: SweepOptions {
            threads: usize::try_from(arguments.threads).unwrap_or(0),
            lanes: arguments.lanes,
        },
        budget: arguments.budget.as_deref().map(Budget::parse).transpose()?,
        shard: arguments.shard.as_deref().map(Shard::parse).transpose()?,
    };
    let (directory, question) = question::ask(arguments)?;
    let mut study = match question {
        Some(question) => Study::begin(&directory, question, &command_line(), arguments.allow_changed)?,
        None => Study::resume(&directory, &command_line(), arguments.allow_changed)?,
    };
    warn_of_files(&study.view().instances);
    let quiet = arguments.quiet || arguments.json;
    if !quiet {
        summary::introduce(&study, options.shard).iter().for_each(|line| say(line));
    }
    let mut watcher = Watcher::new(quiet, study.view(), Events::new(arguments.json));
    watcher.events.study(&study)?;
    let end = study.run(&options, &mut watcher);
    watcher.end();
    if let Some(failure) = watcher.events.failure() {
        return Err(failure);
    }
    let end = end?;
    if !quiet && watcher.display.rounds() == 0 && matches!(end, End::Complete(_)) {
        say("        nothing is left to run: the study is complete");
    }
    watcher.events.end(&study, &end)?;
    if !arguments.json {
        summary::conclude(&study, &end, arguments.quiet)?;
    }
    Ok(match end {
        End::Complete(_) | End::OutOfBudget(_) | End::Waiting(_) => Exit::Success,
        End::Interrupted => watcher.exit(),
    })
}

/// Says which files do not count.
fn warn_of_files(instances: &Instances) {
    let (broken, duplicates) = (instances.broken().count(), instances.duplicates());
    for file in instances.broken().take(NAMED) {
        warn(&format!("left out: {}", file.error));
    }
    let files = |count: usize| if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
    if broken > 0 {
        warn(&format!("{} cannot be read; the others are used", files(broken)));
    }
    if duplicates > 0 {
        warn(&format!("{} with the content of another one: each content counts once", files(duplicates)));
    }
}

/// What was typed, for those who find the study in use.
pub fn command_line() -> String {
    let words: Vec<_> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    escape_name(&words.join(" "))
}
