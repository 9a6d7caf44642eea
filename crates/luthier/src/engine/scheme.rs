//! Ways to keep the points of runs: a scheme for each kind of method. Runs of one scheme go side by side.

use super::frame::Frame;
use super::group::{Group, Slot};
use crate::matrix::{DualSums, Lanes, PrimalSums};
use crate::params::{Method, Parameters};
use crate::residual::{Errors, Point};
use crate::run::{Check, Which};

/// The schemes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Iterates and their averages: PDHG and PDLP.
    Averages,
    /// Iterates, the PDHG points that follow from them, and an anchor: Halpern.
    Anchors,
}

impl Kind {
    pub(super) fn of(parameters: &Parameters) -> Kind {
        match parameters.method {
            Method::Pdlp | Method::Pdhg => Kind::Averages,
            Method::Halpern => Kind::Anchors,
        }
    }
}

/// A direction in which a run drifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drift {
    /// From zero to the current point.
    Current,
    /// From zero to the average, or to the iterate if there is none.
    Average,
    /// The last step.
    Step,
    /// From the last restart point to the current point.
    Epoch,
}

impl Drift {
    pub(super) const ALL: [Drift; 4] = [Drift::Step, Drift::Epoch, Drift::Average, Drift::Current];
}

/// The vectors of a group, and the passes over them.
pub(super) trait Scheme: Sized {
    const KIND: Kind;

    fn new(frame: &Frame<'_>) -> Self;

    /// Visits the vectors that say where lanes stand, always in the same order.
    fn each(&mut self, visit: &mut dyn FnMut(&mut Lanes));

    /// Starts a new epoch of a lane at a point whose products are known.
    fn place(&mut self, frame: &Frame<'_>, lane: usize, point: &Point, slot: &mut Slot<'_>);

    /// Sets the scalars of a lane to those of one that has no run.
    fn idle(&mut self, lanes: usize, lane: usize);

    /// Takes in how a lane tells reduced costs from residuals: only so close to a bound, if it says.
    fn set_near(&mut self, lanes: usize, lane: usize, distance: Option<f64>);

    /// Residuals of the points of a lane, from the sums of the last two passes.
    fn check(&self, lane: usize) -> Check;

    /// Copies out a point of a lane; after a check that is due, with the products that a new epoch needs.
    fn read(&self, frame: &Frame<'_>, slot: &Slot<'_>, lane: usize, which: Which, point: &mut Point);

    /// Copies out a direction in which a lane drifts, without products.
    fn read_drift(&self, frame: &Frame<'_>, slot: &Slot<'_>, lane: usize, drift: Drift, point: &mut Point);

    /// The last restart point of a lane: x and y.
    fn restart_point(&self) -> (&Lanes, &Lanes);

    /// One step tried on every lane that has one, and what follows from it.
    fn round(group: &mut Group<'_, Self>);

    /// Copies out where a lane stands.
    fn save(&mut self, lane: usize) -> Vec<Vec<f64>> {
        let mut saved = Vec::new();
        self.each(&mut |v| saved.push(v.lane(lane).collect()));
        saved
    }

    /// Puts a lane where another one stood.
    fn restore(&mut self, lane: usize, saved: &[Vec<f64>]) {
        let mut saved = saved.iter();
        self.each(&mut |v| {
            if let Some(saved) = saved.next() {
                v.write_lane(lane, saved);
            }
        });
    }

    /// Empties a lane, so that it costs no arithmetic trouble while it idles.
    fn clear(&mut self, lanes: usize, lane: usize) {
        self.each(&mut |v| v.fill_lane(lane, 0.0));
        self.idle(lanes, lane);
    }

    /// Copies out the last restart point of a lane, without products.
    fn read_restart(&self, lane: usize, point: &mut Point) {
        let (x, y) = self.restart_point();
        x.read_lane(lane, point.x.flat_mut());
        y.read_lane(lane, point.y.flat_mut());
    }

    /// Distances in the metric between a point and the last restart point of a lane.
    /// |dx|^2 = sum dx_j^2 / T_j    |dy|^2 = sum dy_i^2 / S_i
    fn distances(&self, frame: &Frame<'_>, lane: usize, point: &Point) -> (f64, f64) {
        let distance = |new: &[f64], old: &Lanes, inverse: &Lanes| {
            let terms = new.iter().zip(old.lane(lane)).zip(inverse.lane(lane));
            terms.map(|((a, b), inverse)| (a - b) * (a - b) * inverse).sum::<f64>().sqrt()
        };
        let (x, y) = self.restart_point();
        (distance(point.x.flat(), x, &frame.t_inverse), distance(point.y.flat(), y, &frame.s_inverse))
    }
}

/// Residuals of a point of a lane, from what the passes measured of it.
pub(super) fn errors(rows: &DualSums, columns: &PrimalSums, lane: usize, which: Which) -> Errors {
    let (rows, columns) = match which {
        Which::Current => (&rows.current, &columns.current),
        Which::Average => (&rows.average, &columns.average),
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

/// Subtracts the numbers of a lane.
pub(super) fn subtract(v: &mut [f64], other: &Lanes, lane: usize) {
    v.iter_mut().zip(other.lane(lane)).for_each(|(v, o)| *v -= o);
}
