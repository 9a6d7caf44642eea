//! Where the results of a solve go, found out before the work.

use crate::arguments::SolveArguments;
use crate::exit::Failure;
use crate::files::{check_apart, check_ending, check_replaceable, check_writable};
use crate::model::is_dash;
use luthier::Diagnostic;
use luthier::io::Compression;
use std::path::{Path, PathBuf};

/// The file that the solution of each model goes to, in the order of the models. Fails if results could not be written.
pub fn prepare(arguments: &SolveArguments) -> Result<Vec<Option<PathBuf>>, Failure> {
    let solutions = match &arguments.output.solution {
        Some(path) if !is_dash(path) => solution_files(path, &arguments.files)?,
        _ => vec![None; arguments.files.len().max(1)],
    };
    for path in solutions.iter().flatten() {
        check_ending(path)?;
        check_replaceable(path)?;
    }
    let logs = [&arguments.talk.log, &arguments.talk.log_json].into_iter().flatten();
    let outputs: Vec<_> = logs.chain(solutions.iter().flatten()).map(PathBuf::as_path).collect();
    for (position, output) in outputs.iter().enumerate() {
        check_writable(output)?;
        let models = arguments.files.iter().map(PathBuf::as_path);
        outputs[..position].iter().copied().chain(models).try_for_each(|other| check_apart(output, other))?;
    }
    Ok(solutions)
}

/// The file itself for one model, for several a file for each in a folder.
fn solution_files(path: &Path, models: &[PathBuf]) -> Result<Vec<Option<PathBuf>>, Diagnostic> {
    let shown = || path.display().to_string();
    if models.len() < 2 {
        return Ok(vec![Some(path.to_owned())]);
    }
    if !path.is_dir() {
        let problem = format!("is no folder, and there are {} models", models.len());
        let hint = "name a folder for --solution, where each solution becomes MODEL.json, or - for one JSON document";
        return Err(Diagnostic::of_file(shown(), problem).hint(hint));
    }
    let files: Vec<_> = models.iter().map(|model| path.join(format!("{}.json", stem(model)))).collect();
    for (position, file) in files.iter().enumerate() {
        if files[..position].contains(file) {
            let problem = "would be the solution of two models whose names differ in folder or ending alone";
            return Err(Diagnostic::of_file(file.display().to_string(), problem)
                .hint("solve them one by one, or give one of them another name"));
        }
    }
    Ok(files.into_iter().map(Some).collect())
}

/// The name of a model without folder and endings.
fn stem(model: &Path) -> String {
    if is_dash(model) {
        return "stdin".to_owned();
    }
    let name = model.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (_, plain) = Compression::of_name(&name);
    match plain.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
        _ => plain.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_known_by_its_name_without_endings() {
        let stem = |name: &str| stem(Path::new(name));
        assert_eq!(stem("past/day.1.mps.gz"), "day.1");
        assert_eq!([stem("a.lp"), stem("a"), stem(".mps"), stem("-")], ["a", "a", ".mps", "stdin"]);
    }
}
