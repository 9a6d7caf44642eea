//! All settings on a few instances, the better ones on more, the best on all.

use super::sheet::{DEFAULT, Sheet};
use super::{Choice, Field, Round, rung};
use crate::space::SettingId;

/// Instances of the first rung.
const FIRST: usize = 2;
/// How many times as many instances the next rung has.
const GROWTH: usize = 2;
/// One in so many settings goes on to the next rung,
const SHARE: usize = 3;
/// but at least so many reach the last one, and so many are run to the end there.
const FINALISTS: usize = 3;

pub fn search(field: &Field<'_>, settings: Vec<SettingId>) -> Result<Choice, Round> {
    let mut sheet = Sheet::new(field, settings);
    sheet.start()?;
    // The default is known on all instances and needs no place: it is compared with the finalists.
    let mut rows: Vec<_> = (DEFAULT + 1..sheet.rows()).collect();
    let mut columns = FIRST;
    while columns < sheet.columns() && rows.len() > FINALISTS {
        let keep = rows.len().div_ceil(SHARE).max(FINALISTS);
        rows = rung::best(&mut sheet, rows, columns, keep)?;
        columns *= GROWTH;
    }
    let all = sheet.columns();
    let finalists = rung::best(&mut sheet, rows, all, FINALISTS)?;
    Ok(sheet.choice(finalists.into_iter().chain([DEFAULT])))
}
