use super::*;
use crate::test_documents::{HOSTILE, budgets, grid_sort};
use lagometer_report::Failure;
use proptest::prelude::*;

fn report<'d>(record: &'d RecordDocument, budgets: &'d [BudgetOutcome], text: &'d str) -> Report<'d> {
    Report {
        record,
        budgets,
        unjudged: &[],
        seconds: 28.123_456,
        text,
    }
}

/// A small checker of what is used here: elements nest and close, attributes are quoted, nothing is left
/// over. Gives each element with its path, its attributes and its text.
fn read(xml: &str) -> Vec<(String, String, String)> {
    let mut rest = xml
        .strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .expect("a head");
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut found: Vec<(String, String, String)> = Vec::new();
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        match open.last() {
            Some((_, index)) => found[*index].2.push_str(text),
            None => assert_eq!(text.trim(), "", "text outside of the root"),
        }
        let end = tag.find('>').expect("a tag ends");
        rest = &tag[end + 1..];
        let tag = &tag[1..end];
        assert!(!tag.contains('<'), "a tag in a tag: {tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().expect("an open element").0, name);
            continue;
        }
        let (tag, is_empty) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert_eq!(attributes.matches('"').count() % 2, 0, "{attributes}");
        let path: Vec<&str> = open.iter().map(|(name, _)| name.as_str()).chain([name]).collect();
        found.push((path.join("/"), attributes.to_owned(), String::new()));
        if !is_empty {
            open.push((name.to_owned(), found.len() - 1));
        }
    }
    assert_eq!(rest.trim(), "");
    assert!(open.is_empty(), "{open:?}");
    found
}

#[test]
fn every_budget_is_a_case() {
    let (_, record) = grid_sort();
    let xml = run(&report(&record, &budgets(), "the table\n"));
    insta::assert_snapshot!(xml);
    let cases = read(&xml)
        .into_iter()
        .filter(|(path, ..)| path == "testsuites/testsuite/testcase");
    assert_eq!(cases.count(), 1 + budgets().len());
}

#[test]
fn a_run_that_failed_is_an_error_and_its_budgets_are_skipped() {
    let (_, mut record) = grid_sort();
    record.outcome = Outcome::Failed;
    record.failure = Some(Failure {
        code: "no-match".to_owned(),
        text: "nothing matched `#sort` in 5.0 s".to_owned(),
        place: Some("grid.yaml:9:9, actions step 1".to_owned()),
        hint: Some("raise `timeout`".to_owned()),
    });
    let unjudged = ["total_blocking_time".to_owned()];
    let xml = run(&Report {
        unjudged: &unjudged,
        ..report(&record, &[], "")
    });
    insta::assert_snapshot!(xml);
}

#[test]
fn text_of_strangers_stays_text() {
    let (_, mut record) = grid_sort();
    record.outcome = Outcome::Interrupted;
    let mut outcomes = budgets();
    outcomes[1].metric = format!("user_timing:{HOSTILE}\"' ]]>&amp;/median");
    let xml = run(&report(
        &record,
        &outcomes,
        "</system-out><testcase/>\u{0}\u{1b}[31m\r\n",
    ));
    let elements = read(&xml);
    assert_eq!(elements.len(), 1 + 1 + 6 + 4 + 1, "{elements:#?}");
    assert!(!xml.contains('\u{1b}') && !xml.contains('\u{0}'), "{xml}");
}

proptest! {
    /// Whatever the text, the document nests, and its text is what was given.
    #[test]
    fn any_text_comes_back(text in any::<String>()) {
        let (_, record) = grid_sort();
        let xml = run(&report(&record, &[], &text));
        let (_, _, out) = read(&xml).pop().expect("the last element");
        let read = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#10;", "\n"), ("&#9;", "\t"), ("&#13;", "\r"), ("&amp;", "&")]
            .iter()
            .fold(out, |out, (entity, character)| out.replace(entity, character));
        let expect: String = text
            .chars()
            .map(|c| match c {
                '\t' | '\n' | '\r' => c,
                c if c < ' ' || c == '\u{fffe}' || c == '\u{ffff}' => '\u{fffd}',
                c => c,
            })
            .collect();
        prop_assert_eq!(read, expect);
    }
}
