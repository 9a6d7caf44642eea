//! The verifier of solutions: accepts what the solver rightly calls optimal, and refuses what was tampered with.

mod support;

use luthier::params::{Norm, ReducedCostRule};
use luthier::verify::{Place, Refusal, Tolerances, Verification, verify};
use luthier::{Error, Parameters, Problem, ProblemBuilder, Sense, Solution, Status, solve};
use support::families::{Random, random_lp, transportation};
use support::plain;
use support::small::{INF, close, lp};

fn parameters(norm: Norm, rule: ReducedCostRule) -> Parameters {
    Parameters {
        norm,
        reduced_cost_rule: rule,
        iteration_limit: 300_000,
        ..Parameters::default().with_tolerance(1e-6)
    }
}

/// The same problem, as maximisation of the negative.
fn maximised(problem: &Problem) -> Problem {
    let c = problem.objective().iter().map(|c| -c).collect();
    problem.with_data().objective(c).sense(Sense::Maximize).build().unwrap()
}

fn checked(problem: &Problem, x: &[f64], y: &[f64], tolerances: &Tolerances) -> Verification {
    let v = verify(problem, x, y, tolerances).unwrap();
    assert_eq!(v.accepted, v.refusals.is_empty(), "a refusal has a reason");
    all_finite(&v);
    v
}

fn all_finite(v: &Verification) {
    let q = &v.quality;
    let numbers = [
        q.primal_residual,
        q.relative_primal_residual,
        q.dual_residual,
        q.relative_dual_residual,
        q.gap,
        q.relative_gap,
        q.largest_violation,
        q.largest_dual_residual,
        q.error,
        v.largest_bound_violation,
        v.objective,
        v.dual_objective,
    ];
    let vectors = numbers.iter().chain(&v.reduced_costs).chain(&v.row_activity);
    assert!(vectors.into_iter().all(|v| v.is_finite()), "{v:?}");
}

/// Random problems in both senses with their solutions, all optimal.
fn solved(count: u64, parameters: &Parameters) -> Vec<(Problem, Solution)> {
    let problems = (0..count).flat_map(|seed| {
        let problem = random_lp(4000 + seed, 4 + seed as usize % 7, 6 + seed as usize % 8);
        [maximised(&problem), problem]
    });
    let solved = problems.map(|problem| {
        let solution = solve(&problem, parameters).unwrap();
        (problem, solution)
    });
    solved.filter(|(_, solution)| solution.status == Status::Optimal).collect()
}

#[test]
fn solutions_of_the_solver_are_accepted_and_its_numbers_agree() {
    for norm in [Norm::L2, Norm::Componentwise] {
        for rule in [ReducedCostRule::Projection, ReducedCostRule::NearBound] {
            let parameters = parameters(norm, rule);
            let solved = solved(20, &parameters);
            assert!(solved.len() >= 30, "{norm:?} {rule:?}: {} optimal", solved.len());
            for (problem, s) in &solved {
                let v = checked(problem, &s.x, &s.y, &Tolerances::from(&parameters));
                assert!(v.accepted, "{norm:?} {rule:?}: {}", v.refusals[0]);
                same_numbers(&v, s);
            }
        }
    }
}

/// To 1e-10, relative to the numbers that residuals are differences of.
fn same_numbers(v: &Verification, s: &Solution) {
    let (a, b) = (&v.quality, &s.quality);
    let size = 1.0 + s.objective.abs() + s.y.iter().chain(&s.x).fold(0.0f64, |a, v| a.max(v.abs()));
    let pairs = [
        (v.objective, s.objective),
        (v.dual_objective, s.dual_objective),
        (a.primal_residual, b.primal_residual),
        (a.relative_primal_residual, b.relative_primal_residual),
        (a.dual_residual, b.dual_residual),
        (a.relative_dual_residual, b.relative_dual_residual),
        (a.gap, b.gap),
        (a.relative_gap, b.relative_gap),
        (a.largest_violation, b.largest_violation),
        (a.largest_dual_residual, b.largest_dual_residual),
        (a.error, b.error),
    ];
    for (index, (a, b)) in pairs.into_iter().enumerate() {
        assert!((a - b).abs() <= 1e-10 * size, "number {index}: {a} / {b}");
    }
    for (a, b) in
        v.reduced_costs.iter().zip(&s.reduced_costs).chain(v.row_activity.iter().zip(&s.row_activity))
    {
        close(*a, *b, 1e-10);
    }
}

/// Asserts that the verdict is that of plain arithmetic, where that is not close; `true` if the point is refused.
fn refused(problem: &Problem, x: &[f64], y: &[f64], tolerances: &Tolerances) -> bool {
    let v = checked(problem, x, y, tolerances);
    let ratio = plain::ratio(problem, x, y, tolerances);
    if !(0.99..1.01).contains(&ratio) {
        assert_eq!(v.accepted, ratio < 1.0, "plainly {ratio} of what is allowed: {:?}", v.refusals);
    }
    !v.accepted
}

#[test]
fn every_changed_value_of_x_is_refused() {
    for norm in [Norm::L2, Norm::Componentwise] {
        let parameters = parameters(norm, ReducedCostRule::Projection);
        let tolerances = Tolerances::from(&parameters);
        for (problem, s) in solved(15, &parameters) {
            for j in (0..problem.columns()).filter(|j| problem.objective()[*j] != 0.0) {
                // The dual objective does not depend on x, so the gap grows by |c_j delta|, more than is allowed.
                let enough = 10.0 * tolerances.relative * (1.0 + s.objective.abs() + s.dual_objective.abs());
                for delta in [enough, -enough, 1e3 * enough, -1e3 * enough] {
                    let mut x = s.x.clone();
                    x[j] += delta / problem.objective()[j].abs();
                    assert!(refused(&problem, &x, &s.y, &tolerances), "variable {j} by {delta}");
                }
            }
        }
    }
}

#[test]
fn changed_multipliers_are_refused() {
    let (mut changes, mut refusals) = (0, 0);
    for norm in [Norm::L2, Norm::Componentwise] {
        for rule in [ReducedCostRule::Projection, ReducedCostRule::NearBound] {
            let parameters = parameters(norm, rule);
            let tolerances = Tolerances::from(&parameters);
            for (problem, s) in solved(10, &parameters) {
                for i in 0..problem.rows() {
                    for delta in [1e-3, -1e-3, 1.0, -1.0] {
                        let mut y = s.y.clone();
                        y[i] += delta;
                        let is_refused = refused(&problem, &s.x, &y, &tolerances);
                        // A multiplier of an infinite bound is refused whatever else holds.
                        let minimal = problem.sense().sign() * y[i];
                        let bound =
                            if minimal > 0.0 { problem.row_lower()[i] } else { problem.row_upper()[i] };
                        assert!(
                            is_refused || bound.is_finite() || minimal.abs() < 1e-4,
                            "row {i} by {delta}"
                        );
                        changes += 1;
                        refusals += usize::from(is_refused);
                    }
                }
            }
        }
    }
    // Where the multipliers are not unique, some of the changed ones are as good.
    assert!(changes > 1000 && refusals as f64 > 0.97 * changes as f64, "{refusals} of {changes}");
}

#[test]
fn flipped_signs_are_refused() {
    let parameters = parameters(Norm::L2, ReducedCostRule::Projection);
    let tolerances = Tolerances::from(&parameters);
    let mut flipped = 0;
    for (problem, s) in solved(20, &parameters) {
        // The multiplier of a row with one bound, flipped, belongs to the infinite one.
        let one_sided =
            |i: usize| problem.row_lower()[i].is_infinite() != problem.row_upper()[i].is_infinite();
        if (0..problem.rows()).any(|i| one_sided(i) && s.y[i].abs() > 1e-2) {
            let y: Vec<f64> = s.y.iter().map(|v| -v).collect();
            assert!(refused(&problem, &s.x, &y, &tolerances));
            flipped += 1;
        }
        // As if the sense were forgotten: min f has the negative multipliers of max -f.
        let c = problem.objective().iter().map(|c| -c).collect();
        let other = if problem.sense() == Sense::Minimize { Sense::Maximize } else { Sense::Minimize };
        let turned = problem.with_data().objective(c).sense(other).build().unwrap();
        let y: Vec<f64> = s.y.iter().map(|v| -v).collect();
        assert!(!refused(&turned, &s.x, &y, &tolerances));
    }
    assert!(flipped > 20, "{flipped}");
}

#[test]
fn swapped_entries_are_refused() {
    let (mut swaps, mut refusals) = (0, 0);
    let parameters = parameters(Norm::L2, ReducedCostRule::Projection);
    let tolerances = Tolerances::from(&parameters);
    for (problem, s) in solved(20, &parameters) {
        for k in 1..problem.rows() {
            if (s.y[k] - s.y[k - 1]).abs() > 1e-3 {
                let mut y = s.y.clone();
                y.swap(k, k - 1);
                swaps += 1;
                refusals += usize::from(refused(&problem, &s.x, &y, &tolerances));
            }
        }
        for k in 1..problem.columns() {
            let change = (problem.objective()[k] - problem.objective()[k - 1]) * (s.x[k] - s.x[k - 1]);
            if change.abs() > 1e-3 {
                let mut x = s.x.clone();
                x.swap(k, k - 1);
                assert!(refused(&problem, &x, &s.y, &tolerances), "the objective changes by {change}");
            }
        }
    }
    assert!(swaps > 100 && refusals as f64 > 0.97 * swaps as f64, "{refusals} of {swaps}");
}

#[test]
fn solutions_of_other_problems_are_refused() {
    let parameters = parameters(Norm::L2, ReducedCostRule::Projection);
    let tolerances = Tolerances::from(&parameters);
    let problems: Vec<Problem> = (0..12).map(|seed| random_lp(7000 + seed, 6, 9)).collect();
    let solutions: Vec<Solution> = problems.iter().map(|p| solve(p, &parameters).unwrap()).collect();
    for (a, problem) in problems.iter().enumerate() {
        for (b, s) in solutions.iter().enumerate() {
            assert_eq!(refused(problem, &s.x, &s.y, &tolerances), a != b, "solution {b} for problem {a}");
        }
    }
    // Data that differ in one number.
    let problem = transportation(5, 7, 1);
    let s = solve(&problem, &parameters).unwrap();
    for i in 0..problem.rows() {
        let mut lower = problem.row_lower().to_vec();
        lower[i] += 0.01 * (1.0 + lower[i].abs());
        let changed = problem.with_data().row_bounds(lower, problem.row_upper().to_vec()).build().unwrap();
        // Either the row was tight and is now violated, or its multiplier is zero and nothing changes.
        let tight = s.row_activity[i] < changed.row_lower()[i] - 1e-3;
        assert_eq!(refused(&changed, &s.x, &s.y, &tolerances), tight, "row {i}");
    }
}

/// max 3x + 2y with x + y <= 4, x + 3y <= 7, 0 <= x <= 3, y >= 0: 11 at (3, 1).
fn small() -> Problem {
    support::runs::small().build().unwrap()
}

fn exact() -> Tolerances {
    Tolerances {
        relative: 0.0,
        absolute: 0.0,
        norm: Norm::L2,
        reduced_cost_rule: ReducedCostRule::Projection,
        near_bound_distance: 0.0,
    }
}

#[test]
fn an_exact_solution_needs_no_tolerance() {
    let problem = small().with_data().offset(0.5).build().unwrap();
    for rule in [ReducedCostRule::Projection, ReducedCostRule::NearBound] {
        let tolerances = Tolerances { reduced_cost_rule: rule, ..exact() };
        let v = checked(&problem, &[3.0, 1.0], &[2.0, 0.0], &tolerances);
        assert!(v.accepted, "{:?}", v.refusals);
        assert_eq!((v.objective, v.dual_objective, v.quality.error), (11.5, 11.5, 0.0));
        assert_eq!((v.reduced_costs, v.row_activity), (vec![1.0, 0.0], vec![4.0, 6.0]));
    }
    let v = checked(&problem, &[3.0, 1.0 - 1e-15], &[2.0, 0.0], &exact());
    assert!(!v.accepted, "the comparison is strict");
    assert_eq!((v.quality.gap, v.refusals.len()), (2.0 * (1.0 - (1.0 - 1e-15)), 1));
}

#[test]
fn the_limit_itself_is_allowed() {
    // x >= 1, violated by exactly 1/4; the cost is zero, so nothing else can be refused.
    let problem = lp(&[0.0], &[(1.0, &[1.0], INF)], &[(0.0, INF)]).build().unwrap();
    for norm in [Norm::L2, Norm::Componentwise] {
        let at = |absolute: f64| {
            checked(&problem, &[0.75], &[0.0], &Tolerances { absolute, norm, ..exact() }).accepted
        };
        assert!(at(0.25) && !at(0.25 - 1e-16));
    }
}

#[test]
fn values_outside_their_bounds_count() {
    let problem = lp(&[0.0, 0.0], &[], &[(0.0, 1.0), (-2.0, INF)]).build().unwrap();
    let tolerances = Tolerances { absolute: 1e-3, ..exact() };
    let v = checked(&problem, &[0.5, -2.25], &[], &tolerances);
    assert_eq!(v.refusals, [Refusal::Primal { found: 0.25, allowed: 1e-3, worst: Place::Variable(1) }]);
    assert_eq!((v.largest_bound_violation, v.worst_bound), (0.25, Some(1)));
    assert_eq!((v.quality.primal_residual, v.quality.largest_violation), (0.25, 0.0));
    // On its own, a bound of 2 allows a fifth of itself.
    let tolerances = Tolerances { relative: 0.2, norm: Norm::Componentwise, ..exact() };
    assert!(checked(&problem, &[0.5, -2.25], &[], &tolerances).accepted);
    assert!(!checked(&problem, &[-0.25, -2.0], &[], &tolerances).accepted);
}

#[test]
fn a_multiplier_of_an_infinite_bound_counts() {
    // x >= 1 with x fixed at 1: the row may have any multiplier that is not negative.
    let problem = lp(&[0.0], &[(1.0, &[1.0], INF)], &[(1.0, 1.0)]).build().unwrap();
    for norm in [Norm::L2, Norm::Componentwise] {
        let tolerances = Tolerances { absolute: 1e-3, norm, ..exact() };
        let v = checked(&problem, &[1.0], &[-0.5], &tolerances);
        let expected = Refusal::Dual { found: 0.5, allowed: 1e-3, worst: Place::Row(0) };
        assert_eq!(v.refusals.first(), Some(&expected));
        assert!(checked(&problem, &[1.0], &[0.5], &tolerances).accepted);
        let turned = maximised(&problem);
        assert!(checked(&turned, &[1.0], &[-0.5], &tolerances).accepted, "the sense turns signs");
    }
}

#[test]
fn what_pushes_away_from_the_near_bound_is_no_reduced_cost() {
    let near = Tolerances {
        absolute: 1e-3,
        reduced_cost_rule: ReducedCostRule::NearBound,
        near_bound_distance: 0.5,
        ..exact()
    };
    // (cost, bounds, value, reduced cost, dual residual)
    let cases = [
        (1.0, (0.0, 10.0), 0.25, 1.0, 0.0),
        (-1.0, (0.0, 10.0), 0.25, 0.0, 1.0),
        (-1.0, (0.0, 10.0), 9.75, -1.0, 0.0),
        (1.0, (0.0, 10.0), 9.75, 0.0, 1.0),
        (1.0, (0.0, 10.0), 0.75, 0.0, 1.0),
        (-1.0, (0.0, INF), 0.0, 0.0, 1.0),
        (-1.0, (2.0, 2.0), 2.0, -1.0, 0.0),
        (1.0, (2.0, 2.0), 5.0, 1.0, 0.0),
    ];
    for (index, (cost, bounds, x, reduced_cost, residual)) in cases.into_iter().enumerate() {
        let problem = lp(&[cost], &[], &[bounds]).build().unwrap();
        let v = checked(&problem, &[x], &[], &near);
        assert_eq!((v.reduced_costs[0], v.quality.dual_residual), (reduced_cost, residual), "case {index}");
        let turned = checked(&maximised(&problem), &[x], &[], &near);
        assert_eq!(
            (turned.reduced_costs[0], turned.quality),
            (-reduced_cost + 0.0, v.quality),
            "case {index}"
        );
    }
}

#[test]
fn cancelling_terms_leave_their_difference() {
    // 1e16 x - 1e16 y + z = 1 at (1, 1, 1): plain sums may lose z.
    let row: [f64; 5] = [1e16, 1.0, -1e16, 1e-3, -1e-3];
    let problem = lp(&[0.0; 5], &[(1.0, &row, 1.0)], &[(-INF, INF); 5]).build().unwrap();
    assert!(checked(&problem, &[1.0; 5], &[0.0], &exact()).accepted);
    let v = checked(&problem, &[1.0, 1.0 + f64::EPSILON, 1.0, 1.0, 1.0], &[0.0], &exact());
    assert_eq!(v.quality.primal_residual, f64::EPSILON);
}

#[test]
fn what_does_not_fit_is_an_error() {
    let problem = small();
    let tolerances = Tolerances::from(&Parameters::default());
    let text = |x: &[f64], y: &[f64], t: &Tolerances| verify(&problem, x, y, t).unwrap_err().to_string();
    assert_eq!(text(&[1.0], &[0.0; 2], &tolerances), "x has 1 entries, expected 2 (one for each variable)");
    assert_eq!(text(&[1.0; 2], &[0.0; 3], &tolerances), "y has 3 entries, expected 2 (one for each row)");
    assert_eq!(text(&[1.0, f64::NAN], &[0.0; 2], &tolerances), "x[1] is NaN, expected a finite number");
    assert_eq!(text(&[1.0; 2], &[-INF, 0.0], &tolerances), "y[0] is -inf, expected a finite number");
    for bad in [-1.0, f64::NAN, INF] {
        let tolerances = Tolerances { relative: bad, ..tolerances };
        let error = verify(&problem, &[0.0; 2], &[0.0; 2], &tolerances).unwrap_err();
        assert!(matches!(error, Error::BadNumber { field: "relative tolerance", .. }));
    }
}

#[test]
fn nothing_breaks_on_garbage() {
    let mut r = Random::new(5);
    let (mut overflows, mut accepted) = (0, 0);
    for round in 0..3000 {
        let (m, n) = (r.below(5), 1 + r.below(5));
        let problem = plain::garbage(&mut r, m, n);
        let most = [2.0, 60.0, 307.0][round % 3];
        let mut vector = |count: usize| (0..count).map(|_| plain::wild(&mut r, most)).collect::<Vec<f64>>();
        let (x, y) = (vector(n), vector(m));
        for norm in [Norm::L2, Norm::Componentwise] {
            for reduced_cost_rule in [ReducedCostRule::Projection, ReducedCostRule::NearBound] {
                let relative = [0.0, 1e-4, 1e300][round % 3];
                let tolerances = Tolerances {
                    relative,
                    absolute: 1e-4,
                    norm,
                    reduced_cost_rule,
                    near_bound_distance: 1.0,
                };
                let v = checked(&problem, &x, &y, &tolerances);
                overflows += v.refusals.iter().filter(|r| matches!(r, Refusal::Overflow { .. })).count();
                accepted += usize::from(v.accepted);
                v.refusals.iter().for_each(|r| assert!(!r.explain(&problem).is_empty()));
            }
        }
    }
    assert!(overflows > 200 && accepted > 200, "{overflows} overflows, {accepted} accepted");
}

#[test]
fn problems_without_rows_or_variables() {
    let tolerances = Tolerances::from(&Parameters::default());
    let nothing = ProblemBuilder::new(0, 0).offset(2.0).build().unwrap();
    let v = checked(&nothing, &[], &[], &tolerances);
    assert_eq!((v.accepted, v.objective, v.dual_objective), (true, 2.0, 2.0));
    let rows = ProblemBuilder::new(1, 0).row_bounds(vec![1.0], vec![INF]).build().unwrap();
    let v = checked(&rows, &[], &[0.0], &tolerances);
    assert_eq!((v.accepted, v.quality.largest_violation, v.quality.worst_row), (false, 1.0, Some(0)));
}
