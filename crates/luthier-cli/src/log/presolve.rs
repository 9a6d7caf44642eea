//! What presolving did, in one line.

use crate::console::{STRONG, styled};
use luthier::presolve::{Ending, Summary};

/// What is left of the problem, and by which reductions.
pub fn line(summary: &Summary) -> String {
    format!("{} {}", styled(STRONG, "presolve"), text(summary))
}

fn text(s: &Summary) -> String {
    match s.ending {
        Ending::Contradiction => {
            return "bounds contradict each other; the problem is solved as it is".to_owned();
        }
        Ending::Stopped => return "stopped; the problem is solved as it is".to_owned(),
        _ if !s.changed() => return "found nothing to take out".to_owned(),
        _ => {}
    }
    let made: Vec<String> =
        s.made().map(|(reduction, count)| format!("{} {count}", reduction.name())).collect();
    let ((rows, rows_left), (columns, columns_left), (entries, left)) = (s.rows, s.columns, s.nonzeros);
    format!(
        "left {rows_left} of {rows} rows, {columns_left} of {columns} variables, {left} of {entries} nonzeros: {}",
        made.join(", ")
    )
}
