//! `luthier generate`: instances of a family as files, with a manifest.

mod manifest;
mod progress;

use crate::arguments::GenerateArguments;
use crate::console::say;
use crate::exit::{Exit, Failure};
use crate::family;
use crate::signals::Signals;
use luthier::io::write;
use luthier::{Diagnostic, Problem, escape_name};
use luthier_families::{Family, Specification};
use manifest::{Entry, Header, Manifest};
use progress::Bar;
use std::sync::atomic::Ordering;

/// Generates what is not there yet.
pub fn run(arguments: &GenerateArguments) -> Result<Exit, Failure> {
    let specification = family::specification(&arguments.spec)?;
    let family = family::open(&specification, arguments.skip_broken)?;
    let count = count(arguments, &specification, &family)?;
    let header = Header::new(&specification, arguments.seed, &arguments.format);
    let mut manifest = Manifest::open(&arguments.out, &header)?;
    let kept = (0..count).filter(|index| manifest.has(*index)).count() as u64;
    let signals = Signals::watch();
    let mut bar = Bar::new(count, kept, arguments.quiet);
    for index in 0..count {
        if manifest.has(index) {
            continue;
        }
        if signals.flag().load(Ordering::SeqCst) {
            bar.end();
            let (done, out) = (bar.done(), escape_name(&arguments.out.display().to_string()));
            say(&format!(
                "interrupted: {done} of {count} instances are in {out}; the same command continues"
            ));
            return Ok(signals.exit().unwrap_or(Exit::NoProof));
        }
        manifest.add(&instance(arguments, &family, index)?)?;
        bar.advance();
    }
    bar.end();
    if !arguments.quiet {
        say(&summary(arguments, &specification, count, kept));
    }
    Ok(Exit::Success)
}

/// How many instances are wanted; an error if there are not so many.
fn count(
    arguments: &GenerateArguments,
    specification: &Specification,
    family: &Family,
) -> Result<u64, Failure> {
    let shown = || escape_name(&specification.to_string());
    match (arguments.count, family.count()) {
        (Some(wanted), Some(most)) if wanted > most => {
            // The family's own words for what is not there.
            family.instance(arguments.seed, wanted - 1)?;
            Ok(most)
        }
        (Some(wanted), _) => Ok(wanted),
        (None, Some(all)) => Ok(all),
        (None, None) => {
            let problem = "has instances without end; expected --count N, such as --count 100";
            Err(Diagnostic::of_file(shown(), problem).into())
        }
    }
}

/// Makes and writes one instance.
fn instance(arguments: &GenerateArguments, family: &Family, index: u64) -> Result<Entry, Failure> {
    let problem = named(family.instance(arguments.seed, index)?, &family.label(arguments.seed, index))?;
    let file = format!("{index:06}.{}", arguments.format);
    let path = arguments.out.join(&file);
    write(&problem, &path, None)?;
    let bytes = path.metadata().map_or(0, |found| found.len());
    let label = family.label(arguments.seed, index);
    Ok(Entry::new(index, file, bytes, label, &problem))
}

/// A problem without a name gets that of its place in the family.
fn named(problem: Problem, label: &str) -> Result<Problem, Failure> {
    if !problem.name().is_empty() {
        return Ok(problem);
    }
    Ok(problem.with_data().name(label).build()?)
}

fn summary(arguments: &GenerateArguments, specification: &Specification, count: u64, kept: u64) -> String {
    let family = escape_name(&specification.to_string());
    let out = escape_name(&arguments.out.display().to_string());
    let before = if kept > 0 { format!(" ({kept} were there already)") } else { String::new() };
    let instances = if count == 1 { "1 instance is".to_owned() } else { format!("{count} instances are") };
    format!("{instances} in {out}{before}: {family}, seed {}", arguments.seed)
}
