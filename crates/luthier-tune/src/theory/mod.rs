//! The paper's theory made computable: structure parameters, pseudo-dimensions and sample complexities of its theorems, for
//! sizes that are given or measured, with every constant named.
//!
//! These are statements for all values of the parameters at once. At real sizes they ask for more problems than there are;
//! what is said about a declared grid or about problems that were held out stands beside them, and is told apart.

mod bound;
mod case;
mod constants;
mod line_search;
mod magnitude;
mod measure;
mod pdhg;
mod pdlp;
mod pfaffian;
mod samples;

pub use bound::{Bound, Constant};
pub use case::{Case, Counting, Growth, Sizes};
pub use constants::Constants;
pub use line_search::rejections;
pub use magnitude::Magnitude;
pub use measure::{Measured, PAPER, of_paper, of_problem, of_rows};
pub use pdlp::Tuned;
pub use pfaffian::{FORMULA as PFAFFIAN, Structure};

use crate::error::Error;
use serde::Serialize;

/// A theorem, evaluated.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Theorem {
    /// Its structure parameters, where it is about Pfaffian functions.
    pub structure: Option<Structure>,
    /// Its bound on the pseudo-dimension.
    pub pseudo_dimension: Bound,
    /// How many problems that asks for, by several forms of uniform convergence.
    pub samples: Vec<Bound>,
}

/// All theorems of the paper, evaluated for one case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What they were evaluated for.
    pub case: Case,
    /// The lemma on the line search.
    pub line_search: Bound,
    /// Vanilla PDHG, theta, alpha, both.
    pub theorems: Vec<Theorem>,
    /// Statements that are not the paper's and need no pseudo-dimension.
    pub declared: Vec<Bound>,
}

impl Theorem {
    fn new(case: &Case, structure: Option<Structure>, pseudo_dimension: Bound) -> Theorem {
        let dimension = pseudo_dimension.value.value().unwrap_or(f64::MAX);
        Theorem { structure, samples: samples::uniform(case, dimension), pseudo_dimension }
    }
}

/// Evaluates all theorems.
pub fn report(case: &Case) -> Result<Report, Error> {
    case.check()?;
    let pdlp = |tuned| Theorem::new(case, Some(pdlp::structure(case, tuned)), pdlp::bound(case, tuned));
    let mut theorems = vec![Theorem::new(case, None, pdhg::bound(case))];
    theorems.extend(Tuned::ALL.map(pdlp));
    Ok(Report {
        case: *case,
        line_search: line_search::bound(case),
        theorems,
        declared: samples::declared(case),
    })
}
