//! Linear programs and solutions in files.

mod atomic;
mod compression;
mod directive;
mod draft;
mod format;
mod lines;
mod lp;
mod mps;
mod names;
mod number;
mod parameters;
mod solution;
mod source;
mod whole;
mod write;

pub use compression::Compression;
pub use format::Format;
pub use solution::{
    CertificateKind, Document, Mismatch, NamedCertificate, RecordedQuality, SolutionFile, parse_solution,
    read_solution, write_solution,
};
pub use write::{write, write_bytes, write_text, write_to};

use crate::error::Error;
use crate::problem::Problem;
use source::Source;
use std::io::Read;
use std::path::Path;

/// How files are read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadOptions {
    /// The format; `None`: told by the content.
    pub format: Option<Format>,
    /// Accept what is doubtful, with a warning: duplicates, a missing end, sections out of order.
    pub lenient: bool,
    /// Most bytes of text, after decompression.
    pub max_bytes: u64,
    /// Bounds of this magnitude or more are infinite.
    pub infinity: f64,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions { format: None, lenient: false, max_bytes: 4 << 30, infinity: 1e20 }
    }
}

/// Reads a linear program from a file: MPS (fixed or free) or LP format, told by its content, plain or compressed with
/// gzip, bzip2 or Zstandard.
pub fn read(path: &Path, options: &ReadOptions) -> Result<Problem, Error> {
    let shown = path.display().to_string();
    format::read(&Source::of_path(path)?, &shown, options)
}

/// Reads a linear program from a stream; `name` stands for it in errors.
pub fn read_stream(name: &str, stream: impl Read, options: &ReadOptions) -> Result<Problem, Error> {
    format::read(&Source::of_stream(stream), name, options)
}

/// Reads a linear program from memory; `name` stands for it in errors.
pub fn parse(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Problem, Error> {
    format::read(&Source::Bytes(bytes), name, options)
}
