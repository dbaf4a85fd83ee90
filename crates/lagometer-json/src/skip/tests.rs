use proptest::prelude::*;
use serde::de::IgnoredAny;

use crate::Cursor;

fn accepted(text: &str) -> bool {
    let mut cursor = Cursor::new(text.as_bytes(), 0);
    cursor.skip().and_then(|()| cursor.end()).is_ok()
}

proptest! {
    /// The levels beyond 64 are kept elsewhere.
    #[test]
    fn brackets_must_match_at_any_depth(
        objects in prop::collection::vec(any::<bool>(), 1..300),
        wrong in any::<prop::sample::Index>(),
        siblings in any::<bool>(),
    ) {
        let mut text = String::new();
        for &object in &objects {
            text.push_str(match (object, siblings) {
                (true, false) => r#"{"a":"#,
                (true, true) => r#"{"b":{},"a":"#,
                (false, false) => "[",
                (false, true) => "[[],",
            });
        }
        text.push('1');
        let inside = text.len();
        text.extend(objects.iter().rev().map(|&object| if object { '}' } else { ']' }));
        prop_assert!(accepted(&text));
        prop_assert!(serde_json::from_str::<IgnoredAny>(&text).is_ok());

        let at = inside + wrong.index(objects.len());
        let bracket = if text.as_bytes()[at] == b'}' { "]" } else { "}" };
        text.replace_range(at..=at, bracket);
        let mut cursor = Cursor::new(text.as_bytes(), 0);
        let error = cursor.skip().unwrap_err();
        let crate::Stop::Invalid(error) = error else { panic!("not cut") };
        prop_assert_eq!(error.at, at as u64);
    }
}

#[test]
fn depth_is_bounded_by_the_limit_alone() {
    let nested = "[".repeat(100_000) + &"]".repeat(100_000);
    let mut cursor = Cursor::new(nested.as_bytes(), 0).with_depth_limit(100_000);
    cursor.skip().unwrap();
    let mut cursor = Cursor::new(nested.as_bytes(), 0).with_depth_limit(99_999);
    assert!(cursor.skip().is_err());
}
