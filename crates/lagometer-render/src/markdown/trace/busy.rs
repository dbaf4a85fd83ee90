//! The busy rate over time.

use crate::markdown::parts;
use crate::{Style, curve};
use lagometer_report::Analysis;

/// A line of bars, one for each slice.
pub(super) fn busy(analysis: &Analysis, style: &Style) -> String {
    let curve = analysis
        .series
        .get("busy_rate")
        .and_then(|series| curve::curve(series, style));
    curve.map_or_else(String::new, |curve| {
        parts::curve("busy rate", &curve, &curve.words)
    })
}
