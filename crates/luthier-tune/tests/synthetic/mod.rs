//! Studies of made-up records, which are certified without a solver: what a setting costs is what the test says.

#![allow(dead_code)] // Every test uses a part of it.

use crate::support::{fingerprint, solved};
use luthier::{LADDER, Parameters, Status};
use luthier_tune::{
    Ask, Certificate, Counts, Ending, Error, InstanceRow, Measure, Progress, Question, Record, Round, Side,
    Source, Split, Store, Study, SweepOptions, View, Watch, build,
};
use std::path::Path;

/// Numbers that look random and are the same every time.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A run that ended at a limit.
pub fn unsolved(iterations: u64) -> Record {
    let ladder = [None; LADDER.len()];
    Record { ending: Ending::Ended(Status::IterationLimit), ladder, ..solved(iterations) }
}

/// What is asked, with as many settings beside the default as are wanted.
pub fn question(settings: u64, train: u64, test: u64, sealed: u64) -> Question {
    let counts = Counts { train, test, sealed };
    let values: Vec<String> = (1..=settings).map(|k| (f64::from(k as u32) / 1000.0).to_string()).collect();
    Question {
        family: "transportation:4x6".to_owned(),
        seed: 1,
        test_family: None,
        counts,
        shares: counts,
        split: Split::Content,
        salt: 0,
        space: format!("weight_smoothing={}", values.join(",")),
        search: None,
        measure: Measure::Iterations,
        solved_at: None,
        preset: "paper".to_owned(),
        parameters: Parameters::default(),
    }
}

/// The texts of the settings of a question, the default first.
pub fn settings(question: &Question) -> Vec<String> {
    let space = question.space().unwrap();
    space.settings().iter().map(|id| space.text(*id)).collect()
}

/// The instances of a question: first those to train on, then those to test on, then the sealed ones.
pub fn instances(question: &Question) -> Vec<InstanceRow> {
    let sides = [Side::Train, Side::Test, Side::Sealed];
    let sides = sides.into_iter().flat_map(|side| vec![side; question.counts.of(side) as usize]);
    let row = |(index, side): (u64, Side)| InstanceRow {
        label: format!("instance {index}"),
        source: Source::Family,
        index,
        fingerprint: fingerprint(index),
        group: String::new(),
        side,
        rows: 1,
        columns: 1,
        nonzeros: 1,
    };
    (0..).zip(sides).map(row).collect()
}

/// What became of the trial of an instance, by its position, with a setting, by its number.
pub type Table<'t> = dyn FnMut(usize, usize) -> Option<Record> + 't;

/// Makes a study that has adopted the setting with this number.
pub fn store(
    folder: &Path,
    question: &Question,
    rows: &[InstanceRow],
    adopted: usize,
    table: &mut Table<'_>,
) {
    let texts = settings(question);
    let mut store = Store::create(folder, &question.to_toml(), "the test").unwrap();
    store.add_instances(rows).unwrap();
    let mut records = Vec::new();
    for (position, row) in rows.iter().enumerate() {
        for (number, text) in texts.iter().enumerate() {
            let record = table(position, number);
            records.extend(record.map(|record| (row.fingerprint, text.as_str(), record)));
        }
    }
    let trials: Vec<_> = records.iter().map(|(f, text, record)| (*f, *text, record)).collect();
    store.put(&trials, &build()).unwrap();
    store.note("adopted setting", &texts[adopted]).unwrap();
}

/// Says nothing, and never has enough.
pub struct Nobody;

impl Watch for Nobody {
    fn round(&mut self, round: &Round, _: &Progress) {
        panic!("nothing has to be run: {round:?}");
    }
    fn trials(&mut self, _: &View, _: &[(Ask, Record)], _: &Progress) {}
    fn interrupted(&mut self) -> bool {
        false
    }
}

/// Certifies a study all of whose trials are known.
pub fn certify(folder: &Path, confidence: f64) -> Result<Certificate, Error> {
    let mut study = Study::resume(folder, "the test", false)?;
    let certificate = study.certify(confidence, &SweepOptions::default(), &mut Nobody)?;
    Ok(certificate.expect("nobody interrupts"))
}
