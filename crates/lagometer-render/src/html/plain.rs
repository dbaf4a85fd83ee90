//! Tables that people look through: numbers in columns, words behind them.

use super::Markup;
use crate::number;
use crate::work;
use lagometer_report::SpanWork;

/// A column: its head, and whether there is text below.
pub(super) type Column<'c> = (&'c str, bool);

/// A row while it is written.
pub(super) struct Cells<'m, 'c> {
    markup: &'m mut Markup,
    columns: std::slice::Iter<'c, Column<'c>>,
}

/// A table with a row for each of these.
pub(super) fn table<R>(
    markup: &mut Markup,
    caption: &str,
    columns: &[Column<'_>],
    rows: &[R],
    cells: impl Fn(&mut Cells<'_, '_>, &R),
) {
    markup.element("table", &[("class", "plain")], |markup| {
        markup.leaf("caption", &[], caption);
        markup.element("thead", &[], |markup| {
            markup.element("tr", &[], |markup| {
                for (column, is_text) in columns {
                    let class = if *is_text { "" } else { "number" };
                    markup.leaf("th", &[("class", class), ("scope", "col")], column);
                }
            });
        });
        markup.element("tbody", &[], |markup| {
            for row in rows {
                markup.element("tr", &[], |markup| {
                    let columns = columns.iter();
                    cells(&mut Cells { markup, columns }, row);
                });
            }
        });
    });
}

impl Cells<'_, '_> {
    /// The next column as a number, or what stands in its place; nothing where it is empty.
    pub(super) fn number(&mut self, text: &str) {
        let name = self.columns.next().map_or("", |(name, _)| name);
        self.markup.element("td", &[("class", "number")], |markup| {
            if !text.is_empty() {
                // Where the table is too narrow for its head.
                markup.leaf("span", &[("class", "narrow")], &format!("{name} "));
            }
            markup.text(text);
        });
    }

    /// The next column as text.
    pub(super) fn text(&mut self, inside: impl FnOnce(&mut Markup)) {
        self.columns.next();
        self.markup.element("td", &[("class", "text")], inside);
    }

    /// The next column as a part of a whole: its width is drawn. Empty where there is none.
    pub(super) fn share(&mut self, share: Option<f64>) {
        self.columns.next();
        self.markup.element("td", &[("class", "share")], |markup| {
            let Some(share) = share else { return };
            let width = number::coordinate(100.0 * share.clamp(0.0, 1.0)) + "%";
            let attributes = [("class", "bar"), ("height", "10"), ("aria-hidden", "true")];
            markup.element("svg", &attributes, |markup| {
                for (class, width) in [("whole", "100%"), ("part", width.as_str())] {
                    markup.empty("rect", &[("class", class), ("width", width), ("height", "10")]);
                }
            });
        });
    }

    /// The next column as what ran in a stretch of time.
    pub(super) fn ran(&mut self, ran: Option<&SpanWork>) {
        self.text(|markup| {
            let Some(ran) = ran else { return };
            let (words, url) = work::span(ran);
            markup.prose(&words);
            if let Some(url) = url {
                markup.text(" ");
                markup.element("span", &[("class", "url")], |markup| markup.name(&url));
            }
            let names = work::names(ran);
            if !names.is_empty() {
                markup.leaf("p", &[("class", "quiet")], &names);
            }
        });
    }
}

/// What is not among the rows, and where it is.
pub(super) fn more(markup: &mut Markup, more: u64, rest: &str) {
    if more > 0 {
        let words = format!("{} more are in {rest}", number::count(more));
        markup.prose_in("p", &[("class", "quiet")], &words);
    }
}
