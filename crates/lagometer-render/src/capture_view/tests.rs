use crate::test_documents::{HOSTILE, page_capture, page_capture_into_pipe};
use crate::{Style, markdown, table, visible};

const TERMINAL: Style = Style {
    width: Some(80),
    ..Style::PLAIN
};

#[test]
fn what_was_captured_is_told_with_how_to_go_on() {
    for (name, document) in [("file", page_capture()), ("pipe", page_capture_into_pipe())] {
        let text = table::page_capture(&document, &TERMINAL);
        for line in text.lines() {
            assert!(visible::width(line) <= 80, "{line}");
        }
        insta::assert_snapshot!(format!("table_{name}"), text);
        let text = markdown::page_capture(&document, &Style::PLAIN);
        insta::assert_snapshot!(format!("markdown_{name}"), text);
    }
}

#[test]
fn what_a_page_says_stays_text() {
    let mut document = page_capture();
    document.url = HOSTILE.to_owned();
    document.other_heaps[0].kind = HOSTILE.to_owned();
    document.other_heaps[0].url = Some(HOSTILE.to_owned());
    let text = table::page_capture(&document, &TERMINAL);
    assert!(
        !text.contains(|character: char| character.is_control() && character != '\n'),
        "{text:?}"
    );
    let text = markdown::page_capture(&document, &Style::PLAIN);
    assert!(!text.contains("<script"), "{text}");
}
