//! Values over time as a line of bars.

use crate::scale::Scale;
use crate::{Style, number};
use lagometer_metric::Unit;
use lagometer_report::Series;

/// Bars from 0 to 100 %.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// How many bars are shown of a long series.
const MOST_BARS: usize = 360;

/// Values as bars, and what they are.
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

/// The bars of values from the lowest to the highest of them; `None` without a value.
pub(crate) fn levels(values: &[f64], unit: Unit, style: &Style) -> Option<Curve> {
    let scale = Scale::of(values.iter().copied())?;
    let shown = values.iter().take(MOST_BARS);
    let range = match scale.low == scale.high {
        true => number::value(unit, scale.high),
        false => format!(
            "{} to {}",
            number::bare(unit, scale.low),
            number::value(unit, scale.high)
        ),
    };
    Some(Curve {
        bars: shown.map(|value| bar(Some(scale.share(*value)), style)).collect(),
        words: range,
        more: values.len().saturating_sub(MOST_BARS),
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
