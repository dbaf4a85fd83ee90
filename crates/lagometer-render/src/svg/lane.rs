//! A lane of the timeline: one thing over the time of the window.

use super::TimeAxis;
use crate::html::Markup;
use crate::number;
use crate::scale::Scale;
use lagometer_metric::Unit;
use lagometer_report::{FrameInterval, Mark, Series};

/// How many values of a series are drawn; a screen shows no more.
const MOST_VALUES: usize = 10_000;
/// Of more frame intervals than this, the longest of each part of the axis is drawn.
const MOST_INTERVALS: usize = 2_000;
/// Up to so many values are also drawn as dots.
const MOST_DOTS: usize = 60;

/// A stretch of time with a name.
pub(crate) struct Bar {
    pub(crate) class: &'static str,
    pub(crate) start_us: i64,
    pub(crate) end_us: i64,
    /// What it is, with its numbers.
    pub(crate) words: String,
}

/// A value at a moment.
pub(crate) struct Point {
    pub(crate) at_us: i64,
    pub(crate) value: f64,
    /// What it is, with its numbers.
    pub(crate) words: String,
}

/// What a lane shows.
pub(crate) enum Drawing<'d> {
    /// Stretches of time.
    Bars(Vec<Bar>),
    /// Points in time.
    Marks(&'d [Mark]),
    /// Values at moments.
    Points { class: &'static str, points: Vec<Point> },
    /// Values over time.
    Series(SeriesDrawing<'d>),
    /// The time between frames, with the time that the display gives one.
    Frames {
        intervals: &'d [FrameInterval],
        budget_us: Option<f64>,
    },
}

/// A series and how it is drawn.
pub(crate) struct SeriesDrawing<'d> {
    pub(crate) class: &'static str,
    pub(crate) series: &'d Series,
}

/// A lane without its name.
pub(crate) struct Lane<'d> {
    pub(crate) drawing: Drawing<'d>,
    /// What it shows, for who does not see it.
    pub(crate) words: String,
}

impl Lane<'_> {
    /// Whether it is as high as a line of text.
    pub(crate) fn is_low(&self) -> bool {
        matches!(self.drawing, Drawing::Bars(_) | Drawing::Marks(_))
    }

    /// How high it is, in pixels.
    pub(crate) fn height(&self) -> usize {
        if self.is_low() { 24 } else { 72 }
    }

    /// Draws it, with the stretches that are shaded in every lane behind.
    pub(crate) fn draw(&self, markup: &mut Markup, axis: TimeAxis, shaded: &[(i64, i64)]) {
        let height = self.height().to_string();
        let attributes = [
            ("class", "plot"),
            ("width", "100%"),
            ("height", height.as_str()),
            ("role", "img"),
            ("aria-label", self.words.as_str()),
        ];
        markup.element("svg", &attributes, |markup| {
            for (start, end) in shaded {
                let (x, width) = (axis.percent(*start), axis.extent(*start, *end));
                rectangle(markup, "shade", (&x, &width), ("0", "100%"), None);
            }
            axis.grid(markup);
            match &self.drawing {
                Drawing::Bars(bars) => draw_bars(markup, axis, bars),
                Drawing::Marks(marks) => draw_marks(markup, axis, marks),
                Drawing::Points { class, points } => draw_points(markup, axis, class, points),
                Drawing::Series(drawing) => draw_series(markup, axis, drawing),
                Drawing::Frames { intervals, budget_us } => {
                    draw_frames(markup, axis, intervals, *budget_us);
                }
            }
        });
    }
}

fn rectangle(
    markup: &mut Markup,
    class: &str,
    (x, width): (&str, &str),
    (y, height): (&str, &str),
    words: Option<&str>,
) {
    let attributes = [
        ("class", class),
        ("x", x),
        ("width", width),
        ("y", y),
        ("height", height),
    ];
    match words {
        Some(words) => markup.element("rect", &attributes, |markup| markup.leaf("title", &[], words)),
        None => markup.empty("rect", &attributes),
    }
}

fn draw_bars(markup: &mut Markup, axis: TimeAxis, bars: &[Bar]) {
    for bar in bars {
        let (x, width) = (axis.percent(bar.start_us), axis.extent(bar.start_us, bar.end_us));
        rectangle(markup, bar.class, (&x, &width), ("5", "14"), Some(&bar.words));
    }
}

fn draw_marks(markup: &mut Markup, axis: TimeAxis, marks: &[Mark]) {
    for mark in marks {
        let x = axis.percent(mark.at_us);
        let attributes = [
            ("class", "mark"),
            ("x1", x.as_str()),
            ("x2", x.as_str()),
            ("y1", "3"),
            ("y2", "21"),
        ];
        markup.element("line", &attributes, |markup| {
            let words = format!("{} at {}", mark.name, number::millis(mark.at_us));
            markup.leaf("title", &[], &words);
        });
    }
}

/// Dots, and a line between those that follow each other.
fn draw_points(markup: &mut Markup, axis: TimeAxis, class: &str, points: &[Point]) {
    let Some(scale) = Scale::of(points.iter().map(|point| point.value)) else {
        return;
    };
    field(markup, |markup| {
        let mut line = String::new();
        for point in points {
            let command = if line.is_empty() { 'M' } else { 'L' };
            let y = number::coordinate(scale.y(point.value));
            line.push_str(&format!("{command}{} {y}", x(axis, point.at_us)));
        }
        path(markup, &format!("line {class}"), &line);
    });
    for point in points {
        let cx = axis.percent(point.at_us);
        let cy = number::coordinate(scale.y(point.value)) + "%";
        let class = format!("point {class}");
        let attributes = [
            ("class", class.as_str()),
            ("cx", cx.as_str()),
            ("cy", cy.as_str()),
            ("r", "3.5"),
        ];
        markup.element("circle", &attributes, |markup| {
            markup.leaf("title", &[], &point.words);
        });
    }
}

/// A field that is stretched over the lane, for paths.
fn field(markup: &mut Markup, inside: impl FnOnce(&mut Markup)) {
    let attributes = [
        ("viewBox", "0 0 1000 100"),
        ("preserveAspectRatio", "none"),
        ("width", "100%"),
        ("height", "100%"),
    ];
    markup.element("svg", &attributes, inside);
}

fn draw_series(markup: &mut Markup, axis: TimeAxis, drawing: &SeriesDrawing<'_>) {
    let SeriesDrawing { class, series } = drawing;
    let values = series.values.iter().take(MOST_VALUES);
    let values: Vec<Option<f64>> = values.map(|value| value.map(|raw| raw.0)).collect();
    match series.unit.0 {
        Unit::Ratio => draw_rates(markup, axis, class, series, &values),
        _ => draw_levels(markup, axis, class, series, &values),
    }
}

/// A share of each step: as high as it is, over the whole step.
fn draw_rates(markup: &mut Markup, axis: TimeAxis, class: &str, series: &Series, values: &[Option<f64>]) {
    let full = Scale { low: 0.0, high: 1.0 };
    field(markup, |markup| {
        let mut area = String::new();
        let mut top = String::new();
        for (step, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            let (from, to) = (
                x(axis, step_end(series, step, 0)),
                x(axis, step_end(series, step, 1)),
            );
            let y = number::coordinate(full.y(*value));
            let base = number::coordinate(full.y(0.0));
            area.push_str(&format!("M{from} {base}V{y}H{to}V{base}Z"));
            top.push_str(&format!("M{from} {y}H{to}"));
        }
        path(markup, &format!("area {class}"), &area);
        path(markup, &format!("line {class}"), &top);
    });
}

/// A value at the end of each step, which holds until the next.
fn draw_levels(markup: &mut Markup, axis: TimeAxis, class: &str, series: &Series, values: &[Option<f64>]) {
    let Some(scale) = Scale::of(values.iter().flatten().copied()) else {
        return;
    };
    field(markup, |markup| {
        let mut line = String::new();
        let mut dots = String::new();
        let mut pen_down = false;
        for (step, value) in values.iter().enumerate() {
            let Some(value) = value else {
                pen_down = false;
                continue;
            };
            let at = x(axis, step_end(series, step, 1));
            let y = number::coordinate(scale.y(*value));
            line.push_str(&if pen_down {
                format!("H{at}V{y}")
            } else {
                format!("M{at} {y}")
            });
            dots.push_str(&format!("M{at} {y}h0"));
            pen_down = true;
        }
        path(markup, &format!("line {class}"), &line);
        if values.len() <= MOST_DOTS {
            path(markup, &format!("dots {class}"), &dots);
        }
    });
}

/// The end of a step, or with `after` 0 its start.
fn step_end(series: &Series, step: usize, after: i64) -> i64 {
    let steps = i64::try_from(step).unwrap_or(i64::MAX).saturating_add(after);
    series
        .start_us
        .saturating_add(steps.saturating_mul(series.step_us))
}

fn x(axis: TimeAxis, at_us: i64) -> String {
    number::coordinate(1_000.0 * axis.share(at_us))
}

fn path(markup: &mut Markup, class: &str, data: &str) {
    if !data.is_empty() {
        markup.empty("path", &[("class", class), ("d", data)]);
    }
}

/// Every interval as a column from frame to frame, as high as it is long.
fn draw_frames(markup: &mut Markup, axis: TimeAxis, intervals: &[FrameInterval], budget_us: Option<f64>) {
    let lengths = intervals.iter().map(|interval| interval.interval_us as f64);
    let Some(scale) = Scale::of(lengths.chain(budget_us).chain([0.0])) else {
        return;
    };
    let drawn = longest_of_each_part(axis, intervals);
    let base = number::coordinate(scale.y(0.0));
    let columns = |late: bool| -> String {
        let of_kind = drawn
            .iter()
            .filter(|interval| (interval.late == Some(true)) == late);
        let column = |interval: &FrameInterval| {
            let from = x(axis, interval.start_us);
            let to = x(axis, interval.start_us.saturating_add(interval.interval_us));
            let y = number::coordinate(scale.y(interval.interval_us as f64));
            format!("M{from} {base}V{y}H{to}V{base}Z")
        };
        of_kind.map(column).collect()
    };
    field(markup, |markup| {
        path(markup, "column", &columns(false));
        path(markup, "column late", &columns(true));
        if let Some(budget) = budget_us {
            let y = number::coordinate(scale.y(budget));
            path(markup, "budget", &format!("M0 {y}H1000"));
        }
    });
}

fn longest_of_each_part(axis: TimeAxis, intervals: &[FrameInterval]) -> Vec<FrameInterval> {
    if intervals.len() <= MOST_INTERVALS {
        return intervals.to_vec();
    }
    let part = |interval: &FrameInterval| (axis.share(interval.start_us) * MOST_INTERVALS as f64) as usize;
    let mut kept: Vec<FrameInterval> = Vec::new();
    for interval in intervals {
        match kept.last_mut() {
            Some(last) if part(last) == part(interval) => {
                if interval.interval_us > last.interval_us {
                    *last = *interval;
                }
            }
            _ => kept.push(*interval),
        }
    }
    kept
}

#[cfg(test)]
mod tests;
