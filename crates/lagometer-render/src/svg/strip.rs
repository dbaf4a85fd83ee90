//! The spread of a number: a dot a round.

use super::axis::percent;
use crate::html::Markup;
use crate::scale::Scale;

/// How many rounds are drawn; more are a line anyhow.
const MOST_DOTS: usize = 200;

/// A dot for every round, from zero to the largest, and a line at the median. `words` say what a
/// reader who does not see it misses.
pub(crate) fn strip(markup: &mut Markup, rounds: &[f64], median: f64, words: &str) {
    let Some(scale) = Scale::of(rounds.iter().copied().chain([0.0])) else {
        return;
    };
    let place = |value: f64| percent(0.03 + 0.94 * scale.share(value));
    let attributes = [
        ("class", "strip"),
        ("width", "100%"),
        ("height", "16"),
        ("role", "img"),
        ("aria-label", words),
    ];
    markup.element("svg", &attributes, |markup| {
        let base = [
            ("class", "base"),
            ("x1", "0"),
            ("x2", "100%"),
            ("y1", "8"),
            ("y2", "8"),
        ];
        markup.empty("line", &base);
        let zero = place(0.0);
        vertical(markup, "zero", &zero, "5", "11");
        for value in rounds.iter().take(MOST_DOTS) {
            let x = place(*value);
            markup.empty("circle", &[("cx", x.as_str()), ("cy", "8"), ("r", "3")]);
        }
        vertical(markup, "median", &place(median), "1", "15");
    });
}

fn vertical(markup: &mut Markup, class: &str, x: &str, from: &str, to: &str) {
    let attributes = [("class", class), ("x1", x), ("x2", x), ("y1", from), ("y2", to)];
    markup.empty("line", &attributes);
}
