use std::{io::Read, ops::ControlFlow};

use proptest::prelude::*;

use crate::{Limits, Reader};

/// Hands out so many bytes at a time.
struct Dribble<'a>(&'a [u8], usize);

impl Read for Dribble<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let room = into.len().min(self.1);
        self.0.read(&mut into[..room])
    }
}

/// The numbers with their offsets, the error, and what follows the array.
fn read(text: &str, width: usize, chunk: usize, window: usize) -> (Vec<(u64, u64)>, Result<String, String>) {
    let mut reader = Reader::new(Dribble(text.as_bytes(), chunk), Limits::default()).with_window(window);
    let mut all = Vec::new();
    let mut elements = match reader.array() {
        Ok(elements) => elements,
        Err(error) => return (all, Err(error.to_string())),
    };
    let mut partial = false;
    let result = reader.unsigned(&mut elements, width, |block| {
        assert!(!partial, "only the last block has a part of a record");
        partial = block.values.len() % width != 0;
        let place = |index: usize| (block.values[index], block.offset(index));
        all.extend((0..block.values.len()).map(place));
        ControlFlow::<()>::Continue(())
    });
    let rest = result.and_then(|_| Ok(reader.string()?.decode().into_owned()));
    (all, rest.map_err(|error| error.to_string()))
}

#[test]
fn numbers_come_with_the_place_of_their_first_digit() {
    let text = "[1,23\n,4567 , 89]\"x\"";
    let (all, rest) = read(text, 2, 1000, 1 << 20);
    assert_eq!(all, [(1, 1), (23, 3), (4567, 7), (89, 14)]);
    assert_eq!(rest.unwrap(), "x");
}

#[test]
fn an_error_comes_behind_the_numbers_before_it() {
    let check = |text: &str, count: usize, error: &str| {
        for width in [1, 2, 3, 7] {
            for (chunk, window) in [(1, 64), (7, 64), (1000, 1 << 20)] {
                let (all, rest) = read(text, width, chunk, window);
                assert_eq!(rest.unwrap_err(), error, "{text}");
                assert_eq!(all.len(), count, "{text} {width} {chunk}");
            }
        }
    };
    let not = |found: &str, at: u64| {
        format!("expected a whole number from 0 to 18446744073709551615, found `{found}` at byte {at}")
    };
    check("[1,2,-3]", 2, &not("-3", 5));
    check("[1,2.5,3]", 1, &not("2.5", 3));
    check("[1,2e1,3]", 1, &not("2e1", 3));
    check(
        "[18446744073709551615,18446744073709551616]",
        1,
        &not("18446744073709551616", 22),
    );
    check("[1,01]", 2, "expected `,` or `]`, found `1` at byte 4");
    check("[1,,2]", 1, "expected a value, found `,` at byte 3");
    check("[1 2]", 1, "expected `,` or `]`, found `2` at byte 3");
    check("[1,\"2\"]", 1, "expected a number, found a string at byte 3");
    check("[1,]", 1, "expected a value, found `]` at byte 3");
}

#[test]
fn a_cut_array_ends_where_the_input_does() {
    let text = "[10,200\n,3000,18446744073709551615]\"\"";
    for end in 1..text.len() {
        let (_, rest) = read(&text[..end], 2, 3, 64);
        assert_eq!(
            rest.unwrap_err(),
            format!("unexpected end of the input at byte {end}")
        );
    }
}

#[test]
fn breaking_off_leaves_the_rest() {
    let text: String = format!("[{}]", vec!["7"; 10_000].join(","));
    let mut reader = Reader::new(text.as_bytes(), Limits::default());
    let mut elements = reader.array().unwrap();
    let flow = reader.unsigned(&mut elements, 1, |block| ControlFlow::Break(block.values.len()));
    assert!(matches!(flow.unwrap(), ControlFlow::Break(1..=9_999)));
}

proptest! {
    #[test]
    fn every_cutting_gives_the_same_numbers(
        values in proptest::collection::vec((any::<u64>(), 0_u32..64), 0..200),
        blanks in proptest::collection::vec(0_usize..6, 1..20),
        width in 1_usize..9,
        chunk in 1_usize..40,
        window in 64_usize..300,
    ) {
        let mut text = "[".to_owned();
        let mut expected = Vec::new();
        let blank = |index: usize| ["", "", "", "\n", " ", "\r\n\t"][blanks[index % blanks.len()]];
        for (index, &(value, shift)) in values.iter().enumerate() {
            if index > 0 {
                text.push_str(blank(index));
                text.push(',');
            }
            text.push_str(blank(index + 7));
            expected.push((value >> shift, text.len() as u64));
            text.push_str(&(value >> shift).to_string());
        }
        text.push_str("]\"end\"");
        let (all, rest) = read(&text, width, chunk, window);
        prop_assert_eq!(all, expected);
        prop_assert_eq!(rest.unwrap(), "end");
    }
}
