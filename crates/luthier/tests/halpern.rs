//! The Halpern method as a whole: its norm, its corrections, its answers, its limits. Step by step it is compared in
//! `oracle`; its bits across lanes, threads and pauses in `lanes` and `pause`.

#[path = "support/oracle.rs"]
mod oracle;
mod support;

use luthier::params::{Method, PockChambolle};
use luthier::{
    BatchOptions, Control, Parameters, Problem, Sense, SolveOptions, Status, Trial, run_batch, solve,
    solve_with,
};
use oracle::halpern::spectral_norm;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use support::families::{decay_decay, qap, random_lp, transportation};
use support::real::recorded;
use support::shared;
use support::small::{INF, Row, close, lp, solved};
use support::trace::{Kept, Recorder};

fn halpern() -> Parameters {
    Parameters::preset("halpern").unwrap()
}

/// Every step of a run.
fn traced(problem: &Problem, parameters: &Parameters) -> (luthier::Solution, Vec<Kept>) {
    let recorder = Recorder::default();
    let control = Control { observer: Some(&recorder), interrupt: None };
    let solution =
        solve_with(problem, parameters, &SolveOptions { control, ..SolveOptions::default() }).unwrap();
    (solution, recorder.steps())
}

fn problems() -> [Problem; 5] {
    [transportation(6, 9, 1), decay_decay(12, 60, 2), qap(4, 3), random_lp(5, 17, 30), random_lp(6, 30, 17)]
}

#[test]
fn the_step_size_is_that_of_the_norm() {
    let metrics = [
        Parameters::default(),
        Parameters { ruiz_iterations: 0, pock_chambolle: PockChambolle::Off, ..Parameters::default() },
        Parameters { ruiz_iterations: 3, pock_chambolle_alpha: 0.3, ..Parameters::default() },
    ];
    for problem in &problems() {
        for metric in &metrics {
            let parameters = Parameters {
                method: Method::Halpern,
                norm_tolerance: 1e-8,
                step_scale: 0.9,
                iteration_limit: 1,
                ..metric.clone()
            };
            let expected = 0.9 / spectral_norm(&oracle::precondition(problem, &parameters).lp);
            let (solution, steps) = traced(problem, &parameters);
            close(steps[0].eta / expected, 1.0, 1e-7);
            assert!(steps[0].eta >= expected * (1.0 - 1e-12), "the power method comes from below");
            let work = solution.work;
            assert!(work.norm_steps > 1 && work.norm_steps < 5000, "{work:?}");
            assert_eq!(work.matrix_passes(), work.iterations + work.rejected_steps + work.norm_steps);
            // Looser tolerances take fewer steps and are as good as they say.
            let (loose, steps) = traced(problem, &Parameters { norm_tolerance: 1e-2, ..parameters });
            assert!(loose.work.norm_steps < work.norm_steps);
            assert!(steps[0].eta >= expected * (1.0 - 1e-12));
        }
    }
}

#[test]
fn an_underestimated_norm_is_corrected() {
    for problem in &problems() {
        // One step of the power method from a vector of no meaning, or a step size that is three times too large.
        let parameters = halpern().with_tolerance(1e-8);
        let poor = [
            Parameters { norm_limit: 1, ..parameters.clone() },
            Parameters { initial_step_scale: 3.0, ..parameters.clone() },
        ];
        for poor in poor {
            let norm = spectral_norm(&oracle::precondition(problem, &poor).lp);
            let (solution, steps) = traced(problem, &poor);
            assert_eq!(solution.status, Status::Optimal, "{:?}", poor.changed());
            assert!(solution.work.norm_steps <= 5000);
            let (first, last) = (steps[0].eta * norm, steps[steps.len() - 1].eta * norm);
            // A little too large may do no harm, and is then not noticed.
            assert!(last <= first && last < 1.5, "{first}, {last}");
            assert!(first < 1.5 || solution.work.rejected_steps > 0, "{first}, {:?}", solution.work);
        }
    }
    let (problem, parameters) = (transportation(6, 9, 1), halpern().with_tolerance(1e-8));
    let large = Parameters { initial_step_scale: 3.0, ..parameters.clone() };
    assert!(solve(&problem, &large).unwrap().work.rejected_steps > 0);
    assert_eq!(solve(&problem, &parameters).unwrap().work.rejected_steps, 0, "none without need");
}

#[test]
fn known_optima() {
    let (plus, free) = ((0.0, INF), (-INF, INF));
    let rows: [Row<'_>; 2] = [(-INF, &[1.0, 1.0], 4.0), (-INF, &[1.0, 3.0], 6.0)];
    let factory = lp(&[3.0, 2.0], &rows, &[(0.0, 3.0), plus]).sense(Sense::Maximize).build().unwrap();
    let rows: [Row<'_>; 2] = [(2.0, &[1.0, 1.0, 0.0], 2.0), (-1.0, &[1.0, 0.0, -1.0], 5.0)];
    let mixed = lp(&[1.0, 3.0, 1.0], &rows, &[free, (-1.0, 1.0), (0.0, 9.0)]).build().unwrap();
    let rows: [Row<'_>; 1] = [(3.0, &[1.0, -1.0], 3.0)];
    let line = lp(&[2.0, -1.0], &rows, &[plus, plus]).build().unwrap();
    for (problem, optimum) in [(&factory, 11.0), (&mixed, 0.0), (&line, 6.0)] {
        for period in [1, 10, 64] {
            for reflection in [0.5, 1.0] {
                let base = halpern().with_tolerance(1e-9);
                let parameters = Parameters { check_period: period, reflection, ..base };
                let s = solved(problem, &parameters);
                assert_eq!(s.status, Status::Optimal);
                close(s.objective, optimum, 1e-6);
            }
        }
    }
}

#[test]
fn answers_agree_with_those_of_pdlp() {
    for seed in 0..25 {
        let problem = random_lp(700 + seed, 4 + seed as usize % 9, 15);
        let limits = Parameters { iteration_limit: 300_000, ..Parameters::default() };
        let expected = solved(&problem, &limits.with_tolerance(1e-8));
        for period in [1, 64] {
            let parameters = Parameters { check_period: period, iteration_limit: 300_000, ..halpern() };
            let s = solved(&problem, &parameters.with_tolerance(1e-8));
            assert_eq!((s.status, expected.status), (Status::Optimal, Status::Optimal), "seed {seed}");
            close(s.objective, expected.objective, 1e-5);
        }
    }
}

/// Where relative residuals may not differ at all, no weight is ever learned.
#[test]
fn the_weight_falls_back_to_the_best() {
    let problem = transportation(6, 9, 1);
    let narrow = Parameters { weight_window: 1.0 + 1e-9, iteration_limit: 2000, ..halpern() };
    let (solution, steps) = traced(&problem, &narrow.with_tolerance(1e-12));
    assert!(solution.work.restarts > 5);
    assert!(steps.iter().all(|s| s.omega == steps[0].omega));
    let (_, steps) =
        traced(&problem, &Parameters { iteration_limit: 2000, ..halpern().with_tolerance(1e-12) });
    assert!(steps.iter().any(|s| s.omega != steps[0].omega));
}

#[test]
fn limits_hold_for_the_power_method_too() {
    let problem = transportation(20, 30, 1);
    let endless = Parameters { norm_tolerance: 1e-300, norm_limit: u64::MAX, ..halpern() };
    let began = Instant::now();
    let s = solve(&problem, &Parameters { time_limit: 0.2, ..endless.clone() }).unwrap();
    assert_eq!((s.status, s.work.iterations), (Status::TimeLimit, 0));
    let flag = AtomicBool::new(false);
    let s = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let control = Control { interrupt: Some(&flag), observer: None };
        solve_with(&problem, &endless, &SolveOptions { control, ..SolveOptions::default() }).unwrap()
    });
    assert_eq!(s.status, Status::Interrupted);
    assert!(began.elapsed() < Duration::from_secs(20));
    for limit in [0, 1, 7, 100] {
        let s = solve(&problem, &Parameters { matrix_pass_limit: Some(limit), ..endless.clone() }).unwrap();
        assert_eq!((s.status, s.work.matrix_passes()), (Status::MatrixPassLimit, limit));
    }
}

/// What the power method took counts for every run, whoever computed the norm.
#[test]
fn work_does_not_depend_on_neighbours() {
    let problem = decay_decay(12, 60, 2);
    let settings = [1, 16, 64, 16].map(|check_period| Parameters { check_period, ..halpern() });
    let trials: Vec<_> =
        settings.iter().map(|parameters| Trial { problem: &problem, parameters, start: None }).collect();
    let together = run_batch(&trials, &BatchOptions::default(), &Control::default()).unwrap();
    for (parameters, s) in settings.iter().zip(&together) {
        assert_eq!(s.work, solve(&problem, parameters).unwrap().work);
        assert!(s.work.norm_steps > 0);
    }
}

#[test]
fn real_lps_get_their_known_answers() {
    let Some(data) = shared("") else { return };
    let lps = recorded(&data);
    let names =
        ["afiro", "sc50a", "sc105", "kb2", "share2b", "blend2", "recipe", "scsd1", "israel", "sctap2"];
    let mut optimal = 0;
    for lp in lps.iter().filter(|lp| names.contains(&lp.name.as_str())) {
        let parameters = Parameters { iteration_limit: 60_000, ..halpern().with_tolerance(1e-6) };
        let s = solved(&lp.read(), &parameters);
        assert_eq!(lp.objection(&s), None);
        optimal += usize::from(s.status == Status::Optimal);
    }
    assert!(optimal >= 6, "{optimal}");
}
