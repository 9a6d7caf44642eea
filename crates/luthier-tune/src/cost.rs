//! What a trial costs, and what is known about the cost of one that was laid aside.

use crate::error::Error;
use crate::record::{Ending, Record};
use luthier::LADDER;

/// How the costs of trials are measured and put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The mean of iterations; unsolved trials count as the iteration limit. The paper's measure.
    Iterations,
    /// The mean of matrix passes, which count rejected steps too.
    Passes,
    /// The shifted geometric mean of iterations: every instance counts alike, large or small.
    Geometric,
    /// The mean of iterations, where unsolved trials count ten times the iteration limit.
    Par10,
    /// The mean of seconds. They are noisy, and runs share a machine: nothing can be pruned by them.
    Seconds,
}

/// What the work of a run is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Accepted steps.
    Iterations,
    /// Steps tried.
    MatrixPasses,
}

/// What is known about the cost of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Term {
    /// It costs this much.
    Known(f64),
    /// It costs at least this much.
    AtLeast(f64),
}

/// Added to iterations before the logarithm in the shifted geometric mean.
pub(crate) const SHIFT: f64 = 10.0;

/// What an unsolved trial costs in multiples of the limit, for [`Measure::Par10`].
const PENALTY: f64 = 10.0;

/// How a setting is charged for a trial. The cost of a setting is the sum over instances of terms that grow with the work
/// that a run takes; what people get to see is [`Cost::mean`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// What is measured.
    pub measure: Measure,
    /// The step of [`LADDER`] that counts as solved; `None`: the end of the run.
    pub rung: Option<usize>,
    /// The iteration limit of all runs.
    pub limit: u64,
}

impl Measure {
    /// All measures with their names.
    pub const ALL: [(&'static str, Measure); 5] = [
        ("iterations", Measure::Iterations),
        ("passes", Measure::Passes),
        ("sgm", Measure::Geometric),
        ("par10", Measure::Par10),
        ("seconds", Measure::Seconds),
    ];

    /// The measure with this name.
    pub fn parse(name: &str) -> Result<Measure, Error> {
        let found = Measure::ALL.iter().find(|(n, _)| *n == name).map(|(_, measure)| *measure);
        found.ok_or_else(|| {
            let names = Measure::ALL.map(|(name, _)| name);
            let meant = luthier::nearest(name, names.into_iter()).map(|m| format!("; did you mean {m}?"));
            Error::Question {
                what: format!("cost '{}'", luthier::escape_name(name)),
                problem: format!("expected one of {}{}", names.join(", "), meant.unwrap_or_default()),
            }
        })
    }

    /// What it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Measure::Iterations => "mean iterations",
            Measure::Passes => "mean matrix passes",
            Measure::Geometric => "shifted geometric mean of iterations",
            Measure::Par10 => "mean iterations, unsolved ones at ten times the limit",
            Measure::Seconds => "mean seconds",
        }
    }

    /// What it is counted in.
    pub fn unit(self) -> &'static str {
        match self {
            Measure::Iterations | Measure::Geometric | Measure::Par10 => "iterations",
            Measure::Passes => "passes",
            Measure::Seconds => "seconds",
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Measure::ALL.iter().find(|(_, m)| *m == self).map_or("", |(name, _)| name)
    }
}

impl Cost {
    /// What work is counted in, if a run can be laid aside without changing what its cost is known to exceed.
    pub fn unit(&self) -> Option<Unit> {
        match self.measure {
            Measure::Iterations | Measure::Geometric | Measure::Par10 => Some(Unit::Iterations),
            Measure::Passes => Some(Unit::MatrixPasses),
            Measure::Seconds => None,
        }
    }

    /// The term of a trial that took this much work and was solved.
    pub fn of_work(&self, work: u64) -> f64 {
        match self.measure {
            Measure::Geometric => libm::log(work as f64 + SHIFT),
            _ => work as f64,
        }
    }

    /// What is added to both costs before they are divided to say how much better one is.
    pub fn shift(&self) -> f64 {
        if self.measure == Measure::Geometric { SHIFT } else { 0.0 }
    }

    /// The least that any trial can cost.
    pub fn least(&self) -> f64 {
        self.of_work(0)
    }

    /// The term of a trial.
    pub fn term(&self, record: &Record) -> Term {
        self.term_until(record, u64::MAX)
    }

    /// What would be known about a trial if it had been laid aside after this much work.
    pub fn term_until(&self, record: &Record, until: u64) -> Term {
        let spent = self.spent(record);
        let ended = matches!(record.ending, Ending::Ended(_));
        match self.reached(record) {
            Some(work) if work <= until => Term::Known(self.goal(record, work)),
            None if ended && spent <= until => Term::Known(self.unsolved(record)),
            _ => Term::AtLeast(self.of_work(spent.min(until))),
        }
    }

    /// The least work that makes a term exceed an allowance; `None` if no work does.
    pub fn work_beyond(&self, allowance: f64) -> Option<u64> {
        let work = match self.measure {
            Measure::Geometric => libm::exp(allowance) - SHIFT,
            _ => allowance,
        };
        let mut work = if work >= 0.0 { (work.floor() as u64).saturating_sub(1) } else { 0 };
        // Rounding may have moved it by one.
        while self.of_work(work) <= allowance {
            work = work.checked_add(1)?;
        }
        Some(work)
    }

    /// The number for people: the mean of terms, back in the unit of the measure.
    pub fn mean(&self, total: f64, count: usize) -> f64 {
        let mean = total / count as f64;
        match self.measure {
            Measure::Geometric => libm::exp(mean) - SHIFT,
            _ => mean,
        }
    }

    /// Work spent on a trial.
    fn spent(&self, record: &Record) -> u64 {
        match self.unit() {
            Some(Unit::MatrixPasses) => record.work.matrix_passes(),
            Some(Unit::Iterations) | None => record.work.iterations,
        }
    }

    /// The work after which a trial was at its goal, if it was.
    fn reached(&self, record: &Record) -> Option<u64> {
        match self.rung.and_then(|rung| record.ladder.get(rung)) {
            Some(Some(iteration)) => Some(*iteration),
            _ => record.solved().then(|| self.spent(record)),
        }
    }

    /// Whether a trial was at its goal, however it went on.
    pub(crate) fn solved(&self, record: &Record) -> bool {
        self.reached(record).is_some()
    }

    fn goal(&self, record: &Record, work: u64) -> f64 {
        if self.measure == Measure::Seconds { record.seconds } else { self.of_work(work) }
    }

    /// The term of a trial that ended without an answer.
    fn unsolved(&self, record: &Record) -> f64 {
        let limit = self.limit.max(record.work.iterations);
        match self.measure {
            Measure::Par10 => PENALTY * self.of_work(limit),
            Measure::Passes => self.of_work(limit.max(record.work.matrix_passes())),
            Measure::Iterations | Measure::Geometric => self.of_work(limit),
            // As if it had gone on at its pace to the limit.
            Measure::Seconds => record.seconds * limit as f64 / record.work.iterations.max(1) as f64,
        }
    }
}

/// The step of the ladder with this tolerance.
pub fn rung_of(tolerance: f64) -> Option<usize> {
    LADDER.iter().position(|t| (t / tolerance - 1.0).abs() < 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Residuals;
    use luthier::{Status, Work};

    fn record(ending: Ending, iterations: u64, rejected_steps: u64) -> Record {
        let residuals = Some(Residuals { primal: 0.0, dual: 0.0, gap: 0.0 });
        let mut ladder = [None; LADDER.len()];
        ladder[0] = Some(iterations / 2);
        let work = Work { iterations, rejected_steps, ..Work::default() };
        Record { ending, work, ladder, residuals, objective: Some(0.0), seconds: 0.5 }
    }

    fn cost(measure: Measure) -> Cost {
        Cost { measure, rung: None, limit: 1000 }
    }

    #[test]
    fn unsolved_trials_are_charged_the_limit_and_capped_ones_are_bounds() {
        let solved = record(Ending::Ended(Status::Optimal), 300, 20);
        let stalled = record(Ending::Ended(Status::Stalled), 300, 20);
        let capped = record(Ending::Capped, 300, 20);
        let terms = |m: Measure| [&solved, &stalled, &capped].map(|r| cost(m).term(r));
        use Term::{AtLeast, Known};
        assert_eq!(terms(Measure::Iterations), [Known(300.0), Known(1000.0), AtLeast(300.0)]);
        assert_eq!(terms(Measure::Passes), [Known(320.0), Known(1000.0), AtLeast(320.0)]);
        assert_eq!(terms(Measure::Par10), [Known(300.0), Known(10000.0), AtLeast(300.0)]);
        assert_eq!(terms(Measure::Geometric)[0], Known(libm::log(310.0)));
        assert_eq!(cost(Measure::Seconds).term(&solved), Known(0.5));
    }

    #[test]
    fn a_looser_goal_is_read_off_the_ladder() {
        let stalled = record(Ending::Ended(Status::Stalled), 300, 20);
        let loose = Cost { rung: Some(0), ..cost(Measure::Iterations) };
        assert_eq!(loose.term(&stalled), Term::Known(150.0));
        assert_eq!(loose.term_until(&stalled, 149), Term::AtLeast(149.0));
        let tight = Cost { rung: Some(3), ..cost(Measure::Iterations) };
        assert_eq!(tight.term(&stalled), Term::Known(1000.0));
        assert_eq!(rung_of(1e-4), Some(2));
        assert_eq!(rung_of(3e-4), None);
    }

    #[test]
    fn what_is_known_at_a_cap_does_not_depend_on_what_came_later() {
        for measure in [Measure::Iterations, Measure::Passes, Measure::Geometric, Measure::Par10] {
            let cost = cost(measure);
            let whole = record(Ending::Ended(Status::Optimal), 300, 0);
            let capped = record(Ending::Capped, 200, 0);
            assert_eq!(cost.term_until(&whole, 200), cost.term(&capped));
            assert_eq!(cost.term_until(&whole, 300), cost.term(&whole));
        }
    }

    #[test]
    fn the_work_beyond_an_allowance_is_the_least() {
        for measure in [Measure::Iterations, Measure::Passes, Measure::Geometric, Measure::Par10] {
            let cost = cost(measure);
            for allowance in [-3.0, 0.0, 0.5, 4.7, 5.0, 6.2, 299.0, 300.5] {
                let Some(work) = cost.work_beyond(allowance) else { continue };
                assert!(cost.of_work(work) > allowance, "{measure:?} {allowance}");
                assert!(work == 0 || cost.of_work(work - 1) <= allowance, "{measure:?} {allowance}");
            }
        }
        assert_eq!(cost(Measure::Iterations).work_beyond(f64::INFINITY), None);
    }
}
