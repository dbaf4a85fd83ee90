//! Functions by their samples.

use super::{hotspots, parts};
use crate::cpu_listing::Listing;
use crate::cpu_view::{self, CpuRow};
use crate::{Style, layout, visible};
use lagometer_report::CpuDocument;

/// The hottest functions: what was sampled, what shares are of, a row and its evidence for each.
/// `skip` rows are left out in front.
pub fn cpu(document: &CpuDocument, skip: usize, style: &Style) -> String {
    let view = cpu_view::view(document, skip, style);
    let safe = |text: &str| visible::terminal(text, style.unicode);
    let mut text = parts::warnings(&view.warnings, style);
    text.push_str(&parts::hanging(
        &format!("{}   ", style.bold(&safe(&view.name))),
        &safe(&view.heading),
        4,
        style,
    ));
    for line in &view.lines {
        text.push_str(&parts::hanging("", &safe(line), 4, style));
    }
    if !view.rows.is_empty() {
        text.push('\n');
        text.push_str(&rows(&view.rows, style));
    }
    for listing in &view.listings {
        text.push('\n');
        text.push_str(&self::listing(listing, style));
    }
    if let Some(more) = &view.more {
        text.push_str(&style.dim(&safe(more)));
        text.push('\n');
    }
    if let Some(tasks) = &view.tasks {
        text.push('\n');
        text.push_str(&hotspots::long_tasks(tasks, style));
    }
    text.push_str(&parts::tolerated(view.tolerated.as_ref(), style));
    text
}

fn listing(listing: &Listing, style: &Style) -> String {
    let safe = |text: &str| visible::terminal(text, style.unicode);
    let mut text = String::new();
    if let Some(title) = &listing.title {
        text.push_str(&parts::hanging("", &safe(title), 4, style));
    }
    let width = |column: usize| {
        let cells = listing
            .rows
            .iter()
            .map(|row| visible::width(&row.numbers[column]));
        cells.max().unwrap_or(0).max(listing.head[column].len())
    };
    let widths: Vec<usize> = (0..listing.head.len()).map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let cells = cells.zip(&widths).enumerate();
        let cell = |(at, (cell, width)): (usize, (&str, &usize))| {
            layout::right(cell, width + if at == 0 { 0 } else { 3 })
        };
        cells.map(cell).collect::<String>()
    };
    text.push_str(&style.bold(&line(&mut listing.head.iter().copied())));
    text.push('\n');
    for row in &listing.rows {
        let numbers = line(&mut row.numbers.iter().map(String::as_str));
        let room = layout::columns(style)
            .saturating_sub(numbers.len() + 2 + row.depth)
            .max(LEAST_NAME);
        let name = format!("{}  {}", safe(&row.name), safe(&row.place));
        let name = layout::cut(name.trim_end(), room, style);
        text.push_str(&format!("{numbers}  {}{name}\n", " ".repeat(row.depth)));
    }
    for note in &listing.notes {
        text.push_str(&style.dim(&safe(note)));
        text.push('\n');
    }
    text
}

/// What is left of a line for a name and a place, whatever the numbers take.
const LEAST_NAME: usize = 24;

fn rows(rows: &[CpuRow], style: &Style) -> String {
    let widest = |of: fn(&CpuRow) -> &String, least: usize| {
        rows.iter()
            .map(|row| visible::width(of(row)))
            .max()
            .unwrap_or(0)
            .max(least)
    };
    let rank = widest(|row| &row.rank, 2);
    let own = widest(|row| &row.own, 8) + 3;
    let own_share = widest(|row| &row.own_share, 4) + 3;
    // A column of its own where there is a trace to know it from.
    let own_js = match rows.iter().any(|row| !row.own_js.is_empty()) {
        true => widest(|row| &row.own_js, 8) + 2,
        false => 0,
    };
    let total = widest(|row| &row.total, 8) + if own_js > 0 { 2 } else { 4 };
    let total_share = widest(|row| &row.total_share, 4) + 3;
    let samples = widest(|row| &row.samples, 7) + 2;
    let numbers = |row: [&str; 7]| {
        [rank, own, own_share, own_js, total, total_share, samples]
            .iter()
            .zip(row)
            .map(|(width, cell)| layout::right(cell, *width))
            .collect::<String>()
    };
    let js = if own_js > 0 { "self js" } else { "" };
    let head = numbers(["", "self", "%", js, "total", "%", "samples"]);
    let mut text = style.bold(&head) + "\n";
    let indent = rank + 3;
    let lines = rows
        .iter()
        .map(|row| visible::width(&row.lines))
        .max()
        .unwrap_or(0);
    for row in rows {
        let numbers = numbers([
            &row.rank,
            &row.own,
            &row.own_share,
            &row.own_js,
            &row.total,
            &row.total_share,
            &row.samples,
        ]);
        let safe = |text: &str| visible::terminal(text, style.unicode);
        let room = layout::columns(style)
            .saturating_sub(numbers.len() + 2)
            .max(LEAST_NAME);
        let name = format!("{}  {}", safe(&row.name), safe(&row.place));
        text.push_str(&format!("{numbers}  {}\n", layout::cut(&name, room, style)));
        text.push_str(&evidence(row, indent, lines, style));
        for line in &row.excerpt {
            let room = layout::columns(style).saturating_sub(indent).max(LEAST_NAME);
            let line = layout::cut(&visible::terminal(line, style.unicode), room, style);
            text.push_str(&format!("{}{line}\n", " ".repeat(indent)));
        }
    }
    text
}

/// Hot lines and labels below a row.
fn evidence(row: &CpuRow, indent: usize, lines: usize, style: &Style) -> String {
    let mut labels = row.labels.iter();
    let indent = " ".repeat(indent);
    let mut text = String::new();
    let mut line = String::new();
    if !row.lines.is_empty() {
        line = format!("{indent}{}", layout::left(&row.lines, lines));
        if let Some(first) = labels.as_slice().first() {
            let first = visible::terminal(first, style.unicode);
            if visible::width(&line) + 3 + visible::width(&first) <= layout::columns(style) {
                line.push_str(&format!("   {first}"));
                labels.next();
            }
        }
    }
    if !line.is_empty() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    for label in labels {
        let label = visible::terminal(label, style.unicode);
        text.push_str(&parts::hanging(&indent, &label, indent.len() + 2, style));
    }
    text
}
