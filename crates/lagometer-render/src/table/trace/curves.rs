//! The busy rate over time, or every curve as a plot.

use crate::table::parts::{self, CurveLine};
use crate::{Style, curve, plot};
use lagometer_report::Analysis;

/// A line of bars, one for each slice; or plots where they are asked for.
pub(super) fn curves(analysis: &Analysis, style: &Style) -> String {
    if style.plot {
        return format!("\n{}", plot::plots(analysis, style));
    }
    let curve = analysis
        .series
        .get("busy_rate")
        .and_then(|series| curve::curve(series, style));
    let Some(curve) = curve else {
        return String::new();
    };
    let line = CurveLine {
        name: "busy rate",
        curve: &curve,
        words: &curve.words,
        rest: "slices: --format json has all",
    };
    format!("\n{}", parts::curve(&line, style))
}
