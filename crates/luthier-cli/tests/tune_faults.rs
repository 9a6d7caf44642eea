//! What can go wrong around a study: other processes, disks, damage, hands that edit.
#![cfg(unix)]

mod support;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use support::study::{LONG_QUESTION, QUESTION, Study, events, reported};
use support::{Run, luthier, shown};

fn bin() -> std::path::PathBuf {
    assert_cmd::cargo::cargo_bin("luthier")
}

#[test]
fn one_writes_and_many_read() {
    let study = Study::of(&LONG_QUESTION);
    let mut first = study.start(&["--search=full"]);
    assert!(first.wait_for(1));
    let second = study.tune(&[]);
    assert_eq!((second.code, second.out.as_str()), (Some(2), ""), "{second:?}");
    let pid = format!("in use by process {} on ", first.child.id());
    assert!(second.log.contains(&pid) && second.log.contains("transportation:20x30"), "{second:?}");
    assert!(second.log.contains("wait until that has ended"), "{second:?}");
    let other = Study::of(&LONG_QUESTION);
    other.events(&["--budget=1passes"]);
    let merge = luthier(&["merge", shown(&study.path()), shown(&other.path())]);
    assert!(merge.code == Some(2) && merge.log.contains(&pid), "{merge:?}");
    // Readers see what is there meanwhile.
    let seen = luthier(&["study", shown(&study.path())]);
    assert_eq!((seen.code, seen.log.as_str()), (Some(0), ""), "{seen:?}");
    let exported = study.trials().len();
    let merged = other.path().with_file_name("merged");
    let merge = luthier(&["merge", shown(&merged), shown(&study.path())]);
    assert!(merge.code == Some(0) && exported > 0, "{merge:?}");
    assert!(first.child.try_wait().unwrap().is_none(), "the first ended by itself: the test tells nothing");
    first.send("INT");
    assert_eq!(first.end().code, Some(130));
    // With nobody there, the file that is left locks nothing.
    assert!(study.file("study.lock").exists());
    study.events(&["--budget=1passes"]);
}

/// Runs a command whose files may have so many blocks of 1024 bytes.
fn limited(blocks: u32, words: &[String]) -> Run {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let output = Command::new("bash").args(["-c", &script]).arg(bin()).args(words).output().unwrap();
    output.into()
}

#[test]
fn a_full_disk_is_told_and_the_same_command_goes_on_when_there_is_space() {
    let whole = Study::of(&QUESTION);
    whole.events(&["--search=full"]);
    let mut with_trials = 0;
    for blocks in [0, 1, 4, 12, 24, 32, 36, 40, 44, 48, 56, 64] {
        let study = Study::of(&QUESTION);
        let run = limited(blocks, &study.words(&["--search=full", "--json"]));
        if run.code == Some(0) {
            continue;
        }
        assert_eq!(run.code, Some(2), "{blocks}: {run:?}");
        let told = run.log.starts_with("error: ") && run.log.contains("run the same command again");
        assert!(told && !run.log.contains("panicked"), "{blocks}: {run:?}");
        let stored = if study.file("study.toml").exists() { study.trials().len() } else { 0 };
        let before = events(&run.out);
        assert_eq!(stored, reported(&before).len(), "{blocks}");
        with_trials += usize::from(stored > 0);
        let after = study.events(&["--search=full"]);
        assert_eq!(reported(&before).len() + reported(&after).len(), 16 * 6 + 2 * 4, "{blocks}");
        assert_eq!(study.export(), whole.export(), "{blocks}");
    }
    assert!(with_trials > 0, "the limit was never met by a trial: the test tells nothing");
}

#[test]
fn a_place_where_nothing_can_be_made_is_told() {
    for place in ["/sys/luthier-study", "/proc/luthier-study", "/dev/null/study", "/dev/null"] {
        let run = luthier(&[&QUESTION[..], &["--study", place]].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.log.contains(&format!("error: {place}: ")), "{run:?}");
    }
    // Somebody else's folder is left alone.
    let folder = support::folder();
    support::file(&folder, "thesis.tex", "x");
    let run = luthier(&[&QUESTION[..], &["--study", shown(folder.path())]].concat());
    assert!(run.code == Some(2) && run.log.contains("it holds 'thesis.tex'"), "{run:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The command as somebody who may not write everywhere; `None` if that cannot be had here.
fn unprivileged(words: &[&str]) -> Option<Run> {
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|m| std::os::unix::fs::MetadataExt::uid(&m) == 0);
    let run = |words: &[&str]| -> Option<Run> {
        let mut command = if is_root {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(bin());
            command
        } else {
            Command::new(bin())
        };
        Some(command.args(words).output().ok()?.into())
    };
    run(&["--version"]).filter(|version| version.code == Some(0))?;
    run(words)
}

fn allow(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_study_that_may_not_be_written_can_be_read() {
    let study = Study::of(&QUESTION);
    study.events(&[]);
    let dir = study.path();
    for entry in std::fs::read_dir(&dir).unwrap() {
        allow(&entry.unwrap().path(), 0o444);
    }
    allow(&dir, 0o555);
    allow(dir.parent().unwrap(), 0o755);
    let Some(read) = unprivileged(&["study", shown(&dir)]) else {
        eprintln!("skipped: the command cannot be run by somebody without rights here");
        return;
    };
    assert!(read.code == Some(0) && read.out.contains("nothing of the search"), "{read:?}");
    let tune = unprivileged(&["tune", "--study", shown(&dir)]).unwrap();
    assert!(tune.code == Some(2) && tune.log.contains("allow writing to the folder"), "{tune:?}");
    allow(&dir, 0o755);
}

#[test]
fn damage_is_told_and_left_alone() {
    let study = Study::of(&QUESTION);
    study.events(&["--search=full"]);
    let file = study.file("study.sqlite");
    let sound = std::fs::read(&file).unwrap();
    let mut damaged = sound.clone();
    // Numbers of trials, in the middle of the file.
    let middle = sound.len() / 2;
    for byte in &mut damaged[middle..middle + 2048] {
        *byte ^= 0x5a;
    }
    std::fs::write(&file, &damaged).unwrap();
    let dir = study.path();
    for run in [study.tune(&[]), luthier(&["tune", "--study", shown(&dir)]), luthier(&["study", shown(&dir)])]
    {
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.log.contains("study.sqlite") && run.log.contains("copy"), "{run:?}");
        assert!(std::fs::read(&file).unwrap() == damaged, "the file is not as it was");
    }
    std::fs::write(&file, &sound).unwrap();
    assert_eq!(reported(&study.events(&["--search=full"])).len(), 0);
}

#[test]
fn a_question_that_was_edited_is_refused() {
    let study = Study::of(&QUESTION);
    study.events(&[]);
    let file = study.file("study.toml");
    let written = std::fs::read_to_string(&file).unwrap();
    let edited = written.replace("seed = 4", "seed = 5");
    assert_ne!(edited, written);
    std::fs::write(&file, &edited).unwrap();
    for run in [study.tune(&[]), luthier(&["tune", "--study", shown(&study.path())])] {
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.log.contains("study.toml") && run.log.contains("seed = 5"), "{run:?}");
        assert!(run.log.contains("seed = 4"), "{run:?}");
    }
    // Readers go by what was asked.
    let seen = luthier(&["study", shown(&study.path())]);
    assert!(seen.code == Some(0) && seen.out.contains("seed 4"), "{seen:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), edited);
    std::fs::write(&file, &written).unwrap();
    assert_eq!(study.tune(&[]).code, Some(0));
}

#[test]
fn an_export_that_nobody_reads_is_no_error_and_a_full_disk_is_one() {
    let study = Study::of(&QUESTION);
    study.events(&[]);
    let export = |out: Stdio| {
        let words = ["study", shown(&study.path()), "--export=-"].map(str::to_owned);
        Command::new(bin()).args(words).stdout(out).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut unread = export(Stdio::piped());
    drop(unread.stdout.take());
    let unread = unread.wait_with_output().unwrap();
    assert_eq!((unread.status.code(), unread.stderr), (Some(0), Vec::new()));
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        let full = export(full.into()).wait_with_output().unwrap();
        assert_eq!(full.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&full.stderr).contains("standard output cannot be written"));
    }
}

#[test]
fn studies_that_cannot_be_merged_leave_nothing_behind() {
    let (one, other) = (Study::of(&QUESTION), Study::of(&QUESTION));
    one.events(&["--budget=1passes"]);
    other.events(&["--budget=1passes", "--train=7"]);
    let target = one.path().with_file_name("merged");
    let merge = luthier(&["merge", shown(&target), shown(&one.path()), shown(&other.path())]);
    assert!(merge.code == Some(2) && merge.log.contains("it was asked something else"), "{merge:?}");
    assert!(!target.exists());
}
