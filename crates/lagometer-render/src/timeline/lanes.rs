//! The drawings: a lane for each thing, one below the other.

use super::{Timeline, loading, of_total};
use crate::scale::Scale;
use crate::svg::{Bar, Drawing, Lane, Point, SeriesDrawing};
use crate::{number, settled_heap, shown};
use lagometer_metric::{MetricDefinition, MetricId, Unit};
use lagometer_report::{ConsoleTiming, Interaction, LongTask, Series, UserTiming};

/// How many names of user timings have a lane.
const MOST_NAMES: usize = 12;
/// How many measures of a name, and how many interactions, are drawn.
const MOST_BARS: usize = 500;

/// A lane with its name.
pub(crate) struct Named<'d> {
    pub(crate) name: String,
    /// What stands under the name: the range, a legend.
    pub(crate) words: String,
    pub(crate) lane: Lane<'d>,
}

/// Stretches and points in time first, then the curves that people look at, then all others.
pub(crate) fn lanes<'d>(timeline: &Timeline<'d>, definitions: &[&MetricDefinition]) -> Vec<Named<'d>> {
    let mut lanes: Vec<Named<'_>> = vec![long_task_lane(timeline.long_tasks)];
    if !timeline.interactions.is_empty() {
        lanes.push(interaction_lane(timeline.interactions));
    }
    lanes.extend(timeline.loading.into_iter().flat_map(loading::lanes));
    let timings = timeline.user_timings.iter();
    lanes.extend(
        timings
            .filter(|timing| !timing.samples_us.is_empty())
            .take(MOST_NAMES)
            .map(user_timing_lane),
    );
    let labels = timeline.console.iter();
    lanes.extend(
        labels
            .filter(|timing| !timing.samples_us.is_empty())
            .take(MOST_NAMES)
            .map(console_lane),
    );
    if !timeline.marks.is_empty() {
        lanes.push(mark_lane(timeline));
    }
    lanes.extend(series_lane("busy_rate", timeline, definitions));
    if !timeline.frame_intervals.is_empty() {
        lanes.push(frame_lane(timeline));
    }
    lanes.extend(settled_heap_lane(timeline));
    let first = ["js_heap", "dom_nodes"];
    for id in first {
        lanes.extend(series_lane(id, timeline, definitions));
    }
    let others = timeline.series.keys();
    for id in others.filter(|id| *id != "busy_rate" && !first.contains(&id.as_str())) {
        lanes.extend(series_lane(id, timeline, definitions));
    }
    lanes
}

/// From when to when a task ran.
pub(crate) fn ends(task: &LongTask) -> (i64, i64) {
    (task.start_us, task.start_us.saturating_add(task.duration_us))
}

fn long_task_lane<'d>(tasks: &[LongTask]) -> Named<'d> {
    let bars = tasks.iter().map(|task| {
        let (start_us, end_us) = ends(task);
        Bar {
            class: "long",
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
            drawing: Drawing::Bars(bars.collect()),
            words: format!("long tasks over time: {count}"),
        },
    }
}

fn interaction_lane<'d>(interactions: &[Interaction]) -> Named<'d> {
    let bars = interactions.iter().take(MOST_BARS).map(|interaction| Bar {
        class: if interaction.is_inp { "inp" } else { "interaction" },
        start_us: interaction.start_us,
        end_us: interaction.start_us.saturating_add(interaction.duration_us),
        words: format!(
            "{} of {} at {}{}",
            interaction.event_type,
            number::millis(interaction.duration_us),
            number::millis(interaction.start_us),
            if interaction.is_inp { ", the inp" } else { "" }
        ),
    });
    let mut words = match interactions.len() {
        1 => "1 interaction".to_owned(),
        more => number::count(more as u64),
    };
    if let Some(inp) = interactions.iter().find(|interaction| interaction.is_inp) {
        words.push_str(&format!(", inp filled: {}", number::millis(inp.duration_us)));
    }
    Named {
        name: "interactions".to_owned(),
        lane: Lane {
            drawing: Drawing::Bars(bars.collect()),
            words: format!("interactions over time: {words}"),
        },
        words,
    }
}

fn user_timing_lane<'d>(timing: &UserTiming) -> Named<'d> {
    measures_lane("user timing", &timing.name, &timing.starts_us, &timing.samples_us)
}

fn console_lane<'d>(timing: &ConsoleTiming) -> Named<'d> {
    measures_lane(
        "console.time",
        &timing.name,
        &timing.starts_us,
        &timing.samples_us,
    )
}

/// Stretches of one name.
fn measures_lane<'d>(what: &str, name: &str, starts_us: &[i64], samples_us: &[i64]) -> Named<'d> {
    let measures = starts_us.iter().zip(samples_us);
    let bars = measures.take(MOST_BARS).map(|(start, length)| Bar {
        class: "timing",
        start_us: *start,
        end_us: start.saturating_add(*length),
        words: format!(
            "{name}: {} at {}",
            number::millis(*length),
            number::millis(*start)
        ),
    });
    let words = match samples_us {
        [one] => number::millis(*one),
        more => format!("{} times", number::count(more.len() as u64)),
    };
    Named {
        name: name.to_owned(),
        words: words.clone(),
        lane: Lane {
            drawing: Drawing::Bars(bars.collect()),
            words: format!("{what} {name}: {words}"),
        },
    }
}

fn mark_lane<'d>(timeline: &Timeline<'d>) -> Named<'d> {
    let words = of_total(timeline.marks.len(), timeline.marks_total);
    Named {
        name: "marks".to_owned(),
        lane: Lane {
            drawing: Drawing::Marks(timeline.marks),
            words: format!("marks over time: {words}"),
        },
        words,
    }
}

fn frame_lane<'d>(timeline: &Timeline<'d>) -> Named<'d> {
    let words = timeline.frame_words("late, filled", "dashed");
    Named {
        name: "frame intervals".to_owned(),
        lane: Lane {
            drawing: Drawing::Frames {
                intervals: timeline.frame_intervals,
                budget_us: timeline.refresh.map(|hertz| 1e6 / hertz),
            },
            words: format!("frame intervals over time: {words}"),
        },
        words,
    }
}

/// What each repetition leaves, as points in time.
fn settled_heap_lane<'d>(timeline: &Timeline<'_>) -> Option<Named<'d>> {
    let readings = timeline.settled_heap;
    let points: Vec<Point> = readings
        .iter()
        .map(|reading| Point {
            at_us: reading.at_us,
            value: reading.used_bytes.0,
            words: format!(
                "after repetition {}: {}",
                number::count(reading.repetition.into()),
                number::value(Unit::Bytes, reading.used_bytes.0)
            ),
        })
        .collect();
    let range = extent(Unit::Bytes, points.iter().map(|point| point.value))?;
    let words = format!("{range}, {}", settled_heap::repetitions(readings));
    Some(Named {
        name: "settled heap".to_owned(),
        lane: Lane {
            drawing: Drawing::Points {
                class: "heap",
                points,
            },
            words: format!("settled heap over time: {words}"),
        },
        words,
    })
}

fn series_lane<'d>(
    id: &str,
    timeline: &Timeline<'d>,
    definitions: &[&MetricDefinition],
) -> Option<Named<'d>> {
    let series = timeline
        .series
        .get(id)
        .filter(|series| !series.values.is_empty())?;
    let MetricId { metric, name, .. } = MetricId::parse(id);
    let mut title = definitions
        .iter()
        .find(|definition| definition.id == metric)
        .map_or_else(|| id.replace('_', " "), |definition| definition.title.to_owned());
    if let Some(name) = name {
        title.push_str(&format!(" {name}"));
    }
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
    let values = series.values.iter().flatten().map(|raw| raw.0);
    extent(unit, values).unwrap_or_else(|| shown::NOT_AVAILABLE.to_owned())
}

/// `1,289.2 to 1,514.1 KiB`; `None` without a value.
fn extent(unit: Unit, values: impl Iterator<Item = f64>) -> Option<String> {
    let Scale { low, high } = Scale::of(values)?;
    let text = |raw| shown::text(unit, None, raw);
    if low == high {
        return Some(format!("{} all the time", text(high)));
    }
    Some(format!("{} to {}", number::bare(unit, low), text(high)))
}
