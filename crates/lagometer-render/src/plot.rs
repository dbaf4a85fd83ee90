//! The curves of a trace as text: a plot for each, one below the other, on one time axis.

use crate::scale::Scale;
use crate::svg::TimeAxis;
use crate::timeline::{Timeline, ends};
use crate::{Style, layout, number};
use lagometer_metric::Unit;
use lagometer_report::{Analysis, Series};

/// How many lines a curve is high.
const ROWS: usize = 4;
/// Parts of a line that a column can be high: blocks, and characters of ASCII.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII: [char; 4] = [' ', '.', ':', '#'];

/// The widest label beside a plot; a wider one has a line of its own.
const MOST_LABEL: usize = 20;

/// A thing over the time of the window.
struct Plot {
    title: &'static str,
    words: String,
    data: Data,
}

enum Data {
    /// Stretches of time, in one line.
    Stretches(Vec<(i64, i64)>),
    /// Stretches of time with a value each.
    Values {
        unit: Unit,
        scale: Scale,
        stretches: Vec<(i64, i64, Option<f64>)>,
    },
}

/// The plots of a trace: busy rate, long tasks, interactions, frame intervals, heap. Empty where the
/// window has no length.
pub(crate) fn plots(analysis: &Analysis, style: &Style) -> String {
    let timeline = Timeline::of_trace(analysis);
    let Some((window, axis)) = timeline
        .window_us
        .and_then(|window| Some((window, TimeAxis::new(window)?)))
    else {
        return String::new();
    };
    let plots = all(&timeline, analysis.options.long_task_us);
    let labels = plots.iter().flat_map(Plot::labels);
    let label = labels
        .map(|label| label.len())
        .filter(|length| *length <= MOST_LABEL);
    let label = label.max().unwrap_or(0);
    let columns = layout::columns(style).saturating_sub(label + 2).max(1);
    let canvas = Canvas {
        axis,
        window_us: window,
        label,
        columns,
        style,
    };
    let mut text = String::new();
    for plot in &plots {
        let head = format!("{}   ", plot.title);
        let lines = layout::hang(&head, &plot.words, head.len(), style);
        for line in lines {
            text.push_str(&line.replacen(plot.title, &style.bold(plot.title), 1));
            text.push('\n');
        }
        canvas.draw(&plot.data, &mut text);
    }
    canvas.draw_axis(&mut text);
    let column = number::millis(window / columns as i64);
    let words = format!("a column is {column}; of several values in it the highest is shown");
    for line in layout::hang("", &words, 2, style) {
        text.push_str(&style.dim(&line));
        text.push('\n');
    }
    text
}

fn all(timeline: &Timeline<'_>, long_task_us: i64) -> Vec<Plot> {
    let mut plots: Vec<Plot> = series("busy_rate", "busy rate", timeline).into_iter().collect();
    let count = match timeline.long_tasks.len() {
        0 => "none".to_owned(),
        some => number::count(some as u64),
    };
    plots.push(Plot {
        title: "long tasks",
        words: format!("{count} of {} and more", number::short_millis(long_task_us)),
        data: Data::Stretches(timeline.long_tasks.iter().map(ends).collect()),
    });
    let interactions = timeline.interactions;
    if !interactions.is_empty() {
        let mut words = number::count(interactions.len() as u64);
        if let Some(inp) = interactions.iter().find(|interaction| interaction.is_inp) {
            words.push_str(&format!(", inp {}", number::millis(inp.duration_us)));
        }
        let stretch = |start: i64, length: i64| (start, start.saturating_add(length));
        let stretches = interactions
            .iter()
            .map(|interaction| stretch(interaction.start_us, interaction.duration_us));
        plots.push(Plot {
            title: "interactions",
            words,
            data: Data::Stretches(stretches.collect()),
        });
    }
    plots.extend(frames(timeline));
    plots.extend(series("js_heap", "js heap", timeline));
    plots
}

fn series(id: &str, title: &'static str, timeline: &Timeline<'_>) -> Option<Plot> {
    let series: &Series = timeline.series.get(id)?;
    let unit = series.unit.0;
    let values = || series.values.iter().map(|value| value.map(|raw| raw.0));
    let scale = match unit {
        Unit::Ratio => Scale { low: 0.0, high: 1.0 },
        _ => Scale::of(values().flatten())?,
    };
    let at = |slice: usize| {
        let slices = i64::try_from(slice).unwrap_or(i64::MAX);
        series
            .start_us
            .saturating_add(slices.saturating_mul(series.step_us))
    };
    let stretches = values().enumerate();
    Some(Plot {
        title,
        words: format!("{} slices", number::short_millis(series.step_us)),
        data: Data::Values {
            unit,
            scale,
            stretches: stretches
                .map(|(slice, value)| (at(slice), at(slice + 1), value))
                .collect(),
        },
    })
}

/// From zero, so that a frame that took twice as long is twice as high.
fn frames(timeline: &Timeline<'_>) -> Option<Plot> {
    let intervals = timeline.frame_intervals;
    let lengths = intervals.iter().map(|interval| interval.interval_us as f64);
    let longest = Scale::of(lengths)?.high;
    let stretches = intervals.iter().map(|interval| {
        let end = interval.start_us.saturating_add(interval.interval_us);
        (interval.start_us, end, Some(interval.interval_us as f64))
    });
    Some(Plot {
        title: "frame intervals",
        words: timeline.frame_words("late", "budget"),
        data: Data::Values {
            unit: Unit::Microseconds,
            scale: Scale {
                low: 0.0,
                high: longest,
            },
            stretches: stretches.collect(),
        },
    })
}

impl Plot {
    /// What stands at its upper and at its lower end.
    fn labels(&self) -> Vec<String> {
        self.data.labels()
    }
}

impl Data {
    fn labels(&self) -> Vec<String> {
        match self {
            Data::Stretches(_) => Vec::new(),
            Data::Values { unit, scale, .. } => {
                vec![number::value(*unit, scale.high), number::value(*unit, scale.low)]
            }
        }
    }
}

/// Where plots are drawn.
struct Canvas<'s> {
    axis: TimeAxis,
    /// More than zero.
    window_us: i64,
    /// The columns of the labels.
    label: usize,
    /// The columns of the window.
    columns: usize,
    style: &'s Style,
}

impl Canvas<'_> {
    fn draw(&self, data: &Data, text: &mut String) {
        match data {
            Data::Stretches(stretches) => {
                let all = stretches.iter().map(|(from, to)| (*from, *to, Some(1.0)));
                let line = self.sampled(all).into_iter().map(|value| match value {
                    Some(_) => self.glyphs()[self.glyphs().len() - 1],
                    None => ' ',
                });
                self.line("", false, line, text);
            }
            Data::Values { scale, stretches, .. } => {
                let columns = self.sampled(stretches.iter().copied());
                let labels = data.labels();
                for row in (0..ROWS).rev() {
                    let label = match row {
                        0 => &labels[1],
                        row if row == ROWS - 1 => &labels[0],
                        _ => "",
                    };
                    let line = columns.iter().map(|value| self.cell(*value, *scale, row));
                    self.line(label, true, line, text);
                }
            }
        }
    }

    /// The highest value of each column; `None` where there is none.
    fn sampled(&self, stretches: impl Iterator<Item = (i64, i64, Option<f64>)>) -> Vec<Option<f64>> {
        let mut columns: Vec<Option<f64>> = vec![None; self.columns];
        // Whole numbers, so that what ends where a column begins is not in it.
        let (window, count) = (i128::from(self.window_us), self.columns as i128);
        let place = |at: i64| i128::from(at).clamp(0, window) * count;
        for (from, to, value) in stretches {
            let Some(value) = value else { continue };
            let first = ((place(from) / window) as usize).min(self.columns - 1);
            // What has no length is in one column.
            let last = (place(to) + window - 1) / window;
            let last = (last as usize).clamp(first + 1, self.columns);
            for column in &mut columns[first..last] {
                *column = Some(column.map_or(value, |known| known.max(value)));
            }
        }
        columns
    }

    /// What stands in a line of a column. What was measured is never blank all the way down.
    fn cell(&self, value: Option<f64>, scale: Scale, row: usize) -> char {
        let Some(value) = value else {
            return match (row, self.style.unicode) {
                (0, true) => '·',
                (0, false) => '?',
                _ => ' ',
            };
        };
        let glyphs = self.glyphs();
        let parts = glyphs.len() - 1;
        let high = usize::from(number::steps(scale.share(value), (ROWS * parts) as u8)) + 1;
        glyphs[high.saturating_sub(row * parts).min(parts)]
    }

    fn glyphs(&self) -> &'static [char] {
        if self.style.unicode { &BLOCKS } else { &ASCII }
    }

    fn line(&self, label: &str, is_scaled: bool, cells: impl Iterator<Item = char>, text: &mut String) {
        let edge = match (is_scaled && !label.is_empty(), self.style.unicode) {
            (true, true) => '┤',
            (false, true) => '│',
            (true, false) => '+',
            (false, false) => '|',
        };
        let beside = if label.len() > self.label {
            text.push_str(label);
            text.push('\n');
            ""
        } else {
            label
        };
        let mut line = format!("{} {edge}", layout::right(beside, self.label));
        line.extend(cells);
        text.push_str(line.trim_end());
        text.push('\n');
    }

    /// The ticks, and the times below them as far as they have room.
    fn draw_axis(&self, text: &mut String) {
        let [corner, rule, tick] = match self.style.unicode {
            true => ['└', '─', '┬'],
            false => ['+', '-', '+'],
        };
        let mut line = vec![rule; self.columns];
        let mut times = String::new();
        for at in self.axis.ticks() {
            let column = ((self.axis.share(at) * self.columns as f64) as usize).min(self.columns - 1);
            line[column] = tick;
            let time = number::short_millis(at);
            let used = times.chars().count();
            let is_free = used == 0 || used + 2 <= column;
            if is_free && column + time.len() <= self.columns {
                times.push_str(&" ".repeat(column - used));
                times.push_str(&time);
            }
        }
        let space = " ".repeat(self.label + 1);
        let line: String = line.into_iter().collect();
        text.push_str(&format!("{space}{corner}{line}\n{space} {times}\n"));
    }
}

#[cfg(test)]
mod tests;
