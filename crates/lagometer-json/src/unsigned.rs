//! Flat arrays of whole numbers, many at a time.
//!
//! A heap snapshot is mostly two of them, with a hundred million numbers; one call for each would
//! cost more than reading its digits.

use std::{io, ops::ControlFlow};

use crate::{Cursor, Elements, Error, ErrorKind, Number, Reader, Stop, container::Place};

/// How many numbers are handed out at once, about: what stays in the first cache.
const BLOCK: usize = 2048;

/// So many digits are less than 2^64.
const DIGITS_MAX: usize = 18;

/// Some of the numbers of a flat array, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Unsigned<'a> {
    /// The numbers.
    pub values: &'a [u64],
    starts: &'a [u32],
    base: u64,
}

impl Unsigned<'_> {
    /// Absolute offset of the first digit of the number at `index` in `values`.
    #[inline]
    pub fn offset(&self, index: usize) -> u64 {
        self.base + u64::from(self.starts[index])
    }
}

struct Block {
    values: Vec<u64>,
    starts: Vec<u32>,
    length: usize,
    /// Where in the bytes of the cursor its first number is looked for.
    from: usize,
}

/// Why a block is handed out.
enum Filled {
    Full,
    Closed,
    Stopped(Stop),
}

impl<R: io::Read> Reader<R> {
    /// Calls `each` with the numbers of a flat array, from the next one on until `]` is consumed:
    /// whole numbers from 0 to `u64::MAX`, written in digits alone.
    ///
    /// They come in records of `width`: only the last call, before the end of the array or an error,
    /// may hold a part of a record. All numbers before an error have been handed out, so that their
    /// count tells the place of the error in the array. When `each` breaks, the rest is not read.
    ///
    /// # Panics
    /// If `width` is 0.
    pub fn unsigned<B, F>(
        &mut self,
        elements: &mut Elements,
        width: usize,
        mut each: F,
    ) -> Result<ControlFlow<B>, Error>
    where
        F: FnMut(Unsigned<'_>) -> ControlFlow<B>,
    {
        assert!(width > 0, "a record has a number or more");
        let mut block = Block::new(width);
        loop {
            let mut cursor = self.cursor();
            let filled = cursor.fill(elements, &mut block, width);
            let base = cursor.base_of(block.from);
            let flow = if block.length == 0 {
                ControlFlow::Continue(())
            } else {
                each(Unsigned {
                    values: &block.values[..block.length],
                    starts: &block.starts[..block.length],
                    base,
                })
            };
            let (to, depth) = (cursor.offset(), cursor.depth());
            self.go_on(to, depth);
            if flow.is_break() {
                return Ok(flow);
            }
            match filled {
                Filled::Full => {}
                Filled::Closed => return Ok(ControlFlow::Continue(())),
                Filled::Stopped(Stop::Invalid(error)) => return Err(error),
                Filled::Stopped(Stop::Incomplete) => self.refill()?,
            }
        }
    }
}

impl Block {
    fn new(width: usize) -> Block {
        let records = (BLOCK / width).max(1);
        Block {
            values: vec![0; records * width],
            starts: vec![0; records * width],
            length: 0,
            from: 0,
        }
    }
}

impl Cursor<'_> {
    /// Fills the block. Where the bytes end, goes back to the start of the record that is not whole.
    fn fill(&mut self, elements: &mut Elements, block: &mut Block, width: usize) -> Filled {
        let (from, before) = (self.place(), elements.clone());
        block.length = 0;
        block.from = from;
        loop {
            if elements.place == Place::Next {
                self.compact(block);
            }
            if block.length == block.values.len() {
                return Filled::Full;
            }
            let at = match self.any_unsigned(elements) {
                Ok(Some((at, value))) => {
                    block.values[block.length] = value;
                    at
                }
                Ok(None) => return Filled::Closed,
                Err(Stop::Incomplete) => {
                    self.back_to_record(elements, block, width, (from, before));
                    return Filled::Stopped(Stop::Incomplete);
                }
                Err(invalid) => return Filled::Stopped(invalid),
            };
            block.starts[block.length] = (at - from) as u32;
            block.length += 1;
        }
    }

    /// Reads numbers as long as each follows a comma, has few digits, and is not near the end of the
    /// bytes. Stands behind the last one.
    #[inline(always)]
    fn compact(&mut self, block: &mut Block) {
        let bytes = self.bytes();
        let mut at = self.place();
        let slots = block.values.iter_mut().zip(&mut block.starts).skip(block.length);
        let mut count = 0;
        for (value, start) in slots {
            let mut comma = at;
            if bytes.get(comma) == Some(&b'\n') {
                comma += 1;
            }
            let Some(chunk) = bytes.get(comma..).and_then(|rest| rest.first_chunk::<10>()) else {
                break;
            };
            if chunk[0] != b',' {
                break;
            }
            let first = comma + 1;
            let word = u64::from_le_bytes(chunk[1..9].try_into().expect("eight of ten bytes"));
            let (mut number, digits) = leading_digits(word);
            let mut end = first + digits;
            if digits == 8 {
                while let Some(digit) = bytes
                    .get(end)
                    .map(|byte| byte.wrapping_sub(b'0'))
                    .filter(|digit| *digit < 10)
                {
                    if end - first == DIGITS_MAX {
                        break;
                    }
                    number = number * 10 + u64::from(digit);
                    end += 1;
                }
            }
            let leading_zero = (chunk[1] == b'0') & (digits > 1);
            let ended = matches!(bytes.get(end), Some(b',' | b']' | b'\n'));
            if (digits == 0) | leading_zero | !ended {
                break;
            }
            *value = number;
            *start = (first - block.from) as u32;
            count += 1;
            at = end;
        }
        block.length += count;
        self.go_to(at);
    }

    /// One number however it stands there, and where it starts; none after consuming `]`.
    #[inline(never)]
    fn any_unsigned(&mut self, elements: &mut Elements) -> Result<Option<(usize, u64)>, Stop> {
        let (at, before) = (self.place(), elements.place);
        let result = self.step(elements).and_then(|more| match more {
            true => self.number().map(Some),
            false => Ok(None),
        });
        match result {
            Ok(None) => Ok(None),
            Ok(Some(number)) => match whole(&number) {
                Some(value) => Ok(Some((self.place_of(number.offset()), value))),
                None => {
                    let found = number.text().chars().take(40).collect();
                    let kind = ErrorKind::NotUnsigned { found };
                    Err(Stop::Invalid(Error::new(number.offset(), kind)))
                }
            },
            Err(stop) => {
                self.go_to(at);
                elements.place = before;
                Err(stop)
            }
        }
    }

    fn back_to_record(
        &mut self,
        elements: &mut Elements,
        block: &mut Block,
        width: usize,
        start: (usize, Elements),
    ) {
        let rest = block.length % width;
        if rest == 0 {
            return;
        }
        block.length -= rest;
        match block.length.checked_sub(1) {
            // Behind the last number of the last whole record.
            Some(last) => {
                let from = block.from + block.starts[last] as usize;
                let digits = self.bytes()[from..]
                    .iter()
                    .take_while(|byte| byte.is_ascii_digit());
                self.go_to(from + digits.count());
            }
            None => {
                self.go_to(start.0);
                *elements = start.1;
            }
        }
    }
}

/// The value, if it is written in digits alone and in range.
fn whole(number: &Number<'_>) -> Option<u64> {
    let digits = number.text().bytes().all(|byte| byte.is_ascii_digit());
    if digits { number.to_u64() } else { None }
}

/// How many of the eight bytes, the first one lowest, are digits before the first that is none, and
/// their value.
#[inline(always)]
fn leading_digits(word: u64) -> (u64, usize) {
    const ZEROS: u64 = u64::from_ne_bytes([b'0'; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    const NOT_DIGIT: u64 = u64::from_ne_bytes([0x76; 8]);
    let digits = word ^ ZEROS;
    // The high bit of each byte that is 10 or more. Only bytes above one that carries can be wrong.
    let others = (digits.wrapping_add(NOT_DIGIT) | digits) & HIGH;
    let count = (others.trailing_zeros() / 8) as usize;
    if count == 0 {
        return (0, 0);
    }
    // As if zeros stood in front: the lowest byte is the first digit.
    let digits = (digits & 0x0f0f_0f0f_0f0f_0f0f) << ((8 - count) * 8);
    let pairs = (digits.wrapping_mul(1 + (10 << 8)) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(1 + (100 << 16)) >> 16) & 0x0000_ffff_0000_ffff;
    (fours.wrapping_mul(1 + (10_000 << 32)) >> 32, count)
}

#[cfg(test)]
mod tests;
