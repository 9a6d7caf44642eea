//! The engine against a naive, dense implementation of the same mathematics: every branch, over random LPs and settings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/oracle.rs"]
mod oracle;
mod support;

use luthier::params::{Method, Parameters, PockChambolle, ReducedCostRule, TestedPoint};
use luthier::{
    BatchOptions, Control, Observer, PaperForm, Problem, ProblemBuilder, Sense, Status, Step, Trial, Which, run_batch,
};
use oracle::OracleStep;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Mutex;
use support::families::{Random, random_lp};

/// Steps compared in every run.
const STEPS: u64 = 50;

/// A branch that differs is excused only if a comparison was this near to a tie, relatively.
const TIE: f64 = 1e-9;

// ---- What a step says ----

/// A step of either side.
#[derive(Clone, Debug)]
struct Owned {
    trial: usize,
    k: u64,
    outer: u64,
    t: u64,
    rejected: u64,
    eta: f64,
    eta_next: f64,
    omega: f64,
    kkt: Option<(f64, f64)>,
    restart: Option<Which>,
    terminates: bool,
    x: Vec<f64>,
    y: Vec<f64>,
}

/// Keeps every step.
#[derive(Default)]
struct Recorder(Mutex<Vec<Owned>>);

impl Observer for Recorder {
    fn wants_steps(&self) -> bool {
        true
    }

    fn step(&self, s: &Step<'_>) {
        self.0.lock().unwrap().push(Owned {
            trial: s.trial,
            k: s.iteration,
            outer: s.outer,
            t: s.inner,
            rejected: s.rejected,
            eta: s.eta,
            eta_next: s.eta_next,
            omega: s.omega,
            kkt: s.kkt,
            restart: s.restart,
            terminates: s.terminates,
            x: s.x.to_vec(),
            y: s.y.to_vec(),
        });
    }
}

/// The branches that the engine took in a step: k, outer, t, rejected, restart, termination, whether it was a check.
type Branches = (u64, u64, u64, u64, Option<Which>, bool, bool);

fn branches(s: &Owned) -> Branches {
    (s.k, s.outer, s.t, s.rejected, s.restart, s.terminates, s.kkt.is_some())
}

fn oracle_branches(s: &OracleStep) -> Branches {
    (s.k, s.outer, s.t, s.rejected, s.restart, s.terminates, s.kkt.is_some())
}

fn largest(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |size, v| size.max(v.abs()))
}

/// Largest difference.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |d, (a, b)| d.max((a - b).abs()))
}

// ---- Problems and settings ----

/// A random LP; depending on the seed with a free row, an empty row, an empty column and a fixed variable as well.
fn instance(seed: u64, rows: usize, columns: usize) -> Problem {
    let base = random_lp(seed, rows, columns);
    if seed % 4 != 3 {
        return base;
    }
    let mut triplets: Vec<_> =
        (0..rows).flat_map(|i| base.matrix().row(i).map(move |(j, v)| (i, j, v)).collect::<Vec<_>>()).collect();
    triplets.push((rows, 0, 1.5));
    let mut c = base.objective().to_vec();
    c.push(0.25);
    let extended = |v: &[f64], more: &[f64]| [v, more].concat();
    let (mut lower, mut upper) = (extended(base.lower(), &[-1.0]), extended(base.upper(), &[2.0]));
    let fixed = columns / 2;
    let value = [lower[fixed], upper[fixed], 0.0].into_iter().find(|v| v.is_finite()).unwrap();
    (lower[fixed], upper[fixed]) = (value, value);
    ProblemBuilder::new(rows + 2, columns + 1)
        .objective(c)
        .triplets(triplets)
        .row_bounds(
            extended(base.row_lower(), &[f64::NEG_INFINITY, -1.0]),
            extended(base.row_upper(), &[f64::INFINITY, 1.0]),
        )
        .bounds(lower, upper)
        .build()
        .unwrap()
}

/// The same matrix with other data: maximisation of the negative, no objective, or other right-hand sides.
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

/// Far from those of the neighbours: streams of consecutive seeds overlap.
fn hash(seed: u64) -> u64 {
    Random::new(seed).bits()
}

fn pick<T: Copy>(r: &mut Random, choices: &[T]) -> T {
    choices[r.below(choices.len())]
}

fn logarithmic(r: &mut Random, from: f64, to: f64) -> f64 {
    (r.uniform(from.ln(), to.ln())).exp()
}

/// A preset with about half of its parameters changed.
fn setting(seed: u64) -> Parameters {
    let mut r = Random::new(hash(seed + (1 << 40)));
    let mut p = Parameters::preset(if seed % 2 == 0 { "paper" } else { "reference" }).unwrap();
    p.iteration_limit = STEPS + 10;
    let change = |r: &mut Random| r.unit() < 0.5;
    if change(&mut r) {
        p.weight_smoothing = pick(&mut r, &[0.0, 0.02, 0.3, 0.7, 1.0]);
    }
    if change(&mut r) {
        p.pock_chambolle = pick(&mut r, &[PockChambolle::PowerSums, PockChambolle::Norms, PockChambolle::Off]);
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
    // Weights from single steps run away (to 1e46 within 25 steps), unless they are smoothed well.
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
    p
}

// ---- The comparison ----

/// What all comparisons saw.
#[derive(Debug, Default)]
struct Tally {
    runs: usize,
    steps: usize,
    /// Runs in which a tie fell differently, with the place.
    ties: Vec<String>,
    /// How often the interesting branches were taken.
    seen: BTreeMap<&'static str, usize>,
    worst: f64,
}

impl Tally {
    fn count(&mut self, what: &'static str, times: u64) {
        *self.seen.entry(what).or_default() += times as usize;
    }

    /// Compares a run step by step.
    fn compare(&mut self, what: &str, got: &[&Owned], expected: &[OracleStep], status: Status) {
        self.runs += 1;
        // The largest entries of x and y so far.
        let mut sizes = [1e-12f64; 2];
        for (index, e) in expected.iter().enumerate() {
            let place = format!("{what}, k = {}", e.k);
            let Some(g) = got.get(index) else { panic!("{place}: the engine ended before, {status}") };
            // Without damping (R3) the first search converges to a step size that equals its bound.
            if e.k == 1 && g.rejected != e.rejected && e.margin < TIE {
                self.count("first searches that rounding ended", 1);
            } else if branches(g) != oracle_branches(e) {
                let (left, right) = (branches(g), oracle_branches(e));
                let difference = format!("{place}: engine {left:?}, oracle {right:?}, margin {:e}", e.margin);
                assert!(e.margin < TIE, "{difference}\nkkt {:?} / {:?}", g.kkt, e.kkt);
                self.ties.push(difference);
                return;
            }
            sizes = [sizes[0].max(largest(&e.x)), sizes[1].max(largest(&e.y))];
            for (name, got, expected, size) in [
                ("x", &g.x[..], &e.x[..], sizes[0]),
                ("y", &g.y, &e.y, sizes[1]),
                ("eta", &[g.eta], &[e.eta], e.eta),
                ("next eta", &[g.eta_next], &[e.eta_next], e.eta_next),
                ("omega", &[g.omega], &[e.omega], e.omega),
            ] {
                let d = distance(got, expected) / size;
                self.worst = self.worst.max(d);
                assert!(d <= 1e-7, "{place}: {name} differs by {d:e}: engine {got:?}, oracle {expected:?}");
            }
            self.steps += 1;
            self.count("rejected steps", e.rejected);
            self.count("restarts to current", u64::from(e.restart == Some(Which::Current)));
            self.count("restarts to average", u64::from(e.restart == Some(Which::Average)));
            self.count("optimal", u64::from(e.terminates));
            self.count("steps without a check", u64::from(e.kkt.is_none()));
        }
        let last = expected.last().unwrap();
        if last.terminates {
            assert_eq!(got.len(), expected.len(), "{what}: the engine went on");
            assert_eq!(status, Status::Optimal, "{what}");
        }
    }
}

/// Runs a batch and the oracle on each of its trials.
fn compare_batch(tally: &mut Tally, what: &str, trials: &[(&Problem, Parameters)], lanes: usize) {
    let recorder = Recorder::default();
    let control = Control { observer: Some(&recorder), interrupt: None };
    let options = BatchOptions { lanes: Some(lanes), threads: 1 };
    let batch: Vec<_> =
        trials.iter().map(|(problem, parameters)| Trial { problem, parameters, start: None }).collect();
    let solutions = run_batch(&batch, &options, &control).unwrap();
    let steps = recorder.0.into_inner().unwrap();
    for (index, (problem, parameters)) in trials.iter().enumerate() {
        let got: Vec<_> = steps.iter().filter(|s| s.trial == index).collect();
        let what = format!("{what}, trial {index}: {parameters:?}");
        if oracle::starts_optimal(problem, parameters) {
            assert_eq!((got.len(), solutions[index].status), (0, Status::Optimal), "{what}");
            tally.count("optimal at the start", 1);
            continue;
        }
        let expected = oracle::run(problem, parameters, STEPS);
        tally.compare(&what, &got, &expected, solutions[index].status);
    }
}

const SIZES: [(usize, usize); 10] =
    [(1, 2), (2, 3), (3, 3), (4, 6), (6, 4), (5, 9), (9, 12), (14, 8), (20, 25), (3, 40)];

#[test]
fn pdlp_agrees_with_the_oracle() {
    let mut tally = Tally::default();
    for seed in 0..400u64 {
        let (rows, columns) = SIZES[seed as usize % SIZES.len()];
        let problem = instance(hash(seed) << 2 | seed % 4, rows, columns);
        let other = sibling(&problem, seed);
        let trials: Vec<_> = (0..12)
            .map(|i| {
                let mut p = setting(100 * seed + i);
                if seed % 4 == 3 {p.reduced_cost_rule = ReducedCostRule::Projection;}
                (if i % 3 == 2 { &other } else { &problem }, p)})
            .collect();
        let lanes = if seed % 2 == 0 { 4 } else { 8 };
        compare_batch(&mut tally, &format!("seed {seed}, {rows}x{columns}"), &trials, lanes);
    }
    println!("{tally:#?}");
}
