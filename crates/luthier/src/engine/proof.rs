//! The search of a lane for a proof that its problem has no solution.

use super::group::Group;
use super::scheme::{Drift, Scheme};
use crate::certificate::Certificate;
use crate::infeasible::{self, Kind, Workspace};
use crate::run::{Look, TURNS};

impl<V: Scheme> Group<'_, V> {
    /// Looks at the directions in which a lane drifts, from time to time; a certificate that the verifier has accepted, if
    /// one is found.
    pub(super) fn find_proof(&mut self, lane: usize) -> Option<Certificate> {
        let mut look = self.slots[lane].as_mut()?.run.look()?;
        let found = self.look(lane, &mut look);
        self.slots[lane].as_mut()?.run.charge(&look);
        self.charge(lane);
        found
    }

    /// Looks more closely before a run gives up.
    pub(super) fn find_last_proof(&mut self, lane: usize) -> Option<Certificate> {
        let slot = self.slots[lane].as_ref()?;
        let (looks, limits) = (slot.run.last_looks(), slot.context.limits);
        for mut look in looks.take_while(|_| !limits.reached()) {
            let found = self.look(lane, &mut look);
            self.slots[lane].as_mut()?.run.charge(&look);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn look(&mut self, lane: usize, look: &mut Look) -> Option<Certificate> {
        for (kind, drift) in self.promising(lane, look.turn) {
            let Some(drift) = drift else { continue };
            let slot = self.slots[lane].as_ref()?;
            let (lp, team, limits) = (&slot.context.judge.lp, self.frame.team(), slot.context.limits);
            let workspace =
                self.workspace.get_or_insert_with(|| Box::new(Workspace::new(lp.problem.matrix())));
            self.frame.read_metric(lane, &mut workspace.rows, &mut workspace.columns);
            self.vectors.read_drift(&self.frame, slot, lane, drift, &mut self.spare);
            infeasible::prepare(&mut self.spare, lp.problem, team);
            let stop = || limits.reached();
            let found = infeasible::prove(kind, lp, &mut self.spare, team, look, workspace, &stop);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// A promising direction of each kind: the best one, or in its turn one that is noisier but forgets faster where the
    /// run came from.
    fn promising(&mut self, lane: usize, turn: usize) -> [(Kind, Option<Drift>); 2] {
        let drifts = match turn % TURNS {
            0 => &Drift::ALL[..],
            1 => &[Drift::Epoch],
            _ => &[Drift::Step],
        };
        let mut best = [(Kind::Dual, None), (Kind::Primal, None)];
        let Some(slot) = &self.slots[lane] else { return best };
        let (lp, mut least) = (&slot.context.judge.lp, [f64::INFINITY; 2]);
        for &drift in drifts {
            self.vectors.read_drift(&self.frame, slot, lane, drift, &mut self.spare);
            infeasible::prepare(&mut self.spare, lp.problem, self.frame.team());
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
