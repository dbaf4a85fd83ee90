//! What happened when, in one window: what its drawings are made of.

mod lanes;
mod loading;

pub(crate) use lanes::{ends, lanes};

use crate::{interactions, number};

use lagometer_report::{
    Analysis, ConsoleTiming, FrameInterval, Interaction, Loading, LongTask, Mark, RecordDocument, Series,
    SettledHeapReading, UserTiming, Variant,
};
use std::collections::BTreeMap;

/// What there is to draw of a window.
pub(crate) struct Timeline<'d> {
    pub(crate) window_us: Option<i64>,
    pub(crate) long_tasks: &'d [LongTask],
    pub(crate) interactions: &'d [Interaction],
    /// The processes of the page; empty where they are not known.
    pub(crate) pages: Vec<i64>,
    pub(crate) user_timings: &'d [UserTiming],
    pub(crate) marks: &'d [Mark],
    pub(crate) marks_total: u64,
    pub(crate) frame_intervals: &'d [FrameInterval],
    pub(crate) frame_intervals_total: u64,
    /// The refresh rate of the display, in hertz.
    pub(crate) refresh: Option<f64>,
    pub(crate) settled_heap: &'d [SettledHeapReading],
    /// Page loads, layout shifts and long animation frames; `None` where nothing is told of them.
    pub(crate) loading: Option<&'d Loading>,
    /// What the page timed through the console.
    pub(crate) console: &'d [ConsoleTiming],
    pub(crate) series: &'d BTreeMap<String, Series>,
    /// Where what is not listed can be read.
    pub(crate) rest: &'static str,
}

impl<'d> Timeline<'d> {
    /// That of the round which stands for the others.
    pub(crate) fn of_variant(record: &RecordDocument, variant: &'d Variant) -> Timeline<'d> {
        let environment = record.environment.as_ref();
        Timeline {
            window_us: variant.series_window_us,
            long_tasks: &variant.long_tasks,
            interactions: &variant.interactions,
            pages: Vec::new(),
            user_timings: &variant.series_user_timings,
            marks: &variant.marks,
            marks_total: variant.marks_total,
            frame_intervals: &variant.frame_intervals,
            frame_intervals_total: variant.frame_intervals_total,
            refresh: environment.and_then(|environment| hertz(&environment.refresh)),
            settled_heap: &variant.settled_heap,
            loading: None,
            console: &[],
            series: &variant.series,
            rest: "summary.json",
        }
    }

    /// That of a trace.
    pub(crate) fn of_trace(analysis: &'d Analysis) -> Timeline<'d> {
        let window = &analysis.window;
        Timeline {
            window_us: Some(window.end_us.saturating_sub(window.start_us)),
            long_tasks: &analysis.long_tasks,
            interactions: &analysis.interactions,
            pages: interactions::pages(analysis),
            user_timings: &analysis.user_timings,
            marks: &analysis.marks,
            marks_total: analysis.marks_total,
            frame_intervals: &analysis.frame_intervals,
            frame_intervals_total: analysis.frame_intervals_total,
            refresh: hertz(&analysis.options.refresh),
            settled_heap: &analysis.settled_heap,
            loading: Some(&analysis.loading),
            console: &analysis.console.timings,
            series: &analysis.series,
            rest: "`lagometer trace --format json`",
        }
    }

    /// `39 up to 33.4 ms; late: 3; budget: 16.7 ms`, where `late` and `budget` say how those are drawn.
    pub(crate) fn frame_words(&self, late: &str, budget: &str) -> String {
        let intervals = self.frame_intervals;
        let mut words = of_total(intervals.len(), self.frame_intervals_total);
        if let Some(longest) = intervals.iter().map(|interval| interval.interval_us).max() {
            words.push_str(&format!(" up to {}", number::millis(longest)));
        }
        if intervals.iter().any(|interval| interval.late.is_some()) {
            let is_late = |interval: &&FrameInterval| interval.late == Some(true);
            let count = intervals.iter().filter(is_late).count();
            words.push_str(&format!("; {late}: {}", number::count(count as u64)));
        }
        if let Some(hertz) = self.refresh {
            words.push_str(&format!("; {budget}: {}", number::period(hertz)));
        }
        words
    }
}

/// `39`, or `the first 10,000 of 12,000`.
fn of_total(listed: usize, total: u64) -> String {
    let listed = listed as u64;
    if listed < total {
        return format!("the first {} of {}", number::count(listed), number::count(total));
    }
    number::count(listed)
}

fn hertz(refresh: &lagometer_report::Value) -> Option<f64> {
    let hertz = refresh.value?.0;
    (hertz.is_finite() && hertz > 0.0).then_some(hertz)
}
