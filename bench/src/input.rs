//! Generated inputs.

use std::fmt::Write as _;

/// A trace of at least `bytes`, with the shapes that a recording of Chrome has: one event per
/// line, sorted keys, five in eight of them tasks, the rest with nested arguments.
pub fn trace(bytes: usize) -> Vec<u8> {
    let mut text = String::with_capacity(bytes + 4096);
    text.push_str("{\"traceEvents\":[\n");
    let mut ts = 1_692_108_548_100_u64;
    let mut state = 1_u32;
    while text.len() < bytes {
        // A plain generator of the numerical-recipes kind: the same bytes in every run.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let random = state >> 16;
        ts += u64::from(random % 900);
        event(&mut text, random, ts);
        text.push_str(",\n");
    }
    text.truncate(text.len() - 2);
    text.push_str("\n],\"metadata\":{\"source\":\"generated\"}}\n");
    text.into_bytes()
}

/// An array of at least `bytes` of integers from one to seven digits, as the columns of a heap
/// snapshot are.
pub fn integers(bytes: usize) -> Vec<u8> {
    let mut text = String::with_capacity(bytes + 16);
    text.push('[');
    let mut state = 1_u32;
    while text.len() < bytes {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let number = (state >> 8) % 10_u32.pow(1 + (state >> 28) % 7);
        write!(text, "{number},").expect("writing to a string cannot fail");
    }
    text.pop();
    text.push(']');
    text.into_bytes()
}

fn event(text: &mut String, random: u32, ts: u64) {
    let (pid, tid) = (4_000 + random % 3, 1 + random % 17);
    let written = match random % 8 {
        0..5 => write!(
            text,
            r#"{{"args":{{}},"cat":"disabled-by-default-devtools.timeline","dur":{},"name":"RunTask","ph":"X","pid":{pid},"tdur":{},"tid":{tid},"ts":{ts}}}"#,
            random % 40_000,
            random % 30_000,
        ),
        5 => write!(
            text,
            r#"{{"args":{{"data":{{"frame":"B7A2{random:08X}","isMainFrame":true,"url":"https:\/\/example.test\/page?q=\u00e9"}}}},"cat":"devtools.timeline","name":"UpdateLayerTree","ph":"I","pid":{pid},"s":"t","tid":{tid},"ts":{ts}}}"#,
        ),
        6 => write!(
            text,
            r#"{{"args":{{"data":{{"documents":4,"jsEventListeners":{},"jsHeapSizeUsed":{},"nodes":{}}}}},"cat":"disabled-by-default-devtools.timeline","name":"UpdateCounters","ph":"I","pid":{pid},"s":"t","tid":{tid},"ts":{ts}}}"#,
            random % 100,
            1_000_000 + random,
            random % 5_000,
        ),
        _ => write!(
            text,
            r#"{{"args":{{"chrome_frame_reporter":{{"affects_smoothness":false,"frame_sequence":{},"layer_tree_host_id":12,"state":"STATE_PRESENTED_ALL","surface_id":[1,{},3.5]}}}},"cat":"cc,benchmark","id2":{{"local":"0x{random:x}"}},"name":"PipelineReporter","ph":"b","pid":{pid},"tid":{tid},"ts":{ts}}}"#,
            random % 999,
            random % 7,
        ),
    };
    written.expect("writing to a string cannot fail");
}
