//! The answer of the full grid, without the work that cannot change it.
//!
//! The least complete sum so far is a bar: a setting whose terms already exceed it cannot win. So a run is laid aside as
//! soon as its setting is beyond the bar, whatever the rest would cost. A setting that could still equal the bar goes on:
//! of equal ones the first wins, and it may be that one.
//!
//! Instances are taken in growing blocks. After each the setting that leads runs on all instances before the others go
//! on: the sooner the bar is low, the less they have to run.

use super::sheet::{DEFAULT, Sheet, Trial};
use super::{Choice, Field, Round};
use crate::space::SettingId;
use std::ops::Range;

const FIRST_BLOCK: usize = 2;

struct Grid<'a> {
    sheet: Sheet<'a>,
    /// Settings that can win and are not complete.
    open: Vec<usize>,
    /// Settings that were run on all instances.
    complete: Vec<usize>,
    /// The least sum among them.
    bar: f64,
}

pub fn search(field: &Field<'_>, settings: Vec<SettingId>) -> Result<Choice, Round> {
    let mut sheet = Sheet::new(field, settings);
    sheet.start()?;
    let bar = sheet.sum(DEFAULT, sheet.columns());
    let open = (DEFAULT + 1..sheet.rows()).collect();
    let mut grid = Grid { sheet, open, complete: vec![DEFAULT], bar };
    let (mut seen, mut block) = (0, FIRST_BLOCK);
    while seen < grid.sheet.columns() {
        let end = (seen + block).min(grid.sheet.columns());
        grid.run(block_name(seen, end), grid.open.clone(), seen..end)?;
        if let Some(leader) = grid.leader(end) {
            grid.run(
                format!("the leader of {end} instances on all"),
                vec![leader],
                end..grid.sheet.columns(),
            )?;
        }
        (seen, block) = (end, 2 * block);
    }
    Ok(grid.sheet.choice(grid.complete))
}

fn block_name(seen: usize, end: usize) -> String {
    if end == seen + 1 { format!("instance {end}") } else { format!("instances {} to {end}", seen + 1) }
}

impl Grid<'_> {
    /// Runs settings on instances that they have not seen, each until it is beyond the bar.
    fn run(&mut self, name: String, rows: Vec<usize>, columns: Range<usize>) -> Result<(), Round> {
        let untils: Vec<_> = rows.iter().map(|row| self.allowance(*row)).collect();
        let pairs = || rows.iter().zip(&untils);
        let trials = columns
            .flat_map(|column| pairs().map(move |(row, until)| Trial { row: *row, column, until: *until }));
        self.sheet.look(name, self.open.len() + 1, trials)?;
        self.settle();
        Ok(())
    }

    /// The work on one more instance after which a setting is beyond the bar.
    fn allowance(&self, row: usize) -> Option<u64> {
        let sum = self.sheet.sum(row, self.sheet.columns());
        self.sheet.beyond(self.bar, sum - self.sheet.cost().least())
    }

    /// Lowers the bar if a setting became complete, and drops those that are beyond it.
    fn settle(&mut self) {
        let (sheet, columns) = (&self.sheet, self.sheet.columns());
        let (complete, open): (Vec<_>, Vec<_>) =
            self.open.iter().partition(|row| sheet.complete(**row, columns));
        let sums = complete.iter().map(|row| sheet.sum(*row, columns));
        self.bar = sums.fold(self.bar, f64::min);
        self.complete.extend(complete);
        self.open = open.into_iter().filter(|row| sheet.sum(*row, columns) <= self.bar).collect();
    }

    fn leader(&self, columns: usize) -> Option<usize> {
        let sums = self.open.iter().map(|row| (self.sheet.sum(*row, columns), *row));
        sums.min_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j))).map(|(_, row)| row)
    }
}
