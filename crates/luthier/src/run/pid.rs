//! The primal weight of the Halpern method: a controller that balances how far x and y go in an epoch.

use crate::params::Parameters;

/// Distances outside of this say nothing about the weight.
const DISTANCES: (f64, f64) = (1e-16, 1e12);

/// What an epoch tells about the weight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Balance {
    /// How far x went since the last restart, in the metric.
    pub primal_distance: f64,
    /// How far y went.
    pub dual_distance: f64,
    /// Relative dual residual over relative primal residual of the point that was reached.
    pub residuals: f64,
}

/// The controller. Its error is how far the weight is from the one that makes both distances equal, on a logarithmic scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pid {
    proportional: f64,
    integral: f64,
    derivative: f64,
    memory: f64,
    window: f64,
    /// Sum of past errors, older ones faded, and the last one.
    sum: f64,
    last: f64,
    /// How far the residuals were apart when they were closest, and the weight that was chosen then.
    closest: f64,
    best: f64,
}

impl Pid {
    pub(crate) fn new(parameters: &Parameters, omega: f64) -> Pid {
        Pid {
            proportional: parameters.weight_proportional,
            integral: parameters.weight_integral,
            derivative: parameters.weight_derivative,
            memory: parameters.weight_memory,
            window: parameters.weight_window,
            sum: 0.0,
            last: 0.0,
            closest: f64::INFINITY,
            best: omega,
        }
    }

    /// error = log(|dy| / |dx|) - log omega    sum = memory sum + error
    /// log omega' = log omega + k_p error + k_i sum + k_d (error - last)
    ///
    /// Where the distances or the residuals say nothing, the best weight so far, and past errors are forgotten.
    pub(crate) fn updated(&mut self, omega: f64, epoch: &Balance) -> f64 {
        let next = if self.trusts(epoch) { self.controlled(omega, epoch) } else { None };
        let next = next.unwrap_or_else(|| {
            (self.sum, self.last) = (0.0, 0.0);
            self.best
        });
        let apart = libm::log(epoch.residuals).abs();
        if apart < self.closest {
            (self.closest, self.best) = (apart, next);
        }
        next
    }

    fn trusts(&self, epoch: &Balance) -> bool {
        let within = |v: f64, (from, to): (f64, f64)| v > from && v < to;
        within(epoch.primal_distance, DISTANCES)
            && within(epoch.dual_distance, DISTANCES)
            && within(epoch.residuals, (1.0 / self.window, self.window))
    }

    /// The weight that the controller asks for, if it is one.
    fn controlled(&mut self, omega: f64, epoch: &Balance) -> Option<f64> {
        let logarithm = libm::log(omega);
        let error = libm::log(epoch.dual_distance) - libm::log(epoch.primal_distance) - logarithm;
        self.sum = self.memory * self.sum + error;
        let change =
            self.proportional * error + self.integral * self.sum + self.derivative * (error - self.last);
        self.last = error;
        let next = libm::exp(logarithm + change);
        (next.is_finite() && next > 0.0).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pid(change: impl Fn(&mut Parameters)) -> Pid {
        let mut parameters = Parameters::default();
        change(&mut parameters);
        Pid::new(&parameters, 4.0)
    }

    fn epoch(primal_distance: f64, dual_distance: f64, residuals: f64) -> Balance {
        Balance { primal_distance, dual_distance, residuals }
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-13 * b.abs(), "{a} is not {b}");
    }

    #[test]
    fn in_full_proportion_it_jumps_to_the_balance() {
        let mut pid = pid(|p| (p.weight_proportional, p.weight_integral) = (1.0, 0.0));
        close(pid.updated(4.0, &epoch(2.0, 18.0, 1.0)), 9.0);
        close(pid.updated(9.0, &epoch(3.0, 1.0, 1.0)), 1.0 / 3.0);
    }

    #[test]
    fn sum_and_change_of_the_errors_count_as_said() {
        let mut pid = pid(|p| {
            (p.weight_proportional, p.weight_integral, p.weight_derivative) = (0.5, 0.25, 0.125);
        });
        let e = |power: i32| 2f64.powi(power);
        // Errors of 4, then of 2 (log 2): sums 4, then 0.3 * 4 + 2; changes 4, then -2.
        close(pid.updated(1.0, &epoch(1.0, e(4), 1.0)), 2f64.powf(0.5 * 4.0 + 0.25 * 4.0 + 0.125 * 4.0));
        close(pid.updated(1.0, &epoch(1.0, e(2), 1.0)), 2f64.powf(0.5 * 2.0 + 0.25 * 3.2 - 0.125 * 2.0));
    }

    #[test]
    fn where_nothing_can_be_learned_the_best_weight_comes_back() {
        let mut pid = pid(|p| p.weight_window = 100.0);
        let good = pid.updated(4.0, &epoch(1.0, 2.0, 1.5));
        let other = pid.updated(good, &epoch(1.0, 50.0, 20.0));
        assert!(other > 20.0 * good, "{good}, {other}");
        for useless in [
            epoch(0.0, 1.0, 1.0),
            epoch(1.0, 1e13, 1.0),
            epoch(1.0, 1.0, 100.0),
            epoch(1.0, 1.0, 0.0),
            epoch(1.0, 1.0, f64::INFINITY),
            epoch(f64::NAN, 1.0, 1.0),
            epoch(1.0, 1.0, f64::NAN),
        ] {
            let mut pid = pid;
            assert_eq!(pid.updated(other, &useless), good, "{useless:?}");
            assert_eq!((pid.sum, pid.last), (0.0, 0.0));
        }
        let untouched = Pid::new(&Parameters::default(), 4.0).updated(7.0, &epoch(0.0, 0.0, 1.0));
        assert_eq!(untouched, 4.0, "the first weight, as long as there is no better one");
    }
}
