//! Points and directions of a lane, copied out of its vectors, and the step that an epoch begins with.

use super::super::frame::Frame;
use super::super::scheme::subtract;
use super::Anchors;
use crate::matrix::Lanes;
use crate::residual::Point;

impl Anchors {
    /// The PDHG point of the last step, with the products that the last check left.
    pub(super) fn read_point(&self, lane: usize, point: &mut Point) {
        read(lane, point, [&self.x_point, &self.y_hat]);
        self.kx_hat.read_lane(lane, point.kx.flat_mut());
        self.kty_hat.read_lane(lane, point.kty.flat_mut());
    }

    /// The anchor, with its products.
    pub(super) fn read_anchor(&self, lane: usize, point: &mut Point) {
        read(lane, point, [&self.anchor_x, &self.anchor_y]);
        self.anchor_kx.read_lane(lane, point.kx.flat_mut());
        self.anchor_kty.read_lane(lane, point.kty.flat_mut());
    }

    /// The iterate, without products.
    pub(super) fn read_iterate(&self, lane: usize, point: &mut Point) {
        read(lane, point, [&self.x, &self.y]);
    }

    /// From iterate to point: in y the last step, in x the next one.
    pub(super) fn read_step(&self, lane: usize, point: &mut Point) {
        read(lane, point, [&self.x_hat, &self.step_y]);
        subtract(point.x.flat_mut(), &self.x, lane);
    }

    /// From the anchor to the point.
    pub(super) fn read_epoch(&self, lane: usize, point: &mut Point) {
        read(lane, point, [&self.x_point, &self.y_hat]);
        subtract(point.x.flat_mut(), &self.anchor_x, lane);
        subtract(point.y.flat_mut(), &self.anchor_y, lane);
    }

    /// x^ of one lane, as the pass over columns makes it, and how far it is from x:
    /// x^ = clamp(x - tau T (c - K'y), l, u)    |x^ - x|^2 = sum (x^ - x)_j^2 / T_j
    pub(super) fn primal_step(&mut self, frame: &Frame<'_>, lane: usize, tau: f64) -> f64 {
        let mut movement = 0.0;
        let bounds = frame.l.lane(lane).zip(frame.u.lane(lane));
        let data = frame.c.lane(lane).zip(frame.t.lane(lane).zip(frame.t_inverse.lane(lane))).zip(bounds);
        let iterate = self.x.lane(lane).zip(self.kty.lane(lane));
        for ((hat, (x, kty)), ((c, (t, t_inverse)), (l, u))) in
            self.x_hat.lane_mut(lane).zip(iterate).zip(data)
        {
            *hat = (x - tau * t * (c - kty)).max(l).min(u);
            movement += (*hat - x) * (*hat - x) * t_inverse;
        }
        movement
    }
}

fn read(lane: usize, point: &mut Point, [x, y]: [&Lanes; 2]) {
    x.read_lane(lane, point.x.flat_mut());
    y.read_lane(lane, point.y.flat_mut());
}
