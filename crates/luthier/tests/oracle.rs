//! The engine against a naive, dense implementation of the same mathematics: every branch, over random LPs and
//! settings.

#[path = "support/oracle.rs"]
mod oracle;
mod support;

use luthier::params::{
    KktWeights, Method, Parameters, PockChambolle, ReducedCostRule, TestedPoint, WeightRule,
};
use luthier::{BatchOptions, Control, Problem, ProblemBuilder, Sense, Status, Trial, Which, run_batch};
use oracle::OracleStep;
use std::collections::BTreeMap;
use support::families::{Random, decay_decay, random_lp, transportation};
use support::recorded::files;
use support::trace::{Kept, Recorder};

/// Steps compared in every run.
const STEPS: u64 = 50;

/// A branch that differs is excused only if a comparison was this near to a tie, relatively.
const TIE: f64 = 1e-9;

/// What iterates, step sizes and weights may differ by.
const CLOSE: f64 = 1e-7;

/// Beyond [`CLOSE`], and up to this, a difference is excused if the oracle itself moves by a comparable amount
/// when its data is changed by rounding errors.
const CHAOS: f64 = 1e-5;

/// One rounding error in the data stands for at most so many in 50 steps of arithmetic.
const AMPLIFIED: f64 = 30.0;

/// Points are compared relative to their largest entry, but at least to this.
const TINY: f64 = 1e-9;

// ---- What a step says ----

/// The branches of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Branches {
    k: u64,
    outer: u64,
    t: u64,
    rejected: u64,
    restart: Option<Which>,
    terminates: bool,
    checked: bool,
}

fn branches(s: &Kept) -> Branches {
    let &Kept { k, outer, t, rejected, restart, terminates, kkt, .. } = s;
    Branches { k, outer, t, rejected, restart, terminates, checked: kkt.is_some() }
}

fn oracle_branches(s: &OracleStep) -> Branches {
    let &OracleStep { k, outer, t, rejected, restart, terminates, checked, .. } = s;
    Branches { k, outer, t, rejected, restart, terminates, checked }
}

fn largest(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |size, v| size.max(v.abs()))
}

/// Largest difference; infinite if it is not a number.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, |largest, d| if d.is_nan() { f64::INFINITY } else { largest.max(d) })
}

// ---- Problems and settings ----

/// Far from those of its neighbours: the streams of consecutive seeds overlap.
fn hash(seed: u64) -> u64 {
    Random::new(seed).bits()
}

/// A random LP; one in four also has a free row, an empty row, an empty column and a fixed variable.
fn instance(seed: u64, rows: usize, columns: usize) -> Problem {
    let base = random_lp(hash(seed), rows, columns);
    if !special(seed) {
        return base;
    }
    // Row `rows` is free, the next one empty; column `columns` is empty, the next one fixed.
    let (free_row, fixed_column, value) = (rows, columns + 1, 0.7);
    let mut triplets = vec![(free_row, 0, 1.5), (free_row, fixed_column, -1.0)];
    let (mut row_lower, mut row_upper) = (base.row_lower().to_vec(), base.row_upper().to_vec());
    for i in 0..rows {
        triplets.extend(base.matrix().row(i).map(|(j, v)| (i, j, v)));
        triplets.push((i, fixed_column, 0.5));
        row_lower[i] += 0.5 * value;
        row_upper[i] += 0.5 * value;
    }
    row_lower.extend([f64::NEG_INFINITY, -1.0]);
    row_upper.extend([f64::INFINITY, 1.0]);
    ProblemBuilder::new(rows + 2, columns + 2)
        .objective([base.objective(), &[0.25, -3.0]].concat())
        .triplets(triplets)
        .row_bounds(row_lower, row_upper)
        .bounds([base.lower(), &[-1.0, value]].concat(), [base.upper(), &[2.0, value]].concat())
        .build()
        .unwrap()
}

fn special(seed: u64) -> bool {
    seed % 4 == 3
}

/// The same matrix with other data: maximisation of a multiple of the negative, no objective, or everything three
/// times as large.
fn sibling(problem: &Problem, seed: u64) -> Problem {
    let data = problem.with_data();
    let times = |v: &[f64], by: f64| v.iter().map(|v| v * by).collect::<Vec<f64>>();
    match seed % 3 {
        0 => data.sense(Sense::Maximize).objective(times(problem.objective(), -2.0)).offset(3.0),
        1 => data.objective(vec![0.0; problem.columns()]),
        _ => data
            .row_bounds(times(problem.row_lower(), 3.0), times(problem.row_upper(), 3.0))
            .bounds(times(problem.lower(), 3.0), times(problem.upper(), 3.0)),
    }
    .build()
    .unwrap()
}

/// The same problem with objective and bounds changed by rounding errors.
fn perturbed(problem: &Problem, seed: u64) -> Problem {
    let mut r = Random::new(hash(seed));
    let mut factors = |count: usize| -> Vec<f64> {
        (0..count).map(|_| pick(&mut r, &[1.0, 1.0 + f64::EPSILON, 1.0 - f64::EPSILON])).collect()
    };
    let times = |v: &[f64], by: &[f64]| v.iter().zip(by).map(|(v, f)| v * f).collect::<Vec<f64>>();
    // The two bounds of an equation or of a fixed variable change alike.
    let (c, rows, columns) =
        (factors(problem.columns()), factors(problem.rows()), factors(problem.columns()));
    problem
        .with_data()
        .objective(times(problem.objective(), &c))
        .row_bounds(times(problem.row_lower(), &rows), times(problem.row_upper(), &rows))
        .bounds(times(problem.lower(), &columns), times(problem.upper(), &columns))
        .build()
        .unwrap()
}

fn pick<T: Copy>(r: &mut Random, choices: &[T]) -> T {
    choices[r.below(choices.len())]
}

fn logarithmic(r: &mut Random, from: f64, to: f64) -> f64 {
    r.uniform(from.ln(), to.ln()).exp()
}

/// A preset with about half of its parameters changed.
fn setting(seed: u64) -> Parameters {
    let mut r = Random::new(hash(seed + (1 << 40)));
    let mut p = Parameters::preset(if seed.is_multiple_of(2) { "paper" } else { "reference" }).unwrap();
    // More than are compared, as the end of a run is a check too.
    p.iteration_limit = STEPS + 10;
    let change = |r: &mut Random| r.unit() < 0.5;
    if change(&mut r) {
        p.weight_smoothing = pick(&mut r, &[0.0, 0.02, 0.3, 0.7, 1.0]);
    }
    if change(&mut r) {
        p.pock_chambolle =
            pick(&mut r, &[PockChambolle::PowerSums, PockChambolle::Norms, PockChambolle::Off]);
    }
    if change(&mut r) {
        p.pock_chambolle_alpha = pick(&mut r, &[0.3, 0.5, 0.9, 1.4, 1.8]);
    } else if p.pock_chambolle == PockChambolle::PowerSums && change(&mut r) {
        p.pock_chambolle_alpha = pick(&mut r, &[0.0, 2.0]);
    }
    if change(&mut r) {
        p.ruiz_iterations = pick(&mut r, &[0, 1, 3, 20]);
    }
    if change(&mut r) {
        p.ruiz_objective = !p.ruiz_objective;
    }
    if change(&mut r) {
        p.initial_step = Some(logarithmic(&mut r, 0.01, 3.0));
    }
    if change(&mut r) {
        p.initial_step_scale = logarithmic(&mut r, 0.1, 30.0);
    }
    if change(&mut r) {
        p.step_reduction_exponent = r.uniform(0.1, 1.0);
    }
    if change(&mut r) {
        p.step_growth_exponent = r.uniform(0.2, 1.0);
    }
    if change(&mut r) {
        p.initial_weight = Some(logarithmic(&mut r, 0.05, 20.0));
    }
    if change(&mut r) {
        p.initial_weight_scale = logarithmic(&mut r, 0.1, 10.0);
    }
    if change(&mut r) {
        p.sufficient_reduction = r.uniform(0.05, 0.6);
    }
    if change(&mut r) {
        p.necessary_reduction = r.uniform(0.5, 1.0);
    }
    if change(&mut r) {
        p.artificial_restart = r.uniform(0.1, 1.5);
    }
    if change(&mut r) {
        p.inner_limit = pick(&mut r, &[None, Some(3), Some(4), Some(7), Some(20)]);
    }
    // Weights from single steps run away (to 1e46 within 25 steps) unless they are smoothed well.
    if p.weight_smoothing <= 0.3 && r.unit() < 0.1 {
        p.inner_limit = Some(1);
    }
    if change(&mut r) {
        p.check_period = pick(&mut r, &[1, 2, 5, 16]);
        p.check_first = pick(&mut r, &[0, 3, 10]);
    }
    if change(&mut r) {
        p.tested_point = pick(&mut r, &[TestedPoint::Average, TestedPoint::Candidate, TestedPoint::Either]);
    }
    if change(&mut r) {
        p.reduced_cost_rule = pick(&mut r, &[ReducedCostRule::Projection, ReducedCostRule::NearBound]);
        p.near_bound_distance = pick(&mut r, &[None, Some(1e-2), Some(0.3)]);
    }
    if change(&mut r) {
        p.relative_tolerance = pick(&mut r, &[1e-2, 1e-3, 1e-6]);
        p.absolute_tolerance = pick(&mut r, &[1e-2, 1e-3, 1e-6]);
    }
    if change(&mut r) {
        p.geometric_iterations = pick(&mut r, &[1, 2, 12]);
    }
    if change(&mut r) {
        p.initial_weight_rule = WeightRule::OnePlusNorms;
    }
    if change(&mut r) {
        p.kkt_weights = KktWeights::Data;
    }
    p
}

// ---- The comparison ----

/// What all comparisons saw.
#[derive(Debug, Default)]
struct Tally {
    runs: usize,
    steps: usize,
    /// Runs left at a tie that fell differently, with the place.
    ties: Vec<String>,
    /// Runs left where they are so sensitive that iterates cannot be compared any more, with the place.
    chaotic: Vec<String>,
    /// How often the interesting branches were taken.
    seen: BTreeMap<&'static str, u64>,
}

/// Differences of two steps: x and y relative to the largest entries so far, the scalars to themselves.
fn differences(a: Values<'_>, b: &OracleStep, sizes: [f64; 2]) -> [f64; 5] {
    [
        distance(a.x, &b.x) / sizes[0],
        distance(a.y, &b.y) / sizes[1],
        distance(&[a.eta], &[b.eta]) / b.eta,
        distance(&[a.eta_next], &[b.eta_next]) / b.eta_next,
        distance(&[a.omega], &[b.omega]) / b.omega,
    ]
}

/// The numbers of a step of either side.
#[derive(Clone, Copy)]
struct Values<'a> {
    x: &'a [f64],
    y: &'a [f64],
    eta: f64,
    eta_next: f64,
    omega: f64,
}

impl<'a> From<&'a Kept> for Values<'a> {
    fn from(s: &'a Kept) -> Self {
        Values { x: &s.x, y: &s.y, eta: s.eta, eta_next: s.eta_next, omega: s.omega }
    }
}

impl<'a> From<&'a OracleStep> for Values<'a> {
    fn from(s: &'a OracleStep) -> Self {
        Values { x: &s.x, y: &s.y, eta: s.eta, eta_next: s.eta_next, omega: s.omega }
    }
}

/// How far rounding errors in the data alone have driven the oracle after the first `steps` steps; infinite if they
/// changed a branch.
fn sensitivity(problem: &Problem, parameters: &Parameters, expected: &[OracleStep], steps: usize) -> f64 {
    let mut worst = 0.0f64;
    for seed in 0..4 {
        let other = oracle::run(&perturbed(problem, seed), parameters, STEPS);
        let mut sizes = [TINY; 2];
        for (a, b) in other.iter().zip(expected).take(steps) {
            if b.k > 1 && oracle_branches(a) != oracle_branches(b) {
                return f64::INFINITY;
            }
            sizes = [sizes[0].max(largest(&b.x)), sizes[1].max(largest(&b.y))];
            worst = differences(a.into(), b, sizes).into_iter().fold(worst, f64::max);
        }
    }
    worst
}

impl Tally {
    fn count(&mut self, what: &'static str, times: u64) {
        *self.seen.entry(what).or_default() += times;
    }

    /// Compares a run of the engine with the oracle's, step by step.
    fn compare(
        &mut self,
        what: &str,
        problem: &Problem,
        parameters: &Parameters,
        got: &[&Kept],
        status: Status,
    ) {
        let expected = oracle::run(problem, parameters, STEPS);
        self.runs += 1;
        let mut sizes = [TINY; 2];
        for (index, e) in expected.iter().enumerate() {
            let place = format!("{what}, k = {}", e.k);
            let Some(g) = got.get(index) else { panic!("{place}: the engine ended before, {status}") };
            let (left, right) = (branches(g), oracle_branches(e));
            if e.k == 1 && e.margin < TIE && (Branches { rejected: e.rejected, ..left }) == right {
                // Without damping (R3) a first search that rejects converges to a step size that equals its own
                // bound, and rounding ends it. All comparisons go on.
                self.count("first searches that rounding ended", u64::from(g.rejected != e.rejected));
            } else if left != right {
                let difference = format!("{place}: engine {left:?}, oracle {right:?}, margin {:e}", e.margin);
                assert!(e.margin < TIE, "{difference}, KKT errors {:?} and {:?}", g.kkt, e.kkt);
                self.ties.push(difference);
                return;
            }

            sizes = [sizes[0].max(largest(&e.x)), sizes[1].max(largest(&e.y))];
            let found = differences((*g).into(), e, sizes);
            if found.iter().any(|d| *d > CLOSE) {
                let sensitivity = sensitivity(problem, parameters, &expected, index + 1);
                let difference = format!(
                    "{place}: x, y, eta, next eta, omega differ by {found:?}, rounding explains {sensitivity:.1e}"
                );
                let explained = found.iter().all(|d| *d < CHAOS && *d <= AMPLIFIED * sensitivity);
                assert!(explained, "{difference}: engine {g:?}, oracle {e:?}");
                self.chaotic.push(difference);
                return;
            }
            if let (Some(g), Some(e)) = (g.kkt, e.kkt) {
                let size = 1.0 + largest_kkt(&expected[..=index]);
                let d = distance(&[g.0, g.1], &[e.0, e.1]) / size;
                assert!(d <= 1e-6, "{place}: KKT errors differ by {d:e}: engine {g:?}, oracle {e:?}");
            }
            self.steps += 1;
            self.count("rejected steps", e.rejected);
            self.count("restarts to current", u64::from(e.restart == Some(Which::Current)));
            self.count("restarts to average", u64::from(e.restart == Some(Which::Average)));
            self.count("optimal", u64::from(e.terminates));
            self.count("checks", u64::from(e.checked));
            self.count("no checks", u64::from(!e.checked));
        }
        if expected.last().unwrap().terminates {
            assert_eq!((got.len(), status), (expected.len(), Status::Optimal), "{what}: the engine went on");
        }
    }

    /// Runs a batch, and the oracle on each of its trials.
    fn compare_batch(&mut self, what: &str, trials: &[(&Problem, Parameters)], lanes: usize) {
        let recorder = Recorder::default();
        let control = Control { observer: Some(&recorder), interrupt: None };
        let options = BatchOptions { lanes: Some(lanes), threads: 1 };
        let batch: Vec<_> =
            trials.iter().map(|(problem, parameters)| Trial { problem, parameters, start: None }).collect();
        let solutions = run_batch(&batch, &options, &control).unwrap();
        let steps = recorder.steps();
        for (index, (problem, parameters)) in trials.iter().enumerate() {
            let what = format!("{what}, trial {index}: {parameters:?}");
            let got: Vec<_> = steps.iter().filter(|s| s.trial == index).collect();
            let status = solutions[index].status;
            if oracle::starts_optimal(problem, parameters) {
                assert_eq!((got.len(), status), (0, Status::Optimal), "{what}");
                self.count("optimal at the start", 1);
            } else {
                self.compare(&what, problem, parameters, &got, status);
            }
        }
    }

    /// Few runs may be left early.
    fn assert_few_exceptions(&self) {
        println!("{self:#?}");
        assert!(self.ties.len() * 100 < 3 * self.runs, "{} ties in {} runs", self.ties.len(), self.runs);
        assert!(self.chaotic.len() * 100 < self.runs, "{} of {} runs chaotic", self.chaotic.len(), self.runs);
    }

    fn assert_seen(&self, least: &[(&str, u64)]) {
        for (what, least) in least {
            let seen = self.seen.get(what).copied().unwrap_or(0);
            assert!(seen >= *least, "{what}: only {seen}");
        }
    }
}

fn largest_kkt(steps: &[OracleStep]) -> f64 {
    steps
        .iter()
        .filter_map(|s| s.kkt)
        .fold(0.0, |largest, (current, average)| largest.max(current).max(average))
}

const SIZES: [(usize, usize); 10] =
    [(1, 2), (2, 3), (3, 3), (4, 6), (6, 4), (5, 9), (9, 12), (14, 8), (20, 25), (3, 40)];

fn size(seed: u64) -> (usize, usize) {
    SIZES[hash(seed) as usize % SIZES.len()]
}

#[test]
fn pdlp_agrees_with_the_oracle() {
    let mut tally = Tally::default();
    for seed in 0..400 {
        let (rows, columns) = size(seed);
        let problem = instance(seed, rows, columns);
        let other = sibling(&problem, hash(seed));
        let trials: Vec<_> =
            (0..12).map(|i| (if i % 3 == 2 { &other } else { &problem }, setting(100 * seed + i))).collect();
        let lanes = if seed % 2 == 0 { 4 } else { 8 };
        tally.compare_batch(&format!("seed {seed}, {rows}x{columns}"), &trials, lanes);
    }
    tally.assert_few_exceptions();
    tally.assert_seen(&[
        ("rejected steps", 10_000),
        ("restarts to current", 5_000),
        ("restarts to average", 5_000),
        ("optimal", 1_000),
        ("optimal at the start", 10),
        ("checks", 50_000),
        ("no checks", 50_000),
    ]);
}

/// The presets as they are, on more LPs, structured ones among them.
#[test]
fn presets_agree_with_the_oracle() {
    let mut tally = Tally::default();
    for seed in 1_000..1_400 {
        let (rows, columns) = size(seed);
        let problem = match seed % 4 {
            0 => transportation(rows.min(6), columns.min(8), hash(seed)),
            1 => decay_decay(rows, columns, hash(seed)),
            _ => random_lp(hash(seed), rows, columns),
        };
        let trials: Vec<_> = ["paper", "reference"]
            .into_iter()
            .flat_map(|preset| {
                [(0.5, 1.0), (0.02, 0.3), (1.0, 1.7)].map(|(theta, alpha)| (preset, theta, alpha))
            })
            .map(|(preset, weight_smoothing, pock_chambolle_alpha)| {
                let base = Parameters::preset(preset).unwrap();
                (&problem, Parameters { weight_smoothing, pock_chambolle_alpha, iteration_limit: 60, ..base })
            })
            .collect();
        tally.compare_batch(&format!("seed {seed}, {rows}x{columns}"), &trials, 4);
    }
    tally.assert_few_exceptions();
    tally.assert_seen(&[
        ("rejected steps", 1_000),
        ("restarts to current", 1_000),
        ("restarts to average", 1_000),
    ]);
}

/// Fixed eta and omega; every other lane runs PDLP meanwhile.
#[test]
fn pdhg_agrees_with_the_oracle() {
    let mut tally = Tally::default();
    for seed in 2_000..2_100 {
        let (rows, columns) = size(seed);
        let problem = instance(seed, rows, columns);
        let trials: Vec<_> = (0..12)
            .map(|i| {
                let mut r = Random::new(hash(100 * seed + i));
                if i % 2 == 1 {
                    let reduced_cost_rule = ReducedCostRule::Projection;
                    return (&problem, Parameters { reduced_cost_rule, ..setting(100 * seed + i) });
                }
                let (step, weight) = (logarithmic(&mut r, 0.005, 0.1), logarithmic(&mut r, 0.1, 10.0));
                let parameters = Parameters {
                    method: Method::Pdhg,
                    initial_step: pick(&mut r, &[None, Some(step)]),
                    initial_step_scale: r.uniform(0.3, 1.0),
                    initial_weight: pick(&mut r, &[None, Some(weight)]),
                    initial_weight_scale: pick(&mut r, &[1.0, 0.5, 3.0]),
                    check_period: pick(&mut r, &[1, 1, 3]),
                    relative_tolerance: pick(&mut r, &[1e-4, 1e-2]),
                    absolute_tolerance: pick(&mut r, &[1e-4, 1e-2]),
                    iteration_limit: STEPS + 10,
                    ..Parameters::default()
                };
                (&problem, parameters)
            })
            .collect();
        let lanes = if seed % 2 == 0 { 4 } else { 8 };
        tally.compare_batch(&format!("seed {seed}, {rows}x{columns}"), &trials, lanes);
    }
    tally.assert_few_exceptions();
    tally.assert_seen(&[("optimal", 100)]);
}

/// A setting of the Halpern method, with a step size that is safe or one that is too large, and half of its other
/// parameters changed.
fn halpern_setting(problem: &Problem, seed: u64) -> Parameters {
    let mut r = Random::new(hash(seed + (1 << 41)));
    let mut p = Parameters {
        method: Method::Halpern,
        weight_window: 1e6,
        tested_point: TestedPoint::Current,
        ..setting(seed)
    };
    p.initial_step = None;
    p.initial_step_scale = 1.0;
    let change = |r: &mut Random| r.unit() < 0.5;
    if change(&mut r) {
        p.step_scale = r.uniform(0.5, 1.0);
        p.norm_correction = r.uniform(1.01, 1.5);
    }
    if change(&mut r) {
        p.reflection = pick(&mut r, &[0.5, 0.75, 0.9]);
    }
    if change(&mut r) {
        p.weight_proportional = r.uniform(0.1, 1.0);
        p.weight_integral = r.uniform(0.0, 0.3);
        p.weight_derivative = pick(&mut r, &[0.0, 0.1]);
        p.weight_memory = r.uniform(0.0, 0.9);
        p.weight_window = pick(&mut r, &[3.0, 1e4]);
    }
    let norm = oracle::halpern::spectral_norm(&oracle::precondition(problem, &p).lp);
    p.initial_step = Some(pick(&mut r, &[0.5, 1.0, 1.0, 1.5]) * p.step_scale / norm);
    p
}

/// Steps, anchors, corrections, restarts and weights of the Halpern method; every other lane of the batch runs PDLP.
#[test]
fn halpern_agrees_with_the_oracle() {
    let mut tally = Tally::default();
    for seed in 3_000..3_300 {
        let (rows, columns) = size(seed);
        let problem = match seed % 5 {
            0 => transportation(rows.min(6), columns.min(8), hash(seed)),
            _ => instance(seed, rows, columns),
        };
        let other = sibling(&problem, hash(seed));
        let trials: Vec<_> = (0..12)
            .map(|i| {
                let problem = if i % 3 == 2 { &other } else { &problem };
                let seed = 100 * seed + i;
                let parameters = if i % 4 == 3 { setting(seed) } else { halpern_setting(problem, seed) };
                (problem, parameters)
            })
            .collect();
        let lanes = if seed % 2 == 0 { 4 } else { 8 };
        tally.compare_batch(&format!("seed {seed}, {rows}x{columns}"), &trials, lanes);
    }
    tally.assert_few_exceptions();
    tally.assert_seen(&[
        ("rejected steps", 1_000),
        ("restarts to current", 5_000),
        ("optimal", 300),
        ("checks", 20_000),
        ("no checks", 20_000),
    ]);
}

/// min -2 x_1 - x_2 with x_1 = 0.1, x_1 + x_2 <= 1, x_2 >= 0: solved by x_2 = 0.9, y = -1, and the reduced cost -1
/// of x_1 pushes against its upper bound.
#[test]
fn fixed_variable_near_both_bounds() {
    let problem = ProblemBuilder::new(1, 2)
        .objective(vec![-2.0, -1.0])
        .triplets(vec![(0, 0, 1.0), (0, 1, 1.0)])
        .row_bounds(vec![f64::NEG_INFINITY], vec![1.0])
        .bounds(vec![0.1, 0.0], vec![0.1, f64::INFINITY])
        .build()
        .unwrap();
    let parameters = Parameters { iteration_limit: 10_000, ..Parameters::preset("reference").unwrap() };
    assert_eq!(luthier::solve(&problem, &parameters).unwrap().status, Status::Optimal);
}

// ---- The recorded data ----

fn assert_near(what: &str, got: &[f64], recorded: &[f64]) {
    let d = distance(got, recorded) / largest(recorded).max(TINY);
    assert!(d <= 1e-9, "{what} differs by {d:e}: {got:?}, recorded {recorded:?}");
}

/// The oracle is right: it reproduces the recorded runs.
#[test]
fn oracle_reproduces_the_recorded_data() {
    for file in files() {
        let problem = file.problem();
        for run in &file.runs {
            let what = format!("{} {} theta {} alpha {}", file.name, run.preset, run.theta, run.alpha);
            let parameters = Parameters {
                weight_smoothing: run.theta,
                pock_chambolle_alpha: run.alpha,
                ..Parameters::preset(&run.preset).unwrap()
            };
            let scaled = oracle::precondition(&problem, &parameters);
            let squares = |d: &[f64]| d.iter().map(|d| d * d).collect::<Vec<f64>>();
            assert_near(&format!("{what}: S"), &squares(&scaled.d1), &run.row_metric);
            assert_near(&format!("{what}: T"), &squares(&scaled.d2), &run.column_metric);
            let steps = oracle::run(&problem, &parameters, 61);
            assert!(steps.len() >= run.steps.len(), "{what}");
            for (step, recorded) in steps.iter().zip(&run.steps) {
                let place = format!("{what}, k = {}", recorded.k);
                let restart = recorded.restarts_to.as_deref().map(|to| match to {
                    "current" => Which::Current,
                    _ => Which::Average,
                });
                let recorded_branches = Branches {
                    k: recorded.k,
                    outer: recorded.outer,
                    t: recorded.t,
                    rejected: recorded.rejected,
                    restart,
                    terminates: recorded.terminates,
                    checked: recorded.kkt_current.is_some(),
                };
                assert_eq!(oracle_branches(step), recorded_branches, "{place}");
                if recorded.k <= 40 {
                    assert_near(&format!("{place}: x"), &step.x, &recorded.x);
                    assert_near(&format!("{place}: y"), &step.y, &recorded.y);
                }
            }
        }
        for run in &file.pdhg {
            let parameters = Parameters {
                method: Method::Pdhg,
                initial_step: Some(run.eta),
                initial_weight: Some(run.omega),
                ..Parameters::default()
            };
            let steps = oracle::run(&problem, &parameters, 40);
            assert!(!steps.is_empty());
            for (step, recorded) in steps.iter().zip(&run.steps) {
                let place = format!("{} pdhg eta {}, k = {}", file.name, run.eta, step.k);
                assert_near(&format!("{place}: x"), &step.x, &recorded.x);
                assert_near(&format!("{place}: y"), &step.y, &recorded.y);
            }
        }
    }
}
