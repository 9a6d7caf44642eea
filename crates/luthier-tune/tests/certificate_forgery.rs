//! What is not a certificate of a study: forged ones, those of others, and those of a study that was changed.

mod support;
mod synthetic;

use luthier_tune::{Basis, Certificate, InstanceRow, Kind, Question, Reader, Record, recheck};
use std::path::Path;
use support::solved;
use synthetic::{certify, instances, question, store};
use tempfile::tempdir;

fn asked() -> Question {
    question(3, 6, 0, 12)
}

fn cost(instance: usize, setting: usize) -> u64 {
    200 + 13 * (instance as u64 * 7 % 11) - 20 * setting as u64
}

fn make(folder: &Path, rows: &[InstanceRow], change: &dyn Fn(usize, usize) -> u64) -> Certificate {
    store(folder, &asked(), rows, 2, &mut |i, s| Some(solved(cost(i, s) + change(i, s))));
    certify(folder, 0.95).unwrap()
}

/// What the recheck of a certificate complains about, with the study in a folder.
fn complaints(certificate: &Certificate, folder: &Path) -> Vec<String> {
    let differences = recheck(certificate, &Reader::open(folder).unwrap()).unwrap();
    differences.into_iter().map(|d| d.what).collect()
}

#[test]
fn a_study_with_one_other_trial_is_another_one() {
    let rows = instances(&asked());
    let folder = tempdir().unwrap();
    let certificate = make(folder.path(), &rows, &|_, _| 0);
    assert_eq!(complaints(&certificate, folder.path()), Vec::<String>::new());
    // Setting 0 is the default and 2 the certified one; 1 and 3 are compared in training.
    for (instance, setting) in [(0, 0), (0, 2), (5, 3), (6, 0), (6, 2), (17, 0), (17, 2)] {
        let other = tempdir().unwrap();
        make(other.path(), &rows, &|i, s| u64::from((i, s) == (instance, setting)));
        let found = complaints(&certificate, other.path());
        assert!(!found.is_empty(), "instance {instance}, setting {setting}");
    }
}

#[test]
fn sealed_problems_in_another_order_are_others() {
    let rows = instances(&asked());
    let folder = tempdir().unwrap();
    let certificate = make(folder.path(), &rows, &|_, _| 0);
    let other = tempdir().unwrap();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.swap(8, 15);
    let mixed: Vec<InstanceRow> = order.iter().map(|i| rows[*i].clone()).collect();
    store(other.path(), &asked(), &mixed, 2, &mut |i, s| Some(solved(cost(order[i], s))));
    let theirs = certify(other.path(), 0.95).unwrap();
    for (certificate, folder) in [(&certificate, other.path()), (&theirs, folder.path())] {
        let found = complaints(certificate, folder);
        assert!(found.iter().any(|what| what == "evidence of the sealed set"), "{found:?}");
    }
}

#[test]
fn every_part_of_a_certificate_is_found_again() {
    let folder = tempdir().unwrap();
    let sound = make(folder.path(), &instances(&asked()), &|_, _| 0);
    type Forgery = fn(&mut Certificate);
    let forgeries: [(&str, Forgery); 27] = [
        ("family", |c| c.family = "transportation:4x7".to_owned()),
        ("seed", |c| c.seed += 1),
        ("question", |c| c.question.replace_range(..1, "x")),
        ("setting", |c| c.setting = "weight_smoothing=0.001".to_owned()),
        ("no such setting", |c| c.setting = "weight_smoothing=0.7".to_owned()),
        ("default", |c| c.default = "weight_smoothing=0.001".to_owned()),
        ("unit", |c| c.unit = "passes".to_owned()),
        ("tolerance", |c| c.tolerance /= 10.0),
        ("cap", |c| c.cap *= 2.0),
        ("shift", |c| c.shift += 1.0),
        ("split", |c| c.split = "time".to_owned()),
        ("confidence", |c| c.confidence = 0.99),
        ("opening", |c| c.opening = 2),
        ("opening zero", |c| c.opening = 0),
        ("delta", |c| c.delta /= 2.0),
        ("declared", |c| c.declared -= 1),
        ("sealed", |c| c.sealed.instances += 1),
        ("sealed digest", |c| c.sealed.digest.replace_range(..1, "x")),
        ("training", |c| c.training.instances = 0),
        ("training digest", |c| c.training.digest = String::new()),
        ("fewer statements", |c| c.statements.truncate(8)),
        ("one statement nine times", |c| c.statements = vec![c.statements[0]; 9]),
        ("order", |c| c.statements.swap(0, 1)),
        ("fewer checks", |c| c.checks.truncate(2)),
        ("name of a check", |c| c.checks[0].bound = "Chebyshev".to_owned()),
        ("check", |c| c.checks[1].speedup += 1e-6),
        ("assumption", |c| c.assumption = "none".to_owned()),
    ];
    for (what, forge) in forgeries {
        let mut forged = sound.clone();
        forge(&mut forged);
        assert_ne!(forged, sound, "{what}");
        assert!(!complaints(&forged, folder.path()).is_empty(), "{what}");
    }
    for number in 0..sound.statements.len() {
        let forge = |change: &dyn Fn(&mut luthier_tune::Statement)| {
            let mut forged = sound.clone();
            change(&mut forged.statements[number]);
            assert!(!complaints(&forged, folder.path()).is_empty(), "{:?}", forged.statements[number]);
        };
        forge(&|s| s.seen += 1e-6);
        forge(&|s| s.bound = s.bound.map_or(Some(1.0), |bound| Some(bound + 1e-6)));
        forge(&|s| s.bound = s.bound.map_or(Some(0.0), |_| None));
        forge(&|s| {
            s.basis = if s.basis == Basis::Sealed { Basis::DeclaredGrid } else { Basis::Sealed };
        });
    }
}

/// Everything computed anew for another confidence is no certificate of a study that was opened with 0.95.
#[test]
fn another_confidence_is_refused_even_if_all_else_agrees() {
    let (folder, other) = (tempdir().unwrap(), tempdir().unwrap());
    let rows = instances(&asked());
    make(folder.path(), &rows, &|_, _| 0);
    let table = |i, s| Some(solved(cost(i, s)));
    store(other.path(), &asked(), &rows, 2, &mut { table } as &mut dyn FnMut(_, _) -> Option<Record>);
    let loose = certify(other.path(), 0.5).unwrap();
    assert_eq!(complaints(&loose, other.path()), Vec::<String>::new());
    assert_eq!(complaints(&loose, folder.path()), ["confidence"]);
}

#[test]
fn every_changed_byte_is_noticed() {
    let folder = tempdir().unwrap();
    let sound = make(folder.path(), &instances(&asked()), &|_, _| 0);
    let text = sound.to_json();
    assert!(sound.statement(Kind::Regret).is_some() && Certificate::parse("it", &text).is_ok());
    for position in 0..text.len() {
        for change in [1u8, 2, 32] {
            let mut bytes = text.clone().into_bytes();
            bytes[position] ^= change;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert!(Certificate::parse("it", &changed).is_err(), "{position}: {changed}");
        }
        let (cut, longer) = (&text[..position], format!("{} {}", &text[..position], &text[position..]));
        assert!(Certificate::parse("it", cut).is_err(), "{cut}");
        assert!(Certificate::parse("it", &longer).is_err(), "{longer}");
    }
}
