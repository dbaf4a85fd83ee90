//! The common time axis.

use crate::html::Markup;
use crate::number;

/// About how many ticks an axis has: with more, their labels meet on a narrow screen.
const TICKS: i64 = 6;

/// The time from the start of the window to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeAxis {
    length_us: i64,
}

impl TimeAxis {
    /// `None` where there is no time to draw along.
    pub(crate) fn new(length_us: i64) -> Option<TimeAxis> {
        (length_us > 0).then_some(TimeAxis { length_us })
    }

    /// Where a time lies, 0 to 1; what is outside the window is held at its ends.
    pub(crate) fn share(self, at_us: i64) -> f64 {
        (at_us as f64 / self.length_us as f64).clamp(0.0, 1.0)
    }

    /// The same in percent of the width.
    pub(crate) fn percent(self, at_us: i64) -> String {
        percent(self.share(at_us))
    }

    /// The length of a stretch in percent of the width: of the part that is inside.
    pub(crate) fn extent(self, from_us: i64, to_us: i64) -> String {
        percent((self.share(to_us) - self.share(from_us)).max(0.0))
    }

    /// Round times from the start on.
    pub(crate) fn ticks(self) -> Vec<i64> {
        let step = self.step();
        (0..=TICKS)
            .map(|tick| tick.saturating_mul(step))
            .take_while(|at| *at <= self.length_us)
            .collect()
    }

    /// The smallest of 100, 200, 500, 1,000, ... microseconds that gives few enough ticks: of ticks that
    /// are closer, several would have one label.
    fn step(self) -> i64 {
        let mut scale = 100_i64;
        loop {
            for factor in [1, 2, 5] {
                let step = scale.saturating_mul(factor);
                if step.saturating_mul(TICKS) >= self.length_us {
                    return step;
                }
            }
            scale = scale.saturating_mul(10);
        }
    }

    /// The line of tick labels.
    pub(crate) fn draw(self, markup: &mut Markup) {
        let attributes = [
            ("class", "ticks"),
            ("width", "100%"),
            ("height", "20"),
            ("aria-hidden", "true"),
        ];
        markup.element("svg", &attributes, |markup| {
            for at in self.ticks() {
                let share = self.share(at);
                // A label at an end of the line stays inside.
                let anchor = if share < 0.03 {
                    "start"
                } else if share > 0.94 {
                    "end"
                } else {
                    "middle"
                };
                let place = percent(share);
                let attributes = [("x", place.as_str()), ("y", "14"), ("text-anchor", anchor)];
                markup.leaf("text", &attributes, &number::short_millis(at));
            }
        });
    }

    /// The lines at the ticks, over the whole height.
    pub(crate) fn grid(self, markup: &mut Markup) {
        for at in self.ticks() {
            let place = self.percent(at);
            let attributes = [
                ("class", "grid"),
                ("x1", place.as_str()),
                ("x2", place.as_str()),
                ("y1", "0"),
                ("y2", "100%"),
            ];
            markup.empty("line", &attributes);
        }
    }
}

pub(super) fn percent(share: f64) -> String {
    number::coordinate(share * 100.0) + "%"
}

#[cfg(test)]
mod tests;
