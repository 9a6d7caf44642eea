//! The recorded iterates: every run reproduces them, branch by branch.

mod support;

use luthier::params::{Method, Parameters};
use luthier::{BatchOptions, Control, SolveOptions, Trial, Which, run_batch};
use support::recorded::{RecordedRun, RecordedStep, files};
use support::trace::{Kept, Recorder};

/// Relative to the largest entry.
fn assert_close(what: &str, k: u64, got: &[f64], expected: &[f64]) {
    let tolerance = if k <= 40 { 1e-9 } else { 1e-7 };
    let size = expected.iter().fold(1e-12f64, |a, v| a.max(v.abs()));
    for (i, (g, e)) in got.iter().zip(expected).enumerate() {
        assert!((g - e).abs() <= tolerance * size, "{what}, k = {k}, entry {i}: got {g}, recorded {e}");
    }
}

fn compare(what: &str, got: &Kept, recorded: &RecordedStep) {
    let k = recorded.k;
    let place = format!("{what}, k = {k}");
    assert_eq!(
        (got.k, got.outer, got.t, got.rejected, got.terminates),
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
        let steps = recorder.steps();
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
            luthier::solve_with(&problem, &parameters, &SolveOptions { control, ..SolveOptions::default() })
                .unwrap();
            let steps = recorder.steps();
            let ended = steps.last().is_some_and(|s| s.terminates);
            assert!(ended || steps.len() == run.steps.len(), "{} steps", steps.len());
            for (got, recorded) in steps.iter().zip(&run.steps) {
                let what = format!("{} pdhg eta {}", file.name, run.eta);
                assert_eq!(got.k, recorded.k);
                assert_close(&format!("{what}: x"), recorded.k, &got.x, &recorded.x);
                assert_close(&format!("{what}: y"), recorded.k, &got.y, &recorded.y);
            }
        }
    }
}
