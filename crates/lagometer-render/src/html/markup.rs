//! HTML and SVG as text: tags nest by construction, and whatever is not written in this crate is
//! escaped.

use crate::visible;

/// Names and values of attributes; a value may hold anything.
pub(crate) type Attributes<'a> = &'a [(&'static str, &'a str)];

/// A part of a page.
#[derive(Debug, Default)]
pub(crate) struct Markup {
    text: String,
}

/// Tags after which the text breaks, so that a page can be read and compared line by line.
const BREAKING: &[&str] = &[
    "article",
    "body",
    "caption",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "g",
    "h1",
    "h2",
    "h3",
    "h4",
    "head",
    "header",
    "html",
    "li",
    "line",
    "link",
    "main",
    "meta",
    "nav",
    "ol",
    "p",
    "rect",
    "section",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
];

impl Markup {
    /// An element with elements in it.
    pub(crate) fn element(
        &mut self,
        tag: &'static str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Markup),
    ) {
        self.open(tag, attributes);
        self.text.push('>');
        inside(self);
        self.text.push_str("</");
        self.text.push_str(tag);
        self.text.push('>');
        self.end(tag);
    }

    /// An element with text in it.
    pub(crate) fn leaf(&mut self, tag: &'static str, attributes: Attributes<'_>, text: &str) {
        self.element(tag, attributes, |markup| markup.text(text));
    }

    /// An element with text in it that holds names between backticks.
    pub(crate) fn prose_in(&mut self, tag: &'static str, attributes: Attributes<'_>, text: &str) {
        self.element(tag, attributes, |markup| markup.prose(text));
    }

    /// An element that can hold nothing, or holds nothing.
    pub(crate) fn empty(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        self.open(tag, attributes);
        self.text.push_str("/>");
        self.end(tag);
    }

    /// Text of anybody.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(&visible::html(text));
    }

    /// Text of anybody in which names stand between backticks: they become code.
    pub(crate) fn prose(&mut self, text: &str) {
        let parts: Vec<&str> = text.split('`').collect();
        // Every second part is code, but for a last one whose backtick is not closed.
        let closed = parts.len() - usize::from(parts.len().is_multiple_of(2));
        for (index, part) in parts.iter().enumerate() {
            match index % 2 {
                1 if index < closed => self.leaf("code", &[], part),
                1 => self.text(&format!("`{part}")),
                _ => self.text(part),
            }
        }
    }

    /// A name that a stranger chose: it cannot turn the text around it.
    pub(crate) fn name(&mut self, name: &str) {
        let shown = if name.is_empty() { "(empty)" } else { name };
        self.leaf("bdi", &[], shown);
    }

    /// A style sheet of this crate.
    pub(crate) fn style(&mut self, sheet: &'static str) {
        self.text.push_str("<style>\n");
        self.text.push_str(sheet);
        self.text.push_str("</style>\n");
    }

    /// The page: from its type on.
    pub(crate) fn into_page(self) -> String {
        format!("<!doctype html>\n{}", self.text)
    }

    /// What was written.
    pub(crate) fn into_text(self) -> String {
        self.text
    }

    #[cfg(test)]
    pub(crate) fn as_text(&self) -> &str {
        &self.text
    }

    fn open(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        self.text.push('<');
        self.text.push_str(tag);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            self.text.push_str(&visible::html(value));
            self.text.push('"');
        }
    }

    fn end(&mut self, tag: &str) {
        if BREAKING.contains(&tag) {
            self.text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests;
