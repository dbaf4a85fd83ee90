use super::*;
use crate::test_documents::{DEFINITIONS, HOSTILE, long_tasks};
use crate::test_tags::{Tag, elements};

fn drawn(document: &TraceDocument) -> String {
    trace(document, DEFINITIONS).expect("its window has a length")
}

#[test]
fn a_picture_looks_like_this() {
    let svg = drawn(&long_tasks());
    let (head, rest) = svg.split_once("<style>").expect("it has a style sheet");
    let (_, rest) = rest.split_once("</style>").expect("it ends");
    insta::assert_snapshot!(format!("{head}<style/>{rest}"));
}

#[test]
fn a_picture_is_a_file_of_its_own() {
    let mut document = long_tasks();
    let evil = format!("</style><script>alert(1)</script>]]>&{HOSTILE}");
    document.analysis.user_timings[0].name.clone_from(&evil);
    document.analysis.interactions[0].event_type = evil;
    let svg = drawn(&document);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    let tags = elements(&svg).unwrap_or_else(|fault| panic!("{fault}"));
    let allowed = [
        "circle", "line", "path", "rect", "style", "svg", "text", "title", "tspan",
    ];
    for Tag { name, attributes } in &tags {
        assert!(allowed.contains(&name.as_str()), "<{name}>");
        for (attribute, value) in attributes {
            let loads = ["href", "src", "style"].contains(&attribute.as_str()) || attribute.starts_with("on");
            assert!(!loads, "{attribute}={value}");
        }
    }
    // A style sheet in XML is text like any other.
    assert!(!SHEET.contains(['<', '&']));
    assert!(!svg.contains("url(") && !svg.contains("@import"));
    assert!(!svg.contains(['\u{202e}', '\u{1b}']));
}

#[test]
fn a_long_name_is_cut() {
    let mut document = long_tasks();
    document.analysis.user_timings[0].name = "n".repeat(1_000);
    let cut = format!("{}…", "n".repeat(60));
    assert!(drawn(&document).contains(&format!(">{cut}</tspan>")));
}

#[test]
fn a_window_without_length_has_no_picture() {
    let mut document = long_tasks();
    document.analysis.window.end_us = document.analysis.window.start_us;
    assert_eq!(trace(&document, DEFINITIONS), None);
}
