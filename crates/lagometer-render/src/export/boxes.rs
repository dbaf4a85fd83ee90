//! Boxes on levels: one self-contained drawing, without script, in the colours of the reader's page.

use crate::{number, visible};

/// How wide a drawing is.
pub(super) const WIDTH: f64 = 1200.0;
const ROW: f64 = 18.0;
const HEAD: f64 = 64.0;
const FOOT: f64 = 28.0;
/// Narrower boxes are not drawn; how many is said.
pub(super) const LEAST_WIDTH: f64 = 0.4;
/// Deeper rows are not drawn; how many is said.
const MOST_ROWS: u32 = 250;
/// A character of the labels is about so wide.
const CHARACTER: f64 = 6.6;

/// What a box stands for; raw text.
pub(super) struct Call {
    pub(super) name: String,
    /// Its colour, as a class of the style.
    pub(super) class: &'static str,
    /// Lines that are shown on hover, below the name.
    pub(super) about: Vec<String>,
}

/// Where a box is, from the left and how wide.
#[derive(Clone, Copy)]
pub(super) struct Span {
    x: f64,
    width: f64,
}

/// Of a part of the whole.
pub(super) fn span(start: i64, length: i64, whole: i64) -> Span {
    let whole = whole.max(1) as f64;
    Span {
        x: start as f64 / whole * WIDTH,
        width: length as f64 / whole * WIDTH,
    }
}

/// A drawing on its way.
#[derive(Default)]
pub(super) struct Drawing {
    boxes: String,
    narrow: u64,
    deep: u64,
    deepest: u32,
}

impl Drawing {
    /// Adds a box, with its words where they fit, and all that is known of it on hover.
    pub(super) fn add(&mut self, depth: u32, span: Span, call: &Call) {
        if depth >= MOST_ROWS {
            self.deep += 1;
            return;
        }
        if span.width < LEAST_WIDTH {
            self.narrow += 1;
            return;
        }
        self.deepest = self.deepest.max(depth);
        let y = HEAD + f64::from(depth) * ROW;
        let lines = std::iter::once(&call.name)
            .chain(&call.about)
            .filter(|line| !line.is_empty());
        // A line feed in a title is shown as one; it was put there, not read.
        let title: Vec<String> = lines.map(|line| visible::html(line)).collect();
        self.boxes.push_str(&format!(
            "<g><title>{}</title><rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"1\"/>",
            title.join("\n"),
            call.class,
            number::coordinate(span.x),
            number::coordinate(y),
            number::coordinate(span.width),
            number::coordinate(ROW - 1.0)
        ));
        let room = ((span.width - 6.0) / CHARACTER).max(0.0) as usize;
        if room >= 3 {
            self.boxes.push_str(&format!(
                "<text x=\"{}\" y=\"{}\">{}</text>",
                number::coordinate(span.x + 3.0),
                number::coordinate(y + 13.0),
                visible::html(&super::cut(&call.name, room))
            ));
        }
        self.boxes.push_str("</g>\n");
    }

    /// The drawing with its title, what its colours mean, and what else is to be known; raw text.
    pub(super) fn finish(
        self,
        title: &str,
        notes: &[String],
        legend: &[(&'static str, &'static str)],
        style: &str,
    ) -> String {
        let mut notes = notes.to_vec();
        if self.narrow > 0 {
            notes.push(format!("{} boxes too narrow to draw", number::count(self.narrow)));
        }
        if self.deep > 0 {
            notes.push(format!(
                "{} boxes below {MOST_ROWS} levels",
                number::count(self.deep)
            ));
        }
        let bottom = HEAD + f64::from(self.deepest + 1) * ROW;
        let height = number::coordinate(bottom + FOOT);
        let title = visible::html(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{style}</style>\n<rect class=\"bg\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
             <text class=\"t\" x=\"8\" y=\"22\">{title}</text>\n{}{}<text class=\"q\" x=\"8\" y=\"{}\">{}</text>\n</svg>\n",
            words_of(legend),
            self.boxes,
            number::coordinate(bottom + 18.0),
            visible::html(&notes.join("; "))
        )
    }
}

fn words_of(legend: &[(&'static str, &'static str)]) -> String {
    let mut text = String::new();
    let mut x = 8.0;
    for (class, words) in legend {
        text.push_str(&format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"34\" width=\"14\" height=\"14\"/><text x=\"{}\" y=\"45\">{}</text>\n",
            number::coordinate(x),
            number::coordinate(x + 20.0),
            visible::html(words)
        ));
        x += 44.0 + CHARACTER * 1.1 * words.len() as f64;
    }
    text
}

/// What a file is called without its folders, which leave no room for the rest.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
