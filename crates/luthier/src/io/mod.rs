//! Reading linear programs from files.

mod mps;

pub use mps::parse_mps;

use crate::error::Error;
use crate::problem::Problem;
use std::path::Path;

/// Reads an uncompressed free-format MPS file.
pub fn read_mps(path: &Path) -> Result<Problem, Error> {
    let shown = path.display().to_string();
    let whole = |problem: String| Error::File { path: shown.clone(), line: 0, problem };
    let bytes = std::fs::read(path).map_err(|e| whole(format!("cannot be read: {e}")))?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(whole("is compressed with gzip; decompress it first (gunzip)".into()));
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let line = 1 + e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        Error::File { path: shown.clone(), line, problem: "is not UTF-8 text; expected an MPS file".into() }
    })?;
    parse_mps(&shown, &text)
}
