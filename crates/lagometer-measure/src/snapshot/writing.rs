//! Chunks to disk: decoded, packed, hashed and written one by one, on a thread of its own.

use super::counts::Counts;
use super::decoder::Decoder;
use crate::cdp::Chunk;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::mpsc;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// The size of the file.
    pub bytes: u64,
    /// SHA-256 over the file, in hexadecimal.
    pub sha256: String,
    /// The size of the snapshot's text.
    pub text_bytes: u64,
    /// How many nodes and edges its head names.
    pub counts: Counts,
}

/// Why nothing more was written.
#[derive(Debug)]
pub(super) enum Failure {
    /// The file cannot be written.
    File(io::Error),
    /// What the browser sent cannot be read.
    Chunk(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::File(error)
    }
}

/// Counts and hashes what passes.
struct Hashed {
    file: File,
    hash: Sha256,
    bytes: u64,
}

impl Write for Hashed {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let length = self.file.write(buffer)?;
        self.hash.update(&buffer[..length]);
        self.bytes += length as u64;
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

enum Packing {
    None(Hashed),
    Gzip(Box<GzEncoder<Hashed>>),
}

impl Packing {
    fn write_all(&mut self, text: &[u8]) -> io::Result<()> {
        match self {
            Packing::None(file) => file.write_all(text),
            Packing::Gzip(file) => file.write_all(text),
        }
    }

    fn finish(self) -> io::Result<Hashed> {
        match self {
            Packing::None(file) => Ok(file),
            Packing::Gzip(file) => file.finish(),
        }
    }
}

/// Writes chunks until there are no more. Blocks; `progress` is told how much text was written.
pub(super) fn write(
    mut chunks: mpsc::Receiver<Chunk>,
    file: File,
    gzip: bool,
    progress: &Arc<AtomicU64>,
) -> Result<Written, Failure> {
    let file = Hashed {
        file,
        hash: Sha256::new(),
        bytes: 0,
    };
    let mut file = match gzip {
        true => Packing::Gzip(Box::new(GzEncoder::new(file, Compression::default()))),
        false => Packing::None(file),
    };
    let mut decoder = Decoder::default();
    let mut text = Vec::new();
    let mut text_bytes = 0;
    let mut counts = Counts::default();
    let mut write = |text: &[u8]| -> Result<(), Failure> {
        if text_bytes == 0 {
            counts = Counts::of(text);
        }
        file.write_all(text)?;
        text_bytes += text.len() as u64;
        progress.store(text_bytes, Ordering::Relaxed);
        Ok(())
    };
    while let Some(chunk) = chunks.blocking_recv() {
        text.clear();
        let escaped = chunk.escaped().map_err(Failure::Chunk)?;
        decoder.decode(escaped, &mut text).map_err(Failure::Chunk)?;
        write(&text)?;
    }
    text.clear();
    decoder.end(&mut text);
    write(&text)?;
    let Hashed { file, hash, bytes } = file.finish()?;
    drop(file);
    Ok(Written {
        bytes,
        sha256: hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect(),
        text_bytes,
        counts,
    })
}

#[cfg(test)]
mod tests;
