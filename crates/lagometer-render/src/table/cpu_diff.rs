//! Two sides of CPU samples.

use super::parts;
use crate::cpu_diff_view::{self, CpuDiffShown, HEAD};
use crate::{Style, layout, visible};
use lagometer_report::CpuDiffDocument;

/// The largest changes first, each with its noise and what it comes to.
pub fn cpu_diff(document: &CpuDiffDocument, style: &Style) -> String {
    let view = cpu_diff_view::view(document, style);
    let safe = |text: &str| visible::terminal(text, style.unicode);
    let mut text = parts::warnings(&view.warnings, style);
    for line in &view.lines {
        text.push_str(&parts::hanging("", &safe(line), 4, style));
    }
    if !view.rows.is_empty() {
        text.push('\n');
        text.push_str(&rows(&view.rows, &view.of, style));
    }
    if let Some(more) = &view.more {
        text.push_str(&style.dim(&safe(more)));
        text.push('\n');
    }
    text.push_str(&parts::tolerated(view.tolerated.as_ref(), style));
    text
}

/// What is left of a line for a name and a place, whatever the numbers take.
const LEAST_NAME: usize = 16;

fn rows(rows: &[CpuDiffShown], of: &str, style: &Style) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| visible::width(&row.numbers[column]));
        cells.max().unwrap_or(0).max(HEAD[column].len())
    };
    let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
    let verdict = rows.iter().map(|row| row.verdict.len()).max().unwrap_or(0);
    let numbers = |cells: [&str; 5]| {
        let cells = cells.into_iter().zip(&widths).enumerate();
        let cell = |(at, (cell, width)): (usize, (&str, &usize))| {
            layout::right(cell, width + if at == 0 { 0 } else { 2 })
        };
        cells.map(cell).collect::<String>()
    };
    let mut text = style.bold(&format!("{}   {of}", numbers(HEAD)));
    text.push('\n');
    for row in rows {
        let [change, part, noise, base, head] = &row.numbers;
        let front = format!(
            "{}   {}",
            numbers([change, part, noise, base, head]),
            layout::left(&row.verdict, verdict)
        );
        let room = layout::columns(style)
            .saturating_sub(visible::width(&front) + 2)
            .max(LEAST_NAME);
        let safe = |text: &str| visible::terminal(text, style.unicode);
        let name = format!("{}  {}", safe(&row.name), safe(&row.place));
        text.push_str(&format!(
            "{front}  {}\n",
            layout::cut(name.trim_end(), room, style)
        ));
    }
    text
}
