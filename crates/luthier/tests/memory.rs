//! What building and solving a large LP may hold, for each entry and for each row and column.

mod support;

use luthier::{Parameters, Problem, ProblemBuilder, Solution, Status, solve};
use support::families::Random;
use support::memory;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// Most bytes for each entry, and for each row and each column.
const OF_ENTRY: usize = 40;
const OF_VECTOR: usize = 300;

/// Flows on a random network: entries +1 and -1, two for each arc. There is one only if nothing is left over.
fn network(nodes: usize, arcs: usize, left_over: f64) -> Problem {
    let mut r = Random::new(5);
    let mut triplets = Vec::with_capacity(2 * arcs);
    for arc in 0..arcs {
        let from = if arc < nodes { arc } else { r.below(nodes) };
        let to = (from + if arc < nodes { 1 } else { 1 + r.below(nodes - 1) }) % nodes;
        triplets.extend([(from, arc, 1.0), (to, arc, -1.0)]);
    }
    let mut supply: Vec<f64> = (0..nodes).map(|_| r.uniform(-5.0, 5.0).round()).collect();
    supply[0] += left_over - supply.iter().sum::<f64>();
    ProblemBuilder::new(nodes, arcs)
        .objective((0..arcs).map(|_| r.uniform(1.0, 20.0)).collect())
        .triplets(triplets)
        .row_bounds(supply.clone(), supply)
        .build()
        .unwrap()
}

/// Entries of any value, so many in each column.
fn dense_columns(rows: usize, columns: usize, per_column: usize) -> Problem {
    let mut r = Random::new(6);
    let step = rows / per_column;
    let entry = |k: usize| (k % per_column * step + k / per_column % step, k / per_column);
    let mut triplets = Vec::with_capacity(columns * per_column);
    triplets.extend((0..columns * per_column).map(|k| (entry(k).0, entry(k).1, r.uniform(0.5, 2.0))));
    ProblemBuilder::new(rows, columns)
        .objective((0..columns).map(|_| r.uniform(1.0, 2.0)).collect())
        .triplets(triplets)
        .row_bounds((0..rows).map(|_| r.uniform(1.0, 9.0)).collect(), vec![f64::INFINITY; rows])
        .build()
        .unwrap()
}

/// Checks the peak while a problem is built, its entries included, and the peak of a problem and its solve.
fn check(name: &str, make: impl Fn() -> Problem, parameters: &Parameters) -> Solution {
    let before = memory::held();
    let (problem, building) = memory::measured(make);
    let held = (memory::held() - before) as usize;
    let (solution, solving) = memory::measured(|| solve(&problem, parameters).unwrap());
    let (entries, vectors) = (problem.matrix().nonzeros(), problem.rows() + problem.columns());
    let allowed = OF_ENTRY * entries + OF_VECTOR * vectors;
    println!("{name}: {building} bytes to build, {} to solve, {allowed} allowed", held + solving);
    assert!(building <= allowed, "{name}: {building} bytes to build, {allowed} allowed");
    assert!(held + solving <= allowed, "{name}: {} bytes to solve, {allowed} allowed", held + solving);
    solution
}

#[test]
fn large_problems_take_little_memory() {
    type Make = fn() -> Problem;
    let problems: [(&str, Make); 2] =
        [("network", || network(20_000, 100_000, 0.0)), ("full", || dense_columns(10_000, 20_000, 20))];
    for (name, make) in problems {
        for preset in ["paper", "reference", "halpern"] {
            let parameters = Parameters {
                iteration_limit: 200,
                norm_limit: 20,
                ..Parameters::preset(preset).unwrap().with_tolerance(1e-9)
            };
            let solution = check(&format!("{name}, {preset}"), make, &parameters);
            assert_eq!(solution.status, Status::IterationLimit);
        }
    }
}

/// The search for a proof needs room of its own.
#[test]
fn proofs_for_large_problems_take_little_memory() {
    let parameters = Parameters { iteration_limit: 5000, ..Parameters::default() };
    let solution = check("infeasible", || network(20_000, 100_000, 2e4), &parameters);
    assert_eq!(solution.status, Status::Infeasible);
}
