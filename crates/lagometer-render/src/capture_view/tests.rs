use crate::test_documents::{HOSTILE, page_capture, page_capture_into_pipe};
use crate::{Style, markdown, table, visible};
use lagometer_report::{KeptSnapshot, Value};

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

#[test]
fn snapshots_of_a_run_are_told_with_their_files() {
    let kept = |name: &str, nodes: Value| KeptSnapshot {
        name: name.to_owned(),
        step: "after step 1".to_owned(),
        file: format!("lagometer-results/runs/2026-11-29-143012-grid-sort/rounds/013/{name}.heapsnapshot.gz"),
        bytes: 8_910_112,
        sha256: "3f5a".repeat(16),
        text_bytes: 59_512_398,
        nodes,
        edges: page_capture().edges,
    };
    let snapshots = [
        kept("before", page_capture().nodes),
        kept("sorted", page_capture_into_pipe().nodes),
    ];
    let others = page_capture().other_heaps;
    insta::assert_snapshot!("table_run", table::run_snapshots(&snapshots, &others, &TERMINAL));
    insta::assert_snapshot!("markdown_run", markdown::run_snapshots(&snapshots, &others));
    assert_eq!(
        table::run_snapshots(&[], &others, &TERMINAL) + &markdown::run_snapshots(&[], &others),
        ""
    );
}
