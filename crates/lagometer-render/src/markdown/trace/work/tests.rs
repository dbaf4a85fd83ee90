use crate::markdown::tests::check_tables;
use crate::test_documents::{DEFINITIONS, HOSTILE, with_work};
use crate::work::ALL;
use crate::{Style, WorkView, markdown};
use lagometer_report::TraceDocument;

fn trace(document: &TraceDocument, view: WorkView) -> String {
    let style = Style {
        work: Some(view),
        ..Style::PLAIN
    };
    markdown::trace(document, DEFINITIONS, &style, None)
}

#[test]
fn lists_of_work_in_markdown() {
    let document = with_work("FunctionCall", "http://localhost:8080/list.js");
    let mut texts = String::new();
    for view in ALL {
        let text = trace(&document, view);
        check_tables(&text);
        let begin = text.find("\n| self | of").expect("the kinds");
        let end = text.find("\n**`console`**").unwrap_or(text.len());
        // What stands before and behind the list is the same for each.
        match view {
            WorkView::TopDown => texts.push_str(&text[begin..end]),
            _ => texts.push_str(&text[begin..text.find("\n| long task at").expect("the tasks")]),
        }
    }
    insta::assert_snapshot!(texts);
}

#[test]
fn names_of_strangers_stay_in_their_cells() {
    let mut document = with_work(HOSTILE, HOSTILE);
    document.analysis.workers[1].kind = HOSTILE.to_owned();
    document.analysis.interactions[0].event_type = HOSTILE.to_owned();
    if let Some(work) = &mut document.analysis.work {
        work.groups_us.insert(HOSTILE.to_owned(), 900_000);
        work.domains[0].domain = Some(HOSTILE.to_owned());
        work.domains[0].groups_us.insert(HOSTILE.to_owned(), 9_000_000);
    }
    for view in ALL {
        let text = trace(&document, view);
        check_tables(&text);
        assert!(!text.contains(['\x1b', '\u{202e}']), "{text}");
    }
    insta::assert_snapshot!(trace(&document, WorkView::Domain));
}
