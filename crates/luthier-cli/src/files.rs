//! Files that were named to be written: whether they can be is found out before the work, not after it.

use luthier::Diagnostic;
use luthier::io::Compression;
use std::fs::{File, OpenOptions};
use std::path::Path;

/// Finds out whether a file can be written, and leaves everything as it was.
pub fn check_writable(path: &Path) -> Result<(), Diagnostic> {
    match path.metadata() {
        Ok(found) if found.is_dir() => Err(unusable(path, "is a folder; expected the name of a file")),
        Ok(found) if found.is_file() => {
            OpenOptions::new().append(true).open(path).map(drop).map_err(|e| cannot_write(path, &e))
        }
        // Whoever listens at a pipe would take a first attempt for the end.
        Ok(_) => Ok(()),
        Err(_) => check_new(path, path),
    }
}

/// The same for a file that is replaced as a whole: its folder must take a new file.
pub fn check_replaceable(path: &Path) -> Result<(), Diagnostic> {
    check_writable(path)?;
    if !path.is_file() {
        return Ok(());
    }
    let target = path.canonicalize().map_err(|e| cannot_write(path, &e))?;
    check_new(path, &target.with_file_name(format!(".luthier-{}.tmp", std::process::id())))
}

/// Makes a file and removes it again.
fn check_new(named: &Path, path: &Path) -> Result<(), Diagnostic> {
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    made.and_then(|_| std::fs::remove_file(path)).map_err(|e| cannot_write(named, &e))
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

/// Finds out whether a file that is to be written is another one that is needed.
pub fn check_apart(output: &Path, other: &Path) -> Result<(), Diagnostic> {
    let same = match (output.canonicalize(), other.canonicalize()) {
        (Ok(a), Ok(b)) => a == b && a.is_file(),
        // Neither may be there yet.
        _ => output == other,
    };
    if !same {
        return Ok(());
    }
    Err(unusable(output, "is named twice, so that one would overwrite the other")
        .hint("give the output another name"))
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
