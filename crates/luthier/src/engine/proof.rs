//! The search of a lane for a proof that its problem has no solution.

use super::group::Group;
use super::vectors::Drift;
use crate::certificate::Certificate;
use crate::infeasible::{self, Kind, Workspace};

impl Group<'_, '_> {
    /// Looks at the directions in which a lane drifts, from time to time; a certificate that the verifier has accepted, if
    /// one is found.
    pub(super) fn find_proof(&mut self, lane: usize) -> Option<Certificate> {
        let mut look = self.slots[lane].as_mut()?.run.look()?;
        let mut found = None;
        for (kind, drift) in self.promising(lane) {
            let Some(drift) = drift else { continue };
            let slot = self.slots[lane].as_ref()?;
            let (lp, isa) = (&slot.context.judge.lp, self.vectors.isa);
            let workspace =
                self.workspace.get_or_insert_with(|| Box::new(Workspace::new(lp.problem.matrix())));
            self.vectors.read_metric(lane, &mut workspace.rows, &mut workspace.columns);
            self.vectors.read_drift(lane, drift, &slot.weights, &mut self.spare);
            infeasible::prepare(&mut self.spare, lp.problem, isa);
            found = infeasible::prove(kind, lp, &mut self.spare, isa, &mut look, workspace);
            if found.is_some() {
                break;
            }
        }
        self.slots[lane].as_mut()?.run.charge(&look);
        found
    }

    /// The most promising direction of each kind.
    fn promising(&mut self, lane: usize) -> [(Kind, Option<Drift>); 2] {
        let mut best = [(Kind::Dual, None), (Kind::Primal, None)];
        let Some(slot) = &self.slots[lane] else { return best };
        let (lp, mut least) = (&slot.context.judge.lp, [f64::INFINITY; 2]);
        for drift in Drift::ALL {
            self.vectors.read_drift(lane, drift, &slot.weights, &mut self.spare);
            infeasible::prepare(&mut self.spare, lp.problem, self.vectors.isa);
            for ((kind, best), least) in best.iter_mut().zip(&mut least) {
                if let Some(weakness) = infeasible::weakness(*kind, lp, &self.spare)
                    && weakness < *least
                {
                    (*best, *least) = (Some(drift), weakness);
                }
            }
        }
        best
    }
}
