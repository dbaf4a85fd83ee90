//! Measures, marks and the timings of the console into their written form.

use lagometer_metric::Micros;
use lagometer_report::{Console, ConsoleStamp, ConsoleTiming, Detail, Mark, UserTiming};
use lagometer_trace::{PageMark, Stamp, metric};

/// How many starts of measures that never ended are listed for a name.
const OPEN_LISTED: usize = 100;

pub(super) fn user_timings(list: &[metric::UserTiming], window_start: Micros) -> Vec<UserTiming> {
    let timing = |timing: &metric::UserTiming| {
        let metric::UserTiming {
            name,
            summary: _,
            samples,
            starts,
            details,
            open,
            threw,
        } = timing;
        let has_details = details.iter().any(Option::is_some);
        let details = details.iter().map(|text| text.as_deref().map(detail));
        UserTiming {
            name: name.clone(),
            samples_us: samples.iter().map(|sample| sample.0).collect(),
            starts_us: after_start(starts, window_start),
            open: open.len() as u64,
            threw: *threw,
            details: if has_details {
                details.collect()
            } else {
                Vec::new()
            },
            open_starts_us: after_start(&open[..open.len().min(OPEN_LISTED)], window_start),
        }
    };
    list.iter().map(timing).collect()
}

pub(super) fn marks(marks: &[PageMark], window_start: Micros) -> Vec<Mark> {
    let mark = |mark: &PageMark| {
        let PageMark { name, ts, detail } = mark;
        Mark {
            name: name.clone(),
            at_us: ts.saturating_sub(window_start).0,
            detail: detail.as_deref().map(self::detail),
        }
    };
    marks.iter().map(mark).collect()
}

/// What the console timed, and the stamps with how many there are.
pub(super) fn console(
    timings: &[metric::UserTiming],
    (stamps, stamps_total): (&[Stamp], u64),
    window_start: Micros,
) -> Console {
    let timing = |timing: &metric::UserTiming| {
        // Nothing of these throws or has a detail.
        let metric::UserTiming {
            name,
            summary: _,
            samples,
            starts,
            details: _,
            open,
            threw: _,
        } = timing;
        ConsoleTiming {
            name: name.clone(),
            samples_us: samples.iter().map(|sample| sample.0).collect(),
            starts_us: after_start(starts, window_start),
            open: open.len() as u64,
            open_starts_us: after_start(&open[..open.len().min(OPEN_LISTED)], window_start),
        }
    };
    let stamp = |stamp: &Stamp| {
        let Stamp {
            name,
            ts,
            span,
            track,
        } = stamp;
        let relative = |point: Micros| point.saturating_sub(window_start).0;
        ConsoleStamp {
            name: name.clone(),
            at_us: relative(*ts),
            start_us: span.map(|(start, _)| relative(start)),
            end_us: span.map(|(_, end)| relative(end)),
            track: track.clone(),
        }
    };
    Console {
        timings: timings.iter().map(timing).collect(),
        stamps: stamps.iter().map(stamp).collect(),
        stamps_total,
    }
}

fn after_start(points: &[Micros], window_start: Micros) -> Vec<i64> {
    points
        .iter()
        .map(|point| point.saturating_sub(window_start).0)
        .collect()
}

/// What the page wrote, as JSON. What cannot be read as that, as a text with a number beyond all
/// numbers or lists in lists in lists without an end, is the text that it is.
fn detail(text: &str) -> Detail {
    serde_json::from_str(text).unwrap_or_else(|_| Detail::String(text.to_owned()))
}
