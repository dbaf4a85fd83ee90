use std::borrow::Cow;

use crate::Cursor;

#[track_caller]
fn check(json: &str, decoded: &str) {
    let mut cursor = Cursor::new(json.as_bytes(), 0);
    let text = cursor.string().unwrap();
    assert_eq!(text.decode(), decoded);
    assert_eq!(&*text.decode_bytes(), decoded.as_bytes());
    assert!(text.is(decoded));
    assert!(!text.is(&format!("{decoded} ")));
    assert_eq!(text.has_escapes(), json.contains('\\'));
    assert_eq!(matches!(text.decode(), Cow::Borrowed(_)), !text.has_escapes());
    assert_eq!(text.raw(), &json.as_bytes()[1..json.len() - 1]);
    assert_eq!(text.offset(), 1);
}

#[test]
fn escapes_are_resolved() {
    check(r#""""#, "");
    check(r#""plain é € 😀""#, "plain é € 😀");
    check(r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t");
    check(r#""\u0041\u00e9\u20AC\u0000""#, "Aé€\0");
    check(r#""a\u0041b""#, "aAb");
}

#[test]
fn pairs_become_one_character() {
    check(r#""\ud83d\ude00""#, "😀");
    check(r#""x\uD83D\uDE00y""#, "x😀y");
    check(r#""\udbff\udfff""#, "\u{10ffff}");
}

#[test]
fn lone_surrogates_stay_visible() {
    check(r#""\ud800""#, r"\ud800");
    check(r#""\uDFFF""#, r"\udfff");
    check(r#""\ude00\ud83d""#, r"\ude00\ud83d");
    check(r#""\ud83d\ud83d\ude00""#, r"\ud83d😀");
    check(r#""\ud83d\u0041""#, r"\ud83dA");
    check(r#""\ud83d\n""#, "\\ud83d\n");
    check(r#""\ud83dx""#, r"\ud83dx");
}

#[test]
fn a_name_with_escapes_is_the_same_name() {
    let mut cursor = Cursor::new(br#"{"\u0074s":1}"#, 0);
    let mut fields = cursor.object().unwrap();
    let key = cursor.next_field(&mut fields).unwrap().unwrap();
    assert!(key.is("ts"));
    assert_eq!(&*key.decode_bytes(), b"ts");
}
