//! What can be wrong with what was asked, or with what is stored.

use luthier::escape_name;
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
    /// No study, or something else under its name.
    #[error("{}: {problem}", escape_name(.path))]
    NotAStudy {
        /// The file or folder.
        path: String,
        /// What was found, what was expected and what to do.
        problem: String,
    },
    /// A folder in which no study can be made.
    #[error("{}: {problem}", escape_name(.path))]
    NotNew {
        /// The file or folder.
        path: String,
        /// What was found, what was expected and what to do.
        problem: String,
    },
    /// Somebody else writes to the study.
    #[error(
        "{}: in use by {}; expected a study that nobody else writes to: wait until that has ended, or end it",
        escape_name(.path), escape_name(.holder)
    )]
    Locked {
        /// The folder of the study.
        path: String,
        /// Who writes: process, host, since when, command.
        holder: String,
    },
    /// A store of another version.
    #[error("{}: {problem}", escape_name(.path))]
    Version {
        /// The database.
        path: String,
        /// Which version was found, which are known, and what to do.
        problem: String,
    },
    /// A store whose content is not what was written.
    #[error(
        "{}: the store is damaged: {}; nothing was changed. Restore the study from a copy; without one, start a new study \
         and merge into it what is sound (luthier merge NEW OTHER)",
        escape_name(.path), escape_name(.problem)
    )]
    Damaged {
        /// The database.
        path: String,
        /// Which record, and what is wrong with it.
        problem: String,
    },
    /// The file with the question is not as it was written.
    #[error(
        "{}: it is not what this study was asked: {problem}. Put it back, or ask the new question in a new study",
        escape_name(.path)
    )]
    Edited {
        /// The file.
        path: String,
        /// Where it differs.
        problem: String,
    },
    /// The disk, or the rights on it, do not allow what has to be done.
    #[error("{}: {}; all trials reported so far are stored: {advice}", escape_name(.path), escape_name(.problem))]
    Storage {
        /// The file or folder.
        path: String,
        /// What failed, and why.
        problem: String,
        /// What to do.
        advice: &'static str,
    },
    /// A trial of a problem that the study does not know.
    #[error(
        "problem {fingerprint} is no instance of this study; expected one that was added before its trials"
    )]
    UnknownProblem {
        /// The problem.
        fingerprint: luthier::Fingerprint,
    },
    /// A record with an ending that stores of this version have no word for.
    #[error("the ending '{ending}' has no word in a store; expected one of those that stores know")]
    UnknownEnding {
        /// The name of the ending.
        ending: String,
    },
    /// An instance that is not what it was.
    #[error("instance '{}': {problem}; start a new study, or bring back the family as it was", escape_name(.label))]
    InstanceChanged {
        /// The instance, by the name that the study knows.
        label: String,
        /// What it was and what it is now.
        problem: String,
    },
    /// Studies that were asked different things cannot be merged.
    #[error("{}: it was asked something else: {problem}; only studies of the same question can be merged", escape_name(.path))]
    OtherQuestion {
        /// The study that was to be merged.
        path: String,
        /// Where the questions differ.
        problem: String,
    },
    /// Two records of one trial that cannot both be true.
    #[error(
        "instance '{}' with setting '{}': {problem}. Trials can be repeated exactly, so one of the records is wrong, or the \
         builds solve differently; nothing was merged. Leave that study out, or run its trials again with the build of this one",
        escape_name(.instance), escape_name(.setting)
    )]
    Contradiction {
        /// The instance.
        instance: String,
        /// The setting.
        setting: String,
        /// What the two records say, and which builds made them.
        problem: String,
    },
    /// Something that was to be written elsewhere could not be.
    #[error("writing failed: {0}")]
    Output(#[from] std::io::Error),
    /// The solver refused something.
    #[error(transparent)]
    Solver(#[from] luthier::Error),
    /// The family cannot be had.
    #[error(transparent)]
    Family(#[from] luthier_families::Error),
}
