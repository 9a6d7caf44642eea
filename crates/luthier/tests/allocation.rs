//! No allocation inside an iteration: a long run allocates hardly more often than a short one.

mod support;

use luthier::params::Norm;
use luthier::{BatchOptions, Control, Parameters, Trial, run_batch};
use support::memory;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

fn allocations(lanes: usize, iterations: u64, period: u64, preset: &str, norm: Norm) -> (usize, u64) {
    let problem = support::families::transportation(12, 18, 3);
    let settings: Vec<_> = (0..lanes)
        .map(|lane| Parameters {
            iteration_limit: iterations,
            check_period: period,
            weight_smoothing: 0.2 + 0.04 * lane as f64,
            stall_limit: None,
            norm,
            ..Parameters::preset(preset).unwrap().with_tolerance(1e-30)
        })
        .collect();
    let trials: Vec<_> =
        settings.iter().map(|parameters| Trial { problem: &problem, parameters, start: None }).collect();
    let before = memory::allocations();
    let options = BatchOptions { lanes: Some(lanes), threads: 1 };
    let solutions = run_batch(&trials, &options, &Control::default()).unwrap();
    let count = memory::allocations() - before;
    (count, solutions.iter().map(|s| s.work.restarts + s.work.rejected_steps).sum())
}

#[test]
fn no_allocation_inside_an_iteration() {
    let cases = [
        ("paper", 1, Norm::L2),
        ("paper", 64, Norm::L2),
        ("reference", 50, Norm::L2),
        ("paper", 7, Norm::Componentwise),
        ("halpern", 1, Norm::L2),
        ("halpern", 64, Norm::L2),
    ];
    for (preset, period, norm) in cases {
        for lanes in [1, 4, 8, 16] {
            let (short, few) = allocations(lanes, 100, period, preset, norm);
            let (long, many) = allocations(lanes, 1500, period, preset, norm);
            assert!(many > few, "the long run restarts and rejects more often: {few}, {many}");
            // A search for a certificate may need memory for itself, a few times in a run; iterations need none.
            let more = long.saturating_sub(short);
            assert!(more < 100, "{preset}, check every {period}, {lanes} lanes: {short}, {long}");
        }
    }
}
