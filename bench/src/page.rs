//! A generated trace of a page, with everything that the metrics look at.

use std::fmt::Write as _;

const MAIN: &str = r#""pid":4000,"tid":4000"#;
const OTHER: &str = r#""pid":4000,"tid":4017"#;
const TIMELINE: &str = r#""cat":"disabled-by-default-devtools.timeline""#;
const FRAME: &str = "BA2113E138F004BAAA82D75968A11852";

/// At least `bytes` of events: tasks one after another on the page's main thread and on another one,
/// some with a layout and a measure inside, heap counters and drawn frames. The same bytes each time.
pub fn trace(bytes: usize) -> Vec<u8> {
    let mut text = String::with_capacity(bytes + 4096);
    text.push_str("{\"traceEvents\":[\n");
    head(&mut text).expect("writing to a string cannot fail");
    let mut ts = 1_692_108_548_100_u64;
    let mut number = 0_u64;
    while text.len() < bytes {
        number += 1;
        let busy = 40 + number * 7_919 % 900;
        // Every thousandth task is long.
        let busy = if number.is_multiple_of(1_000) {
            80_000
        } else {
            busy
        };
        step(&mut text, number, ts, busy).expect("writing to a string cannot fail");
        ts += busy + number * 104_729 % 700 + 1;
    }
    text.truncate(text.trim_end_matches([',', '\n']).len());
    text.push_str("\n],\"metadata\":{\"source\":\"generated\"}}\n");
    text.into_bytes()
}

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
    writeln!(
        text,
        r#"{{"args":{{}},{TIMELINE},"dur":{},"name":"RunTask","ph":"X",{OTHER},"tdur":3,"ts":{ts},"tts":{}}},"#,
        busy / 2,
        ts / 5,
    )?;
    if number.is_multiple_of(8) {
        writeln!(
            text,
            r#"{{"args":{{"beginData":{{"dirtyObjects":4,"frame":"{FRAME}","partialLayout":false,"totalObjects":{number}}},"endData":{{"layoutRoots":[{{"depth":1,"nodeId":2,"quads":[[0,0,1440,0,1440,900,0,900]]}}]}}}},"cat":"devtools.timeline","dur":{},"name":"Layout","ph":"X",{MAIN},"ts":{ts}}},"#,
            busy / 4,
        )?;
        writeln!(
            text,
            r#"{{"args":{{"data":{{"documents":4,"jsEventListeners":{},"jsHeapSizeUsed":{},"nodes":{}}}}},{TIMELINE},"name":"UpdateCounters","ph":"I",{MAIN},"s":"t","ts":{}}},"#,
            number % 90,
            1_000_000 + number,
            number % 5_000,
            ts + busy,
        )?;
    }
    if number.is_multiple_of(32) {
        writeln!(
            text,
            r#"{{"args":{{"frameSeqId":{number},"layerTreeId":2}},"cat":"disabled-by-default-devtools.timeline.frame","name":"DrawFrame","ph":"I",{OTHER},"s":"t","ts":{ts}}},"#,
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
