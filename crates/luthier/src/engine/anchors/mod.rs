//! The vectors of the Halpern method: iterates, the PDHG points that follow from them, and anchors.

mod points;
mod round;

use super::frame::Frame;
use super::group::{Group, Slot};
use super::scheme::{Drift, Kind, Scheme, errors};
use crate::matrix::{
    Blend, CheckRule, DualSums, HalpernDual, HalpernPrimal, Lanes, Matrix, Measured, Pattern, PrimalSums,
    Product,
};
use crate::residual::Point;
use crate::run::{Check, Which};

/// All vectors of a group, interleaved `[index][lane]`.
///
/// For each lane (x, y) is the iterate, with K x and K'y. The PDHG point of the last step is (x_point, y_hat); x_hat is the
/// primal part of the next one, made already. Products of the point are there after a check, for the anchor that it may
/// become.
pub(super) struct Anchors {
    x: Lanes,
    kty: Lanes,
    x_hat: Lanes,
    x_point: Lanes,
    anchor_x: Lanes,
    anchor_kty: Lanes,
    y: Lanes,
    kx: Lanes,
    y_hat: Lanes,
    anchor_y: Lanes,
    anchor_kx: Lanes,
    /// Products of the point, and the way to it from the iterate, as the last check left them.
    kx_hat: Lanes,
    kty_hat: Lanes,
    step_y: Lanes,
    blend: Blend,
    sigma: Pattern,
    tau: Pattern,
    near: Pattern,
    distance: Pattern,
    primal_sums: Measured<PrimalSums>,
    dual_sums: Measured<DualSums>,
}

/// Vectors of columns and of rows that the passes touch for each lane, apart from metric and data.
const COLUMN_VECTORS: usize = 6;
const ROW_VECTORS: usize = 5;

impl Anchors {
    /// Bytes that the passes touch for each lane in every iteration, apart from metric and data.
    pub(super) fn bytes_per_lane(matrix: &Matrix) -> usize {
        8 * (COLUMN_VECTORS * matrix.columns() + ROW_VECTORS * matrix.rows())
    }

    /// The dual parts of the PDHG points of all lanes; y and K x move on.
    fn dual_pass(&mut self, frame: &mut Frame<'_>, check: bool) {
        HalpernDual {
            product: Product::new(frame.matrix.by_row(), frame.team().isa(), frame.lanes()),
            x_hat: &self.x_hat,
            lc: &frame.lc,
            uc: &frame.uc,
            s: &frame.s,
            s_inverse: &frame.s_inverse,
            y: self.y.parted(),
            kx: self.kx.parted(),
            anchor_y: &self.anchor_y,
            anchor_kx: &self.anchor_kx,
            y_hat: self.y_hat.parted(),
            kx_hat: self.kx_hat.parted(),
            step_y: self.step_y.parted(),
            sigma: &self.sigma,
            blend: &self.blend,
        }
        .run(&mut frame.stage, &mut self.dual_sums, check);
    }

    /// x and K'y of all lanes move on; the primal parts of the next PDHG points.
    fn primal_pass(&mut self, frame: &mut Frame<'_>, check: Option<CheckRule>) {
        HalpernPrimal {
            product: Product::new(frame.matrix.by_column(), frame.team().isa(), frame.lanes()),
            y_hat: &self.y_hat,
            c: &frame.c,
            l: &frame.l,
            u: &frame.u,
            t: &frame.t,
            t_inverse: &frame.t_inverse,
            x: self.x.parted(),
            kty: self.kty.parted(),
            anchor_x: &self.anchor_x,
            anchor_kty: &self.anchor_kty,
            x_hat: &self.x_hat,
            x_hat_next: self.x_point.parted(),
            kty_hat: self.kty_hat.parted(),
            tau: &self.tau,
            near: &self.near,
            distance: &self.distance,
            blend: &self.blend,
        }
        .run(&mut frame.stage, &mut self.primal_sums, check);
        std::mem::swap(&mut self.x_hat, &mut self.x_point);
    }
}

impl Scheme for Anchors {
    const KIND: Kind = Kind::Anchors;

    fn new(frame: &Frame<'_>) -> Anchors {
        let column = || Lanes::zeros(frame.matrix.columns(), frame.lanes());
        let row = || Lanes::zeros(frame.matrix.rows(), frame.lanes());
        Anchors {
            x: column(),
            kty: column(),
            x_hat: column(),
            x_point: column(),
            anchor_x: column(),
            anchor_kty: column(),
            y: row(),
            kx: row(),
            y_hat: row(),
            anchor_y: row(),
            anchor_kx: row(),
            kx_hat: row(),
            kty_hat: column(),
            step_y: row(),
            blend: Blend::ZERO,
            sigma: Pattern::ZERO,
            tau: Pattern::ZERO,
            near: Pattern::ZERO,
            distance: Pattern::ZERO,
            primal_sums: Measured::default(),
            dual_sums: Measured::default(),
        }
    }

    fn each(&mut self, visit: &mut dyn FnMut(&mut Lanes)) {
        let columns = [&mut self.x, &mut self.kty, &mut self.x_hat, &mut self.x_point];
        columns.into_iter().for_each(&mut *visit);
        [&mut self.anchor_x, &mut self.anchor_kty].into_iter().for_each(&mut *visit);
        let rows = [&mut self.y, &mut self.kx, &mut self.y_hat, &mut self.anchor_y, &mut self.anchor_kx];
        rows.into_iter().for_each(visit);
    }

    /// The point becomes the anchor and the iterate; x^ is made from it at once.
    fn place(&mut self, frame: &Frame<'_>, lane: usize, point: &Point, slot: &mut Slot<'_>) {
        for target in [&mut self.x, &mut self.x_point, &mut self.anchor_x] {
            target.write_lane(lane, point.x.flat());
        }
        for target in [&mut self.y, &mut self.y_hat, &mut self.anchor_y] {
            target.write_lane(lane, point.y.flat());
        }
        for target in [&mut self.kx, &mut self.anchor_kx] {
            target.write_lane(lane, point.kx.flat());
        }
        for target in [&mut self.kty, &mut self.anchor_kty] {
            target.write_lane(lane, point.kty.flat());
        }
        slot.primal_movement = self.primal_step(frame, lane, slot.run.tau());
        slot.tried = true;
    }

    /// An idle lane goes from zero to nowhere.
    fn idle(&mut self, lanes: usize, lane: usize) {
        self.blend.set(lanes, lane, [0.0; 3]);
        self.tau.set(lanes, lane, 0.0);
        // A step of no length would multiply zero by infinite bounds.
        self.sigma.set(lanes, lane, 1.0);
        self.near.set(lanes, lane, 0.0);
    }

    fn set_near(&mut self, lanes: usize, lane: usize, distance: Option<f64>) {
        self.near.set(lanes, lane, if distance.is_some() { 1.0 } else { 0.0 });
        self.distance.set(lanes, lane, distance.unwrap_or(0.0));
    }

    /// There is one point, which stands for both.
    fn check(&self, lane: usize) -> Check {
        let point = errors(&self.dual_sums.total, &self.primal_sums.total, lane, Which::Current);
        Check { current: point, average: point }
    }

    fn read(&self, _: &Frame<'_>, _: &Slot<'_>, lane: usize, _: Which, point: &mut Point) {
        self.read_point(lane, point);
    }

    fn read_drift(&self, _: &Frame<'_>, _: &Slot<'_>, lane: usize, drift: Drift, point: &mut Point) {
        match drift {
            Drift::Current => self.read_point(lane, point),
            Drift::Average => self.read_iterate(lane, point),
            Drift::Step => self.read_step(lane, point),
            Drift::Epoch => self.read_epoch(lane, point),
        }
    }

    fn restart_point(&self) -> (&Lanes, &Lanes) {
        (&self.anchor_x, &self.anchor_y)
    }

    fn round(group: &mut Group<'_, Self>) {
        group.step();
    }
}
