//! The curves of a trace as a picture: one SVG file, for a text that lies beside it.
//!
//! Without script and without anything outside of itself; light and dark as its reader has it.

use crate::html::Markup;
use crate::svg::TimeAxis;
use crate::timeline::{self, Timeline};
use lagometer_metric::MetricDefinition;
use lagometer_report::TraceDocument;

/// The width: what hosts of Markdown give a picture.
const WIDTH: usize = 820;
/// What is left free around.
const EDGE: usize = 14;
/// The height of a name above its lane.
const NAME: usize = 17;
/// The height of the axis.
const AXIS: usize = 24;
/// Longer names are cut: there is no second line.
const MOST_OF_NAME: usize = 60;

/// All lanes, one below the other; `None` where the window has no length.
pub fn trace(document: &TraceDocument, definitions: &[&MetricDefinition]) -> Option<String> {
    let timeline = Timeline::of_trace(&document.analysis);
    let axis = timeline.window_us.and_then(TimeAxis::new)?;
    let lanes = timeline::lanes(&timeline, definitions);
    let shaded: Vec<(i64, i64)> = timeline.long_tasks.iter().map(timeline::ends).collect();
    let of_lanes: usize = lanes.iter().map(|named| NAME + named.lane.height() + 6).sum();
    let height = 2 * EDGE + AXIS + of_lanes;
    let mut markup = Markup::default();
    let box_of_all = format!("0 0 {WIDTH} {height}");
    let (width, height) = (WIDTH.to_string(), height.to_string());
    let attributes = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", box_of_all.as_str()),
        ("width", width.as_str()),
        ("height", height.as_str()),
        ("role", "img"),
        ("aria-label", "curves of a trace over time"),
    ];
    markup.element("svg", &attributes, |markup| {
        markup.style(SHEET);
        markup.empty(
            "rect",
            &[("class", "paper"), ("width", "100%"), ("height", "100%")],
        );
        let mut y = EDGE;
        for named in &lanes {
            name(markup, y + NAME - 6, &named.name, &named.words);
            y += NAME;
            let height = named.lane.height();
            at(markup, y, height, |markup| named.lane.draw(markup, axis, &shaded));
            y += height + 6;
        }
        at(markup, y, AXIS, |markup| axis.draw(markup));
    });
    Some(markup.into_text())
}

const SHEET: &str = concat!(
    include_str!("svg/colours.css"),
    include_str!("svg/drawing.css"),
    "text { font: 12px system-ui, sans-serif; fill: var(--quiet); }\n",
    ".paper { fill: var(--panel); }\n",
    ".lane-name { font-weight: 600; fill: var(--ink); unicode-bidi: isolate; }\n"
);

/// A part of the picture, over its whole width.
fn at(markup: &mut Markup, y: usize, height: usize, inside: impl FnOnce(&mut Markup)) {
    let (x, y) = (EDGE.to_string(), y.to_string());
    let (width, height) = ((WIDTH - 2 * EDGE).to_string(), height.to_string());
    let attributes = [
        ("x", x.as_str()),
        ("y", y.as_str()),
        ("width", width.as_str()),
        ("height", height.as_str()),
        ("overflow", "visible"),
    ];
    markup.element("svg", &attributes, inside);
}

fn name(markup: &mut Markup, y: usize, name: &str, words: &str) {
    let (x, y) = (EDGE.to_string(), y.to_string());
    let mut shown: String = name.chars().take(MOST_OF_NAME).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    markup.element("text", &[("x", x.as_str()), ("y", y.as_str())], |markup| {
        markup.leaf("tspan", &[("class", "lane-name")], &shown);
        markup.leaf("tspan", &[("dx", "10")], words);
    });
}

#[cfg(test)]
mod tests;
