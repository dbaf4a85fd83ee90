//! The frames in three views.

use super::Level;
use crate::frames;
use crate::html::Markup;
use lagometer_report::Analysis;

pub(super) fn is_there(analysis: &Analysis) -> bool {
    !frames::facts(analysis).is_empty()
}

/// A line for each view, and how they agree.
pub(super) fn frames(markup: &mut Markup, analysis: &Analysis, level: &Level<'_>) {
    markup.element("table", &[("class", "plain facts")], |markup| {
        markup.leaf("caption", &[], "frames in three views");
        markup.element("tbody", &[], |markup| {
            for fact in frames::facts(analysis) {
                markup.element("tr", &[], |markup| {
                    markup.leaf("th", &[("scope", "row")], &fact.name);
                    markup.prose_in("td", &[], &fact.text);
                });
            }
        });
    });
    level.rules(
        markup,
        &[
            "devtools_frames",
            "devtools_frames_dropped",
            "devtools_frames_partial",
            "devtools_frames_idle",
            "frames_presented",
            "frames_presented_in_part",
            "frames_dropped",
            "presented_interval",
            "presented_late",
            "longest_freeze",
            "frame_interval",
            "frames_late",
            "frames_over_budget",
        ],
    );
}
