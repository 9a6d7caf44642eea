//! The one check: what it accepts, what it refuses, and that answers reach it with the right signs.

use luthier::{Problem, ProblemBuilder, Sense};
use luthier_bench::check::{measure, proven};
use luthier_bench::exchange::{Answer, read_answer, read_problem, write_answer, write_problem};
use luthier_bench::protocol::{Claim, Proof, Reply};

const INF: f64 = f64::INFINITY;

/// max 3x + 2y + 5  with  x + y <= 4,  x + 3y <= 6,  0 <= x <= 3,  y >= 0: x = 3, y = 1, multipliers 0 and 2/3 or 2 and 0.
fn maximisation() -> Problem {
    let builder = ProblemBuilder::new(2, 2).sense(Sense::Maximize).objective(vec![3.0, 2.0]).offset(5.0);
    let builder = builder.triplets(vec![(0, 0, 1.0), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 3.0)]);
    builder.row_bounds(vec![-INF; 2], vec![4.0, 6.0]).bounds(vec![0.0, 0.0], vec![3.0, INF]).build().unwrap()
}

/// min -x  with  x - y <= 1, both from 0 on: unbounded along (1, 1). With `infeasible`, also x - y >= 2.
fn without_optimum(infeasible: bool) -> Problem {
    let entries = vec![(0, 0, 1.0), (0, 1, -1.0), (1, 0, 1.0), (1, 1, -1.0)];
    let second = if infeasible { 2.0 } else { -INF };
    let builder = ProblemBuilder::new(2, 2).objective(vec![-1.0, 0.0]).triplets(entries);
    builder.row_bounds(vec![-INF, second], vec![1.0, INF]).build().unwrap()
}

fn reply(point: bool, proof: Option<Proof>) -> Reply {
    Reply { point, proof, ..Reply::failed(String::new(), 0.0) }
}

#[test]
fn an_optimal_point_has_no_error() {
    let found = measure(&maximisation(), &[3.0, 1.0], &[2.0, 0.0]).unwrap();
    assert!(found.error < 1e-15, "{found:?}");
    assert_eq!(found.objective, 16.0);
}

#[test]
fn wrong_signs_and_wrong_values_are_seen() {
    let problem = maximisation();
    let wrong_sign = measure(&problem, &[3.0, 1.0], &[-2.0, 0.0]).unwrap();
    assert!(wrong_sign.dual > 0.5, "{wrong_sign:?}");
    let infeasible = measure(&problem, &[3.0, 1.1], &[2.0, 0.0]).unwrap();
    // Rows 4.1 and 6.3 of at most 4 and 6: |(0.1, 0.3)| / (1 + |(4, 6)|).
    assert!((infeasible.primal - 0.1_f64.sqrt() / (1.0 + 52.0_f64.sqrt())).abs() < 1e-12, "{infeasible:?}");
    let not_optimal = measure(&problem, &[3.0, 0.0], &[2.0, 0.0]).unwrap();
    // Objectives 9 and 11 without the constant.
    assert!((not_optimal.error - 2.0 / 21.0).abs() < 1e-12, "{not_optimal:?}");
    assert_eq!(not_optimal.error, not_optimal.gap);
    assert_eq!(measure(&problem, &[f64::NAN, 1.0], &[2.0, 0.0]), None);
}

#[test]
fn solvers_see_a_minimisation_and_their_answers_are_turned_back() {
    let folder = tempfile::tempdir().unwrap();
    let (file, answer) = (folder.path().join("problem"), folder.path().join("answer"));
    let problem = maximisation();
    write_problem(&file, &problem).unwrap();
    let seen = read_problem(&file).unwrap();
    assert_eq!((seen.sense(), seen.objective(), seen.offset()), (Sense::Minimize, &[-3.0, -2.0][..], -5.0));
    assert_eq!((seen.lower(), seen.upper()), (problem.lower(), problem.upper()));
    assert_eq!((seen.row_lower(), seen.row_upper()), (problem.row_lower(), problem.row_upper()));
    assert_eq!(seen.matrix(), problem.matrix());
    // What is optimal there is optimal here, with the other sign in between.
    assert!(measure(&seen, &[3.0, 1.0], &[-2.0, 0.0]).unwrap().error < 1e-15);
    write_answer(&answer, &[&[3.0, 1.0], &[-2.0, 0.0]]).unwrap();
    let read = read_answer(&answer, &problem, &reply(true, None)).unwrap();
    let (x, y) = read.point.unwrap();
    assert!(measure(&problem, &x, &y).unwrap().error < 1e-15);
    assert!(read_answer(&answer, &problem, &reply(true, Some(Proof::DualRay))).is_err(), "no ray in it");
}

#[test]
fn proofs_are_accepted_only_for_what_they_prove() {
    let point = |x: [f64; 2]| Some((x.to_vec(), vec![0.0, 0.0]));
    let holds = |problem: &Problem, claim, proof, ray: [f64; 2], x| {
        let answer = Answer { point: point(x), ray: Some(ray.to_vec()) };
        proven(problem, claim, proof, &answer, 1e-6)
    };
    let (unbounded, infeasible) = (without_optimum(false), without_optimum(true));
    let (dual, primal) = (Proof::DualRay, Proof::PrimalRay);
    assert!(holds(&unbounded, Claim::Unbounded, primal, [1.0, 1.0], [0.0, 0.0]));
    assert!(
        !holds(&unbounded, Claim::Unbounded, primal, [1.0, 1.0], [5.0, 0.0]),
        "the point is not feasible"
    );
    assert!(!holds(&unbounded, Claim::Unbounded, primal, [-1.0, -1.0], [0.0, 0.0]));
    assert!(!holds(&unbounded, Claim::Infeasible, primal, [1.0, 1.0], [0.0, 0.0]));
    assert!(holds(&unbounded, Claim::InfeasibleOrUnbounded, primal, [1.0, 1.0], [0.0, 0.0]));
    assert!(holds(&infeasible, Claim::Infeasible, dual, [-1.0, 1.0], [0.0, 0.0]));
    assert!(!holds(&infeasible, Claim::Infeasible, dual, [1.0, -1.0], [0.0, 0.0]));
    assert!(!holds(&unbounded, Claim::Infeasible, dual, [-1.0, 1.0], [0.0, 0.0]));
    assert!(
        !holds(&infeasible, Claim::Unbounded, primal, [1.0, 1.0], [0.0, 0.0]),
        "the point is not feasible"
    );
}
