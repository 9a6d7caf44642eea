//! The vectors of a group of runs, side by side over one matrix, and the passes over them.

use crate::matrix::{
    CheckRule, DualPass, DualScalars, DualSums, Isa, Lanes, Line, MAX_LANES, Matrix, PrimalPass,
    PrimalScalars, PrimalSums, Product, Sharing, TILE,
};
use crate::metric::Metric;
use crate::residual::{Errors, Point};
use crate::run::Which;
use crate::standard::Standard;

/// All vectors of a group, interleaved `[index][lane]`.
///
/// For each lane the current point is (x, y), the point tried next is (x_next, y_next); K x is kept for both, K'y is
/// made when needed. A step that was accepted is in `x` after the primal pass, but in `y` only after the following
/// dual pass: between the two, the current dual point is `y_next`. The sums may lag behind by one iterate, whose weight
/// is in [`Weights`].
pub(super) struct Vectors<'m> {
    matrix: &'m Matrix,
    pub isa: Isa,
    pub lanes: usize,
    sharing: Sharing,
    c: Lanes,
    pub(super) l: Lanes,
    pub(super) u: Lanes,
    pub(super) t: Lanes,
    pub(super) t_inverse: Lanes,
    pub(super) x: Lanes,
    pub(super) x_next: Lanes,
    pub(super) sum_x: Lanes,
    sum_kty: Lanes,
    pub(super) restart_x: Lanes,
    lc: Lanes,
    uc: Lanes,
    pub(super) s: Lanes,
    pub(super) s_inverse: Lanes,
    pub(super) y: Lanes,
    pub(super) y_next: Lanes,
    pub(super) kx: Lanes,
    pub(super) kx_next: Lanes,
    pub(super) sum_y: Lanes,
    pub(super) sum_kx: Lanes,
    pub(super) restart_y: Lanes,
    buffer: Vec<Line>,
    pub primal_scalars: PrimalScalars,
    pub dual_scalars: DualScalars,
    pub primal_sums: PrimalSums,
    pub dual_sums: DualSums,
}

/// Vectors of columns and of rows that the passes touch for each lane, apart from metric and data.
const COLUMN_VECTORS: usize = 4;
const ROW_VECTORS: usize = 6;

/// Vectors that say where a lane stands.
const STATE: usize = 12;

/// Where a lane stood: its part of each of these vectors.
pub(super) type Saved = [Vec<f64>; STATE];

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

/// Bytes that the passes touch for each lane in every iteration.
pub(super) fn bytes_per_lane(matrix: &Matrix, sharing: Sharing) -> usize {
    let metric = if sharing.metric { 0 } else { 2 };
    let (columns, rows) = if sharing.data { (0, 0) } else { (3, 2) };
    let columns = (COLUMN_VECTORS + metric + columns) * matrix.columns();
    8 * (columns + (ROW_VECTORS + metric + rows) * matrix.rows())
}

impl<'m> Vectors<'m> {
    /// Vectors for `lanes` runs.
    pub(super) fn new(matrix: &'m Matrix, isa: Isa, lanes: usize, sharing: Sharing) -> Vectors<'m> {
        let (m, n) = (matrix.rows(), matrix.columns());
        let width = |shared| if shared { 1 } else { lanes };
        let (data, metric) = (width(sharing.data), width(sharing.metric));
        let column = || Lanes::zeros(n, lanes);
        let row = || Lanes::zeros(m, lanes);
        Vectors {
            matrix,
            isa,
            lanes,
            sharing,
            c: Lanes::zeros(n, data),
            l: Lanes::zeros(n, data),
            u: Lanes::zeros(n, data),
            t: Lanes::zeros(n, metric),
            t_inverse: Lanes::zeros(n, metric),
            x: column(),
            x_next: column(),
            sum_x: column(),
            sum_kty: column(),
            restart_x: column(),
            lc: Lanes::zeros(m, data),
            uc: Lanes::zeros(m, data),
            s: Lanes::zeros(m, metric),
            s_inverse: Lanes::zeros(m, metric),
            y: row(),
            y_next: row(),
            kx: row(),
            kx_next: row(),
            sum_y: row(),
            sum_kx: row(),
            restart_y: row(),
            buffer: vec![Line::ZERO; TILE / 8 * MAX_LANES],
            primal_scalars: PrimalScalars::ZERO,
            dual_scalars: DualScalars::ZERO,
            primal_sums: PrimalSums::default(),
            dual_sums: DualSums::default(),
        }
    }

    /// Puts a problem into a lane. The padding stays zero, and so does everything computed there.
    pub(super) fn load(&mut self, lane: usize, lp: &Standard<'_>) {
        self.c.write_lane(lane, &lp.c);
        self.l.write_lane(lane, lp.problem.lower());
        self.u.write_lane(lane, lp.problem.upper());
        self.lc.write_lane(lane, lp.problem.row_lower());
        self.uc.write_lane(lane, lp.problem.row_upper());
    }

    /// Puts a metric into a lane.
    pub(super) fn load_metric(&mut self, lane: usize, metric: &Metric) {
        let inverse = |metric: &[f64]| metric.iter().map(|m| 1.0 / m).collect::<Vec<f64>>();
        self.t.write_lane(lane, &metric.columns);
        self.t_inverse.write_lane(lane, &inverse(&metric.columns));
        self.s.write_lane(lane, &metric.rows);
        self.s_inverse.write_lane(lane, &inverse(&metric.rows));
    }

    /// Starts a new epoch of a lane at a point with its K x: nothing averaged yet, no step tried yet.
    pub(super) fn place(&mut self, lane: usize, point: &Point) {
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
    }

    /// The vectors that say where a lane stands: all but its problem and its metric.
    fn state(&mut self) -> [&mut Lanes; STATE] {
        [
            &mut self.x,
            &mut self.x_next,
            &mut self.sum_x,
            &mut self.sum_kty,
            &mut self.restart_x,
            &mut self.y,
            &mut self.y_next,
            &mut self.kx,
            &mut self.kx_next,
            &mut self.sum_y,
            &mut self.sum_kx,
            &mut self.restart_y,
        ]
    }

    /// Copies out where a lane stands.
    pub(super) fn save(&mut self, lane: usize) -> Saved {
        self.state().map(|v| v.lane(lane).collect())
    }

    /// Puts a lane where another one stood.
    pub(super) fn restore(&mut self, lane: usize, saved: &Saved) {
        self.state().into_iter().zip(saved).for_each(|(v, saved)| v.write_lane(lane, saved));
    }

    /// Empties a lane, so that it costs no arithmetic trouble while it idles.
    pub(super) fn clear(&mut self, lane: usize) {
        self.state().into_iter().for_each(|v| v.fill_lane(lane, 0.0));
    }

    /// Dual steps for all lanes, after taking in what was accepted: from all of them unless `mixed`.
    pub(super) fn dual_pass(&mut self, mixed: bool, flush: bool, check: bool) {
        DualPass {
            product: Product::new(self.matrix.by_row(), self.isa, self.lanes),
            x_next: &self.x_next,
            mixed,
            flush,
            lc: &self.lc,
            uc: &self.uc,
            s: &self.s,
            s_inverse: &self.s_inverse,
            old_y: &mut self.y,
            new_y: &mut self.y_next,
            old_kx: &mut self.kx,
            new_kx: &mut self.kx_next,
            sum_y: &mut self.sum_y,
            sum_kx: &mut self.sum_kx,
            scalars: &self.dual_scalars,
            buffer: &mut self.buffer,
            sums: &mut self.dual_sums,
        }
        .run(self.isa, self.lanes, self.sharing, check);
        std::mem::swap(&mut self.y, &mut self.y_next);
        std::mem::swap(&mut self.kx, &mut self.kx_next);
    }

    /// Makes y_next the current dual point of the lanes that did not accept their step.
    pub(super) fn withdraw(&mut self, lanes: &[bool]) {
        self.y_next.copy_lanes(&self.y, lanes);
    }

    /// Primal steps for all lanes, after taking in what was accepted: from all of them unless `mixed`.
    pub(super) fn primal_pass(&mut self, mixed: bool, flush: bool, check: Option<CheckRule>) {
        PrimalPass {
            product: Product::new(self.matrix.by_column(), self.isa, self.lanes),
            y: &self.y_next,
            mixed,
            flush,
            c: &self.c,
            l: &self.l,
            u: &self.u,
            t: &self.t,
            t_inverse: &self.t_inverse,
            old: &mut self.x,
            new: &mut self.x_next,
            sum_x: &mut self.sum_x,
            sum_kty: &mut self.sum_kty,
            scalars: &self.primal_scalars,
            buffer: &mut self.buffer,
            sums: &mut self.primal_sums,
        }
        .run(self.isa, self.lanes, self.sharing, check);
        std::mem::swap(&mut self.x, &mut self.x_next);
    }

    /// Residuals of a point of a lane, from the sums of the last two passes.
    pub(super) fn errors(&self, lane: usize, which: Which) -> Errors {
        let (rows, columns) = match which {
            Which::Current => (&self.dual_sums.current, &self.primal_sums.current),
            Which::Average => (&self.dual_sums.average, &self.primal_sums.average),
        };
        Errors {
            primal2: rows.primal2[lane],
            dual2: columns.dual2[lane],
            primal_objective: columns.objective[lane],
            dual_objective: rows.objective[lane] + columns.bounds[lane],
            scaled_primal2: rows.scaled_primal2[lane],
            scaled_dual2: columns.scaled_dual2[lane],
            scaled_dual_objective: rows.objective[lane] + columns.scaled_bounds[lane],
            worst: None,
        }
    }
}
