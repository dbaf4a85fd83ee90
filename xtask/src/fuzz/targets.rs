//! What is fed: a file for each.

mod cpu;
mod heap;
mod trace;

use super::Verdict;
use flate2::Compression;
use flate2::write::GzEncoder;
use lagometer_analyze::Source;
use std::io::{Read, Write as _};

/// Something that takes bytes of strangers.
pub struct Target {
    /// What it is called on the command line.
    pub name: &'static str,
    /// The folder of its seeds, from the root of the project on.
    pub seeds: &'static str,
    /// Takes an input, and says what cannot be.
    pub feed: fn(&[u8]) -> Verdict,
}

/// All of them.
pub const TARGETS: &[Target] = &[trace::TARGET, cpu::TARGET, heap::TARGET];

fn source<'a>(reader: impl Read + 'a) -> Source<'a> {
    Source {
        name: "fuzz".to_owned(),
        bytes_on_disk: None,
        reader: Box::new(reader),
    }
}

fn pack(input: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(input).expect("memory takes what is written");
    encoder.finish().expect("memory takes what is written")
}

/// Hands out at most so many bytes at once.
struct Pieces<'a> {
    bytes: &'a [u8],
    size: usize,
}

impl Pieces<'_> {
    fn of(bytes: &[u8], size: usize) -> Pieces<'_> {
        Pieces { bytes, size }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let length = self.size.min(into.len());
        self.bytes.read(&mut into[..length])
    }
}
