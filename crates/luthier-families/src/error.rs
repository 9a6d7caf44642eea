//! What can be wrong with a specification, or with the files behind one.

use luthier::escape_name;

/// Misuse: a specification that means nothing, files that cannot be used, an instance that does not exist.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A specification that cannot be read.
    #[error("'{}' is no specification: {problem} (write it like {form})", escape_name(.text))]
    Specification {
        /// What was given.
        text: String,
        /// What was found and what was expected.
        problem: String,
        /// The right form, with an example.
        form: String,
    },
    /// An index beyond the end of a family that ends.
    #[error("{} has {count} instance{}, counted from 0; there is no instance {index}{hint}",
        escape_name(.family), if *.count == 1 { "" } else { "s" })]
    NoSuchInstance {
        /// The family's specification.
        family: String,
        /// How many instances there are.
        count: u64,
        /// What was asked for.
        index: u64,
        /// What to do about it, or nothing.
        hint: &'static str,
    },
    /// No model among the files of a folder.
    #[error(
        "{}: {problem}; expected model files, whose names end in .mps, .qps, .sif or .lp, with .gz, .bz2 or .zst behind it if compressed",
        escape_name(.path)
    )]
    NoFiles {
        /// The folder or pattern.
        path: String,
        /// What was found.
        problem: String,
    },
    /// Files of a folder that cannot be read.
    #[error("{}", broken(.files))]
    Broken {
        /// The files, each with what is wrong with it.
        files: Vec<(String, luthier::Error)>,
    },
    /// A draw that did not come about.
    #[error("instance {index} of {} with seed {seed} cannot be made: {problem}", escape_name(.family))]
    Draw {
        /// The family's specification.
        family: String,
        /// The seed.
        seed: u64,
        /// The index.
        index: u64,
        /// What did not come about, and what to do.
        problem: String,
    },
    /// The solver library has something to say: a file that cannot be read, numbers that are no problem.
    #[error("{0}")]
    Problem(#[from] luthier::Error),
}

impl From<luthier::Diagnostic> for Error {
    fn from(diagnostic: luthier::Diagnostic) -> Error {
        Error::Problem(diagnostic.into())
    }
}

/// How many broken files are named.
const NAMED: usize = 5;

fn broken(files: &[(String, luthier::Error)]) -> String {
    let named: Vec<String> = files.iter().take(NAMED).map(|(_, error)| format!("\n  {error}")).collect();
    let more = match files.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("\n  and {more} more"),
    };
    let count = files.len();
    let (noun, them) = if count == 1 { ("file", "it") } else { ("files", "them") };
    format!(
        "{count} {noun} cannot be read; repair or remove {them}, or skip {them} (--skip-broken):{}{more}",
        named.concat()
    )
}
