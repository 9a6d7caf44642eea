//! Every setting on every instance.

use super::sheet::{Sheet, Trial};
use super::{Choice, Field, Round};
use crate::space::SettingId;

pub fn search(field: &Field<'_>, settings: Vec<SettingId>) -> Result<Choice, Round> {
    let mut sheet = Sheet::new(field, settings);
    let (rows, columns) = (sheet.rows(), sheet.columns());
    let trials = (0..columns).flat_map(|column| (0..rows).map(move |row| Trial { row, column, until: None }));
    sheet.look("all settings on all instances", rows, trials)?;
    Ok(sheet.choice(0..rows))
}
