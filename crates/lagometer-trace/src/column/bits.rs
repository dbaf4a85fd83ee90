//! Numbers in as few bits as they need.
//!
//! A number is written in Rice's code: what is above some lowest bits in ones of its own, then these
//! bits. How many they are follows the mean of the numbers before, for writer and reader alike, so
//! nothing is said of it. A number that is far larger than that is written with its length.

/// Takes bits.
#[derive(Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    /// The bits that are no whole byte yet, at the upper end.
    last: u64,
    /// How many they are.
    count: u32,
}

/// Gives bits back.
#[derive(Clone, Debug)]
pub(crate) struct BitReader<'s> {
    bytes: &'s [u8],
    at: usize,
}

/// Behind the last bit, so that eight bytes can be read at every place.
const PADDING: usize = 8;

impl BitWriter {
    /// Writes the lowest bits of a number: at most 57, and none above them may be set.
    #[inline]
    fn put(&mut self, value: u64, count: u32) {
        debug_assert!(count <= 57 && value >> count == 0);
        if self.count + count > 64 {
            self.flush();
        }
        if count > 0 {
            self.last |= value << (64 - self.count - count);
            self.count += count;
        }
    }

    /// Moves whole bytes out: less than eight bits are left.
    #[inline]
    fn flush(&mut self) {
        let whole = (self.count / 8) as usize;
        self.bytes.extend_from_slice(&self.last.to_be_bytes()[..whole]);
        self.last = self.last.checked_shl(whole as u32 * 8).unwrap_or(0);
        self.count %= 8;
    }

    /// The bytes; none where nothing was written.
    pub(crate) fn finish(&mut self) -> Box<[u8]> {
        self.flush();
        if self.count > 0 {
            self.bytes.push((self.last >> 56) as u8);
        }
        if !self.bytes.is_empty() {
            self.bytes.extend_from_slice(&[0; PADDING]);
        }
        let bytes = self.bytes.as_slice().into();
        self.bytes.clear();
        (self.last, self.count) = (0, 0);
        bytes
    }
}

impl<'s> BitReader<'s> {
    pub(crate) fn new(bytes: &'s [u8]) -> BitReader<'s> {
        BitReader { bytes, at: 0 }
    }

    /// The next bits, at the upper end: 57 of them are right.
    #[inline]
    fn peek(&self) -> u64 {
        let from = self.at / 8;
        let bytes = self.bytes.get(from..).and_then(<[u8]>::first_chunk);
        u64::from_be_bytes(*bytes.unwrap_or(&[0; 8])) << (self.at % 8)
    }

    /// At most 57 bits.
    #[inline]
    fn take(&mut self, count: u32) -> u64 {
        let bits = self.peek().checked_shr(64 - count).unwrap_or(0);
        self.at += count as usize;
        bits
    }
}

/// So many ones of its own has a number at most.
const MOST_UNARY: u32 = 12;
/// The length of the length of a number that has more.
const LENGTH_BITS: u32 = 7;
/// More does not move the mean.
const MOST_COUNTED: u64 = 1 << 20;
/// The mean is that of some sixteen numbers before.
const WEIGHT: u32 = 4;

/// How one kind of numbers is written: by their mean so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rice {
    /// The mean, times 16.
    sum: u32,
}

impl Rice {
    /// How many bits are written as they are.
    #[inline]
    fn low_bits(self) -> u32 {
        let mean = self.sum >> WEIGHT;
        u32::BITS - (mean - mean / 4).leading_zeros()
    }

    #[inline]
    fn learn(&mut self, value: u64) {
        self.sum = self.sum - (self.sum >> WEIGHT) + value.min(MOST_COUNTED) as u32;
    }

    #[inline]
    pub(crate) fn write(&mut self, value: u64, bits: &mut BitWriter) {
        let low = self.low_bits();
        let above = value >> low;
        if above < u64::from(MOST_UNARY) {
            bits.put(1 << low | value & ((1 << low) - 1), above as u32 + 1 + low);
        } else {
            let length = u64::BITS - value.leading_zeros();
            bits.put(u64::from(length), MOST_UNARY + LENGTH_BITS);
            let half = length / 2;
            bits.put(value >> half, length - half);
            bits.put(value & ((1 << half) - 1), half);
        }
        self.learn(value);
    }

    #[inline]
    pub(crate) fn read(&mut self, bits: &mut BitReader<'_>) -> u64 {
        let low = self.low_bits();
        let next = bits.peek();
        let above = next.leading_zeros();
        let value = if above < MOST_UNARY {
            bits.at += (above + 1 + low) as usize;
            // The one that ends the unary part stands above the lower bits.
            let lower = (next << above >> (63 - low)) & ((1 << low) - 1);
            u64::from(above) << low | lower
        } else {
            bits.at += MOST_UNARY as usize;
            let length = (bits.take(LENGTH_BITS) as u32).min(64);
            let half = length / 2;
            let upper = bits.take(length - half);
            upper << half | bits.take(half)
        };
        self.learn(value);
        value
    }

    /// Writes a number that may be negative, small ones of both signs in few bits.
    #[inline]
    pub(crate) fn write_signed(&mut self, value: i64, bits: &mut BitWriter) {
        self.write(zigzag(value), bits);
    }

    #[inline]
    pub(crate) fn read_signed(&mut self, bits: &mut BitReader<'_>) -> i64 {
        from_zigzag(self.read(bits))
    }
}

/// A number without a sign, small for small ones of both signs.
#[inline]
pub(crate) fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// The number of which that was made.
#[inline]
pub(crate) fn from_zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

#[cfg(test)]
mod tests;
