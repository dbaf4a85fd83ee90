use super::*;
use crate::test_documents::{HOSTILE, budgets, grid_sort};
use lagometer_report::Failure;
use proptest::prelude::*;
use schema::Element;

mod schema;

fn report<'d>(record: &'d RecordDocument, budgets: &'d [BudgetOutcome], text: &'d str) -> Report<'d> {
    Report {
        record,
        budgets,
        unjudged: &[],
        seconds: 28.123_456,
        text,
    }
}

/// The root of a report, read strictly: elements nest and close, attributes are quoted and stand once,
/// every `&` is a reference, nothing is left over.
fn read(xml: &str) -> Result<Element, String> {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    let mut rest = xml.strip_prefix(head).ok_or("no head")?;
    let mut open: Vec<Element> = vec![Element::default()];
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        let text = unescaped(text)?;
        open.last_mut().ok_or("it is closed")?.text.push_str(&text);
        let end = tag.find('>').ok_or("a tag does not end")?;
        rest = &tag[end + 1..];
        let tag = &tag[1..end];
        if tag.contains('<') {
            return Err(format!("a tag in a tag: {tag}"));
        }
        if let Some(name) = tag.strip_prefix('/') {
            let closed = open.pop().ok_or("nothing is open")?;
            if closed.name != name {
                return Err(format!("</{name}> closes <{}>", closed.name));
            }
            open.last_mut().ok_or("no root")?.children.push(closed);
            continue;
        }
        let (tag, is_empty) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let element = start_tag(tag)?;
        match is_empty {
            true => open.last_mut().ok_or("no root")?.children.push(element),
            false => open.push(element),
        }
    }
    let mut outside = open.pop().ok_or("too much is closed")?;
    if !open.is_empty() || !outside.text.trim().is_empty() || !rest.trim().is_empty() {
        return Err("something is not closed, or left over".to_owned());
    }
    match (outside.children.pop(), outside.children.is_empty()) {
        (Some(root), true) => Ok(root),
        _ => Err("there is one root".to_owned()),
    }
}

fn start_tag(tag: &str) -> Result<Element, String> {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut element = Element {
        name: name.to_owned(),
        ..Element::default()
    };
    while !rest.trim().is_empty() {
        let (attribute, value) = rest
            .trim_start()
            .split_once("=\"")
            .ok_or_else(|| format!("no value in {rest}"))?;
        let (value, after) = value.split_once('"').ok_or_else(|| format!("no end in {rest}"))?;
        if element.attribute(attribute).is_some() {
            return Err(format!("`{attribute}` twice"));
        }
        let value = unescaped(value)?;
        element.attributes.push((attribute.to_owned(), value));
        rest = after;
    }
    Ok(element)
}

/// The text that an escaped one stands for.
fn unescaped(text: &str) -> Result<String, String> {
    let is_wrong = |c: char| c == '>' || (c < ' ' && c != '\n') || c == '\u{fffe}' || c == '\u{ffff}';
    if let Some(bad) = text.chars().find(|c| is_wrong(*c)) {
        return Err(format!("{bad:?} in `{text}`"));
    }
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (name, after) = part.split_once(';').ok_or("a bare &")?;
        plain.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#10" => '\n',
            "#9" => '\t',
            "#13" => '\r',
            _ => return Err(format!("`&{name};` is unknown")),
        });
        plain.push_str(after);
    }
    Ok(plain)
}

/// Reads a report and holds it against the schemas.
#[track_caller]
fn checked(xml: &str) -> Element {
    let root = read(xml).unwrap_or_else(|fault| panic!("{fault}: {xml}"));
    schema::check(&root).unwrap_or_else(|fault| panic!("{fault}: {xml}"));
    root
}

/// The cases of the only suite.
fn cases(root: &Element) -> Vec<&Element> {
    assert_eq!(root.children.len(), 1);
    let children = root.children[0].children.iter();
    children.filter(|child| child.name == "testcase").collect()
}

#[test]
fn every_budget_is_a_case() {
    let (_, record) = grid_sort();
    let xml = run(&report(&record, &budgets(), "the table\n"));
    insta::assert_snapshot!(xml);
    assert_eq!(cases(&checked(&xml)).len(), 1 + budgets().len());
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
    checked(&xml);
    insta::assert_snapshot!(xml);
}

/// The table refuses what the schemas refuse.
#[test]
fn what_is_no_report_is_found() {
    let (_, record) = grid_sort();
    let xml = run(&report(&record, &budgets(), "the table\n"));
    let wrong = |from: &str, to: &str| {
        assert!(xml.contains(from), "{from}");
        let changed = xml.replacen(from, to, 1);
        let fault = read(&changed).and_then(|root| schema::check(&root));
        assert!(fault.is_err(), "{from} -> {to} is not found");
    };
    for (from, to) in [
        (" hostname=\"localhost\"", ""),
        (" hostname=\"localhost\"", " hostname=\" \""),
        (" tests=\"6\"", " tests=\"5\""),
        (" failures=\"2\"", " failures=\"two\""),
        (" time=\"28.123\"", " time=\"2.8e1\""),
        (" time=\"28.123\"", " time=\"\""),
        ("T14:30:12\"", "T14:30:12Z\""),
        ("<properties/>", ""),
        ("    <system-err/>\n", ""),
        ("<properties/>", "<properties/><properties/>"),
        ("<system-err/>", "<system-err/><system-out/>"),
        (" classname=\"grid-sort\"", ""),
        (" name=\"run\"", " name=\"run\" line=\"1\""),
        (" type=\"budget-exceeded\"", ""),
        ("</failure>", "</failure><failure type=\"a\"/>"),
        ("&#10;</system-out>", "<b/></system-out>"),
        ("&#10;</system-out>", "&nbsp;</system-out>"),
        ("&#10;</system-out>", "& </system-out>"),
        ("<testsuites>\n", "<testsuites>text\n"),
        ("</testsuites>", "</testsuites><testsuites/>"),
        ("</testsuite>", "</testcase>"),
    ] {
        wrong(from, to);
    }
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
    let root = checked(&xml);
    let message = cases(&root)[2].children[0].attribute("message");
    assert!(
        message.is_some_and(|message| message.contains("\"' ]]>&amp;")),
        "{message:?}"
    );
    assert!(!xml.contains('\u{1b}') && !xml.contains('\u{0}'), "{xml}");
}

proptest! {
    /// Whatever the text, the document nests, and its text is what was given.
    #[test]
    fn any_text_comes_back(text in any::<String>()) {
        let (_, record) = grid_sort();
        let xml = run(&report(&record, &[], &text));
        let root = checked(&xml);
        let out = root.children[0].children.iter().find(|child| child.name == "system-out");
        let read = out.expect("it is there").text.clone();
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
