use super::{Piece, Secrets, pieces};
use lagometer_report::scenario::{Place, SecretUse};
use proptest::prelude::*;
use serde_json::json;

fn secrets(pairs: &[(&str, &str)]) -> Secrets {
    Secrets {
        values: pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
    }
}

fn scenario(names: &[&str]) -> lagometer_report::scenario::Scenario {
    let mut scenario = crate::scenario::parse("name: a\nurl: http://x/\nactions: [{ sleep: 1 }]", "a.yaml")
        .expect("a good scenario");
    scenario.secrets = names
        .iter()
        .map(|name| SecretUse {
            name: (*name).to_owned(),
            place: Place::default(),
        })
        .collect();
    scenario
}

#[test]
fn a_text_is_cut_at_its_variables() {
    assert_eq!(
        pieces("Bearer ${TOKEN}!"),
        Some(vec![
            Piece::Text("Bearer "),
            Piece::Variable("TOKEN"),
            Piece::Text("!")
        ])
    );
    assert_eq!(pieces("5 $"), Some(vec![Piece::Text("5 $")]));
    for bad in ["${", "${}", "${A-B}", "${1A}", "a ${ A }", "${ü}"] {
        assert_eq!(pieces(bad), None, "{bad}");
    }
}

#[test]
fn variables_become_values_and_a_doubled_dollar_a_literal() {
    let secrets = secrets(&[("A", "one"), ("B", "${A}")]);
    assert_eq!(secrets.expand("<${A}|$${A}|${B}|$A>"), "<one|${A}|${A}|$A>");
}

#[test]
fn a_variable_that_is_missing_or_empty_is_named() {
    let environment = |name: &str| match name {
        "A" => Some("value".to_owned()),
        "EMPTY" => Some(String::new()),
        _ => None,
    };
    assert!(Secrets::of(&scenario(&["A"]), environment).is_ok());
    for name in ["EMPTY", "GONE"] {
        let error = Secrets::of(&scenario(&["A", name]), environment).expect_err("it is not there");
        assert_eq!(
            error.to_string(),
            format!("the environment has no variable `{name}`")
        );
        assert!(error.hint().contains(name));
    }
}

#[test]
fn values_are_found_as_they_are_in_json_and_in_addresses() {
    let secrets = secrets(&[("A", "p\"ss w\u{f6}rd"), ("LONG", "p\"ss w\u{f6}rd and more")]);
    assert_eq!(secrets.scrub("x p\"ss w\u{f6}rd y"), "x ${A} y");
    assert_eq!(secrets.scrub("x p\"ss w\u{f6}rd and more y"), "x ${LONG} y");
    assert_eq!(
        secrets.scrub(&json!({"k": "p\"ss w\u{f6}rd"}).to_string()),
        r#"{"k":"${A}"}"#
    );
    assert_eq!(
        secrets.scrub("http://x/?q=p%22ss%20w%C3%B6rd"),
        "http://x/?q=${A}"
    );
    assert_eq!(secrets.scrub("nothing"), "nothing");
}

#[test]
fn values_are_taken_out_of_json_with_its_keys() {
    let secrets = secrets(&[("A", "hidden"), ("N", "12345")]);
    assert_eq!(
        secrets.scrub_json(json!({"hidden": ["a hidden b", 1, null]})),
        json!({"${A}": ["a ${A} b", 1, null]})
    );
    // A number cannot hold a name.
    let left = secrets.scrub_json(json!([12345])).to_string();
    assert!(!left.contains("12345"), "{left}");
}

#[test]
fn debug_text_has_names_only() {
    assert_eq!(format!("{:?}", secrets(&[("A", "hidden")])), r#"{"A"}"#);
}

proptest! {
    /// Whatever surrounds it, a value never comes through.
    #[test]
    fn no_value_is_left(before in ".{0,8}", value in "[a-z\"\\\\ ]{3,9}", after in ".{0,8}") {
        let secrets = secrets(&[("NAME", &value)]);
        let text = format!("{before}{value}{after}");
        let scrubbed = secrets.scrub(&text);
        prop_assert!(!scrubbed.contains(&value), "{}", scrubbed);
    }

    /// A text without `${` is its own expansion.
    #[test]
    fn other_texts_stay(text in "[^$]{0,20}") {
        prop_assert_eq!(secrets(&[]).expand(&text), text);
    }
}
