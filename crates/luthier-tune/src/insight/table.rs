//! What is known about settings on the training instances, gathered once.

use crate::cost::{Measure, Term};
use crate::space::SettingId;
use crate::study::View;
use std::collections::HashMap;

/// The terms of all settings that were run, a row for each.
pub(super) struct Table<'v> {
    view: &'v View,
    rows: HashMap<SettingId, Vec<Option<Term>>>,
}

/// What is known about one setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Score {
    /// Training instances on which it was begun.
    pub begun: usize,
    /// Those of them on which it was laid aside.
    pub aside: usize,
    /// Mean cost on the instances on which it was begun; what is known of it if runs were laid aside.
    pub cost: f64,
    /// The same in multiples of what the default costs on the same instances; `None` if that is not known.
    pub relative: Option<f64>,
}

impl<'v> Table<'v> {
    pub(super) fn new(view: &'v View) -> Table<'v> {
        let columns: HashMap<usize, usize> =
            view.train.iter().enumerate().map(|(column, instance)| (*instance, column)).collect();
        let mut rows: HashMap<SettingId, Vec<Option<Term>>> = HashMap::new();
        for (instance, setting, record) in view.ledger.iter() {
            let Some(column) = columns.get(&instance) else { continue };
            let row = rows.entry(setting).or_insert_with(|| vec![None; view.train.len()]);
            row[*column] = Some(view.cost.term(record));
        }
        Table { view, rows }
    }

    /// The terms of a setting by training instance; empty if it was never run.
    pub(super) fn row(&self, setting: SettingId) -> &[Option<Term>] {
        self.rows.get(&setting).map_or(&[], Vec::as_slice)
    }

    /// The terms of a setting that was run to its end on all training instances.
    pub(super) fn complete(&self, setting: SettingId) -> Option<Vec<f64>> {
        let known = |term: &Option<Term>| match term {
            Some(Term::Known(term)) => Some(*term),
            _ => None,
        };
        let row = self.row(setting);
        row.iter().map(known).collect::<Option<Vec<f64>>>().filter(|row| !row.is_empty())
    }

    /// The mean cost of a setting that was run to its end on all training instances.
    pub(super) fn mean(&self, setting: SettingId) -> Option<f64> {
        let terms = self.complete(setting)?;
        Some(self.view.cost.mean(terms.iter().sum(), terms.len()))
    }

    /// What is known about a setting; `None` if it was never run.
    pub(super) fn score(&self, setting: SettingId) -> Option<Score> {
        let default = self.row(SettingId::DEFAULT);
        let (mut begun, mut aside, mut sum, mut base) = (0, 0, 0.0, Some(0.0));
        for (column, term) in self.row(setting).iter().enumerate() {
            let Some(term) = term else { continue };
            let (Term::Known(own) | Term::AtLeast(own)) = term;
            begun += 1;
            aside += usize::from(matches!(term, Term::AtLeast(_)));
            sum += own;
            base = match (base, default.get(column)) {
                (Some(base), Some(Some(Term::Known(theirs)))) => Some(base + theirs),
                _ => None,
            };
        }
        let cost = self.view.cost.mean(sum, begun);
        let relative = base.map(|base| self.relative(sum, base, begun));
        (begun > 0).then_some(Score { begun, aside, cost, relative })
    }

    fn relative(&self, sum: f64, base: f64, count: usize) -> f64 {
        match self.view.cost.measure {
            Measure::Geometric => libm::exp((sum - base) / count as f64),
            _ if sum == base => 1.0,
            _ => sum / base,
        }
    }
}
