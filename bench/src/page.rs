//! A generated trace of a page, with everything that the metrics look at.

use std::fmt::Write as _;
use std::io;

const MAIN: &str = r#""pid":4000,"tid":4000"#;
const OTHER: &str = r#""pid":4000,"tid":4017"#;
const TIMELINE: &str = r#""cat":"disabled-by-default-devtools.timeline""#;
const FRAME: &str = "BA2113E138F004BAAA82D75968A11852";

/// At least `bytes` of events: tasks one after another on the page's main thread and on another one,
/// some with scripts, layouts, garbage collections and measures inside, heap counters, frames with
/// their reports, interactions and layout shifts, and what else stands in recordings. One event in ten
/// is a task, as in a recording of Chrome. The same bytes each time.
pub fn trace(bytes: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes + 4096);
    write(&mut text, bytes as u64).expect("memory takes what is written");
    text
}

/// The same into a writer, in pieces, so that it may be longer than the memory.
///
/// # Errors
///
/// What the writer says.
pub fn write(into: &mut impl io::Write, bytes: u64) -> io::Result<()> {
    let mut text = String::with_capacity(PIECE + 4096);
    text.push_str("{\"traceEvents\":[\n");
    head(&mut text).expect("writing to a string cannot fail");
    let mut written = 0_u64;
    let mut ts = 1_692_108_548_100_u64;
    let mut number = 0_u64;
    while written + (text.len() as u64) < bytes {
        number += 1;
        let busy = 40 + number * 7_919 % 900;
        // Every thousandth task is long.
        let busy = if number.is_multiple_of(1_000) {
            80_000
        } else {
            busy
        };
        step(&mut text, number, ts, busy).expect("writing to a string cannot fail");
        page_events(&mut text, number, ts, busy).expect("writing to a string cannot fail");
        surroundings(&mut text, number, ts, busy).expect("writing to a string cannot fail");
        ts += busy + number * 104_729 % 700 + 1;
        if text.len() > PIECE {
            // The last event keeps its comma until it is known whether another one follows.
            let end = text.trim_end_matches([',', '\n']).len();
            into.write_all(&text.as_bytes()[..end])?;
            written += end as u64;
            text.drain(..end);
        }
    }
    text.truncate(text.trim_end_matches([',', '\n']).len());
    text.push_str("\n],\"metadata\":{\"source\":\"generated\"}}\n");
    into.write_all(text.as_bytes())
}

/// How much is gathered before it is written.
const PIECE: usize = 1 << 20;

fn head(text: &mut String) -> std::fmt::Result {
    for (name, kind) in [("CrRendererMain", "thread_name"), ("Renderer", "process_name")] {
        writeln!(
            text,
            r#"{{"args":{{"name":"{name}"}},"cat":"__metadata","name":"{kind}","ph":"M",{MAIN},"ts":0}},"#
        )?;
    }
    writeln!(
        text,
        r#"{{"args":{{"data":{{"frameTreeNodeId":4,"frames":[{{"frame":"{FRAME}","isInPrimaryMainFrame":true,"isOutermostMainFrame":true,"name":"","processId":4000,"url":"http://localhost/"}}],"persistentIds":true}}}},{TIMELINE},"name":"TracingStartedInBrowser","ph":"I","pid":3000,"s":"t","tid":3000,"ts":1692108548000}},"#
    )?;
    writeln!(
        text,
        r#"{{"args":{{"data":{{"frame":"{FRAME}","layerTreeId":2}}}},{TIMELINE},"name":"SetLayerTreeId","ph":"I",{MAIN},"s":"t","ts":1692108548010}},"#
    )
}

fn step(text: &mut String, number: u64, ts: u64, busy: u64) -> std::fmt::Result {
    writeln!(
        text,
        r#"{{"args":{{}},{TIMELINE},"dur":{busy},"name":"RunTask","ph":"X",{MAIN},"tdur":{},"ts":{ts},"tts":{}}},"#,
        busy - busy / 5,
        ts / 3,
    )?;
    if number.is_multiple_of(4) {
        writeln!(
            text,
            r#"{{"args":{{}},{TIMELINE},"dur":{},"name":"RunTask","ph":"X",{OTHER},"tdur":3,"ts":{ts},"tts":{}}},"#,
            busy / 2,
            ts / 5,
        )?;
    }
    if number.is_multiple_of(2) {
        writeln!(
            text,
            r#"{{"args":{{"beginData":{{"dirtyObjects":4,"frame":"{FRAME}","partialLayout":false,"totalObjects":{number}}},"endData":{{"layoutRoots":[{{"depth":1,"nodeId":2,"quads":[[0,0,1440,0,1440,900,0,900]]}}]}}}},"cat":"devtools.timeline","dur":{},"name":"Layout","ph":"X",{MAIN},"ts":{ts}}},"#,
            busy / 4,
        )?;
    }
    if number.is_multiple_of(32) {
        writeln!(
            text,
            r#"{{"args":{{"data":{{"documents":4,"jsEventListeners":{},"jsHeapSizeUsed":{},"nodes":{}}}}},{TIMELINE},"name":"UpdateCounters","ph":"I",{MAIN},"s":"t","ts":{}}},"#,
            number % 90,
            1_000_000 + number,
            number % 5_000,
            ts + busy,
        )?;
    }
    if number.is_multiple_of(8) {
        writeln!(
            text,
            r#"{{"args":{{"frameSeqId":{},"layerTreeId":2}},"cat":"disabled-by-default-devtools.timeline.frame","name":"DrawFrame","ph":"I",{OTHER},"s":"t","ts":{ts}}},"#,
            number / 8,
        )?;
    }
    if number.is_multiple_of(256) {
        for (phase, at) in [("b", ts), ("e", ts + busy)] {
            writeln!(
                text,
                r#"{{"args":{{"callTime":{at},"startTime":1.5,"traceId":{number}}},"cat":"blink.user_timing","id2":{{"local":"0x{number:x}"}},"name":"work {}","ph":"{phase}",{MAIN},"ts":{at}}},"#,
                number % 5,
            )?;
        }
    }
    Ok(())
}

/// What most of a recording is: events that hardly any metric looks at, with stacks in their arguments.
fn surroundings(text: &mut String, number: u64, ts: u64, busy: u64) -> std::fmt::Result {
    const NAMES: [&str; 6] = [
        "EventDispatch",
        "TimerFire",
        "ScheduleStyleRecalculation",
        "ResourceReceivedData",
        "FireAnimationFrame",
        "v8.callFunction",
    ];
    for (at, name) in NAMES.iter().enumerate() {
        let at = at as u64;
        writeln!(
            text,
            r#"{{"args":{{"data":{{"frame":"{FRAME}","requestId":"{number}.{at}","sampleTraceId":{},"stackTrace":[{{"columnNumber":{},"functionName":"step{}","lineNumber":{},"scriptId":"17","url":"http://localhost/assets/app.js"}}]}}}},"cat":"devtools.timeline","dur":{},"name":"{name}","ph":"X",{MAIN},"tdur":{},"ts":{},"tts":{}}},"#,
            number * 31 + at,
            number % 80,
            number % 50,
            number % 3_000,
            busy / 8,
            busy / 9,
            ts + at * busy / 8,
            ts / 3 + at,
        )?;
    }
    Ok(())
}

/// What a page does beside its tasks: scripts, garbage, frames, input, shifts.
fn page_events(text: &mut String, number: u64, ts: u64, busy: u64) -> std::fmt::Result {
    if number.is_multiple_of(2) {
        writeln!(
            text,
            r#"{{"args":{{"data":{{"columnNumber":{},"frame":"{FRAME}","functionName":"work{}","isolate":"54321","lineNumber":{},"sampleTraceId":{number},"scriptId":"17","url":"http://localhost/assets/app.js"}}}},"cat":"devtools.timeline","dur":{},"name":"FunctionCall","ph":"X",{MAIN},"tdur":{},"ts":{ts},"tts":{}}},"#,
            number % 90,
            number % 40,
            number % 4_000,
            busy / 2,
            busy / 3,
            ts / 3,
        )?;
    }
    if number.is_multiple_of(64) {
        writeln!(
            text,
            r#"{{"args":{{"type":"incremental marking","usedHeapSizeAfter":{},"usedHeapSizeBefore":{}}},"cat":"devtools.timeline,v8","dur":{},"name":"MinorGC","ph":"X",{MAIN},"ts":{ts}}},"#,
            1_000_000 + number,
            2_000_000 + number,
            busy / 8,
        )?;
    }
    if number.is_multiple_of(8) {
        let sequence = number / 8;
        writeln!(
            text,
            r#"{{"args":{{"frameSeqId":{sequence},"layerTreeId":2}},"cat":"disabled-by-default-devtools.timeline.frame","name":"BeginFrame","ph":"I",{OTHER},"s":"t","ts":{ts}}},"#,
        )?;
        let args = format!(
            r#"{{"frame_reporter":{{"affects_smoothness":true,"frame_sequence":{sequence},"frame_source":9,"has_high_latency":false,"layer_tree_host_id":2,"state":"STATE_PRESENTED_ALL"}}}}"#
        );
        for (phase, at, args) in [("b", ts, args.as_str()), ("e", ts + busy, "{}")] {
            writeln!(
                text,
                r#"{{"args":{args},"cat":"cc,benchmark,disabled-by-default-devtools.timeline.frame","id2":{{"local":"0x{number:x}"}},"name":"PipelineReporter","ph":"{phase}",{OTHER},"ts":{at}}},"#,
            )?;
        }
    }
    if number.is_multiple_of(512) {
        let millis = ts as f64 / 1_000.0;
        let args = format!(
            r#"{{"data":{{"cancelable":true,"duration":8,"frame":"{FRAME}","interactionId":{number},"nodeId":11,"processingEnd":{},"processingStart":{},"timeStamp":{millis},"type":"pointerup"}}}}"#,
            millis + 4.0,
            millis + 2.0,
        );
        for (phase, at, args) in [("b", ts, args.as_str()), ("e", ts + 8_000, "{}")] {
            writeln!(
                text,
                r#"{{"args":{args},"cat":"devtools.timeline","id2":{{"local":"0x{number:x}"}},"name":"EventTiming","ph":"{phase}",{MAIN},"ts":{at}}},"#,
            )?;
        }
    }
    if number.is_multiple_of(4_096) {
        writeln!(
            text,
            r#"{{"args":{{"data":{{"cumulative_score":0.01,"had_recent_input":false,"impacted_nodes":[{{"new_rect":[0,40,100,20],"node_id":9,"old_rect":[0,20,100,20]}}],"is_main_frame":true,"score":0.01,"weighted_score_delta":0.01}},"frame":"{FRAME}"}},"cat":"loading","name":"LayoutShift","ph":"I",{MAIN},"s":"t","ts":{ts}}},"#,
        )?;
    }
    Ok(())
}
