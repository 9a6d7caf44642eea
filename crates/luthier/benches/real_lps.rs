//! All real LPs of the shared data: status, objective against the recorded one, work and time.
//!
//! ```text
//! cargo bench --bench real_lps                        # tolerance 1e-6, 60 seconds each
//! cargo bench --bench real_lps -- --tol 1e-8 --seconds 10 pilot   # LPs whose name contains "pilot"
//! cargo bench --bench real_lps -- --seconds none --nonzeros 30000 --preset halpern --set iteration_limit=50000
//! ```

#[path = "../tests/support/real.rs"]
mod real;

use luthier::{Parameters, Solution, Status, solve};
use std::path::Path;

/// What is to be run: LPs whose name contains `only` with at most so many nonzeros, with these parameters.
struct Options {
    parameters: Parameters,
    nonzeros: usize,
    only: String,
}

fn options() -> Options {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let preset = words.iter().position(|word| word == "--preset").map_or("paper", |at| &words[at + 1]);
    let parameters = Parameters {
        iteration_limit: u64::MAX,
        stall_limit: None,
        time_limit: 60.0,
        ..Parameters::preset(preset).expect("a preset").with_tolerance(1e-6)
    };
    let mut options = Options { parameters, nonzeros: usize::MAX, only: String::new() };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().expect("a value");
        match word.as_str() {
            "--bench" => {}
            "--preset" => drop(value()),
            "--tol" => {
                options.parameters = options.parameters.with_tolerance(value().parse().expect("a number"));
            }
            "--seconds" => options.parameters.set("time_limit", &value()).expect("seconds or none"),
            "--set" => {
                let pair = value();
                let (name, text) = pair.split_once('=').expect("name=value");
                options.parameters.set(name, text).unwrap_or_else(|error| panic!("{error}"));
            }
            "--nonzeros" => options.nonzeros = value().parse().expect("a number"),
            _ => options.only = word,
        }
    }
    options
}

/// exp(mean of log(v + 100)) - 100
fn shifted_geometric_mean(values: impl ExactSizeIterator<Item = u64>) -> f64 {
    let count = values.len() as f64;
    (values.map(|v| (v as f64 + 100.0).ln()).sum::<f64>() / count).exp() - 100.0
}

fn main() {
    let options = options();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !data.is_dir() {
        println!("{} is not there", data.display());
        return;
    }
    println!(
        "| LP | recorded | status | objective off by | iterations | passes | seconds |\n|---|---|---|---|---|---|---|"
    );
    let (mut solutions, mut objections) = (Vec::new(), Vec::new());
    for lp in real::recorded(&data).into_iter().filter(|lp| lp.name.contains(&options.only)) {
        let problem = lp.read();
        if problem.matrix().nonzeros() > options.nonzeros {
            continue;
        }
        let s = solve(&problem, &options.parameters).expect("valid parameters");
        let error = lp.error(s.objective).map_or("-".into(), |e| format!("{e:.1e}"));
        let (status, k, passes) = (s.status, s.work.iterations, s.work.matrix_passes());
        println!("| {} | {} | {status} | {error} | {k} | {passes} | {:.2} |", lp.name, lp.status, s.seconds);
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
    let passes = solutions.iter().filter(|(r, _)| r == "optimal").map(|(_, s)| s.work.matrix_passes());
    let passes: Vec<u64> = passes.collect();
    println!(
        "passes where optimal, shifted geometric mean: {:.0}",
        shifted_geometric_mean(passes.into_iter())
    );
    println!("false claims and wrong objectives: {objections:?}");
}
