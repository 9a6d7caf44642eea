//! `luthier generate`.

mod support;

use serde_json::Value;
use std::path::Path;
use support::{Run, file, folder, json, luthier, shown};

fn generate(spec: &str, out: &Path, more: &[&str]) -> Run {
    let start = ["generate", spec, "--out", shown(out)];
    luthier(&start.into_iter().chain(more.iter().copied()).collect::<Vec<_>>())
}

fn manifest(out: &Path) -> Vec<Value> {
    std::fs::read_to_string(out.join("manifest.jsonl")).unwrap().lines().map(json).collect()
}

fn names(out: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        std::fs::read_dir(out).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn instances_are_written_with_a_manifest() {
    let folder = folder();
    let out = folder.path().join("new/data");
    let run = generate("transportation:3x4,supply=10..30", &out, &["--count", "3", "--seed", "7"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run:?}");
    assert!(
        run.log.starts_with("3 instances are in ") && run.log.ends_with(": transportation:3x4, seed 7\n"),
        "{}",
        run.log
    );
    assert_eq!(names(&out), ["000000.mps.gz", "000001.mps.gz", "000002.mps.gz", "manifest.jsonl"]);
    let lines = manifest(&out);
    assert_eq!(lines[0]["schema"], "luthier-manifest-1");
    assert_eq!((&lines[0]["specification"], &lines[0]["seed"]), (&"transportation:3x4".into(), &7.into()));
    let family = luthier_families::Family::parse("transportation:3x4").unwrap();
    for (index, line) in (0..3).zip(&lines[1..]) {
        let problem = family.instance(7, index).unwrap();
        assert_eq!(line["fingerprint"], problem.fingerprint().to_string());
        assert_eq!(
            [&line["index"], &line["rows"], &line["variables"], &line["nonzeros"]],
            [index, 7, 12, 24]
        );
        let path = out.join(line["file"].as_str().unwrap());
        let read = luthier::io::read(&path, &Default::default()).unwrap();
        assert_eq!(read.fingerprint(), problem.fingerprint());
        assert_eq!(read.name(), format!("transportation-3x4-seed7-{index}"));
    }
}

#[test]
fn formats_are_those_that_are_asked_for() {
    for format in ["mps", "lp", "lp.zst"] {
        let folder = folder();
        let run = generate("decay:3x4", folder.path(), &["--count=1", "-q", "--format", format]);
        assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
        assert_eq!(names(folder.path()), [format!("000000.{format}"), "manifest.jsonl".to_owned()]);
        let read = luthier::io::read(&folder.path().join(format!("000000.{format}")), &Default::default());
        assert_eq!(read.unwrap().columns(), 4);
    }
}

/// The bytes of all files.
fn bytes(out: &Path) -> Vec<(String, Vec<u8>)> {
    names(out).into_iter().map(|n| (n.clone(), std::fs::read(out.join(n)).unwrap())).collect()
}

#[test]
fn an_interrupted_run_continues() {
    let (whole, parts) = (folder(), folder());
    let spec = "decay-decay:5x20";
    generate(spec, whole.path(), &["--count", "6"]);
    generate(spec, parts.path(), &["--count", "4"]);
    // As a process leaves it that ended in the middle of a line, with a file that the manifest does not name.
    let path = parts.path().join("manifest.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let third: usize = text.split_inclusive('\n').take(3).map(str::len).sum();
    std::fs::write(&path, &text[..third + 10]).unwrap();
    std::fs::write(parts.path().join("000003.mps.gz"), "half").unwrap();
    let kept = parts.path().join("000001.mps.gz");
    let before = kept.metadata().unwrap().modified().unwrap();
    let run = generate(spec, parts.path(), &["--count", "6"]);
    assert!(run.code == Some(0) && run.log.contains("(2 were there already)"), "{run:?}");
    assert_eq!(kept.metadata().unwrap().modified().unwrap(), before, "what is there is kept");
    assert_eq!(bytes(parts.path()), bytes(whole.path()));
    // A file that is gone or damaged is made again.
    std::fs::remove_file(parts.path().join("000002.mps.gz")).unwrap();
    std::fs::write(parts.path().join("000004.mps.gz"), "short").unwrap();
    let run = generate(spec, parts.path(), &["--count", "6"]);
    assert!(run.log.contains("(4 were there already)"), "{run:?}");
    let files =
        |all: Vec<(String, Vec<u8>)>| all.into_iter().filter(|f| f.0 != "manifest.jsonl").collect::<Vec<_>>();
    assert_eq!(files(bytes(parts.path())), files(bytes(whole.path())));
}

#[test]
fn a_folder_with_something_else_is_left_alone() {
    let folder = folder();
    file(&folder, "precious.txt", "mine");
    let run = generate("decay:3x4", folder.path(), &["--count=1"]);
    assert!(run.code == Some(2) && run.log.contains("holds files but no manifest.jsonl"), "{run:?}");
    let other = folder.path().join("other");
    generate("decay:3x4", &other, &["--count=1"]);
    for more in [&["--count=1", "--seed=2"][..], &["--count=1", "--format=lp"]] {
        let run = generate("decay:3x4", &other, more);
        assert!(run.code == Some(2) && run.log.contains("its folder holds decay:3x4 with seed 0"), "{run:?}");
    }
    std::fs::write(other.join("manifest.jsonl"), "nonsense\n").unwrap();
    let run = generate("decay:3x4", &other, &["--count=1"]);
    assert!(run.code == Some(2) && run.log.contains("manifest.jsonl:1: is no line of a manifest"), "{run:?}");
}

#[test]
fn a_killed_run_loses_nothing() {
    let (whole, parts) = (folder(), folder());
    let spec = "decay:50x400";
    generate(spec, whole.path(), &["--count", "60"]);
    // As if it had ended before anything was in place.
    file(&parts, "manifest.tmp", "{\"schema\"");
    for files in [1, 10, 25] {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("luthier"));
        command.args(["generate", spec, "-q", "--count", "60", "--out", shown(parts.path())]);
        let mut child = command.spawn().unwrap();
        while names(parts.path()).len() < files && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        // It may be through already.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let run = generate(spec, parts.path(), &["--count", "60"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    // What was being written when the process was killed may be left, hidden.
    let seen = bytes(parts.path()).into_iter().filter(|f| !f.0.starts_with('.')).collect::<Vec<_>>();
    assert_eq!(seen, bytes(whole.path()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_between_two_instances() {
    let folder = folder();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("luthier"));
    command.args(["generate", "decay:5x20", "--count", "1000000", "--out", shown(folder.path())]);
    let child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    while names(folder.path()).len() < 5 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let sent = std::process::Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let log = support::text(output.stderr);
    assert_eq!(output.status.code(), Some(130), "{log}");
    assert!(log.contains("the same command continues"), "{log}");
    assert_eq!(manifest(folder.path()).len(), names(folder.path()).len(), "a line for every file");
}

#[test]
fn wrong_requests_are_explained() {
    let folder = folder();
    for (spec, more, part) in [
        ("transportation:3x4", &[][..], "expected --count N"),
        ("transportation:0x4", &["--count=1"], "'0' suppliers"),
        ("qap15", &["--count=2"], "has 1 instance"),
        ("nowhere.mps", &[], "there is no such file"),
        ("transportation:3x4", &["--count=0"], "--count"),
        ("transportation:3x4", &["--count=1", "--format=xls"], "mps.gz"),
    ] {
        let run = generate(spec, &folder.path().join("out"), more);
        assert!(run.code == Some(2) && run.log.contains(part), "{spec}: {run:?}");
        assert!(!folder.path().join("out").exists(), "nothing was made");
    }
    let blocked = file(&folder, "blocked", "");
    let run = generate("decay:3x4", &blocked.join("out"), &["--count=1"]);
    assert!(run.code == Some(2) && run.log.contains("cannot be made"), "{run:?}");
}

#[test]
fn folders_of_files_have_broken_ones_and_duplicates() {
    let (models, out) = (folder(), folder());
    generate("decay:3x4", &models.path().join("a"), &["--count=2", "--format=mps"]);
    std::fs::copy(models.path().join("a/000001.mps"), models.path().join("again.mps")).unwrap();
    file(&models, "broken.mps", "ROWS\n Q oops\n");
    let spec = shown(models.path());
    let run = generate(spec, &out.path().join("x"), &[]);
    assert!(
        run.code == Some(2) && run.log.contains("1 file cannot be read") && run.log.contains("broken.mps:2"),
        "{run:?}"
    );
    let run = generate(spec, &out.path().join("x"), &["--skip-broken"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.log.contains("warning: skipped: ") && run.log.contains("it counts twice"), "{run:?}");
    assert_eq!(manifest(&out.path().join("x")).len(), 1 + 3);
}
