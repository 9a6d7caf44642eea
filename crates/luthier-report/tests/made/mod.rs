//! Studies of made-up trials on the disk: what a trial comes to is what the test says.
#![allow(dead_code)] // Every test uses a part of it.

use luthier::{Fingerprint, LADDER, Parameters, Status, Work};
use luthier_tune::{
    Counts, Ending, InstanceRow, Measure, Question, Record, Residuals, Search, SettingId, Side, Source,
    Split, Store, build,
};
use std::path::Path;

/// The iteration limit of all runs.
pub const LIMIT: u64 = 10_000;

/// A question about a space, with so many problems to train and to test on.
pub fn question(space: &str, train: u64, test: u64) -> Question {
    let counts = Counts { train, test, sealed: 0 };
    Question {
        family: "transportation:4x6".to_owned(),
        seed: 1,
        test_family: None,
        counts,
        shares: counts,
        split: Split::Content,
        salt: 0,
        space: space.to_owned(),
        search: Some(Search::Full),
        measure: Measure::Iterations,
        solved_at: None,
        preset: "paper".to_owned(),
        parameters: Parameters { iteration_limit: LIMIT, ..Parameters::default() },
    }
}

/// A run that was solved after so many iterations; each looser tolerance was met earlier.
pub fn solved(iterations: u64) -> Record {
    let rung = |place: usize| (place <= 2).then(|| iterations * (place as u64 + 1) / 3);
    Record {
        ending: Ending::Ended(Status::Optimal),
        work: Work { iterations, ..Work::default() },
        ladder: std::array::from_fn::<_, { LADDER.len() }, _>(rung),
        residuals: Some(Residuals { primal: 1e-5, dual: 1e-5, gap: 1e-5 }),
        objective: Some(1.0),
        seconds: iterations as f64 * 1e-5,
    }
}

/// A run that ended at its limit.
pub fn unsolved() -> Record {
    Record { ending: Ending::Ended(Status::IterationLimit), ladder: [None; LADDER.len()], ..solved(LIMIT) }
}

/// What a trial came to, by the place of its problem and its setting; `None` if it was not run.
pub type Rule<'r> = &'r dyn Fn(usize, SettingId) -> Option<Record>;

/// Makes a study.
pub fn make(folder: &Path, question: &Question, rule: Rule<'_>) {
    let mut store = Store::create(folder, &question.to_toml(), "a test").unwrap();
    let space = question.space().unwrap();
    let sides = [(Side::Train, question.counts.train), (Side::Test, question.counts.test)];
    let sides = sides.into_iter().flat_map(|(side, count)| vec![side; count as usize]);
    let rows: Vec<InstanceRow> = sides.enumerate().map(row).collect();
    store.add_instances(&rows).unwrap();
    let texts: Vec<(SettingId, String)> = space.settings().iter().map(|s| (*s, space.text(*s))).collect();
    for (place, row) in rows.iter().enumerate() {
        let records: Vec<(&str, Record)> = texts
            .iter()
            .filter_map(|(setting, text)| Some((text.as_str(), rule(place, *setting)?)))
            .collect();
        let trials: Vec<_> = records.iter().map(|(text, record)| (row.fingerprint, *text, record)).collect();
        store.put(&trials, &build()).unwrap();
    }
}

fn row((place, side): (usize, Side)) -> InstanceRow {
    InstanceRow {
        label: format!("problem {place}"),
        source: Source::Family,
        index: place as u64,
        fingerprint: Fingerprint(place as u128 + 1),
        group: String::new(),
        side,
        rows: 10,
        columns: 24,
        nonzeros: 48,
    }
}
