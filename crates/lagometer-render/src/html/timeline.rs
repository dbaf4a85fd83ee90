//! What happened when, in one window: all on one time axis, and as lists.

mod lanes;
mod lists;

use super::{Markup, ReportRun, links};
use crate::svg::TimeAxis;
use crate::{run_view, settled_heap};
use lagometer_metric::MetricDefinition;
use lagometer_report::{
    FrameInterval, Interaction, LongTask, Mark, Series, SettledHeapReading, UserTiming, Variant,
};
use std::collections::BTreeMap;

/// What there is to draw of a window.
pub(super) struct Timeline<'d> {
    window_us: Option<i64>,
    long_tasks: &'d [LongTask],
    interactions: &'d [Interaction],
    user_timings: &'d [UserTiming],
    marks: &'d [Mark],
    marks_total: u64,
    frame_intervals: &'d [FrameInterval],
    frame_intervals_total: u64,
    /// The refresh rate of the display, in hertz.
    refresh: Option<f64>,
    settled_heap: &'d [SettledHeapReading],
    series: &'d BTreeMap<String, Series>,
    /// Where what is not listed can be read.
    rest: &'static str,
}

impl<'d> Timeline<'d> {
    /// That of the round which stands for the others.
    fn of_variant(run: &ReportRun<'_>, variant: &'d Variant) -> Timeline<'d> {
        let environment = run.record.environment.as_ref();
        Timeline {
            window_us: variant.series_window_us,
            long_tasks: &variant.long_tasks,
            interactions: &variant.interactions,
            user_timings: &variant.series_user_timings,
            marks: &variant.marks,
            marks_total: variant.marks_total,
            frame_intervals: &variant.frame_intervals,
            frame_intervals_total: variant.frame_intervals_total,
            refresh: environment.and_then(|environment| hertz(&environment.refresh)),
            settled_heap: &variant.settled_heap,
            series: &variant.series,
            rest: "summary.json",
        }
    }

    /// The curves, and their lists.
    pub(super) fn draw(&self, markup: &mut Markup, definitions: &[&MetricDefinition]) {
        match self.window_us.and_then(TimeAxis::new) {
            Some(axis) => lanes::figure(markup, self, definitions, axis),
            None => markup.leaf("p", &[], "its window has no length: there is nothing to draw"),
        }
        lists::lists(markup, self);
    }
}

fn hertz(refresh: &lagometer_report::Value) -> Option<f64> {
    let hertz = refresh.value?.0;
    (hertz.is_finite() && hertz > 0.0).then_some(hertz)
}

/// The curves of a run, their lists, and where the raw trace is.
pub(super) fn of_run(
    markup: &mut Markup,
    run: &ReportRun<'_>,
    variant: &Variant,
    definitions: &[&MetricDefinition],
) {
    let Some(round) = variant.series_round else {
        markup.leaf("p", &[], "no round is valid: there is nothing to draw");
        return;
    };
    markup.element("p", &[("class", "which")], |markup| {
        markup.text("Of ");
        markup.leaf("b", &[], &run_view::representative(round, variant));
        markup.text(", which stands for the others.");
    });
    let slope = settled_heap::slope(&variant.metrics).filter(|_| !variant.settled_heap.is_empty());
    if let Some(slope) = slope {
        markup.element("p", &[("class", "slope")], |markup| {
            markup.leaf("b", &[], "Heap over repetitions, all rounds");
            markup.text(": ");
            markup.prose(&slope);
            markup.text(".");
        });
    }
    Timeline::of_variant(run, variant).draw(markup, definitions);
    raw_trace(markup, run, round);
}

fn raw_trace(markup: &mut Markup, run: &ReportRun<'_>, round: u32) {
    let entry = run.record.rounds.iter().find(|entry| entry.number == round);
    let trace = entry.and_then(|entry| entry.trace.as_deref());
    markup.element("p", &[("class", "raw")], |markup| match trace {
        Some(path) => {
            markup.text("Raw trace: ");
            links::link(markup, run.folder, path, path);
            markup.prose(
                ". Open it in DevTools (Performance, `Load profile`), in Perfetto (ui.perfetto.dev, \
                 `Open trace file`), or with `lagometer trace`.",
            );
        }
        None => markup.text("The raw trace of this round was not kept."),
    });
}
