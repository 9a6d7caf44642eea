//! Trials that are looked up in a table instead of run.
#![allow(dead_code)]

use luthier::params::{Value, find};
use luthier::{LADDER, Parameters, Status, Work};
use luthier_families::Random;
use luthier_tune::{
    Ask, Axis, Choice, Cost, Ending, Field, Ledger, Measure, Plan, Record, Residuals, Round, Search,
    SettingId, Space, Term,
};

/// The iteration limit of all runs.
pub const LIMIT: u64 = 50_000;

/// Measures by which runs can be laid aside.
pub const COUNTED: [Measure; 4] = [Measure::Iterations, Measure::Passes, Measure::Geometric, Measure::Par10];

/// How a trial ends if it is let.
#[derive(Clone, Copy, Debug)]
pub struct End {
    pub iterations: u64,
    pub rejected: u64,
    pub solved: bool,
}

/// A space, instances in some order, and the end of every trial.
pub struct World {
    pub space: Space,
    pub cost: Cost,
    pub train: Vec<usize>,
    /// By instance, then by position among the settings.
    pub ends: Vec<Vec<End>>,
}

/// A grid of so many values of two parameters; the default is not a point of it.
pub fn space(thetas: usize, alphas: usize) -> Space {
    let axis = |name, from: f64, to: f64, count: usize| {
        let value = |i: usize| Value::Real(from + (to - from) * (i as f64 + 0.5) / count as f64);
        Axis { parameter: find(name).unwrap(), values: (0..count).map(value).collect() }
    };
    let axes =
        vec![axis("weight_smoothing", 0.01, 0.98, thetas), axis("pock_chambolle_alpha", 0.01, 1.98, alphas)];
    Space::new(Parameters::default(), axes).unwrap()
}

/// A standard normal draw.
pub fn normal(random: &mut Random) -> f64 {
    let (radius, angle) = ((-2.0 * (1.0 - random.unit()).ln()).sqrt(), std::f64::consts::TAU * random.unit());
    radius * angle.cos()
}

/// An order of the numbers below `count`.
pub fn shuffled(random: &mut Random, count: usize) -> Vec<usize> {
    let mut order: Vec<_> = (0..count).collect();
    for i in (1..count).rev() {
        order.swap(i, random.below(i + 1));
    }
    order
}

impl World {
    /// Ends from a function of instance and position of the setting.
    pub fn new(
        space: Space,
        measure: Measure,
        train: Vec<usize>,
        mut end: impl FnMut(usize, usize) -> End,
    ) -> World {
        let settings = space.settings().len();
        let ends = (0..train.len()).map(|i| (0..settings).map(|s| end(i, s)).collect()).collect();
        World { space, cost: Cost { measure, rung: None, limit: LIMIT }, train, ends }
    }

    /// Costs of a kind that the seed chooses: many that are equal, some that never end, or smooth ones with noise.
    pub fn random(seed: u64) -> World {
        let mut random = Random::new(seed, 0, 0);
        let space = space(1 + random.below(5), 1 + random.below(6));
        let instances = 1 + random.below(12);
        let train = shuffled(&mut random, instances);
        let measure = COUNTED[random.below(4)];
        let (kind, bad) = (random.below(4), 0.3 * random.unit());
        World::new(space, measure, train, |_, setting| {
            let iterations = match kind {
                0 => 1 + random.below(3) as u64,
                1 => 200 * (1 + random.below(4) as u64),
                _ => (900.0 * (0.05 * setting as f64 + 0.4 * normal(&mut random)).exp()) as u64 + 1,
            };
            let solved = kind == 0 || random.unit() >= bad;
            let iterations = if solved || random.unit() < 0.3 { iterations } else { LIMIT };
            End { iterations, rejected: random.below(1 + iterations as usize / 8) as u64, solved }
        })
    }

    /// A smooth valley over two parameters, instances of different sizes, and noise in every trial.
    pub fn valley(seed: u64, side: usize, instances: usize, noise: f64) -> World {
        let mut random = Random::new(seed, 0, 1);
        let bottom = [random.uniform((0.2, 0.8)), random.uniform((0.2, 0.8))];
        let slope = [random.uniform((2.0, 2.8)).ln(), random.uniform((2.0, 2.8)).ln()];
        let height = |steps: [usize; 2]| {
            let part = |i: usize| {
                let distance = steps[i] as f64 / (side - 1) as f64 - bottom[i];
                slope[i] * (distance / bottom[i].max(1.0 - bottom[i])).powi(2)
            };
            part(0) + part(1)
        };
        let sizes: Vec<_> = (0..instances).map(|_| 0.5 * normal(&mut random)).collect();
        let train = shuffled(&mut random, instances);
        World::new(space(side, side), Measure::Iterations, train, |instance, setting| {
            let level = match setting.checked_sub(1) {
                Some(point) => height([point / side, point % side]),
                None => 0.3,
            };
            let iterations = 1000.0 * (level + sizes[instance] + noise * normal(&mut random)).exp();
            End { iterations: iterations as u64 + 1, rejected: 0, solved: true }
        })
    }

    pub fn field<'a>(&'a self, ledger: &'a Ledger) -> Field<'a> {
        Field { space: &self.space, cost: &self.cost, ledger, train: &self.train }
    }

    fn end(&self, instance: usize, setting: SettingId) -> End {
        let position = self.space.settings().iter().position(|s| *s == setting).unwrap();
        self.ends[instance][position]
    }

    /// What running a trial gives.
    pub fn record(&self, ask: &Ask) -> Record {
        let end = self.end(ask.instance, ask.setting);
        let by_passes = self.cost.measure == Measure::Passes;
        let needed = end.iterations + if by_passes { end.rejected } else { 0 };
        let work = |iterations, rejected_steps| Work { iterations, rejected_steps, ..Work::default() };
        let seconds = end.iterations as f64 * 1e-3;
        let plain = |ending, work| Record {
            ending,
            work,
            ladder: [None; LADDER.len()],
            residuals: None,
            objective: None,
            seconds,
        };
        match ask.until {
            Some(until) if until < needed => {
                let rejected = if by_passes { until / 10 } else { 0 };
                plain(Ending::Capped, work(until - rejected, rejected))
            }
            _ => {
                let status = if end.solved { Status::Optimal } else { Status::Stalled };
                let residuals = Some(Residuals { primal: 0.0, dual: 0.0, gap: 0.0 });
                let whole = work(end.iterations, end.rejected);
                Record { residuals, objective: Some(0.0), ..plain(Ending::Ended(status), whole) }
            }
        }
    }

    /// Runs a search to its answer; what it asked for, round by round.
    pub fn run(&self, search: Search, ledger: &mut Ledger) -> (Choice, Vec<Round>) {
        let mut rounds = Vec::new();
        loop {
            match search.plan(&self.field(ledger)) {
                Plan::Done(choice) => return (choice, rounds),
                Plan::Run(round) => {
                    assert!(!round.asks.is_empty(), "a round without trials");
                    self.answer(&round.asks, ledger);
                    rounds.push(round);
                }
            }
            assert!(rounds.len() < 1000, "the search does not end");
        }
    }

    pub fn answer(&self, asks: &[Ask], ledger: &mut Ledger) {
        for ask in asks {
            assert!(ledger.put(ask.instance, ask.setting, self.record(ask)), "asked again: {ask:?}");
        }
    }

    /// The answer of a search that knows nothing in the beginning, and all that it came to know.
    pub fn fresh(&self, search: Search) -> (Choice, Ledger) {
        let mut ledger = Ledger::default();
        let (choice, _) = self.run(search, &mut ledger);
        (choice, ledger)
    }

    /// The term of a trial that is run to its end; the setting by its position.
    pub fn term(&self, column: usize, setting: usize) -> f64 {
        let (instance, setting) = (self.train[column], self.space.settings()[setting]);
        match self.cost.term(&self.record(&Ask { instance, setting, until: None })) {
            Term::Known(term) => term,
            Term::AtLeast(_) => panic!("a whole run is known"),
        }
    }

    /// What a setting costs on the first instances.
    pub fn sum(&self, setting: usize, columns: usize) -> f64 {
        (0..columns).map(|column| self.term(column, setting)).sum()
    }

    /// Iterations of all trials.
    pub fn everything(&self) -> u64 {
        self.ends.iter().flatten().map(|end| end.iterations).sum()
    }
}

/// Iterations behind what is known.
pub fn iterations(ledger: &Ledger) -> u64 {
    ledger.iter().map(|(_, _, record)| record.work.iterations).sum()
}
