//! Where text comes from: a file, memory, or a stream whose beginning is remembered, so that it can be read a second
//! time.

use super::compression::{Compression, MAGIC_LENGTH};
use crate::error::Diagnostic;
use std::cell::RefCell;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Where text comes from.
pub(super) enum Source<'a> {
    File(PathBuf),
    Bytes(&'a [u8]),
    Stream(RefCell<Remembered<'a>>),
}

/// Most bytes of a stream that are remembered. Longer ones can be read once, so that memory stays small however long
/// they are.
const REMEMBERED: usize = 16 << 20;

/// What was read of a stream so far, and the rest.
pub(super) struct Remembered<'a> {
    bytes: Vec<u8>,
    /// Bytes read so far; more than are remembered if they were too many.
    count: usize,
    rest: Box<dyn Read + 'a>,
}

impl Remembered<'_> {
    fn read_on(&mut self, target: &mut [u8]) -> std::io::Result<usize> {
        let count = self.rest.read(target)?;
        if self.count + count > REMEMBERED {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(&target[..count]);
        }
        self.count += count;
        Ok(count)
    }
}

impl<'a> Source<'a> {
    /// A file. What is no ordinary file (a pipe, a device) is a stream.
    pub(super) fn of_path(path: &Path) -> Result<Source<'a>, Diagnostic> {
        let shown = path.display().to_string();
        let unreadable = |e: std::io::Error| Diagnostic::of_file(&shown, cannot_read(&e));
        let metadata = std::fs::metadata(path).map_err(unreadable)?;
        if metadata.is_dir() {
            return Err(Diagnostic::of_file(&shown, "is a directory; expected a file"));
        }
        if metadata.is_file() {
            return Ok(Source::File(path.to_owned()));
        }
        Ok(Source::of_stream(File::open(path).map_err(unreadable)?))
    }

    pub(super) fn of_stream(stream: impl Read + 'a) -> Source<'a> {
        Source::Stream(RefCell::new(Remembered { bytes: Vec::new(), count: 0, rest: Box::new(stream) }))
    }

    /// The decompressed bytes, from the beginning.
    pub(super) fn open(&self, path: &str) -> Result<(Compression, Box<dyn Read + '_>), Diagnostic> {
        match self {
            Source::File(file) => {
                let file = File::open(file).map_err(|e| Diagnostic::of_file(path, cannot_read(&e)))?;
                decoded(path, file)
            }
            Source::Bytes(bytes) => decoded(path, *bytes),
            Source::Stream(stream) => decoded(path, Replay { stream, position: 0 }),
        }
    }

    /// Whether the text can be read from its beginning once more.
    pub(super) fn can_be_read_again(&self) -> bool {
        match self {
            Source::File(_) | Source::Bytes(_) => true,
            Source::Stream(stream) => stream.borrow().count <= REMEMBERED,
        }
    }
}

fn cannot_read(e: &std::io::Error) -> String {
    match e.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "cannot be read: permission denied".to_owned(),
        _ => format!("cannot be read: {e}"),
    }
}

/// Why decompressed bytes cannot be had.
pub(super) fn unreadable(path: &str, compression: Compression, e: &std::io::Error) -> Diagnostic {
    let name = compression.name();
    let problem = match (compression, e.kind()) {
        (Compression::None, _) => format!("cannot be read: {e}"),
        (_, ErrorKind::UnexpectedEof) => format!("the {name} stream ends early; the file looks truncated"),
        _ => format!("the {name} stream is damaged: {e}"),
    };
    Diagnostic::of_file(path, problem)
}

/// Bytes taken from files at a time.
const CHUNK: usize = 1 << 16;

fn decoded<'a>(path: &str, input: impl Read + 'a) -> Result<(Compression, Box<dyn Read + 'a>), Diagnostic> {
    let mut input = BufReader::with_capacity(CHUNK, input);
    let mut head = Vec::with_capacity(MAGIC_LENGTH);
    let read = input.by_ref().take(MAGIC_LENGTH as u64).read_to_end(&mut head);
    read.map_err(|e| Diagnostic::of_file(path, cannot_read(&e)))?;
    if let Some(archive) = unsupported(&head) {
        let problem = format!("is a {archive}; expected text, plain or compressed with gzip, bzip2 or zstd");
        return Err(Diagnostic::of_file(path, problem).hint("unpack it first"));
    }
    let compression = Compression::of_bytes(&head);
    Ok((compression, compression.decode(std::io::Cursor::new(head).chain(input))))
}

/// Kinds of files that people pass by mistake.
fn unsupported(head: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 4] = [
        (b"PK\x03\x04", "zip archive"),
        (&[0xfd, b'7', b'z', b'X', b'Z', 0], "file compressed with xz"),
        (&[b'7', b'z', 0xbc, 0xaf], "7-zip archive"),
        (&[0x1f, 0x9d], "file compressed with compress (.Z)"),
    ];
    kinds.into_iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, kind)| kind)
}

/// Reads a stream from its beginning, and remembers what it had not read before.
struct Replay<'s, 'a> {
    stream: &'s RefCell<Remembered<'a>>,
    position: usize,
}

impl Read for Replay<'_, '_> {
    fn read(&mut self, target: &mut [u8]) -> std::io::Result<usize> {
        let mut stream = self.stream.borrow_mut();
        let count = if self.position == stream.count {
            stream.read_on(target)?
        } else {
            // Callers look whether it can be read again; where they do not, this is an error and not another text.
            let rest = stream.bytes.get(self.position..).filter(|rest| !rest.is_empty());
            let mut rest =
                rest.ok_or_else(|| std::io::Error::other("the stream is too long to be read twice"))?;
            rest.read(target)?
        };
        self.position += count;
        Ok(count)
    }
}
