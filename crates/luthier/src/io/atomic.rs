//! Files that are written as a whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes collected before they are written.
const CHUNK: usize = 1 << 16;

/// Writes a file through a temporary one in the same folder, which takes its place when all of it is on the disk. After
/// a failure the file is as it was. What is no ordinary file (a pipe, a device) is written to directly; a link stays
/// one, and what it points to is replaced.
pub(crate) fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let existing = match std::fs::metadata(path) {
        Ok(metadata) => Some(metadata),
        Err(e) if e.kind() == ErrorKind::NotFound => None,
        Err(e) => return Err(e),
    };
    let Some(metadata) = existing else { return replace(path, None, content) };
    if metadata.is_dir() {
        return Err(Error::new(ErrorKind::IsADirectory, "it is a directory; expected a file"));
    }
    if !metadata.is_file() {
        return fill(&OpenOptions::new().write(true).open(path)?, content);
    }
    if metadata.permissions().readonly() {
        return Err(Error::new(ErrorKind::PermissionDenied, "the file is there and is write-protected"));
    }
    replace(&path.canonicalize()?, Some(metadata.permissions()), content)
}

fn replace(
    path: &Path,
    permissions: Option<std::fs::Permissions>,
    content: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let (temporary, file) = Temporary::create(folder)?;
    fill(&file, content)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()?;
    temporary.rename(path)?;
    // The file is complete; whether its name survives a power failure is up to the file system if this fails.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

fn fill(file: &File, content: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut buffer = BufWriter::with_capacity(CHUNK, file);
    content(&mut buffer)?;
    buffer.flush()
}

/// A file that is removed unless it is renamed.
struct Temporary {
    path: PathBuf,
    renamed: bool,
}

impl Temporary {
    fn create(folder: &Path) -> Result<(Temporary, File)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".luthier-{}-{count}.tmp", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((Temporary { path, renamed: false }, file)),
                // Left behind by a process that had the same number and was killed.
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                Err(e) => return Err(e),
            }
        }
    }

    fn rename(mut self, path: &Path) -> Result<()> {
        std::fs::rename(&self.path, path)?;
        self.renamed = true;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            // The failure that led here is the one to report.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
