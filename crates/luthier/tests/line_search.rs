#![allow(missing_docs, clippy::unwrap_used, unused)]
#[path = "support/oracle.rs"]
mod oracle;
mod support;
use luthier::params::*;
use luthier::*;
use std::sync::Mutex;
struct R(Mutex<Vec<(u64, u64, u64, Option<(f64, f64)>, Option<Which>, bool, f64, f64)>>);
impl Observer for R {
    fn wants_steps(&self) -> bool {
        true
    }
    fn step(&self, s: &Step<'_>) {
        self.0.lock().unwrap().push((
            s.iteration,
            s.outer,
            s.inner,
            s.kkt,
            s.restart,
            s.terminates,
            s.eta,
            s.eta_next,
        ));
    }
}
fn go(p: &Problem, q: &Parameters) {
    let r = R(Mutex::new(vec![]));
    let s = run_batch(
        &[Trial { problem: &p, parameters: &q, start: None }],
        &BatchOptions::default(),
        &Control { observer: Some(&r), interrupt: None },
    );
    println!("{:?}", s.as_ref().map(|s| (s[0].status, s[0].work)));
    for g in r.0.lock().unwrap().iter().take(12) {
        println!("{g:?}");
    }
}
#[test]
fn probe() {
    let p = support::families::random_lp(17, 4, 6);
    println!("pdhg, period 5, tested either");
    go(
        &p,
        &Parameters {
            method: Method::Pdhg,
            check_period: 5,
            tested_point: TestedPoint::Average,
            inner_limit: Some(3),
            iteration_limit: 12,
            ..Parameters::default()
        },
    );
    println!("norms alpha 2");
    go(
        &p,
        &Parameters {
            pock_chambolle: PockChambolle::Norms,
            pock_chambolle_alpha: 2.0,
            iteration_limit: 3,
            ..Parameters::default()
        },
    );
    println!("norms alpha 0");
    go(
        &p,
        &Parameters {
            pock_chambolle: PockChambolle::Norms,
            pock_chambolle_alpha: 0.0,
            iteration_limit: 3,
            ..Parameters::default()
        },
    );
    println!("iteration limit 7 with period 50");
    go(&p, &Parameters { check_period: 50, iteration_limit: 7, ..Parameters::default() });
    println!("huge first step");
    go(&p, &Parameters { initial_step_scale: 1e6, iteration_limit: 7, ..Parameters::default() });
}
