//! The frames in three views, in words.

use crate::facts::Fact;
use crate::number;
use crate::shown::{Absence, NOT_AVAILABLE, Shown};
use lagometer_report::{Analysis, DevToolsFrames, DrawnFrames, Frames, PipelineFrames, Value};

/// A line for each view and one that reconciles them; nothing where no view has frames, because then
/// each of their metrics says why.
pub(crate) fn facts(analysis: &Analysis) -> Vec<Fact> {
    let Some(frames) = &analysis.frames else {
        return Vec::new();
    };
    let Frames {
        devtools,
        pipeline,
        draw,
        reconciliation,
    } = frames;
    let totals = [&devtools.total, &pipeline.total, &draw.drawn];
    if totals.iter().all(|total| total.value.is_none()) {
        return Vec::new();
    }
    let mut facts = vec![
        Fact::new("frames", "in three views, which count differently"),
        Fact::new("devtools", in_devtools(devtools)),
        Fact::new("pipeline", in_pipeline(pipeline)),
        Fact::new("drawn", drawn(draw)),
    ];
    let sentences = reconciliation.iter().flat_map(|text| text.split("; "));
    for (at, sentence) in sentences.enumerate() {
        let label = if at == 0 { "together" } else { "" };
        facts.push(Fact::new(label, sentence.to_owned()));
    }
    facts
}

/// `178 frames: 74 dropped (70 in part), 0 idle`.
fn in_devtools(frames: &DevToolsFrames) -> String {
    let DevToolsFrames {
        total,
        idle,
        dropped,
        partial,
        ..
    } = frames;
    or_absent(total, |total| {
        format!(
            "{}: {} dropped ({} in part), {} idle",
            counted(total, "frame", "frames"),
            count(dropped),
            count(partial),
            count(idle)
        )
    })
}

/// `117 presented (10 without the main thread), 64 dropped, 0 without damage, 0 not wanted`.
fn in_pipeline(frames: &PipelineFrames) -> String {
    let PipelineFrames {
        presented,
        presented_in_part,
        dropped,
        no_damage,
        not_wanted,
        ..
    } = frames;
    or_absent(presented, |_| {
        format!(
            "{} presented whole, {} without the main thread, {} dropped, {} without damage, {} not wanted",
            count(presented),
            count(presented_in_part),
            count(dropped),
            count(no_damage),
            count(not_wanted)
        )
    })
}

/// `106 frames, 0 times idle between them`.
fn drawn(frames: &DrawnFrames) -> String {
    let DrawnFrames { drawn, breaks, .. } = frames;
    or_absent(drawn, |drawn| {
        format!(
            "{}, {} times idle between them",
            counted(drawn, "frame", "frames"),
            count(breaks)
        )
    })
}

fn or_absent(value: &Value, text: impl FnOnce(f64) -> String) -> String {
    match value.value {
        Some(number) => text(number.0),
        None => {
            let why = Absence::new(value.reason.as_deref(), value.detail.as_deref());
            format!("{NOT_AVAILABLE} {}", why.text())
        }
    }
}

fn count(value: &Value) -> String {
    Shown::of(value, None).short().to_owned()
}

fn counted(value: f64, one: &str, many: &str) -> String {
    let word = if value == 1.0 { one } else { many };
    format!("{} {word}", number::value(lagometer_metric::Unit::Count, value))
}

/// `from 1,614.2 ms on`, after the start of the window.
pub(crate) fn freeze_start(analysis: &Analysis) -> String {
    let freeze = analysis
        .frames
        .as_ref()
        .and_then(|frames| frames.pipeline.freeze.as_ref());
    match freeze {
        Some(freeze) => format!("from {} on", number::millis(freeze.start_us)),
        None => String::new(),
    }
}

/// `beside 117 presented`.
pub(crate) fn of_which(analysis: &Analysis) -> String {
    let Some(frames) = &analysis.frames else {
        return String::new();
    };
    let PipelineFrames {
        presented,
        presented_in_part,
        ..
    } = &frames.pipeline;
    match (presented.value, presented_in_part.value) {
        (Some(whole), Some(part)) => format!(
            "beside {} presented, {} of them without the main thread",
            number::value(lagometer_metric::Unit::Count, whole.0 + part.0),
            count(presented_in_part)
        ),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
