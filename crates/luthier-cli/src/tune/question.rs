//! From what was typed to what is asked.

use crate::arguments::TuneArguments;
use crate::exit::Failure;
use crate::family;
use luthier::Diagnostic;
use luthier_families::{Argument, Specification};
use luthier_tune::{AUTO, Counts, Measure, Question, Search, Space, Split, available};
use std::path::{Path, PathBuf};

/// What is tuned for when nothing is said.
const BUILT_IN: &str = "transportation:30x45";

/// How many instances of a family without end are trained on, tested on and sealed, when nothing is said.
const DEFAULT: Counts = Counts { train: 30, test: 30, sealed: 300 };

/// The folder of the study, and what is asked of it; `None` to go on with what it asks.
pub fn ask(arguments: &TuneArguments) -> Result<(PathBuf, Option<Question>), Failure> {
    if let (true, Some(directory)) = (arguments.spec.is_empty(), &arguments.study)
        && luthier_tune::Store::exists(directory)
    {
        return match asked_for(arguments) {
            None => Ok((directory.clone(), None)),
            Some(flag) => {
                let problem = format!(
                    "{flag} needs the problems too: to go on with a study as it is, give --study alone"
                );
                Err(Diagnostic::of_file(directory.display().to_string(), problem)
                    .hint("expected SPEC before it, as when the study began")
                    .into())
            }
        };
    }
    let built_in = [BUILT_IN.to_owned()];
    let words = if arguments.spec.is_empty() { &built_in[..] } else { &arguments.spec[..] };
    let specification = family::specification(words)?;
    let directory = arguments.study.clone().unwrap_or_else(|| PathBuf::from(name_of(&specification)));
    let parameters = arguments.settings.parameters()?;
    let space = Space::parse(&arguments.space, &parameters)?.to_string();
    let (counts, test_family) = counts(arguments, &specification)?;
    let question = Question {
        family: specification.to_string(),
        seed: arguments.seed,
        test_family,
        counts,
        shares: counts,
        split: Split::parse(&arguments.split).unwrap_or_default(),
        salt: arguments.salt,
        space,
        search: search(arguments)?,
        measure: arguments.cost.cost.unwrap_or(Measure::Iterations),
        solved_at: arguments.cost.solved_at,
        preset: arguments.settings.preset.clone(),
        parameters,
    };
    Ok((directory, Some(question)))
}

/// A flag that asks something of a study, if one was given.
fn asked_for(arguments: &TuneArguments) -> Option<&'static str> {
    let settings = &arguments.settings;
    let parameters = [&settings.environment, &settings.line];
    let given = [
        (arguments.space != ["default"], "--space"),
        (arguments.train.is_some(), "--train"),
        (arguments.test.is_some(), "--test"),
        (arguments.sealed.is_some(), "--sealed"),
        (arguments.seed != 0, "--seed"),
        (arguments.search.is_some(), "--search"),
        (arguments.cost.cost.is_some(), "--cost"),
        (arguments.cost.solved_at.is_some(), "--solved-at"),
        (settings.file.is_some(), "--params"),
        (settings.preset != "paper", "--preset"),
        (parameters.iter().any(|l| l.tolerance.is_some()), "--tol"),
        (parameters.iter().any(|l| !l.assignments.is_empty()), "a solver parameter"),
    ];
    given.into_iter().find(|(given, _)| *given).map(|(_, flag)| flag)
}

/// Shards cannot wait for each other: without a word they run everything.
fn search(arguments: &TuneArguments) -> Result<Option<Search>, Failure> {
    match arguments.search.as_deref() {
        Some(AUTO) => Ok(None),
        Some(text) => Ok(Some(Search::parse(text)?)),
        None => Ok(arguments.shard.as_ref().map(|_| Search::Full)),
    }
}

/// How many instances on each side, and the family of the test if it has one of its own.
fn counts(
    arguments: &TuneArguments,
    specification: &Specification,
) -> Result<(Counts, Option<String>), Failure> {
    let number = arguments.test.as_deref().and_then(|text| text.trim().parse::<u64>().ok());
    let own_test = match (&arguments.test, number) {
        (Some(text), None) => Some(family::specification(std::slice::from_ref(text))?.to_string()),
        _ => None,
    };
    let available = available(&specification.to_string())?;
    let default = available.map_or(DEFAULT, |total| shares(total, arguments, number, own_test.is_some()));
    let counts = Counts {
        train: arguments.train.unwrap_or(default.train),
        test: number.unwrap_or(default.test),
        sealed: arguments.sealed.unwrap_or(default.sealed),
    };
    Ok((counts, own_test))
}

/// The parts of a folder: half to train on, a sixth to test on, a third sealed; what is given counts, the rest is shared.
fn shares(total: u64, arguments: &TuneArguments, test: Option<u64>, own_test: bool) -> Counts {
    let sealed = arguments.sealed.unwrap_or(if total >= 3 { (total / 3).max(1) } else { 0 });
    let fallback = if own_test { 0 } else { (total / 6).max(u64::from(total >= 2)) };
    let test = test.unwrap_or(fallback);
    let train = total.saturating_sub(sealed).saturating_sub(test).max(1);
    Counts { train, test: if own_test { DEFAULT.test } else { test }, sealed }
}

/// A name for the folder of a study.
fn name_of(specification: &Specification) -> String {
    let name = specification.description().name;
    let stem = match specification.argument() {
        Argument::Nothing => name.to_owned(),
        Argument::Sizes(first, second) => format!("{name}-{first}x{second}"),
        Argument::Path(path) if name == "folder" => word_of(path),
        Argument::Path(path) => format!("{name}-{}", word_of(path)),
    };
    format!("{stem}.study")
}

/// A word for files: the name of the first folder or file, without pattern and endings.
fn word_of(paths: &str) -> String {
    let first = Path::new(paths.split(',').next().unwrap_or_default());
    let is_plain = |name: &&str| !name.contains(['*', '?']) && *name != "." && *name != "..";
    let names = first.ancestors().filter_map(|path| path.file_name()?.to_str());
    let name = names.into_iter().find(is_plain).unwrap_or("folder");
    let stem = if first.is_dir() { name } else { name.split('.').next().unwrap_or(name) };
    let letter = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '-' };
    let word: String = stem.chars().map(letter).take(60).collect();
    if word.is_empty() { "folder".to_owned() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn studies_are_named_after_their_problems() {
        let name = |text: &str| name_of(&Specification::parse(text).unwrap());
        assert_eq!(name("transportation:30x45"), "transportation-30x45.study");
        assert_eq!(name("qap15:objective=uniform(0.5)"), "qap15.study");
        assert_eq!(name("data/past/*.mps.gz"), "past.study");
        assert_eq!(name("./some folder/"), "some folder.study".replace(' ', "-"));
        assert_eq!(name("a.mps,b.mps"), "a.study");
        assert_eq!(name("*.mps"), "folder.study");
    }
}
