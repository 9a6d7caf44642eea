//! What can go wrong outside of solves.

use std::path::{Path, PathBuf};

/// What went wrong, where, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file that cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A problem, parameter or model that Luthier refuses.
    #[error(transparent)]
    Luthier(#[from] luthier::Error),
    /// A family that does not exist or cannot be made.
    #[error(transparent)]
    Family(#[from] luthier_families::Error),
    /// Words or lines that are not understood.
    #[error("{what}: '{found}' is not {expected}")]
    Unknown {
        /// Where it was found.
        what: String,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// Records of one solver under other settings.
    #[error(
        "{path}: '{solver}' was recorded with the settings '{recorded}', not '{asked}'; use another name or another file"
    )]
    OtherSettings {
        /// The file of records.
        path: PathBuf,
        /// The solver.
        solver: String,
        /// Its settings in the file.
        recorded: String,
        /// Its settings now.
        asked: String,
    },
    /// A process that could not be started or that cannot work.
    #[error("{program}: {reason}")]
    Worker {
        /// Which.
        program: String,
        /// Why not.
        reason: String,
    },
}

impl Error {
    /// For `map_err` on what is done to a file.
    pub fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Error + use<> {
        let path = path.to_owned();
        |source| Error::File { path, source }
    }
}
