//! What the page timed and stamped through the console.

use crate::number;
use lagometer_report::{Analysis, ConsoleTiming};

/// Each label in words, those that took longest first, up to `top`; then the stamps. Raw names.
pub(crate) fn console(analysis: &Analysis, top: usize) -> Vec<String> {
    let console = &analysis.console;
    let total = |timing: &ConsoleTiming| {
        timing
            .samples_us
            .iter()
            .fold(0_i64, |sum, us| sum.saturating_add(*us))
    };
    let mut timings: Vec<&ConsoleTiming> = console.timings.iter().collect();
    timings.sort_by_key(|timing| std::cmp::Reverse(total(timing)));
    let mut lines: Vec<String> = timings.iter().take(top).map(|timing| timed(timing)).collect();
    if timings.len() > top {
        let more = number::count((timings.len() - top) as u64);
        lines.push(format!("{more} more labels: --top {}", timings.len()));
    }
    if console.stamps_total > 0 {
        let stamps = console.stamps.iter().take(top);
        let named: Vec<String> = stamps
            .map(|stamp| format!("`{}` at {}", stamp.name, number::millis(stamp.at_us)))
            .collect();
        let word = if console.stamps_total == 1 {
            "timeStamp"
        } else {
            "timeStamps"
        };
        let rest = if console.stamps_total > named.len() as u64 {
            ", ..."
        } else {
            ""
        };
        lines.push(format!(
            "{} {word}: {}{rest}",
            number::count(console.stamps_total),
            named.join(", ")
        ));
    }
    lines
}

fn timed(timing: &ConsoleTiming) -> String {
    let mut parts = Vec::new();
    let samples = &timing.samples_us;
    if let Some(longest) = samples.iter().max() {
        parts.push(match samples.len() {
            1 => number::millis(*longest),
            many => format!(
                "{} times, the longest {}",
                number::count(many as u64),
                number::millis(*longest)
            ),
        });
    }
    if timing.open > 0 {
        parts.push(format!("{} never ended", number::count(timing.open)));
    }
    format!("time `{}`: {}", timing.name, parts.join(", "))
}
