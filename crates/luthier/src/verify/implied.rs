//! Bounds of variables that the rows imply: what a row leaves for one variable when all others are at their extremes.
//!
//! A certificate may use them, since no feasible point is outside of them.

use crate::problem::Problem;

/// Derived bounds are widened by this much of the numbers involved, so that rounding can never cut off a feasible point.
const MARGIN: f64 = 1e-9;

/// Most passes over the matrix.
const ROUNDS: usize = 10;

/// A bound that moved by less than this fraction of its size is no reason for another round.
const WORTHWHILE: f64 = 1e-3;

/// Derived bounds of this magnitude are as good as none.
const USELESS: f64 = 1e20;

/// Bounds that every feasible point satisfies, never looser than those of the problem.
pub(super) struct Implied<'a> {
    problem: &'a Problem,
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    /// Whether a derived bound contradicts another one: then nothing is feasible, and the bounds are of no use.
    pub contradiction: bool,
    /// Whether this round was worth it.
    progress: bool,
}

/// The smallest or largest value that a row can have.
struct Extreme {
    /// Sum of the finite terms.
    finite: f64,
    /// How many terms are infinite.
    infinite: usize,
    /// What a derived number may be off, in units of the row.
    margin: f64,
}

impl Extreme {
    /// Without the term of one variable, whose coefficient and bound these are; `None` if it is infinite.
    fn without(&self, coefficient: f64, bound: f64) -> Option<f64> {
        match (bound.is_finite(), self.infinite) {
            (true, 0) => Some(self.finite - coefficient * bound),
            (false, 1) => Some(self.finite),
            _ => None,
        }
    }
}

impl<'a> Implied<'a> {
    pub fn new(problem: &'a Problem) -> Implied<'a> {
        let (lower, upper) = (problem.lower().to_vec(), problem.upper().to_vec());
        let mut implied = Implied { problem, lower, upper, contradiction: false, progress: true };
        for _ in 0..ROUNDS {
            if implied.contradiction || !implied.progress {
                break;
            }
            implied.round();
        }
        implied
    }

    fn round(&mut self) {
        self.progress = false;
        for i in 0..self.problem.rows() {
            if self.contradiction {
                return;
            }
            let (lower, upper) = (self.problem.row_lower()[i], self.problem.row_upper()[i]);
            // A row a'x >= lower is -a'x <= -lower.
            if upper.is_finite() {
                self.at_most(i, 1.0, upper);
            }
            if lower.is_finite() {
                self.at_most(i, -1.0, -lower);
            }
        }
    }

    /// What `sign` times row `i` <= `limit` implies for each of its variables.
    fn at_most(&mut self, i: usize, sign: f64, limit: f64) {
        let smallest = self.smallest(i, sign, limit);
        if smallest.infinite > 1 {
            return;
        }
        let problem = self.problem;
        for (j, v) in problem.matrix().row(i).map(|(j, v)| (j, sign * v)) {
            let Some(rest) = smallest.without(v, self.least(j, v)) else { continue };
            let bound = (limit - rest + smallest.margin) / v;
            if v > 0.0 { self.lower_to(j, bound) } else { self.raise_to(j, bound) }
        }
    }

    /// The smallest value of `sign` times row `i`.
    fn smallest(&self, i: usize, sign: f64, limit: f64) -> Extreme {
        let (mut finite, mut infinite, mut size, mut terms) = (0.0, 0, limit.abs(), 2.0);
        for (j, v) in self.problem.matrix().row(i).map(|(j, v)| (j, sign * v)) {
            let bound = self.least(j, v);
            if bound.is_finite() {
                finite += v * bound;
                size += (v * bound).abs();
            } else {
                infinite += 1;
            }
            terms += 1.0;
        }
        let margin = (MARGIN + 4.0 * terms * f64::EPSILON) * size + terms * f64::MIN_POSITIVE;
        Extreme { finite, infinite, margin }
    }

    /// The bound of variable `j` at which `v` times it is smallest.
    fn least(&self, j: usize, v: f64) -> f64 {
        if v > 0.0 { self.lower[j] } else { self.upper[j] }
    }

    fn lower_to(&mut self, j: usize, bound: f64) {
        if bound < self.upper[j] && bound.abs() < USELESS {
            if bound < self.lower[j] {
                self.contradiction = true;
                return;
            }
            self.progress |= worthwhile(self.upper[j], bound);
            self.upper[j] = bound;
        }
    }

    fn raise_to(&mut self, j: usize, bound: f64) {
        if bound > self.lower[j] && bound.abs() < USELESS {
            if bound > self.upper[j] {
                self.contradiction = true;
                return;
            }
            self.progress |= worthwhile(self.lower[j], bound);
            self.lower[j] = bound;
        }
    }
}

fn worthwhile(old: f64, new: f64) -> bool {
    old.is_infinite() || (new - old).abs() > WORTHWHILE * old.abs().max(new.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ProblemBuilder;

    const INF: f64 = f64::INFINITY;

    fn problem(rows: &[(f64, &[f64], f64)], bounds: &[(f64, f64)]) -> Problem {
        let entries = |(i, row): (usize, &(f64, &[f64], f64))| {
            row.1.iter().enumerate().map(|(j, v)| (i, j, *v)).collect::<Vec<_>>()
        };
        ProblemBuilder::new(rows.len(), bounds.len())
            .triplets(rows.iter().enumerate().flat_map(entries).collect())
            .row_bounds(rows.iter().map(|r| r.0).collect(), rows.iter().map(|r| r.2).collect())
            .bounds(bounds.iter().map(|b| b.0).collect(), bounds.iter().map(|b| b.1).collect())
            .build()
            .unwrap()
    }

    fn near(a: f64, b: f64) {
        assert!(a == b || (a - b).abs() <= 1e-7 * (1.0 + b.abs()), "{a} / {b}");
    }

    #[test]
    fn bounds_follow_from_rows_one_after_the_other() {
        // x + y <= 4 and x - z = 1 with x, y >= 0: x <= 4, y <= 4, -1 <= z <= 3.
        let p = problem(
            &[(-INF, &[1.0, 1.0, 0.0], 4.0), (1.0, &[1.0, 0.0, -1.0], 1.0)],
            &[(0.0, INF), (0.0, INF), (-INF, INF)],
        );
        let implied = Implied::new(&p);
        let expected = [(0.0, 4.0), (0.0, 4.0), (-1.0, 3.0)];
        for (j, (l, u)) in expected.into_iter().enumerate() {
            near(implied.lower[j], l);
            near(implied.upper[j], u);
            assert!(implied.lower[j] <= l && implied.upper[j] >= u, "derived bounds are outside");
        }
        assert!(!implied.contradiction);
    }

    #[test]
    fn one_infinite_term_can_be_the_variable_itself_and_two_imply_nothing() {
        let p = problem(&[(-INF, &[2.0, 1.0], 6.0)], &[(-INF, INF), (1.0, INF)]);
        let implied = Implied::new(&p);
        near(implied.upper[0], 2.5);
        assert_eq!((implied.lower[0], implied.upper[1]), (-INF, INF));
        let p = problem(&[(-INF, &[2.0, 1.0], 6.0)], &[(-INF, INF), (-INF, INF)]);
        let implied = Implied::new(&p);
        assert_eq!((implied.upper[0], implied.upper[1]), (INF, INF));
    }

    #[test]
    fn a_contradiction_is_noticed() {
        let p = problem(&[(3.0, &[1.0], INF), (-INF, &[1.0], 1.0)], &[(0.0, INF)]);
        assert!(Implied::new(&p).contradiction);
        let p = problem(&[(1.0, &[1.0], INF), (-INF, &[1.0], 1.0)], &[(0.0, INF)]);
        assert!(!Implied::new(&p).contradiction, "meeting in one point is no contradiction");
    }

    #[test]
    fn no_feasible_point_is_cut_off() {
        // Rows through a point of awkward numbers, all of which hold as equations there.
        let point = [0.1, -0.7, 1e5 / 3.0, 1e-7];
        for seed in 0..200u32 {
            let value = |i: u32, j: u32| {
                f64::from((seed * 97 + i * 31 + j * 57).wrapping_mul(2_654_435_761) >> 16) / 6553.0 - 5.0
            };
            let rows: Vec<Vec<f64>> = (0..4).map(|i| (0..4).map(|j| value(i, j)).collect()).collect();
            let at = |row: &Vec<f64>| row.iter().zip(point).map(|(a, x)| a * x).sum::<f64>();
            // The activity itself is rounded, by far less than the margin.
            let rows: Vec<(f64, &[f64], f64)> = rows.iter().map(|r| (at(r), &r[..], at(r))).collect();
            let p = problem(&rows, &[(0.1, INF), (-INF, -0.7), (0.0, 1e6), (-1.0, 1.0)]);
            let implied = Implied::new(&p);
            assert!(!implied.contradiction, "seed {seed}");
            for (j, x) in point.into_iter().enumerate() {
                assert!(implied.lower[j] <= x && x <= implied.upper[j], "seed {seed}, variable {j}");
            }
        }
    }
}
