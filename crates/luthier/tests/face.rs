//! Faces as a whole: what is found there is a solution, sooner than without, within limits. Bits across lanes, threads and
//! instruction sets are compared where those of all methods are; the two systems in the module itself.

mod support;

use luthier::{Parameters, Problem, Status, solve};
use support::families::{decay_decay, qap, random_lp, transportation};
use support::small::{INF, close, lp, solved};

const METHODS: [&str; 2] = ["paper", "halpern"];

fn with_faces(preset: &str, share: f64) -> Parameters {
    let preset = Parameters::preset(preset).unwrap();
    Parameters { face_share: share, check_period: 16, ..preset.with_tolerance(1e-8) }
}

fn problems() -> Vec<Problem> {
    let mut problems: Vec<_> = (0..12).map(|seed| random_lp(seed, 20 + seed as usize, 40)).collect();
    problems.extend((0..4).map(|seed| transportation(6, 9, seed)));
    problems.extend((0..4).map(|seed| decay_decay(15, 60, seed)));
    problems.push(qap(4, 1));
    problems
}

#[test]
fn the_same_solutions_with_less_work() {
    for preset in METHODS {
        let (mut with, mut without, mut jumped) = (0, 0, 0);
        for problem in &problems() {
            let plain = solved(problem, &with_faces(preset, 0.0));
            let faces = solved(problem, &with_faces(preset, 0.3));
            assert_eq!((plain.status, faces.status), (Status::Optimal, Status::Optimal));
            close(faces.objective, plain.objective, 1e-6);
            assert_eq!(plain.work.face_passes, 0);
            assert!(faces.ladder.iter().all(|rung| rung.is_some_and(|k| k <= faces.work.iterations)));
            with += faces.work.matrix_passes();
            without += plain.work.matrix_passes();
            jumped += u64::from(faces.work.face_passes > 0);
        }
        assert!(jumped > 10, "{preset}: tried on {jumped} problems");
        assert!(4 * with < 3 * without, "{preset}: {with} passes with faces, {without} without");
    }
}

#[test]
fn they_take_their_share_of_the_work() {
    for share in [0.05, 0.3, 1.0] {
        for problem in &problems() {
            let work = solved(problem, &with_faces("paper", share)).work;
            assert!(work.face_passes as f64 <= share * work.iterations as f64, "{work:?}");
            assert_eq!(
                work.matrix_passes(),
                work.iterations + work.rejected_steps + work.norm_steps + work.face_passes
            );
        }
    }
}

#[test]
fn limits_hold() {
    let problem = qap(5, 1);
    for limit in [70, 200, 333] {
        let parameters = Parameters { matrix_pass_limit: Some(limit), ..with_faces("paper", 1.0) };
        let solution = solve(&problem, &parameters.with_tolerance(1e-14)).unwrap();
        assert!(solution.work.matrix_passes() <= limit, "{:?}", solution.work);
    }
    // An epoch that may be the last one is not ended for a better point.
    let parameters = Parameters { outer_limit: Some(1), iteration_limit: 500, ..with_faces("paper", 1.0) };
    assert_eq!(solve(&problem, &parameters).unwrap().work.restarts, 0);
}

#[test]
fn plain_pdhg_has_none() {
    let parameters = Parameters {
        method: luthier::params::Method::Pdhg,
        iteration_limit: 500,
        ..with_faces("paper", 1.0)
    };
    assert_eq!(solve(&transportation(6, 9, 1), &parameters).unwrap().work.face_passes, 0);
}

#[test]
fn problems_without_a_solution_are_still_recognised() {
    let infeasible = lp(&[1.0, 1.0], &[(3.0, &[1.0, 1.0], INF)], &[(0.0, 1.0), (0.0, 1.0)]).build().unwrap();
    let unbounded =
        lp(&[-1.0, -1.0], &[(0.0, &[1.0, -1.0], 0.0)], &[(0.0, INF), (0.0, INF)]).build().unwrap();
    for preset in METHODS {
        let parameters = with_faces(preset, 1.0);
        assert_eq!(solved(&infeasible, &parameters).status, Status::Infeasible);
        assert_eq!(solved(&unbounded, &parameters).status, Status::Unbounded);
    }
}
