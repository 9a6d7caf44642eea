//! Points and directions of a lane, copied out of its vectors.

use super::super::frame::Frame;
use super::super::scheme::subtract;
use super::{Averages, Weights};
use crate::matrix::Lanes;
use crate::residual::Point;

impl Averages {
    /// The current point, with its K x.
    pub(super) fn read_current(&self, lane: usize, weights: &Weights, point: &mut Point) {
        self.x.read_lane(lane, point.x.flat_mut());
        let next = weights.pending.is_some();
        let (y, kx) = if next { (&self.y_next, &self.kx_next) } else { (&self.y, &self.kx) };
        y.read_lane(lane, point.y.flat_mut());
        kx.read_lane(lane, point.kx.flat_mut());
    }

    /// The average, with its K x.
    pub(super) fn read_average(&self, frame: &Frame<'_>, lane: usize, weights: &Weights, point: &mut Point) {
        let pending = weights.pending.unwrap_or(0.0);
        let terms = [(weights.x, &self.x), (0.0, &self.x)];
        average(&self.sum_x, terms, lane, weights.total, point.x.flat_mut());
        // An average of points within bounds can leave them by rounding.
        for ((x, l), u) in point.x.flat_mut().iter_mut().zip(frame.l.lane(lane)).zip(frame.u.lane(lane)) {
            *x = x.max(l).min(u);
        }
        let terms = [(weights.y, &self.y), (pending, &self.y_next)];
        average(&self.sum_y, terms, lane, weights.total, point.y.flat_mut());
        let terms = [(weights.y, &self.kx), (pending, &self.kx_next)];
        average(&self.sum_kx, terms, lane, weights.total, point.kx.flat_mut());
    }

    /// The step just made in y, and the one that is tried next in x.
    pub(super) fn read_step(&self, lane: usize, point: &mut Point) {
        self.x_next.read_lane(lane, point.x.flat_mut());
        subtract(point.x.flat_mut(), &self.x, lane);
        self.y_next.read_lane(lane, point.y.flat_mut());
        subtract(point.y.flat_mut(), &self.y, lane);
    }

    /// Makes a point the way to it from the last restart point.
    pub(super) fn since_restart(&self, lane: usize, point: &mut Point) {
        subtract(point.x.flat_mut(), &self.restart_x, lane);
        subtract(point.y.flat_mut(), &self.restart_y, lane);
    }
}

/// (sum + terms) / total, as the passes compute it; terms of weight zero are left out.
fn average(sum: &Lanes, terms: [(f64, &Lanes); 2], lane: usize, total: f64, out: &mut [f64]) {
    sum.read_lane(lane, out);
    for (weight, vector) in terms.into_iter().filter(|t| t.0 > 0.0) {
        out.iter_mut().zip(vector.lane(lane)).for_each(|(s, v)| *s += weight * v);
    }
    let inverse = 1.0 / total;
    out.iter_mut().for_each(|v| *v *= inverse);
}
