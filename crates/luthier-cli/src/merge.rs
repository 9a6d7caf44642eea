//! `luthier merge`: the trials of several studies of one question in one.

use crate::arguments::MergeArguments;
use crate::console::say;
use crate::exit::{Exit, Failure};
use crate::tune::command_line;
use luthier::escape_name;
use luthier_tune::{Reader, Store, check_question, merge};

/// Adds the trials of the sources to the target.
pub fn run(arguments: &MergeArguments) -> Result<Exit, Failure> {
    let sources = arguments
        .sources
        .iter()
        .map(|source| Ok((source, Reader::open(source)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let target = &arguments.target;
    let mut store = match sources.first() {
        Some((_, first)) if !Store::exists(target) => {
            // What cannot be put together is said before anything is written.
            sources.iter().try_for_each(|(_, source)| check_question(first.question(), source))?;
            let mut store = Store::create(target, first.question(), &command_line())?;
            store.add_instances(&first.instances()?)?;
            store
        }
        _ => {
            let store = Store::open(target, &command_line())?;
            sources.iter().try_for_each(|(_, source)| check_question(store.question(), source))?;
            store
        }
    };
    for (source, reader) in &sources {
        let merged = merge(&mut store, reader)?;
        say(&format!(
            "{}: {} trials are new, {} were known",
            escape_name(&source.display().to_string()),
            merged.trials_new,
            merged.trials_known
        ));
    }
    let (target, trials) = (escape_name(&target.display().to_string()), store.trials()?.len());
    say(&format!("{target} holds {trials} trials; `luthier tune --study {target}` goes on with it"));
    Ok(Exit::Success)
}
