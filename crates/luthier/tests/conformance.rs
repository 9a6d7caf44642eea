//! The recorded iterates: every run reproduces them, branch by branch.

mod support;

use luthier::params::{Method, Parameters};
use luthier::{BatchOptions, Control, Observer, PaperForm, Problem, Step, Trial, Which, run_batch};
use serde::Deserialize;
use std::sync::Mutex;

#[derive(Deserialize)]
struct File {
    name: String,
    rows_inequality: usize,
    c: Vec<f64>,
    q: Vec<f64>,
    lower: Vec<Option<f64>>,
    upper: Vec<Option<f64>>,
    entries: Vec<(usize, usize, f64)>,
    runs: Vec<RecordedRun>,
    pdhg: Vec<RecordedPdhg>,
}

#[derive(Deserialize)]
struct RecordedRun {
    preset: String,
    theta: f64,
    alpha: f64,
    initial_eta: f64,
    steps: Vec<RecordedStep>,
}

#[derive(Deserialize)]
struct RecordedPdhg {
    eta: f64,
    omega: f64,
    steps: Vec<RecordedPoint>,
}

#[derive(Deserialize)]
struct RecordedPoint {
    k: u64,
    x: Vec<f64>,
    y: Vec<f64>,
}

#[derive(Deserialize)]
struct RecordedStep {
    k: u64,
    outer: u64,
    t: u64,
    rejected: u64,
    eta: f64,
    eta_next: f64,
    omega: f64,
    x: Vec<f64>,
    y: Vec<f64>,
    kkt_current: Option<f64>,
    kkt_average: Option<f64>,
    pfeas: Option<f64>,
    dfeas: Option<f64>,
    primal_objective: Option<f64>,
    dual_objective: Option<f64>,
    restarts_to: Option<String>,
    #[serde(default)]
    terminates: bool,
}

#[derive(Clone)]
struct Owned {
    trial: usize,
    iteration: u64,
    outer: u64,
    inner: u64,
    rejected: u64,
    eta: f64,
    eta_next: f64,
    omega: f64,
    kkt: Option<(f64, f64)>,
    current: Option<[f64; 4]>,
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
            iteration: s.iteration,
            outer: s.outer,
            inner: s.inner,
            rejected: s.rejected,
            eta: s.eta,
            eta_next: s.eta_next,
            omega: s.omega,
            kkt: s.kkt,
            current: s.current,
            restart: s.restart,
            terminates: s.terminates,
            x: s.x.to_vec(),
            y: s.y.to_vec(),
        });
    }
}

fn files() -> Vec<File> {
    let Some(folder) = support::shared("conformance") else { return Vec::new() };
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 7);
    paths.iter().map(|p| serde_json::from_str(&std::fs::read_to_string(p).unwrap()).unwrap()).collect()
}

impl File {
    fn problem(&self) -> Problem {
        let m1 = self.rows_inequality;
        let (g, a): (Vec<_>, Vec<_>) = self.entries.iter().partition(|e| e.0 < m1);
        PaperForm {
            c: self.c.clone(),
            g,
            h: self.q[..m1].to_vec(),
            a: a.into_iter().map(|(i, j, v)| (i - m1, j, v)).collect(),
            b: self.q[m1..].to_vec(),
            lower: self.lower.iter().map(|l| l.unwrap_or(f64::NEG_INFINITY)).collect(),
            upper: self.upper.iter().map(|u| u.unwrap_or(f64::INFINITY)).collect(),
        }
        .build()
        .unwrap()
    }
}

/// Relative to the largest entry.
fn assert_close(what: &str, k: u64, got: &[f64], expected: &[f64]) {
    let tolerance = if k <= 40 { 1e-9 } else { 1e-7 };
    let size = expected.iter().fold(1e-12f64, |a, v| a.max(v.abs()));
    for (i, (g, e)) in got.iter().zip(expected).enumerate() {
        assert!((g - e).abs() <= tolerance * size, "{what}, k = {k}, entry {i}: got {g}, recorded {e}");
    }
}

fn compare(what: &str, got: &Owned, recorded: &RecordedStep) {
    let k = recorded.k;
    let place = format!("{what}, k = {k}");
    assert_eq!(
        (got.iteration, got.outer, got.inner, got.rejected, got.terminates),
        (k, recorded.outer, recorded.t, recorded.rejected, recorded.terminates),
        "{place}: k, outer, t, rejected, terminates"
    );
    let restart = got.restart.map(|w| if w == Which::Current { "current" } else { "average" });
    assert_eq!(restart, recorded.restarts_to.as_deref(), "{place}: restart");
    assert_close(&format!("{what}: eta"), k, &[got.eta], &[recorded.eta]);
    assert_close(&format!("{what}: next eta"), k, &[got.eta_next], &[recorded.eta_next]);
    assert_close(&format!("{what}: omega"), k, &[got.omega], &[recorded.omega]);
    assert_close(&format!("{what}: x"), k, &got.x, &recorded.x);
    assert_close(&format!("{what}: y"), k, &got.y, &recorded.y);
    assert_eq!(got.kkt.is_some(), recorded.kkt_current.is_some(), "{place}: checked");
    let Some((current, average)) = got.kkt else { return };
    // Errors are differences of larger numbers: compared relative to the objectives they come from.
    let [pfeas, dfeas, primal, dual] = got.current.unwrap();
    let size = 1.0 + recorded.primal_objective.unwrap().abs() + recorded.dual_objective.unwrap().abs();
    for (name, got, recorded) in [
        ("kkt_current", current, recorded.kkt_current),
        ("kkt_average", average, recorded.kkt_average),
        ("pfeas", pfeas, recorded.pfeas),
        ("dfeas", dfeas, recorded.dfeas),
        ("primal_objective", primal, recorded.primal_objective),
        ("dual_objective", dual, recorded.dual_objective),
    ] {
        let recorded = recorded.unwrap();
        let tolerance = if k <= 40 { 1e-8 } else { 1e-6 };
        assert!(
            (got - recorded).abs() <= tolerance * (size + recorded.abs()),
            "{place}, {name}: {got} / {recorded}"
        );
    }
}

fn parameters(run: &RecordedRun) -> Parameters {
    Parameters {
        weight_smoothing: run.theta,
        pock_chambolle_alpha: run.alpha,
        iteration_limit: run.steps.last().unwrap().k.max(61),
        ..Parameters::preset(&run.preset).unwrap()
    }
}

#[test]
fn conformance_pdlp() {
    for file in files() {
        let problem = file.problem();
        let settings: Vec<_> = file.runs.iter().map(parameters).collect();
        let trials: Vec<_> =
            settings.iter().map(|parameters| Trial { problem: &problem, parameters, start: None }).collect();
        let recorder = Recorder::default();
        let control = Control { observer: Some(&recorder), interrupt: None };
        // All eight settings side by side: the conformance of the lanes is tested along with the mathematics.
        let options = BatchOptions { lanes: Some(8), threads: 1 };
        run_batch(&trials, &options, &control).unwrap();
        let steps = recorder.0.into_inner().unwrap();
        for (index, run) in file.runs.iter().enumerate() {
            let what = format!("{} {} theta {} alpha {}", file.name, run.preset, run.theta, run.alpha);
            let got: Vec<_> = steps.iter().filter(|s| s.trial == index).collect();
            assert!(got.len() >= run.steps.len(), "{what}: ended after {} of {}", got.len(), run.steps.len());
            assert_close(&format!("{what}: initial eta"), 0, &[got[0].eta], &[run.initial_eta]);
            got.iter().zip(&run.steps).for_each(|(got, recorded)| compare(&what, got, recorded));
        }
    }
}

#[test]
fn conformance_pdhg() {
    for file in files() {
        let problem = file.problem();
        for run in &file.pdhg {
            let parameters = Parameters {
                method: Method::Pdhg,
                initial_step: Some(run.eta),
                initial_weight: Some(run.omega),
                iteration_limit: 40,
                ..Parameters::default()
            };
            let recorder = Recorder::default();
            let control = Control { observer: Some(&recorder), interrupt: None };
            luthier::solve_with(&problem, &parameters, None, &control).unwrap();
            let steps = recorder.0.into_inner().unwrap();
            assert!(!steps.is_empty());
            for (got, recorded) in steps.iter().zip(&run.steps) {
                let what = format!("{} pdhg eta {}", file.name, run.eta);
                assert_eq!(got.iteration, recorded.k);
                assert_close(&format!("{what}: x"), recorded.k, &got.x, &recorded.x);
                assert_close(&format!("{what}: y"), recorded.k, &got.y, &recorded.y);
            }
        }
    }
}
