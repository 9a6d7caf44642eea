//! Small studies, and what can be read from them.

use super::{Run, command, json, luthier, shown};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A question that is answered in a moment: 16 settings, of which one is better than the default.
pub const QUESTION: [&str; 8] = [
    "tune",
    "transportation:6x9",
    "--seed=4",
    "--space=theta=0.1,0.3,0.5,0.8",
    "--space=initial_weight_scale=0.1,1,10,100",
    "--train=6",
    "--test=4",
    "--sealed=0",
];

/// A question that takes a while.
pub const LONG_QUESTION: [&str; 7] = [
    "tune",
    "transportation:20x30",
    "--tol=1e-6",
    "--space=theta=0.1,0.2,0.3,0.4,0.6,0.7,0.8,0.9",
    "--space=initial_weight_scale=0.1,0.2,0.5,2,5,10",
    "--train=60",
    "--sealed=0",
];

/// A folder for a study, which goes away with it.
pub struct Study {
    folder: tempfile::TempDir,
    question: &'static [&'static str],
}

impl Study {
    /// No study yet.
    pub fn of(question: &'static [&'static str]) -> Study {
        Study { folder: super::folder(), question }
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("study")
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// What is typed to begin or to go on with it.
    pub fn words(&self, more: &[&str]) -> Vec<String> {
        let study = format!("--study={}", shown(&self.path()));
        self.question.iter().chain(more).map(|word| (*word).to_owned()).chain([study]).collect()
    }

    /// Types its question, with more behind it.
    pub fn tune(&self, more: &[&str]) -> Run {
        command().args(self.words(more)).output().unwrap().into()
    }

    /// The same, which must go well; the events that it reports.
    pub fn events(&self, more: &[&str]) -> Vec<Value> {
        let run = self.tune(&[more, &["--json"]].concat());
        assert_eq!(run.code, Some(0), "{run:?}");
        events(&run.out)
    }

    /// Goes on with it by its folder alone.
    pub fn go_on(&self, more: &[&str]) -> Vec<Value> {
        go_on(&self.path(), more)
    }

    /// Types the question in the background.
    pub fn start(&self, more: &[&str]) -> Started {
        Started::new(&self.words(&[more, &["--json"]].concat()))
    }

    /// All trials without their seconds, byte by byte.
    pub fn export(&self) -> String {
        export(&self.path())
    }

    /// All trials by instance and setting.
    pub fn trials(&self) -> Trials {
        let file = self.folder.path().join("trials.jsonl");
        let run = luthier(&["study", shown(&self.path()), "--export", shown(&file)]);
        assert_eq!(run.code, Some(0), "{run:?}");
        let mut trials = BTreeMap::new();
        for line in std::fs::read_to_string(&file).unwrap().lines().map(json) {
            assert!(trials.insert(key(&line), line).is_none(), "a trial is there twice");
        }
        trials
    }
}

/// Lines of an export by fingerprint and setting.
pub type Trials = BTreeMap<(String, String), Value>;

/// Which trial a line of an export, or an event, is about.
pub fn key(line: &Value) -> (String, String) {
    let word = |name: &str| line[name].as_str().unwrap().to_owned();
    (word("fingerprint"), word("setting"))
}

/// Goes on with a study.
pub fn go_on(study: &Path, more: &[&str]) -> Vec<Value> {
    let run = luthier(&[&["tune", "--json", "--study", shown(study)], more].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    events(&run.out)
}

/// All trials of a study without their seconds, byte by byte.
pub fn export(study: &Path) -> String {
    let run = luthier(&["study", shown(study), "--export", "-", "--without-times"]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""));
    run.out
}

/// A document on each line.
pub fn events(out: &str) -> Vec<Value> {
    out.lines().map(json).collect()
}

/// The trials that events report.
pub fn reported(events: &[Value]) -> Vec<&Value> {
    events.iter().filter(|event| event["event"] == "trial").collect()
}

/// The event that a command ends with.
pub fn end(events: &[Value]) -> &Value {
    let last = events.last().unwrap();
    assert_eq!(last["event"], "end", "{last}");
    last
}

/// A command that runs, with its events.
pub struct Started {
    pub child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Started {
    pub fn new(words: &[String]) -> Started {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("luthier"));
        command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Started { child, out }
    }

    /// Waits until so many trials are reported; `false` if the command ended before.
    pub fn wait_for(&mut self, trials: usize) -> bool {
        let (mut seen, mut line) = (0, String::new());
        while seen < trials {
            line.clear();
            if self.out.read_line(&mut line).unwrap() == 0 {
                return false;
            }
            seen += usize::from(line.contains(r#""event":"trial""#));
        }
        true
    }

    pub fn send(&self, signal: &str) {
        let sent = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Ends it as a power failure would, and returns what it had reported; a line that is cut does not count.
    pub fn kill(mut self) -> Vec<Value> {
        self.child.kill().unwrap();
        let mut out = String::new();
        std::io::Read::read_to_string(&mut self.out, &mut out).unwrap();
        self.child.wait().unwrap();
        let whole = out.rfind('\n').map_or("", |end| &out[..end]);
        events(whole)
    }

    /// Waits for its end.
    pub fn end(mut self) -> Run {
        let mut out = String::new();
        std::io::Read::read_to_string(&mut self.out, &mut out).unwrap();
        let mut run = Run::from(self.child.wait_with_output().unwrap());
        run.out = out;
        run
    }
}
