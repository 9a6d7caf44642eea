//! What the lanes of a group stand on: the matrix, and the problem and the metric of each lane.

use crate::matrix::{Lanes, Matrix, Sharing, Stage, Team};
use crate::metric::Metric;
use crate::standard::Standard;

/// The data of a group, interleaved `[index][lane]`; what all lanes share is there once.
pub(super) struct Frame<'m> {
    pub matrix: &'m Matrix,
    pub stage: Stage<'m>,
    pub c: Lanes,
    pub l: Lanes,
    pub u: Lanes,
    pub t: Lanes,
    pub t_inverse: Lanes,
    pub lc: Lanes,
    pub uc: Lanes,
    pub s: Lanes,
    pub s_inverse: Lanes,
}

impl<'m> Frame<'m> {
    /// Room for the data of `lanes` runs.
    pub(super) fn new(matrix: &'m Matrix, team: &'m Team, lanes: usize, sharing: Sharing) -> Frame<'m> {
        let (m, n) = (matrix.rows(), matrix.columns());
        let width = |shared| if shared { 1 } else { lanes };
        let (data, metric) = (width(sharing.data), width(sharing.metric));
        Frame {
            matrix,
            stage: Stage::new(matrix, team, lanes, sharing),
            c: Lanes::zeros(n, data),
            l: Lanes::zeros(n, data),
            u: Lanes::zeros(n, data),
            t: Lanes::zeros(n, metric),
            t_inverse: Lanes::zeros(n, metric),
            lc: Lanes::zeros(m, data),
            uc: Lanes::zeros(m, data),
            s: Lanes::zeros(m, metric),
            s_inverse: Lanes::zeros(m, metric),
        }
    }

    pub(super) fn lanes(&self) -> usize {
        self.stage.lanes
    }

    pub(super) fn team(&self) -> &'m Team {
        self.stage.team
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

    /// The metric of a lane: S and T.
    pub(super) fn read_metric(&self, lane: usize, rows: &mut [f64], columns: &mut [f64]) {
        self.s.read_lane(lane, rows);
        self.t.read_lane(lane, columns);
    }

    /// Bytes of it that the passes touch for each lane in every iteration.
    pub(super) fn bytes_per_lane(matrix: &Matrix, sharing: Sharing) -> usize {
        let metric = if sharing.metric { 0 } else { 2 };
        let (columns, rows) = if sharing.data { (0, 0) } else { (3, 2) };
        8 * ((metric + columns) * matrix.columns() + (metric + rows) * matrix.rows())
    }
}
