use super::Decoder;
use proptest::prelude::*;

/// The text of these strings, which follow each other.
fn decoded(pieces: &[&str]) -> Result<String, String> {
    let mut decoder = Decoder::default();
    let mut text = Vec::new();
    for piece in pieces {
        decoder.decode(piece.as_bytes(), &mut text)?;
    }
    decoder.end(&mut text);
    Ok(String::from_utf8(text).unwrap())
}

#[test]
fn escapes_become_what_they_stand_for() {
    let check = |escaped: &str, text: &str| assert_eq!(decoded(&[escaped]).as_deref(), Ok(text), "{escaped}");
    check("", "");
    check("plain, with umlauts: äöü 🍏", "plain, with umlauts: äöü 🍏");
    check(r#"{\"a\":[1,\n2]}"#, "{\"a\":[1,\n2]}");
    check(r"\\u00e9 \u00e9 \/ \b\f\n\r\t", "\\u00e9 é / \u{8}\u{c}\n\r\t");
    check(r"\ud83c\udf4f", "🍏");
}

#[test]
fn a_surrogate_alone_stays_an_escape() {
    let check = |escaped: &str, text: &str| assert_eq!(decoded(&[escaped]).as_deref(), Ok(text), "{escaped}");
    check(r"k\uD83Dx", r"k\ud83dx");
    check(r"\udf4f", r"\udf4f");
    check(r"\ud83d\ud83c\udf4f", "\\ud83d🍏");
    check(r"\ud83d\n", "\\ud83d\n");
    check(r"\ud83d\u0041", r"\ud83dA");
    check(r"\ud83d", r"\ud83d");
}

#[test]
fn a_pair_may_be_cut_between_two_strings() {
    assert_eq!(decoded(&[r"a\ud83c", r"\udf4fb"]).as_deref(), Ok("a🍏b"));
    assert_eq!(decoded(&[r"a\ud83c", "", r"\udf4fb"]).as_deref(), Ok("a🍏b"));
    assert_eq!(decoded(&[r"a\ud83c", "b"]).as_deref(), Ok(r"a\ud83cb"));
}

#[test]
fn what_is_no_escape_is_an_error() {
    let check =
        |escaped: &str, error: &str| assert_eq!(decoded(&[escaped]), Err(error.to_owned()), "{escaped}");
    check("\\", "a text ends in the middle of an escape");
    check(r"\x", "there is no escape `\\x`");
    check(r"\u12", "`\\u` without four digits");
    check(r"\u+123", "`\\u` without four digits");
}

/// As serde writes a string, or with every character as an escape.
fn escaped(text: &str, all: bool) -> String {
    if all {
        return text.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect();
    }
    let quoted = serde_json::to_string(text).unwrap();
    quoted[1..quoted.len() - 1].to_owned()
}

proptest! {
    #[test]
    fn any_text_comes_back_from_any_pieces(texts in prop::collection::vec((".*", any::<bool>()), 0..6)) {
        let pieces: Vec<String> = texts.iter().map(|(text, all)| escaped(text, *all)).collect();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let whole: String = texts.iter().map(|(text, _)| text.as_str()).collect();
        prop_assert_eq!(decoded(&pieces), Ok(whole));
    }

    #[test]
    fn what_serde_reads_is_read_as_serde_reads_it(escaped in r#"([a-z]|\\[nrtbf"/\\]|\\u[0-9a-fA-F]{4}){0,20}"#) {
        if let Ok(text) = serde_json::from_str::<String>(&format!("\"{escaped}\"")) {
            prop_assert_eq!(decoded(&[&escaped]), Ok(text));
        } else {
            // A surrogate alone: with its escape in a string of JSON it is what it was.
            let text = decoded(&[&escaped]).unwrap();
            prop_assert!(text.contains("\\u"));
        }
    }
}
