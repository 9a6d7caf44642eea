//! Making a problem smaller before it is solved, and its points large again.
//!
//! ```
//! use luthier::presolve::{Options, presolve};
//! use luthier::{Parameters, ProblemBuilder, solve};
//! // min x + 2y + 3z  with  x + y + z = 4,  y >= 1 as a row,  x <= 2.
//! let problem = ProblemBuilder::new(2, 3)
//!     .objective(vec![1.0, 2.0, 3.0])
//!     .triplets(vec![(0, 0, 1.0), (0, 1, 1.0), (0, 2, 1.0), (1, 1, 1.0)])
//!     .row_bounds(vec![4.0, 1.0], vec![4.0, f64::INFINITY])
//!     .bounds(vec![0.0; 3], vec![2.0, f64::INFINITY, f64::INFINITY])
//!     .build()?;
//! let presolved = presolve(&problem, &Options::default(), &|| false);
//! assert!(presolved.problem().rows() < 2);
//! let solution = solve(presolved.problem(), &Parameters::default().with_tolerance(1e-8))?;
//! let (x, _) = presolved.restore(&solution.x, &solution.y)?;
//! assert!((problem.objective_value(&x) - 6.0).abs() < 1e-6);
//! # Ok::<(), luthier::Error>(())
//! ```

mod activity;
mod dominated_column;
mod doubleton;
mod draft;
mod empty_column;
mod empty_row;
mod fixed_column;
mod forcing_row;
mod parallel;
mod parallel_column;
mod parallel_row;
mod presolved;
mod record;
mod reduction;
mod redundant_row;
mod singleton_row;
mod slack_column;

pub use presolved::Presolved;
pub use reduction::{Ending, Options, Reduction, Summary};

use crate::problem::Problem;
use draft::{Changed, Draft};

/// Makes a problem smaller. `stop` is asked from time to time; if it says so, the problem is left as it is.
pub fn presolve<'a>(problem: &'a Problem, options: &Options, stop: &dyn Fn() -> bool) -> Presolved<'a> {
    let mut draft = Draft::new(problem, stop);
    reduce(&mut draft, options);
    Presolved::new(problem, draft)
}

/// What looks at rows and columns that changed.
type Local = fn(&mut Draft<'_>, &Changed);

/// What looks at the whole problem.
type Global = fn(&mut Draft<'_>);

const LOCAL: [(Reduction, Local); 8] = [
    (Reduction::EmptyRow, empty_row::sweep),
    (Reduction::SingletonRow, singleton_row::sweep),
    (Reduction::FixedColumn, fixed_column::sweep),
    (Reduction::EmptyColumn, empty_column::sweep),
    (Reduction::RedundantRow, redundant_row::sweep),
    (Reduction::ForcingRow, forcing_row::sweep),
    (Reduction::SlackColumn, slack_column::sweep),
    (Reduction::DoubletonEquation, doubleton::sweep),
];

const GLOBAL: [(Reduction, Global); 3] = [
    (Reduction::DominatedColumn, dominated_column::sweep),
    (Reduction::ParallelRow, parallel_row::sweep),
    (Reduction::ParallelColumn, parallel_column::sweep),
];

/// Repeats all reductions until nothing changes, or until the work is done that may be done.
fn reduce(draft: &mut Draft<'_>, options: &Options) {
    loop {
        let changed = draft.take_changed();
        if draft.over() {
            return;
        }
        if changed.rows.is_empty() && changed.columns.is_empty() {
            let before = draft.counts;
            GLOBAL.iter().filter(|(r, _)| options.tries(*r)).for_each(|(_, sweep)| sweep(draft));
            if draft.counts == before {
                return;
            }
        }
        LOCAL.iter().filter(|(r, _)| options.tries(*r)).for_each(|(_, sweep)| sweep(draft, &changed));
    }
}
