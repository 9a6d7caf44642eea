//! No allocation inside an iteration: a long run allocates hardly more often than a short one.

mod support;

use luthier::params::Norm;
use luthier::{BatchOptions, Control, Parameters, Problem, Trial, run_batch};
use support::families::{multicommodity, transportation};
use support::memory;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// How a run is made: lanes, threads, and how often it is checked.
type How = (usize, usize, u64);

fn allocations(
    problem: &Problem,
    (lanes, threads, period): How,
    iterations: u64,
    preset: &str,
    norm: Norm,
) -> (usize, u64) {
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
        settings.iter().map(|parameters| Trial { problem, parameters, start: None }).collect();
    let before = memory::allocations();
    let options = BatchOptions { lanes: Some(lanes), threads };
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
    let small = transportation(12, 18, 3);
    for (preset, period, norm) in cases {
        for lanes in [1, 4, 8, 16] {
            let run = |iterations| allocations(&small, (lanes, 1, period), iterations, preset, norm);
            let ((short, few), (long, many)) = (run(100), run(1500));
            assert!(many > few, "the long run restarts and rejects more often: {few}, {many}");
            // A search for a certificate may need memory for itself, a few times in a run; iterations need none.
            let more = long.saturating_sub(short);
            assert!(more < 100, "{preset}, check every {period}, {lanes} lanes: {short}, {long}");
        }
    }
    let large = multicommodity(4, 1000, 8000, 4, 1);
    for (preset, threads) in [("paper", 2), ("paper", 3), ("halpern", 3)] {
        let run = |iterations| allocations(&large, (1, threads, 16), iterations, preset, Norm::L2).0;
        let (short, long) = (run(40), run(240));
        assert!(long.saturating_sub(short) < 100, "{preset}, {threads} threads: {short}, {long}");
    }
}
