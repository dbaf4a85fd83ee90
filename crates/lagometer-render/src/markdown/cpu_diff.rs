//! Two sides of CPU samples.

use super::parts;
use crate::cpu_diff_view::{self, CpuDiffShown};
use crate::{Style, visible};
use lagometer_report::CpuDiffDocument;

/// The largest changes first: the same as the table shows.
pub fn cpu_diff(document: &CpuDiffDocument, style: &Style) -> String {
    let view = cpu_diff_view::view(document, style);
    let mut text = parts::warnings(&view.warnings);
    let lines: Vec<String> = view.lines.iter().map(|line| visible::markdown(line)).collect();
    text.push_str(&format!("{}\n", lines.join("\n<br>")));
    if !view.rows.is_empty() {
        text.push_str(&format!(
            "\n| change | % | noise | base | head | {} | | source |\n|--:|--:|--:|--:|--:|:--|:--|:--|\n",
            visible::markdown_cell(&view.of)
        ));
        view.rows.iter().for_each(|row| text.push_str(&self::row(row)));
    }
    if let Some(more) = &view.more {
        text.push_str(&format!("\n{}\n", visible::markdown(more)));
    }
    text.push_str(&parts::tolerated(view.tolerated.as_ref(), style));
    text
}

fn row(row: &CpuDiffShown) -> String {
    let place = match row.place.as_str() {
        "" => String::new(),
        place => visible::markdown_code(place, true),
    };
    format!(
        "| {} | {} | {} | {place} |\n",
        row.numbers.join(" | "),
        visible::markdown_cell(&row.verdict),
        visible::markdown_code(&row.name, true)
    )
}
