//! Trials that leave a study as text, and trials that come from another study.

mod support;

use luthier::Status;
use luthier_tune::{Ending, Error, ExportFormat, InstanceRow, Merged, Reader, Record, Store, export, merge};
use std::path::Path;
use support::{capped, fingerprint, instance, solved};
use tempfile::tempdir;

fn exported(dir: &Path, format: ExportFormat, times: bool) -> String {
    let mut out = Vec::new();
    export(&Reader::open(dir).unwrap(), &mut out, format, times).unwrap();
    String::from_utf8(out).unwrap()
}

fn study(dir: &Path, question: &str, instances: &[u64], trials: &[(u64, &str, &Record)]) -> Store {
    let mut store = Store::create(dir, question, "test").unwrap();
    store.add_instances(&instances.iter().map(|i| instance(*i)).collect::<Vec<_>>()).unwrap();
    let trials: Vec<_> = trials.iter().map(|(i, s, r)| (fingerprint(*i), *s, *r)).collect();
    store.put(&trials, "1.0").unwrap();
    store
}

#[test]
fn an_export_has_a_line_per_trial() {
    let folder = tempdir().unwrap();
    let (whole, trouble) = (
        solved(400),
        Record {
            ending: Ending::Ended(Status::NumericalTrouble),
            objective: Some(f64::NAN),
            residuals: Some(luthier_tune::Residuals { primal: f64::INFINITY, dual: 0.0, gap: 1e-300 }),
            work: luthier::Work { norm_steps: 7, face_passes: 5, ..solved(40).work },
            ..solved(40)
        },
    );
    let part = capped(&whole, 150);
    drop(study(folder.path(), "q", &[5, 2], &[(2, "b", &whole), (2, "a", &part), (5, "b", &trouble)]));
    let csv = exported(folder.path(), ExportFormat::Csv, true);
    let f = [fingerprint(5).to_string(), fingerprint(2).to_string()];
    let expected = format!(
        "label,fingerprint,group,side,setting,status,iterations,matrix_passes,rejected_steps,restarts,checks,proof_steps,norm_steps,face_passes,\
         1e-2,1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,primal,dual,gap,objective,build,seconds\n\
         instance 5,{},group 2,sealed,b,numerical_trouble,40,56,4,3,1,2,7,5,10,13,20,,,,,inf,0.0,1e-300,NaN,1.0,0.25\n\
         instance 2,{},group 2,sealed,a,capped,150,165,15,1,3,0,0,0,100,133,,,,,,,,,,1.0,0.125\n\
         instance 2,{},group 2,sealed,b,optimal,400,440,40,3,10,2,0,0,100,133,200,,,,,1e-5,2.5e-300,0.30000000000000004,\
         -133.33333333333334,1.0,0.25\n",
        f[0], f[1], f[1]
    );
    assert_eq!(csv, expected);

    let json = exported(folder.path(), ExportFormat::JsonLines, false);
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["primal"], &lines[0]["objective"]), (&"inf".into(), &"NaN".into()));
    assert_eq!(
        (&lines[1]["status"], &lines[1]["1e-3"], &lines[1]["gap"]),
        (&"capped".into(), &133.into(), &serde_json::Value::Null)
    );
    assert_eq!(lines[2]["objective"].as_f64(), whole.objective);
    assert!(lines[2].get("seconds").is_none());
}

#[test]
fn text_in_a_table_is_no_formula_and_breaks_no_line() {
    let folder = tempdir().unwrap();
    let mut store = Store::create(folder.path(), "q", "test").unwrap();
    let labels = ["=1+1", "+1", "-1", "@x", "\ttab", "a,b", "a\"b", "a\nb", "plain", ""];
    let expected = [
        "\"'=1+1\"",
        "\"'+1\"",
        "\"'-1\"",
        "\"'@x\"",
        "\"'\ttab\"",
        "\"a,b\"",
        "\"a\"\"b\"",
        "\"a\nb\"",
        "plain",
        "",
    ];
    for (k, label) in (0..).zip(labels) {
        store.add_instances(&[InstanceRow { label: label.into(), ..instance(k) }]).unwrap();
        store.put(&[(fingerprint(k), "=s", &solved(1))], "b").unwrap();
    }
    let csv = exported(folder.path(), ExportFormat::Csv, false);
    for (k, cell) in (0..).zip(expected) {
        let start = format!("\n{cell},{},", fingerprint(k));
        assert!(csv.contains(&start), "{start:?} in {csv}");
    }
    assert_eq!(csv.matches(",\"'=s\",optimal,1,").count(), labels.len());
    // An objective is a number, whatever it begins with.
    assert_eq!(csv.matches(",-0.3333333333333333,b\n").count(), labels.len());
    let json = exported(folder.path(), ExportFormat::JsonLines, false);
    let read: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read.iter().map(|line| line["label"].as_str().unwrap()).collect::<Vec<_>>(), labels);
}

#[test]
fn an_export_does_not_depend_on_how_trials_came_in() {
    let [a, b] = [tempdir().unwrap(), tempdir().unwrap()];
    let whole = solved(300);
    let slower = Record { seconds: 77.0, ..whole.clone() };
    drop(study(a.path(), "q", &[1, 2], &[(1, "x", &whole), (1, "y", &whole), (2, "x", &whole)]));
    let mut store = study(b.path(), "q", &[1, 2], &[(2, "x", &capped(&whole, 100)), (1, "y", &slower)]);
    store.put(&[(fingerprint(2), "x", &slower), (fingerprint(1), "x", &slower)], "1.0").unwrap();
    drop(store);
    for format in [ExportFormat::Csv, ExportFormat::JsonLines] {
        assert_eq!(exported(a.path(), format, false), exported(b.path(), format, false));
        assert_ne!(exported(a.path(), format, true), exported(b.path(), format, true));
    }
}

#[test]
fn a_problem_that_is_two_instances_has_its_trials_under_both() {
    let folder = tempdir().unwrap();
    let mut store = study(folder.path(), "q", &[1], &[(1, "s", &solved(9))]);
    store.add_instances(&[InstanceRow { index: 8, label: "twin".into(), ..instance(1) }]).unwrap();
    let csv = exported(folder.path(), ExportFormat::Csv, false);
    let labels: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(labels, ["instance 1", "twin"]);
}

#[test]
fn shards_merge_into_the_whole() {
    let [whole_dir, a, b] = [tempdir().unwrap(), tempdir().unwrap(), tempdir().unwrap()];
    let (one, two) = (solved(100), solved(200));
    let cut = capped(&two, 90);
    drop(study(whole_dir.path(), "q", &[1, 2, 3], &[(1, "s", &one), (2, "s", &two), (3, "s", &two)]));
    let mut target = study(a.path(), "q", &[1, 2], &[(1, "s", &one), (2, "s", &cut)]);
    drop(study(
        b.path(),
        "q",
        &[1, 2, 3],
        &[(1, "s", &Record { seconds: 9.0, ..one.clone() }), (2, "s", &two), (3, "s", &two)],
    ));
    let source = Reader::open(b.path()).unwrap();
    assert_eq!(
        merge(&mut target, &source).unwrap(),
        Merged { trials_new: 2, trials_known: 1, instances_new: 1 }
    );
    assert_eq!(
        merge(&mut target, &source).unwrap(),
        Merged { trials_new: 0, trials_known: 3, instances_new: 0 }
    );
    // The other way round the shorter record is known already.
    drop(target);
    let mut back = Store::open(b.path(), "test").unwrap();
    let merged = merge(&mut back, &Reader::open(a.path()).unwrap()).unwrap();
    assert_eq!(merged, Merged { trials_new: 0, trials_known: 3, instances_new: 0 });
    drop(back);
    let expected = exported(whole_dir.path(), ExportFormat::Csv, false);
    assert_eq!(exported(a.path(), ExportFormat::Csv, false), expected);
    assert_eq!(exported(b.path(), ExportFormat::Csv, false), expected);
}

#[test]
fn another_question_is_refused() {
    let [a, b] = [tempdir().unwrap(), tempdir().unwrap()];
    let mut target = study(a.path(), "seed = 1\nn = 5\n", &[1], &[]);
    drop(study(b.path(), "seed = 1\nn = 6\n", &[1], &[(1, "s", &solved(5))]));
    let error = merge(&mut target, &Reader::open(b.path()).unwrap()).unwrap_err();
    assert!(matches!(error, Error::OtherQuestion { .. }), "{error}");
    assert!(error.to_string().contains("line 2 is 'n = 6'; expected 'n = 5'"), "{error}");
    assert!(target.trials().unwrap().is_empty());
}

/// Records of one trial, and whether both can be true.
#[test]
fn records_that_contradict_each_other_are_refused() {
    let whole = solved(400);
    let with = |change: &dyn Fn(&mut Record)| {
        let mut record = whole.clone();
        change(&mut record);
        record
    };
    let cut = capped(&whole, 150);
    let at_limit =
        |iterations| Record { ending: Ending::Ended(Status::TimeLimit), ..capped(&whole, iterations) };
    let mut late_rung = cut.clone();
    late_rung.ladder[1] = None;
    let mut other_rung = cut.clone();
    other_rung.ladder[0] = Some(99);
    let mut more_restarts = cut.clone();
    more_restarts.work.restarts = 50;
    let cases: [(&str, &Record, &Record, bool); 14] = [
        ("other seconds", &whole, &with(&|r| r.seconds = 5.0), true),
        ("other iterations", &whole, &with(&|r| r.work.iterations += 1), false),
        ("other objective", &whole, &with(&|r| r.objective = Some(0.0)), false),
        ("other residual", &whole, &with(&|r| r.residuals = None), false),
        ("other ladder", &whole, &with(&|r| r.ladder[6] = Some(400)), false),
        ("other status", &whole, &with(&|r| r.ending = Ending::Ended(Status::Stalled)), false),
        ("capped before", &whole, &cut, true),
        ("capped twice", &cut, &capped(&whole, 200), true),
        ("stopped by the clock", &whole, &at_limit(250), true),
        ("the clock twice", &at_limit(100), &at_limit(250), true),
        ("capped beyond the end", &whole, &capped(&whole, 401), false),
        ("a rung met before it was cut", &whole, &late_rung, false),
        ("a rung met elsewhere", &whole, &other_rung, false),
        ("work that shrinks", &whole, &more_restarts, false),
    ];
    for (name, one, two, fine) in cases {
        for (ours, theirs) in [(one, two), (two, one)] {
            let [a, b] = [tempdir().unwrap(), tempdir().unwrap()];
            let mut target = study(a.path(), "q", &[1], &[(1, "theta=1", ours)]);
            drop(study(b.path(), "q", &[2, 1], &[(2, "theta=1", &whole), (1, "theta=1", theirs)]));
            let result = merge(&mut target, &Reader::open(b.path()).unwrap());
            let Err(error) = result else {
                assert!(fine, "{name} was taken");
                continue;
            };
            assert!(!fine, "{name}: {error}");
            let text = error.to_string();
            assert!(matches!(error, Error::Contradiction { .. }), "{name}: {text}");
            assert!(
                text.contains("'instance 1'") && text.contains("'theta=1'") && text.contains("'1.0'"),
                "{text}"
            );
            // Nothing of it was taken, not even what is sound.
            assert_eq!((target.trials().unwrap().len(), target.instances().unwrap().len()), (1, 1), "{name}");
        }
    }
}
