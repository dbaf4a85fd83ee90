//! The busy rate over time.

use crate::table::parts::{self, CurveLine};
use crate::{Style, curve};
use lagometer_report::Analysis;

/// A line of bars, one for each slice.
pub(super) fn busy(analysis: &Analysis, style: &Style) -> String {
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
