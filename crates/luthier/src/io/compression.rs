//! Compressed streams, told by their first bytes.

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    #[default]
    None,
    /// gzip (`.gz`).
    Gzip,
    /// bzip2 (`.bz2`).
    Bzip2,
    /// Zstandard (`.zst`).
    Zstd,
}

/// First bytes that are looked at.
pub(super) const MAGIC_LENGTH: usize = 16;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const BZIP2: &[u8] = b"BZh";
const BZIP2_BLOCK: &[u8] = &[0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
const BZIP2_EMPTY: &[u8] = &[0x17, 0x72, 0x45, 0x38, 0x50, 0x90];

impl Compression {
    /// Told by the first bytes of a file.
    pub fn of_bytes(head: &[u8]) -> Compression {
        if head.starts_with(GZIP) {
            Compression::Gzip
        } else if head.starts_with(ZSTD) || is_skippable_frame(head) {
            Compression::Zstd
        } else if head.starts_with(BZIP2)
            && head.get(4..).is_some_and(|h| h.starts_with(BZIP2_BLOCK) || h.starts_with(BZIP2_EMPTY))
        {
            Compression::Bzip2
        } else {
            Compression::None
        }
    }

    /// Told by the ending of a file name, for writing: the compression and the name without its ending.
    pub fn of_name(name: &str) -> (Compression, &str) {
        let endings = [(".gz", Compression::Gzip), (".bz2", Compression::Bzip2), (".zst", Compression::Zstd)];
        let lower = name.to_ascii_lowercase();
        endings
            .into_iter()
            .find(|(ending, _)| lower.ends_with(ending))
            .map_or((Compression::None, name), |(ending, c)| (c, &name[..name.len() - ending.len()]))
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Compression::None => "uncompressed",
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Zstd => "zstd",
        }
    }

    /// A reader of what is inside.
    pub(super) fn decode<'a>(self, input: impl Read + 'a) -> Box<dyn Read + 'a> {
        match self {
            Compression::None => Box::new(input),
            Compression::Gzip => Box::new(MultiGzDecoder::new(input)),
            Compression::Bzip2 => Box::new(MultiBzDecoder::new(input)),
            Compression::Zstd => Box::new(Frames { input: Some(BufReader::new(input)), frame: None }),
        }
    }

    /// Runs `write` with a writer that compresses into `output`, and completes the stream.
    pub(super) fn encode(
        self,
        output: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        match self {
            Compression::None => write(output),
            Compression::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(output, flate2::Compression::default());
                write(&mut encoder)?;
                encoder.finish().map(drop)
            }
            Compression::Bzip2 => {
                let mut encoder = bzip2::write::BzEncoder::new(output, bzip2::Compression::default());
                write(&mut encoder)?;
                encoder.finish().map(drop)
            }
            Compression::Zstd => {
                let mut encoder = ZstdWriter { output, pending: Vec::new() };
                write(&mut encoder)?;
                encoder.frame()
            }
        }
    }
}

fn is_skippable_frame(head: &[u8]) -> bool {
    head.len() >= 4 && (0x50..=0x5f).contains(&head[0]) && head[1..4] == [0x2a, 0x4d, 0x18]
}

/// The frames of a Zstandard stream, one after the other.
struct Frames<R: Read> {
    input: Option<BufReader<R>>,
    frame: Option<Frame<R>>,
}

type Frame<R> = StreamingDecoder<BufReader<R>, FrameDecoder>;

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, target: &mut [u8]) -> Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let count = frame.read(target).map_err(|e| frame_error(&e))?;
                if count > 0 || target.is_empty() {
                    return Ok(count);
                }
                check_sum(&frame.decoder)?;
                self.input = self.frame.take().map(StreamingDecoder::into_inner);
            }
            let Some(mut input) = self.input.take() else { return Ok(0) };
            if input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            if skip_frame(&mut input)? {
                self.input = Some(input);
            } else {
                self.frame = Some(StreamingDecoder::new(input).map_err(|e| frame_error(&e))?);
            }
        }
    }
}

/// Whether a frame that was read to its end is the one that was written; the decoder leaves this to its caller.
fn check_sum(decoder: &FrameDecoder) -> Result<()> {
    let (written, read) = (decoder.get_checksum_from_data(), decoder.get_calculated_checksum());
    if written.is_none() || written == read {
        return Ok(());
    }
    Err(Error::new(ErrorKind::InvalidData, "its checksum does not match its content"))
}

/// The error of the decoder, with the kind of what is at its root.
fn frame_error(e: &(dyn std::error::Error + 'static)) -> Error {
    let mut cause = Some(e);
    while let Some(error) = cause {
        let root = error.downcast_ref::<Error>();
        if let Some(root) = root.filter(|root| root.kind() != ErrorKind::Other) {
            return Error::new(root.kind(), e.to_string());
        }
        cause = match root.and_then(Error::get_ref) {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    Error::new(ErrorKind::InvalidData, e.to_string())
}

/// Passes over a frame without data, if one is next.
fn skip_frame(input: &mut impl BufRead) -> Result<bool> {
    if !is_skippable_frame(input.fill_buf()?) {
        return Ok(false);
    }
    let mut head = [0; 8];
    input.read_exact(&mut head)?;
    let length = u64::from(u32::from_le_bytes([head[4], head[5], head[6], head[7]]));
    if std::io::copy(&mut input.take(length), &mut std::io::sink())? < length {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(true)
}

/// Bytes in a Zstandard frame that is written.
const FRAME: usize = 4 << 20;

/// Writes frames of a fixed size, so that memory does not grow with the file.
struct ZstdWriter<'a> {
    output: &'a mut dyn Write,
    pending: Vec<u8>,
}

impl ZstdWriter<'_> {
    fn frame(&mut self) -> Result<()> {
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        let frame = ruzstd::encoding::compress_to_vec(&self.pending[..], level);
        self.pending.clear();
        self.output.write_all(&frame)
    }
}

impl Write for ZstdWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= FRAME {
            self.frame()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
