//! The Pock-Chambolle stage: sums of powers of magnitudes.

use super::scaling::{Scaling, inverse_root};
use crate::matrix::Team;
use crate::params::{Parameters, PockChambolle};

/// Row factor (sum_j |K~_ij|^alpha)^(-1/2), column factor (sum_i |K~_ij|^(2-alpha))^(-1/2), or the printed form, which
/// swaps the exponents and takes norms. `None` if `stop` became true.
pub(super) fn scale(
    scaling: &mut Scaling<'_>,
    parameters: &Parameters,
    team: &Team,
    stop: &mut dyn FnMut() -> bool,
) -> Option<()> {
    if stop() {
        return None;
    }
    let alpha = parameters.pock_chambolle_alpha;
    let (row_power, column_power, norms) = match parameters.pock_chambolle {
        PockChambolle::Off => return Some(()),
        PockChambolle::PowerSums => (alpha, 2.0 - alpha, false),
        PockChambolle::Norms => (2.0 - alpha, alpha, true),
    };
    let size = |sum: f64, p: f64| if norms && sum > 0.0 { libm::pow(sum, 1.0 / p) } else { sum };
    let (matrix, d1, d2) = (scaling.matrix, &scaling.d1, &scaling.d2);
    let rows = scaling.row_factors(team, |i| {
        let sum: f64 = matrix.row(i).map(|(j, v)| power(d1[i] * v * d2[j], row_power)).sum();
        inverse_root(size(sum, row_power))
    });
    let columns = scaling.column_factors(team, |j| {
        let sum: f64 = matrix.column(j).map(|(i, v)| power(d1[i] * v * d2[j], column_power)).sum();
        inverse_root(size(sum, column_power))
    });
    scaling.multiply_rows(&rows);
    scaling.multiply_columns(&columns);
    Some(())
}

/// |value|^exponent, exactly |value| for exponent 1
fn power(value: f64, exponent: f64) -> f64 {
    if exponent == 1.0 { value.abs() } else { libm::pow(value.abs(), exponent) }
}
