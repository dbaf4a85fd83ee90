//! Lines of a source with their numbers and samples.

use crate::number;
use lagometer_report::{CpuExcerpt, CpuExcerptLine};

/// A gap between lines that do not follow each other.
const GAP: &str = "...";

/// The lines as they are shown: number, samples where there are some, text. Raw text, tabs as spaces.
///
/// ```text
///    41          function sortRows(rows) {
///    42   604      const copy = clone(rows);
/// ```
pub(crate) fn lines(excerpt: &CpuExcerpt) -> Vec<String> {
    let numbers = excerpt
        .lines
        .iter()
        .map(|line| number::count(u64::from(line.line)));
    let number_width = numbers.map(|number| number.len()).max().unwrap_or(0);
    let samples = |line: &CpuExcerptLine| line.samples.map_or_else(String::new, number::count);
    let samples_width = excerpt
        .lines
        .iter()
        .map(|line| samples(line).len())
        .max()
        .unwrap_or(0);
    let mut shown = Vec::new();
    let mut before = None;
    for line in &excerpt.lines {
        if before.is_some_and(|before| line.line > before + 1) {
            shown.push(format!("{GAP:>number_width$}"));
        }
        before = Some(line.line);
        let number = number::count(u64::from(line.line));
        let cut = if line.cut { " ..." } else { "" };
        let text = line.text.replace('\t', "    ");
        let text = format!(
            "{number:>number_width$}  {:>samples_width$}  {text}{cut}",
            samples(line)
        );
        shown.push(text.trim_end().to_owned());
    }
    shown
}

#[cfg(test)]
mod tests;
