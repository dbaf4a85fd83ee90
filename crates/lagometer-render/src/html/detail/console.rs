//! What the page timed and stamped through the console.

use super::Level;
use crate::html::Markup;
use crate::html::plain;
use crate::number;
use lagometer_report::Analysis;

/// How many rows a list has.
const MOST_ROWS: usize = 100;

pub(super) fn is_there(analysis: &Analysis) -> bool {
    let console = &analysis.console;
    !console.timings.is_empty() || console.stamps_total > 0
}

/// A row for each label and for each stamp.
pub(super) fn console(markup: &mut Markup, analysis: &Analysis, level: &Level<'_>) {
    let timings = &analysis.console.timings;
    if !timings.is_empty() {
        markup.leaf("p", &[("class", "over-table")], "console.time");
        let columns = [
            ("times", false),
            ("longest", false),
            ("total", false),
            ("never ended", false),
            ("label", true),
        ];
        let listed = &timings[..timings.len().min(MOST_ROWS)];
        plain::table(markup, "console.time", &columns, listed, |cells, timing| {
            let samples = &timing.samples_us;
            let total = samples.iter().fold(0_i64, |sum, us| sum.saturating_add(*us));
            let longest = samples.iter().max().map(|us| number::millis(*us));
            cells.number(&number::count(samples.len() as u64));
            cells.number(&longest.clone().unwrap_or_default());
            cells.number(&longest.map_or_else(String::new, |_| number::millis(total)));
            cells.number(&number::count(timing.open));
            cells.text(|markup| markup.name(&timing.name));
        });
        plain::more(markup, (timings.len() - listed.len()) as u64, level.rest);
    }
    let (stamps, total) = (&analysis.console.stamps, analysis.console.stamps_total);
    if stamps.is_empty() {
        return;
    }
    markup.leaf("p", &[("class", "over-table")], "console.timeStamp");
    let columns = [("at", false), ("label", true)];
    let listed = &stamps[..stamps.len().min(MOST_ROWS)];
    plain::table(markup, "console.timeStamp", &columns, listed, |cells, stamp| {
        cells.number(&number::millis(stamp.at_us));
        cells.text(|markup| markup.name(&stamp.name));
    });
    plain::more(markup, total.saturating_sub(listed.len() as u64), level.rest);
}
