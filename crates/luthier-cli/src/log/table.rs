//! The table of progress.

use crate::console::{STRONG, styled};
use luthier::Progress;

/// Lines of the table between two repetitions of its header.
pub const HEADER_EVERY: usize = 25;

/// The names of the columns.
pub fn header() -> String {
    let [iterations, passes, primal, dual] = ["iter", "passes", "primal obj", "dual obj"];
    let [p, d, gap, weight, restarts, time] = ["p-res", "d-res", "gap", "weight", "rst", "time"];
    let names = format!(
        "{iterations:>9} {passes:>9} {primal:>14} {dual:>14} {p:>7} {d:>7} {gap:>7} {weight:>7} {restarts:>5} {time:>8}"
    );
    styled(STRONG, &names)
}

/// One line.
pub fn row(p: &Progress) -> String {
    format!(
        "{:>9} {:>9} {:>14.7e} {:>14.7e} {:>7.1e} {:>7.1e} {:>7.1e} {:>7.1e} {:>5} {:>7.2}s",
        p.iterations,
        p.matrix_passes,
        p.primal_objective,
        p.dual_objective,
        p.primal_residual,
        p.dual_residual,
        p.gap,
        p.omega,
        p.restarts,
        p.seconds
    )
}
