use super::*;
use lagometer_json::Cursor;

fn text(json: &str) -> Text<'_> {
    Cursor::new(json.as_bytes(), 0).string().unwrap()
}

#[test]
fn lists_are_split_at_commas() {
    let mut cache = CategoryCache::new();
    let both = cache.of(&text(r#""blink.user_timing,rail,toplevel""#));
    assert!(both.has(Categories::USER_TIMING) && both.has(Categories::TOPLEVEL));
    assert!(!both.has(Categories::FRAME) && !both.has(Categories::TIMELINE));
    assert_eq!(cache.of(&text(r#""blink.user_timing2""#)), Categories::default());
    assert_eq!(cache.seen, both);
}

#[test]
fn what_is_remembered_is_not_mixed_up() {
    // Same length and last letters, so the same slot: each must be told anew.
    let mut cache = CategoryCache::new();
    for _ in 0..3 {
        assert!(cache.of(&text(r#""toplevel""#)).has(Categories::TOPLEVEL));
        assert_eq!(cache.of(&text(r#""xoplevel""#)), Categories::default());
    }
}

#[test]
fn escapes_and_long_lists_are_read() {
    let mut cache = CategoryCache::new();
    assert!(cache.of(&text(r#""\u0074oplevel""#)).has(Categories::TOPLEVEL));
    let long = format!(
        "\"{},disabled-by-default-devtools.timeline.frame\"",
        "x".repeat(500)
    );
    assert!(cache.of(&text(&long)).has(Categories::FRAME));
    assert_eq!(cache.of(&text("\"\"")), Categories::default());
}

#[test]
fn names_of_a_command_make_a_set() {
    let set = Categories::of(["disabled-by-default-devtools.timeline", " toplevel ", "v8"]);
    assert!(set.has(Categories::TIMELINE) && set.has(Categories::TOPLEVEL));
    assert!(!set.has(Categories::USER_TIMING));
}
