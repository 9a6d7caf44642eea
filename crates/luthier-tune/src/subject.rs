//! What trials run on: the problem of an instance, or what presolving leaves of it.
//!
//! Settings run side by side over one matrix, so presolving is not a matter of each run: where the parameters that all settings
//! have in common ask for it, an instance is presolved once, and all its trials run on what is left.

use luthier::presolve::{Options, presolve};
use luthier::{Parameters, Problem};

/// What trials of an instance run on, under the parameters that all settings have in common.
pub(crate) fn subject(problem: Problem, base: &Parameters) -> Problem {
    if !base.presolve {
        return problem;
    }
    presolve(&problem, &Options::default(), &|| false).problem().clone()
}

/// A setting as its trials have it.
pub(crate) fn on_subject(parameters: Parameters) -> Parameters {
    Parameters { presolve: false, ..parameters }
}
