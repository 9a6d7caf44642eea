//! Real LPs with known answers: what is claimed about them is true, and what should be proven is. Skipped with a message
//! where the shared data is absent. `cargo bench --bench real_lps` gives more time and prints the table.

mod support;

use luthier::verify::verify_certificate;
use luthier::{Parameters, Solution, Status, solve};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::real::{Recorded, recorded};
use support::{every, shared};

/// Solves all of them on two threads.
fn solved_all(lps: &[Recorded], parameters: &Parameters) -> Vec<(usize, Solution)> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(lp) = lps.get(next.fetch_add(1, Ordering::Relaxed)) {
            let problem = lp.read();
            let solution = solve(&problem, parameters).unwrap();
            every::numbers(&solution).into_iter().for_each(|(what, v)| assert!(v.is_finite(), "{what}"));
            match &solution.certificate {
                Some(certificate) => {
                    let check = verify_certificate(&problem, certificate).unwrap();
                    assert!(check.accepted, "{}: {check}", lp.name);
                }
                None => every::check(&problem, parameters, &solution),
            }
            let place = lps.iter().position(|other| other.name == lp.name).unwrap();
            done.lock().unwrap().push((place, solution));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    done.into_inner().unwrap()
}

#[test]
fn what_is_claimed_is_what_is_recorded() {
    let Some(data) = shared("") else { return };
    let lps = recorded(&data);
    assert!(lps.len() > 100);
    let parameters = Parameters { iteration_limit: 60_000, ..Parameters::default().with_tolerance(1e-6) };
    let solutions = solved_all(&lps, &parameters);
    let objections: Vec<_> = solutions.iter().filter_map(|(k, s)| lps[*k].objection(s)).collect();
    assert!(objections.is_empty(), "{objections:#?}");
    let count = |recorded: &str, status: Status| {
        solutions.iter().filter(|(k, s)| lps[*k].status == recorded && s.status == status).count()
    };
    let (optimal, infeasible, unbounded) = (
        count("optimal", Status::Optimal),
        count("infeasible", Status::Infeasible),
        count("unbounded", Status::Unbounded),
    );
    eprintln!("{optimal} optimal, {infeasible} infeasible, {unbounded} unbounded of {}", lps.len());
    assert!(optimal >= 65 && infeasible >= 8 && unbounded == 2, "{optimal}, {infeasible}, {unbounded}");
}
