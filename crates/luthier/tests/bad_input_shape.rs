//! Bad inputs, table A: the shape of a problem. Every test is named after its row of the table.
//!
//! Left out:
//! - A10, the detection of unboundedness where rows exist: certificates from iterates are not there yet. What is
//!   tested is that such a problem is never called optimal.

mod support;

use luthier::params::{Method, Norm};
use luthier::{Certificate, Parameters, Problem, ProblemBuilder, Sense, Solution, Status, solve};
use support::every;
use support::memory;
use support::small::{INF, Row, close, lp, solved};

/// Settings that take different paths through the library.
fn settings() -> Vec<Parameters> {
    vec![
        Parameters::default(),
        Parameters::preset("reference").unwrap(),
        Parameters { norm: Norm::Componentwise, ..Parameters::default() },
        Parameters { method: Method::Pdhg, ..Parameters::default() },
    ]
}

/// Solves with every setting; all must end with this status. Returns the solution of the first.
fn solved_by_all(problem: &Problem, status: Status) -> Solution {
    let solutions: Vec<_> = settings().iter().map(|parameters| solved(problem, parameters)).collect();
    solutions
        .iter()
        .zip(settings())
        .for_each(|(s, parameters)| assert_eq!(s.status, status, "{parameters:?}"));
    solutions.into_iter().next().unwrap()
}

fn tight() -> Parameters {
    Parameters::default().with_tolerance(1e-8)
}

#[test]
fn a01_nothing_at_all_is_optimal_at_the_constant() {
    for sense in [Sense::Minimize, Sense::Maximize] {
        let problem = ProblemBuilder::new(0, 0).sense(sense).offset(-7.25).build().unwrap();
        let s = solved_by_all(&problem, Status::Optimal);
        assert_eq!((s.objective, s.dual_objective), (-7.25, -7.25));
        assert!(s.x.is_empty() && s.y.is_empty() && s.reduced_costs.is_empty() && s.row_activity.is_empty());
        assert_eq!(s.work.iterations, 0);
    }
}

#[test]
fn a02_no_rows_is_solved_by_bounds() {
    let bounds = [
        (-2.0, 5.0),
        (-2.0, 5.0),
        (-2.0, 5.0),
        (1.0, 5.0),
        (-5.0, -1.0),
        (-INF, INF),
        (-INF, 9.0),
        (3.0, INF),
    ];
    let problem = lp(&[1.0, -1.0, 0.0, 0.0, 0.0, 0.0, -2.0, 4.0], &[], &bounds).offset(0.5).build().unwrap();
    let s = solved_by_all(&problem, Status::Optimal);
    assert_eq!(s.x, [-2.0, 5.0, 0.0, 1.0, -1.0, 0.0, 9.0, 3.0]);
    assert_eq!(s.reduced_costs, [1.0, -1.0, 0.0, 0.0, 0.0, 0.0, -2.0, 4.0]);
    assert_eq!(s.objective, -2.0 - 5.0 - 18.0 + 12.0 + 0.5);
    assert_eq!(s.work.iterations, 0);
}

#[test]
fn a02_no_rows_and_a_cost_towards_an_infinite_bound_is_unbounded() {
    for (sense, cost, bounds, direction) in [
        (Sense::Minimize, -1.0, (0.0, INF), 1.0),
        (Sense::Minimize, 1.0, (-INF, 0.0), -1.0),
        (Sense::Maximize, 3.0, (-INF, INF), 1.0),
        (Sense::Maximize, -3.0, (-INF, 0.0), -1.0),
    ] {
        let names = vec!["stays".to_owned(), "runs".to_owned()];
        let builder = lp(&[1.0, cost], &[], &[(2.0, 3.0), bounds]).sense(sense).column_names(names);
        let problem = builder.build().unwrap();
        let s = solved_by_all(&problem, Status::Unbounded);
        let certificate = s.certificate.unwrap();
        assert_eq!(certificate, Certificate::PrimalRay(vec![0.0, direction]));
        assert_eq!(certificate.explain(&problem), "variable 'runs' can improve the objective without end");
    }
}

#[test]
fn a03_rows_without_variables_are_optimal_if_zero_is_allowed() {
    let rows: [Row<'_>; 4] = [(-1.0, &[], 1.0), (0.0, &[], 0.0), (-INF, &[], 0.0), (-INF, &[], INF)];
    let problem = lp(&[], &rows, &[]).offset(3.0).build().unwrap();
    let s = solved_by_all(&problem, Status::Optimal);
    assert_eq!((s.objective, s.y), (3.0, vec![0.0; 4]));
}

#[test]
fn a03_rows_without_variables_are_infeasible_if_zero_is_not_allowed() {
    for (row, ray) in [((1.0, INF), 1.0), ((-INF, -1.0), -1.0), ((2.0, 2.0), 1.0), ((-3.0, -2.0), -1.0)] {
        let names = ["fine", "bad", "also_fine"].map(String::from).to_vec();
        let builder =
            lp(&[], &[(-1.0, &[], 1.0), (row.0, &[], row.1), (0.0, &[], 1.0)], &[]).row_names(names);
        let problem = builder.build().unwrap();
        let certificate = solved_by_all(&problem, Status::Infeasible).certificate.unwrap();
        assert_eq!(certificate, Certificate::DualRay(vec![0.0, ray, 0.0]));
        let words = certificate.explain(&problem);
        assert_eq!(words, "row 'bad' cannot be satisfied by any values within the variable bounds");
    }
}

#[test]
fn a04_all_entries_zero_is_as_if_there_were_none() {
    let row: &[f64] = &[0.0, -0.0];
    let bounds = [(-1.0, 4.0), (-1.0, 4.0)];
    let problem = lp(&[1.0, -2.0], &[(-1.0, row, 1.0), (-INF, row, 0.0)], &bounds).build().unwrap();
    assert_eq!(problem.matrix().nonzeros(), 0);
    let s = solved_by_all(&problem, Status::Optimal);
    assert_eq!((s.x, s.objective, s.y), (vec![-1.0, 4.0], -9.0, vec![0.0, 0.0]));

    let problem = lp(&[1.0, -2.0], &[(-1.0, row, 1.0), (0.5, row, 3.0)], &bounds).build().unwrap();
    let certificate = solved_by_all(&problem, Status::Infeasible).certificate;
    assert_eq!(certificate, Some(Certificate::DualRay(vec![0.0, 1.0])));

    let problem = lp(&[1.0, -2.0], &[(-1.0, row, 1.0)], &[(-1.0, 4.0), (-1.0, INF)]).build().unwrap();
    let certificate = solved_by_all(&problem, Status::Unbounded).certificate;
    assert_eq!(certificate, Some(Certificate::PrimalRay(vec![0.0, 1.0])));

    // Both: infeasible is the stronger statement, there is no point to run away from.
    let problem = lp(&[1.0, -2.0], &[(0.5, row, 3.0)], &[(-1.0, 4.0), (-1.0, INF)]).build().unwrap();
    solved_by_all(&problem, Status::Infeasible);
}

#[test]
fn a05_empty_row_that_excludes_zero_is_infeasible() {
    for (row, ray) in [((1e-3, INF), 1.0), ((-INF, -1e-3), -1.0), ((4.0, 5.0), 1.0)] {
        for sense in [Sense::Minimize, Sense::Maximize] {
            let builder =
                lp(&[1.0, 1.0], &[(1.0, &[1.0, 1.0], 3.0), (row.0, &[0.0, 0.0], row.1)], &[(0.0, 2.0); 2]);
            let problem = builder.sense(sense).build().unwrap();
            let certificate = solved_by_all(&problem, Status::Infeasible).certificate.unwrap();
            assert_eq!(certificate, Certificate::DualRay(vec![0.0, ray]));
            let words = certificate.explain(&problem);
            assert_eq!(words, "row 'R2' cannot be satisfied by any values within the variable bounds");
        }
    }
}

#[test]
fn a06_empty_column_pushed_to_an_infinite_bound_is_unbounded() {
    for (cost, bounds, direction) in
        [(-1.0, (0.0, INF), 1.0), (1.0, (-INF, 0.0), -1.0), (1.0, (-INF, INF), -1.0)]
    {
        let problem = lp(&[1.0, cost], &[(2.0, &[1.0, 0.0], INF)], &[(0.0, INF), bounds]).build().unwrap();
        let s = solved_by_all(&problem, Status::Unbounded);
        assert_eq!(s.certificate, Some(Certificate::PrimalRay(vec![0.0, direction])));
    }
}

#[test]
fn a06_empty_column_with_the_rest_infeasible_is_not_unbounded() {
    let problem = lp(&[1.0, -1.0], &[(2.0, &[1.0, 0.0], INF)], &[(0.0, 1.0), (0.0, INF)]).build().unwrap();
    let s = solved_by_all(&problem, Status::Infeasible);
    assert_eq!(s.certificate, Some(Certificate::DualRay(vec![1.0])));
    // Here only iterations can tell that the rest is infeasible.
    let rows: [Row<'_>; 2] = [(2.0, &[1.0, 1.0, 0.0], INF), (-INF, &[1.0, 1.0, 0.0], 1.0)];
    let bounds = [(0.0, 9.0), (0.0, 9.0), (0.0, INF)];
    let problem = lp(&[1.0, 1.0, -1.0], &rows, &bounds).build().unwrap();
    solved_by_all(&problem, Status::Infeasible);
}

#[test]
fn a06_empty_column_pushed_to_a_finite_bound_goes_there() {
    let problem = lp(&[1.0, -1.0], &[(2.0, &[1.0, 0.0], INF)], &[(0.0, INF), (0.0, 6.0)]).build().unwrap();
    for parameters in settings() {
        let s = solved(&problem, &parameters);
        assert_eq!(s.status, Status::Optimal);
        close(s.x[1], 6.0, 1e-3);
        close(s.objective, -4.0, 1e-3);
    }
}

#[test]
fn a06_objective_of_an_unbounded_problem_is_that_of_its_point() {
    // x = [0, 5] costs 10 - 5.
    let problem = lp(&[1.0, -1.0], &[], &[(0.0, INF), (5.0, INF)]).offset(10.0).build().unwrap();
    let s = solve(&problem, &Parameters::default()).unwrap();
    assert_eq!((s.status, &s.x), (Status::Unbounded, &vec![0.0, 5.0]));
    assert_eq!(s.objective, problem.objective_value(&s.x));
    // The same where the rest ends at a limit.
    let rows: [Row<'_>; 1] = [(2.0, &[1.0, 0.0], INF)];
    let problem = lp(&[1.0, -1.0], &rows, &[(0.0, INF), (5.0, INF)]).build().unwrap();
    let s = solve(&problem, &Parameters { iteration_limit: 0, ..Parameters::default() }).unwrap();
    assert_eq!((s.status, &s.x), (Status::IterationLimit, &vec![0.0, 5.0]));
    assert_eq!(s.objective, problem.objective_value(&s.x));
}

#[test]
fn a07_zero_objective_gives_a_feasible_point() {
    let rows: [Row<'_>; 2] = [(4.0, &[1.0, 2.0], 4.0), (1.0, &[1.0, -1.0], INF)];
    for sense in [Sense::Minimize, Sense::Maximize] {
        let problem = lp(&[0.0, 0.0], &rows, &[(0.0, INF); 2]).sense(sense).build().unwrap();
        let s = solved_by_all(&problem, Status::Optimal);
        assert_eq!(s.objective, 0.0);
        assert!(s.quality.relative_gap <= 1e-3);
    }
    // All right-hand sides zero as well: nothing is left to divide by, and zero is the answer.
    let rows: [Row<'_>; 1] = [(0.0, &[1.0, 2.0], 0.0)];
    let problem = lp(&[0.0, 0.0], &rows, &[(-INF, INF); 2]).build().unwrap();
    assert_eq!(solved_by_all(&problem, Status::Optimal).x, [0.0, 0.0]);
}

#[test]
fn a08_all_variables_fixed_is_evaluated() {
    let row: &[f64] = &[1.0, 2.0, -1.0];
    let fixed = [(1.0, 1.0), (-2.0, -2.0), (0.0, 0.0)];
    let problem =
        lp(&[3.0, 0.0, 2.0], &[(-3.0, row, -3.0), (-INF, row, 0.0)], &fixed).offset(1.0).build().unwrap();
    let s = solved_by_all(&problem, Status::Optimal);
    assert_eq!((s.x, s.row_activity, s.objective), (vec![1.0, -2.0, 0.0], vec![-3.0, -3.0], 4.0));
    assert_eq!(s.work.iterations, 0);

    let problem = lp(&[3.0, 0.0, 2.0], &[(-3.0, row, -3.0), (-2.5, row, 0.0)], &fixed).build().unwrap();
    let s = solved_by_all(&problem, Status::Infeasible);
    assert_eq!(s.certificate, Some(Certificate::DualRay(vec![0.0, 1.0])));
}

#[test]
fn a08_fixed_variables_of_negative_cost_are_evaluated() {
    let problem = lp(&[-1.0], &[(0.0, &[1.0], 5.0)], &[(1.0, 1.0)]).build().unwrap();
    for sense in [Sense::Minimize, Sense::Maximize] {
        let problem = problem.with_data().sense(sense).build().unwrap();
        let s = solved(&problem, &Parameters::default());
        assert_eq!((s.status, s.objective, s.reduced_costs), (Status::Optimal, -1.0, vec![-1.0]));
    }
}

#[test]
fn a08_fixed_variables_of_negative_cost_are_evaluated_with_the_preset_reference() {
    let reference = Parameters::preset("reference").unwrap();
    let problem = lp(&[-1.0], &[(0.0, &[1.0], 5.0)], &[(1.0, 1.0)]).build().unwrap();
    assert_eq!(solved(&problem, &reference).status, Status::Optimal);
    // One fixed variable among others keeps the run from ever ending as optimal.
    let problem = lp(&[-1.0, 1.0], &[(3.0, &[1.0, 1.0], 5.0)], &[(1.0, 1.0), (0.0, 10.0)]).build().unwrap();
    assert_eq!(solved(&problem, &reference).status, Status::Optimal);
}

#[test]
fn a08_fixed_variables_that_miss_a_row_by_a_trifle_are_too_near_to_call() {
    for (by, tolerance, status) in [
        (1e-4, 1e-9, Status::Optimal),
        (1e-4, 1e-12, Status::NumericalTrouble),
        (1e-1, 1e-12, Status::Infeasible),
    ] {
        let problem = lp(&[1.0], &[(1e6 + by, &[1.0], 1e6 + by)], &[(1e6, 1e6)]).build().unwrap();
        assert_eq!(solved(&problem, &Parameters::default().with_tolerance(tolerance)).status, status);
    }
}

#[test]
fn a08_what_rounding_can_explain_is_not_called_infeasible() {
    // 1e16 + 1 - 1e16 is 1, but not in 64-bit arithmetic.
    let row: Row<'_> = (1.0, &[1.0, 1.0, 1.0], 1.0);
    let problem = lp(&[0.0; 3], &[row], &[(1e16, 1e16), (1.0, 1.0), (-1e16, -1e16)]).build().unwrap();
    assert_ne!(solve(&problem, &Parameters::default()).unwrap().status, Status::Infeasible);
}

#[test]
fn a09_free_row_is_ignored() {
    let bounds = [(0.0, 3.0), (0.0, INF)];
    let rows: [Row<'_>; 2] = [(-INF, &[1.0, 1.0], 4.0), (-INF, &[1.0, 3.0], 6.0)];
    let without = lp(&[-3.0, -2.0], &rows, &bounds).build().unwrap();
    let free: Row<'_> = (-INF, &[7.0, -5.0], INF);
    let with = lp(&[-3.0, -2.0], &[rows[0], free, rows[1]], &bounds).build().unwrap();
    for parameters in settings() {
        let parameters = parameters.with_tolerance(1e-6);
        let (a, b) = (solved(&without, &parameters), solved(&with, &parameters));
        assert_eq!((a.status, b.status), (Status::Optimal, Status::Optimal));
        close(a.objective, -11.0, 1e-4);
        close(b.objective, -11.0, 1e-4);
        assert_eq!(b.y[1], 0.0);
        close(b.row_activity[1], 7.0 * b.x[0] - 5.0 * b.x[1], 1e-12);
    }
}

#[test]
fn a09_free_rows_only_are_as_none() {
    let free: Row<'_> = (-INF, &[1.0, 1.0], INF);
    let problem = lp(&[2.0, -1.0], &[free, free], &[(1.0, 4.0), (1.0, 4.0)]).build().unwrap();
    for parameters in settings() {
        let s = solved(&problem, &parameters);
        assert_eq!((s.status, &s.y), (Status::Optimal, &vec![0.0, 0.0]));
        close(s.objective, -2.0, 1e-3);
    }
}

#[test]
fn a10_free_variables_only() {
    // Two equations in two free variables: x = 2, y = -1; multipliers solve K'y = c.
    let rows: [Row<'_>; 2] = [(1.0, &[1.0, 1.0], 1.0), (3.0, &[1.0, -1.0], 3.0)];
    let problem = lp(&[1.0, 2.0], &rows, &[(-INF, INF); 2]).build().unwrap();
    for parameters in settings() {
        let s = solved(&problem, &parameters.with_tolerance(1e-8));
        assert_eq!(s.status, Status::Optimal);
        close(s.x[0], 2.0, 1e-6);
        close(s.x[1], -1.0, 1e-6);
        close(s.y[0], 1.5, 1e-6);
        close(s.y[1], -0.5, 1e-6);
        assert!(s.reduced_costs.iter().all(|r| *r == 0.0));
    }
}

#[test]
fn a10_free_variables_that_run_away_are_never_optimal() {
    let problem = lp(&[1.0, -1.0], &[(0.0, &[1.0, 1.0], 1.0)], &[(-INF, INF); 2]).build().unwrap();
    for mut parameters in settings() {
        parameters.iteration_limit = 3000;
        let s = solved(&problem, &parameters);
        assert!(!matches!(s.status, Status::Optimal | Status::Infeasible), "{}", s.status);
    }
    // Without entries even the detection is there.
    let problem = lp(&[0.0, -1.0], &[], &[(-INF, INF); 2]).build().unwrap();
    solved_by_all(&problem, Status::Unbounded);
}

#[test]
fn a11_duplicate_and_parallel_rows() {
    let bounds = [(0.0, 3.0), (0.0, INF)];
    let (first, second): (&[f64], &[f64]) = (&[1.0, 1.0], &[1.0, 3.0]);
    let rows: [Row<'_>; 6] = [
        (-INF, first, 4.0),
        (-INF, first, 4.0),
        (-INF, second, 6.0),
        (-INF, &[1000.0, 1000.0], 4000.0),
        (-6.0, &[-1.0, -3.0], INF),
        (-INF, first, 4.0),
    ];
    let problem = lp(&[-3.0, -2.0], &rows, &bounds).build().unwrap();
    for parameters in settings() {
        let s =
            solved(&problem, &Parameters { iteration_limit: 1_000_000, ..parameters.with_tolerance(1e-6) });
        assert_eq!(s.status, Status::Optimal);
        close(s.objective, -11.0, 1e-4);
    }
    let equation: Row<'_> = (3.0, &[1.0, 2.0], 3.0);
    let problem = lp(&[1.0, 1.0], &[equation; 5], &[(0.0, INF); 2]).build().unwrap();
    let s = solved(&problem, &tight());
    assert_eq!(s.status, Status::Optimal);
    close(s.objective, 1.5, 1e-6);
    close(s.y.iter().sum(), 0.5, 1e-6);
}

#[test]
fn a11_parallel_rows_that_contradict_each_other_are_never_optimal() {
    let rows: [Row<'_>; 2] = [(3.0, &[1.0, 2.0], 3.0), (7.0, &[2.0, 4.0], 7.0)];
    let problem = lp(&[1.0, 1.0], &rows, &[(0.0, INF); 2]).build().unwrap();
    for mut parameters in settings() {
        parameters.iteration_limit = 2000;
        let s = solved(&problem, &parameters);
        assert!(!matches!(s.status, Status::Optimal | Status::Unbounded), "{}", s.status);
    }
}

#[test]
fn a11_duplicate_columns() {
    let row: &[f64] = &[1.0, 1.0, 1.0, 2.0];
    let problem =
        lp(&[1.0, 1.0, 1.0, 2.0], &[(4.0, row, INF), (4.0, row, INF)], &[(0.0, 9.0); 4]).build().unwrap();
    for parameters in settings() {
        let s = solved(&problem, &parameters.with_tolerance(1e-6));
        assert_eq!(s.status, Status::Optimal);
        close(s.objective, 4.0, 1e-4);
    }
}

#[test]
fn a12_one_row_and_one_variable_within_one_check_window() {
    // A window is at most 64 iterations: the largest period that the table of parameters suggests.
    let cases = [
        (1.0, (1.0, 2.0, INF), (0.0, INF), 0.5),
        (-1.0, (-INF, 4.0, 1.0), (0.0, INF), -0.25),
        (2.0, (3.0, -1.0, 3.0), (-INF, INF), -6.0),
        (-1.0, (-INF, 1.0, INF), (0.0, 8.0), -8.0),
        (0.0, (1.0, 1.0, 1.0), (-5.0, 5.0), 0.0),
    ];
    for (cost, (lower, entry, upper), bounds, objective) in cases {
        let problem = lp(&[cost], &[(lower, &[entry], upper)], &[bounds]).build().unwrap();
        for parameters in &settings()[..3] {
            let s = solved(&problem, parameters);
            assert_eq!(s.status, Status::Optimal);
            close(s.objective, objective, 1e-3);
            assert!(s.work.iterations <= 64, "{} iterations for cost {cost}", s.work.iterations);
        }
    }
}

#[test]
fn a13_singleton_rows_as_bounds_give_the_answer_of_bounds() {
    let objective = [-3.0, -2.0, 1.0];
    let rows: [Row<'_>; 2] = [(-INF, &[1.0, 1.0, 1.0], 4.0), (1.0, &[1.0, 3.0, -1.0], 6.0)];
    let with_bounds = lp(&objective, &rows, &[(0.0, 3.0), (0.5, 1.25), (0.25, 7.0)]).build().unwrap();
    let singletons: [Row<'_>; 5] = [
        rows[0],
        rows[1],
        (0.0, &[1.0, 0.0, 0.0], 3.0),
        (1.0, &[0.0, 2.0, 0.0], 2.5),
        (-7.0, &[0.0, 0.0, -1.0], -0.25),
    ];
    let with_rows = lp(&objective, &singletons, &[(-INF, INF); 3]).build().unwrap();
    let (a, b) = (solved(&with_bounds, &tight()), solved(&with_rows, &tight()));
    assert_eq!((a.status, b.status), (Status::Optimal, Status::Optimal));
    close(a.objective, b.objective, 1e-6);
    (0..3).for_each(|j| close(a.x[j], b.x[j], 1e-5));
    (0..2).for_each(|i| close(a.y[i], b.y[i], 1e-5));
    // A reduced cost is the multiplier of the singleton row times its entry.
    (0..3).for_each(|j| close(a.reduced_costs[j], b.y[2 + j] * [1.0, 2.0, -1.0][j], 1e-5));
}

#[test]
fn a13_singleton_rows_that_contradict_bounds_are_infeasible() {
    let problem = lp(&[1.0], &[(3.0, &[2.0], INF)], &[(0.0, 1.0)]).build().unwrap();
    let s = solved_by_all(&problem, Status::Infeasible);
    assert_eq!(s.certificate, Some(Certificate::DualRay(vec![1.0])));
}

#[global_allocator]
static COUNTING: memory::Counting = memory::Counting;

/// Most bytes for each entry, row and column that building and solving may hold. The product K'K of an arrow of
/// 20000 rows, if it were ever formed, would hold 4e8 entries: 30000 bytes for each of them.
const LINEAR: usize = 500;

#[test]
fn a14_dense_row_and_column_take_linear_memory() {
    let n = 20_000;
    let ((problem, s), peak) = memory::measured(|| {
        // min sum x with x_0 + x_i >= 1 and sum x >= 1/2: x_0 = 1.
        let mut entries: Vec<_> = (0..n).map(|j| (0, j, 1.0)).collect();
        entries.extend((1..n).flat_map(|i| [(i, 0, 1.0), (i, i, 1.0)]));
        let mut lower = vec![1.0; n];
        lower[0] = 0.5;
        let builder = ProblemBuilder::new(n, n).objective(vec![1.0; n]).triplets(entries);
        let problem = builder.row_bounds(lower, vec![INF; n]).build().unwrap();
        let s = solve(&problem, &Parameters { iteration_limit: 300, ..Parameters::default() }).unwrap();
        (problem, s)
    });
    every::check(&problem, &Parameters::default(), &s);
    assert!(matches!(s.status, Status::Optimal | Status::IterationLimit), "{}", s.status);
    let size = problem.matrix().nonzeros() + 2 * n;
    assert!(peak <= LINEAR * size, "{peak} bytes for a size of {size}");
    assert!(problem.matrix().bytes() <= 24 * size);
}

#[test]
fn a14_single_huge_row_takes_linear_memory() {
    let n = 300_000;
    let ((problem, s), peak) = memory::measured(|| {
        // min sum c x with sum x >= 2, x <= 1: the cheapest two.
        let cost: Vec<f64> = (0..n).map(|j| 1.0 + (j % 1000) as f64 / 100.0).collect();
        let builder =
            ProblemBuilder::new(1, n).objective(cost).triplets((0..n).map(|j| (0, j, 1.0)).collect());
        let builder = builder.row_bounds(vec![2.0], vec![INF]).bounds(vec![0.0; n], vec![1.0; n]);
        let problem = builder.build().unwrap();
        let s = solve(&problem, &Parameters { iteration_limit: 50, ..Parameters::default() }).unwrap();
        (problem, s)
    });
    every::check(&problem, &Parameters::default(), &s);
    assert!(matches!(s.status, Status::Optimal | Status::IterationLimit), "{}", s.status);
    let size = problem.matrix().nonzeros() + n + 1;
    assert!(peak <= LINEAR * size, "{peak} bytes for a size of {size}");
}

#[test]
fn a14_single_dense_column_takes_linear_memory() {
    let m = 300_000;
    let ((problem, s), peak) = memory::measured(|| {
        // min x with x >= i / m: 1.
        let builder =
            ProblemBuilder::new(m, 1).objective(vec![1.0]).triplets((0..m).map(|i| (i, 0, 1.0)).collect());
        let lower = (0..m).map(|i| (i + 1) as f64 / m as f64).collect();
        let problem = builder.row_bounds(lower, vec![INF; m]).build().unwrap();
        let s = solve(&problem, &Parameters { iteration_limit: 50, ..Parameters::default() }).unwrap();
        (problem, s)
    });
    every::check(&problem, &Parameters::default(), &s);
    assert!(matches!(s.status, Status::Optimal | Status::IterationLimit), "{}", s.status);
    let size = problem.matrix().nonzeros() + m + 1;
    assert!(peak <= LINEAR * size, "{peak} bytes for a size of {size}");
}
