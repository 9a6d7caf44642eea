//! Polishing: rows and reduced costs far below the tolerance of the gap, without a claim more or less than before.

mod support;

use luthier::params::Norm;
use luthier::{
    BatchOptions, Control, Flow, Observer, Parameters, Polished, Polishing, Problem, Progress, Side,
    Solution, SolveOptions, Status, Trial, Work, run_batch, solve, solve_with,
};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use support::families::{multicommodity, random_lp, transportation};
use support::reducible::reducible;
use support::small::{INF, close, lp, solved};

const TOLERANCE: f64 = 1e-9;

/// Solved to 1e-4.
fn plain(preset: &str) -> Parameters {
    Parameters { iteration_limit: 20_000, ..Parameters::preset(preset).unwrap() }
}

fn polishing(preset: &str) -> Parameters {
    Parameters { polish_tolerance: TOLERANCE, ..plain(preset) }
}

fn problems() -> impl Iterator<Item = Problem> {
    let random = (0..24).map(|seed| random_lp(seed, 6 + seed as usize % 5, 14));
    random.chain([transportation(6, 9, 1), multicommodity(2, 12, 36, 3, 1)])
}

/// The tolerances that rows and reduced costs just meet.
fn residuals(solution: &Solution) -> [f64; 2] {
    [solution.quality.relative_primal_residual, solution.quality.relative_dual_residual]
}

#[test]
fn residuals_fall_to_what_is_wanted_and_the_gap_stays_within_its_tolerance() {
    for preset in ["paper", "halpern"] {
        let (mut polished, mut duals) = (0, 0);
        for problem in problems() {
            let before = solve(&problem, &plain(preset)).unwrap();
            assert_eq!((before.status, before.polish), (Status::Optimal, None));
            let after = solved(&problem, &polishing(preset));
            assert_eq!(after.status, Status::Optimal);
            assert!(after.quality.relative_gap <= 1e-4, "{:?}", after.quality);
            assert!(residuals(&after)[0] <= TOLERANCE, "{:?}", after.polish);
            match after.polish {
                None => assert_eq!((&before.x, &before.y), (&after.x, &after.y)),
                Some(polish) => {
                    assert_eq!(polish.tolerance, TOLERANCE);
                    tells_the_truth(polish.primal, residuals(&before)[0], residuals(&after)[0]);
                    tells_the_truth(polish.dual, residuals(&before)[1], residuals(&after)[1]);
                    polished += usize::from(polish.primal.is_some_and(|p| p.replaced));
                    duals += usize::from(residuals(&after)[1] <= TOLERANCE);
                    let rest = |w: &Work| w.matrix_passes() - before.work.matrix_passes();
                    assert_eq!(polish.work.matrix_passes(), rest(&after.work));
                }
            }
            // The objective of a point whose rows are met is no longer too good to be true.
            let exact = solve(&problem, &plain(preset).with_tolerance(1e-8)).unwrap();
            close(after.objective, exact.objective, 1e-3);
        }
        // Reduced costs are best effort: where both would make the gap too large, rows come first.
        assert!(polished > 10 && duals > 1, "{preset}: {polished} and {duals}");
    }
}

fn tells_the_truth(side: Option<Polished>, before: f64, after: f64) {
    let Some(side) = side else { return assert!(before <= TOLERANCE && after <= TOLERANCE) };
    close(side.before, before, 1e-9);
    close(side.after, after, 1e-9);
    assert!(before > TOLERANCE && (side.replaced || after >= 0.0));
}

#[test]
fn what_meets_the_tolerance_is_left_alone() {
    for problem in problems() {
        let fine = plain("paper").with_tolerance(1e-8);
        let before = solve(&problem, &fine).unwrap();
        let after = solve(&problem, &Parameters { polish_tolerance: 1e-8, ..fine }).unwrap();
        assert_eq!((&before.x, &before.y, before.work), (&after.x, &after.y, after.work));
        assert_eq!(after.polish, None);
    }
}

#[test]
fn every_row_on_its_own() {
    for problem in problems().take(12) {
        let parameters = Parameters { norm: Norm::Componentwise, ..polishing("paper") };
        let solution = solved(&problem, &parameters);
        assert_eq!(solution.status, Status::Optimal);
        for (i, activity) in solution.row_activity.iter().enumerate() {
            let (lower, upper) = (problem.row_lower()[i], problem.row_upper()[i]);
            let size =
                [lower, upper].into_iter().filter(|b| b.is_finite()).fold(0.0, |a: f64, b| a.max(b.abs()));
            let violation = (lower - activity).max(activity - upper).max(0.0);
            assert!(violation <= TOLERANCE * (1.0 + size), "row {i}: {violation:e}");
        }
    }
}

#[test]
fn after_presolving_the_original_problem_is_polished() {
    let mut polished = 0;
    for problem in problems().chain((0..40).map(reducible)) {
        let parameters = Parameters { presolve: true, ..plain("paper") };
        let before = solve(&problem, &parameters).unwrap();
        let after = solve(&problem, &Parameters { polish_tolerance: TOLERANCE, ..parameters }).unwrap();
        assert_eq!((before.status, before.presolve), (after.status, after.presolve));
        if let Some(polish) = after.polish {
            assert!(residuals(&after)[0] <= TOLERANCE, "{polish:?}");
            polished += 1;
        }
    }
    assert!(polished > 10, "{polished}");
}

#[test]
fn problems_without_a_solution_are_not_touched() {
    let rows: [(f64, &[f64], f64); 2] = [(4.0, &[1.0, 1.0], INF), (-INF, &[1.0, 2.0], 3.0)];
    let infeasible = lp(&[1.0, 1.0], &rows, &[(0.0, INF), (0.0, INF)]).build().unwrap();
    let unbounded = lp(&[-1.0, 1.0], &rows[..1], &[(0.0, INF), (0.0, INF)]).build().unwrap();
    for (problem, status) in [(infeasible, Status::Infeasible), (unbounded, Status::Unbounded)] {
        let (with, without) = (solved(&problem, &polishing("paper")), solved(&problem, &plain("paper")));
        assert_eq!((with.status, with.polish, with.work), (status, None, without.work));
    }
}

/// A problem that takes some polishing.
fn larger() -> Problem {
    multicommodity(2, 12, 36, 3, 1)
}

#[test]
fn limits_count_everything_and_leave_the_answer() {
    let problem = larger();
    let (before, after) =
        (solve(&problem, &plain("paper")).unwrap(), solve(&problem, &polishing("paper")).unwrap());
    let (least, all) = (before.work.matrix_passes(), after.work.matrix_passes());
    assert!(all > least + 10, "{least}, {all}");
    for limit in [least, least + 1, least + 7, all - 1] {
        let passes = Parameters { matrix_pass_limit: Some(limit), ..polishing("paper") };
        let solution = solved(&problem, &passes);
        assert_eq!((solution.status, solution.work.matrix_passes()), (Status::Optimal, limit));
        assert!(solution.polish.is_some());
    }
    for limit in [before.work.iterations, before.work.iterations + 5] {
        let iterations = Parameters { iteration_limit: limit, ..polishing("paper") };
        let solution = solved(&problem, &iterations);
        assert_eq!((solution.status, solution.work.iterations), (Status::Optimal, limit));
    }
    let early = Parameters { iteration_limit: 3, ..polishing("paper") };
    assert_eq!(solved(&problem, &early).status, Status::IterationLimit);
}

/// Sees stages and iterations, and interrupts once polishing has begun.
#[derive(Default)]
struct Watch {
    stages: Mutex<Vec<Polishing>>,
    iterations: Mutex<Vec<u64>>,
    interrupt: Option<AtomicBool>,
}

impl Observer for Watch {
    fn polishing(&self, stage: &Polishing) {
        self.stages.lock().unwrap().push(*stage);
        self.interrupt.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }

    fn progress(&self, progress: &Progress) -> Flow {
        self.iterations.lock().unwrap().push(progress.iterations);
        Flow::Continue
    }
}

#[test]
fn observers_see_the_stages_and_all_of_the_work() {
    let (problem, watch) = (larger(), Watch::default());
    let control = Control { observer: Some(&watch), interrupt: None };
    let solution =
        solve_with(&problem, &polishing("paper"), &SolveOptions { control, ..SolveOptions::default() })
            .unwrap();
    let stages = watch.stages.lock().unwrap();
    assert!(
        matches!(stages[0], Polishing::Side { side: Side::Primal, from, to: TOLERANCE } if from > TOLERANCE),
        "{stages:?}"
    );
    let iterations = watch.iterations.lock().unwrap();
    assert!(iterations.windows(2).all(|pair| pair[0] < pair[1]), "{iterations:?}");
    assert!(iterations.last().unwrap() <= &solution.work.iterations);
}

#[test]
fn an_interrupt_leaves_the_answer_as_it_was() {
    let problem = larger();
    let watch = Watch { interrupt: Some(AtomicBool::new(false)), ..Watch::default() };
    let control = Control { observer: Some(&watch), interrupt: watch.interrupt.as_ref() };
    let solution =
        solve_with(&problem, &polishing("paper"), &SolveOptions { control, ..SolveOptions::default() })
            .unwrap();
    let before = solve(&problem, &plain("paper")).unwrap();
    assert_eq!((solution.status, &solution.x, &solution.y), (Status::Optimal, &before.x, &before.y));
    let sides = solution.polish.map(|p| [p.primal, p.dual]).unwrap();
    assert!(sides.into_iter().flatten().all(|side| !side.replaced && side.before == side.after), "{sides:?}");
}

#[test]
fn runs_over_one_matrix_are_not_polished() {
    let (problem, parameters) = (random_lp(1, 4, 6), polishing("paper"));
    let trials = [Trial { problem: &problem, parameters: &parameters, start: None }];
    let error = run_batch(&trials, &BatchOptions::default(), &Control::default()).unwrap_err().to_string();
    assert!(error.starts_with("polish_tolerance = 0.000000001 is not possible: expected none"), "{error}");
}
