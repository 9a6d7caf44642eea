//! What can be wrong with what was asked, or with what is stored.

use crate::split::Counts;
use luthier::Fingerprint;
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
    /// Something that was asked for is not possible.
    #[error("{what}: {problem}")]
    Question {
        /// What it is about.
        what: String,
        /// What was found and what was expected.
        problem: String,
    },
    /// A study that asks something else.
    #[error(
        "{}: {}; expected the same question, or another folder (--study)",
        luthier::escape_name(.directory), luthier::escape_name(.conflict)
    )]
    Conflict {
        /// The folder of the study.
        directory: String,
        /// What differs.
        conflict: String,
    },
    /// Records of a build that computes otherwise.
    #[error(
        "the study holds trials of {theirs}, but this is {ours}, which may need other numbers of iterations; \
         begin another study (--study), or mix them all the same (--allow-changed)"
    )]
    OtherBuild {
        /// The build of the records.
        theirs: String,
        /// This build.
        ours: String,
    },
    /// An instance that is not what it was.
    #[error(
        "{}: its content has changed since the study began (fingerprint {found}, recorded {recorded}); \
         put the old file back, or begin another study", luthier::escape_name(.label)
    )]
    Changed {
        /// The instance.
        label: String,
        /// What the study knows.
        recorded: Fingerprint,
        /// What it is now.
        found: Fingerprint,
    },
    /// A family that has fewer instances than are asked for.
    #[error(
        "{} has {different} different problem{}; {} to tune on, {} to test on and {} to seal are {}: ask for fewer",
        luthier::escape_name(.family), if *.different == 1 { "" } else { "s" },
        .wanted.train, .wanted.test, .wanted.sealed, .wanted.total()
    )]
    TooFew {
        /// The family.
        family: String,
        /// Its different instances.
        different: u64,
        /// What was asked for.
        wanted: Counts,
    },
    /// A problem to test on that is tuned on.
    #[error(
        "{} has the content of {}, which is tuned on or sealed: a test on it would tell nothing; take it out of one of them",
        luthier::escape_name(.test), luthier::escape_name(.train)
    )]
    Overlap {
        /// The problem to test on.
        test: String,
        /// The same one on the other side.
        train: String,
    },
    /// Threads cannot be started.
    #[error("threads cannot be started: {problem}; try --threads 1")]
    Threads {
        /// What the system says.
        problem: String,
    },
    /// The solver refused something.
    #[error(transparent)]
    Solver(#[from] luthier::Error),
    /// The family cannot be had.
    #[error(transparent)]
    Family(#[from] luthier_families::Error),
}
