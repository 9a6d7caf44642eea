//! Files that are replaced as a whole: a reader sees the old content or the new one, and a failure leaves the old one.

use crate::error::{Diagnostic, Error};
use std::fs::{File, OpenOptions, Permissions};
use std::io::{BufWriter, ErrorKind, Result as IoResult, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that are collected before they are written.
const CHUNK: usize = 1 << 16;

/// Makes what `write` writes the content of a file. It goes to a temporary file in the same folder, which takes the
/// place of the file once all of it is on the disk.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> IoResult<()>) -> Result<(), Error> {
    put(path, write).map_err(|e| {
        let problem = match e.kind() {
            ErrorKind::NotFound => "cannot be written: there is no such folder".to_owned(),
            ErrorKind::PermissionDenied => "cannot be written: permission denied".to_owned(),
            ErrorKind::IsADirectory => "is a directory; expected a file to write".to_owned(),
            _ => format!("cannot be written: {e}"),
        };
        Diagnostic::of_file(path.display().to_string(), problem).into()
    })
}

fn put(path: &Path, write: impl FnOnce(&mut dyn Write) -> IoResult<()>) -> IoResult<()> {
    // Behind a link, the file that it leads to is replaced and not the link.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match std::fs::metadata(&target) {
        Ok(old) if old.is_dir() => Err(ErrorKind::IsADirectory.into()),
        // A pipe or a device takes what it is given; it must not become a file.
        Ok(old) if !old.is_file() => fill(&OpenOptions::new().write(true).open(&target)?, write),
        // A rename would not ask.
        Ok(old) if old.permissions().readonly() => Err(ErrorKind::PermissionDenied.into()),
        Ok(old) => rename_onto(&target, Some(old.permissions()), write),
        Err(_) => rename_onto(&target, None, write),
    }
}

fn rename_onto(
    target: &Path,
    permissions: Option<Permissions>,
    write: impl FnOnce(&mut dyn Write) -> IoResult<()>,
) -> IoResult<()> {
    let (file, mut temporary) = Temporary::beside(target)?;
    fill(&file, write)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()?;
    std::fs::rename(&temporary.path, target)?;
    temporary.moved = true;
    Ok(())
}

fn fill(file: &File, write: impl FnOnce(&mut dyn Write) -> IoResult<()>) -> IoResult<()> {
    let mut out = BufWriter::with_capacity(CHUNK, file);
    write(&mut out)?;
    out.flush()
}

/// A file that is removed again unless it was moved to its place.
struct Temporary {
    path: PathBuf,
    moved: bool,
}

impl Temporary {
    fn beside(target: &Path) -> IoResult<(File, Temporary)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        if target.file_name().is_none() {
            return Err(ErrorKind::IsADirectory.into());
        }
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = target.with_file_name(format!(".luthier-{}-{count}.tmp", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((file, Temporary { path, moved: false })),
                // Left behind by a process that had the same number.
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                Err(e) => return Err(e),
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.moved {
            // Nothing more can be done about a temporary file that cannot be removed.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("luthier-atomic-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn files(folder: &Path) -> usize {
        std::fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = folder("failure");
        let path = folder.join("kept.txt");
        replace(&path, |out| out.write_all(b"old")).unwrap();
        let error = replace(&path, |out| {
            out.write_all(&[b'x'; 3 * CHUNK])?;
            Err(std::io::Error::other("the disk is full"))
        });
        assert!(error.unwrap_err().to_string().ends_with("kept.txt: cannot be written: the disk is full"));
        assert_eq!((std::fs::read(&path).unwrap(), files(&folder)), (b"old".to_vec(), 1));
        replace(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!((std::fs::read(&path).unwrap(), files(&folder)), (b"new".to_vec(), 1));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn folders_and_protected_files_are_refused() {
        let folder = folder("refused");
        let message = |path: &Path| replace(path, |out| out.write_all(b"x")).unwrap_err().to_string();
        assert!(message(&folder).ends_with("is a directory; expected a file to write"));
        assert!(message(&folder.join("no/such.txt")).ends_with("there is no such folder"));
        let path = folder.join("protected.txt");
        std::fs::write(&path, "old").unwrap();
        let mut permissions = std::fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&path, permissions).unwrap();
        assert!(message(&path).ends_with("permission denied"));
        assert_eq!((std::fs::read(&path).unwrap(), files(&folder)), (b"old".to_vec(), 1));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_devices_stay_devices() {
        let folder = folder("links");
        let (file, link) = (folder.join("file.txt"), folder.join("link.txt"));
        std::fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, |out| out.write_all(b"new")).unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        replace(Path::new("/dev/null"), |out| out.write_all(b"gone")).unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
