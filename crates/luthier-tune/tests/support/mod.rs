//! Made-up instances and records.

#![allow(dead_code)] // Every test uses a part of it.

use luthier::{Fingerprint, LADDER, Status, Work};
use luthier_tune::{Ending, InstanceRow, Record, Residuals, Side, Source, Store};
use std::path::Path;

/// An instance with everything in it depending on its index.
pub fn instance(index: u64) -> InstanceRow {
    InstanceRow {
        label: format!("instance {index}"),
        source: Source::Family,
        index,
        fingerprint: fingerprint(index),
        group: format!("group {}", index % 3),
        side: [Side::Train, Side::Test, Side::Sealed][index as usize % 3],
        rows: 10 + index,
        columns: 20 + index,
        nonzeros: 30 + index,
    }
}

pub fn fingerprint(index: u64) -> Fingerprint {
    Fingerprint(u128::from(index).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
}

/// A run that ended at its goal.
pub fn solved(iterations: u64) -> Record {
    let mut ladder = [None; LADDER.len()];
    for (k, rung) in ladder.iter_mut().take(3).enumerate() {
        *rung = Some(iterations / (4 - k as u64));
    }
    Record {
        ending: Ending::Ended(Status::Optimal),
        work: Work {
            iterations,
            rejected_steps: iterations / 10,
            restarts: 3,
            checks: iterations / 40,
            proof_steps: 2,
            norm_steps: 0,
            face_passes: 0,
        },
        ladder,
        residuals: Some(Residuals { primal: 1e-5, dual: 2.5e-300, gap: 0.1 + 0.2 }),
        objective: Some(-(iterations as f64) / 3.0),
        seconds: 0.25,
    }
}

/// What is known of [`solved`] when it is laid aside earlier.
pub fn capped(whole: &Record, iterations: u64) -> Record {
    let ladder = whole.ladder.map(|rung| rung.filter(|reached| *reached <= iterations));
    let work = Work {
        iterations,
        rejected_steps: iterations / 10,
        restarts: 1,
        checks: iterations / 40,
        proof_steps: 0,
        norm_steps: 0,
        face_passes: 0,
    };
    Record { ending: Ending::Capped, work, ladder, residuals: None, objective: None, seconds: 0.125 }
}

/// A study of some instances and settings, all solved.
pub fn filled(folder: &Path, instances: u64, settings: u64) {
    let mut store = Store::create(folder, "question = 1\n", "the test").unwrap();
    store.add_instances(&(0..instances).map(instance).collect::<Vec<_>>()).unwrap();
    let texts: Vec<String> = (0..settings).map(|s| format!("theta={s}")).collect();
    for index in 0..instances {
        let records: Vec<Record> = (0..settings).map(|s| solved(100 + 10 * index + s)).collect();
        let trials: Vec<_> =
            texts.iter().zip(&records).map(|(t, r)| (fingerprint(index), t.as_str(), r)).collect();
        store.put(&trials, "build 1").unwrap();
    }
    store.note("search", "grid").unwrap();
}
