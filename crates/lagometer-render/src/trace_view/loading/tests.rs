use crate::test_documents::{DEFINITIONS, HOSTILE, loading, long_tasks};
use crate::{Style, markdown, table, visible};
use lagometer_report::TraceDocument;

fn document(name: &str) -> TraceDocument {
    let mut document = long_tasks();
    document.analysis.loading = loading(name);
    document
}

#[test]
fn page_loads_shifts_and_long_frames_are_lists() {
    let document = document("http://a.localhost:8731/leak");
    let text = table::trace(&document, DEFINITIONS, &Style::PLAIN);
    let start = text.find("page loads").expect("the lists");
    insta::assert_snapshot!("table", &text[start..]);
    let text = markdown::trace(&document, DEFINITIONS, &Style::PLAIN, None);
    let start = text.find("| page loads").expect("the lists");
    insta::assert_snapshot!("markdown", &text[start..]);
}

#[test]
fn words_of_strangers_act_on_nothing_and_lines_are_no_wider_than_the_terminal() {
    let terminal = Style {
        width: Some(80),
        ..Style::PLAIN
    };
    let text = table::trace(&document(HOSTILE), DEFINITIONS, &terminal);
    for line in text.lines() {
        assert!(visible::width(line) <= 80 && !line.ends_with(' '), "{line:?}");
        assert!(!line.contains(char::is_control), "{line:?}");
    }
    let text = markdown::trace(&document(HOSTILE), DEFINITIONS, &terminal, None);
    assert!(!text.contains("<script") && !text.contains('\x1b'), "{text}");
}
