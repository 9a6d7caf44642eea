//! Streams that are longer than memory, and streams that come in strange pieces.

use std::io::{Read, Result};

/// A text behind which another one is repeated without end.
pub struct Endless {
    text: Vec<u8>,
    repeated: Vec<u8>,
    position: usize,
    /// Bytes handed out so far.
    pub count: u64,
}

impl Endless {
    pub fn new(first: &str, repeated: &[u8]) -> Endless {
        // Long enough that copying, and not counting, is what takes time.
        let repeated = repeated.repeat(1 + (1 << 16) / repeated.len());
        Endless { text: first.into(), repeated, position: 0, count: 0 }
    }
}

impl Read for Endless {
    fn read(&mut self, target: &mut [u8]) -> Result<usize> {
        if self.position == self.text.len() {
            (self.text, self.position) = (std::mem::take(&mut self.repeated), 0);
            self.repeated = self.text.clone();
        }
        let count = (&self.text[self.position..]).read(target)?;
        self.position += count;
        self.count += count as u64;
        Ok(count)
    }
}

/// A text in pieces of one byte.
pub struct ByteByByte<'a>(pub &'a [u8]);

impl Read for ByteByByte<'_> {
    fn read(&mut self, target: &mut [u8]) -> Result<usize> {
        let count = self.0.len().min(target.len()).min(1);
        target[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}
