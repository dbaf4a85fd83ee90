//! A CPU profile as V8 writes it, with functions as they were written.

use lagometer_report::{CpuTimeline, CpuTimelineCall};
use serde_json::json;
use std::collections::BTreeMap;

/// The text of a `.cpuprofile`. Self times add up to those of the samples: where the last one lasts
/// longer than readers would let it, a last sample of no length stands at the foot of the stacks.
pub fn cpuprofile(timeline: &CpuTimeline) -> String {
    let mut samples: Vec<u32> = timeline.samples.iter().map(|sample| sample.call).collect();
    let mut times: Vec<i64> = timeline.samples.iter().map(|sample| sample.start_us).collect();
    if needs_an_end(&times, timeline.end_us) {
        samples.push(0);
        times.push(timeline.end_us);
    }
    let mut hits = vec![0_u64; timeline.calls.len()];
    samples.iter().for_each(|call| hits[*call as usize] += 1);
    let before = std::iter::once(0).chain(times.iter().copied());
    let deltas: Vec<i64> = times
        .iter()
        .zip(before)
        .map(|(time, before)| time - before)
        .collect();
    let ids: Vec<u32> = samples.iter().map(|call| call + 1).collect();
    format!(
        "{{\"nodes\":[\n{}\n],\"startTime\":0,\"endTime\":{},\"samples\":{},\"timeDeltas\":{}}}\n",
        nodes(timeline, &hits).join(",\n"),
        timeline.end_us,
        json!(ids),
        json!(deltas)
    )
}

fn nodes(timeline: &CpuTimeline, hits: &[u64]) -> Vec<String> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); timeline.calls.len()];
    for (number, call) in timeline.calls.iter().enumerate() {
        if let Some(caller) = call.caller {
            children[caller as usize].push(number + 1);
        }
    }
    // V8 numbers scripts; what has no script is in script 0.
    let mut scripts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut frames = Vec::with_capacity(timeline.functions.len());
    for function in &timeline.functions {
        let place = &function.place;
        let next = scripts.len() + 1;
        let script = match place.url.as_str() {
            "" => 0,
            url => *scripts.entry(url).or_insert(next),
        };
        let from_zero = |number: Option<u32>| number.map_or(-1, |number| i64::from(number) - 1);
        frames.push(
            json!({
                "functionName": function.name,
                "scriptId": script.to_string(),
                "url": place.url,
                "lineNumber": from_zero(place.line),
                "columnNumber": from_zero(place.column),
            })
            .to_string(),
        );
    }
    let node = |(number, call): (usize, &CpuTimelineCall)| {
        let mut text = format!(
            "{{\"id\":{},\"callFrame\":{},\"hitCount\":{}",
            number + 1,
            frames[call.function as usize],
            hits[number]
        );
        if !children[number].is_empty() {
            text.push_str(&format!(",\"children\":{}", json!(children[number])));
        }
        if !call.lines.is_empty() {
            let ticks = call
                .lines
                .iter()
                .map(|(line, ticks)| json!({"line": line, "ticks": ticks}));
            text.push_str(&format!(
                ",\"positionTicks\":{}",
                json!(ticks.collect::<Vec<_>>())
            ));
        }
        text.push('}');
        text
    };
    timeline.calls.iter().enumerate().map(node).collect()
}

/// Whether the last sample lasts longer than the median, beyond which readers cut it off.
fn needs_an_end(times: &[i64], end: i64) -> bool {
    let mut gaps: Vec<i64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let Some(last) = times.last().filter(|_| !gaps.is_empty()) else {
        return false;
    };
    let middle = gaps.len() / 2;
    end - last > *gaps.select_nth_unstable(middle).1
}
