//! Luthier solves linear programs with first-order methods (PDHG and PDLP), with every parameter exposed and many
//! settings running side by side over one matrix.
//!
//! A [`Problem`] goes in, a [`Solution`] comes out; [`solve`] does one, [`run_batch`] many, a [`Queue`] lets runs
//! be laid aside and continued. How a solve ended is
//! data ([`Status`]); misuse is an [`Error`].
#![deny(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod certificate;
mod engine;
mod error;
mod face;
mod infeasible;
pub mod io;
mod judge;
mod least_change;
#[allow(unsafe_code)] // The kernels; every block says why it is sound.
mod matrix;
mod metric;
mod norm;
pub mod params;
pub mod presolve;
mod problem;
mod quality;
mod residual;
mod run;
mod solution;
mod solve;
mod standard;
mod text;
mod trivial;
pub mod verify;

pub use certificate::Certificate;
pub use engine::{
    BatchOptions, Checkpoint, Control, Flow, Job, Observer, Outcome, Pause, Polishing, Progress, Queue,
    Start, Step, Trial, run_batch,
};
pub use error::{Diagnostic, Error};
pub use matrix::{Entries, Matrix, Storage};
pub use params::Parameters;
pub use problem::{
    BoundKinds, Fingerprint, Names, PaperForm, Problem, ProblemBuilder, Range, Sense, Statistics, Update,
    Warning,
};
pub use quality::Quality;
pub use run::{LADDER, Learned, RestartCondition, Side, Which, Work};
pub use solution::{Notice, Polish, Polished, Solution, Status};
pub use solve::{Carried, SolveOptions, Solver, solve, solve_with};
pub use text::escape_name;
/// For what the other crates of this project say about words that do not exist.
#[doc(hidden)]
pub use text::nearest;

/// The version of the numbers: it changes whenever the iterates of some run change, so that a result is a function of
/// problem, parameters and this number. Records of runs that were made under another number must not be mixed with new
/// ones.
pub const NUMERICS: u32 = 1;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// So are those of the pages that have some.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../docs/library.md")]
    struct Library;
    #[doc = include_str!("../../../docs/statuses.md")]
    struct Statuses;
}
