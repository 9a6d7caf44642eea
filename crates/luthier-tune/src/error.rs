//! What can be wrong with what was asked, or with what is stored.

use thiserror::Error;

/// Misuse, bad input, or a store that cannot be used. Every message says what was found, what was expected and what to do.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A space that cannot be tuned over.
    #[error("space '{text}': {problem}")]
    Space {
        /// The part of the space, as it was written.
        text: String,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// A text that is no search.
    #[error("search '{text}': {problem}")]
    Search {
        /// The text.
        text: String,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// The solver refused something.
    #[error(transparent)]
    Solver(#[from] luthier::Error),
    /// The family cannot be had.
    #[error(transparent)]
    Family(#[from] luthier_families::Error),
}
