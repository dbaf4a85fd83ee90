use super::*;
use crate::{CallTree, LayoutPart, Rules, hotspots, layouts};
use lagometer_json::Cursor;

/// An event as the reader of traces hands it on.
fn push(
    profiles: &mut TraceProfiles,
    kind: SampleEventKind,
    pid: i64,
    tid: i64,
    ts: i64,
    args: &str,
) -> Result<(), Error> {
    let mut cursor = Cursor::new(args.as_bytes(), 0);
    profiles.push(&SampleEvent {
        kind,
        offset: 0,
        pid,
        tid,
        id: b"\"0x1\"",
        ts: Micros(ts),
        dur: Some(Micros(40)),
        args: Some(cursor.raw().unwrap()),
    })
}

const FIRST: &str = r#"{"data":{"cpuProfile":{"nodes":[
    {"id":1,"callFrame":{"functionName":"(root)","scriptId":0}},
    {"id":2,"parent":1,"callFrame":{"functionName":"main","scriptId":3,"url":"http://h/a.js","lineNumber":4,"columnNumber":2}}],
    "samples":[2,2],"trace_ids":{"77":2}},"timeDeltas":[10,100],"lines":[6,7]}}"#;
const SECOND: &str = r#"{"data":{"cpuProfile":{"nodes":[
    {"id":3,"parent":2,"callFrame":{"functionName":"sort","scriptId":3,"url":"http://h/a.js","lineNumber":8}}],
    "samples":[3,2]},"timeDeltas":[100,-30],"lines":[9,6],"endTime":5500}}"#;

fn finished(order: &[(i64, &str)]) -> (Vec<ThreadProfile>, Vec<Oddity>) {
    let mut profiles = TraceProfiles::new(&Limits::default());
    let begin = r#"{"data":{"startTime":5000}}"#;
    push(&mut profiles, SampleEventKind::Begin, 1, 7, 1_000, begin).unwrap();
    for (ts, args) in order {
        // The sampler's thread writes them.
        push(&mut profiles, SampleEventKind::Chunk, 1, 99, *ts, args).unwrap();
    }
    let layout = r#"{"beginData":{"sampleTraceId":77,"stackTrace":[{"lineNumber":6,"columnNumber":1}]}}"#;
    push(&mut profiles, SampleEventKind::Layout, 1, 7, 1_020, layout).unwrap();
    profiles.finish()
}

#[test]
fn chunks_join_the_profile_of_their_process_in_order_of_time() {
    // Times are 1010, 1110, 1210 and 1180; the end is 500 after the start.
    let (profiles, oddities) = finished(&[(2_000, FIRST), (3_000, SECOND)]);
    let [thread] = &profiles[..] else {
        panic!("one profile")
    };
    assert_eq!((thread.pid, thread.tid, thread.id.as_str()), (1, 7, "0x1"));
    let Content::Timed(timed) = &thread.profile.content else {
        panic!("times")
    };
    assert_eq!(timed.samples.time, [1_010, 1_110, 1_180, 1_210]);
    // The line of a sample goes with it.
    assert_eq!(timed.samples.line, [6, 7, 6, 9]);
    assert_eq!(timed.end, Some(Micros(1_500)));
    assert_eq!(oddities.len(), 1, "one sample back in time");
    let (other_order, _) = finished(&[(3_000, SECOND), (2_000, FIRST)]);
    let Content::Timed(other) = &other_order[0].profile.content else {
        panic!("times")
    };
    assert_eq!(other.samples.time, timed.samples.time);
    assert_eq!(other.samples.line, timed.samples.line);
}

#[test]
fn layout_finds_the_function_that_forced_it() {
    let (profiles, _) = finished(&[(2_000, FIRST), (3_000, SECOND)]);
    let tree = CallTree::of_thread(&profiles[0], Rules::Lagometer, None);
    let main = tree
        .functions
        .iter()
        .position(|function| function.name == "main")
        .unwrap();
    let layouts = layouts(&tree).unwrap();
    let layout = &layouts[&(main as u32)];
    assert_eq!(
        (layout.layout.weight, layout.layout.samples, layout.style.samples),
        (40, 1, 0)
    );
    assert_eq!(layout.lines.first().map(|line| line.line), Some(6));
    // From 1020 to 1060 the thread was in main's first sample.
    assert_eq!(layout.inside.weight, 40);
    assert!(
        tree.layout
            .unwrap()
            .iter()
            .any(|of| of.part == LayoutPart::Inside)
    );
    assert_eq!(
        hotspots(&CallTree::of_thread(&profiles[0], Rules::Lagometer, None))[main]
            .own
            .weight,
        170 + 30
    );
}

#[test]
fn chunks_of_no_profile_and_profiles_of_other_processes_are_kept_apart() {
    let mut profiles = TraceProfiles::new(&Limits::default());
    push(&mut profiles, SampleEventKind::Begin, 1, 7, 1_000, "{}").unwrap();
    push(&mut profiles, SampleEventKind::Begin, 1, 7, 1_001, "{}").unwrap();
    push(&mut profiles, SampleEventKind::Chunk, 1, 9, 2_000, FIRST).unwrap();
    push(&mut profiles, SampleEventKind::Chunk, 2, 9, 2_000, FIRST).unwrap();
    push(&mut profiles, SampleEventKind::Chunk, 1, 9, 2_500, "{}").unwrap();
    let (profiles, oddities) = profiles.finish();
    assert_eq!(profiles.len(), 1);
    let kinds: Vec<Odd> = oddities.iter().map(|oddity| oddity.kind).collect();
    assert_eq!(
        kinds,
        [Odd::ChunkWithoutProfile, Odd::EventWithoutData, Odd::ProfileTwice]
    );
}

#[test]
fn limits_hold_over_all_profiles() {
    let limits = Limits {
        samples: 3,
        ..Limits::default()
    };
    let mut profiles = TraceProfiles::new(&limits);
    push(&mut profiles, SampleEventKind::Chunk, 1, 9, 2_000, FIRST).unwrap();
    let error = push(&mut profiles, SampleEventKind::Chunk, 2, 9, 2_000, FIRST).unwrap_err();
    assert_eq!(error.to_string(), "the profile has more than `3` samples");
}

#[test]
fn a_whole_profile_in_one_event_has_its_own_start() {
    let whole = r#"{"data":{"cpuProfile":{"nodes":[
        {"id":1,"callFrame":{"functionName":"(root)"},"children":[2]},
        {"id":2,"callFrame":{"functionName":"main","url":"a.js","lineNumber":1},"positionTicks":[{"line":3,"ticks":2}]}],
        "samples":[2,2],"timeDeltas":[10,20],"startTime":500,"endTime":600}}}"#;
    let mut profiles = TraceProfiles::new(&Limits::default());
    push(&mut profiles, SampleEventKind::Whole, 1, 7, 9_000, whole).unwrap();
    let (profiles, _) = profiles.finish();
    let Content::Timed(timed) = &profiles[0].profile.content else {
        panic!("times")
    };
    assert_eq!(timed.samples.time, [510, 530]);
    assert_eq!(timed.end, Some(Micros(600)));
    assert_eq!(timed.ticks.len(), 1);
}
