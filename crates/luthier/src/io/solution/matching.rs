//! Numbers of a file put where the model has their names.

use super::mismatch::Mismatch;
use crate::problem::{Labels, Names};

/// Names that a message lists.
const LISTED: usize = 3;

/// Names that only one side has.
#[derive(Default)]
struct Missing {
    count: usize,
    first: Vec<String>,
}

impl Missing {
    fn add(&mut self, name: &str) {
        self.count += 1;
        if self.first.len() < LISTED {
            self.first.push(name.to_owned());
        }
    }
}

/// Numbers in the order of the model, and what did not fit.
pub(super) struct Matched {
    pub values: Vec<f64>,
    /// How many names file and model have in common.
    pub common: usize,
    not_in_model: Missing,
    not_in_file: Missing,
}

/// Puts the numbers of a file where the model has their names, zero elsewhere.
pub(super) fn matched(labels: Labels<'_>, names: &Names, numbers: &[f64]) -> Matched {
    let table = labels.table();
    let mut found = vec![false; labels.len()];
    let mut all = Matched {
        values: vec![0.0; labels.len()],
        common: 0,
        not_in_model: Missing::default(),
        not_in_file: Missing::default(),
    };
    for (name, number) in names.iter().zip(numbers) {
        match table.find(name) {
            Some(place) => {
                (all.values[place], found[place]) = (*number, true);
                all.common += 1;
            }
            None => all.not_in_model.add(name),
        }
    }
    let absent = found.iter().enumerate().filter(|(_, found)| !**found);
    absent.for_each(|(place, _)| all.not_in_file.add(&labels.get(place)));
    all
}

impl Matched {
    /// What only one side has.
    pub(super) fn mismatches(&self, kind: &'static str) -> impl Iterator<Item = Mismatch> + use<> {
        let parts = |missing: &Missing| (missing.count, missing.first.clone());
        let (model, file) = (parts(&self.not_in_model), parts(&self.not_in_file));
        let model = (model.0 > 0).then_some(Mismatch::NotInModel { kind, count: model.0, first: model.1 });
        let file = (file.0 > 0).then_some(Mismatch::NotInFile { kind, count: file.0, first: file.1 });
        model.into_iter().chain(file)
    }
}
