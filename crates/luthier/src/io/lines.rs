//! Lines of a text of any length, in bounded memory, and errors that point into them.

use super::compression::Compression;
use super::source::{Source, unreadable};
use crate::error::Diagnostic;
use memchr::{memchr, memchr2};
use std::io::{ErrorKind, Read};

/// Longest line.
const LONGEST: usize = 16 << 20;

/// Bytes read at a time.
const CHUNK: usize = 1 << 16;

/// The lines of a text, one at a time.
pub(super) struct Lines<'a> {
    path: String,
    input: Box<dyn Read + 'a>,
    compression: Compression,
    buffer: Vec<u8>,
    /// What of the buffer holds text.
    filled: usize,
    /// The current line in the buffer, without its end.
    start: usize,
    end: usize,
    /// Where the next line begins.
    next: usize,
    /// Whether the last line ended with a carriage return, which a line feed may follow.
    after_return: bool,
    number: usize,
    /// Bytes that may still be read.
    allowed: u64,
    most: u64,
}

/// The text of the line being read, or what of it counts, and where errors point.
#[derive(Clone, Copy)]
pub(super) struct Here<'l> {
    pub lines: &'l Lines<'l>,
    pub text: &'l str,
}

impl Here<'_> {
    pub(super) fn error(&self, at: usize, problem: impl Into<String>) -> Diagnostic {
        self.lines.error(at, problem)
    }
}

impl<'a> Lines<'a> {
    pub(super) fn open(source: &'a Source<'_>, path: &str, most: u64) -> Result<Lines<'a>, Diagnostic> {
        let (compression, input) = source.open(path)?;
        Ok(Lines {
            path: path.to_owned(),
            input,
            compression,
            buffer: vec![0; CHUNK],
            filled: 0,
            start: 0,
            end: 0,
            next: 0,
            after_return: false,
            number: 0,
            allowed: most,
            most,
        })
    }

    /// Moves to the next line; false at the end of the text.
    pub(super) fn advance(&mut self) -> Result<bool, Diagnostic> {
        let mut searched = self.next;
        loop {
            if self.after_return && self.next < self.filled {
                self.next += usize::from(self.buffer[self.next] == b'\n');
                (self.after_return, searched) = (false, searched.max(self.next));
            }
            if let Some(at) = memchr2(b'\n', b'\r', &self.buffer[searched..self.filled]) {
                self.after_return = self.buffer[searched + at] == b'\r';
                return self.settle(searched + at, searched + at + 1).map(|()| true);
            }
            // What is no text is refused before a line of it fills the memory.
            if memchr(0, &self.buffer[searched..self.filled]).is_some() {
                return self.settle(self.filled, self.filled).map(|()| true);
            }
            searched = self.filled - self.next;
            if !self.fill()? {
                let some = self.next < self.filled;
                return if some { self.settle(self.filled, self.filled).map(|()| true) } else { Ok(false) };
            }
        }
    }

    /// Makes the text up to `end` the current line, after a look at what no text contains.
    fn settle(&mut self, end: usize, next: usize) -> Result<(), Diagnostic> {
        (self.start, self.end, self.next) = (self.next, end, next);
        self.number += 1;
        if self.number == 1 {
            let line = self.bytes();
            if line.starts_with(&[0xff, 0xfe]) || line.starts_with(&[0xfe, 0xff]) {
                return Err(self.whole("is UTF-16 text; expected UTF-8").hint(CONVERT));
            }
            self.start += if line.starts_with(&[0xef, 0xbb, 0xbf]) { 3 } else { 0 };
        }
        match memchr(0, self.bytes()) {
            Some(at) => Err(self.error(at, "a NUL byte; expected text").hint(CONVERT_NUL)),
            None => Ok(()),
        }
    }

    /// Reads more behind what is there, which moves to the front; false at the end.
    fn fill(&mut self) -> Result<bool, Diagnostic> {
        if self.next > 0 {
            self.buffer.copy_within(self.next..self.filled, 0);
            self.filled -= self.next;
        }
        (self.start, self.end, self.next) = (0, 0, 0);
        if self.filled >= LONGEST {
            self.number += 1;
            let limit = LONGEST >> 20;
            let problem = format!("the line is longer than {limit} MiB; expected shorter lines");
            return Err(Diagnostic { line: self.number, ..self.whole(&problem) });
        }
        if self.filled == self.buffer.len() {
            self.buffer.resize(2 * self.filled, 0);
        }
        let count = loop {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                result => break result.map_err(|e| unreadable(&self.path, self.compression, &e))?,
            }
        };
        self.filled += count;
        match self.allowed.checked_sub(count as u64) {
            Some(left) => self.allowed = left,
            None => {
                let problem = format!("holds more than {} bytes of text, which is the limit", self.most);
                return Err(self.whole(&problem).hint("raise the limit (--max-bytes) if that is right"));
            }
        }
        Ok(count > 0)
    }

    /// The current line, without its end.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The current line as text.
    pub(super) fn text(&self) -> Result<&str, Diagnostic> {
        std::str::from_utf8(self.bytes()).map_err(|e| {
            self.error(e.valid_up_to(), "bytes that are not UTF-8; expected UTF-8 text").hint(CONVERT)
        })
    }

    /// Whether a line break follows the current line.
    pub(super) fn is_terminated(&self) -> bool {
        self.next > self.end
    }

    /// Number of the current line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// About the file as a whole.
    pub(super) fn whole(&self, problem: &str) -> Diagnostic {
        Diagnostic::of_file(&self.path, problem)
    }

    /// About the current line, from this byte on.
    pub(super) fn error(&self, offset: usize, problem: impl Into<String>) -> Diagnostic {
        Diagnostic::on_line(&self.path, self.number, self.bytes(), offset, problem)
    }

    /// Reads to the end, so that damage behind the model is found; the number of the first line that is not blank.
    pub(super) fn rest(&mut self) -> Result<Option<usize>, Diagnostic> {
        let mut first = None;
        while self.advance()? {
            if first.is_none() && !self.bytes().iter().all(u8::is_ascii_whitespace) {
                first = Some(self.number);
            }
        }
        Ok(first)
    }
}

const CONVERT: &str = "convert it, for example with iconv -t UTF-8";
const CONVERT_NUL: &str = "UTF-16 text can be converted with iconv -f UTF-16 -t UTF-8";
