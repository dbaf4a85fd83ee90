//! No answer depends on how the input is cut into reads, or on the window.

use lagometer_json::Limits;
use proptest::prelude::*;

use crate::{
    document,
    walk::{self, Delivery},
};

fn deliveries(limits: Limits) -> impl Iterator<Item = Delivery> {
    let chunks = [1, 7, 100, usize::MAX];
    chunks.into_iter().flat_map(move |chunk| {
        [1, 5, 64, 1 << 16].map(|window| Delivery {
            chunk,
            window,
            limits,
        })
    })
}

fn check(bytes: &[u8]) {
    let expected = walk::by_cursor(bytes);
    assert_eq!(expected.error, walk::by_cursor_skip(bytes));
    for delivery in deliveries(Limits::default()) {
        assert_eq!(walk::by_reader(bytes, delivery), expected, "{delivery:?}");
        let skipped = walk::by_reader_skip(bytes, delivery);
        assert_eq!(skipped, expected.error, "{delivery:?}");
    }
}

/// Every way of reading under tight limits, each against itself.
fn check_limited(bytes: &[u8], limits: Limits) {
    let mut expected = None;
    for delivery in deliveries(limits) {
        let outcome = (
            walk::by_reader(bytes, delivery),
            walk::by_reader_skip(bytes, delivery),
            walk::by_records(bytes, delivery),
        );
        let expected = expected.get_or_insert_with(|| outcome.clone());
        assert_eq!(&outcome, expected, "{delivery:?}");
    }
}

/// Long enough for every window, and every kind of token.
const DOCUMENT: &str = r#"{"traceEvents":[
  {"name":"RunTask\n\u0041","ts":1692108548.1e-2,"args":{"é":"€😀","a":[true,false,null,[],{}]},"dur":0}
  , -12,	"\ud83d\ude00" ],"metadata" : {"source":"a text that does not fit into a small window"}} "#;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn delivery_changes_nothing(bytes in document::mutated()) {
        check(&bytes);
    }

    #[test]
    fn records_are_the_elements(text in document::array()) {
        let bytes = text.as_bytes();
        let mut expected = walk::by_cursor(bytes);
        expected.tokens.remove(0);
        expected.tokens.pop();
        for delivery in deliveries(Limits::default()) {
            let (outcome, _) = walk::by_records(bytes, delivery);
            prop_assert_eq!(&outcome, &expected, "{:?}", delivery);
        }
    }

    #[test]
    fn delivery_changes_nothing_under_limits(
        bytes in document::mutated(),
        depth in 0..5_u32,
        input_bytes in 0..200_u64,
    ) {
        check_limited(&bytes, Limits { depth, value_bytes: 64, input_bytes: 1 << 40 });
        check_limited(&bytes, Limits { depth: 512, value_bytes: 64, input_bytes });
    }
}

#[test]
fn delivery_changes_nothing_in_a_document_cut_anywhere() {
    for length in 0..=DOCUMENT.len() {
        check(&DOCUMENT.as_bytes()[..length]);
    }
}

#[test]
fn a_cut_document_ends_where_it_is_cut() {
    let document = DOCUMENT.trim_end();
    for length in 0..document.len() {
        let (text, at) = walk::by_cursor_skip(&document.as_bytes()[..length]).unwrap();
        assert_eq!(at, length as u64);
        assert_eq!(text, format!("unexpected end of the input at byte {length}"));
    }
}

#[test]
fn a_wrong_byte_is_reported_where_it_stands() {
    for at in 0..DOCUMENT.len() {
        for byte in [0x00, 0x1f, b'"', b'\\', b'}', b',', 0x80, 0xc3, 0xe2, 0xff] {
            let mut bytes = DOCUMENT.as_bytes().to_vec();
            bytes[at] = byte;
            check(&bytes);
        }
    }
}

#[test]
fn the_first_of_two_errors_is_reported() {
    let cases: [(&[u8], &str); 6] = [
        (b"[1,}, \"\xff\"]", "expected a value, found `}` at byte 3"),
        (b"[\"\xff\", }]", "invalid UTF-8 at byte 2"),
        (b"[\xff}]", "invalid UTF-8 at byte 1"),
        (b"[\"\\u12\xff", "invalid UTF-8 at byte 6"),
        (b"[\"\xe2\x82\"", "invalid UTF-8 at byte 2"),
        (b"[1\xe2\x82", "expected `,` or `]`, found byte `0xe2` at byte 2"),
    ];
    for (bytes, expected) in cases {
        check(bytes);
        assert_eq!(walk::by_cursor(bytes).error.unwrap().0, expected);
    }
}
