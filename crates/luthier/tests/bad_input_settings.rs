//! Bad inputs, table E, rows 1 to 5: limits, tolerances, parameters and start points. Every test is named after its row of
//! the table.

mod support;

use luthier::params::{Domain, Interval, Method, PRESETS, TABLE, TestedPoint, Value};
use luthier::{BatchOptions, Control, Error, Notice, Parameters, Start, Status, Trial, run_batch, solve};
use std::time::{Duration, Instant};
use support::every;
use support::runs::{bits, endless, small, started, unlimited};
use support::small::{INF, Row, close, lp, solved};

#[test]
fn e01_time_limit_of_zero_ends_at_the_start_point() {
    for time_limit in [0.0, -0.0, 1e-300, 1e-12] {
        for method in [Method::Pdlp, Method::Pdhg, Method::Halpern] {
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
    for (method, check_period) in
        [(Method::Pdlp, 1), (Method::Pdhg, 1), (Method::Halpern, 1), (Method::Pdlp, u64::MAX)]
    {
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
        for method in [Method::Pdlp, Method::Pdhg, Method::Halpern] {
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
        assert_eq!(s.notices[0], Notice::ToleranceUnreachable(tolerance));
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
        ("method", "PDLP", "one of pdlp, pdhg, halpern"),
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
        Value::Real(1.5),
        Value::Count(1),
        Value::Switch(true),
        Value::Choice("pdlp"),
        Value::Auto,
        Value::Unlimited,
    ];
    let inside = |within: &Interval, v: f64| within.from < v && v <= within.to;
    for parameter in TABLE {
        for value in all {
            let fits = match parameter.domain {
                Domain::Real(within) => matches!(value, Value::Real(v) if inside(&within, v)),
                Domain::AutoReal(within) => {
                    value == Value::Auto || matches!(value, Value::Real(v) if inside(&within, v))
                }
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
    let start = Start::new(vec![0.0], vec![0.0; 2]);
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
        let expected =
            "the warm start did not help: it was no better than starting from zero, and was dropped";
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
