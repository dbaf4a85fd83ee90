use super::*;
use crate::TraceAnalysis;
use crate::metric::LongAnimationFrameNumbers;
use crate::test_trace::{PAGE, TestTrace};
use lagometer_metric::Measured;

/// One end of a part of an animation frame.
fn edge(trace: TestTrace, phase: &str, name: &str, ts: i64, args: &str) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"{phase}","cat":"devtools.timeline","name":"{name}","pid":{PAGE},"tid":{PAGE},"id2":{{"local":"0x1"}},"ts":{ts},"args":{args}}}"#
    ))
}

fn part(trace: TestTrace, name: &str, (ts, end): (i64, i64), args: &str) -> TestTrace {
    let name = format!("AnimationFrame{name}");
    edge(edge(trace, "b", &name, ts, args), "e", &name, end, "{}")
}

fn numbers(trace: TestTrace) -> LongAnimationFrameNumbers {
    let analysis: TraceAnalysis = trace.task(0, 10).instant(1_000_000).analysis();
    analysis.metrics.long_animation_frame
}

const DETAIL: &str = r#"{"animation_frame_timing_info":{"begin_frame_id":{"sequence_number":45},"blocking_duration_ms":21},"id":"ab"}"#;
const SCRIPT: &str = r#"{"animation_frame_script_timing_info":{"class_like_name":"BUTTON#slow","invoker_type":"EVENT_HANDLER","property_like_name":"onclick","layout_duration_ms":2,"pause_duration_ms":0,"style_duration_ms":1,"source_location_char_position":-1,"source_location_function_name":"tick","source_location_url":"http://a/x.js"}}"#;

#[test]
fn a_long_frame_has_its_parts_its_scripts_and_its_presentation() {
    let trace = part(TestTrace::started(0), "", (1_000, 81_000), DETAIL);
    let trace = part(trace, "::Script::Execute", (2_000, 60_000), SCRIPT);
    let trace = part(trace, "::Script::Compile", (1_000, 1_500), "{}");
    let trace = part(trace, "::Render", (61_000, 81_000), "{}");
    let trace = part(trace, "::StyleAndLayout", (70_000, 81_000), "{}");
    let shown = r#"{"begin_frame_id":{"sequence_number":47},"id":"ab"}"#;
    let trace = edge(trace, "n", "AnimationFrame::Presentation", 95_000, shown);
    let numbers = numbers(trace);
    assert_eq!(numbers.summary.count, Measured::Value(1.0));
    let [frame] = &numbers.longest[..] else {
        panic!("{numbers:?}");
    };
    assert_eq!((frame.start.0, frame.duration.0), (1_000, 80_000));
    assert_eq!(frame.blocking, Some(Micros(21_000)));
    assert_eq!(frame.render_start, Some(Micros(61_000)));
    assert_eq!(frame.style_and_layout_start, Some(Micros(70_000)));
    assert_eq!(
        (frame.presented, frame.sequence),
        (Some(Micros(95_000)), Some(47))
    );
    assert_eq!(frame.scripts_total, 2);
    let compile = &frame.scripts[0];
    assert_eq!(
        (compile.start.0, compile.is_compile, &compile.url),
        (1_000, true, &None)
    );
    let script = &frame.scripts[1];
    assert_eq!(script.invoker.as_deref(), Some("BUTTON#slow.onclick"));
    assert_eq!(script.url.as_deref(), Some("http://a/x.js"));
    assert_eq!(
        (script.forced_style, script.position),
        (Some(Micros(1_000)), None)
    );
}

#[test]
fn frames_of_fifty_milliseconds_are_long_and_others_are_told_apart() {
    let trace = part(TestTrace::started(0), "", (0, 49_999), "{}");
    let trace = part(trace, "", (50_000, 100_000), "{}");
    let trace = part(trace, "", (100_000, 170_000), "{}");
    let numbers = numbers(trace);
    let spans: Vec<_> = numbers
        .longest
        .iter()
        .map(|frame| (frame.start.0, frame.duration.0))
        .collect();
    assert_eq!(spans, [(50_000, 50_000), (100_000, 70_000)]);
}

#[test]
fn a_trace_without_animation_frames_does_not_say_that_none_was_long() {
    let absent = numbers(TestTrace::started(0));
    let reason = absent.summary.count.reason().map(|reason| reason.code());
    assert_eq!(reason, Some("category-off"));
    let short = numbers(part(TestTrace::started(0), "", (0, 10_000), "{}"));
    assert_eq!(short.summary.count, Measured::Value(0.0));
}

#[test]
fn ends_without_starts_and_flows_are_passed_over() {
    let trace = edge(TestTrace::started(0), "e", "AnimationFrame", 500, "{}");
    let trace = edge(trace, "s", "AnimationFrame", 600, "{}");
    let trace = part(trace, "", (1_000, 61_000), "[]");
    let trace = edge(trace, "b", "AnimationFrame", 70_000, "{}");
    let numbers = numbers(trace);
    assert_eq!(numbers.longest.len(), 1);
    assert_eq!(numbers.longest[0].blocking, None);
}

#[test]
fn the_longest_are_listed_and_all_are_counted() {
    let mut trace = TestTrace::started(0);
    for at in 0..(FRAMES_LISTED as i64 + 50) {
        let start = at * 200_000;
        trace = part(trace, "", (start, start + 50_000 + at), "{}");
    }
    let numbers = numbers(trace);
    assert_eq!(numbers.longest.len(), FRAMES_LISTED);
    assert_eq!(numbers.longest[0].duration, Micros(50_050));
    assert_eq!(
        numbers.summary.count,
        Measured::Value(FRAMES_LISTED as f64 + 50.0)
    );
}
