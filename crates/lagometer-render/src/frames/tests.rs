use super::*;
use crate::test_documents::{absent, animation, long_tasks};
use crate::{Style, markdown, table};
use lagometer_metric::{Reason, Unit};
use lagometer_report::TraceDocument;

fn with(frames: Option<Frames>) -> TraceDocument {
    let mut document = long_tasks();
    document.analysis.frames = frames;
    document
}

/// The lines from that of the frames on, up to an empty one.
fn part(text: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.starts_with("frames "));
    lines
        .take_while(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn three_views_stand_side_by_side() {
    let text = table::trace(&with(Some(animation())), &[], &Style::PLAIN);
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    insta::assert_snapshot!(part(&text));
}

#[test]
fn markdown_has_the_same_views() {
    let text = markdown::trace(&with(Some(animation())), &[], &Style::PLAIN, None);
    let frames = text.split("**`frames`**").nth(1).expect("a heading of its own");
    insta::assert_snapshot!(frames);
}

#[test]
fn a_view_that_is_absent_says_why() {
    let mut frames = animation();
    frames.pipeline.presented = absent(Reason::NoEventInWindow, "no `PipelineReporter`", Unit::Count);
    frames.reconciliation = None;
    let document = with(Some(frames));
    let facts = facts(&document.analysis);
    let texts: Vec<&str> = facts.iter().map(|fact| fact.text.as_str()).collect();
    assert_eq!(texts[2], "n/a no-event-in-window: no `PipelineReporter`");
    assert_eq!(texts.len(), 4);
}

#[test]
fn without_frames_there_is_no_section() {
    let mut frames = animation();
    for total in [
        &mut frames.devtools.total,
        &mut frames.pipeline.total,
        &mut frames.draw.drawn,
    ] {
        *total = absent(Reason::CategoryOff, "x", Unit::Count);
    }
    assert!(facts(&with(Some(frames)).analysis).is_empty());
    assert!(facts(&with(None).analysis).is_empty());
}

#[test]
fn words_behind_the_numbers_are_of_the_document() {
    let document = with(Some(animation()));
    assert_eq!(freeze_start(&document.analysis), "from 1,614.2 ms on");
    assert_eq!(
        of_which(&document.analysis),
        "beside 117 presented, 10 of them without the main thread"
    );
}
