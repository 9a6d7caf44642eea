//! Solving a problem again and again while it changes.

mod support;

use luthier::params::Method;
use luthier::{
    Carried, Control, Entries, Learned, Notice, Parameters, Problem, ProblemBuilder, Solution, SolveOptions,
    Solver, Start, Status, Update, solve, solve_with,
};
use support::every;
use support::families::{Random, random_lp, transportation};
use support::runs::{bits, contradiction, small};
use support::small::INF;

fn solved(solver: &mut Solver) -> Solution {
    solver.solve(&Control::default()).unwrap()
}

fn solver(problem: &Problem, parameters: &Parameters) -> Solver {
    Solver::new(problem.clone(), parameters.clone()).unwrap()
}

/// A problem from parts, with a matrix that is built anew.
fn anew(p: &Problem, entries: &[Vec<f64>]) -> Problem {
    let triplets = entries.iter().enumerate();
    let triplets = triplets.flat_map(|(i, row)| row.iter().enumerate().map(move |(j, v)| (i, j, *v)));
    ProblemBuilder::new(p.rows(), p.columns())
        .sense(p.sense())
        .objective(p.objective().to_vec())
        .offset(p.offset())
        .entries(Entries::Triplets(triplets.collect()))
        .row_bounds(p.row_lower().to_vec(), p.row_upper().to_vec())
        .bounds(p.lower().to_vec(), p.upper().to_vec())
        .build()
        .unwrap()
}

#[test]
fn an_updated_problem_is_the_one_that_is_built_anew() {
    let parameters = Parameters { iteration_limit: 40, ..Parameters::default() };
    for seed in 0..40 {
        let mut r = Random::new(seed);
        let first = if seed % 4 == 0 { transportation(4, 5, seed) } else { random_lp(seed, 7, 9) };
        let (m, n) = (first.rows(), first.columns());
        let mut entries = vec![vec![0.0; n]; m];
        (0..m).for_each(|i| first.matrix().row(i).for_each(|(j, v)| entries[i][j] = v));
        let mut solver = solver(&first, &parameters);
        for round in 0..6 {
            let mut update = Update::new().cost(r.below(n), r.uniform(-2.0, 2.0)).offset(r.unit());
            let (i, j) = (r.below(m), r.below(n));
            update = update.row(i, -1.0 - r.unit(), 3.0 + r.unit()).variable(j, -r.unit(), 1.0 + r.unit());
            // First only entries that are there, then others too, and some are taken out.
            for _ in 0..r.below(5) {
                let (i, j) = (r.below(m), r.below(n));
                let value = match (round, r.below(3)) {
                    (0..3, _) if entries[i][j] == 0.0 => continue,
                    (3.., 0) => 0.0,
                    _ => r.uniform(0.5, 2.0),
                };
                entries[i][j] = value;
                update = update.coefficient(i, j, 77.0).coefficient(i, j, value);
            }
            solver.update(&update).unwrap();
            let fresh = anew(solver.problem(), &entries);
            assert_eq!(solver.problem().matrix(), fresh.matrix(), "seed {seed}, round {round}");
            assert_eq!(solver.problem().fingerprint(), fresh.fingerprint());
            solver.forget();
            assert_eq!(bits(&solved(&mut solver)), bits(&solve(&fresh, &parameters).unwrap()), "seed {seed}");
        }
    }
}

#[test]
fn whole_vectors_can_be_set() {
    let parameters = Parameters::default().with_tolerance(1e-8);
    let mut solver = solver(&small().build().unwrap(), &parameters);
    let objective = |solver: &mut Solver| solved(solver).objective;
    assert!((objective(&mut solver) - 11.0).abs() < 1e-6);
    solver.set_objective(vec![1.0, 1.0]).unwrap();
    assert!((objective(&mut solver) - 4.0).abs() < 1e-6);
    solver.set_row_bounds(vec![-INF; 2], vec![5.0, 9.0]).unwrap();
    assert!((objective(&mut solver) - 5.0).abs() < 1e-6);
    solver.set_bounds(vec![0.0; 2], vec![1.0, INF]).unwrap();
    // y = 8/3 by the second row.
    assert!((objective(&mut solver) - 11.0 / 3.0).abs() < 1e-6);
    solver.set_coefficients([(1, 1, 2.0)]).unwrap();
    assert!((objective(&mut solver) - 5.0).abs() < 1e-6, "y = 4 by both rows");
}

#[test]
fn a_refused_update_changes_nothing() {
    let nan = f64::NAN;
    let full = Update::new().cost(0, 5.0).row(0, -INF, 1.0).variable(1, 0.0, 2.0).coefficient(0, 0, 2.0);
    let refused = [
        (full.clone().cost(2, 1.0), "there is no variable 2: the problem has 2 of them, counted from 0"),
        (full.clone().row(2, 0.0, 1.0), "there is no row 2: the problem has 2 of them, counted from 0"),
        (
            full.clone().variable(9, 0.0, 1.0),
            "there is no variable 9: the problem has 2 of them, counted from 0",
        ),
        (full.clone().cost(1, nan), "objective[1] is NaN, expected a finite number below 1e50 in magnitude"),
        (full.clone().offset(INF), "offset is inf, expected a finite number"),
        (full.clone().objective(vec![1.0]), "objective has 1 entries, expected 2 (one for each variable)"),
        (
            full.clone().row_bounds(vec![0.0; 2], vec![1.0; 3]),
            "row_upper has 3 entries, expected 2 (one for each row)",
        ),
        (
            full.clone().row(0, nan, 1.0),
            "row_lower[0] is NaN, expected a number below 1e50 in magnitude or an infinity",
        ),
        (
            full.clone().variable(0, INF, INF),
            "lower[0] is inf: the bound is infinite on the wrong side, no value can satisfy it",
        ),
        (
            full.clone().coefficient(0, 2, 1.0),
            "entry 1 of the matrix is at row 0, column 2, outside its 2 rows and 2 columns (counted from 0)",
        ),
        (
            full.clone().coefficient(1, 1, 1e50),
            "the matrix entry at row 1, column 1 is 1e50, expected a finite number below 1e50 in magnitude",
        ),
        (
            full.clone().coefficient(1, 1, nan),
            "the matrix entry at row 1, column 1 is NaN, expected a finite number below 1e50 in magnitude",
        ),
    ];
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let (mut tried, mut untouched) = (solver(&problem, &parameters), solver(&problem, &parameters));
    assert_eq!(bits(&solved(&mut tried)), bits(&solved(&mut untouched)));
    for (update, expected) in refused {
        assert_eq!(tried.update(&update).unwrap_err().to_string(), expected);
    }
    for (start, expected) in [
        (Start::new(vec![1.0], vec![0.0; 2]), "start.x has 1 entries, expected 2 (one for each variable)"),
        (Start::new(vec![1.0; 2], vec![nan; 2]), "start.y[0] is NaN, expected a finite number"),
        (
            Start {
                learned: Some(Learned { weight: 0.0, step: 1.0 }),
                ..Start::new(vec![1.0; 2], vec![0.0; 2])
            },
            "start.learned.weight is 0, expected a positive number",
        ),
        (
            Start {
                learned: Some(Learned { weight: 1.0, step: INF }),
                ..Start::new(vec![1.0; 2], vec![0.0; 2])
            },
            "start.learned.step is inf, expected a positive number",
        ),
    ] {
        assert_eq!(tried.warm_start(start).unwrap_err().to_string(), expected);
    }
    assert!(tried.set_parameters(Parameters { check_period: 0, ..parameters.clone() }).is_err());
    assert!(Solver::new(problem.clone(), Parameters { check_period: 0, ..parameters.clone() }).is_err());
    assert_eq!(tried.problem().fingerprint(), problem.fingerprint());
    assert_eq!((tried.start(), tried.parameters()), (untouched.start(), untouched.parameters()));
    let change = Update::new().row(0, -INF, 3.9);
    [&mut tried, &mut untouched].into_iter().for_each(|solver| solver.update(&change).unwrap());
    assert_eq!(bits(&solved(&mut tried)), bits(&solved(&mut untouched)));
}

#[test]
fn each_solve_starts_from_the_last_answer() {
    let problem = transportation(8, 12, 3);
    let parameters = Parameters::default().with_tolerance(1e-6);
    let mut solver = solver(&problem, &parameters);
    assert_eq!(solver.start(), None);
    let first = solved(&mut solver);
    assert_eq!(bits(&first), bits(&solve(&problem, &parameters).unwrap()));
    assert_eq!(solver.start(), Some(&Start::from(&first)));
    assert!(first.learned.is_some());
    // The same problem is solved already, and what was learned is not forgotten.
    let again = solved(&mut solver);
    assert_eq!((again.status, again.work.iterations, again.learned), (Status::Optimal, 0, first.learned));
    solver.update(&Update::new().row(10, 1.01 * problem.row_lower()[10], INF)).unwrap();
    let near = solved(&mut solver);
    assert!(near.status == Status::Optimal && near.work.iterations > 0);
    solver.forget();
    let anew = solved(&mut solver);
    assert!(near.work.iterations < anew.work.iterations, "{near:?} {anew:?}");
    solver.warm_start(&near).unwrap();
    assert_eq!(solved(&mut solver).work.iterations, 0);
    solver.warm_start(Start::new(near.x, near.y)).unwrap();
    assert_eq!(solved(&mut solver).work.iterations, 0);
}

/// A sequence of changes and solves.
fn sequence(parameters: &Parameters) -> Vec<Solution> {
    let mut solver = solver(&transportation(6, 9, 5), parameters);
    let mut r = Random::new(4);
    let mut solutions = vec![solved(&mut solver)];
    for round in 0..6 {
        let (i, j) = (r.below(15), r.below(54));
        let mut update = Update::new().cost(j, r.uniform(0.5, 5.0));
        update = update.row(i, r.uniform(0.99, 1.01) * solver.problem().row_lower()[i], INF);
        if round % 3 == 2 {
            update = update.coefficient(
                i,
                solver.problem().matrix().row(i).next().unwrap().0,
                r.uniform(0.9, 1.1),
            );
        }
        solver.update(&update).unwrap();
        solutions.push(solved(&mut solver));
    }
    solutions
}

#[test]
fn answers_are_a_function_of_the_sequence() {
    for preset in ["paper", "reference", "halpern"] {
        for presolve in [false, true] {
            let parameters = Parameters { presolve, ..Parameters::preset(preset).unwrap() };
            let (one, other) = (sequence(&parameters), sequence(&parameters));
            assert!(one.iter().zip(&other).all(|(a, b)| bits(a) == bits(b) && a.learned == b.learned));
            assert!(one.iter().all(|s| s.status == Status::Optimal), "{preset} {presolve}");
        }
    }
}

#[test]
fn what_follows_from_the_matrix_is_computed_when_entries_change() {
    let parameters = Parameters::preset("halpern").unwrap();
    let mut solver = solver(&random_lp(3, 12, 20), &parameters);
    let norm_steps = |solver: &mut Solver| solved(solver).work.norm_steps;
    assert!(norm_steps(&mut solver) > 0);
    solver.update(&Update::new().cost(0, 1.5).variable(1, 0.0, 2.0).row(0, -9.0, 9.0)).unwrap();
    let reused = solved(&mut solver);
    assert_eq!(reused.work.norm_steps, 0);
    // The same from zero as without any set-up that was there.
    solver.forget();
    let (mut with, without) = (solved(&mut solver), solve(solver.problem(), &parameters).unwrap());
    assert_eq!(with.work.norm_steps, 0);
    with.work.norm_steps = without.work.norm_steps;
    assert_eq!(bits(&with), bits(&without));
    let (j, _) = solver.problem().matrix().row(0).next().unwrap();
    solver.forget();
    solver.update(&Update::new().coefficient(0, j, 3.25)).unwrap();
    assert_eq!(bits(&solved(&mut solver)), bits(&solve(solver.problem(), &parameters).unwrap()));
    solver.set_parameters(Parameters { ruiz_iterations: 3, ..parameters.clone() }).unwrap();
    assert!(norm_steps(&mut solver) > 0);
}

#[test]
fn a_metric_that_looks_at_the_objective_follows_it() {
    let parameters = Parameters { method: Method::Halpern, ..Parameters::preset("reference").unwrap() };
    assert!(parameters.ruiz_objective);
    let mut solver = solver(&transportation(5, 7, 1), &parameters);
    solved(&mut solver);
    solver.update(&Update::new().cost(3, 500.0)).unwrap();
    solver.forget();
    assert_eq!(bits(&solved(&mut solver)), bits(&solve(solver.problem(), &parameters).unwrap()));
}

#[test]
fn what_was_learned_belongs_to_a_metric() {
    let parameters = Parameters::default();
    let mut solver = solver(&transportation(5, 7, 1), &parameters);
    let first = solved(&mut solver);
    solver.set_parameters(parameters.clone().with_tolerance(1e-7)).unwrap();
    assert_eq!(solver.start(), Some(&Start::from(&first)));
    solver.set_parameters(Parameters { ruiz_iterations: 0, ..parameters.clone() }).unwrap();
    assert_eq!(solver.start(), Some(&Start::new(first.x, first.y)));
}

#[test]
fn proofs_and_solves_without_a_step_leave_the_start() {
    let parameters = Parameters { iteration_limit: 10_000, ..Parameters::default() };
    let mut solver = solver(&small().build().unwrap(), &parameters);
    solved(&mut solver);
    let start = solver.start().cloned();
    solver.update(&Update::new().row(0, 7.0, 8.0)).unwrap();
    assert_eq!(solved(&mut solver).status, Status::Infeasible);
    assert_eq!(solver.start().cloned(), start);
    solver.update(&Update::new().row(0, -INF, 3.5)).unwrap();
    solver.set_parameters(Parameters { time_limit: 0.0, ..parameters.clone() }).unwrap();
    assert_eq!(solved(&mut solver).status, Status::TimeLimit);
    assert_eq!(solver.start().cloned(), start);
    // A limit leaves a point to go on from.
    solver.set_parameters(Parameters { iteration_limit: 1, ..parameters.clone() }).unwrap();
    let limited = solved(&mut solver);
    assert_eq!(limited.status, Status::IterationLimit);
    assert_eq!(solver.start(), Some(&Start::from(&limited)));
    solver.set_parameters(parameters.clone()).unwrap();
    assert_eq!(solved(&mut solver).status, Status::Optimal);
    let mut hopeless = self::solver(&contradiction(), &parameters);
    assert_eq!(solved(&mut hopeless).status, Status::Infeasible);
    assert_eq!(hopeless.start(), None);
}

/// The problem with its rows and variables in another order.
fn shuffled(p: &Problem, rows: &[usize], columns: &[usize]) -> Problem {
    let pick = |from: &[f64], which: &[usize]| which.iter().map(|k| from[*k]).collect::<Vec<f64>>();
    let place = |which: &[usize], k: usize| which.iter().position(|w| *w == k).unwrap();
    let entries = (0..p.rows()).flat_map(|i| p.matrix().row(i).map(move |(j, v)| (i, j, v)));
    let names =
        |letter: char, which: &[usize]| which.iter().map(|k| format!("{letter}{k}")).collect::<Vec<_>>();
    ProblemBuilder::new(p.rows(), p.columns())
        .sense(p.sense())
        .objective(pick(p.objective(), columns))
        .triplets(entries.map(|(i, j, v)| (place(rows, i), place(columns, j), v)).collect())
        .row_bounds(pick(p.row_lower(), rows), pick(p.row_upper(), rows))
        .bounds(pick(p.lower(), columns), pick(p.upper(), columns))
        .row_names(names('r', rows))
        .column_names(names('c', columns))
        .build()
        .unwrap()
}

#[test]
fn an_answer_goes_from_problem_to_problem_by_names() {
    let plain = transportation(3, 4, 2);
    let in_order: Vec<usize> = (0..12).collect();
    let mixed: Vec<usize> = (0..12).map(|k| (5 * k + 3) % 12).collect();
    let named = shuffled(&plain, &in_order[..7], &in_order);
    let parameters = Parameters::default();
    let mut solver = solver(&named, &parameters);
    assert_eq!(solver.replace(named.clone()), Carried::Nothing);
    let first = solved(&mut solver);
    assert_eq!(solver.replace(named.clone()), Carried::InPlace);
    assert_eq!(solved(&mut solver).work.iterations, 0);
    assert_eq!(solver.replace(shuffled(&plain, &[6, 5, 4, 3, 2, 1, 0], &mixed)), Carried::ByName);
    let moved = solved(&mut solver);
    assert_eq!(moved.work.iterations, 0);
    assert_eq!(moved.x, mixed.iter().map(|j| first.x[*j]).collect::<Vec<_>>());
    // Without names, positions count.
    assert_eq!(solver.replace(named), Carried::ByName);
    assert_eq!(solver.replace(plain.clone()), Carried::InPlace);
    assert_eq!(solved(&mut solver).work.iterations, 0);
    let other = transportation(4, 3, 2);
    assert_eq!(solver.replace(other), Carried::InPlace, "as many rows and variables");
    let wider = Carried::Dropped("it has 20 variables, the one before 12".into());
    assert_eq!(solver.replace(transportation(4, 5, 2)), wider);
    assert_eq!(bits(&solved(&mut solver)), bits(&solve(solver.problem(), &parameters).unwrap()));
    let renamed = |names: [&str; 2]| small().row_names(names.to_vec()).build().unwrap();
    let mut solver = self::solver(&renamed(["labour", "wood"]), &parameters);
    solved(&mut solver);
    let reason = Carried::Dropped("its rows have other names, such as 'oak'".into());
    assert_eq!(solver.replace(renamed(["oak", "labour"])), reason);
    assert_eq!(solver.start(), None);
}

#[test]
fn a_start_that_does_not_help_costs_twenty_steps() {
    let problem = transportation(8, 12, 7);
    for tolerance in [1e-4, 1e-8] {
        let parameters = Parameters::default().with_tolerance(tolerance);
        let cold = solve(&problem, &parameters).unwrap();
        let mut solver = solver(&problem, &parameters);
        let mut r = Random::new(1);
        let mut dropped = 0;
        for size in [3.0, 10.0, 30.0, 100.0] {
            let mut far = |count: usize| (0..count).map(|_| size * r.uniform(-1.0, 1.0)).collect::<Vec<_>>();
            let start = Start::new(far(problem.columns()), far(problem.rows()));
            solver.warm_start(start).unwrap();
            let s = solved(&mut solver);
            every::check(&problem, &parameters, &s);
            if s.notices == [Notice::WarmStartDropped] && s.work.iterations > cold.work.iterations {
                assert_eq!(s.work.iterations, cold.work.iterations + 20);
                assert_eq!((&s.x, &s.y, s.learned), (&cold.x, &cold.y, cold.learned));
                dropped += 1;
            }
        }
        assert!(dropped >= 2, "{dropped}");
    }
}

#[test]
fn solvers_go_from_thread_to_thread() {
    fn both<T: Send + Sync>() {}
    both::<Solver>();
}

#[test]
fn a_start_that_is_sure_is_never_dropped() {
    let problem = transportation(6, 9, 3);
    let parameters = Parameters::default().with_tolerance(1e-6);
    let (x, y) = (vec![1e7; problem.columns()], vec![-1e7; problem.rows()]);
    let solve = |start: Start| {
        let options = SolveOptions { start: Some(&start), ..Default::default() };
        solve_with(&problem, &parameters, &options).unwrap()
    };
    let (doubted, sure) = (solve(Start::new(x.clone(), y.clone())), solve(Start::further(x, y)));
    assert_eq!((doubted.status, sure.status), (Status::Optimal, Status::Optimal));
    assert!(doubted.notices.contains(&Notice::WarmStartDropped));
    assert!(
        !sure.notices.contains(&Notice::WarmStartDropped) && sure.work.iterations != doubted.work.iterations
    );
}
