//! Records side by side: a row for each instance, a column for each solver.

use crate::contender::Program;
use crate::record::Record;
use std::collections::BTreeSet;

/// The instances that all solvers have a record of.
pub struct Field<'a> {
    pub solvers: Vec<(&'a str, Program)>,
    /// The records of an instance, in the order of the solvers.
    pub rows: Vec<Vec<&'a Record>>,
    /// How many instances some solvers have no record of.
    pub incomplete: usize,
}

impl<'a> Field<'a> {
    pub fn new(records: &[&'a Record]) -> Field<'a> {
        let solvers = distinct(records, |r| (r.solver.as_str(), r.program));
        let instances = distinct(records, |r| r.instance.as_str());
        let row = |instance: &&str| -> Option<Vec<&'a Record>> {
            let of = |(solver, _): &(&str, Program)| {
                records.iter().find(|r| r.instance == *instance && r.solver == *solver).copied()
            };
            solvers.iter().map(of).collect()
        };
        let rows: Vec<Vec<&Record>> = instances.iter().filter_map(row).collect();
        let incomplete = instances.len() - rows.len();
        Field { solvers, rows, incomplete }
    }

    /// The records of a solver.
    pub fn column(&self, position: usize) -> impl Iterator<Item = &'a Record> + Clone + '_ {
        self.rows.iter().map(move |row| row[position])
    }

    /// The positions of all variants of Luthier.
    pub fn luthiers(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.solvers.iter().enumerate();
        all.filter(|(_, (_, program))| *program == Program::Luthier).map(|(position, _)| position)
    }

    /// Who takes part, and what is left out.
    pub fn note(&self) -> String {
        let versions: BTreeSet<&str> =
            self.rows.iter().flatten().map(|record| record.version.as_str()).collect();
        let versions = versions.into_iter().collect::<Vec<_>>().join(", ");
        let left_out = match self.incomplete {
            0 => String::new(),
            count => format!(" {count} more are left out since not all solvers ran on them."),
        };
        format!("{versions}.{left_out}\n\n")
    }
}

/// Each value once, in the order of the records.
pub fn distinct<'a, T: PartialEq>(records: &[&'a Record], of: impl Fn(&'a Record) -> T) -> Vec<T> {
    let mut all = Vec::new();
    for value in records.iter().map(|record| of(record)) {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}
