//! The answers to several models as one JSON document, written as they come.

use crate::arguments::Warm;
use crate::exit::Failure;
use luthier::io::Document;
use std::io::{Stdout, Write};

/// The document on standard output.
pub struct Documents {
    out: Stdout,
    count: usize,
}

impl Documents {
    pub fn open(warm: Warm) -> Result<Documents, Failure> {
        let mut out = std::io::stdout();
        let warm = if warm == Warm::Chain { "chain" } else { "none" };
        writeln!(
            out,
            "{{\"schema\": \"luthier-solutions\", \"version\": 1, \"warm\": \"{warm}\", \"models\": ["
        )?;
        Ok(Documents { out, count: 0 })
    }

    /// Adds the answer to a model.
    pub fn add(&mut self, file: &str, document: &Document<'_>) -> Result<(), Failure> {
        self.entry(file, "null", &document.to_json())
    }

    /// Adds a model that could not be solved, with the reason.
    pub fn add_error(&mut self, file: &str, error: &str) -> Result<(), Failure> {
        self.entry(file, &serde_json::to_string(error)?, "null")
    }

    fn entry(&mut self, file: &str, error: &str, answer: &str) -> Result<(), Failure> {
        let (file, comma) = (serde_json::to_string(file)?, if self.count > 0 { ",\n" } else { "" });
        self.count += 1;
        write!(self.out, "{comma}{{\"file\": {file}, \"error\": {error}, \"answer\": {answer}}}")?;
        Ok(self.out.flush()?)
    }

    pub fn close(mut self) -> Result<(), Failure> {
        writeln!(self.out, "{}]}}", if self.count > 0 { "\n" } else { "" })?;
        Ok(self.out.flush()?)
    }
}
