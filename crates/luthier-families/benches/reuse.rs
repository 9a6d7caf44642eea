//! Re-solving after small changes against solving anew: iterations, over chains of problems that change step by step.
//!
//! ```text
//! cargo bench -p luthier-families --bench reuse                          # tolerances 1e-4 and 1e-8, 20 chains
//! cargo bench -p luthier-families --bench reuse -- --tol 1e-4 qap        # one tolerance, families whose name contains "qap"
//! cargo bench -p luthier-families --bench reuse -- --preset halpern --chains 5
//! ```
//!
//! Iterations are the same on every machine, however busy.

use luthier::{Control, Parameters, Problem, Solution, Solver, Status, Update, solve};
use luthier_families::{Family, Random};

const FAMILIES: [&str; 6] = [
    "transportation:30x45",
    "transportation:60x90",
    "decay-decay:100x1000",
    "decay-decay:200x2000",
    "multipaths:90x2000",
    "qap15:objective=uniform(0.5)",
];

/// Problems of a chain after the first one.
const LENGTH: usize = 3;

struct Options {
    tolerances: Vec<f64>,
    chains: u64,
    preset: String,
    only: String,
}

fn options() -> Options {
    let mut options =
        Options { tolerances: vec![1e-4, 1e-8], chains: 20, preset: "paper".into(), only: String::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().expect("a value");
        match word.as_str() {
            "--bench" => {}
            "--tol" => options.tolerances = vec![value().parse().expect("a number")],
            "--chains" => options.chains = value().parse().expect("a number"),
            "--preset" => options.preset = value(),
            _ => options.only = word,
        }
    }
    options
}

/// What changes from one problem of a chain to the next.
#[derive(Clone, Copy)]
enum Change {
    /// 1% of the entries, at least one, each times U(0.9, 1.1).
    Few,
    /// Every entry, times U(0.99, 1.01).
    All,
}

impl Change {
    fn words(self, costs: bool) -> &'static str {
        match (self, costs) {
            (Change::Few, false) => "1% of them by 10%",
            (Change::All, false) => "all by 1%",
            (Change::Few, true) => "1% of the costs by 10%",
            (Change::All, true) => "all costs by 1%",
        }
    }

    /// New values for some entries: (place, factor).
    fn factors(self, count: usize, random: &mut Random) -> Vec<(usize, f64)> {
        let mut places: Vec<usize> = (0..count).collect();
        match self {
            Change::All => places.into_iter().map(|i| (i, random.uniform((0.99, 1.01)))).collect(),
            Change::Few => {
                let changed = (count / 100).max(1);
                for k in 0..changed {
                    places.swap(k, k + random.below(count - k));
                }
                places[..changed].iter().map(|&i| (i, random.uniform((0.9, 1.1)))).collect()
            }
        }
    }

    /// Changes the right-hand side; or the objective, where any other right-hand side makes the problem infeasible.
    fn of(self, problem: &Problem, objective: bool, random: &mut Random) -> Update {
        if objective {
            let factors = self.factors(problem.columns(), random);
            return factors
                .into_iter()
                .fold(Update::new(), |u, (j, f)| u.cost(j, f * problem.objective()[j]));
        }
        let (lower, upper) = (problem.row_lower(), problem.row_upper());
        let factors = self.factors(problem.rows(), random);
        factors.into_iter().fold(Update::new(), |u, (i, f)| u.row(i, f * lower[i], f * upper[i]))
    }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Iterations of a run; none if it ended without an answer.
fn counted(solution: &Solution) -> f64 {
    if solution.status == Status::Optimal { solution.work.iterations as f64 } else { f64::NAN }
}

/// Iterations from zero, from the point alone, and with all that was learned; for each problem of a chain but the first.
fn chain(
    first: Problem,
    parameters: &Parameters,
    (change, costs): (Change, bool),
    random: &mut Random,
) -> Vec<[f64; 3]> {
    let control = Control::default();
    let solver = |problem: &Problem| Solver::new(problem.clone(), parameters.clone()).expect("valid");
    let (mut full, mut point) = (solver(&first), solver(&first));
    let iterations = |solver: &mut Solver, learned: bool| {
        if let Some(mut start) = solver.start().cloned().filter(|_| !learned) {
            start.learned = None;
            solver.warm_start(start).expect("the start of before");
        }
        let solution = solver.solve(&control).expect("valid");
        counted(&solution)
    };
    iterations(&mut full, true);
    iterations(&mut point, false);
    let mut rows = Vec::new();
    for _ in 0..LENGTH {
        let update = change.of(full.problem(), costs, random);
        [&mut full, &mut point].into_iter().for_each(|solver| solver.update(&update).expect("valid"));
        let cold = solve(full.problem(), parameters).expect("valid");
        rows.push([counted(&cold), iterations(&mut point, false), iterations(&mut full, true)]);
    }
    rows
}

fn main() {
    let options = options();
    println!(
        "| family | tolerance | changed | solved by all three | from zero | from x and y alone | with all that was learned | part of the iterations |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for name in FAMILIES.into_iter().filter(|name| name.contains(&options.only)) {
        let family = Family::parse(name).expect("a family");
        // The equations of an assignment contradict each other as soon as one right-hand side changes.
        let costs = name.starts_with("qap");
        for tolerance in &options.tolerances {
            let parameters =
                Parameters::preset(&options.preset).expect("a preset").with_tolerance(*tolerance);
            let parameters = Parameters { iteration_limit: 1_000_000, ..parameters };
            for change in [Change::Few, Change::All] {
                let words = change.words(costs);
                let mut rows = Vec::new();
                for index in 0..options.chains {
                    let first = family.instance(1, index).expect("an instance");
                    rows.extend(chain(first, &parameters, (change, costs), &mut Random::new(1, index, 0)));
                }
                let all = rows.len();
                rows.retain(|row| row.iter().all(|count| count.is_finite()));
                let solved = format!("{}/{all}", rows.len());
                if rows.is_empty() {
                    println!("| {name} | {tolerance:e} | {words} | {solved} | - | - | - | - |");
                    continue;
                }
                let of = |k: usize| median(&mut rows.iter().map(|row| row[k]).collect::<Vec<_>>());
                let parts =
                    |k: usize| median(&mut rows.iter().map(|row| row[k] / row[0]).collect::<Vec<_>>());
                println!(
                    "| {name} | {tolerance:e} | {words} | {solved} | {:.0} | {:.0} ({:.2}) | {:.0} | **{:.2}** |",
                    of(0),
                    of(1),
                    parts(1),
                    of(2),
                    parts(2)
                );
            }
        }
    }
}
