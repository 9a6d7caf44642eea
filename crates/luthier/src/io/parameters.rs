//! Parameters from files.

use super::source::Source;
use super::whole;
use crate::error::Error;
use crate::params::Parameters;
use std::path::Path;

/// More than this is no file of parameters.
const MOST_BYTES: u64 = 1 << 20;

impl Parameters {
    /// Reads parameters from a TOML file; see [`Parameters::from_toml`].
    pub fn read(path: &Path) -> Result<Parameters, Error> {
        Parameters::default().overlaid(path)
    }

    /// These parameters with what a TOML file says over them: what it does not name stays as it is, unless it names a
    /// preset to start from.
    pub fn overlaid(self, path: &Path) -> Result<Parameters, Error> {
        let shown = path.display().to_string();
        let text = whole::read(&Source::of_path(path)?, &shown, MOST_BYTES)?;
        self.over_toml(&shown, &text)
    }
}
