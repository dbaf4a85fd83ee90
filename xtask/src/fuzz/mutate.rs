//! From seeds and a number to an input, always the same.

/// The longest input: what grows by copying stays small enough to be fast.
const LONGEST: usize = 64 << 10;

/// How many changes an input has at most.
const CHANGES: u64 = 8;

/// What breaks readers of JSON and of traces.
const TOKENS: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\"",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"\\udc00",
    b"\xff",
    b"\xc3\xa9",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\0",
    b"null",
    b"true",
    b"-",
    b"0",
    b"-0",
    b"01",
    b"1.",
    b".5",
    b"1e",
    b"1e3",
    b"1e-3",
    b"1e400",
    b"1e-400",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"9223372036854775808",
    b"18446744073709551615",
    b"9007199254740993",
    b"123456789012345678901234567890",
    b"0.1234567890123456789",
    b"\"7\"",
    b"\"0x1\"",
    b"[[[[[[[[",
    b"{\"a\":{\"a\":",
    b"RunTask",
    b"\"ph\":\"X\"",
    b"\"ph\":\"B\"",
    b"\"ph\":\"E\"",
    b"\"ph\":\"b\"",
    b"\"ph\":\"e\"",
    b"\"ts\":0",
    b"\"ts\":-1",
    b"\"dur\":0",
    b"\"dur\":-1",
    b"\"pid\":7",
    b"\"tid\":7",
    b"\"traceEvents\":[",
    b"\"metadata\":{",
    b"\"args\":{\"data\":{",
];

/// A small generator of numbers (SplitMix64): the same ones on every machine.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// The input of a run.
pub(super) fn input(seeds: &[Vec<u8>], run: u64) -> Vec<u8> {
    let mut numbers = Numbers(run);
    let mut bytes = seeds[numbers.below(seeds.len())].clone();
    let changes = 1 + numbers.next() % CHANGES;
    for _ in 0..changes {
        change(&mut bytes, seeds, &mut numbers);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], numbers: &mut Numbers) {
    // Most changes need a byte to change.
    if bytes.is_empty() {
        bytes.extend_from_slice(TOKENS[numbers.below(TOKENS.len())]);
        return;
    }
    let at = numbers.below(bytes.len());
    match numbers.below(10) {
        0 => bytes[at] ^= 1 << numbers.below(8),
        1 => bytes[at] = numbers.next() as u8,
        2 => {
            let token = TOKENS[numbers.below(TOKENS.len())];
            bytes.splice(at..at, token.iter().copied());
        }
        3 => {
            let end = (at + 1 + numbers.below(40)).min(bytes.len());
            bytes.splice(at..end, TOKENS[numbers.below(TOKENS.len())].iter().copied());
        }
        4 => drop(bytes.drain(at..(at + 1 + numbers.below(200)).min(bytes.len()))),
        // A cut file.
        5 if numbers.below(4) == 0 => bytes.truncate(at),
        5 | 6 => number(bytes, at, numbers),
        7 => event(bytes, at, numbers),
        8 => {
            let end = (at + 1 + numbers.below(400)).min(bytes.len());
            let copy = bytes[at..end].to_vec();
            let to = numbers.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        _ => {
            let other = &seeds[numbers.below(seeds.len())];
            let from = numbers.below(other.len().max(1)).min(other.len());
            let to = (from + 1 + numbers.below(300)).min(other.len());
            bytes.splice(at..at, other[from.min(to)..to].iter().copied());
        }
    }
}

/// Puts another number in the place of the next one, which leaves the grammar whole.
fn number(bytes: &mut Vec<u8>, at: usize, numbers: &mut Numbers) {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let Some(start) = bytes[at..].iter().position(is_digit).map(|found| at + found) else {
        return;
    };
    let length = bytes[start..].iter().take_while(|byte| is_digit(byte)).count();
    let text = match numbers.below(4) {
        0 => numbers.below(100).to_string(),
        1 => (numbers.next() >> numbers.below(64)).to_string(),
        2 => format!("{}.{}", numbers.below(100_000), numbers.below(1_000)),
        _ => format!("{}e{}", numbers.below(1_000), numbers.below(24)),
    };
    bytes.splice(start..start + length, text.into_bytes());
}

/// Copies a line, which in the seeds is an event, to another place.
fn event(bytes: &mut Vec<u8>, at: usize, numbers: &mut Numbers) {
    let start = bytes[..at]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |found| found + 1);
    let end = bytes[at..]
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(bytes.len(), |found| at + found + 1);
    let line = bytes[start..end].to_vec();
    let anywhere = numbers.below(bytes.len());
    let to = bytes[anywhere..]
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(0, |found| anywhere + found + 1);
    bytes.splice(to..to, line);
}
