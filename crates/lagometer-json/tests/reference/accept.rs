//! What is accepted, and what it means, held against serde_json.

use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::{document, walk};

/// serde_json checks the grammar alone when the value is ignored, without a limit of depth.
fn grammatical(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok())
}

/// The documents that serde_json refuses to build and this crate reads, and why.
fn refused_by_serde_json_only(bytes: &[u8]) -> bool {
    let error = serde_json::from_slice::<Value>(bytes).unwrap_err().to_string();
    [
        "number out of range",
        "lone leading surrogate",
        "unexpected end of hex escape",
    ]
    .iter()
    .any(|known| error.starts_with(known))
}

/// Equal, but for the last digits of a float, which serde_json does not round to the nearest.
fn alike(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| alike(a, b))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours
                    .iter()
                    .zip(theirs)
                    .all(|(a, b)| a.0 == b.0 && alike(a.1, b.1))
        }
        (Value::Number(a), Value::Number(b)) if a.is_f64() && b.is_f64() => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            a == b || (a - b).abs() <= a.abs() * 1e-15 || a.abs() < 1e-300
        }
        _ => ours == theirs,
    }
}

fn check(bytes: &[u8]) {
    let ours = walk::by_cursor(bytes);
    assert_eq!(
        ours.error.is_none(),
        grammatical(bytes),
        "{:?} on {:?}",
        ours.error,
        String::from_utf8_lossy(bytes)
    );
    assert_eq!(ours.error, walk::by_cursor_skip(bytes));
    if ours.error.is_none() {
        match serde_json::from_slice::<Value>(bytes) {
            Ok(theirs) => {
                let ours = walk::value(bytes);
                assert!(alike(&ours, &theirs), "{ours} and {theirs}");
            }
            Err(error) => assert!(refused_by_serde_json_only(bytes), "{error}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn valid_documents_are_read_as_serde_json_reads_them(text in document::valid()) {
        prop_assert_eq!(walk::by_cursor(text.as_bytes()).error, None);
        check(text.as_bytes());
    }

    #[test]
    fn mutations_are_accepted_exactly_where_serde_json_accepts_them(
        bytes in document::mutated(),
    ) {
        check(&bytes);
    }

    #[test]
    fn any_bytes_are_accepted_exactly_where_serde_json_accepts_them(
        bytes in prop::collection::vec(
            prop::sample::select(b"[]{},:\"\\u0019-.eE truefalsn\x1f\xc3\xa9".to_vec()), 0..12,
        ),
    ) {
        check(&bytes);
    }
}

#[test]
fn differences_to_serde_json_are_the_ones_stated() {
    for text in [
        "1e400",
        "-1e400",
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\u0041""#,
    ] {
        assert_eq!(walk::by_cursor(text.as_bytes()).error, None);
        assert!(refused_by_serde_json_only(text.as_bytes()), "{text}");
        assert!(grammatical(text.as_bytes()));
    }
    // Depth: serde_json builds 127 levels, and ignores any number of them.
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(grammatical(nested(513).as_bytes()));
    assert_eq!(walk::by_cursor(nested(512).as_bytes()).error, None);
    let (text, at) = walk::by_cursor(nested(513).as_bytes()).error.unwrap();
    assert_eq!(
        text,
        "nested deeper than the limit of `512` (`depth`) at byte 512"
    );
    assert_eq!(at, 512);
}
