//! Texts that are read into memory as a whole.

use super::source::{Source, unreadable};
use crate::error::Diagnostic;
use std::io::Read;

/// The text of a source, decompressed, of at most this many bytes, without a byte order mark.
pub(super) fn read(source: &Source<'_>, path: &str, most: u64) -> Result<String, Diagnostic> {
    let (compression, input) = source.open(path)?;
    let mut bytes = Vec::new();
    let read = input.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|e| unreadable(path, compression, &e))?;
    if bytes.len() as u64 > most {
        let problem = format!("holds more than {most} bytes of text, which is the limit");
        return Err(Diagnostic::of_file(path, problem));
    }
    if bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(e.as_bytes());
        // What is valid is the same in the replaced text.
        Diagnostic::in_text(path, &text, valid, "bytes that are not UTF-8; expected UTF-8 text")
            .hint("convert it, for example with iconv -t UTF-8")
    })
}
