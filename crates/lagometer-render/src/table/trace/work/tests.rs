use crate::table::tests::check_form;
use crate::test_documents::{DEFINITIONS, HOSTILE, everything_absent, with_work};
use crate::work::ALL;
use crate::{Style, WorkView, table};
use lagometer_report::TraceDocument;

const URL: &str = "http://localhost:8080/list.js";

fn trace(document: &TraceDocument, width: Option<usize>, work: Option<WorkView>) -> String {
    let style = Style {
        width,
        work,
        ..Style::PLAIN
    };
    table::trace(document, DEFINITIONS, &style)
}

#[test]
fn kinds_stand_behind_the_numbers() {
    let text = trace(&with_work("FunctionCall", URL), Some(80), None);
    check_form(&text, 80);
    assert!(text.contains("what ran in it"), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn names_of_what_ran_are_shown_to_who_asks_for_more() {
    let document = with_work("FunctionCall", URL);
    let of = |verbose| {
        let style = Style {
            width: Some(80),
            verbose,
            ..Style::PLAIN
        };
        table::trace(&document, DEFINITIONS, &style).contains("FunctionCall 20.0 ms")
    };
    assert_eq!((of(0), of(1)), (false, true));
}

#[test]
fn each_list_is_within_the_line() {
    let mut texts = String::new();
    for view in ALL {
        let text = trace(&with_work("FunctionCall", URL), Some(80), Some(view));
        check_form(&text, 80);
        let begin = text.find(view.title()).expect("the list");
        let end = text.find("long tasks").expect("the tasks");
        texts.push_str(&text[begin..end]);
    }
    insta::assert_snapshot!(texts);
}

#[test]
fn names_of_strangers_cannot_act() {
    let mut document = with_work(HOSTILE, HOSTILE);
    let long = HOSTILE.repeat(9);
    document.analysis.workers[1].url = Some(long.clone());
    document.analysis.workers[1].kind = HOSTILE.to_owned();
    document.analysis.interactions[0].event_type = HOSTILE.to_owned();
    if let Some(work) = &mut document.analysis.work {
        work.groups_us.insert(long, 900_000);
        work.domains[0].domain = Some(HOSTILE.to_owned());
        work.domains[0].groups_us.insert(HOSTILE.to_owned(), 9_000_000);
    }
    for view in ALL {
        // Without a terminal a name wider than the line has one of its own.
        let whole = trace(&document, None, Some(view));
        let acts = |sign: char| sign != '\n' && (sign.is_control() || sign == '\u{202e}');
        assert!(!whole.contains(acts), "{whole}");
        for width in [60, 80, 120] {
            let text = trace(&document, Some(width), Some(view));
            assert!(!text.contains(acts), "{text}");
            let begin = text.find("main thread work").expect("the kinds");
            let end = text.find("long tasks").expect("the tasks");
            check_form(text[begin..end].trim_end_matches("\n\n"), width);
        }
    }
}

#[test]
fn work_that_is_asked_for_and_not_known_is_said() {
    let text = trace(&everything_absent(), Some(80), Some(WorkView::Url));
    assert!(text.contains("the main thread's work is not known"), "{text}");
    let text = trace(&everything_absent(), Some(80), None);
    assert!(!text.contains("the main thread's work"), "{text}");
}

#[test]
fn a_recording_that_tells_no_kinds_apart_has_no_kinds() {
    let mut document = with_work("RunTask", URL);
    if let Some(work) = &mut document.analysis.work {
        work.groups_us.retain(|kind, _| kind == "other");
    }
    let text = trace(&document, Some(80), None);
    assert!(!text.contains("main thread work"), "{text}");
}
