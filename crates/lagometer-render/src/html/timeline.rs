//! What happened when, in one window: all on one time axis, and as lists.

use super::{Markup, ReportRun, links, lists};
use crate::svg::TimeAxis;
use crate::timeline::{self, Timeline};
use crate::{run_view, settled_heap};
use lagometer_metric::MetricDefinition;
use lagometer_report::Variant;

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
    draw(markup, &Timeline::of_variant(run.record, variant), definitions);
    raw_trace(markup, run, round);
}

/// The curves, and their lists.
pub(super) fn draw(markup: &mut Markup, timeline: &Timeline<'_>, definitions: &[&MetricDefinition]) {
    match timeline.window_us.and_then(TimeAxis::new) {
        Some(axis) => figure(markup, timeline, definitions, axis),
        None => markup.leaf("p", &[], "its window has no length: there is nothing to draw"),
    }
    lists::lists(markup, timeline);
}

/// All lanes of a window.
fn figure(markup: &mut Markup, timeline: &Timeline<'_>, definitions: &[&MetricDefinition], axis: TimeAxis) {
    let lanes = timeline::lanes(timeline, definitions);
    let shaded: Vec<(i64, i64)> = timeline.long_tasks.iter().map(timeline::ends).collect();
    markup.element("figure", &[("class", "timeline")], |markup| {
        ticks(markup, axis, "ms");
        for named in &lanes {
            let class = if named.lane.is_low() { "lane low" } else { "lane" };
            markup.element("div", &[("class", class)], |markup| {
                markup.element("div", &[("class", "name")], |markup| {
                    markup.element("b", &[], |markup| markup.name(&named.name));
                    markup.leaf("span", &[], &named.words);
                });
                named.lane.draw(markup, axis, &shaded);
            });
        }
        ticks(markup, axis, "");
        markup.element("figcaption", &[], |markup| {
            markup.text("Time after the start of the window. ");
            if !shaded.is_empty() {
                markup.leaf("span", &[("class", "key shade")], "");
                markup.text(" in every lane: a long task. ");
            }
            markup.text("A curve has a value for each slice; where it has none, it has a gap.");
        });
    });
}

fn ticks(markup: &mut Markup, axis: TimeAxis, words: &str) {
    markup.element("div", &[("class", "lane axis")], |markup| {
        markup.element("div", &[("class", "name"), ("aria-hidden", "true")], |markup| {
            markup.leaf("span", &[], if words.is_empty() { "" } else { "time" });
        });
        axis.draw(markup);
    });
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
