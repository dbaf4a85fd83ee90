//! Values over time as a line of bars.

use crate::{Style, number};
use lagometer_metric::Unit;
use lagometer_report::Series;

/// Bars from 0 to 100 %.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// How many bars are shown of a long series.
const MOST_BARS: usize = 360;

/// A series of shares as bars, and what they are.
pub(crate) struct Curve {
    pub(crate) bars: String,
    /// `200 ms slices, 0 to 100 %`.
    pub(crate) words: String,
    /// How many values are not shown.
    pub(crate) more: usize,
}

/// The bars of a series; `None` where it is empty or no share.
pub(crate) fn curve(series: &Series, style: &Style) -> Option<Curve> {
    if series.values.is_empty() || series.unit.0 != Unit::Ratio {
        return None;
    }
    let shown = series.values.iter().take(MOST_BARS);
    Some(Curve {
        bars: shown.map(|value| bar(value.map(|raw| raw.0), style)).collect(),
        words: format!("{} slices, 0 to 100 %", number::short_millis(series.step_us)),
        more: series.values.len().saturating_sub(MOST_BARS),
    })
}

fn bar(share: Option<f64>, style: &Style) -> char {
    match (share, style.unicode) {
        (Some(share), true) => BARS[usize::from(number::steps(share, BARS.len() as u8))],
        (Some(share), false) => char::from(b'0' + number::tenths(share)),
        (None, true) => '·',
        (None, false) => '?',
    }
}
