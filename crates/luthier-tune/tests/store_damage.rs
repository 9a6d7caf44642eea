//! Files that are not what was written: refused or intact, never read as something else.

mod support;

use luthier_tune::{Error, InstanceRow, Reader, Store, StoredTrial};
use std::path::Path;
use support::filled;
use tempfile::tempdir;

/// All that a store says.
type Content = (String, Vec<InstanceRow>, Vec<StoredTrial>, Vec<(String, String)>);

fn content(dir: &Path) -> Result<Content, Error> {
    let store = Store::open(dir, "test")?;
    Ok((store.question().to_owned(), store.instances()?, store.trials()?, store.notes()?))
}

fn read(dir: &Path) -> Result<Content, Error> {
    let reader = Reader::open(dir)?;
    Ok((reader.question().to_owned(), reader.instances()?, reader.trials()?, reader.notes()?))
}

/// The error names the file, and is one of those that say what to do.
fn check_told(error: &Error, at: &str) {
    let text = error.to_string();
    assert!(text.contains("study.sqlite"), "{at}: {text}");
    let kinds = matches!(error, Error::Damaged { .. } | Error::NotAStudy { .. } | Error::Version { .. });
    // A flag in the header forbids to write.
    let protected = matches!(error, Error::Storage { .. }) && text.contains("allow writing");
    assert!(kinds || protected, "{at}: {text}");
}

/// Puts these bytes in the place of the database, and compares what is read with what was there.
fn try_bytes(dir: &Path, bytes: &[u8], original: &Content, at: &str) -> bool {
    let write = || {
        for suffix in ["-wal", "-shm", "-journal"] {
            let _ = std::fs::remove_file(dir.join(format!("study.sqlite{suffix}")));
        }
        std::fs::write(dir.join("study.sqlite"), bytes).unwrap();
    };
    write();
    match read(dir) {
        Ok(found) => assert_eq!(&found, original, "{at}, read"),
        Err(error) => check_told(&error, at),
    }
    write();
    match content(dir) {
        Ok(found) => assert_eq!(&found, original, "{at}"),
        Err(error) => {
            check_told(&error, at);
            return false;
        }
    }
    true
}

#[test]
fn a_flipped_bit_is_refused_or_harmless() {
    let folder = tempdir().unwrap();
    let dir = folder.path();
    filled(dir, 6, 12);
    let original = content(dir).unwrap();
    let bytes = std::fs::read(dir.join("study.sqlite")).unwrap();
    // All of the header, and a sample of the rest that meets every page many times.
    let offsets = (0..100).chain((100..bytes.len()).step_by(37));
    let (mut refused, mut harmless) = (0, 0);
    for offset in offsets {
        let mut changed = bytes.clone();
        changed[offset] ^= 1 << (offset % 8);
        match try_bytes(dir, &changed, &original, &format!("offset {offset}")) {
            true => harmless += 1,
            false => refused += 1,
        }
    }
    assert!(refused > 100 && harmless > 0, "{refused} refused, {harmless} harmless");
}

#[test]
fn a_value_that_changed_is_named() {
    let folder = tempdir().unwrap();
    let dir = folder.path();
    filled(dir, 2, 3);
    let sql = rusqlite::Connection::open(dir.join("study.sqlite")).unwrap();
    let refused = |change: &str, undo: &str, expected: &str| {
        assert!(sql.execute(change, []).unwrap() > 0);
        let errors = [content(dir).unwrap_err(), read(dir).unwrap_err()];
        for error in errors {
            let text = error.to_string();
            assert!(matches!(error, Error::Damaged { .. }) && text.contains(expected), "{text}");
            assert!(text.contains("copy") && text.contains("luthier merge"), "{text}");
        }
        assert!(sql.execute(undo, []).unwrap() > 0);
        content(dir).unwrap();
    };
    let trial = "WHERE problem = 2 AND setting = 3";
    refused(
        &format!("UPDATE trials SET iterations = iterations + 1 {trial}"),
        &format!("UPDATE trials SET iterations = iterations - 1 {trial}"),
        "the trial of problem 2 with setting 3 (fingerprint",
    );
    refused(
        "UPDATE settings SET text = 'theta=7' WHERE id = 3",
        "UPDATE settings SET text = 'theta=2' WHERE id = 3",
        "setting 'theta=7'",
    );
    refused(
        "UPDATE instances SET side = 'train' WHERE id = 2",
        "UPDATE instances SET side = 'test' WHERE id = 2",
        "instance 2 ('instance 1')",
    );
    refused("UPDATE notes SET value = 'race'", "UPDATE notes SET value = 'grid'", "note 'search'");
    refused(
        "UPDATE seals SET sum = sum + 1 WHERE part = 3",
        "UPDATE seals SET sum = sum - 1 WHERE part = 3",
        "the trials are not",
    );
    refused("UPDATE questions SET asked = asked + 1", "UPDATE questions SET asked = asked - 1", "question 1");
    // A row that is gone leaves no wrong checksum behind; the seal knows.
    sql.execute(&format!("DELETE FROM trials {trial}"), []).unwrap();
    let text = content(dir).unwrap_err().to_string();
    assert!(text.contains("5 trials were found and 6 were written"), "{text}");
}

#[test]
fn a_file_that_was_cut_is_refused() {
    let folder = tempdir().unwrap();
    let dir = folder.path();
    filled(dir, 6, 12);
    let original = content(dir).unwrap();
    let bytes = std::fs::read(dir.join("study.sqlite")).unwrap();
    let lengths = [0, 1, 15, 16, 50, 99, 100, 511, 512, 4095].into_iter();
    for length in lengths.chain((4096..bytes.len()).step_by(1024)).chain([bytes.len() - 1]) {
        let harmless = try_bytes(dir, &bytes[..length], &original, &format!("length {length}"));
        assert!(!harmless, "a file of {length} of {} bytes was taken", bytes.len());
    }
    // So is one whose end is zeros, as a power failure can leave it.
    for length in (4096..bytes.len()).step_by(4096) {
        let mut zeros = bytes.clone();
        zeros[length..].fill(0);
        assert!(!try_bytes(dir, &zeros, &original, &format!("zeros from {length}")));
    }
    assert!(try_bytes(dir, &bytes, &original, "as it was"));
}

/// A log that was torn loses the calls that were not complete in it, and those alone.
#[test]
fn a_torn_log_leaves_whole_calls() {
    let folder = tempdir().unwrap();
    let mut store = Store::create(folder.path(), "q", "test").unwrap();
    store.add_instances(&[support::instance(1)]).unwrap();
    for round in 0..12 {
        let texts: Vec<String> = (0..5).map(|k| format!("{round} {k}")).collect();
        let record = support::solved(round);
        let trials: Vec<_> = texts.iter().map(|t| (support::fingerprint(1), t.as_str(), &record)).collect();
        store.put(&trials, "b").unwrap();
    }
    let all = store.trials().unwrap();
    let file = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let (question, database, log) = (file("study.toml"), file("study.sqlite"), file("study.sqlite-wal"));
    let mut counts = Vec::new();
    for cut in (0..log.len()).step_by(997) {
        let mut flipped = log.clone();
        flipped[cut] ^= 0x10;
        for torn in [&log[..cut], &flipped] {
            let copy = tempdir().unwrap();
            std::fs::write(copy.path().join("study.toml"), &question).unwrap();
            std::fs::write(copy.path().join("study.sqlite"), &database).unwrap();
            std::fs::write(copy.path().join("study.sqlite-wal"), torn).unwrap();
            let found = Store::open(copy.path(), "test").unwrap().trials().unwrap();
            assert!(
                found.len().is_multiple_of(5) && found[..] == all[..found.len()],
                "cut at {cut}: {}",
                found.len()
            );
            counts.push(found.len());
        }
    }
    assert!(counts.contains(&0) && counts.iter().any(|count| *count >= 50), "{counts:?}");
}

#[test]
fn what_is_no_store_is_told_apart() {
    let folder = tempdir().unwrap();
    let dir = folder.path();
    filled(dir, 1, 1);
    let file = dir.join("study.sqlite");
    let refused = |expected: &str| {
        for error in [content(dir).unwrap_err(), read(dir).unwrap_err()] {
            let text = error.to_string();
            assert!(text.contains("study.sqlite") && text.contains(expected), "{text}");
        }
    };
    let sql = rusqlite::Connection::open(&file).unwrap();
    let present: i64 = sql.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    sql.pragma_update(None, "user_version", 99).unwrap();
    refused("made by a newer Luthier (version 99");
    sql.pragma_update(None, "user_version", 0).unwrap();
    refused("its version is 0");
    sql.pragma_update(None, "user_version", present).unwrap();
    content(dir).unwrap();
    sql.pragma_update(None, "application_id", 7).unwrap();
    refused("another application (id 0x00000007)");
    drop(sql);
    std::fs::write(
        &file,
        "This is a text that is long enough to hold what a header of SQLite would. ".repeat(20),
    )
    .unwrap();
    refused("it is no database");
    std::fs::write(&file, "").unwrap();
    refused("it is empty");
    std::fs::remove_file(&file).unwrap();
    refused("study.sqlite is missing");
    assert!(!file.exists());
}

/// Tables may be as they should be in name only.
#[test]
fn tables_with_something_added_are_refused() {
    let folder = tempdir().unwrap();
    filled(folder.path(), 1, 1);
    let sql = rusqlite::Connection::open(folder.path().join("study.sqlite")).unwrap();
    sql.execute_batch("CREATE TRIGGER t AFTER INSERT ON trials BEGIN DELETE FROM notes; END").unwrap();
    let error = content(folder.path()).unwrap_err();
    assert!(error.to_string().contains("its tables are not those of its version"), "{error}");
}
