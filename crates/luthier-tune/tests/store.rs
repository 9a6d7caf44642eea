//! What is stored comes back, for one writer and any number of readers.

mod support;

use luthier::{Fingerprint, Status};
use luthier_tune::{Ending, Error, Reader, Record, Residuals, Side, Source, Store};
use support::{capped, filled, fingerprint, instance, solved};
use tempfile::tempdir;

const HOSTILE: [&str; 8] = [
    "",
    "'; DROP TABLE trials; --",
    "=HYPERLINK(\"http://x\")",
    "</script><img onerror=x>",
    "line\nbreak\r\0nul",
    "\u{202e}right to left \u{1f3bb}",
    "study.sqlite",
    "\"quoted\", comma",
];

fn text(result: Result<impl Sized, Error>) -> String {
    match result {
        Ok(_) => "no error".into(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn all_comes_back_as_it_was_stored() {
    let folder = tempdir().unwrap();
    let dir = folder.path().join("new/study");
    let question = "[family]\nspec = \"x\"\r\n# \u{fc}\n";
    let mut instances: Vec<_> = (0..4).map(instance).collect();
    for (k, name) in HOSTILE.iter().enumerate() {
        let mut hostile = instance(100 + k as u64);
        hostile.label = (*name).into();
        hostile.group = (*name).into();
        hostile.source = Source::Test;
        instances.push(hostile);
    }
    instances.push(luthier_tune::InstanceRow { index: u64::MAX, rows: u64::MAX, ..instance(1000) });
    let record = solved(500);

    let mut store = Store::create(&dir, question, "test").unwrap();
    store.add_instances(&instances[..2]).unwrap();
    store.add_instances(&instances).unwrap();
    let trials: Vec<_> = HOSTILE.iter().map(|setting| (fingerprint(2), *setting, &record)).collect();
    store.put(&trials, "build '1'").unwrap();
    for name in HOSTILE {
        store.note(name, "first").unwrap();
        store.note(name, name).unwrap();
    }
    drop(store);

    let store = Store::open(&dir, "test").unwrap();
    let reader = Reader::open(&dir).unwrap();
    let mut notes: Vec<_> = HOSTILE.iter().map(|name| (name.to_string(), name.to_string())).collect();
    notes.sort();
    assert_eq!((store.question(), reader.question()), (question, question));
    assert_eq!(std::fs::read_to_string(dir.join("study.toml")).unwrap(), question);
    assert_eq!((store.instances().unwrap(), reader.instances().unwrap()), (instances.clone(), instances));
    assert_eq!((store.notes().unwrap(), reader.notes().unwrap()), (notes.clone(), notes));
    let expected: Vec<_> = HOSTILE
        .iter()
        .map(|s| (fingerprint(2), s.to_string(), record.clone(), "build '1'".to_owned()))
        .collect();
    assert_eq!((store.trials().unwrap(), reader.trials().unwrap()), (expected.clone(), expected));
}

#[test]
fn every_ending_and_every_number_survives() {
    let folder = tempdir().unwrap();
    let mut store = Store::create(folder.path(), "q", "test").unwrap();
    store.add_instances(&[instance(1)]).unwrap();
    let statuses = Status::ALL;
    let numbers = [
        0.0,
        5.0,
        0.1,
        -1e300,
        5e-324,
        9_007_199_254_740_993.0,
        1e19,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        -0.5,
    ];
    for (status, number) in statuses.into_iter().zip(numbers) {
        let record = Record {
            ending: Ending::Ended(status),
            residuals: Some(Residuals { primal: number, dual: -number, gap: number / 3.0 }),
            objective: Some(number),
            seconds: number,
            ..solved(7)
        };
        store.put(&[(fingerprint(1), status.name(), &record)], "b").unwrap();
        let stored = store.trials().unwrap();
        assert_eq!(stored.last().unwrap().2, record, "{status}");
    }
    // No number at all is told from a number that is none.
    let nan = Record {
        residuals: Some(Residuals { primal: f64::NAN, dual: f64::NAN, gap: 1.0 }),
        objective: None,
        seconds: f64::NAN,
        ..solved(7)
    };
    store.put(&[(fingerprint(1), "nan", &nan)], "b").unwrap();
    drop(store);
    let store = Store::open(folder.path(), "test").unwrap();
    let (_, _, back, _) = store.trials().unwrap().pop().unwrap();
    let residuals = back.residuals.unwrap();
    assert!(residuals.primal.is_nan() && residuals.dual.is_nan() && residuals.gap == 1.0);
    assert!(back.objective.is_none() && back.seconds.is_nan());
}

#[test]
fn only_what_tells_more_takes_the_place_of_what_is_there() {
    let folder = tempdir().unwrap();
    let mut store = Store::create(folder.path(), "q", "test").unwrap();
    store.add_instances(&[instance(1)]).unwrap();
    let whole = solved(500);
    let [short, long] = [capped(&whole, 100), capped(&whole, 300)];
    let other = Record { seconds: 99.0, ..whole.clone() };
    let steps = [
        (&short, &short),
        (&long, &long),
        (&short, &long),
        (&whole, &whole),
        (&long, &whole),
        (&other, &whole),
    ];
    for (k, (put, expected)) in steps.into_iter().enumerate() {
        store.put(&[(fingerprint(1), "s", put)], &format!("build {k}")).unwrap();
        let stored = store.trials().unwrap();
        assert_eq!((stored.len(), &stored[0].2), (1, expected), "step {k}");
    }
    // The build is that of the record that was kept.
    assert_eq!(store.trials().unwrap()[0].3, "build 3");
    // Within one call the same holds.
    store
        .put(
            &[(fingerprint(1), "t", &long), (fingerprint(1), "t", &whole), (fingerprint(1), "t", &short)],
            "b",
        )
        .unwrap();
    drop(store);
    let store = Store::open(folder.path(), "test").unwrap();
    assert_eq!(store.trials().unwrap().into_iter().map(|t| t.2).collect::<Vec<_>>(), [whole.clone(), whole]);
}

#[test]
fn trials_of_unknown_problems_are_refused_and_nothing_of_the_call_is_kept() {
    let folder = tempdir().unwrap();
    let mut store = Store::create(folder.path(), "q", "test").unwrap();
    store.add_instances(&[instance(1)]).unwrap();
    let record = solved(5);
    let error =
        store.put(&[(fingerprint(1), "s", &record), (Fingerprint(77), "s", &record)], "b").unwrap_err();
    assert!(matches!(error, Error::UnknownProblem { fingerprint: Fingerprint(77) }), "{error}");
    assert!(store.trials().unwrap().is_empty());
    store.put(&[(fingerprint(1), "t", &record)], "c").unwrap();
    drop(store);
    let stored = Store::open(folder.path(), "test").unwrap().trials().unwrap();
    assert_eq!(stored, [(fingerprint(1), "t".to_owned(), record, "c".to_owned())]);
}

#[test]
fn an_instance_that_changed_is_refused() {
    let folder = tempdir().unwrap();
    let mut store = Store::create(folder.path(), "q", "test").unwrap();
    let known = instance(1);
    store.add_instances(std::slice::from_ref(&known)).unwrap();
    let content = luthier_tune::InstanceRow { fingerprint: fingerprint(9), ..known.clone() };
    let moved = luthier_tune::InstanceRow { side: Side::Train, ..known.clone() };
    for changed in [content, moved] {
        let error = store.add_instances(&[instance(2), changed]).unwrap_err();
        assert!(matches!(&error, Error::InstanceChanged { label, .. } if label == "instance 1"), "{error}");
    }
    assert_eq!(store.instances().unwrap(), [known]);
}

#[test]
fn a_question_can_be_extended_and_earlier_ones_are_kept() {
    let folder = tempdir().unwrap();
    let mut store = Store::create(folder.path(), "instances = 10\n", "test").unwrap();
    store.set_question("instances = 10\n").unwrap();
    store.set_question("instances = 20\n").unwrap();
    assert_eq!(store.question(), "instances = 20\n");
    drop(store);
    assert_eq!(std::fs::read_to_string(folder.path().join("study.toml")).unwrap(), "instances = 20\n");
    let store = Store::open(folder.path(), "test").unwrap();
    let asked = store.questions().unwrap();
    assert_eq!(
        asked.iter().map(|a| a.text.as_str()).collect::<Vec<_>>(),
        ["instances = 10\n", "instances = 20\n"]
    );
    assert!(asked[0].at > 1_700_000_000 && asked[1].at >= asked[0].at);
}

#[test]
fn a_question_that_was_edited_is_refused_with_the_line() {
    let folder = tempdir().unwrap();
    filled(folder.path(), 1, 1);
    std::fs::write(folder.path().join("study.toml"), "question = 2\n").unwrap();
    let error = text(Store::open(folder.path(), "test"));
    assert!(error.contains("line 1 is 'question = 2'; expected 'question = 1'"), "{error}");
    std::fs::write(folder.path().join("study.toml"), [0xff, 0xfe]).unwrap();
    assert!(matches!(Store::open(folder.path(), "test"), Err(Error::Edited { .. })));
    // Whoever only reads sees what was asked.
    assert_eq!(Reader::open(folder.path()).unwrap().question(), "question = 1\n");
    std::fs::write(folder.path().join("study.toml"), "question = 1\n").unwrap();
    Store::open(folder.path(), "test").unwrap();
}

#[test]
fn a_second_writer_is_told_who_the_first_is() {
    let folder = tempdir().unwrap();
    let first = Store::create(folder.path(), "q", "luthier tune past/").unwrap();
    let error = Store::open(folder.path(), "another").err().unwrap();
    let Error::Locked { holder, .. } = &error else { panic!("{error}") };
    assert!(holder.contains(&format!("process {}", std::process::id())), "{holder}");
    assert!(holder.contains(" UTC: luthier tune past/"), "{holder}");
    // It stays written there for the third one too.
    assert_eq!(text(Store::open(folder.path(), "third")), error.to_string());
    drop(first);
    // A text that was left behind locks nothing.
    assert!(
        std::fs::read_to_string(folder.path().join("study.lock")).unwrap().contains("luthier tune past/")
    );
    Store::open(folder.path(), "another").unwrap();
}

#[test]
fn two_who_make_one_study_are_told_apart() {
    let folder = tempdir().unwrap();
    let first = Store::create(folder.path(), "q", "first").unwrap();
    assert!(matches!(Store::create(folder.path(), "q", "second"), Err(Error::NotNew { .. })));
    drop(first);
    assert!(text(Store::create(folder.path(), "q", "second")).contains("it holds a study"));
}

#[test]
fn folders_of_others_are_left_alone() {
    let folder = tempdir().unwrap();
    let dir = folder.path();
    std::fs::write(dir.join("thesis.tex"), "years of work").unwrap();
    let error = text(Store::create(dir, "q", "test"));
    assert!(
        error.contains("it holds 'thesis.tex'") && error.contains("expected a new or empty folder"),
        "{error}"
    );
    assert_eq!(std::fs::read_dir(dir).unwrap().count(), 1);
    assert!(text(Store::create(&dir.join("thesis.tex"), "q", "test")).contains("it is a file"));
    assert!(text(Store::open(dir, "test")).contains("no study is in this folder"));
    assert!(text(Reader::open(&dir.join("nowhere"))).contains("there is no such folder"));
    assert_eq!(std::fs::read_dir(dir).unwrap().count(), 1);
}

/// The states that a start goes through, each as a kill would leave it.
#[test]
fn an_interrupted_start_is_made_anew() {
    let whole = tempdir().unwrap();
    drop(Store::create(whole.path(), "q", "test").unwrap());
    let complete = std::fs::read(whole.path().join("study.sqlite")).unwrap();
    let states: [&[(&str, &[u8])]; 4] = [
        &[("study.lock", b"")],
        &[
            ("study.lock", b"x"),
            ("study.sqlite.new", &complete[..700]),
            ("study.sqlite.new-journal", b"torn"),
        ],
        &[("study.lock", b"x"), ("study.sqlite", &complete)],
        &[("study.lock", b"x"), ("study.sqlite", &complete), ("study.toml.new", b"hal")],
    ];
    for state in states {
        let folder = tempdir().unwrap();
        for (name, bytes) in state {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        assert!(matches!(Store::open(folder.path(), "test"), Err(Error::NotAStudy { .. })));
        let store = Store::create(folder.path(), "another", "test").unwrap();
        assert_eq!((store.question(), store.questions().unwrap().len()), ("another", 1));
        drop(store);
        let mut names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["study.lock", "study.sqlite", "study.toml"]);
    }
}

#[test]
fn a_study_without_its_question_is_not_overwritten() {
    let folder = tempdir().unwrap();
    filled(folder.path(), 2, 2);
    let before = std::fs::read(folder.path().join("study.sqlite")).unwrap();
    std::fs::remove_file(folder.path().join("study.toml")).unwrap();
    let error = text(Store::create(folder.path(), "question = 1\n", "test"));
    assert!(error.contains("2 instances and 4 trials") && error.contains("restore"), "{error}");
    assert!(text(Store::open(folder.path(), "test")).contains("study.toml is missing"));
    assert_eq!(std::fs::read(folder.path().join("study.sqlite")).unwrap(), before);
}

#[test]
fn readers_see_whole_calls_and_stop_nobody() {
    let folder = tempdir().unwrap();
    let mut store = Store::create(folder.path(), "q", "test").unwrap();
    store.add_instances(&[instance(1)]).unwrap();
    let early = Reader::open(folder.path()).unwrap();
    let path = folder.path().to_owned();
    let watching = std::thread::spawn(move || {
        let mut reader = Reader::open(&path).unwrap();
        let mut seen = Vec::new();
        while seen.last() != Some(&200) {
            reader.refresh().unwrap();
            let count = reader.trials().unwrap().len();
            // A second look at the same state gives the same.
            assert_eq!(reader.trials().unwrap().len(), count);
            seen.push(count);
        }
        seen
    });
    let record = solved(50);
    for round in 0..20 {
        let texts: Vec<String> = (0..10).map(|k| format!("{round} {k}")).collect();
        let trials: Vec<_> = texts.iter().map(|t| (fingerprint(1), t.as_str(), &record)).collect();
        store.put(&trials, "b").unwrap();
    }
    let seen = watching.join().unwrap();
    assert!(seen.iter().all(|count| count % 10 == 0) && seen.is_sorted(), "{seen:?}");
    // A reader stays where it is until it is told to move.
    let mut early = early;
    assert_eq!(early.trials().unwrap().len(), 0);
    early.refresh().unwrap();
    assert_eq!(early.trials().unwrap().len(), 200);
}

#[test]
fn a_copy_taken_while_the_log_is_there_can_be_read_and_opened() {
    let folder = tempdir().unwrap();
    let copy = tempdir().unwrap();
    let mut store = Store::create(folder.path(), "q", "test").unwrap();
    store.add_instances(&[instance(1)]).unwrap();
    store.put(&[(fingerprint(1), "s", &solved(5))], "b").unwrap();
    for name in ["study.toml", "study.sqlite", "study.sqlite-wal"] {
        std::fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
    }
    assert_eq!(Reader::open(copy.path()).unwrap().trials().unwrap().len(), 1);
    assert_eq!(Store::open(copy.path(), "test").unwrap().trials().unwrap().len(), 1);
}
