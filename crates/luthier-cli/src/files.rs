//! Files that were named to be written: whether they can be is found out before the work, not after it.

use luthier::Diagnostic;
use luthier::io::Compression;
use std::fs::{File, OpenOptions};
use std::path::Path;

/// Finds out whether a file can be written, and leaves everything as it was.
pub fn check_writable(path: &Path) -> Result<(), Diagnostic> {
    let existed = path.symlink_metadata().is_ok();
    if path.is_dir() {
        return Err(unusable(path, "is a folder; expected the name of a file"));
    }
    OpenOptions::new().append(true).create(true).open(path).map_err(|e| cannot_write(path, &e))?;
    if !existed {
        std::fs::remove_file(path).map_err(|e| cannot_write(path, &e))?;
    }
    Ok(())
}

/// Finds out whether something is there that would be replaced.
pub fn check_absent(path: &Path) -> Result<(), Diagnostic> {
    if path.is_file() {
        return Err(unusable(path, "is there already").hint("give --force to replace it"));
    }
    Ok(())
}

/// Finds out whether the name of a solution file says how to write it.
pub fn check_ending(path: &Path) -> Result<(), Diagnostic> {
    let name = path.file_name().map(|n| n.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let (_, plain) = Compression::of_name(&name);
    if plain.ends_with(".json") || plain.ends_with(".sol") {
        return Ok(());
    }
    let problem = "the ending of the name does not say how to write the solution; expected .json or .sol";
    Err(unusable(path, problem).hint("with .gz, .bz2 or .zst behind it to compress"))
}

/// Finds out whether an output file is the input, which it would destroy.
pub fn check_apart(output: &Path, input: &Path) -> Result<(), Diagnostic> {
    match (output.canonicalize(), input.canonicalize()) {
        (Ok(o), Ok(i)) if o == i && o.is_file() => {
            Err(unusable(output, "is the model itself, which would be lost")
                .hint("give the output another name"))
        }
        _ => Ok(()),
    }
}

/// Makes or empties a file.
pub fn create(path: &Path) -> Result<File, Diagnostic> {
    File::create(path).map_err(|e| cannot_write(path, &e))
}

fn unusable(path: &Path, problem: &str) -> Diagnostic {
    Diagnostic::of_file(path.display().to_string(), problem)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Diagnostic {
    use std::io::ErrorKind::{NotFound, PermissionDenied};
    match error.kind() {
        NotFound => {
            unusable(path, "cannot be written: its folder does not exist").hint("make the folder first")
        }
        PermissionDenied => unusable(path, "cannot be written: permission denied"),
        _ => unusable(path, &format!("cannot be written: {error}")),
    }
}
