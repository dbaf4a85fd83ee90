//! Functions by their samples.

use super::{hotspots, parts};
use crate::cpu_listing::Listing;
use crate::cpu_view::{self, CpuRow};
use crate::{Style, visible};
use lagometer_report::CpuDocument;

/// The hottest functions: the same as the table shows.
pub fn cpu(document: &CpuDocument, skip: usize, style: &Style) -> String {
    let view = cpu_view::view(document, skip, style);
    let mut text = parts::warnings(&view.warnings);
    text.push_str(&format!(
        "{}: {}\n",
        visible::markdown_code(&view.name, false),
        visible::markdown(&view.heading)
    ));
    for line in &view.lines {
        text.push_str(&format!("<br>{}\n", visible::markdown(line)));
    }
    if !view.rows.is_empty() {
        // A column of its own where there is a trace to know it from.
        let with_js = view.rows.iter().any(|row| !row.own_js.is_empty());
        let (js, line) = if with_js { (" self js |", "--:|") } else { ("", "") };
        text.push_str(&format!(
            "\n| | self | % |{js} total | % | samples | function | source | evidence |\n"
        ));
        text.push_str(&format!("|--:|--:|--:|{line}--:|--:|--:|:--|:--|:--|\n"));
        for row in &view.rows {
            text.push_str(&self::row(row, with_js));
        }
    }
    for row in view.rows.iter().filter(|row| !row.excerpt.is_empty()) {
        text.push_str(&excerpt(row));
    }
    for listing in &view.listings {
        text.push_str(&self::listing(listing));
    }
    if let Some(more) = &view.more {
        text.push_str(&format!("\n{}\n", visible::markdown(more)));
    }
    if let Some(tasks) = &view.tasks {
        text.push_str(&hotspots::long_tasks(tasks));
    }
    text.push_str(&parts::tolerated(view.tolerated.as_ref(), style));
    text
}

/// The lines of a function, in a fence that nothing in them can end.
fn excerpt(row: &CpuRow) -> String {
    let lines: Vec<String> = row
        .excerpt
        .iter()
        .map(|line| visible::terminal(line, true))
        .collect();
    let lines = lines.join("\n");
    let runs = lines.split(|character| character != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or(0).max(2) + 1);
    format!(
        "\n{}. {} {}\n\n{fence}text\n{lines}\n{fence}\n",
        row.rank,
        visible::markdown_code(&row.name, false),
        visible::markdown_code(&row.place, false)
    )
}

fn listing(listing: &Listing) -> String {
    let mut text = String::new();
    if let Some(title) = &listing.title {
        text.push_str(&format!("\n{}\n", visible::markdown(title)));
    }
    text.push_str(&format!("\n| {} | | |\n", listing.head.join(" | ")));
    text.push_str(&format!("|{}:--|:--|\n", "--:|".repeat(listing.head.len())));
    for row in &listing.rows {
        let place = match row.place.as_str() {
            "" => String::new(),
            place => visible::markdown_code(place, true),
        };
        text.push_str(&format!(
            "| {} | {}{} | {place} |\n",
            row.numbers.join(" | "),
            "&nbsp;".repeat(row.depth),
            visible::markdown_code(&row.name, true)
        ));
    }
    for note in &listing.notes {
        text.push_str(&format!("\n{}\n", visible::markdown(note)));
    }
    text
}

fn row(row: &CpuRow, with_js: bool) -> String {
    let js = match with_js {
        true => format!(" {} |", row.own_js),
        false => String::new(),
    };
    let lines = (!row.lines.is_empty()).then_some(&row.lines);
    let evidence: Vec<String> = lines
        .into_iter()
        .chain(&row.labels)
        .map(|text| visible::markdown_cell(text))
        .collect();
    format!(
        "| {} | {} | {} |{js} {} | {} | {} | {} | {} | {} |\n",
        row.rank,
        row.own,
        row.own_share,
        row.total,
        row.total_share,
        row.samples,
        visible::markdown_code(&row.name, true),
        visible::markdown_code(&row.place, true),
        evidence.join("<br>")
    )
}
