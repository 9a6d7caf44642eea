//! Ruiz equilibration: every row and column with a largest magnitude of 1, in the limit.

use super::scaling::{Scaling, inverse_root};
use crate::matrix::Team;

/// Makes rounds on the matrix, and the objective as a further row of it if it is given. `None` if `stop` became true.
pub(super) fn scale(
    scaling: &mut Scaling<'_>,
    rounds: u64,
    objective: Option<&[f64]>,
    team: &Team,
    stop: &mut dyn FnMut() -> bool,
) -> Option<()> {
    for _ in 0..rounds {
        if stop() {
            return None;
        }
        round(scaling, objective, team);
    }
    Some(())
}

/// Row factor (max_j |K~_ij|)^(-1/2), column factor (max_i |K~_ij|)^(-1/2), the latter also over |c~_j| if given.
fn round(scaling: &mut Scaling<'_>, objective: Option<&[f64]>, team: &Team) {
    let rows = scaling.row_factors(team, |i| {
        let largest = scaling.row(i).fold(0.0, f64::max);
        inverse_root(scaling.d1[i] * largest)
    });
    let columns = scaling.column_factors(team, |j| {
        let largest = scaling.column(j).fold(0.0, f64::max);
        let cost = objective.map_or(0.0, |c| c[j].abs());
        inverse_root(scaling.d2[j] * largest.max(cost))
    });
    scaling.multiply_rows(&rows);
    scaling.multiply_columns(&columns);
}
