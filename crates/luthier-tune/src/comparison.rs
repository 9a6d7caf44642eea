//! A setting against the default, instance by instance.

use crate::cost::{Cost, Measure, Term};
use crate::ledger::Ledger;
use crate::space::SettingId;

/// How a setting did against the default on some instances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Instances on which both were run to their end.
    pub instances: usize,
    /// Cost of the default.
    pub default_cost: f64,
    /// Cost of the setting.
    pub cost: f64,
    /// How many times the cost of the setting the default costs: above 1, the setting is better.
    pub ratio: f64,
    /// An interval around the ratio that holds the ratio for all instances of the family with a probability of about 95%:
    /// an estimate (paired, Student's t), no guarantee. `None` with fewer than two instances.
    pub interval: Option<(f64, f64)>,
    /// Instances on which the setting costs less.
    pub wins: usize,
    /// Instances on which it costs more.
    pub losses: usize,
    /// Instances that the default solved.
    pub default_solved: usize,
    /// Instances that the setting solved.
    pub solved: usize,
}

impl Comparison {
    /// Compares on those of the instances on which both were run to their end; `None` if there are none.
    pub fn new(cost: &Cost, ledger: &Ledger, instances: &[usize], setting: SettingId) -> Option<Comparison> {
        Comparison::between(cost, ledger, instances, SettingId::DEFAULT, setting)
    }

    /// The same with another setting, `base`, in the place of the default.
    pub fn between(
        cost: &Cost,
        ledger: &Ledger,
        instances: &[usize],
        base: SettingId,
        setting: SettingId,
    ) -> Option<Comparison> {
        let known = |instance: usize, setting| {
            let record = ledger.get(instance, setting)?;
            let Term::Known(term) = cost.term(record) else { return None };
            Some((record, term))
        };
        let pairs: Vec<_> =
            instances.iter().filter_map(|i| Some((known(*i, base)?, known(*i, setting)?))).collect();
        let count = pairs.len();
        let terms: Vec<(f64, f64)> = pairs.iter().map(|((_, a), (_, b))| (*a, *b)).collect();
        let (ratio, interval) = ratio(cost, &terms)?;
        let total = |of: fn(&(f64, f64)) -> f64| cost.mean(terms.iter().map(of).sum(), count);
        Some(Comparison {
            instances: count,
            default_cost: total(|t| t.0),
            cost: total(|t| t.1),
            ratio,
            interval,
            wins: terms.iter().filter(|(a, b)| b < a).count(),
            losses: terms.iter().filter(|(a, b)| b > a).count(),
            default_solved: pairs.iter().filter(|((record, _), _)| cost.solved(record)).count(),
            solved: pairs.iter().filter(|(_, (record, _))| cost.solved(record)).count(),
        })
    }

    /// The interval in words.
    pub fn interval_words(&self) -> Option<String> {
        self.interval.map(|(low, high)| format!("{low:.2} to {high:.2}"))
    }

    /// Whether the setting is better beyond doubt, as far as the interval tells.
    pub fn clearly_better(&self) -> bool {
        self.interval.is_some_and(|(low, _)| low > 1.0)
    }
}

/// The ratio of costs with its interval.
fn ratio(cost: &Cost, terms: &[(f64, f64)]) -> Option<(f64, Option<(f64, f64)>)> {
    let count = terms.len() as f64;
    if terms.is_empty() {
        return None;
    }
    let mean = |of: fn(&(f64, f64)) -> f64| terms.iter().map(of).sum::<f64>() / count;
    let (a, b) = (mean(|t| t.0), mean(|t| t.1));
    let spread = |deviation: &dyn Fn(&(f64, f64)) -> f64| {
        let squares: f64 = terms.iter().map(|t| deviation(t).powi(2)).sum();
        (terms.len() > 1).then(|| student(terms.len() - 1) * (squares / (count * (count - 1.0))).sqrt())
    };
    if cost.measure == Measure::Geometric {
        // The terms are logarithms: r = exp(mean(a - b))
        let half = spread(&|(x, y)| x - y - (a - b));
        let r = libm::exp(a - b);
        return Some((r, half.map(|h| (r * libm::exp(-h), r * libm::exp(h)))));
    }
    if !(b > 0.0) {
        return Some((if a > 0.0 { f64::INFINITY } else { 1.0 }, None));
    }
    // r = mean(a) / mean(b), with the standard error of a - r b over mean(b)
    let r = a / b;
    let half = spread(&|(x, y)| (x - r * y) / b);
    Some((r, half.map(|h| ((r - h).max(0.0), r + h))))
}

/// An interval around the mean cost of a setting, in the unit of the measure, that holds the mean over all instances of the
/// family with a probability of about 95%: an estimate (Student's t over the terms, for the shifted geometric mean thus
/// on the scale of logarithms), no guarantee. `None` with fewer than two instances.
pub(crate) fn mean_band(cost: &Cost, terms: &[f64]) -> Option<(f64, f64)> {
    let count = terms.len() as f64;
    if terms.len() < 2 {
        return None;
    }
    let mean = terms.iter().sum::<f64>() / count;
    let squares: f64 = terms.iter().map(|term| (term - mean).powi(2)).sum();
    let half = student(terms.len() - 1) * (squares / (count * (count - 1.0))).sqrt();
    let shown = |mean: f64| cost.mean(mean * count, terms.len()).max(0.0);
    Some((shown(mean - half), shown(mean + half)))
}

/// The 97.5% quantile of Student's t with this many degrees of freedom, to about 1%.
pub(crate) fn student(degrees: usize) -> f64 {
    const Z: f64 = 1.959_964;
    let n = degrees as f64;
    match degrees {
        0 | 1 => 12.706,
        2 => 4.303,
        _ => {
            let (z3, z5, z7) = (Z.powi(3), Z.powi(5), Z.powi(7));
            Z + (z3 + Z) / (4.0 * n)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * n * n)
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * n.powi(3))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Ending, Record};
    use luthier::{Status, Work};

    fn known(iterations: u64) -> Record {
        Record {
            ending: Ending::Ended(Status::Optimal),
            work: Work { iterations, ..Work::default() },
            ladder: [None; 7],
            residuals: None,
            objective: None,
            seconds: 0.0,
        }
    }

    fn ledger(costs: &[(u64, u64)]) -> Ledger {
        let mut ledger = Ledger::default();
        for (instance, (a, b)) in costs.iter().enumerate() {
            ledger.put(instance, SettingId::DEFAULT, known(*a));
            ledger.put(instance, SettingId(1), known(*b));
        }
        ledger
    }

    fn compare(measure: Measure, costs: &[(u64, u64)]) -> Comparison {
        let cost = Cost { measure, rung: None, limit: 10_000 };
        let instances: Vec<usize> = (0..costs.len() + 3).collect();
        Comparison::new(&cost, &ledger(costs), &instances, SettingId(1)).unwrap()
    }

    #[test]
    fn a_constant_ratio_is_certain() {
        let c = compare(Measure::Iterations, &[(200, 100), (400, 200), (1000, 500)]);
        assert_eq!((c.instances, c.ratio, c.wins, c.losses, c.solved), (3, 2.0, 3, 0, 3));
        let (low, high) = c.interval.unwrap();
        assert!((low - 2.0).abs() < 1e-12 && (high - 2.0).abs() < 1e-12);
        assert!(c.clearly_better());
    }

    #[test]
    fn solved_is_what_reached_the_goal_of_the_cost() {
        let mut ledger = ledger(&[(200, 100)]);
        let mut ladder = [None; 7];
        ladder[0] = Some(40);
        let record = Record { ladder, ending: Ending::Ended(Status::IterationLimit), ..known(100) };
        ledger.put(1, SettingId::DEFAULT, known(200));
        ledger.put(1, SettingId(1), record);
        let solved = |rung| {
            let cost = Cost { measure: Measure::Iterations, rung, limit: 10_000 };
            Comparison::new(&cost, &ledger, &[0, 1], SettingId(1)).unwrap().solved
        };
        assert_eq!([solved(None), solved(Some(0)), solved(Some(1))], [1, 2, 1]);
    }

    #[test]
    fn chance_is_not_called_an_improvement() {
        let c = compare(Measure::Iterations, &[(200, 100), (100, 150), (300, 280), (90, 130)]);
        assert!(c.ratio > 1.0 && !c.clearly_better(), "{c:?}");
        let c = compare(Measure::Geometric, &[(200, 100), (100, 190), (300, 280), (90, 130)]);
        assert!(!c.clearly_better(), "{c:?}");
        assert_eq!(compare(Measure::Iterations, &[(5, 4)]).interval, None);
    }

    #[test]
    fn the_interval_covers_as_often_as_it_says() {
        // Pairs with a true ratio of means of 1.5 and a noise of 30%.
        let mut covered = 0;
        let repetitions = 400;
        for repetition in 0..repetitions {
            let mut random = luthier_families::Random::new(1, repetition, 0);
            let mut noise = || libm::exp(0.3 * random.gauss());
            let costs: Vec<(u64, u64)> =
                (0..20).map(|_| ((150_000.0 * noise()) as u64, (100_000.0 * noise()) as u64)).collect();
            let (low, high) = compare(Measure::Iterations, &costs).interval.unwrap();
            covered += u64::from(low <= 1.5 && 1.5 <= high);
        }
        assert!(covered as f64 >= 0.92 * repetitions as f64, "{covered}");
    }

    #[test]
    fn the_band_of_a_mean_is_on_the_scale_of_its_terms() {
        let cost = |measure| Cost { measure, rung: None, limit: 10_000 };
        // Mean 20, standard error 10 / sqrt(3), and 4.303 of them.
        let (low, high) = mean_band(&cost(Measure::Iterations), &[10.0, 20.0, 30.0]).unwrap();
        let half = 4.303 * 10.0 / 3f64.sqrt();
        assert!((high - 20.0 - half).abs() < 1e-12 && low == 0.0, "{low} {high}");
        // The same logarithms around that of 100 + 10.
        let terms = [-0.1, 0.0, 0.1].map(|d| libm::log(110.0) + d);
        let (low, high) = mean_band(&cost(Measure::Geometric), &terms).unwrap();
        let half = libm::exp(4.303 * 0.1 / 3f64.sqrt());
        assert!((low - (110.0 / half - 10.0)).abs() < 1e-9 && (high - (110.0 * half - 10.0)).abs() < 1e-9);
        assert_eq!(mean_band(&cost(Measure::Iterations), &[10.0]), None);
    }

    #[test]
    fn quantiles_are_those_of_tables() {
        for (degrees, quantile) in [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)] {
            assert!((student(degrees) / quantile - 1.0).abs() < 0.01, "{degrees}");
        }
    }
}
