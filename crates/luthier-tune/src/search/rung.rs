//! The best of some settings on the first instances, without the work that cannot change which they are.

use super::Round;
use super::sheet::{DEFAULT, Sheet, Trial};

/// Runs settings on the first instances until it is certain which `keep` of them cost the least there, and returns these,
/// the best first; all of their trials are complete. They are the ones that runs to the end would give.
///
/// All trials advance together: in the first stage each may take twice the work of the default on its instance, then four
/// times as much, and so on. The sums of the settings that are complete by then set a bar, the `keep`-th smallest of
/// them; who is beyond it is out, and no run goes on further than it takes to be beyond.
///
/// In simulated searches (see `halving`) shorter first stages save no more than 1% of the full grid, and lay so many runs
/// aside that it costs 3 to 10% where these begin anew; without stages, runs that never end double the work.
pub fn best(
    sheet: &mut Sheet<'_>,
    mut rows: Vec<usize>,
    columns: usize,
    keep: usize,
) -> Result<Vec<usize>, Round> {
    let name = if columns == 1 { "1 instance".to_owned() } else { format!("{columns} instances") };
    for stage in 0.. {
        let bar = bar(sheet, &rows, columns, keep);
        rows.retain(|row| sheet.sum(*row, columns) <= bar);
        let trials = open_trials(sheet, &rows, columns, bar, stage);
        if trials.is_empty() {
            break;
        }
        let name = format!("{name}, {}", stage_name(sheet, stage));
        sheet.look(name, rows.len() + 1, trials)?;
    }
    let mut best = sheet.ranked(rows, columns);
    best.truncate(keep);
    Ok(best)
}

/// The `keep`-th smallest of the sums of complete settings; infinite if they are fewer.
fn bar(sheet: &Sheet<'_>, rows: &[usize], columns: usize, keep: usize) -> f64 {
    let complete = rows.iter().filter(|row| sheet.complete(**row, columns));
    let mut sums: Vec<_> = complete.map(|row| sheet.sum(*row, columns)).collect();
    if keep == 0 || sums.len() < keep {
        return f64::INFINITY;
    }
    *sums.select_nth_unstable_by(keep - 1, f64::total_cmp).1
}

/// The trials whose ends are not known, as far as this stage goes.
fn open_trials(sheet: &Sheet<'_>, rows: &[usize], columns: usize, bar: f64, stage: u32) -> Vec<Trial> {
    let sums: Vec<_> = rows.iter().map(|row| sheet.sum(*row, columns)).collect();
    let mut trials = Vec::new();
    for column in 0..columns {
        let allowance = allowance(sheet, column, stage);
        for (&row, sum) in rows.iter().zip(&sums).filter(|(row, _)| sheet.known(**row, column).is_none()) {
            let enough = sheet.beyond(bar, sum - sheet.bound(row, column));
            let until = allowance.into_iter().chain(enough).min();
            trials.push(Trial { row, column, until });
        }
    }
    trials
}

/// The work that a stage grants to trials on an instance; `None`: all that they need.
fn allowance(sheet: &Sheet<'_>, column: usize, stage: u32) -> Option<u64> {
    sheet.cost().unit()?;
    let default = sheet.known(DEFAULT, column)?;
    // An unsolved trial may be charged more than it can run.
    let work = sheet.cost().work_beyond(default)?.min(sheet.cost().limit);
    1u64.checked_shl(stage + 1).and_then(|times| work.checked_mul(times))
}

fn stage_name(sheet: &Sheet<'_>, stage: u32) -> String {
    match sheet.cost().unit() {
        None => "to the end".to_owned(),
        Some(_) => format!("up to {} times the work of the default", 2f64.powi(stage as i32 + 1)),
    }
}
