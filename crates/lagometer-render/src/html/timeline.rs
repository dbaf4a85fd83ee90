//! What happened when, in the round that stands for the others: all on one time axis.

use super::{Markup, ReportRun, links};
use crate::svg::{Bar, Drawing, Lane, SeriesDrawing, TimeAxis};
use crate::{long_tasks, number, run_view, shown};
use lagometer_metric::{MetricDefinition, MetricId, Unit};
use lagometer_report::{LongTask, Series, UserTiming, Variant};

/// How many names of user timings have a lane.
const MOST_NAMES: usize = 12;
/// How many measures of a name are drawn.
const MOST_MEASURES: usize = 500;
/// How many rows the lists below the curves have.
const MOST_ROWS: usize = 100;

/// A lane with its name.
struct Named<'d> {
    name: String,
    /// What stands under the name: the range, a legend.
    words: String,
    lane: Lane<'d>,
}

/// The curves, their lists, and where the raw trace is.
pub(super) fn timeline(
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
    match variant.series_window_us.and_then(TimeAxis::new) {
        Some(axis) => curves(markup, run, variant, definitions, axis),
        None => markup.leaf("p", &[], "its window has no length: there is nothing to draw"),
    }
    lists(markup, variant);
    raw_trace(markup, run, round);
}

fn curves(
    markup: &mut Markup,
    run: &ReportRun<'_>,
    variant: &Variant,
    definitions: &[&MetricDefinition],
    axis: TimeAxis,
) {
    let mut lanes: Vec<Named<'_>> = vec![long_task_lane(&variant.long_tasks)];
    lanes.extend(
        variant
            .series_user_timings
            .iter()
            .filter(|timing| !timing.samples_us.is_empty())
            .take(MOST_NAMES)
            .map(user_timing_lane),
    );
    if !variant.marks.is_empty() {
        lanes.push(mark_lane(variant));
    }
    lanes.extend(series_lane("busy_rate", variant, definitions));
    if !variant.frame_intervals.is_empty() {
        lanes.push(frame_lane(run, variant));
    }
    for id in ["js_heap", "dom_nodes"] {
        lanes.extend(series_lane(id, variant, definitions));
    }
    let others = variant.series.keys();
    for id in others.filter(|id| !["busy_rate", "js_heap", "dom_nodes"].contains(&id.as_str())) {
        lanes.extend(series_lane(id, variant, definitions));
    }
    let shaded: Vec<(i64, i64)> = variant.long_tasks.iter().map(ends).collect();
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

fn ends(task: &LongTask) -> (i64, i64) {
    (task.start_us, task.start_us.saturating_add(task.duration_us))
}

fn long_task_lane<'d>(tasks: &[LongTask]) -> Named<'d> {
    let bars = tasks.iter().map(|task| {
        let (start_us, end_us) = ends(task);
        Bar {
            start_us,
            end_us,
            words: format!(
                "long task of {} at {}",
                number::millis(task.duration_us),
                number::millis(start_us)
            ),
        }
    });
    let count = match tasks.len() {
        0 => "none".to_owned(),
        1 => "1 task".to_owned(),
        more => format!("{} tasks", number::count(more as u64)),
    };
    Named {
        name: "long tasks".to_owned(),
        words: count.clone(),
        lane: Lane {
            drawing: Drawing::Bars {
                class: "long",
                bars: bars.collect(),
            },
            words: format!("long tasks over time: {count}"),
        },
    }
}

fn user_timing_lane<'d>(timing: &UserTiming) -> Named<'d> {
    let measures = timing.starts_us.iter().zip(&timing.samples_us);
    let bars = measures.take(MOST_MEASURES).map(|(start, length)| Bar {
        start_us: *start,
        end_us: start.saturating_add(*length),
        words: format!(
            "{}: {} at {}",
            timing.name,
            number::millis(*length),
            number::millis(*start)
        ),
    });
    let bars: Vec<Bar> = bars.collect();
    let words = match timing.samples_us.as_slice() {
        [one] => number::millis(*one),
        more => format!("{} times", number::count(more.len() as u64)),
    };
    Named {
        name: timing.name.clone(),
        words: words.clone(),
        lane: Lane {
            drawing: Drawing::Bars {
                class: "timing",
                bars,
            },
            words: format!("user timing {}: {words}", timing.name),
        },
    }
}

fn mark_lane(variant: &Variant) -> Named<'_> {
    let words = of_total(variant.marks.len(), variant.marks_total);
    Named {
        name: "marks".to_owned(),
        lane: Lane {
            drawing: Drawing::Marks(&variant.marks),
            words: format!("marks over time: {words}"),
        },
        words,
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

fn frame_lane<'d>(run: &ReportRun<'_>, variant: &'d Variant) -> Named<'d> {
    let intervals = &variant.frame_intervals;
    let hertz = run
        .record
        .environment
        .as_ref()
        .and_then(|environment| environment.refresh.value)
        .map(|raw| raw.0)
        .filter(|hertz| hertz.is_finite() && *hertz > 0.0);
    let longest = intervals.iter().map(|interval| interval.interval_us).max();
    let late = intervals
        .iter()
        .filter(|interval| interval.late == Some(true))
        .count();
    let mut words = of_total(intervals.len(), variant.frame_intervals_total);
    if let Some(longest) = longest {
        words.push_str(&format!(" up to {}", number::millis(longest)));
    }
    if intervals.iter().any(|interval| interval.late.is_some()) {
        words.push_str(&format!("; late, filled: {}", number::count(late as u64)));
    }
    if let Some(hertz) = hertz {
        words.push_str(&format!("; dashed: {}", number::period(hertz)));
    }
    Named {
        name: "frame intervals".to_owned(),
        lane: Lane {
            drawing: Drawing::Frames {
                intervals,
                budget_us: hertz.map(|hertz| 1e6 / hertz),
            },
            words: format!("frame intervals over time: {words}"),
        },
        words,
    }
}

fn series_lane<'d>(id: &str, variant: &'d Variant, definitions: &[&MetricDefinition]) -> Option<Named<'d>> {
    let series = variant
        .series
        .get(id)
        .filter(|series| !series.values.is_empty())?;
    let metric = MetricId::parse(id).metric;
    let title = definitions
        .iter()
        .find(|definition| definition.id == metric)
        .map_or_else(|| id.replace('_', " "), |definition| definition.title.to_owned());
    let class = match id {
        "busy_rate" => "busy",
        "js_heap" => "heap",
        "dom_nodes" => "nodes",
        _ => "other",
    };
    let words = range(series);
    Some(Named {
        name: title.clone(),
        lane: Lane {
            drawing: Drawing::Series(SeriesDrawing { class, series }),
            words: format!("{title} over time: {words}"),
        },
        words,
    })
}

/// `0 to 100 %` for shares, else the smallest and the largest that are drawn.
fn range(series: &Series) -> String {
    let unit = series.unit.0;
    if unit == Unit::Ratio {
        return format!("0 to 100 %, {} slices", number::short_millis(series.step_us));
    }
    let values = || series.values.iter().flatten().map(|raw| raw.0);
    let (low, high) = (
        values().fold(f64::INFINITY, f64::min),
        values().fold(f64::NEG_INFINITY, f64::max),
    );
    if low > high {
        return shown::NOT_AVAILABLE.to_owned();
    }
    let text = |raw| shown::text(unit, None, raw);
    if low == high {
        return format!("{} all the time", text(high));
    }
    format!("{} to {}", number::bare(unit, low), text(high))
}

/// What the bars say, for who reads or copies.
fn lists(markup: &mut Markup, variant: &Variant) {
    let tasks = long_tasks::longest(&variant.long_tasks, MOST_ROWS);
    if !tasks.rows.is_empty() {
        let more = variant.long_tasks.len() - tasks.rows.len();
        list(
            markup,
            &format!("Long tasks: {}", number::count(variant.long_tasks.len() as u64)),
            &["start", "duration", "cpu time", "inside"],
            |markup| {
                for row in &tasks.rows {
                    markup.element("tr", &[], |markup| {
                        number_cell(markup, &row.start);
                        number_cell(markup, &row.duration);
                        match &row.cpu {
                            shown::Shown::Number(text) => number_cell(markup, text),
                            shown::Shown::Absent(absence) => {
                                let words = format!("{} {}", shown::NOT_AVAILABLE, absence.text());
                                number_cell(markup, &words);
                            }
                        }
                        markup.element("td", &[], |markup| names(markup, &row.inside));
                    });
                }
            },
            more as u64,
        );
    }
    if !variant.marks.is_empty() {
        let shown = variant.marks.len().min(MOST_ROWS);
        list(
            markup,
            &format!("Marks: {}", number::count(variant.marks_total)),
            &["at", "name"],
            |markup| {
                for mark in variant.marks.iter().take(shown) {
                    markup.element("tr", &[], |markup| {
                        number_cell(markup, &number::millis(mark.at_us));
                        markup.element("td", &[], |markup| markup.name(&mark.name));
                    });
                }
            },
            variant.marks_total.saturating_sub(shown as u64),
        );
    }
}

fn names(markup: &mut Markup, names: &[String]) {
    for (index, name) in names.iter().enumerate() {
        if index > 0 {
            markup.text(" > ");
        }
        markup.name(name);
    }
}

fn number_cell(markup: &mut Markup, text: &str) {
    markup.leaf("td", &[("class", "number")], text);
}

fn list(markup: &mut Markup, title: &str, columns: &[&str], rows: impl FnOnce(&mut Markup), more: u64) {
    markup.element("details", &[], |markup| {
        markup.leaf("summary", &[], title);
        markup.element("table", &[("class", "plain")], |markup| {
            markup.leaf("caption", &[], title);
            markup.element("thead", &[], |markup| {
                markup.element("tr", &[], |markup| {
                    for column in columns {
                        let is_text = ["inside", "name"].contains(column);
                        let class = if is_text { "" } else { "number" };
                        markup.leaf("th", &[("class", class), ("scope", "col")], column);
                    }
                });
            });
            markup.element("tbody", &[], rows);
        });
        if more > 0 {
            let words = format!("{} more are in summary.json", number::count(more));
            markup.leaf("p", &[("class", "quiet")], &words);
        }
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
