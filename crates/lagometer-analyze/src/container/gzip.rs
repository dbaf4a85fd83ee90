//! Unpacking gzip (RFC 1952), member by member.
//!
//! The members are walked here rather than by `MultiGzDecoder`: that one drops what a call has
//! unpacked before it meets damage, so what is handed out would depend on the size of the reads,
//! and it takes padding behind the last member for an error.

use super::packed::Packed;
use super::{Fault, FaultKind, Packing};
use flate2::{Crc, Decompress, FlushDecompress, Status};
use std::io::{self, Read};

pub(super) struct Gunzip {
    inflate: Decompress,
    crc: Crc,
    at: Place,
    fault: Option<Fault>,
    members: u64,
    padding_bytes: u64,
    trailing_bytes: u64,
}

/// What comes next in the packed bytes.
enum Place {
    Header,
    Data,
    Trailer,
    BetweenMembers,
    End,
}

/// Bits of the header's flags.
const HEADER_CRC: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0b1110_0000;

impl Gunzip {
    pub(super) fn new() -> Gunzip {
        Gunzip {
            inflate: Decompress::new(false),
            crc: Crc::new(),
            at: Place::Header,
            fault: None,
            members: 0,
            padding_bytes: 0,
            trailing_bytes: 0,
        }
    }

    /// Whole members, zero bytes and other bytes behind the last one.
    pub(super) fn counts(&self) -> (u64, u64, u64) {
        (self.members, self.padding_bytes, self.trailing_bytes)
    }

    /// Unpacks into `into`, which is not empty; 0 is the end.
    pub(super) fn read<R: Read>(&mut self, packed: &mut Packed<R>, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(fault) = &self.fault {
                return Err(fault.clone().into());
            }
            match self.at {
                Place::Header => self.header(packed)?,
                Place::Data => {
                    let read = self.data(packed, into)?;
                    if read > 0 {
                        return Ok(read);
                    }
                }
                Place::Trailer => self.trailer(packed)?,
                Place::BetweenMembers => self.between_members(packed)?,
                Place::End => return Ok(0),
            }
        }
    }

    /// One call of inflate. A fault is kept for the next call, so that what was unpacked before it
    /// is handed out.
    fn data<R: Read>(&mut self, packed: &mut Packed<R>, into: &mut [u8]) -> io::Result<usize> {
        let input = packed.fill()?;
        let at_end = input.is_empty();
        let flush = if at_end {
            FlushDecompress::Finish
        } else {
            FlushDecompress::None
        };
        let (taken, given) = (self.inflate.total_in(), self.inflate.total_out());
        let status = self.inflate.decompress(input, into, flush);
        let taken = (self.inflate.total_in() - taken) as usize;
        let given = (self.inflate.total_out() - given) as usize;
        packed.consume(taken);
        self.crc.update(&into[..given]);
        match status {
            Ok(Status::StreamEnd) => self.at = Place::Trailer,
            Ok(_) if at_end && given == 0 => self.fail(packed, FaultKind::GzipCut),
            Ok(_) if taken == 0 && given == 0 => {
                self.fail(packed, FaultKind::GzipDamaged("inflate makes no progress"));
            }
            Ok(_) => {}
            Err(_) => self.fail(packed, FaultKind::GzipDamaged("the compressed data is not valid")),
        }
        Ok(given)
    }

    fn header<R: Read>(&mut self, packed: &mut Packed<R>) -> io::Result<()> {
        let &[_, _, method, flags, _, _, _, _, _, _] = packed.peek(10)? else {
            self.skip(packed, 10)?;
            return Ok(());
        };
        if method != 8 || flags & RESERVED != 0 {
            self.fail(packed, FaultKind::GzipDamaged("its header is not one of gzip"));
            return Ok(());
        }
        packed.consume(10);
        if flags & EXTRA != 0 {
            let length = match packed.peek(2)? {
                &[low, high] => usize::from(u16::from_le_bytes([low, high])),
                _ => 0,
            };
            self.skip(packed, 2 + length)?;
        }
        if flags & NAME != 0 {
            self.skip_text(packed)?;
        }
        if flags & COMMENT != 0 {
            self.skip_text(packed)?;
        }
        if flags & HEADER_CRC != 0 {
            self.skip(packed, 2)?;
        }
        self.inflate.reset(false);
        self.crc.reset();
        self.at = Place::Data;
        Ok(())
    }

    /// Takes `count` bytes, or all that are left and fails.
    fn skip<R: Read>(&mut self, packed: &mut Packed<R>, count: usize) -> io::Result<()> {
        let there = packed.peek(count)?.len();
        packed.consume(there);
        if there < count {
            self.fail(packed, FaultKind::GzipCut);
        }
        Ok(())
    }

    /// Takes a text up to its zero byte.
    fn skip_text<R: Read>(&mut self, packed: &mut Packed<R>) -> io::Result<()> {
        loop {
            let bytes = packed.fill()?;
            let (there, end) = (bytes.len(), bytes.iter().position(|&byte| byte == 0));
            if there == 0 {
                self.fail(packed, FaultKind::GzipCut);
                return Ok(());
            }
            packed.consume(end.map_or(there, |end| end + 1));
            if end.is_some() {
                return Ok(());
            }
        }
    }

    /// The checksum and the length (modulo 2^32) of the member's text.
    fn trailer<R: Read>(&mut self, packed: &mut Packed<R>) -> io::Result<()> {
        let &[c0, c1, c2, c3, l0, l1, l2, l3] = packed.peek(8)? else {
            return self.skip(packed, 8);
        };
        if u32::from_le_bytes([c0, c1, c2, c3]) != self.crc.sum() {
            let what = "the checksum of the text is not the one that was stored";
            self.fail(packed, FaultKind::GzipDamaged(what));
        } else if u32::from_le_bytes([l0, l1, l2, l3]) != self.inflate.total_out() as u32 {
            let what = "the length of the text is not the one that was stored";
            self.fail(packed, FaultKind::GzipDamaged(what));
        } else {
            packed.consume(8);
            self.members += 1;
            self.at = Place::BetweenMembers;
        }
        Ok(())
    }

    /// Another member, the end, or bytes that belong to no member.
    fn between_members<R: Read>(&mut self, packed: &mut Packed<R>) -> io::Result<()> {
        if packed.peek(2)? == [0x1f, 0x8b] {
            self.at = Place::Header;
            return Ok(());
        }
        loop {
            let rest = packed.fill()?;
            let (length, zeros) = (rest.len(), rest.iter().filter(|&&byte| byte == 0).count());
            if length == 0 {
                break;
            }
            self.padding_bytes += zeros as u64;
            self.trailing_bytes += (length - zeros) as u64;
            packed.consume(length);
        }
        // Zeros among other bytes are no padding.
        if self.trailing_bytes > 0 {
            self.trailing_bytes += self.padding_bytes;
            self.padding_bytes = 0;
        }
        self.at = Place::End;
        Ok(())
    }

    fn fail<R: Read>(&mut self, packed: &Packed<R>, kind: FaultKind) {
        self.fault = Some(Fault {
            at: packed.position(),
            packing: Packing::Gzip,
            kind,
        });
    }
}
