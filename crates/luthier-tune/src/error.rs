//! What can be wrong with what was asked, or with what is stored.

use luthier::escape_name;
use thiserror::Error;

/// Misuse, bad input, or a store that cannot be used. Every message says what was found, what was expected and what to do.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A space that cannot be tuned over.
    #[error("space '{}': {problem}", shown(.text))]
    Space {
        /// The part of the space, as it was written.
        text: String,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// A family that repeats itself before there are as many instances as were asked for.
    #[error(
        "the family repeats itself: its first {looked} instances are {different} different ones, which are not enough for the {wanted} that were asked for; ask for fewer, or give the family more freedom"
    )]
    Repeats {
        /// Instances that were drawn.
        looked: u64,
        /// How many of them differ from all before.
        different: u64,
        /// How many were asked for.
        wanted: u64,
    },
    /// Instances asked for on a side that the study does not have.
    #[error(
        "{wanted} {side} instances were asked for, but the study began without any, and sides never change; expected none, or begin another study to have some"
    )]
    NoShare {
        /// The side.
        side: &'static str,
        /// How many were asked for.
        wanted: u64,
    },
    /// The solver refused something.
    #[error(transparent)]
    Solver(#[from] luthier::Error),
    /// The family cannot be had.
    #[error(transparent)]
    Family(#[from] luthier_families::Error),
}

/// Characters of a text that an error repeats.
const SHOWN: usize = 80;

/// A text made printable for a message, and cut to a readable length.
pub(crate) fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => escape_name(&text[..end]) + "...",
        None => escape_name(text),
    }
}
