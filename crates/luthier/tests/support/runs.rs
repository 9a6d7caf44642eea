//! Problems and ways to solve them that the tests of runs share.

use super::every;
use super::small::{INF, Row, lp};
use luthier::{
    Control, Flow, Observer, Parameters, Problem, ProblemBuilder, Progress, Sense, Solution, SolveOptions,
    Start, Status, solve_with,
};

/// max 3x + 2y with x + y <= 4, x + 3y <= 7, 0 <= x <= 3, y >= 0: 11 at (3, 1), with multipliers 2 and 0 and a reduced
/// cost of 1 for x.
pub fn small() -> ProblemBuilder {
    let rows: [Row<'_>; 2] = [(-INF, &[1.0, 1.0], 4.0), (-INF, &[1.0, 3.0], 7.0)];
    lp(&[3.0, 2.0], &rows, &[(0.0, 3.0), (0.0, INF)]).sense(Sense::Maximize)
}

/// x + y >= 2 and x + y <= 1: infeasible, though no row alone shows it.
pub fn contradiction() -> Problem {
    let rows: [Row<'_>; 2] = [(2.0, &[1.0, 1.0], INF), (-INF, &[1.0, 1.0], 1.0)];
    lp(&[1.0, 2.0], &rows, &[(0.0, 5.0); 2]).build().unwrap()
}

/// The same with a large number added and taken away again in the first row: infeasible by so small a part of the numbers
/// that no proof is accepted, so a run goes on until a limit.
pub fn endless() -> Problem {
    let rows: [Row<'_>; 2] = [(2.0, &[1.0, 1.0, 1.0, -1.0], INF), (-INF, &[1.0, 1.0, 0.0, 0.0], 1.0)];
    let fixed = (1e10, 1e10);
    lp(&[1.0, 2.0, 0.0, 0.0], &rows, &[(0.0, 5.0), (0.0, 5.0), fixed, fixed]).build().unwrap()
}

/// Parameters whose only limit is a time that no test should need.
pub fn unlimited() -> Parameters {
    Parameters { iteration_limit: u64::MAX, stall_limit: None, time_limit: 60.0, ..Parameters::default() }
}

/// Everything of a solution that does not depend on time, to be compared bit by bit.
pub fn bits(s: &Solution) -> (Status, Vec<u64>, luthier::Work) {
    let untimed = Solution { seconds: 0.0, lane_seconds: 0.0, ..s.clone() };
    (s.status, every::numbers(&untimed).iter().map(|(_, v)| v.to_bits()).collect(), s.work)
}

/// Solves from a start point, and checks what must hold of every solution.
pub fn started(problem: &Problem, parameters: &Parameters, x: &[f64], y: &[f64]) -> Solution {
    let start = Start::new(x.to_vec(), y.to_vec());
    let solution =
        solve_with(problem, parameters, &SolveOptions { start: Some(&start), ..SolveOptions::default() })
            .unwrap();
    every::check(problem, parameters, &solution);
    solution
}

/// Solves under an observer, and checks what must hold of every solution.
pub fn observed(problem: &Problem, parameters: &Parameters, observer: &dyn Observer) -> Solution {
    let control = Control { observer: Some(observer), interrupt: None };
    let solution =
        solve_with(problem, parameters, &SolveOptions { control, ..SolveOptions::default() }).unwrap();
    every::check(problem, parameters, &solution);
    solution
}

/// Calls a function at every check.
pub struct Watch<F>(pub F);

impl<F: Fn(&Progress) -> Flow + Sync> Observer for Watch<F> {
    fn progress(&self, progress: &Progress) -> Flow {
        (self.0)(progress)
    }
}
