//! Points and directions of a lane, copied out of its vectors.

use super::vectors::{Vectors, Weights};
use crate::matrix::Lanes;
use crate::residual::Point;
use crate::run::Which;

/// A direction in which a run drifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drift {
    /// From zero to the current point.
    Current,
    /// From zero to the average.
    Average,
    /// The last step.
    Step,
    /// From the last restart point to the current point.
    Epoch,
}

impl Drift {
    pub(super) const ALL: [Drift; 4] = [Drift::Step, Drift::Epoch, Drift::Average, Drift::Current];
}

fn subtract(v: &mut [f64], other: impl Iterator<Item = f64>) {
    v.iter_mut().zip(other).for_each(|(v, o)| *v -= o);
}

impl Vectors<'_> {
    /// Copies out a point of a lane, with its K x.
    pub(super) fn read(&self, lane: usize, which: Which, weights: &Weights, point: &mut Point) {
        match which {
            Which::Current => {
                self.x.read_lane(lane, point.x.flat_mut());
                let next = weights.pending.is_some();
                let (y, kx) = if next { (&self.y_next, &self.kx_next) } else { (&self.y, &self.kx) };
                y.read_lane(lane, point.y.flat_mut());
                kx.read_lane(lane, point.kx.flat_mut());
            }
            Which::Average => {
                let pending = weights.pending.unwrap_or(0.0);
                let terms = [(weights.x, &self.x), (0.0, &self.x)];
                self.average(&self.sum_x, terms, lane, weights.total, point.x.flat_mut());
                // An average of points within bounds can leave them by rounding.
                for ((x, l), u) in point.x.flat_mut().iter_mut().zip(self.l.lane(lane)).zip(self.u.lane(lane))
                {
                    *x = x.max(l).min(u);
                }
                let terms = [(weights.y, &self.y), (pending, &self.y_next)];
                self.average(&self.sum_y, terms, lane, weights.total, point.y.flat_mut());
                let terms = [(weights.y, &self.kx), (pending, &self.kx_next)];
                self.average(&self.sum_kx, terms, lane, weights.total, point.kx.flat_mut());
            }
        }
    }

    /// (sum + terms) / total, as the passes compute it; terms of weight zero are left out.
    fn average(&self, sum: &Lanes, terms: [(f64, &Lanes); 2], lane: usize, total: f64, out: &mut [f64]) {
        sum.read_lane(lane, out);
        for (weight, vector) in terms.into_iter().filter(|t| t.0 > 0.0) {
            out.iter_mut().zip(vector.lane(lane)).for_each(|(s, v)| *s += weight * v);
        }
        let inverse = 1.0 / total;
        out.iter_mut().for_each(|v| *v *= inverse);
    }

    /// Copies out a direction in which a lane drifts, without products.
    pub(super) fn read_drift(&self, lane: usize, drift: Drift, weights: &Weights, point: &mut Point) {
        match drift {
            Drift::Current => self.read(lane, Which::Current, weights, point),
            Drift::Average => self.read(lane, Which::Average, weights, point),
            // The step just made in y, and the one that is tried next in x.
            Drift::Step => {
                self.x_next.read_lane(lane, point.x.flat_mut());
                subtract(point.x.flat_mut(), self.x.lane(lane));
                self.y_next.read_lane(lane, point.y.flat_mut());
                subtract(point.y.flat_mut(), self.y.lane(lane));
            }
            Drift::Epoch => {
                self.read(lane, Which::Current, weights, point);
                subtract(point.x.flat_mut(), self.restart_x.lane(lane));
                subtract(point.y.flat_mut(), self.restart_y.lane(lane));
            }
        }
    }

    /// The metric of a lane: S and T.
    pub(super) fn read_metric(&self, lane: usize, rows: &mut [f64], columns: &mut [f64]) {
        self.s.read_lane(lane, rows);
        self.t.read_lane(lane, columns);
    }

    /// The last restart point of a lane, without products.
    pub(super) fn read_restart(&self, lane: usize, point: &mut Point) {
        self.restart_x.read_lane(lane, point.x.flat_mut());
        self.restart_y.read_lane(lane, point.y.flat_mut());
    }

    /// Distances in the metric between a point and the last restart point of a lane.
    /// |dx|^2 = sum dx_j^2 / T_j    |dy|^2 = sum dy_i^2 / S_i
    pub(super) fn distances(&self, lane: usize, point: &Point) -> (f64, f64) {
        let distance = |new: &[f64], old: &Lanes, inverse: &Lanes| {
            let terms = new.iter().zip(old.lane(lane)).zip(inverse.lane(lane));
            terms.map(|((a, b), inverse)| (a - b) * (a - b) * inverse).sum::<f64>().sqrt()
        };
        (
            distance(point.x.flat(), &self.restart_x, &self.t_inverse),
            distance(point.y.flat(), &self.restart_y, &self.s_inverse),
        )
    }
}
