//! All real LPs of the shared data: status, objective against the recorded one, work and time.
//!
//! ```text
//! cargo bench --bench real_lps                        # tolerance 1e-6, 60 seconds each
//! cargo bench --bench real_lps -- --tol 1e-8 --seconds 10 pilot   # LPs whose name contains "pilot"
//! ```

#[path = "../tests/support/real.rs"]
mod real;

use luthier::{Parameters, Solution, Status, solve};
use std::path::Path;

struct Options {
    tolerance: f64,
    seconds: f64,
    only: String,
}

fn options() -> Options {
    let mut options = Options { tolerance: 1e-6, seconds: 60.0, only: String::new() };
    let mut words = std::env::args().skip(1);
    let number = |word: Option<String>| word.and_then(|w| w.parse().ok()).expect("a number");
    while let Some(word) = words.next() {
        match word.as_str() {
            "--bench" => {}
            "--tol" => options.tolerance = number(words.next()),
            "--seconds" => options.seconds = number(words.next()),
            _ => options.only = word,
        }
    }
    options
}

fn main() {
    let options = options();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !data.is_dir() {
        println!("{} is not there", data.display());
        return;
    }
    let parameters = Parameters {
        iteration_limit: u64::MAX,
        stall_limit: None,
        time_limit: options.seconds,
        ..Parameters::default().with_tolerance(options.tolerance)
    };
    println!(
        "| LP | recorded | status | objective off by | iterations | seconds |\n|---|---|---|---|---|---|"
    );
    let (mut solutions, mut objections) = (Vec::new(), Vec::new());
    for lp in real::recorded(&data).into_iter().filter(|lp| lp.name.contains(&options.only)) {
        let s = solve(&lp.read(), &parameters).expect("valid parameters");
        let error = lp.error(s.objective).map_or("-".into(), |e| format!("{e:.1e}"));
        let (status, k) = (s.status, s.work.iterations);
        println!("| {} | {} | {status} | {error} | {k} | {:.2} |", lp.name, lp.status, s.seconds);
        objections.extend(lp.objection(&s));
        solutions.push((lp.status, s));
    }
    let count = |recorded: &str, status: Status| {
        let fits = |(r, s): &&(String, Solution)| r == recorded && s.status == status;
        solutions.iter().filter(fits).count()
    };
    let of = |recorded: &str| solutions.iter().filter(|(r, _)| r == recorded).count();
    println!();
    for (recorded, status) in
        [("optimal", Status::Optimal), ("infeasible", Status::Infeasible), ("unbounded", Status::Unbounded)]
    {
        println!("{recorded}: {} of {}", count(recorded, status), of(recorded));
    }
    println!("false claims and wrong objectives: {objections:?}");
}
