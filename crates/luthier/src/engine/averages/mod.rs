//! The vectors of PDHG and PDLP: iterates, and the sums behind their averages.

mod points;
mod round;

use super::frame::Frame;
use super::group::{Group, Slot};
use super::scheme::{Drift, Kind, Scheme, errors};
use crate::matrix::{
    CheckRule, DualPass, DualScalars, DualSums, Lanes, Matrix, Measured, PrimalPass, PrimalScalars,
    PrimalSums, Product,
};
use crate::residual::Point;
use crate::run::{Check, Which};

/// All vectors of a group, interleaved `[index][lane]`.
///
/// For each lane the current point is (x, y), the point tried next is (x_next, y_next); K x is kept for both, K'y is
/// made when needed. A step that was accepted is in `x` after the primal pass, but in `y` only after the following
/// dual pass: between the two, the current dual point is `y_next`. The sums may lag behind by one iterate, whose weight
/// is in [`Weights`].
pub(super) struct Averages {
    x: Lanes,
    x_next: Lanes,
    sum_x: Lanes,
    sum_kty: Lanes,
    restart_x: Lanes,
    y: Lanes,
    y_next: Lanes,
    kx: Lanes,
    kx_next: Lanes,
    sum_y: Lanes,
    sum_kx: Lanes,
    restart_y: Lanes,
    primal_scalars: PrimalScalars,
    dual_scalars: DualScalars,
    primal_sums: Measured<PrimalSums>,
    dual_sums: Measured<DualSums>,
}

/// Vectors of columns and of rows that the passes touch for each lane, apart from metric and data.
const COLUMN_VECTORS: usize = 4;
const ROW_VECTORS: usize = 6;

/// Weights in the averages of a lane, as far as its sums have not taken them in.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weights {
    /// Of `x` in the sum of x.
    pub x: f64,
    /// Of `y` in the sums of y and K x.
    pub y: f64,
    /// Of `y_next`, if the last step was accepted and the rows have not taken it in yet.
    pub pending: Option<f64>,
    /// Of all iterates since the last restart.
    pub total: f64,
}

impl Averages {
    /// Bytes that the passes touch for each lane in every iteration, apart from metric and data.
    pub(super) fn bytes_per_lane(matrix: &Matrix) -> usize {
        8 * (COLUMN_VECTORS * matrix.columns() + ROW_VECTORS * matrix.rows())
    }

    /// Dual steps for all lanes, after taking in what was accepted: from all of them unless `mixed`.
    fn dual_pass(&mut self, frame: &mut Frame<'_>, mixed: bool, flush: bool, check: bool) {
        DualPass {
            product: Product::new(frame.matrix.by_row(), frame.team().isa(), frame.lanes()),
            x_next: &self.x_next,
            mixed,
            flush,
            lc: &frame.lc,
            uc: &frame.uc,
            s: &frame.s,
            s_inverse: &frame.s_inverse,
            old_y: self.y.parted(),
            new_y: self.y_next.parted(),
            old_kx: self.kx.parted(),
            new_kx: self.kx_next.parted(),
            sum_y: self.sum_y.parted(),
            sum_kx: self.sum_kx.parted(),
            scalars: &self.dual_scalars,
        }
        .run(&mut frame.stage, &mut self.dual_sums, check);
        std::mem::swap(&mut self.y, &mut self.y_next);
        std::mem::swap(&mut self.kx, &mut self.kx_next);
    }

    /// Makes y_next the current dual point of the lanes that did not accept their step.
    fn withdraw(&mut self, lanes: &[bool]) {
        self.y_next.copy_lanes(&self.y, lanes);
    }

    /// Primal steps for all lanes, after taking in what was accepted: from all of them unless `mixed`.
    fn primal_pass(&mut self, frame: &mut Frame<'_>, mixed: bool, flush: bool, check: Option<CheckRule>) {
        PrimalPass {
            product: Product::new(frame.matrix.by_column(), frame.team().isa(), frame.lanes()),
            y: &self.y_next,
            mixed,
            flush,
            c: &frame.c,
            l: &frame.l,
            u: &frame.u,
            t: &frame.t,
            t_inverse: &frame.t_inverse,
            old: self.x.parted(),
            new: self.x_next.parted(),
            sum_x: self.sum_x.parted(),
            sum_kty: self.sum_kty.parted(),
            scalars: &self.primal_scalars,
        }
        .run(&mut frame.stage, &mut self.primal_sums, check);
        std::mem::swap(&mut self.x, &mut self.x_next);
    }
}

impl Scheme for Averages {
    const KIND: Kind = Kind::Averages;

    fn new(frame: &Frame<'_>) -> Averages {
        let column = || Lanes::zeros(frame.matrix.columns(), frame.lanes());
        let row = || Lanes::zeros(frame.matrix.rows(), frame.lanes());
        Averages {
            x: column(),
            x_next: column(),
            sum_x: column(),
            sum_kty: column(),
            restart_x: column(),
            y: row(),
            y_next: row(),
            kx: row(),
            kx_next: row(),
            sum_y: row(),
            sum_kx: row(),
            restart_y: row(),
            primal_scalars: PrimalScalars::ZERO,
            dual_scalars: DualScalars::ZERO,
            primal_sums: Measured::default(),
            dual_sums: Measured::default(),
        }
    }

    fn each(&mut self, visit: &mut dyn FnMut(&mut Lanes)) {
        let columns =
            [&mut self.x, &mut self.x_next, &mut self.sum_x, &mut self.sum_kty, &mut self.restart_x];
        columns.into_iter().for_each(&mut *visit);
        let points = [&mut self.y, &mut self.y_next, &mut self.kx, &mut self.kx_next];
        points.into_iter().for_each(&mut *visit);
        [&mut self.sum_y, &mut self.sum_kx, &mut self.restart_y].into_iter().for_each(visit);
    }

    /// Nothing is averaged yet, no step tried yet.
    fn place(&mut self, _: &Frame<'_>, lane: usize, point: &Point, slot: &mut Slot<'_>) {
        for target in [&mut self.x, &mut self.x_next, &mut self.restart_x] {
            target.write_lane(lane, point.x.flat());
        }
        for target in [&mut self.y, &mut self.y_next, &mut self.restart_y] {
            target.write_lane(lane, point.y.flat());
        }
        for target in [&mut self.kx, &mut self.kx_next] {
            target.write_lane(lane, point.kx.flat());
        }
        for sum in [&mut self.sum_x, &mut self.sum_kty, &mut self.sum_y, &mut self.sum_kx] {
            sum.fill_lane(lane, 0.0);
        }
        (slot.tried, slot.weights) = (false, Weights::default());
    }

    /// An idle lane passes as one that accepts steps of no length and no weight.
    fn idle(&mut self, lanes: usize, lane: usize) {
        let (primal, dual) = (&mut self.primal_scalars, &mut self.dual_scalars);
        for pattern in [&mut primal.tau, &mut primal.weight, &mut primal.deferred, &mut primal.near] {
            pattern.set(lanes, lane, 0.0);
        }
        for pattern in [&mut dual.sigma, &mut dual.weight, &mut dual.deferred] {
            pattern.set(lanes, lane, 0.0);
        }
        primal.accept.set(lanes, lane, 1.0);
        dual.accept.set(lanes, lane, 1.0);
    }

    fn set_near(&mut self, lanes: usize, lane: usize, distance: Option<f64>) {
        let scalars = &mut self.primal_scalars;
        scalars.near.set(lanes, lane, if distance.is_some() { 1.0 } else { 0.0 });
        scalars.distance.set(lanes, lane, distance.unwrap_or(0.0));
    }

    fn check(&self, lane: usize) -> Check {
        let of = |which| errors(&self.dual_sums.total, &self.primal_sums.total, lane, which);
        Check { current: of(Which::Current), average: of(Which::Average) }
    }

    fn read(&self, frame: &Frame<'_>, slot: &Slot<'_>, lane: usize, which: Which, point: &mut Point) {
        match which {
            Which::Current => self.read_current(lane, &slot.weights, point),
            Which::Average => self.read_average(frame, lane, &slot.weights, point),
        }
    }

    fn read_drift(&self, frame: &Frame<'_>, slot: &Slot<'_>, lane: usize, drift: Drift, point: &mut Point) {
        match drift {
            Drift::Average => self.read_average(frame, lane, &slot.weights, point),
            Drift::Current | Drift::Epoch => self.read_current(lane, &slot.weights, point),
            Drift::Step => self.read_step(lane, point),
        }
        if drift == Drift::Epoch {
            self.since_restart(lane, point);
        }
    }

    fn restart_point(&self) -> (&Lanes, &Lanes) {
        (&self.restart_x, &self.restart_y)
    }

    fn round(group: &mut Group<'_, Self>) {
        group.step();
    }
}
