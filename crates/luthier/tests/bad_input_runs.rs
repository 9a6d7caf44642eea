//! Bad inputs, table E: runs of the solver. Every test is named after its row of the table.
//!
//! Left out:
//! - E6, "re-entrancy is an error": an observer may solve, since solves share nothing; it is tested that it works.
//! - E7, signals and broken pipes: a matter of the command line. The flag that a handler would set is tested.
//! - E8, the warning that threads were clamped: a batch has no place for warnings.
//! - E9, fork and multiprocessing: a matter of Python. There is no global state, and solves in threads are tested.
//! - E10, clock jumps: only `Instant`, which is monotonic, is read.
//! - E11, failing allocation: the standard library aborts on it, so a test cannot survive it.
//! - E12, an update that changes the sparsity: there is no update; `with_data` shares an immutable matrix and solving
//!   scales nothing in place. That a changed problem is solved as a fresh one is tested with E13.

mod support;

use luthier::params::{Domain, Method, PRESETS, TABLE, TestedPoint, Value};
use luthier::{
    BatchOptions, Control, Error, Flow, Notice, Observer, Parameters, Problem, ProblemBuilder, Progress,
    Sense, Solution, Start, Status, Step, Trial, run_batch, solve, solve_with,
};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use support::every;
use support::memory;
use support::small::{INF, Row, close, lp, solved};

/// max 3x + 2y with x + y <= 4, x + 3y <= 7, 0 <= x <= 3, y >= 0: 11 at (3, 1), with multipliers 2 and 0 and a reduced
/// cost of 1 for x.
fn small() -> ProblemBuilder {
    let rows: [Row<'_>; 2] = [(-INF, &[1.0, 1.0], 4.0), (-INF, &[1.0, 3.0], 7.0)];
    lp(&[3.0, 2.0], &rows, &[(0.0, 3.0), (0.0, INF)]).sense(Sense::Maximize)
}

/// x + y >= 2 and x + y <= 1: infeasible, but no row alone shows it, so a run goes on until a limit.
fn endless() -> Problem {
    let rows: [Row<'_>; 2] = [(2.0, &[1.0, 1.0], INF), (-INF, &[1.0, 1.0], 1.0)];
    lp(&[1.0, 2.0], &rows, &[(0.0, 5.0); 2]).build().unwrap()
}

/// Parameters whose only limit is a time that no test should need.
fn unlimited() -> Parameters {
    Parameters { iteration_limit: u64::MAX, stall_limit: None, time_limit: 60.0, ..Parameters::default() }
}

/// Everything of a solution that does not depend on time, to be compared bit by bit.
fn bits(s: &Solution) -> (Status, Vec<u64>, luthier::Work) {
    let untimed = Solution { seconds: 0.0, ..s.clone() };
    (s.status, every::numbers(&untimed).iter().map(|(_, v)| v.to_bits()).collect(), s.work)
}

/// Solves from a start point, and checks what must hold of every solution.
fn started(problem: &Problem, parameters: &Parameters, x: &[f64], y: &[f64]) -> Solution {
    let start = Start { x: x.to_vec(), y: y.to_vec() };
    let solution = solve_with(problem, parameters, Some(&start), &Control::default()).unwrap();
    every::check(problem, parameters, &solution);
    solution
}

/// Solves under an observer, and checks what must hold of every solution.
fn observed(problem: &Problem, parameters: &Parameters, observer: &dyn Observer) -> Solution {
    let control = Control { observer: Some(observer), interrupt: None };
    let solution = solve_with(problem, parameters, None, &control).unwrap();
    every::check(problem, parameters, &solution);
    solution
}

/// Calls a function at every check.
struct Watch<F>(F);

impl<F: Fn(&Progress) -> Flow + Sync> Observer for Watch<F> {
    fn progress(&self, progress: &Progress) -> Flow {
        (self.0)(progress)
    }
}

#[test]
fn e01_time_limit_of_zero_ends_at_the_start_point() {
    for time_limit in [0.0, -0.0, 1e-300, 1e-12] {
        for method in [Method::Pdlp, Method::Pdhg] {
            let parameters = Parameters { time_limit, method, ..Parameters::default() };
            let s = solved(&small().build().unwrap(), &parameters);
            assert_eq!((s.status, s.work.iterations, &s.x), (Status::TimeLimit, 0, &vec![0.0, 0.0]));
            let s = started(&small().build().unwrap(), &parameters, &[1.0, 0.5], &[0.25, 0.75]);
            assert_eq!((s.status, s.x, s.y), (Status::TimeLimit, vec![1.0, 0.5], vec![0.25, 0.75]));
        }
    }
    // What is answered without a run is answered all the same.
    let problem = lp(&[1.0], &[], &[(2.0, 3.0)]).build().unwrap();
    let s = solved(&problem, &Parameters { time_limit: 0.0, ..Parameters::default() });
    assert_eq!((s.status, s.x), (Status::Optimal, vec![2.0]));
}

#[test]
fn e01_time_limit_negative_or_nan_is_an_error() {
    let problem = small().build().unwrap();
    for (time_limit, shown) in [(-1.0, "-1"), (-INF, "-inf"), (-1e-300, "-1e-300"), (f64::NAN, "NaN")] {
        let error = solve(&problem, &Parameters { time_limit, ..Parameters::default() }).unwrap_err();
        assert!(matches!(error, Error::BadParameter { name: "time_limit", .. }));
        let expected =
            format!("time_limit = {shown} is not possible: expected a number of at least 0, or none");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn e01_time_limit_may_be_huge() {
    let problem = small().build().unwrap();
    let expected = bits(&solved(&problem, &Parameters::default()));
    assert_eq!(expected.0, Status::Optimal);
    for time_limit in [1e9, 1e18, 1.8e19, 1.9e19, 1e20, 1e300, f64::MAX, INF] {
        let s = solved(&problem, &Parameters { time_limit, ..Parameters::default() });
        assert_eq!(bits(&s), expected, "{time_limit}");
    }
}

#[test]
fn e01_time_limit_ends_an_endless_run() {
    let began = Instant::now();
    for (method, check_period) in [(Method::Pdlp, 1), (Method::Pdhg, 1), (Method::Pdlp, u64::MAX)] {
        let parameters = Parameters { time_limit: 0.1, method, check_period, ..unlimited() };
        let s = solved(&endless(), &parameters);
        assert_eq!(s.status, Status::TimeLimit);
        assert!(s.work.iterations > 0 && s.seconds >= 0.1);
    }
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn e02_iteration_limit_of_zero_and_one() {
    let problem = small().build().unwrap();
    for preset in ["paper", "reference"] {
        for method in [Method::Pdlp, Method::Pdhg] {
            for limit in [0, 1, 2] {
                let preset = Parameters::preset(preset).unwrap();
                let s = solved(&problem, &Parameters { iteration_limit: limit, method, ..preset });
                assert_eq!((s.status, s.work.iterations), (Status::IterationLimit, limit));
                assert!(s.quality.error > 1e-4);
            }
        }
    }
    // A start that is optimal is optimal without any iteration.
    let parameters = Parameters { iteration_limit: 0, ..Parameters::default() };
    let s = started(&problem, &parameters, &[3.0, 1.0], &[2.0, 0.0]);
    assert_eq!((s.status, s.objective, s.work.iterations), (Status::Optimal, 11.0, 0));
}

#[test]
fn e02_other_limits_of_zero_and_one() {
    let problem = small().build().unwrap();
    for limit in [0, 1, 3] {
        let s = solved(&problem, &Parameters { matrix_pass_limit: Some(limit), ..Parameters::default() });
        assert_eq!((s.status, s.work.matrix_passes()), (Status::MatrixPassLimit, limit));
    }
    for limit in [1, 2] {
        let s = solved(&problem, &Parameters { outer_limit: Some(limit), ..Parameters::default() });
        assert_eq!(s.status, Status::OuterLimit);
        assert!(s.work.restarts <= limit);
    }
    let s =
        solved(&problem, &Parameters { inner_limit: Some(1), iteration_limit: 50, ..Parameters::default() });
    assert!(s.work.restarts >= 49, "{:?}", s.work);
}

#[test]
fn e02_any_iteration_limit_leaves_x_within_its_bounds() {
    // x is fixed at 7: every average of it must be 7, and not 6.999999999999998 or 7.000000000000001.
    for fixed in [0.1, 0.3, 0.7, 7.0] {
        let bounds = [(fixed, fixed), (0.0, 10.0)];
        let problem = lp(&[1.0, 1.0], &[(9.0, &[1.0, 1.0], INF)], &bounds).build().unwrap();
        for iteration_limit in 0..60 {
            for tested_point in [TestedPoint::Current, TestedPoint::Average, TestedPoint::Either] {
                let parameters = Parameters { iteration_limit, tested_point, ..Parameters::default() };
                assert_eq!(solved(&problem, &parameters).x[0], fixed);
            }
        }
    }
}

#[test]
fn e02_limits_as_large_as_can_be() {
    let problem = small().build().unwrap();
    let most = u64::MAX;
    let parameters = Parameters {
        iteration_limit: most,
        inner_limit: Some(most),
        outer_limit: Some(most),
        matrix_pass_limit: Some(most),
        stall_limit: Some(most),
        check_first: most,
        check_period: most,
        ..Parameters::default()
    };
    assert_eq!(solved(&problem, &parameters).status, Status::Optimal);
    // A period that is never reached still leaves the check at the end.
    let parameters = Parameters { check_period: most, iteration_limit: 500, ..Parameters::default() };
    let s = solved(&problem, &parameters);
    assert_eq!((s.work.iterations, s.work.checks), (500, 1));
}

#[test]
fn e03_tolerance_of_zero_or_less_is_an_error() {
    let problem = small().build().unwrap();
    let defaults = Parameters::default;
    let error = solve(&problem, &defaults().with_tolerance(0.0)).unwrap_err();
    let expected =
        "relative_tolerance = 0 is not possible: expected a positive number here or in absolute_tolerance";
    assert_eq!(error.to_string(), expected);
    for (value, shown) in [(-1e-4, "-1e-4"), (-1.0, "-1"), (f64::NAN, "NaN"), (-INF, "-inf")] {
        for (name, parameters) in [
            ("relative_tolerance", Parameters { relative_tolerance: value, ..defaults() }),
            ("absolute_tolerance", Parameters { absolute_tolerance: value, ..defaults() }),
        ] {
            let words = solve(&problem, &parameters).unwrap_err().to_string();
            assert_eq!(words, format!("{name} = {shown} is not possible: expected a number of at least 0"));
        }
    }
    // One of the two may be zero.
    for (relative_tolerance, absolute_tolerance) in [(0.0, 1e-4), (1e-4, 0.0)] {
        let s = solved(&problem, &Parameters { relative_tolerance, absolute_tolerance, ..defaults() });
        assert_eq!((s.status, s.notices), (Status::Optimal, vec![]));
    }
}

#[test]
fn e03_tolerance_that_cannot_be_reached_is_noticed() {
    for tolerance in [1e-14, 1e-300, f64::MIN_POSITIVE] {
        let parameters =
            Parameters { iteration_limit: 5000, ..Parameters::default().with_tolerance(tolerance) };
        let s = solved(&small().build().unwrap(), &parameters);
        assert_eq!(s.notices, [Notice::ToleranceUnreachable(tolerance)]);
        let expected = format!(
            "tolerance {tolerance:e} is below what 64-bit numbers can reach; expect a limit or a stall"
        );
        assert_eq!(s.notices[0].to_string(), expected);
        let fine = [Status::Optimal, Status::IterationLimit, Status::Stalled];
        assert!(fine.contains(&s.status), "{}", s.status);
    }
    let s = solved(&small().build().unwrap(), &Parameters::default().with_tolerance(1e-12));
    assert!(s.notices.is_empty());
}

#[test]
fn e03_tolerance_that_anything_meets_is_noticed() {
    for tolerance in [1.0, 10.0, 1e300] {
        let s = solved(&small().build().unwrap(), &Parameters::default().with_tolerance(tolerance));
        assert_eq!((s.status, &s.notices[..]), (Status::Optimal, &[Notice::ToleranceLoose(tolerance)][..]));
        let expected = format!("tolerance {tolerance} is so loose that nearly any point meets it");
        assert_eq!(s.notices[0].to_string(), expected);
    }
    assert!(
        solved(&small().build().unwrap(), &Parameters::default().with_tolerance(0.99)).notices.is_empty()
    );
}

#[test]
fn e03_tolerance_of_infinity() {
    let parameters = Parameters::default().with_tolerance(INF);
    match solve(&small().build().unwrap(), &parameters) {
        Err(error) => assert!(matches!(error, Error::BadParameter { .. })),
        Ok(s) => every::numbers(&s).into_iter().for_each(|(what, v)| assert!(v.is_finite(), "{what} is {v}")),
    }
}

#[test]
fn e03_tolerance_that_allows_nothing() {
    // The right-hand side is zero, so a relative tolerance alone allows no violation at all; that of the start is 1.
    let rows: [Row<'_>; 1] = [(0.0, &[1.0, -1.0], 0.0)];
    let problem = lp(&[1.0, 1.0], &rows, &[(1.0, 2.0), (0.0, 2.0)]).build().unwrap();
    let parameters = Parameters { absolute_tolerance: 0.0, iteration_limit: 0, ..Parameters::default() };
    assert_eq!(solved(&problem, &parameters).status, Status::IterationLimit);
}

#[test]
fn e04_unknown_parameter() {
    for (name, expected) in [
        ("iteraton_limit", "there is no parameter 'iteraton_limit'; did you mean 'iteration_limit'?"),
        ("weightsmothing", "there is no parameter 'weightsmothing'; did you mean 'weight_smoothing'?"),
        ("Method", "there is no parameter 'Method'; did you mean 'method'?"),
        ("theta", "there is no parameter 'theta'; did you mean 'weight_smoothing'?"),
        ("no-such\nthing", "there is no parameter 'no-such\\nthing'"),
        ("", "there is no parameter ''"),
    ] {
        let mut parameters = Parameters::default();
        for error in
            [parameters.set(name, "1").unwrap_err(), parameters.set_value(name, Value::Count(1)).unwrap_err()]
        {
            assert!(matches!(&error, Error::UnknownParameter { name: n, .. } if n == name));
            assert_eq!(error.to_string(), expected);
        }
        assert_eq!(parameters, Parameters::default());
    }
}

#[test]
fn e04_unknown_preset() {
    let error = Parameters::preset("papr").unwrap_err();
    let names: Vec<_> = PRESETS.iter().map(|p| p.0).collect();
    assert_eq!(error.to_string(), format!("there is no preset 'papr', expected one of {}", names.join(", ")));
}

#[test]
fn e04_wrong_type_or_out_of_range() {
    let cases = [
        ("iteration_limit", "many", "a whole number of at least 0"),
        ("iteration_limit", "-1", "a whole number of at least 0"),
        ("iteration_limit", "1.5", "a whole number of at least 0"),
        ("iteration_limit", "18446744073709551616", "a whole number of at least 0"),
        ("iteration_limit", "", "a whole number of at least 0"),
        ("check_period", "0", "a whole number of at least 1"),
        ("inner_limit", "0", "a whole number of at least 1, or none"),
        ("inner_limit", "auto", "a whole number of at least 1, or none"),
        ("weight_smoothing", "1.5", "a number from 0 to 1"),
        ("weight_smoothing", "-0.1", "a number from 0 to 1"),
        ("weight_smoothing", "half", "a number from 0 to 1"),
        ("weight_smoothing", "none", "a number from 0 to 1"),
        ("sufficient_reduction", "0", "a number above 0 and up to 1"),
        ("sufficient_reduction", "inf", "a number above 0 and up to 1"),
        ("artificial_restart", "0", "a number above 0, or none"),
        ("initial_step", "-1", "a number above 0, or auto"),
        ("initial_step", "0", "a number above 0, or auto"),
        ("ruiz_objective", "yes", "true or false"),
        ("method", "PDLP", "one of pdlp, pdhg"),
        ("norm", "max", "one of l2, componentwise"),
    ];
    for (name, text, expected) in cases {
        let mut parameters = Parameters::default();
        let error = parameters.set(name, text).unwrap_err();
        assert!(matches!(&error, Error::BadParameter { name: n, value, .. } if *n == name && value == text));
        assert_eq!(error.to_string(), format!("{name} = {text} is not possible: expected {expected}"));
        assert_eq!(parameters, Parameters::default(), "a refused value changes nothing");
    }
}

#[test]
fn e04_values_of_another_kind() {
    let all = [
        Value::Real(0.5),
        Value::Count(1),
        Value::Switch(true),
        Value::Choice("pdlp"),
        Value::Auto,
        Value::Unlimited,
    ];
    for parameter in TABLE {
        for value in all {
            let fits = match parameter.domain {
                Domain::Real(_) => matches!(value, Value::Real(_)),
                Domain::AutoReal(_) => matches!(value, Value::Real(_) | Value::Auto),
                Domain::Count(_) => matches!(value, Value::Count(_)),
                Domain::Limit(_) => matches!(value, Value::Count(_) | Value::Unlimited),
                Domain::Switch => matches!(value, Value::Switch(_)),
                Domain::Choice(names) => matches!(value, Value::Choice(v) if names.contains(&v)),
            };
            let mut parameters = Parameters::default();
            match parameters.set_value(parameter.name, value) {
                Ok(()) => {
                    assert!(fits && parameter.value(&parameters) == value, "{} = {value}", parameter.name)
                }
                Err(error) => {
                    assert!(!fits, "{error}");
                    let expected = format!(
                        "{} = {value} is not possible: expected {}",
                        parameter.name, parameter.domain
                    );
                    assert_eq!(error.to_string(), expected);
                }
            }
        }
    }
}

#[test]
fn e04_values_out_of_range_are_found_when_solving() {
    let problem = small().build().unwrap();
    for (name, parameters) in [
        ("check_period", Parameters { check_period: 0, ..Parameters::default() }),
        ("inner_limit", Parameters { inner_limit: Some(0), ..Parameters::default() }),
        ("weight_smoothing", Parameters { weight_smoothing: 2.0, ..Parameters::default() }),
        ("initial_weight", Parameters { initial_weight: Some(-1.0), ..Parameters::default() }),
        ("sufficient_reduction", Parameters { sufficient_reduction: 0.0, ..Parameters::default() }),
        ("pock_chambolle_alpha", Parameters { pock_chambolle_alpha: 2.5, ..Parameters::default() }),
    ] {
        let error = solve(&problem, &parameters).unwrap_err();
        assert!(matches!(&error, Error::BadParameter { name: n, .. } if *n == name), "{error}");
    }
}

#[test]
fn e04_infinite_steps_and_weights_are_refused() {
    for name in [
        "initial_step",
        "initial_weight",
        "initial_step_scale",
        "initial_weight_scale",
        "near_bound_distance",
    ] {
        for text in ["inf", "1e999", "none"] {
            assert!(Parameters::default().set(name, text).is_err(), "{name} = {text}");
        }
        assert!(Parameters::default().set_value(name, Value::Real(INF)).is_err(), "{name}");
    }
}

#[test]
fn e04_numbers_of_lanes_that_do_not_exist() {
    let (problem, parameters) = (small().build().unwrap(), Parameters::default());
    for value in [0, 2, 3, 5, 17, 1_000_000, usize::MAX] {
        let trials = [Trial { problem: &problem, parameters: &parameters, start: None }];
        let options = BatchOptions { lanes: Some(value), threads: 1 };
        let error = run_batch(&trials, &options, &Control::default()).unwrap_err();
        assert_eq!(error, Error::BadOption { option: "lanes", value, expected: "1, 4, 8 or 16" });
        assert_eq!(error.to_string(), format!("lanes = {value} is not possible: expected 1, 4, 8 or 16"));
    }
}

#[test]
fn e04_errors_of_a_batch_name_the_trial() {
    let problem = small().build().unwrap();
    let (good, bad) = (Parameters::default(), Parameters { check_period: 0, ..Parameters::default() });
    let trials = [&good, &good, &bad].map(|parameters| Trial { problem: &problem, parameters, start: None });
    let words = run_batch(&trials, &BatchOptions::default(), &Control::default()).unwrap_err().to_string();
    assert!(words.contains("trial 2"), "{words}");
    let start = Start { x: vec![0.0], y: vec![0.0; 2] };
    let trials = [None, Some(&start)].map(|start| Trial { problem: &problem, parameters: &good, start });
    let words = run_batch(&trials, &BatchOptions::default(), &Control::default()).unwrap_err().to_string();
    assert!(words.contains("trial 1"), "{words}");
}

#[test]
fn e05_warm_start_outside_its_bounds_is_projected() {
    let problem = small().build().unwrap();
    let parameters = Parameters { iteration_limit: 0, ..Parameters::default() };
    // Both rows have upper bounds only: when maximising, their multipliers cannot be negative.
    let s = started(&problem, &parameters, &[7.0, -2.0], &[1.0, -1.0]);
    assert_eq!((s.status, &s.x, &s.y), (Status::IterationLimit, &vec![3.0, 0.0], &vec![1.0, 0.0]));
    assert!(s.notices.is_empty());
    let s = started(&problem, &Parameters::default().with_tolerance(1e-8), &[7.0, -2.0], &[1.0, -1.0]);
    assert_eq!(s.status, Status::Optimal);
    close(s.objective, 11.0, 1e-6);
}

#[test]
fn e05_warm_start_that_is_optimal_stops_at_once() {
    let problem = small().build().unwrap();
    for parameters in [Parameters::default(), Parameters::preset("reference").unwrap()] {
        let parameters = parameters.with_tolerance(1e-6);
        let s = started(&problem, &parameters, &[3.0, 1.0], &[2.0, 0.0]);
        assert_eq!((s.status, s.objective), (Status::Optimal, 11.0));
        assert!(s.work.checks <= 1, "{:?}", s.work);
        // So does the end of one run as the start of the next.
        let cold = solved(&problem, &parameters);
        let again = started(&problem, &parameters, &cold.x, &cold.y);
        assert_eq!((again.status, &again.x, &again.y), (Status::Optimal, &cold.x, &cold.y));
        assert!(cold.work.iterations > 1 && again.work.checks <= 1);
    }
}

#[test]
fn e05_warm_start_that_is_near_saves_iterations() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default().with_tolerance(1e-8);
    let rough = solved(&problem, &Parameters::default().with_tolerance(1e-6));
    let (warm, cold) = (started(&problem, &parameters, &rough.x, &rough.y), solved(&problem, &parameters));
    assert_eq!((warm.status, cold.status), (Status::Optimal, Status::Optimal));
    assert!(warm.work.iterations < cold.work.iterations, "{:?} {:?}", warm.work, cold.work);
}

#[test]
fn e05_warm_start_that_is_hopeless_is_dropped() {
    let problem = small().build().unwrap();
    let cold = solved(&problem, &Parameters::default());
    assert!(cold.notices.is_empty());
    let hopeless: [(&[f64], &[f64]); 4] = [
        (&[0.0, 1e30], &[0.0, 0.0]),
        (&[3.0, 1e30], &[1e30, 0.0]),
        (&[0.0, 1e300], &[1e300, 0.0]),
        (&[f64::MAX, f64::MAX], &[f64::MAX, f64::MAX]),
    ];
    for (x, y) in hopeless {
        let s = started(&problem, &Parameters::default(), x, y);
        assert_eq!(s.notices, [Notice::WarmStartDropped], "{x:?} {y:?}");
        let expected = "the warm start was far worse than starting from zero and was dropped";
        assert_eq!(s.notices[0].to_string(), expected);
        assert_eq!(bits(&s), bits(&cold));
    }
}

#[test]
fn e05_warm_start_with_hopeless_multipliers_is_dropped() {
    let problem = small().build().unwrap();
    let cold = solved(&problem, &Parameters::default());
    for x in [[0.0, 0.0], [3.0, 1.0]] {
        let s = started(&problem, &Parameters::default(), &x, &[1e30, 1e30]);
        assert_eq!((s.status, &s.notices[..]), (Status::Optimal, &[Notice::WarmStartDropped][..]));
        assert_eq!(bits(&s), bits(&cold));
    }
}

#[test]
fn e06_observer_that_panics() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let before = bits(&solved(&problem, &parameters));
    let panics = Watch(
        |progress: &Progress| if progress.iterations == 3 { panic_any(4711u32) } else { Flow::Continue },
    );
    let control = Control { observer: Some(&panics), interrupt: None };
    for threads in [1, 2] {
        let trials = [Trial { problem: &problem, parameters: &parameters, start: None }; 12];
        let options = BatchOptions { lanes: Some(4), threads };
        let result = catch_unwind(AssertUnwindSafe(|| run_batch(&trials, &options, &control)));
        let payload = result.expect_err("the panic must reach the caller");
        assert_eq!(payload.downcast_ref::<u32>(), Some(&4711), "the original payload");
        // Nothing is poisoned.
        assert_eq!(bits(&solved(&problem, &parameters)), before);
    }
    let result = catch_unwind(AssertUnwindSafe(|| solve_with(&problem, &parameters, None, &control)));
    assert_eq!(result.expect_err("the panic must reach the caller").downcast_ref::<u32>(), Some(&4711));
}

#[test]
fn e06_observer_of_steps_that_panics() {
    struct Steps;
    impl Observer for Steps {
        fn wants_steps(&self) -> bool {
            true
        }
        fn step(&self, step: &Step<'_>) {
            assert!(step.iteration < 5, "enough steps");
        }
    }
    let problem = small().build().unwrap();
    let control = Control { observer: Some(&Steps), interrupt: None };
    let result =
        catch_unwind(AssertUnwindSafe(|| solve_with(&problem, &Parameters::default(), None, &control)));
    assert_eq!(
        result.expect_err("the panic must reach the caller").downcast_ref::<&str>(),
        Some(&"enough steps")
    );
}

#[test]
fn e06_observer_that_panics_ends_the_batch() {
    let problem = endless();
    let parameters = Parameters { iteration_limit: 20_000, ..Parameters::default() };
    let (panicked, after) = (AtomicBool::new(false), Mutex::new(HashSet::new()));
    let observer = Watch(|progress: &Progress| {
        if progress.trial == 0 && progress.iterations == 100 {
            panicked.store(true, Ordering::SeqCst);
            panic!("on purpose");
        }
        if panicked.load(Ordering::SeqCst) {
            after.lock().unwrap().insert(progress.trial);
        }
        Flow::Continue
    });
    let trials = [Trial { problem: &problem, parameters: &parameters, start: None }; 40];
    let control = Control { observer: Some(&observer), interrupt: None };
    let options = BatchOptions { lanes: Some(1), threads: 2 };
    assert!(catch_unwind(AssertUnwindSafe(|| run_batch(&trials, &options, &control))).is_err());
    let after = after.lock().unwrap().len();
    assert!(after <= 2, "{after} trials ran on after the panic");
}

#[test]
fn e06_observer_that_solves() {
    let problem = small().build().unwrap();
    let expected = bits(&solved(&problem, &Parameters::default()));
    let inner = Mutex::new(Vec::new());
    let solves = Watch(|progress: &Progress| {
        if progress.iterations == 5 {
            inner.lock().unwrap().push(bits(&solved(&problem, &Parameters::default())));
        }
        Flow::Continue
    });
    let outer = observed(&problem, &Parameters::default(), &solves);
    assert_eq!(bits(&outer), expected);
    assert_eq!(*inner.lock().unwrap(), [expected]);
}

#[test]
fn e06_observer_that_sleeps_does_not_defeat_the_time_limit() {
    let sleeps = Watch(|_: &Progress| {
        std::thread::sleep(Duration::from_millis(20));
        Flow::Continue
    });
    let began = Instant::now();
    let s = observed(&endless(), &Parameters { time_limit: 0.1, ..unlimited() }, &sleeps);
    assert_eq!(s.status, Status::TimeLimit);
    // Sleeping is counted: it takes at most a handful of calls.
    assert!((1..=6).contains(&s.work.iterations), "{:?}", s.work);
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn e06_observer_that_stops() {
    for method in [Method::Pdlp, Method::Pdhg] {
        let stops =
            Watch(|progress: &Progress| if progress.iterations >= 7 { Flow::Stop } else { Flow::Continue });
        let s = observed(&endless(), &Parameters { method, ..unlimited() }, &stops);
        assert_eq!((s.status, s.work.iterations, s.work.checks), (Status::Interrupted, 7, 7));
    }
}

#[test]
fn e06_observer_that_stops_one_trial_leaves_the_others_alone() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let alone = bits(&solved(&problem, &parameters));
    let stops = Watch(|progress: &Progress| if progress.trial == 2 { Flow::Stop } else { Flow::Continue });
    let trials = [Trial { problem: &problem, parameters: &parameters, start: None }; 6];
    for threads in [1, 2] {
        let control = Control { observer: Some(&stops), interrupt: None };
        let solutions = run_batch(&trials, &BatchOptions { lanes: Some(4), threads }, &control).unwrap();
        for (index, s) in solutions.iter().enumerate() {
            every::check(&problem, &parameters, s);
            match index {
                2 => assert_eq!((s.status, s.work.iterations), (Status::Interrupted, 1)),
                _ => assert_eq!(bits(s), alone),
            }
        }
    }
}

#[test]
fn e06_observer_sees_finite_numbers_in_order() {
    let last = AtomicU64::new(0);
    let watches = Watch(|p: &Progress| {
        let numbers = [p.seconds, p.primal_objective, p.dual_objective, p.primal_residual, p.dual_residual];
        assert!(numbers.iter().chain(&[p.gap, p.omega, p.eta]).all(|v| v.is_finite()), "{p:?}");
        assert!(p.iterations > last.swap(p.iterations, Ordering::SeqCst));
        assert!(p.matrix_passes >= p.iterations && p.omega > 0.0 && p.eta > 0.0);
        Flow::Continue
    });
    let s = observed(&small().build().unwrap(), &Parameters::default(), &watches);
    assert_eq!(s.status, Status::Optimal);
    assert_eq!(last.load(Ordering::SeqCst), s.work.iterations - 1, "every check but that of the end");
}

#[test]
fn e07_interrupt_set_before() {
    let flag = AtomicBool::new(true);
    let control = Control { interrupt: Some(&flag), observer: None };
    let problem = small().build().unwrap();
    for (method, ruiz_iterations) in [(Method::Pdlp, 10), (Method::Pdlp, 0), (Method::Pdhg, 10)] {
        let parameters = Parameters { method, ruiz_iterations, ..Parameters::default() };
        let s = solve_with(&problem, &parameters, None, &control).unwrap();
        every::check(&problem, &parameters, &s);
        assert_eq!(s.status, Status::Interrupted);
        assert!(s.work.iterations <= 1);
        let trials = [Trial { problem: &problem, parameters: &parameters, start: None }; 20];
        let solutions = run_batch(&trials, &BatchOptions { lanes: Some(4), threads: 2 }, &control).unwrap();
        assert_eq!(solutions.len(), 20);
        assert!(solutions.iter().all(|s| s.status == Status::Interrupted));
    }
    assert!(flag.load(Ordering::SeqCst), "the flag is the caller's");
}

#[test]
fn e07_interrupt_set_during() {
    // By an observer: ends with the very step.
    let flag = AtomicBool::new(false);
    let sets = Watch(|progress: &Progress| {
        flag.store(progress.iterations >= 10, Ordering::SeqCst);
        Flow::Continue
    });
    let control = Control { interrupt: Some(&flag), observer: Some(&sets) };
    let s = solve_with(&endless(), &unlimited(), None, &control).unwrap();
    every::check(&endless(), &unlimited(), &s);
    assert_eq!((s.status, s.work.iterations), (Status::Interrupted, 10));

    // By another thread, with checks that never come.
    let flag = AtomicBool::new(false);
    let control = Control { interrupt: Some(&flag), observer: None };
    let parameters = Parameters { check_period: u64::MAX, ..unlimited() };
    let s = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            flag.store(true, Ordering::SeqCst);
        });
        solve_with(&endless(), &parameters, None, &control).unwrap()
    });
    every::check(&endless(), &parameters, &s);
    assert_eq!(s.status, Status::Interrupted);
    assert!(s.seconds < 30.0);
}

#[test]
fn e08_a_thousand_solves_at_once() {
    let problem = small().build().unwrap();
    let shared = bits(&solved(&problem, &Parameters::default()));
    std::thread::scope(|scope| {
        let solve_one = |index: usize| {
            // Half of them share the problem, half have their own.
            let own = (index % 2 == 1).then(|| small().build().unwrap());
            bits(&solved(own.as_ref().unwrap_or(&problem), &Parameters::default()))
        };
        let spawn = |index| {
            let builder = std::thread::Builder::new().stack_size(256 << 10);
            builder.spawn_scoped(scope, move || solve_one(index)).unwrap()
        };
        let handles: Vec<_> = (0..1000).map(spawn).collect();
        handles.into_iter().for_each(|handle| assert_eq!(handle.join().unwrap(), shared));
    });
}

#[test]
fn e08_any_number_of_threads_gives_the_same_results() {
    let problem = small().build().unwrap();
    let settings: Vec<_> = (0..23)
        .map(|k| Parameters { weight_smoothing: f64::from(k) / 22.0, ..Parameters::default() })
        .collect();
    let trials: Vec<_> =
        settings.iter().map(|parameters| Trial { problem: &problem, parameters, start: None }).collect();
    let alone: Vec<_> = settings.iter().map(|parameters| bits(&solved(&problem, parameters))).collect();
    for threads in [1, 2, 3, 0, 1000, 1_000_000, usize::MAX] {
        for lanes in [None, Some(1), Some(4), Some(16)] {
            let solutions =
                run_batch(&trials, &BatchOptions { lanes, threads }, &Control::default()).unwrap();
            let got: Vec<_> = solutions.iter().map(bits).collect();
            assert_eq!(got, alone, "{threads} threads, {lanes:?} lanes");
        }
    }
}

#[test]
fn e08_a_million_threads_are_clamped() {
    let (problem, parameters) = (small().build().unwrap(), Parameters::default());
    let cores = std::thread::available_parallelism().unwrap().get();
    let threads = Mutex::new(HashSet::new());
    let counts = Watch(|progress: &Progress| {
        // Long enough for all threads to be started before the first one is done.
        std::thread::sleep(Duration::from_millis(if progress.iterations == 1 { 20 } else { 0 }));
        threads.lock().unwrap().insert(std::thread::current().id());
        Flow::Continue
    });
    let trials = vec![Trial { problem: &problem, parameters: &parameters, start: None }; 64 * cores];
    let control = Control { observer: Some(&counts), interrupt: None };
    run_batch(&trials, &BatchOptions { lanes: None, threads: 1_000_000 }, &control).unwrap();
    let used = threads.lock().unwrap().len();
    assert!(used <= 16 * cores, "{used} threads on {cores} cores");
}

#[global_allocator]
static COUNTING: memory::Counting = memory::Counting;

#[test]
fn e13_many_solves_of_one_problem_are_identical_and_leak_nothing() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let first = bits(&solved(&problem, &parameters));
    let held = memory::held();
    for _ in 0..3000 {
        let s = solve(&problem, &parameters).unwrap();
        assert_eq!(s.x[0].to_bits(), first.1[0]);
        assert_eq!(s.work, first.2);
    }
    assert_eq!(memory::held(), held);
    assert_eq!(bits(&solved(&problem, &parameters)), first);
}

#[test]
fn e13_a_chain_of_updates_is_as_fresh_problems() {
    let fresh = |step: usize| {
        let shift = (step % 17) as f64 / 16.0;
        let rows: [Row<'_>; 2] = [(-INF, &[1.0, 1.0], 4.0 + shift), (-INF, &[1.0, 3.0], 7.0 - shift)];
        let bounds = [(0.0, 3.0 - shift), (0.0, if step.is_multiple_of(3) { 9.0 } else { INF })];
        let sense = if step.is_multiple_of(5) { Sense::Minimize } else { Sense::Maximize };
        lp(&[3.0 - shift, 2.0], &rows, &bounds).sense(sense).offset(shift).build().unwrap()
    };
    let parameters = Parameters::default();
    let mut problem = fresh(0);
    for step in 1..500 {
        let wanted = fresh(step);
        let builder = problem.with_data().sense(wanted.sense()).offset(wanted.offset());
        let builder = builder.objective(wanted.objective().to_vec());
        let builder = builder.bounds(wanted.lower().to_vec(), wanted.upper().to_vec());
        problem =
            builder.row_bounds(wanted.row_lower().to_vec(), wanted.row_upper().to_vec()).build().unwrap();
        assert_eq!(problem.fingerprint(), wanted.fingerprint());
        assert_eq!(bits(&solved(&problem, &parameters)), bits(&solved(&wanted, &parameters)), "step {step}");
        // A refused update changes nothing.
        assert!(problem.with_data().objective(vec![f64::NAN; 2]).build().is_err());
    }
}

#[test]
fn e14_maximising_is_minimising_the_negative() {
    let maximise = small().offset(5.0).build().unwrap();
    let negative = vec![-3.0, -2.0];
    let minimise =
        maximise.with_data().sense(Sense::Minimize).objective(negative).offset(-5.0).build().unwrap();
    for parameters in [
        Parameters::default().with_tolerance(1e-8),
        Parameters::preset("reference").unwrap(),
        Parameters { method: Method::Pdhg, ..Parameters::default() },
        Parameters { iteration_limit: 3, ..Parameters::default() },
    ] {
        let (a, b) = (solved(&maximise, &parameters), solved(&minimise, &parameters));
        let negated = |v: &[f64]| v.iter().map(|v| -v).collect::<Vec<_>>();
        assert_eq!((a.status, &a.x, a.work, a.quality), (b.status, &b.x, b.work, b.quality));
        assert_eq!((a.objective, a.dual_objective), (-b.objective, -b.dual_objective));
        assert_eq!((a.y, a.reduced_costs), (negated(&b.y), negated(&b.reduced_costs)));
        assert_eq!(a.row_activity, b.row_activity);
    }
}

#[test]
fn e14_multipliers_are_changes_of_the_objective() {
    let parameters = Parameters::default().with_tolerance(1e-9);
    let maximise = small().offset(5.0).build().unwrap();
    let minimise = maximise.with_data().sense(Sense::Minimize).objective(vec![-3.0, -2.0]).build().unwrap();
    for (problem, sign) in [(&maximise, 1.0), (&minimise, -1.0)] {
        let s = solved(problem, &parameters);
        close(s.objective, 5.0 + sign * 11.0, 1e-7);
        close(s.dual_objective, s.objective, 1e-7);
        [(s.y[0], 2.0), (s.y[1], 0.0), (s.reduced_costs[0], 1.0), (s.reduced_costs[1], 0.0)]
            .into_iter()
            .for_each(|(got, wanted)| close(got, sign * wanted, 1e-6));
        // One tenth more of the right-hand side, and of the bound of x.
        let more = problem.with_data().row_bounds(vec![-INF; 2], vec![4.1, 7.0]).build().unwrap();
        close(solved(&more, &parameters).objective - s.objective, 0.1 * s.y[0], 1e-6);
        let more = problem.with_data().bounds(vec![0.0; 2], vec![3.1, INF]).build().unwrap();
        close(solved(&more, &parameters).objective - s.objective, 0.1 * s.reduced_costs[0], 1e-6);
    }
}

#[test]
fn e15_no_progress_is_a_stall() {
    for (method, limit) in [(Method::Pdlp, 500), (Method::Pdhg, 500), (Method::Pdlp, 1)] {
        let limits =
            Parameters { stall_limit: Some(limit), iteration_limit: 90_000, ..Parameters::default() };
        let s = solved(&endless(), &Parameters { method, ..limits });
        assert_eq!(s.status, Status::Stalled);
        assert!((limit..20_000).contains(&s.work.iterations), "{:?}", s.work);
        assert!(s.quality.error > 1e-4);
    }
    let s =
        solved(&endless(), &Parameters { stall_limit: None, iteration_limit: 2000, ..Parameters::default() });
    assert_eq!((s.status, s.work.iterations), (Status::IterationLimit, 2000));
}

#[test]
fn e15_a_fixed_point_that_misses_the_tolerance_is_a_stall() {
    // x = 1/3 to the last bit is a fixed point, but its activity is not exactly 1.
    let problem = lp(&[1.0], &[(1.0, &[3.0], 1.0), (0.1, &[0.3], 0.1)], &[(-INF, INF)]).build().unwrap();
    let s = solved(&problem, &Parameters::default().with_tolerance(1e-300));
    assert!(matches!(s.status, Status::Stalled | Status::Optimal), "{}", s.status);
    assert!(s.quality.error <= 1e-12);
}

#[test]
fn e15_progress_is_no_stall() {
    let s =
        solved(&small().build().unwrap(), &Parameters { stall_limit: Some(200), ..Parameters::default() });
    assert_eq!(s.status, Status::Optimal);
}

#[test]
fn e15_a_stall_comes_with_advice() {
    let s = solved(&endless(), &Parameters { stall_limit: Some(500), ..Parameters::default() });
    assert_eq!(s.status, Status::Stalled);
    assert!(!s.notices.is_empty());
}
