//! The best setting so far.

use super::Field;
use super::sheet::{DEFAULT, Sheet, Trial};
use crate::space::SettingId;
use std::collections::HashSet;

/// The setting that leads, whatever the search still wants to run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Incumbent {
    /// The setting; the default if none is better.
    pub setting: SettingId,
    /// How many of the first training instances the comparison rests on.
    pub instances: usize,
    /// Its mean cost on them, in the unit of the measure.
    pub cost: f64,
    /// That of the default.
    pub default_cost: f64,
}

/// The setting with the least cost among those that are complete on the first training instances: on as many of them as
/// the default and at least one more setting are. `None` until there is one such instance.
///
/// For a display, and for a search that is stopped early. Unlike a plan it uses all that is known.
pub fn incumbent(field: &Field<'_>) -> Option<Incumbent> {
    // A sheet of the whole space would be large, and looked at for every picture.
    let run: HashSet<SettingId> = field.ledger.iter().map(|(_, setting, _)| setting).collect();
    let is_run = |setting: &SettingId| *setting == SettingId::DEFAULT || run.contains(setting);
    let settings = field.space.settings().iter().copied().filter(is_run).collect();
    let mut sheet = Sheet::new(field, settings);
    let known: Vec<_> = (0..sheet.rows()).map(|row| known_instances(&mut sheet, row)).collect();
    let (default, others) = known.split_first()?;
    let instances = *default.min(others.iter().max()?);
    if instances == 0 {
        return None;
    }
    let rows = (0..sheet.rows()).filter(|row| known[*row] >= instances);
    let row = *sheet.ranked(rows, instances).first()?;
    let mean = |row| field.cost.mean(sheet.sum(row, instances), instances);
    Some(Incumbent { setting: sheet.setting(row), instances, cost: mean(row), default_cost: mean(DEFAULT) })
}

/// The number of first instances on which a setting is complete.
fn known_instances(sheet: &mut Sheet<'_>, row: usize) -> usize {
    let mut count = 0;
    while count < sheet.columns() && sheet.look("", 0, [Trial { row, column: count, until: None }]).is_ok() {
        count += 1;
    }
    count
}
