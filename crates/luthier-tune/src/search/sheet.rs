//! The terms of a search: settings by instances, each known as far as the search asked for it.
//!
//! A search is written as if it ran its trials itself: it looks at trials, and goes on. Where a trial is not known far
//! enough, the look ends the search with the round that is missing; planned again with its results, the search passes
//! that place. What it did not ask for it cannot see.

use super::{Ask, Choice, Field, Round};
use crate::cost::{Cost, Term};
use crate::record::Record;
use crate::space::SettingId;

/// The row of the default.
pub const DEFAULT: usize = 0;

/// A trial by its place on the sheet.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    pub row: usize,
    pub column: usize,
    /// As in [`Ask`].
    pub until: Option<u64>,
}

pub struct Sheet<'a> {
    cost: &'a Cost,
    train: &'a [usize],
    settings: Vec<SettingId>,
    /// All that is known, row by row.
    records: Vec<Option<Known<'a>>>,
    /// What the search has seen of it.
    terms: Vec<Term>,
}

/// A record with its term. The term is computed while the ledger is gone through, and mostly it is enough: records are
/// scattered over memory, and to come back to each takes longer than all the rest.
#[derive(Clone, Copy)]
struct Known<'a> {
    record: &'a Record,
    term: Term,
}

impl Known<'_> {
    /// What is known after so much work, which is `wanted` as a term.
    fn until(&self, cost: &Cost, until: Option<u64>, wanted: f64) -> Term {
        match self.term {
            // Whoever has come to an end took no more work than what is charged for it.
            Term::Known(term) if term <= wanted => self.term,
            _ => cost.term_until(self.record, until.unwrap_or(u64::MAX)),
        }
    }
}

impl<'a> Sheet<'a> {
    /// A sheet on which nothing was looked at; the default must come first.
    pub fn new(field: &Field<'a>, settings: Vec<SettingId>) -> Sheet<'a> {
        let size = settings.len() * field.train.len();
        let (rows, columns) =
            (places(settings.iter().map(|s| s.0)), places(field.train.iter().map(|i| *i as u64)));
        let mut records = vec![None; size];
        for (instance, setting, record) in field.ledger.iter() {
            let (row, column) = (place(&rows, setting.0), place(&columns, instance as u64));
            if let (Some(row), Some(column)) = (row, column) {
                records[row * field.train.len() + column] =
                    Some(Known { record, term: field.cost.term(record) });
            }
        }
        let terms = vec![Term::AtLeast(field.cost.least()); size];
        Sheet { cost: field.cost, train: field.train, settings, records, terms }
    }

    pub fn rows(&self) -> usize {
        self.settings.len()
    }

    pub fn columns(&self) -> usize {
        self.train.len()
    }

    pub fn cost(&self) -> &'a Cost {
        self.cost
    }

    pub fn setting(&self, row: usize) -> SettingId {
        self.settings[row]
    }

    /// Looks at trials as far as they say; if some are not known that far, they are the round that is missing.
    pub fn look(
        &mut self,
        name: impl Into<String>,
        alive: usize,
        trials: impl IntoIterator<Item = Trial>,
    ) -> Result<(), Round> {
        let mut asks = Vec::new();
        for trial in trials {
            if !self.see(&trial) {
                let (instance, setting) = (self.train[trial.column], self.settings[trial.row]);
                asks.push(Ask { instance, setting, until: trial.until });
            }
        }
        if asks.is_empty() { Ok(()) } else { Err(Round { name: name.into(), asks, alive: alive as u64 }) }
    }

    /// The round with which every search begins: the default on all instances, to the end.
    pub fn start(&mut self) -> Result<(), Round> {
        let trials = (0..self.columns()).map(|column| Trial { row: DEFAULT, column, until: None });
        self.look("the default", self.rows(), trials)
    }

    fn see(&mut self, trial: &Trial) -> bool {
        let place = self.place(trial.row, trial.column);
        // In the unit of terms, so that it compares with bounds.
        let wanted = trial.until.map_or(f64::INFINITY, |until| self.cost.of_work(until));
        let enough = |term: &Term| match term {
            Term::Known(_) => true,
            Term::AtLeast(bound) => *bound >= wanted,
        };
        if enough(&self.terms[place]) {
            return true;
        }
        let term = self.records[place].map(|known| known.until(self.cost, trial.until, wanted));
        match term.filter(enough) {
            Some(term) => self.terms[place] = term,
            None => return false,
        }
        true
    }

    /// What a trial costs, if its end was seen.
    pub fn known(&self, row: usize, column: usize) -> Option<f64> {
        match self.terms[self.place(row, column)] {
            Term::Known(term) => Some(term),
            Term::AtLeast(_) => None,
        }
    }

    /// What a trial costs at least.
    pub fn bound(&self, row: usize, column: usize) -> f64 {
        match self.terms[self.place(row, column)] {
            Term::Known(term) | Term::AtLeast(term) => term,
        }
    }

    /// What a setting costs at least on the first instances. Rounded sums of smaller terms in the same order are never
    /// larger, so that bounds compare with complete sums as the exact numbers would.
    pub fn sum(&self, row: usize, columns: usize) -> f64 {
        (0..columns).map(|column| self.bound(row, column)).sum()
    }

    /// Whether all of the first instances were seen to their ends.
    pub fn complete(&self, row: usize, columns: usize) -> bool {
        (0..columns).all(|column| self.known(row, column).is_some())
    }

    /// Work of a trial that makes a sum exceed `total` when the other trials have cost `others`: the least, but for a
    /// margin that no rounding of the sum can undo. `None`: no work does, or work cannot be bounded.
    pub fn beyond(&self, total: f64, others: f64) -> Option<u64> {
        self.cost.unit()?;
        let margin = 4.0 * f64::EPSILON * (self.columns() + 1) as f64 * total.abs();
        self.cost.work_beyond(total - others + margin)
    }

    /// Rows from the least sum over the first instances to the largest; of equal ones the first comes first.
    pub fn ranked(&self, rows: impl IntoIterator<Item = usize>, columns: usize) -> Vec<usize> {
        let mut ranked: Vec<_> = rows.into_iter().map(|row| (self.sum(row, columns), row)).collect();
        ranked.sort_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j)));
        ranked.into_iter().map(|(_, row)| row).collect()
    }

    /// The answer, if these rows, with the default among them, were run on all instances.
    pub fn choice(&self, finalists: impl IntoIterator<Item = usize>) -> Choice {
        let ranked = self.ranked(finalists, self.columns());
        let finalists: Vec<_> = ranked.into_iter().map(|row| self.settings[row]).collect();
        let setting = finalists.first().copied().unwrap_or(SettingId::DEFAULT);
        Choice { setting, finalists, settings: self.rows() as u64, survivors: None }
    }

    fn place(&self, row: usize, column: usize) -> usize {
        row * self.columns() + column
    }
}

/// For each number its position in the list; `None` for numbers that are not in it.
fn places(numbers: impl Iterator<Item = u64> + Clone) -> Vec<Option<usize>> {
    let end = numbers.clone().max().map_or(0, |largest| largest as usize + 1);
    let mut places = vec![None; end];
    for (position, number) in numbers.enumerate() {
        places[number as usize] = Some(position);
    }
    places
}

fn place(places: &[Option<usize>], number: u64) -> Option<usize> {
    places.get(usize::try_from(number).ok()?).copied().flatten()
}
