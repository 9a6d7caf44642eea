//! The least change of a vector that makes chosen entries of its product with the matrix vanish.
//!
//! A first-order method finds directions and points to a few digits. Where what is wanted is the zero of a linear map,
//! a few conjugate-gradient steps in the metric of the run give the rest of the digits.

use crate::matrix::{Lanes, Matrix, Team};

/// Which way the matrix is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Map {
    /// x to K x.
    Rows,
    /// y to K'y.
    Columns,
}

impl Map {
    pub(crate) fn apply(self, matrix: &Matrix, team: &Team, v: &Lanes, out: &mut Lanes) {
        match self {
            Map::Rows => matrix.multiply(team, v, out),
            Map::Columns => matrix.multiply_transposed(team, v, out),
        }
    }

    fn apply_transposed(self, matrix: &Matrix, team: &Team, v: &Lanes, out: &mut Lanes) {
        match self {
            Map::Rows => Map::Columns.apply(matrix, team, v, out),
            Map::Columns => Map::Rows.apply(matrix, team, v, out),
        }
    }
}

/// Vectors of the iteration, and the two diagonals that say what may change and what must vanish.
pub(crate) struct LeastChange {
    map: Map,
    /// Weight of each entry of the vector; 0 where it may not change.
    pub free: Vec<f64>,
    /// Weight of each entry of the product; 0 where it does not matter.
    pub wanted: Vec<f64>,
    change: Lanes,
    gradient: Lanes,
    direction: Lanes,
    residual: Lanes,
    image: Lanes,
}

/// A fall of the squared residual by this much is all that f64 can give.
const ENOUGH: f64 = 1e-30;

impl LeastChange {
    /// For a matrix, with nothing free and nothing wanted.
    pub(crate) fn new(map: Map, matrix: &Matrix) -> LeastChange {
        let (inner, outer) = match map {
            Map::Rows => (matrix.columns(), matrix.rows()),
            Map::Columns => (matrix.rows(), matrix.columns()),
        };
        let (v, image) = (Lanes::zeros(inner, 1), Lanes::zeros(outer, 1));
        LeastChange {
            map,
            free: vec![0.0; v.flat().len()],
            wanted: vec![0.0; image.flat().len()],
            change: v.clone(),
            gradient: v.clone(),
            direction: v,
            residual: image.clone(),
            image,
        }
    }

    /// Changes the free entries of `v` so that the wanted entries of its product move by minus `excess`, as far as
    /// `steps` steps go, or until `stop` says so. Returns the steps made.
    ///
    /// minimise |A z + excess|_W over z, W = wanted, by conjugate gradients with the preconditioner `free`
    pub(crate) fn apply(
        &mut self,
        matrix: &Matrix,
        team: &Team,
        v: &mut Lanes,
        excess: &[f64],
        steps: u64,
        stop: &dyn Fn() -> bool,
    ) -> u64 {
        self.change.flat_mut().fill(0.0);
        self.residual.flat_mut().iter_mut().zip(excess).for_each(|(r, e)| *r = -e);
        let start = weighted_square(&self.residual, &self.wanted);
        let mut gamma = self.new_gradient(matrix, team);
        set_scaled(&mut self.direction, &self.gradient, &self.free, 0.0);
        let mut done = 0;
        while done < steps && gamma > 0.0 && !stop() {
            self.map.apply(matrix, team, &self.direction, &mut self.image);
            let curvature = weighted_square(&self.image, &self.wanted);
            if !(curvature > 0.0) {
                break;
            }
            let alpha = gamma / curvature;
            add(&mut self.change, alpha, &self.direction);
            add(&mut self.residual, -alpha, &self.image);
            done += 1;
            if weighted_square(&self.residual, &self.wanted) <= ENOUGH * start {
                break;
            }
            let next = self.new_gradient(matrix, team);
            set_scaled(&mut self.direction, &self.gradient, &self.free, next / gamma);
            gamma = next;
        }
        add(v, 1.0, &self.change);
        done
    }

    /// The direction in which each entry of the vector would go first, free or not.
    pub(crate) fn pull(&mut self, matrix: &Matrix, team: &Team, excess: &[f64]) -> Vec<f64> {
        self.residual.flat_mut().iter_mut().zip(excess).for_each(|(r, e)| *r = -e);
        self.new_gradient(matrix, team);
        self.gradient.flat().to_vec()
    }

    /// A' W r, and its square in the metric of the free entries.
    fn new_gradient(&mut self, matrix: &Matrix, team: &Team) -> f64 {
        set_scaled(&mut self.image, &self.residual, &self.wanted, 0.0);
        self.map.apply_transposed(matrix, team, &self.image, &mut self.gradient);
        weighted_square(&self.gradient, &self.free)
    }
}

/// sum w v^2
fn weighted_square(v: &Lanes, weights: &[f64]) -> f64 {
    v.flat().iter().zip(weights).map(|(v, w)| w * v * v).sum()
}

/// v = w u + beta v
fn set_scaled(v: &mut Lanes, u: &Lanes, weights: &[f64], beta: f64) {
    let terms = v.flat_mut().iter_mut().zip(u.flat()).zip(weights);
    terms.for_each(|((v, u), w)| *v = w * u + beta * *v);
}

/// v += a u
fn add(v: &mut Lanes, a: f64, u: &Lanes) {
    v.flat_mut().iter_mut().zip(u.flat()).for_each(|(v, u)| *v += a * u);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Entries, Isa};

    #[test]
    fn the_change_is_the_least_one() {
        // x + y + z must vanish and z may not change: from (1, 2, 3), x and y take 3 each.
        let entries = Entries::Triplets(vec![(0, 0, 1.0), (0, 1, 1.0), (0, 2, 1.0), (1, 0, 5.0)]);
        let matrix = Matrix::build(2, 3, entries).unwrap().0;
        let mut change = LeastChange::new(Map::Rows, &matrix);
        change.free[..2].fill(1.0);
        change.wanted[0] = 1.0;
        let mut v = Lanes::zeros(3, 1);
        v.flat_mut()[..3].copy_from_slice(&[1.0, 2.0, 3.0]);
        let steps = change.apply(&matrix, &Team::alone(Isa::portable()), &mut v, &[6.0, 5.0], 10, &|| false);
        assert_eq!((steps, &v.flat()[..3]), (1, &[-2.0, -1.0, 3.0][..]));
    }

    #[test]
    fn the_transposed_map_works_on_multipliers() {
        let entries = Entries::Triplets(vec![(0, 0, 2.0), (1, 0, -4.0), (1, 1, 1.0)]);
        let matrix = Matrix::build(2, 2, entries).unwrap().0;
        let mut change = LeastChange::new(Map::Columns, &matrix);
        change.free[..2].fill(1.0);
        change.wanted[0] = 1.0;
        let mut y = Lanes::zeros(2, 1);
        y.flat_mut()[..2].copy_from_slice(&[1.0, 1.0]);
        change.apply(&matrix, &Team::alone(Isa::portable()), &mut y, &[-2.0, 1.0], 10, &|| false);
        let (a, b) = (y.flat()[0], y.flat()[1]);
        assert!((2.0 * a - 4.0 * b).abs() < 1e-14 && (a - 1.2).abs() < 1e-14, "{a}, {b}");
    }
}
