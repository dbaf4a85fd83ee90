//! Parts that several tables share.

use crate::curve::Curve;
use crate::remarks::{Tolerated, Warning};
use crate::{Style, layout, message, number, visible};

/// Warnings, each with its lines and what to do.
pub(super) fn warnings(warnings: &[Warning], style: &Style) -> String {
    let mut text = String::new();
    for warning in warnings {
        text.push_str(&message::warning(&warning.what, style));
        for line in &warning.lines {
            text.push_str(&message::continuation(line, style));
        }
        if let Some(hint) = &warning.hint {
            text.push_str(&message::hint(hint, style));
        }
    }
    if !warnings.is_empty() {
        text.push('\n');
    }
    text
}

/// What was tolerated: in one sentence, or each with its place where more is asked for.
pub(super) fn tolerated(tolerated: Option<&Tolerated>, style: &Style) -> String {
    let Some(tolerated) = tolerated else {
        return String::new();
    };
    if style.verbose == 0 {
        return message::note(&format!("{} ({})", tolerated.summary, tolerated.more), style);
    }
    let mut text = message::note(&tolerated.summary, style);
    for each in &tolerated.each {
        text.push_str(&message::continuation(each, style));
    }
    text
}

/// Notes, one each.
pub(super) fn notes(notes: &[String], style: &Style) -> String {
    notes.iter().map(|note| message::note(note, style)).collect()
}

/// The column behind a label of lines.
const LABELLED: usize = 12;

/// Lines behind a label that stands before the first.
pub(super) fn labelled(label: &str, lines: &[String], style: &Style) -> String {
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        let line = visible::terminal(line, style.unicode);
        text.push_str(&hanging(&format!("{label:LABELLED$}"), &line, LABELLED, style));
    }
    text
}

/// The width of a column for these labels, at most `most`. On a terminal they are cut to it; else
/// those that are wider do not count, because they get lines of their own.
pub(super) fn label_column(labels: &[String], most: usize, style: &Style) -> usize {
    let widths = labels.iter().map(|label| visible::width(label));
    match style.width {
        Some(_) => widths.max().unwrap_or(0).min(most),
        None => widths.filter(|width| *width <= most).max().unwrap_or(0),
    }
}

/// A label for a column of this width. A longer one loses its middle on a terminal; elsewhere it
/// has a line of its own, and the numbers below it keep their places.
pub(super) fn in_column(label: &str, width: usize, style: &Style) -> (String, String) {
    let label = layout::cut(label, width, style);
    if visible::width(&label) <= width {
        return (String::new(), label);
    }
    (label + "\n", String::new())
}

/// How many names of which metrics are not shown.
pub(super) fn more_names(more: &[(&str, usize)], style: &Style) -> String {
    let mut text = String::new();
    for (title, count) in more {
        let line = format!(
            "{} more {title} names: --format json",
            number::count(*count as u64)
        );
        text.push_str(&style.dim(&line));
        text.push('\n');
    }
    text
}

/// Text behind `first`, the lines after it indented.
pub(super) fn hanging(first: &str, words: &str, indent: usize, style: &Style) -> String {
    let mut text = String::new();
    for line in layout::hang(first, words, indent, style) {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Values as bars behind a name.
pub(super) struct CurveLine<'c> {
    pub(super) name: &'c str,
    pub(super) curve: &'c Curve,
    /// What the bars are.
    pub(super) words: &'c str,
    /// What they are a value of, and where those are that are not shown.
    pub(super) rest: &'c str,
}

/// `busy rate   ▅▇█   200 ms slices, 0 to 100 %`, or more lines where the bars need them.
pub(super) fn curve(line: &CurveLine<'_>, style: &Style) -> String {
    let columns = layout::columns(style);
    let bars: Vec<char> = line.curve.bars.chars().collect();
    let head = format!("{}   ", line.name);
    let indent = head.len();
    let bold = |text: String| text.replacen(line.name, &style.bold(line.name), 1);
    if indent + bars.len() + 3 + visible::width(line.words) <= columns {
        return bold(format!("{head}{}   {}\n", line.curve.bars, line.words));
    }
    let mut text = bold(hanging(&head, line.words, indent, style));
    for row in bars.chunks(columns - indent) {
        text.push_str(&" ".repeat(indent));
        text.extend(row);
        text.push('\n');
    }
    if line.curve.more > 0 {
        let more = number::count(line.curve.more as u64);
        let said = format!("{}{more} more {}", " ".repeat(indent), line.rest);
        text.push_str(&style.dim(&said));
        text.push('\n');
    }
    text
}
