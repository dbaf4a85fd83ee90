//! The busy rate over time, or every curve as a plot.

use crate::markdown::parts;
use crate::{Style, curve, plot, visible};
use lagometer_report::Analysis;

/// A line of bars, one for each slice; or plots where they are asked for.
pub(super) fn curves(analysis: &Analysis, style: &Style, drawing: Option<&str>) -> String {
    if !style.plot {
        let series = analysis.series.get("busy_rate");
        let curve = series.and_then(|series| curve::curve(series, style));
        return curve.map_or_else(String::new, |curve| {
            parts::curve("busy rate", &curve, &curve.words)
        });
    }
    match drawing {
        Some(address) => {
            let words = "busy rate, long tasks, frame intervals and heap over time";
            format!("\n![{words}]({})\n", visible::path_in_address(address))
        }
        None => {
            // In a block nothing is coloured, and it is as wide as anything else that is no terminal.
            let plain = Style {
                colour: false,
                width: None,
                ..*style
            };
            format!("\n```text\n{}```\n", plot::plots(analysis, &plain))
        }
    }
}
