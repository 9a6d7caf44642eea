//! Studies that may not be written to. Users who may do everything skip these tests.
#![cfg(unix)]

mod support;

use luthier_tune::{Error, Reader, Store};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use support::filled;
use tempfile::tempdir;

fn text(result: Result<impl Sized, Error>) -> String {
    match result {
        Ok(_) => "no error".into(),
        Err(error) => error.to_string(),
    }
}

/// Takes the right to write away from a folder and its files.
fn protect(dir: &Path, protect: bool) {
    let mode =
        |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    if !protect {
        mode(dir, 0o755);
    }
    for entry in std::fs::read_dir(dir).unwrap() {
        mode(&entry.unwrap().path(), if protect { 0o444 } else { 0o644 });
    }
    if protect {
        mode(dir, 0o555);
    }
}

/// Whether rights mean nothing to this user.
fn is_almighty(dir: &Path) -> bool {
    let probe = dir.join("probe");
    let almighty = std::fs::File::create(&probe).is_ok();
    if almighty {
        std::fs::remove_file(probe).unwrap();
        eprintln!("skipped: this user may write anywhere");
    }
    almighty
}

#[test]
fn a_study_that_cannot_be_written_to_can_be_read() {
    let folder = tempdir().unwrap();
    // With characters that mean something in the names that SQLite knows.
    let dir = folder.path().join("a%20b?c#d e");
    filled(&dir, 3, 2);
    for read_before in [false, true] {
        if read_before {
            // A reader leaves files of SQLite behind.
            Reader::open(&dir).unwrap();
        }
        protect(&dir, true);
        if is_almighty(&dir) {
            return;
        }
        let reader = Reader::open(&dir).unwrap();
        assert_eq!((reader.instances().unwrap().len(), reader.trials().unwrap().len()), (3, 6));
        let error = text(Store::open(&dir, "test"));
        assert!(
            error.contains("study.lock") && error.contains("all trials reported so far are stored"),
            "{error}"
        );
        protect(&dir, false);
    }
}

#[test]
fn a_log_that_cannot_be_read_in_its_place_is_not_left_out() {
    let [folder, copy] = [tempdir().unwrap(), tempdir().unwrap()];
    let mut store = Store::create(folder.path(), "q", "test").unwrap();
    store.note("key", "value").unwrap();
    for name in ["study.toml", "study.sqlite", "study.sqlite-wal"] {
        std::fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
    }
    protect(copy.path(), true);
    if !is_almighty(copy.path()) {
        let read = Reader::open(copy.path()).and_then(|reader| reader.notes());
        let error = text(read);
        assert!(error.contains("study.sqlite") && error.contains("copy the study"), "{error}");
    }
    protect(copy.path(), false);
}

#[test]
fn a_database_that_cannot_be_written_to_is_told() {
    let folder = tempdir().unwrap();
    filled(folder.path(), 1, 1);
    let probe = tempdir().unwrap();
    protect(probe.path(), true);
    if is_almighty(probe.path()) {
        return;
    }
    let read_only = std::fs::Permissions::from_mode(0o444);
    std::fs::set_permissions(folder.path().join("study.sqlite"), read_only).unwrap();
    let error = text(Store::open(folder.path(), "test").and_then(|mut store| store.note("a", "b")));
    assert!(error.contains("study.sqlite: cannot be written") && error.contains("allow writing"), "{error}");
}
