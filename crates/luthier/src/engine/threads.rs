//! How many threads there are, and how many of them a group of runs can use.

use super::anchors::Anchors;
use super::averages::Averages;
use super::scheme::Kind;
use crate::matrix::Matrix;
use crate::params::Parameters;
use crate::problem::Problem;

/// More threads than this for each core are not started.
const MOST_PER_CORE: usize = 4;

/// Bytes that a thread should go over in an iteration, at least: it meets the others twice, which takes some microseconds
/// where all have a core, and these bytes take a hundred.
const ENOUGH_BYTES: usize = 1 << 20;

/// The number of threads that was asked for, where 0 is one for each core, as far as cores make sense of it.
pub(super) fn asked(threads: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    if threads == 0 { cores } else { threads.min(MOST_PER_CORE * cores) }
}

/// Of so many threads, those that a group should have whose iterations go over so many bytes.
pub(super) fn useful(threads: usize, bytes: usize) -> usize {
    threads.min(bytes / ENOUGH_BYTES).max(1)
}

/// Bytes of the vectors of a lane that the passes touch in every iteration, apart from metric and data.
pub(super) fn bytes_per_lane(kind: Kind, matrix: &Matrix) -> usize {
    match kind {
        Kind::Averages => Averages::bytes_per_lane(matrix),
        Kind::Anchors => Anchors::bytes_per_lane(matrix),
    }
}

/// The threads of a run that has them to itself, of those asked for (0: one for each core).
pub(crate) fn threads_of_run(problem: &Problem, parameters: &Parameters, threads: usize) -> usize {
    let matrix = problem.matrix();
    useful(asked(threads), matrix.bytes() + bytes_per_lane(Kind::of(parameters), matrix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_problems_stay_on_one_core() {
        assert_eq!([0, 1 << 20, 3 << 19, (2 << 20) - 1].map(|bytes| useful(8, bytes)), [1; 4]);
        assert_eq!([2 << 20, 5 << 20, 1 << 30].map(|bytes| useful(8, bytes)), [2, 5, 8]);
        assert_eq!(useful(1, usize::MAX), 1);
    }

    #[test]
    fn a_thousand_threads_are_not_started() {
        let cores = asked(0);
        assert!(cores >= 1 && asked(1) == 1);
        assert_eq!(asked(1_000_000), MOST_PER_CORE * cores);
    }
}
