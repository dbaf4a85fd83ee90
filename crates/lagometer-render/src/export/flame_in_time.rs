//! A flame graph in the order of time.

use super::boxes::{Call, Drawing, LEAST_WIDTH, WIDTH, file_name, span};
use super::flame::{STYLE, class_of, legend_of_categories};
use crate::{cpu_place, number};
use lagometer_report::{CpuTimeline, CpuTimelineFunction};
use std::collections::BTreeMap;

/// In so many parts of time one stack each is drawn, where there are more samples than that.
const PARTS: i64 = (WIDTH / LEAST_WIDTH) as i64 * 4 / 5;

/// How long one stack is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    call: u32,
    start: i64,
    end: i64,
}

/// Stacks from the foot at the top downwards, from the first sample to the last; what is idle is empty.
pub fn flame_in_time(timeline: &CpuTimeline) -> String {
    let pieces = pieces(timeline);
    let mut drawing = Drawing::default();
    // What is open: the call and where it began.
    let mut open: Vec<(u32, i64)> = Vec::new();
    let mut last = 0;
    for piece in &pieces {
        let stack = stack(timeline, piece.call);
        let goes_on = piece.start == last;
        let same = open
            .iter()
            .zip(&stack)
            .take_while(|((a, _), b)| a == *b && goes_on);
        let same = same.count();
        close(timeline, &mut drawing, &mut open, same, last);
        open.extend(stack[same..].iter().map(|call| (*call, piece.start)));
        last = piece.end;
    }
    close(timeline, &mut drawing, &mut open, 0, last);
    let title = format!(
        "{}: {} in the order of time",
        file_name(&timeline.name),
        number::millis(timeline.end_us)
    );
    let mut notes = vec!["idle time is empty".to_owned()];
    if timeline.samples.len() as i64 > PARTS {
        notes.push(format!(
            "each {} show the stack that has most of them",
            number::micros(part(timeline) as f64)
        ));
    }
    drawing.finish(&title, &notes, &legend_of_categories(), STYLE)
}

/// Draws what is open beyond `keep`, the outermost first.
fn close(timeline: &CpuTimeline, drawing: &mut Drawing, open: &mut Vec<(u32, i64)>, keep: usize, end: i64) {
    for (depth, (call, start)) in open.drain(keep..).enumerate() {
        let function = function(timeline, call);
        let about = Call {
            name: cpu_place::function_name(&function.name),
            class: class_of(&function.category),
            about: vec![
                format!(
                    "at {}, for {}",
                    number::millis(start),
                    number::millis(end - start)
                ),
                super::place(&function.place).unwrap_or_default(),
            ],
        };
        let depth = (keep + depth) as u32;
        drawing.add(depth, span(start, end - start, timeline.end_us), &about);
    }
}

fn function(timeline: &CpuTimeline, call: u32) -> &CpuTimelineFunction {
    &timeline.functions[timeline.calls[call as usize].function as usize]
}

fn is_engine(timeline: &CpuTimeline, call: u32, name: &str) -> bool {
    let function = function(timeline, call);
    function.category == "engine" && function.name == name
}

/// The calls from the foot up, without the root, which is on every stack; nothing of what is idle.
fn stack(timeline: &CpuTimeline, call: u32) -> Vec<u32> {
    if is_engine(timeline, call, "(idle)") {
        return Vec::new();
    }
    let mut stack = Vec::new();
    let mut next = Some(call);
    while let Some(call) = next {
        next = timeline.calls[call as usize].caller;
        if next.is_some() || !is_engine(timeline, call, "(root)") {
            stack.push(call);
        }
    }
    stack.reverse();
    stack
}

/// How long a part is.
fn part(timeline: &CpuTimeline) -> i64 {
    (timeline.end_us / PARTS).max(1)
}

/// Every sample; of more than can be seen, in each part of the time the one that has most of it.
fn pieces(timeline: &CpuTimeline) -> Vec<Piece> {
    let ends = timeline.samples.iter().skip(1).map(|sample| sample.start_us);
    let samples = timeline.samples.iter().zip(ends.chain([timeline.end_us]));
    let all = samples.map(|(sample, end)| Piece {
        call: sample.call,
        start: sample.start_us,
        end,
    });
    if timeline.samples.len() as i64 <= PARTS {
        return all.filter(|piece| piece.end > piece.start).collect();
    }
    let part = part(timeline);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut sums: BTreeMap<u32, i64> = BTreeMap::new();
    let mut from = 0;
    for piece in all {
        let mut start = piece.start;
        while start < piece.end {
            let end = piece.end.min(from + part);
            *sums.entry(piece.call).or_default() += end - start;
            start = end;
            if end == from + part {
                pieces.extend(most(&mut sums, from, end));
                from = end;
            }
        }
    }
    pieces.extend(most(&mut sums, from, timeline.end_us));
    pieces
}

/// What has most of a part; of equals the first call.
fn most(sums: &mut BTreeMap<u32, i64>, start: i64, end: i64) -> Option<Piece> {
    let sums = std::mem::take(sums);
    let (call, _) = sums
        .into_iter()
        .max_by_key(|(call, sum)| (*sum, std::cmp::Reverse(*call)))?;
    Some(Piece { call, start, end })
}
