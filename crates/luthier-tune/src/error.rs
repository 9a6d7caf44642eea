//! What can be wrong with what was asked, or with what is stored.

use crate::split::Counts;
use luthier::Fingerprint;
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
        escape_name(.directory), escape_name(.conflict)
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
         put the old file back, or begin another study", escape_name(.label)
    )]
    Changed {
        /// The instance.
        label: String,
        /// What the study knows.
        recorded: Fingerprint,
        /// What it is now.
        found: Fingerprint,
    },
    /// An instance whose file is not there.
    #[error(
        "{}: no file has the content that it had when the study began (fingerprint {recorded}); put the old file back, or \
         begin another study", escape_name(.label)
    )]
    Gone {
        /// The instance.
        label: String,
        /// What the study knows.
        recorded: Fingerprint,
    },
    /// An instance of a study that is only read.
    #[error(
        "the study was opened to be read, and has no instances to run; expected one that was begun or resumed"
    )]
    OnlyRead,
    /// A folder of which too little can be read.
    #[error(
        "{}: {broken} of its {files} files cannot be read; expected at least half of them to be sound: repair or remove \
         the others. The first: {first}", escape_name(.family)
    )]
    TooManyBroken {
        /// The family.
        family: String,
        /// Files that cannot be read.
        broken: usize,
        /// All files.
        files: usize,
        /// What is wrong with the first of them.
        first: String,
    },
    /// A family that has fewer instances than are asked for.
    #[error(
        "{} has {different} different problem{}; {} to tune on, {} to test on and {} to seal are {}: ask for fewer",
        escape_name(.family), if *.different == 1 { "" } else { "s" },
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
        escape_name(.test), escape_name(.train)
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
        fingerprint: Fingerprint,
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
    /// A text that is no search.
    #[error("search '{text}': {problem}")]
    Search {
        /// The text.
        text: String,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// A certificate that cannot be used.
    #[error("{}: {problem}; expected a certificate as `luthier certify` wrote it", escape_name(.path))]
    Certificate {
        /// The file.
        path: String,
        /// What was found.
        problem: String,
    },
    /// A number that no bound can be computed from.
    #[error(transparent)]
    Bound(#[from] crate::bounds::BoundError),
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
