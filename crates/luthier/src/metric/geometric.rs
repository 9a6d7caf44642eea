//! Geometric-mean scaling: the smallest and the largest magnitude of every row and column with a product of 1, in the
//! limit.

use super::scaling::{Scaling, inverse};
use crate::matrix::Team;

/// Makes rounds, each on the rows and then on the columns that this leaves. `None` if `stop` became true.
pub(super) fn scale(
    scaling: &mut Scaling<'_>,
    rounds: u64,
    team: &Team,
    stop: &mut dyn FnMut() -> bool,
) -> Option<()> {
    for _ in 0..rounds {
        if stop() {
            return None;
        }
        let rows = scaling.row_factors(team, |i| factor(scaling.d1[i], scaling.row(i)));
        scaling.multiply_rows(&rows);
        let columns = scaling.column_factors(team, |j| factor(scaling.d2[j], scaling.column(j)));
        scaling.multiply_columns(&columns);
    }
    Some(())
}

/// (min_j |K~_ij| max_j |K~_ij|)^(-1/2), for the scaling of a row or column and the magnitudes that it multiplies
fn factor(d: f64, magnitudes: impl Iterator<Item = f64>) -> f64 {
    let (least, most) = magnitudes.fold((f64::INFINITY, 0.0), |(l, m), v| (v.min(l), v.max(m)));
    // The root of each: their product could overflow or vanish. Without entries there is no least.
    if most > 0.0 { inverse((d * least).sqrt() * (d * most).sqrt()) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::super::scaling::tests::{changed, close, rugged};
    use super::*;
    use crate::matrix::Isa;
    use crate::matrix::Matrix;

    fn scaled(matrix: &Matrix, rounds: u64) -> Scaling<'_> {
        let mut scaling = Scaling::none(matrix);
        scale(&mut scaling, rounds, &Team::alone(Isa::detect()), &mut || false).unwrap();
        scaling
    }

    #[test]
    fn extremes_have_the_mean_one_in_the_end() {
        for seed in 0..20 {
            let problem = rugged(seed, 6 + seed as usize % 4, 8);
            let scaling = scaled(problem.matrix(), 200);
            let mean = |d: f64, sizes: &mut dyn Iterator<Item = f64>| {
                let sizes: Vec<f64> = sizes.map(|v| d * v).collect();
                let (least, most) =
                    (sizes.iter().copied().fold(f64::INFINITY, f64::min), sizes.iter().copied());
                (!sizes.is_empty()).then(|| (least * most.fold(0.0, f64::max)).sqrt())
            };
            let rows = (0..scaling.d1.len()).filter_map(|i| mean(scaling.d1[i], &mut scaling.row(i)));
            let columns = (0..scaling.d2.len()).filter_map(|j| mean(scaling.d2[j], &mut scaling.column(j)));
            let means: Vec<f64> = rows.chain(columns).collect();
            assert!(means.len() > 10);
            means.iter().for_each(|mean| close(*mean, 1.0, 1e-6));
        }
    }

    #[test]
    fn order_does_not_matter_and_units_of_rows_drop_out() {
        for seed in 0..20 {
            let problem = rugged(seed, 7, 9);
            let scaling = scaled(problem.matrix(), 4);
            // Their roots are exact too.
            let unit = |i: usize| 4f64.powi((i as i32 * 5) % 11 - 5);
            let (row, column) = (|i: usize| (6 - i, unit(i)), |j: usize| ((j * 4) % 9, 1.0));
            let other = changed(problem.matrix(), row, column);
            let there = scaled(other.matrix(), 4);
            for i in 0..6 {
                assert_eq!(scaling.d1[i], unit(i) * there.d1[6 - i], "the same bits");
            }
            for j in 0..9 {
                assert_eq!(scaling.d2[j], there.d2[(j * 4) % 9]);
            }
        }
    }

    #[test]
    fn it_stops_when_told() {
        let problem = rugged(1, 5, 5);
        let mut left = 3;
        let mut stop = || {
            left -= 1;
            left < 0
        };
        assert_eq!(
            scale(&mut Scaling::none(problem.matrix()), 3, &Team::alone(Isa::detect()), &mut stop),
            Some(())
        );
        assert_eq!(
            scale(&mut Scaling::none(problem.matrix()), 1, &Team::alone(Isa::detect()), &mut stop),
            None
        );
    }
}
