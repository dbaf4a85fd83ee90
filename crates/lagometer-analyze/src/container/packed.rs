//! The bytes as they lie in the file: buffered, counted, hashed.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::io::{self, Read};

const BUFFER_BYTES: usize = 256 << 10;

pub(super) struct Packed<R> {
    input: R,
    hash: Option<Sha256>,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    /// How many bytes were handed out.
    taken: u64,
}

impl<R: Read> Packed<R> {
    pub(super) fn new(input: R, hash: bool) -> Packed<R> {
        Packed {
            input,
            hash: hash.then(Sha256::new),
            buffer: vec![0; BUFFER_BYTES].into_boxed_slice(),
            start: 0,
            end: 0,
            taken: 0,
        }
    }

    /// Offset of the byte that comes next.
    pub(super) fn position(&self) -> u64 {
        self.taken
    }

    /// What comes next, at least one byte unless the input is at its end. Nothing is taken.
    pub(super) fn fill(&mut self) -> io::Result<&[u8]> {
        self.peek(1)?;
        Ok(&self.buffer[self.start..self.end])
    }

    /// The next `count` bytes, fewer only at the end of the input. Nothing is taken.
    pub(super) fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        assert!(count <= self.buffer.len(), "what is looked at fits the buffer");
        if self.start == self.end || self.start + count > self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        while self.end - self.start < count {
            let read = read_hashed(&mut self.input, &mut self.hash, &mut self.buffer[self.end..])?;
            if read == 0 {
                break;
            }
            self.end += read;
        }
        Ok(&self.buffer[self.start..self.end.min(self.start + count)])
    }

    /// Takes bytes that [`fill`](Packed::fill) or [`peek`](Packed::peek) has shown.
    pub(super) fn consume(&mut self, count: usize) {
        assert!(
            count <= self.end - self.start,
            "only bytes that were seen are taken"
        );
        self.start += count;
        self.taken += count as u64;
    }

    /// Takes bytes, past the buffer where it is empty.
    pub(super) fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let buffered = &self.buffer[self.start..self.end];
        if buffered.is_empty() {
            let read = read_hashed(&mut self.input, &mut self.hash, into)?;
            self.taken += read as u64;
            return Ok(read);
        }
        let read = buffered.len().min(into.len());
        into[..read].copy_from_slice(&buffered[..read]);
        self.consume(read);
        Ok(read)
    }

    /// Takes everything that is left.
    pub(super) fn drain(&mut self) -> io::Result<()> {
        loop {
            let rest = self.fill()?.len();
            if rest == 0 {
                return Ok(());
            }
            self.consume(rest);
        }
    }

    /// The hash in hex of all bytes so far.
    pub(super) fn sha256(self) -> Option<String> {
        let digest = self.hash?.finalize();
        let mut hex = String::with_capacity(2 * digest.len());
        for byte in digest {
            write!(hex, "{byte:02x}").expect("a string takes any text");
        }
        Some(hex)
    }
}

fn read_hashed<R: Read>(input: &mut R, hash: &mut Option<Sha256>, into: &mut [u8]) -> io::Result<usize> {
    let read = loop {
        match input.read(into) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => break result?,
        }
    };
    if let Some(hash) = hash {
        hash.update(&into[..read]);
    }
    Ok(read)
}
