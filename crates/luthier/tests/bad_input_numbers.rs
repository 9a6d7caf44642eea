//! Bad inputs, table B: numbers. Every test is named after its row of the table.
//!
//! Left out:
//! - B13, a dual ray whose objective is 1e-15: certificates come from bounds and single rows only so far (there with a
//!   margin, which B12 tests); rays from iterates, which need the normalisation, are not there yet.

mod support;

use luthier::params::{Domain, Method, Norm, ReducedCostRule, TABLE, Value};
use luthier::{
    BatchOptions, Certificate, Control, Error, Parameters, Problem, ProblemBuilder, Sense, Solution,
    SolveOptions, Start, Status, Trial, Warning, run_batch, solve, solve_with,
};
use support::every;
use support::small::{INF, Row, close, lp, solved};

/// Two variables 'x' and 'y', two rows 'first' and 'second'; feasible and bounded.
fn small() -> ProblemBuilder {
    let rows: [Row<'_>; 2] = [(-INF, &[1.0, 1.0], 4.0), (-INF, &[1.0, 3.0], 6.0)];
    lp(&[-3.0, -2.0], &rows, &[(0.0, 3.0), (0.0, INF)])
}

fn named() -> ProblemBuilder {
    let names = |names: [&str; 2]| names.map(String::from).to_vec();
    small().row_names(names(["first", "second"])).column_names(names(["x", "y"]))
}

/// The error of a builder, and its words.
fn refused(builder: ProblemBuilder) -> (Error, String) {
    let error = builder.build().unwrap_err();
    (error.clone(), error.to_string())
}

/// What the builder warned of, in words.
fn warned(problem: &Problem) -> Vec<String> {
    problem.warnings().iter().map(Warning::to_string).collect()
}

/// Solves from a start point, and checks what must hold of every solution.
fn started(problem: &Problem, parameters: &Parameters, x: &[f64], y: &[f64]) -> Result<Solution, Error> {
    let start = Start::new(x.to_vec(), y.to_vec());
    let solution =
        solve_with(problem, parameters, &SolveOptions { start: Some(&start), ..SolveOptions::default() })?;
    every::check(problem, parameters, &solution);
    Ok(solution)
}

#[test]
fn b01_nan_in_the_objective() {
    let (error, words) = refused(small().objective(vec![1.0, f64::NAN]));
    assert!(
        matches!(error, Error::BadNumber { field: "objective", index: Some(1), name: None, .. }),
        "{error:?}"
    );
    assert_eq!(words, "objective[1] is NaN, expected a finite number below 1e50 in magnitude");
    let (error, words) = refused(named().objective(vec![f64::NAN, 1.0]));
    assert!(matches!(error, Error::BadNumber { index: Some(0), name: Some(name), .. } if name == "x"));
    assert_eq!(words, "objective[0] ('x') is NaN, expected a finite number below 1e50 in magnitude");
}

#[test]
fn b01_nan_in_the_offset() {
    let (error, words) = refused(small().offset(f64::NAN));
    assert!(matches!(error, Error::BadNumber { field: "offset", index: None, .. }));
    assert_eq!(words, "offset is NaN, expected a finite number");
}

#[test]
fn b01_nan_in_the_matrix() {
    for entries in [vec![(0, 0, 1.0), (1, 1, f64::NAN)], vec![(1, 1, 2.0), (1, 1, f64::NAN), (1, 1, 1.0)]] {
        let (error, words) = refused(small().triplets(entries));
        assert!(matches!(error, Error::BadCoefficient { row: 1, column: 1, value } if value.is_nan()));
        let expected =
            "the matrix entry at row 1, column 1 is NaN, expected a finite number below 1e50 in magnitude";
        assert_eq!(words, expected);
    }
}

#[test]
fn b01_nan_in_bounds() {
    let cases: [(ProblemBuilder, &str); 4] = [
        (named().bounds(vec![0.0, f64::NAN], vec![1.0, 1.0]), "lower[1] ('y')"),
        (named().bounds(vec![0.0, 0.0], vec![f64::NAN, 1.0]), "upper[0] ('x')"),
        (named().row_bounds(vec![0.0, f64::NAN], vec![1.0, 1.0]), "row_lower[1] ('second')"),
        (named().row_bounds(vec![0.0, 0.0], vec![f64::NAN, 1.0]), "row_upper[0] ('first')"),
    ];
    for (builder, place) in cases {
        let (error, words) = refused(builder);
        assert!(matches!(error, Error::BadNumber { value, .. } if value.is_nan()));
        assert_eq!(
            words,
            format!("{place} is NaN, expected a number below 1e50 in magnitude or an infinity")
        );
    }
}

#[test]
fn b01_nan_as_the_threshold_of_infinity() {
    for (threshold, shown) in [(f64::NAN, "NaN"), (0.0, "0"), (-1e20, "-1e20")] {
        let (error, words) = refused(small().infinity(threshold));
        assert!(matches!(error, Error::BadNumber { field: "infinity", .. }));
        assert_eq!(words, format!("infinity is {shown}, expected a positive threshold"));
    }
}

#[test]
fn b01_nan_in_a_start_point() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let words = started(&problem, &parameters, &[0.0, f64::NAN], &[0.0, 0.0]).unwrap_err().to_string();
    assert_eq!(words, "start.x[1] is NaN, expected a finite number");
    let words = started(&problem, &parameters, &[0.0, 0.0], &[f64::NAN, 0.0]).unwrap_err().to_string();
    assert_eq!(words, "start.y[0] is NaN, expected a finite number");
}

#[test]
fn b01_nan_in_every_real_parameter() {
    let mut count = 0;
    for parameter in TABLE.iter().filter(|p| matches!(p.domain, Domain::Real(_) | Domain::AutoReal(_))) {
        let mut parameters = Parameters::default();
        for error in [
            parameters.set(parameter.name, "NaN").unwrap_err(),
            parameters.set_value(parameter.name, Value::Real(f64::NAN)).unwrap_err(),
        ] {
            assert!(matches!(&error, Error::BadParameter { name, .. } if *name == parameter.name));
            let expected = format!("{} = NaN is not possible: expected {}", parameter.name, parameter.domain);
            assert_eq!(error.to_string(), expected);
        }
        assert_eq!(parameters, Parameters::default(), "a refused value changes nothing");
        count += 1;
    }
    assert!(count >= 14, "{count} real parameters");
    // Put there directly, it is found when solving.
    let problem = small().build().unwrap();
    let nan = f64::NAN;
    for parameters in [
        Parameters { weight_smoothing: nan, ..Parameters::default() },
        Parameters { initial_step: Some(nan), ..Parameters::default() },
        Parameters { relative_tolerance: nan, ..Parameters::default() },
        Parameters { time_limit: nan, ..Parameters::default() },
    ] {
        let error = solve(&problem, &parameters).unwrap_err();
        assert!(matches!(&error, Error::BadParameter { value, .. } if value == "NaN"), "{error}");
    }
}

#[test]
fn b02_infinity_in_matrix_objective_offset_and_start() {
    for infinity in [INF, -INF] {
        let (error, words) = refused(small().objective(vec![infinity, 1.0]));
        assert!(matches!(error, Error::BadNumber { field: "objective", index: Some(0), .. }));
        assert_eq!(
            words,
            format!("objective[0] is {infinity}, expected a finite number below 1e50 in magnitude")
        );

        let (error, words) = refused(small().offset(infinity));
        assert!(matches!(error, Error::BadNumber { field: "offset", .. }));
        assert_eq!(words, format!("offset is {infinity}, expected a finite number"));

        // Not even two that would cancel to a NaN, or be hidden by a sum.
        for entries in [vec![(1, 0, infinity)], vec![(1, 0, infinity), (1, 0, -infinity)]] {
            let (error, words) = refused(small().triplets(entries));
            assert!(matches!(error, Error::BadCoefficient { row: 1, column: 0, .. }));
            assert!(
                words.starts_with(&format!("the matrix entry at row 1, column 0 is {infinity}, expected")),
                "{words}"
            );
        }

        let problem = small().build().unwrap();
        let error = started(&problem, &Parameters::default(), &[0.0, infinity], &[0.0, 0.0]).unwrap_err();
        assert_eq!(error.to_string(), format!("start.x[1] is {infinity}, expected a finite number"));
    }
}

#[test]
fn b03_bounds_infinite_on_the_wrong_side() {
    let wrong = "the bound is infinite on the wrong side, no value can satisfy it";
    let cases: [(ProblemBuilder, &str); 5] = [
        (named().bounds(vec![0.0, INF], vec![1.0, INF]), "lower[1] ('y') is inf"),
        (named().bounds(vec![-INF, 0.0], vec![-INF, 1.0]), "upper[0] ('x') is -inf"),
        (small().row_bounds(vec![INF, 0.0], vec![INF, 1.0]), "row_lower[0] is inf"),
        (small().row_bounds(vec![0.0, 0.0], vec![1.0, -INF]), "row_upper[1] is -inf"),
        (small().bounds(vec![1e20, 0.0], vec![INF, 1.0]), "lower[0] is 1e20"),
    ];
    for (builder, place) in cases {
        let (error, words) = refused(builder);
        assert!(matches!(error, Error::WrongInfinity { .. }), "{error:?}");
        assert_eq!(words, format!("{place}: {wrong}"));
    }
}

#[test]
fn b04_crossed_bounds_are_infeasible() {
    let problem = named().bounds(vec![0.0, 2.0], vec![3.0, 1.0]).build().unwrap();
    let expected = Warning::BoundsCross { field: "column", index: 1, name: Some("y".into()) };
    assert_eq!(problem.warnings(), [expected]);
    assert_eq!(warned(&problem), ["column 1 ('y') has its lower bound above its upper bound: infeasible"]);
    let s = solved(&problem, &Parameters::default());
    assert_eq!((s.status, s.certificate.clone()), (Status::Infeasible, Some(Certificate::CrossedColumn(1))));
    let words = s.certificate.unwrap().explain(&problem);
    assert_eq!(words, "variable 'y' has lower bound 2 above upper bound 1");

    let problem = small().row_bounds(vec![0.0, 1.0], vec![1.0, 1.0 - 1e-9]).build().unwrap();
    let s = solved(&problem, &Parameters::default());
    assert_eq!((s.status, s.certificate.clone()), (Status::Infeasible, Some(Certificate::CrossedRow(1))));
    let words = s.certificate.unwrap().explain(&problem);
    assert_eq!(words, "row 'R2' has lower bound 1 above upper bound 0.999999999");
}

#[test]
fn b04_crossed_bounds_are_an_error_if_strict() {
    let (error, words) = refused(named().strict(true).bounds(vec![0.0, 2.0], vec![3.0, 1.0]));
    assert!(matches!(error, Error::CrossedBounds { field: "column", index: 1, lower: 2.0, upper: 1.0, .. }));
    assert_eq!(words, "column[1] ('y') has lower bound 2 above upper bound 1");
    let (error, words) = refused(small().strict(true).row_bounds(vec![5.0, 0.0], vec![4.0, 1.0]));
    assert!(matches!(error, Error::CrossedBounds { field: "row", index: 0, .. }));
    assert_eq!(words, "row[0] has lower bound 5 above upper bound 4");
}

#[test]
fn b05_bounds_that_cross_by_rounding_are_merged() {
    for strict in [false, true] {
        let (low, high) = (0.1 + 0.2, 0.3);
        assert!(low > high);
        let builder = small().strict(strict).bounds(vec![low, 1e6 * (1.0 + 1e-13)], vec![high, 1e6]);
        let problem = builder.row_bounds(vec![-INF; 2], vec![INF; 2]).build().unwrap();
        assert_eq!(problem.warnings(), [Warning::BoundsMerged { field: "column", count: 2 }]);
        assert_eq!(
            warned(&problem),
            ["2 column bound pairs cross by rounding only; merged at their midpoint"]
        );
        assert_eq!(problem.lower(), problem.upper());
        assert!((high..=low).contains(&problem.lower()[0]));
        assert!((1e6..=1e6 * (1.0 + 1e-13)).contains(&problem.lower()[1]));
        assert_eq!(solved(&problem, &Parameters::default()).status, Status::Optimal);
    }
    let problem = small().row_bounds(vec![1.0 + 1e-13, -INF], vec![1.0, 6.0]).build().unwrap();
    assert_eq!(problem.warnings(), [Warning::BoundsMerged { field: "row", count: 1 }]);
    assert_eq!(problem.row_lower()[0], problem.row_upper()[0]);
    // Ten times more is not rounding.
    let problem = small().row_bounds(vec![1.0 + 1e-11, -INF], vec![1.0, 6.0]).build().unwrap();
    assert_eq!(solved(&problem, &Parameters::default()).status, Status::Infeasible);
}

#[test]
fn b06_huge_bounds_are_infinite() {
    let builder =
        small().bounds(vec![-1e20, -3e25], vec![3.0, 1e300]).row_bounds(vec![-1e30, -INF], vec![4.0, 6.0]);
    let problem = builder.build().unwrap();
    assert_eq!((problem.lower(), problem.upper()), (&[-INF, -INF][..], &[3.0, INF][..]));
    assert_eq!(problem.row_lower(), [-INF, -INF]);
    let expected = [
        "1 row bounds of magnitude 1e20 or more taken as infinite",
        "3 variable bounds of magnitude 1e20 or more taken as infinite",
    ];
    assert_eq!(warned(&problem), expected);
    // Just below stays what it is.
    let problem = small().bounds(vec![0.0, 0.0], vec![3.0, 9.99e19]).build().unwrap();
    assert_eq!((problem.upper()[1], problem.warnings()), (9.99e19, &[][..]));
    assert_eq!(solved(&problem, &Parameters::default()).status, Status::Optimal);
}

#[test]
fn b06_the_threshold_can_be_set_and_is_shown() {
    let problem = small().infinity(1e3).bounds(vec![0.0, -999.0], vec![3.0, 1e3]).build().unwrap();
    assert_eq!((problem.lower()[1], problem.upper()[1]), (-999.0, INF));
    assert_eq!(warned(&problem), ["1 variable bounds of magnitude 1e3 or more taken as infinite"]);
}

#[test]
fn b06_the_threshold_survives_with_data() {
    let problem = small().infinity(1e30).bounds(vec![0.0, 0.0], vec![3.0, 1e25]).build().unwrap();
    assert_eq!(problem.upper()[1], 1e25);
    let same = problem.with_data().build().unwrap();
    assert_eq!(same.fingerprint(), problem.fingerprint());
}

#[test]
fn b07_coefficients_too_large() {
    for value in [1e50, -1e50, 1e300, f64::MAX] {
        let (error, words) = refused(small().triplets(vec![(0, 0, 1.0), (0, 1, value)]));
        assert_eq!(error, Error::BadCoefficient { row: 0, column: 1, value });
        assert!(words.starts_with("the matrix entry at row 0, column 1 is "), "{words}");
        assert!(words.ends_with(", expected a finite number below 1e50 in magnitude"), "{words}");
        let (error, words) = refused(named().objective(vec![0.0, value]));
        assert!(matches!(error, Error::BadNumber { field: "objective", index: Some(1), .. }));
        assert!(words.starts_with("objective[1] ('y') is "), "{words}");
    }
    // A sum of duplicates counts as one coefficient.
    let (error, _) = refused(small().triplets(vec![(1, 1, 6e49), (0, 0, 1.0), (1, 1, 6e49)]));
    assert!(matches!(error, Error::BadCoefficient { row: 1, column: 1, .. }));
    let problem = small().triplets(vec![(1, 1, 1e50), (0, 0, 1.0), (1, 1, -6e49)]).build().unwrap();
    assert_eq!(problem.matrix().row(1).collect::<Vec<_>>(), [(1, 1e50 - 6e49)]);
}

#[test]
fn b07_subnormal_coefficients_are_dropped() {
    let tiny = f64::MIN_POSITIVE / 4.0;
    assert!(tiny.is_subnormal());
    let entries = vec![(0, 0, tiny), (0, 1, 1.0), (1, 0, -tiny), (1, 1, 1.0)];
    let problem = small().objective(vec![tiny, -2.0]).triplets(entries).build().unwrap();
    assert_eq!(problem.matrix().nonzeros(), 2);
    assert_eq!(problem.objective(), [0.0, -2.0]);
    let expected = [
        "1 subnormal objective coefficients dropped as zeros",
        "2 subnormal matrix coefficients dropped as zeros",
    ];
    assert_eq!(warned(&problem), expected);
    let s = solved(&problem, &Parameters::default());
    assert_eq!(s.status, Status::Optimal);
    close(s.objective, -8.0, 1e-3);
    // The smallest normal number stays.
    let problem = small().triplets(vec![(0, 0, f64::MIN_POSITIVE)]).build().unwrap();
    assert_eq!((problem.matrix().nonzeros(), problem.warnings()), (1, &[][..]));
}

#[test]
fn b08_wide_dynamic_range_is_warned_of() {
    let cases: [(ProblemBuilder, &str, &str); 4] = [
        (small().triplets(vec![(0, 0, 1e-12), (1, 1, 1e9)]), "matrix", "1e-12 to 1e9"),
        (small().objective(vec![1e-10, 1e10]), "objective", "1e-10 to 1e10"),
        (small().bounds(vec![0.0, 1e-3], vec![1e18, INF]), "bound", "1e-3 to 1e18"),
        (small().row_bounds(vec![-1e-8, -INF], vec![4.0, 1e13]), "right-hand side", "1e-8 to 1e13"),
    ];
    for (builder, field, range) in cases {
        let problem = builder.build().unwrap();
        assert!(
            matches!(problem.warnings(), [Warning::WideRange { field: f, .. }] if *f == field),
            "{field}"
        );
        let expected = format!(
            "{field} coefficients range from {range}; expect numerical trouble, consider other units"
        );
        assert_eq!(warned(&problem), [expected]);
    }
    assert!(small().triplets(vec![(0, 0, 1e-10), (1, 1, 9e9)]).build().unwrap().warnings().is_empty());
}

/// Settings that take different paths through the library, with a limit.
fn settings(limit: u64) -> Vec<Parameters> {
    let limited = Parameters { iteration_limit: limit, ..Parameters::default() };
    vec![
        limited.clone(),
        limited.clone().with_tolerance(1e-9),
        Parameters { iteration_limit: limit, ..Parameters::preset("reference").unwrap() },
        Parameters { norm: Norm::Componentwise, ..limited.clone() },
        Parameters { method: Method::Pdhg, ..limited },
    ]
}

#[test]
fn b08_wide_dynamic_range_is_never_falsely_optimal() {
    // Optimal is checked by `every`, on the unscaled data; what else comes out must be a limit, a stall or trouble.
    let free = [(-INF, INF); 2];
    let positive = [(0.0, INF); 2];
    let problems = [
        lp(&[1.0, 1.0], &[(1.0, &[1e10, 1e-10], INF), (1.0, &[1e-10, 1e10], INF)], &positive),
        lp(&[1e10, 1e-10], &[(1.0, &[1e10, 1e-10], 1.0)], &positive),
        lp(&[1.0, -1.0], &[(1e10, &[1e20, 1.0], 1e10), (-INF, &[0.0, 1e-20], 1.0)], &positive),
        lp(&[1e-20, 1.0], &[(1e15, &[1.0, 1e20], 1e15)], &positive),
        lp(&[1.0, 2.0], &[(1.0, &[1e40, 1.0], 1.0), (2.0, &[1.0, 1e-40], 2.0)], &free),
        lp(&[1e49, 1e-40], &[(1e19, &[1e49, 1e-49], INF)], &[(-1e19, 1e19), (0.0, INF)]),
        lp(&[1.0, 1.0], &[(1e-300, &[1e-300, 1e-300], INF), (1.0, &[1.0, 0.0], INF)], &positive),
        lp(&[-1e49, 1.0], &[(-INF, &[1e-15, 1.0], 1e19)], &[(0.0, 9e19), (0.0, 1.0)]),
    ];
    for (number, builder) in problems.into_iter().enumerate() {
        let problem = builder.build().unwrap();
        assert!(
            problem.warnings().iter().any(|w| matches!(w, Warning::WideRange { .. })),
            "problem {number}"
        );
        for parameters in settings(3000) {
            let s = solved(&problem, &parameters);
            let fine = [Status::Optimal, Status::IterationLimit, Status::Stalled, Status::NumericalTrouble];
            assert!(fine.contains(&s.status), "problem {number}: {}", s.status);
        }
    }
}

#[test]
fn b09_a_huge_right_hand_side_does_not_hide_the_absolute_violation() {
    // 1e-4 of |q| is 1e8: with the Euclidean norm, the row x_1 >= 1 counts nothing.
    let rows: [Row<'_>; 2] = [(1e12, &[1.0, 0.0], 1e12), (1.0, &[0.0, 1.0], INF)];
    let problem = lp(&[0.0, 1.0], &rows, &[(0.0, INF), (0.0, 5.0)]).build().unwrap();
    for norm in [Norm::L2, Norm::Componentwise] {
        let parameters = Parameters { norm, ..Parameters::default() };
        let s = solved(&problem, &parameters);
        assert_eq!(s.status, Status::Optimal);
        let violations = [every::violation(&problem, &s.x, 0), every::violation(&problem, &s.x, 1)];
        let largest = violations[0].max(violations[1]);
        assert_eq!(s.quality.largest_violation, largest);
        let worst = violations.iter().position(|v| *v == largest && largest > 0.0);
        assert_eq!(s.quality.worst_row, worst);
        close(s.quality.primal_residual, (violations[0].powi(2) + violations[1].powi(2)).sqrt(), 1e-12);
        close(
            s.quality.relative_primal_residual,
            s.quality.primal_residual / (1.0 + (1e24f64 + 1.0).sqrt()),
            1e-12,
        );
        if norm == Norm::Componentwise {
            assert!(violations[1] <= 2e-4 && violations[0] <= 1e-4 * (1.0 + 1e12), "{violations:?}");
        }
    }
}

#[test]
fn b09_a_huge_right_hand_side_is_met_in_absolute_terms_if_asked_for() {
    let rows: [Row<'_>; 2] = [(1e6, &[1.0, 0.0], 1e6), (1.0, &[0.0, 1.0], INF)];
    let problem = lp(&[0.0, 1.0], &rows, &[(0.0, INF), (0.0, 5.0)]).build().unwrap();
    let parameters =
        Parameters { relative_tolerance: 0.0, absolute_tolerance: 1e-3, ..Parameters::default() };
    let s = solved(&problem, &parameters);
    assert_eq!(s.status, Status::Optimal);
    assert!(s.quality.largest_violation <= 1e-3);
}

#[test]
fn b09_a_right_hand_side_whose_square_overflows() {
    // x >= 1 and x >= -1e200: zero is not feasible.
    let rows: [Row<'_>; 2] = [(1.0, &[1.0], INF), (-1e200, &[1.0], INF)];
    // Refusing such a number would be right as well.
    let Ok(problem) = lp(&[1.0], &rows, &[(0.0, INF)]).infinity(INF).build() else { return };
    let s = solve(&problem, &Parameters::default()).unwrap();
    every::numbers(&s).into_iter().for_each(|(what, v)| assert!(v.is_finite(), "{what} is {v}"));
    assert!(s.status != Status::Optimal || s.x[0] >= 1.0 - 1e-3, "optimal at {}", s.x[0]);
}

#[test]
fn b09_an_activity_that_overflows() {
    // 1e49 x - 1e49 y = 5 at x = y = 1e300 is inf - inf.
    let rows: [Row<'_>; 1] = [(5.0, &[1e49, -1e49], 5.0)];
    // Refusing such numbers would be right as well.
    let Ok(problem) = lp(&[1.0, 1.0], &rows, &[(1e300, 1e300); 2]).infinity(INF).build() else { return };
    assert_ne!(solve(&problem, &Parameters::default()).unwrap().status, Status::Optimal);
}

/// No number is a negative zero.
fn no_negative_zero(s: &Solution) {
    every::numbers(s)
        .into_iter()
        .for_each(|(what, v)| assert!(v != 0.0 || v.is_sign_positive(), "{what} is {v}"));
}

#[test]
fn b10_negative_and_explicit_zeros_leave_no_trace() {
    let zeros = |z: f64| {
        lp(&[-3.0, z], &[(z, &[1.0, z], 4.0), (-INF, &[z, 1.0], z)], &[(z, 3.0), (-2.0, z)]).build().unwrap()
    };
    let (minus, plus) = (zeros(-0.0), zeros(0.0));
    assert_eq!(minus.matrix().nonzeros(), 2);
    assert_eq!(minus.fingerprint(), plus.fingerprint());
    assert!(minus.warnings().is_empty());
    for vector in [minus.objective(), minus.lower(), minus.upper(), minus.row_lower(), minus.row_upper()] {
        assert!(vector.iter().all(|v| *v != 0.0 || v.is_sign_positive()), "{vector:?}");
    }
    for sense in [Sense::Minimize, Sense::Maximize] {
        let sensed = |p: &Problem| p.with_data().sense(sense).build().unwrap();
        for parameters in settings(1000) {
            let (a, b) = (solved(&sensed(&minus), &parameters), solved(&sensed(&plus), &parameters));
            assert_eq!((a.status, &a.x, &a.y, a.objective), (b.status, &b.x, &b.y, b.objective));
            no_negative_zero(&a);
        }
    }
}

#[test]
fn b10_values_that_cancel_are_dropped() {
    let entries = vec![(0, 0, 1.5), (1, 1, 1.0), (0, 0, -1.5), (0, 1, 1.0), (1, 0, 0.0)];
    let problem = small().triplets(entries).build().unwrap();
    assert_eq!(problem.matrix().nonzeros(), 2);
    assert_eq!(problem.matrix().row(0).collect::<Vec<_>>(), [(1, 1.0)]);
}

#[test]
fn b10_a_negative_zero_as_offset_leaves_no_trace() {
    let problem = lp(&[0.0], &[], &[(0.0, 1.0)]).sense(Sense::Maximize).offset(-0.0).build().unwrap();
    no_negative_zero(&solved(&problem, &Parameters::default()));
}

#[test]
fn b11_an_objective_that_cancels_to_zero() {
    // Terms of 1e8 that cancel exactly at x = y = 1.
    let rows: [Row<'_>; 2] = [(0.0, &[1.0, -1.0], 0.0), (2.0, &[1.0, 1.0], 2.0)];
    let problem = lp(&[1e8, -1e8], &rows, &[(0.0, INF); 2]).build().unwrap();
    for parameters in settings(100_000) {
        let s = solved(&problem, &parameters);
        assert_eq!(s.status, Status::Optimal);
        close(s.x[0], 1.0, 1e-3);
        let relative = s.quality.gap / (1.0 + s.objective.abs() + s.dual_objective.abs());
        close(s.quality.relative_gap, relative, 1e-9);
        assert!(s.quality.relative_gap.is_finite());
    }
}

#[test]
fn b11_an_objective_that_the_constant_cancels() {
    // The optimum is 11 - 11 = 0: the constant must neither help nor hurt the gap test.
    let problem = small().build().unwrap();
    let shifted = problem.with_data().offset(11.0).build().unwrap();
    for parameters in settings(100_000) {
        let (a, b) = (solved(&problem, &parameters), solved(&shifted, &parameters));
        assert_eq!((a.status, b.status), (Status::Optimal, Status::Optimal));
        assert_eq!((&a.x, &a.y, a.work, a.quality), (&b.x, &b.y, b.work, b.quality));
        close(b.objective, 0.0, 1e-2);
    }
}

#[test]
fn b11_an_objective_of_zero_with_nonzero_costs() {
    let rows: [Row<'_>; 1] = [(0.0, &[1.0, 1.0], INF)];
    let problem = lp(&[1.0, 2.0], &rows, &[(0.0, INF); 2]).build().unwrap();
    for parameters in settings(1000) {
        let s = solved(&problem, &parameters);
        assert_eq!((s.status, s.objective), (Status::Optimal, 0.0));
    }
}

/// Status and vectors, to be compared bit by bit.
fn bits(s: &Solution) -> (Status, Vec<u64>, u64) {
    let vectors = s.x.iter().chain(&s.y).chain(&s.reduced_costs).chain([&s.objective]);
    (s.status, vectors.map(|v| v.to_bits()).collect(), s.work.iterations)
}

#[test]
fn b12_near_infeasible_is_optimal_or_a_limit_on_any_number_of_threads() {
    let by = 1e-9;
    let one_row: [Row<'_>; 1] = [(2.0 + by, &[1.0, 1.0], INF)];
    let two_rows: [Row<'_>; 2] = [(by, &[1.0, -1.0], INF), (-INF, &[1.0, -1.0], 0.0)];
    let problems = [
        lp(&[1.0, 2.0], &one_row, &[(0.0, 1.0); 2]).build().unwrap(),
        lp(&[1.0, 2.0], &two_rows, &[(0.0, 1.0); 2]).build().unwrap(),
    ];
    for problem in &problems {
        let tolerances = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12];
        let settings: Vec<_> = tolerances
            .iter()
            .map(|t| Parameters { iteration_limit: 3000, ..Parameters::default().with_tolerance(*t) })
            .collect();
        let trials: Vec<_> =
            settings.iter().map(|parameters| Trial { problem, parameters, start: None }).collect();
        let run = |lanes, threads| {
            run_batch(&trials, &BatchOptions { lanes, threads }, &Control::default()).unwrap()
        };
        let first = run(Some(1), 1);
        for (s, parameters) in first.iter().zip(&settings) {
            every::check(problem, parameters, s);
            assert!(!matches!(s.status, Status::Infeasible | Status::Unbounded), "{}", s.status);
            if parameters.relative_tolerance >= 1e-8 {
                assert_eq!(s.status, Status::Optimal);
            }
        }
        for (lanes, threads) in [(Some(1), 2), (Some(4), 1), (Some(4), 2), (None, 2), (None, 0)] {
            let again = run(lanes, threads);
            first.iter().zip(&again).for_each(|(a, b)| assert_eq!(bits(a), bits(b), "{lanes:?} {threads}"));
        }
    }
}

#[test]
fn b12_an_empty_row_that_misses_by_little_is_judged_by_the_tolerance() {
    // Nothing can be iterated: the row is met to the tolerance, or it is too near to call.
    let problem = lp(&[1.0], &[(1e-9, &[0.0], INF)], &[(0.0, 1.0)]).build().unwrap();
    for (tolerance, status) in [(1e-8, Status::Optimal), (1e-10, Status::NumericalTrouble)] {
        assert_eq!(solved(&problem, &Parameters::default().with_tolerance(tolerance)).status, status);
    }
}

#[test]
fn b12_clearly_infeasible_is_not_near() {
    let problem = lp(&[1.0, 2.0], &[(2.0 + 1e-6, &[1.0, 1.0], INF)], &[(0.0, 1.0); 2]).build().unwrap();
    let s = solved(&problem, &Parameters::default());
    assert_eq!((s.status, s.certificate), (Status::Infeasible, Some(Certificate::DualRay(vec![1.0]))));
}

#[test]
fn b14_a_far_too_large_step_of_pdhg_is_numerical_trouble() {
    // x = 1 with steps that overshoot more each time, until the squares overflow.
    let problem = lp(&[1.0], &[(1.0, &[1.0], 1.0)], &[(-INF, INF)]).build().unwrap();
    for step in [10.0, 1e3, 1e10, 1e100, 1e200, 1e300] {
        for check_period in [1, 7, 1000] {
            let method = Method::Pdhg;
            let parameters =
                Parameters { method, initial_step: Some(step), check_period, ..Parameters::default() };
            let s = solved(&problem, &parameters);
            assert_eq!(s.status, Status::NumericalTrouble, "step {step}, period {check_period}");
        }
    }
}

#[test]
fn b14_a_far_too_large_step_of_pdlp_is_made_smaller() {
    let problem = small().build().unwrap();
    for step in [10.0, 1e3] {
        let s = solved(&problem, &Parameters { initial_step: Some(step), ..Parameters::default() });
        assert_eq!(s.status, Status::Optimal, "step {step}");
        close(s.objective, -11.0, 1e-2);
    }
    // Where the first steps overflow, the run goes on with what the metric calls for.
    for step in [1e160, 1e300] {
        let s = solved(&problem, &Parameters { initial_step: Some(step), ..Parameters::default() });
        assert_eq!(s.status, Status::Optimal, "step {step}");
    }
}

#[test]
fn b14_the_search_for_a_smaller_step_ends_soon() {
    let problem = small().build().unwrap();
    for step in [1e5, 1e10] {
        // The limit on passes only keeps this test from running on; 1000 iterations should do without.
        let (iteration_limit, matrix_pass_limit) = (1000, Some(20_000));
        let limits = Parameters { iteration_limit, matrix_pass_limit, ..Parameters::default() };
        let s = solved(&problem, &Parameters { initial_step: Some(step), ..limits });
        assert_ne!(s.status, Status::MatrixPassLimit, "step {step}: {:?}", s.work);
    }
}

#[test]
fn b14_extreme_weights_give_finite_vectors() {
    let problem = small().build().unwrap();
    for weight in [1e-320, 1e-300, 1e-100, 1e100, 1e300] {
        for method in [Method::Pdlp, Method::Pdhg, Method::Halpern] {
            let parameters = Parameters {
                method,
                initial_weight: Some(weight),
                iteration_limit: 500,
                ..Parameters::default()
            };
            let s = solved(&problem, &parameters);
            assert!(!matches!(s.status, Status::Infeasible | Status::Unbounded), "{}", s.status);
        }
    }
}

#[test]
fn b14_the_residuals_of_the_last_finite_point_are_finite() {
    let cases = [
        (lp(&[1.0], &[(1.0, &[1e3], 1.0)], &[(-INF, INF)]), Method::Pdhg, 15.0),
        (lp(&[1.0], &[(1.0, &[1e30], 1.0)], &[(-INF, INF)]), Method::Pdlp, 1.5e20),
    ];
    for (builder, method, step) in cases {
        for check_period in [1, 7] {
            let parameters =
                Parameters { method, initial_step: Some(step), check_period, ..Parameters::default() };
            let s = solved(&builder.clone().build().unwrap(), &parameters);
            assert!(method == Method::Pdlp || s.status == Status::NumericalTrouble, "{}", s.status);
        }
    }
}

#[test]
fn b14_a_start_point_whose_activity_overflows() {
    let rows: [Row<'_>; 1] = [(5.0, &[1e9, -1e9], 5.0)];
    for cost in [0.0, 1.0] {
        let problem = lp(&[cost, -cost], &rows, &[(-INF, INF); 2]).build().unwrap();
        let s = started(&problem, &Parameters::default(), &[1e300, 1e300], &[0.0]).unwrap();
        assert_eq!(s.status, Status::Optimal);
    }
}

#[test]
fn b14_an_infinite_distance_from_a_free_variable() {
    let problem = lp(&[-3.0, -2.0], &[(-INF, &[1.0, 1.0], 4.0)], &[(-INF, INF), (0.0, 1.0)]).build().unwrap();
    let reduced_cost_rule = ReducedCostRule::NearBound;
    let parameters =
        Parameters { reduced_cost_rule, near_bound_distance: Some(INF), ..Parameters::default() };
    match solve(&problem, &parameters) {
        Err(error) => assert!(matches!(error, Error::BadParameter { name: "near_bound_distance", .. })),
        Ok(s) => every::check(&problem, &parameters, &s),
    }
}
