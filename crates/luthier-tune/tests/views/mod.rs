//! Views of made-up studies: what a trial costs is what the test says, and nothing is on the disk.
#![allow(dead_code)] // Every test uses a part of it.

use luthier::{LADDER, Parameters, Status, Work};
use luthier_tune::{
    Counts, Ending, InstanceRow, Instances, Ledger, Measure, Question, Record, Residuals, SettingId, Side,
    Source, Split, View,
};
use std::sync::Arc;

/// The iteration limit of all runs.
pub const LIMIT: u64 = 10_000;

/// A question about a space, with so many instances of each side.
pub fn question(space: &str, measure: Measure, [train, test, sealed]: [u64; 3]) -> Question {
    let counts = Counts { train, test, sealed };
    Question {
        family: "transportation:4x6".to_owned(),
        seed: 1,
        test_family: None,
        counts,
        shares: counts,
        split: Split::Content,
        salt: 0,
        space: space.to_owned(),
        search: None,
        measure,
        solved_at: None,
        preset: "paper".to_owned(),
        parameters: Parameters { iteration_limit: LIMIT, ..Parameters::default() },
    }
}

/// Instances: first those to train on, then those to test on, then the sealed ones.
pub fn rows(question: &Question) -> Vec<InstanceRow> {
    let sides = [Side::Train, Side::Test, Side::Sealed];
    let sides = sides.into_iter().flat_map(|side| vec![side; question.counts.of(side) as usize]);
    let row = |(index, side): (u64, Side)| InstanceRow {
        label: format!("instance {index}"),
        source: Source::Family,
        index,
        fingerprint: luthier::Fingerprint(u128::from(index) + 1),
        group: String::new(),
        side,
        rows: 1,
        columns: 1,
        nonzeros: 7,
    };
    (0..).zip(sides).map(row).collect()
}

/// A view of what a table says about each instance, by its position, and the parameters of each setting.
pub fn view(
    space: &str,
    measure: Measure,
    sides: [u64; 3],
    mut table: impl FnMut(usize, &Parameters) -> Option<Record>,
) -> View {
    let question = question(space, measure, sides);
    let (space, cost) = (question.space().unwrap(), question.cost().unwrap());
    let instances = Instances::open(&question, rows(&question)).unwrap();
    let mut ledger = Ledger::default();
    for setting in space.settings() {
        let parameters = space.parameters(*setting);
        for instance in 0..instances.rows().len() {
            if let Some(record) = table(instance, &parameters) {
                ledger.put(instance, *setting, record);
            }
        }
    }
    let (train, test) = (instances.on(Side::Train), instances.on(Side::Test));
    let (space, instances) = (Arc::new(space), Arc::new(instances));
    View { question, space, search: None, cost, instances, ledger, train, test }
}

/// The setting with these changes of the default, such as `weight_smoothing=0.2`; nothing for the default.
pub fn setting(view: &View, text: &str) -> SettingId {
    view.space.find(text).unwrap_or_else(|| panic!("no setting {text}"))
}

/// A run that was solved; it met looser tolerances in proportion, 1e-4 at its end.
pub fn solved(iterations: u64) -> Record {
    let mut ladder = [None; LADDER.len()];
    for (rung, part) in ladder.iter_mut().zip([4, 2, 1]) {
        *rung = Some(iterations / part);
    }
    Record {
        ending: Ending::Ended(Status::Optimal),
        work: Work { iterations, rejected_steps: iterations / 10, ..Work::default() },
        ladder,
        residuals: Some(Residuals { primal: 0.0, dual: 0.0, gap: 0.0 }),
        objective: Some(0.0),
        seconds: iterations as f64 / 1000.0,
    }
}

/// A run that came to the limit, and had met 1e-2 half way.
pub fn unsolved() -> Record {
    let mut ladder = [None; LADDER.len()];
    ladder[0] = Some(LIMIT / 2);
    Record { ending: Ending::Ended(Status::IterationLimit), ladder, ..solved(LIMIT) }
}

/// A run that was laid aside.
pub fn aside(iterations: u64) -> Record {
    let ladder = [None; LADDER.len()];
    Record { ending: Ending::Capped, ladder, residuals: None, objective: None, ..solved(iterations) }
}
