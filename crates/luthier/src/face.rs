//! From a point that is close to a solution to one that is much closer: onto its face.
//!
//! In the course of a run the variables at their bounds and the rows with multipliers cease to change long before the
//! point has its digits. Where they are right, a solution is what fulfils two systems of linear equations: rows with
//! multipliers hold at their bounds, moved by the variables between their bounds; and the reduced costs of these
//! variables vanish, moved by those multipliers. Here both are solved, nearest to the point in the metric of the run. What
//! leaves its bounds on the way is put back and stays there; what is broken on the way joins the equations; and it is
//! tried again. Whether the outcome is better, its residuals say.

use crate::least_change::{LeastChange, Map};
use crate::matrix::{Lanes, Matrix, Team};
use crate::residual::Point;
use crate::standard::Standard;

/// Rounds of each system.
const ROUNDS: usize = 4;

/// Most steps in a round, in multiples of the smaller side of its system: what conjugate gradients do not find in so
/// many steps, they do not find.
const PATIENCE: usize = 10;

/// What may be spent, in units of one entry visited, and the units of a matrix pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    left: u64,
    pass: u64,
}

impl Budget {
    pub(crate) fn new(matrix: &Matrix, passes: u64) -> Budget {
        let pass = visited(matrix);
        Budget { left: passes.saturating_mul(pass), pass }
    }

    fn spend(&mut self, units: u64) {
        self.left = self.left.saturating_sub(units);
    }

    fn half(&self) -> Budget {
        Budget { left: self.left / 2, ..*self }
    }

    /// What is left, in whole passes.
    pub(crate) fn passes(&self) -> u64 {
        self.left / self.pass
    }
}

/// What a product with a matrix and one with its transpose visit.
fn visited(matrix: &Matrix) -> u64 {
    (matrix.nonzeros() + matrix.rows() + matrix.columns()).max(1) as u64
}

/// Moves a point, whose products are known, onto the face that it is closest to; its products are those of the new point.
pub(crate) fn approach(
    lp: &Standard<'_>,
    point: &mut Point,
    (rows, columns): (&[f64], &[f64]),
    team: &Team,
    budget: &mut Budget,
    stop: &dyn Fn() -> bool,
) {
    let matrix = lp.problem.matrix();
    let (mut primal, mut dual) = (System::primal(lp, point), System::dual(lp, point));
    let mut half = budget.half();
    let other = budget.left - half.left;
    dual.solve(matrix, (rows, columns), team, (&mut point.y, &mut point.kty), &mut half, stop);
    half.left += other;
    primal.solve(matrix, (columns, rows), team, (&mut point.x, &mut point.kx), &mut half, stop);
    *budget = half;
}

/// A vector between bounds, some of its entries free to move, whose image under the matrix is to be between bounds.
struct System {
    map: Map,
    free: Vec<bool>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// Entries of the image that are equations by now.
    held: Vec<bool>,
    below: Vec<f64>,
    above: Vec<f64>,
}

impl System {
    /// Of x: rows with multipliers at their bounds, and variables at bounds where they are.
    fn primal(lp: &Standard<'_>, point: &Point) -> System {
        let p = lp.problem;
        let (mut below, mut above) = (p.row_lower().to_vec(), p.row_upper().to_vec());
        for ((below, above), y) in below.iter_mut().zip(&mut above).zip(point.y.flat()) {
            if *y > 0.0 {
                *above = *below;
            } else if *y < 0.0 {
                *below = *above;
            }
        }
        let between = |((x, l), u): ((&f64, &f64), &f64)| l < x && x < u;
        System {
            map: Map::Rows,
            free: point.x.flat().iter().zip(p.lower()).zip(p.upper()).map(between).collect(),
            lower: p.lower().to_vec(),
            upper: p.upper().to_vec(),
            held: below.iter().zip(&above).map(|(below, above)| below == above).collect(),
            below,
            above,
        }
    }

    /// Of y: no reduced costs of variables between their bounds, none of the wrong sign elsewhere, and rows without
    /// multipliers as they are.
    fn dual(lp: &Standard<'_>, point: &Point) -> System {
        let (p, infinite) = (lp.problem, f64::INFINITY);
        let multiplier = |(i, y): (usize, &f64)| {
            let equation = p.row_lower()[i] == p.row_upper()[i];
            let lower = if equation || *y < 0.0 { -infinite } else { 0.0 };
            let upper = if equation || *y > 0.0 { infinite } else { 0.0 };
            (lower, upper)
        };
        let image = |(j, x): (usize, &f64)| {
            let (c, l, u) = (lp.c[j], p.lower()[j], p.upper()[j]);
            match (*x <= l, *x >= u) {
                (true, true) => (-infinite, infinite),
                (true, false) => (-infinite, c),
                (false, true) => (c, infinite),
                (false, false) => (c, c),
            }
        };
        let (lower, upper): (Vec<_>, Vec<_>) =
            point.y.flat().iter().enumerate().take(p.rows()).map(multiplier).unzip();
        let (below, above): (Vec<_>, Vec<_>) =
            point.x.flat().iter().enumerate().take(p.columns()).map(image).unzip();
        System {
            map: Map::Columns,
            free: lower.iter().zip(&upper).map(|(lower, upper)| lower < upper).collect(),
            lower,
            upper,
            held: below.iter().zip(&above).map(|(below, above)| below == above).collect(),
            below,
            above,
        }
    }

    /// Moves the vector, whose image is known, as little as possible in the metric; its image is that of the new vector.
    fn solve(
        &mut self,
        matrix: &Matrix,
        (weights, image_weights): (&[f64], &[f64]),
        team: &Team,
        (v, image): (&mut Lanes, &mut Lanes),
        budget: &mut Budget,
        stop: &dyn Fn() -> bool,
    ) {
        for _ in 0..ROUNDS {
            let (free, held) = (places(&self.free), places(&self.held));
            let part = match self.map {
                Map::Rows => matrix.part(&held, &free),
                Map::Columns => matrix.part(&free, &held),
            };
            // Making the part, and the product with the whole matrix.
            budget.spend(2 * visited(matrix));
            let enough = (PATIENCE * free.len().min(held.len())) as u64;
            let steps = (budget.left / visited(&part)).min(enough);
            if steps == 0 || stop() {
                return;
            }
            let mut change = LeastChange::new(self.map, &part);
            let pick = |to: &mut [f64], from: &[f64], places: &[usize]| {
                to.iter_mut().zip(places).for_each(|(to, k)| *to = from[*k]);
            };
            pick(&mut change.free, weights, &free);
            pick(&mut change.wanted, image_weights, &held);
            let mut moving = Lanes::zeros(free.len(), 1);
            pick(moving.flat_mut(), v.flat(), &free);
            let mut excess = vec![0.0; change.wanted.len()];
            for (excess, k) in excess.iter_mut().zip(&held) {
                let found = image.flat()[*k];
                *excess = found - found.max(self.below[*k]).min(self.above[*k]);
            }
            let made = change.apply(&part, team, &mut moving, &excess, steps, stop);
            budget.spend(made * visited(&part));
            for (k, moved) in free.iter().zip(moving.flat()) {
                v.flat_mut()[*k] = *moved;
            }
            let left_bounds = self.put_back(&free, v.flat_mut());
            self.map.apply(matrix, team, v, image);
            if !(self.hold_broken(image.flat()) || left_bounds) {
                return;
            }
        }
    }

    /// Puts entries that left their bounds on them, for good; whether there were any.
    fn put_back(&mut self, free: &[usize], v: &mut [f64]) -> bool {
        let mut any = false;
        for k in free {
            let inside = v[*k].max(self.lower[*k]).min(self.upper[*k]);
            if inside != v[*k] {
                (v[*k], self.free[*k], any) = (inside, false, true);
            }
        }
        any
    }

    /// Makes equations of what the image breaks; whether there was anything.
    fn hold_broken(&mut self, image: &[f64]) -> bool {
        let mut any = false;
        for (k, held) in self.held.iter_mut().enumerate().filter(|(_, held)| !**held) {
            if image[k] < self.below[k] || image[k] > self.above[k] {
                (*held, any) = (true, true);
            }
        }
        any
    }
}

/// Where it is true.
fn places(which: &[bool]) -> Vec<usize> {
    which.iter().enumerate().filter(|(_, which)| **which).map(|(k, _)| k).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Isa;
    use crate::problem::{Problem, ProblemBuilder};

    /// min x + 2y + 3z, x + y + z >= 4, x - y <= 1, z <= 1: the solution is (2.5, 1.5, 0), with multipliers 1.5 and -0.5.
    fn problem() -> Problem {
        ProblemBuilder::new(2, 3)
            .objective(vec![1.0, 2.0, 3.0])
            .triplets(vec![(0, 0, 1.0), (0, 1, 1.0), (0, 2, 1.0), (1, 0, 1.0), (1, 1, -1.0)])
            .row_bounds(vec![4.0, f64::NEG_INFINITY], vec![f64::INFINITY, 1.0])
            .bounds(vec![0.0; 3], vec![f64::INFINITY, f64::INFINITY, 1.0])
            .build()
            .unwrap()
    }

    fn approached(x: [f64; 3], y: [f64; 2]) -> (Vec<f64>, Vec<f64>, u64) {
        let (problem, team) = (problem(), Team::alone(Isa::detect()));
        let mut point = Point::zeros(2, 3);
        point.x.flat_mut()[..3].copy_from_slice(&x);
        point.y.flat_mut()[..2].copy_from_slice(&y);
        point.multiply(&problem, &team);
        let mut budget = Budget::new(problem.matrix(), 100);
        let metric = (&[1.0, 0.5][..], &[1.0, 2.0, 1.0][..]);
        approach(&Standard::new(&problem), &mut point, metric, &team, &mut budget, &|| false);
        let mut again = point.clone();
        again.multiply(&problem, &team);
        assert_eq!((again.kx.flat(), again.kty.flat()), (point.kx.flat(), point.kty.flat()));
        (point.x.flat()[..3].to_vec(), point.y.flat()[..2].to_vec(), 100 - budget.passes())
    }

    fn assert_close(found: &[f64], expected: &[f64]) {
        let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-13, "{found:?} is not {expected:?}");
    }

    #[test]
    fn a_point_near_the_right_face_becomes_the_solution() {
        let (x, y, spent) = approached([2.3, 1.6, 0.0], [1.4, -0.3]);
        assert_close(&x, &[2.5, 1.5, 0.0]);
        assert_close(&y, &[1.5, -0.5]);
        assert!(spent > 0 && spent < 100, "{spent}");
    }

    #[test]
    fn what_leaves_its_bounds_is_put_back() {
        // The nearest point on both rows has z = -0.15.
        let (x, _, _) = approached([2.9, 1.9, 0.1], [1.5, -0.5]);
        assert_close(&x, &[2.5, 1.5, 0.0]);
    }

    #[test]
    fn a_reduced_cost_of_the_wrong_sign_joins_the_equations() {
        // For z alone the multiplier is 3, which leaves x and y with negative reduced costs at their lower bounds; the least
        // squares of all three, in the metric, are at (1 + 2 * 2 + 3) / 4. The row without a multiplier stays without.
        let (_, y, _) = approached([0.0, 0.0, 0.5], [3.1, 0.0]);
        assert_close(&y, &[2.0, 0.0]);
    }

    #[test]
    fn without_a_budget_nothing_moves() {
        let (problem, team) = (problem(), Team::alone(Isa::detect()));
        let mut point = Point::zeros(2, 3);
        point.x.flat_mut()[0] = 1.0;
        point.y.flat_mut()[0] = 1.0;
        point.multiply(&problem, &team);
        let before = point.clone();
        let mut budget = Budget::new(problem.matrix(), 1);
        let metric = (&[1.0; 2][..], &[1.0; 3][..]);
        approach(&Standard::new(&problem), &mut point, metric, &team, &mut budget, &|| false);
        assert_eq!((point.x.flat(), point.y.flat()), (before.x.flat(), before.y.flat()));
        assert_eq!(budget.passes(), 0);
    }
}
