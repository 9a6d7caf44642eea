//! Reflected Halpern PDHG: a constant step, an anchor that pulls ever less, restarts by the fixed-point error, a
//! controlled weight.

use super::Judgement;
use super::pid::{Balance, Pid};
use super::restart::{Epoch, RestartCondition, RestartRule};
use super::rules::Place;
use super::step_size::Movement;
use crate::params::Parameters;

/// The rules of the Halpern method, and what they remember.
#[derive(Clone, Debug)]
pub(super) struct Halpern {
    pub(super) restarts: RestartRule,
    pid: Pid,
    reflection: f64,
    step_scale: f64,
    correction: f64,
    /// The estimate of |K~|_2 behind the step size, and what that norm certainly does not exceed.
    norm: f64,
    bound: f64,
    /// Fixed-point errors: of the last step, of the first one of this epoch, and at its previous check.
    error: f64,
    baseline: f64,
    previous: Option<f64>,
}

impl Halpern {
    pub(super) fn new(parameters: &Parameters, eta: f64, bound: f64, omega: f64) -> Halpern {
        Halpern {
            restarts: RestartRule::new(parameters),
            pid: Pid::new(parameters, omega),
            reflection: parameters.reflection,
            step_scale: parameters.step_scale,
            correction: parameters.norm_correction,
            norm: parameters.step_scale / eta,
            bound,
            error: 0.0,
            baseline: 0.0,
            previous: None,
        }
    }

    /// How the next iterate follows from the point z^, the iterate z and the anchor z0, after `t` steps of an epoch:
    /// w (gamma (2 z^ - z) + (1 - gamma) z) + (1 - w) z0,   w = (t+1) / (t+2)
    pub(super) fn blend(&self, t: u64) -> [f64; 3] {
        let count = t as f64;
        let w = (count + 1.0) / (count + 2.0);
        [2.0 * self.reflection * w, (1.0 - 2.0 * self.reflection) * w, 1.0 / (count + 2.0)]
    }

    /// Decides about a step; the step size to go on with, too.
    ///
    /// With P = [omega/eta K'; K 1/(eta omega)] in the scaled space, the error of a fixed point is |z^ - z|_P, and
    ///
    /// eta |z^ - z|_P^2 = omega |dx|^2 + |dy|^2 / omega + 2 eta dy'K dx
    ///
    /// which is positive if eta |K~|_2 < 1. If it is negative, the norm was taken for less than it is, unless that is
    /// ruled out: then it is rounding.
    pub(super) fn judge(&mut self, at: &Place, movement: &Movement) -> (Judgement, f64) {
        let distance = at.omega * movement.primal2 + movement.dual2 / at.omega;
        let error2 = distance + 2.0 * at.eta * movement.interaction;
        if error2 < 0.0 && self.norm < self.bound {
            // What this step shows the norm to be at least.
            let shown = 2.0 * movement.interaction.abs() / distance;
            self.norm = (self.correction * self.norm).max(shown).min(self.bound);
            return (Judgement::Rejected, self.step_scale / self.norm);
        }
        self.error = error2.max(0.0).sqrt();
        if at.t == 0 {
            self.baseline = self.error;
        }
        (Judgement::Accepted, at.eta)
    }

    /// Why to restart after a check, if at all. The first check is always followed by a restart, so that the weight is set
    /// right early.
    pub(super) fn restart_due(&mut self, at: &Place) -> Option<RestartCondition> {
        let epoch = Epoch { t: at.t - 1, k: at.k, baseline: self.baseline, previous: self.previous };
        self.previous = Some(self.error);
        let due = self.restarts.due(self.error, &epoch);
        due.or_else(|| (at.restarts == 0).then_some(RestartCondition::FirstCheck))
    }

    /// The weight after a restart.
    pub(super) fn restart(&mut self, omega: f64, epoch: &Balance) -> f64 {
        self.pid.updated(omega, epoch)
    }

    pub(super) fn new_epoch(&mut self) {
        self.previous = None;
    }

    /// Takes note of a step size that was forced upon the method.
    pub(super) fn forced(&mut self, eta: f64) {
        self.norm = self.step_scale / eta;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halpern(change: impl Fn(&mut Parameters)) -> Halpern {
        let mut parameters = Parameters { step_scale: 1.0, ..Parameters::default() };
        change(&mut parameters);
        Halpern::new(&parameters, 0.5, 8.0, 1.0)
    }

    fn at(eta: f64, t: u64, k: u64, restarts: u64) -> Place {
        Place { eta, omega: 1.0, k, t, searching: 0, restarts }
    }

    #[test]
    fn the_anchor_pulls_less_and_less() {
        let h = halpern(|_| ());
        assert_eq!([h.blend(0), h.blend(2)], [[1.0, -0.5, 0.5], [1.5, -0.75, 0.25]]);
        let unreflected = halpern(|p| p.reflection = 0.5);
        assert_eq!(unreflected.blend(0), [0.5, 0.0, 0.5]);
        for t in [0, 1, 7, 1000] {
            for h in [&h, &unreflected] {
                assert!((h.blend(t).iter().sum::<f64>() - 1.0).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn a_step_that_contradicts_the_norm_enlarges_it() {
        // |dx| = |dy| = 1 and dy'K dx = -m show that the norm is at least m; it was taken for 2.
        let seen = |m: f64| Movement { primal2: 1.0, dual2: 1.0, interaction: -m };
        let mut h = halpern(|_| ());
        assert_eq!(h.judge(&at(0.5, 0, 0, 1), &seen(1.5)), (Judgement::Accepted, 0.5));
        assert!((h.error - 0.5f64.sqrt()).abs() < 1e-15);
        assert_eq!(
            h.judge(&at(0.5, 1, 1, 1), &seen(2.01)),
            (Judgement::Rejected, 1.0 / 2.1),
            "by the factor"
        );
        assert_eq!(h.judge(&at(0.5, 0, 0, 1), &seen(4.0)), (Judgement::Rejected, 0.25), "as far as was seen");
        assert_eq!(h.judge(&at(0.25, 0, 0, 1), &seen(50.0)), (Judgement::Rejected, 0.125), "up to the bound");
        assert_eq!(
            h.judge(&at(0.125, 0, 0, 1), &seen(8.1)),
            (Judgement::Accepted, 0.125),
            "that is rounding"
        );
        assert_eq!(h.error, 0.0);
    }

    #[test]
    fn the_first_check_restarts() {
        let never = |p: &mut Parameters| p.artificial_restart = f64::INFINITY;
        let mut h = halpern(never);
        (h.baseline, h.error) = (1.0, 0.9);
        assert_eq!(h.restart_due(&at(0.5, 64, 64, 0)), Some(RestartCondition::FirstCheck));
        assert_eq!(h.restart_due(&at(0.5, 64, 128, 1)), None);
        h.error = 0.2;
        assert_eq!(h.restart_due(&at(0.5, 64, 128, 1)), Some(RestartCondition::Sufficient));
    }
}
