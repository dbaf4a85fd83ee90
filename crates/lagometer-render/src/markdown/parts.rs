//! Parts that several Markdown texts share.

use crate::curve::Curve;
use crate::long_tasks::LongTasks;
use crate::remarks::{Tolerated, Warning};
use crate::shown::Shown;
use crate::{Style, number, visible};

/// Warnings that stand out, each with its lines and what to do.
pub(super) fn warnings(warnings: &[Warning]) -> String {
    let mut text = String::new();
    for warning in warnings {
        text.push_str(&format!("> **warning:** {}", visible::markdown(&warning.what)));
        for line in &warning.lines {
            text.push_str(&format!("<br>{}", visible::markdown(line)));
        }
        if let Some(hint) = &warning.hint {
            text.push_str(&format!("<br>hint: {}", visible::markdown(hint)));
        }
        text.push_str("\n\n");
    }
    text
}

/// What was tolerated: in one sentence, or each with its place where more is asked for.
pub(super) fn tolerated(tolerated: Option<&Tolerated>, style: &Style) -> String {
    let Some(tolerated) = tolerated else {
        return String::new();
    };
    let mut text = format!("\nnote: {}\n", visible::markdown(&tolerated.summary));
    if style.verbose > 0 {
        text.push('\n');
        for each in &tolerated.each {
            text.push_str(&format!("- {}\n", visible::markdown(each)));
        }
    }
    text
}

/// Values as bars behind a name.
pub(super) fn curve(name: &str, curve: &Curve, words: &str) -> String {
    let more = match curve.more {
        0 => String::new(),
        more => format!(", {} more in the JSON form", number::count(more as u64)),
    };
    format!("\n{name} `{}` {words}{more}\n", curve.bars)
}

/// A number, or why there is none, as a cell.
pub(super) fn number_or_reason(shown: &Shown) -> String {
    match shown {
        Shown::Number(text) => text.clone(),
        Shown::Absent(absence) => format!("n/a {}", visible::markdown_cell(&absence.text())),
    }
}

/// The longest tasks; `more` says where the others are.
pub(super) fn long_tasks(tasks: &LongTasks, more: &str) -> String {
    if tasks.rows.is_empty() && tasks.more == 0 {
        return String::new();
    }
    // Older documents do not say what ran.
    let is_told = tasks.rows.iter().any(|row| row.work.is_some());
    let (head, align) = match is_told {
        true => (" what ran in it |", ":--|"),
        false => ("", ""),
    };
    let mut text = format!("\n| long task at | dur | cpu | inside |{head}\n|--:|--:|--:|:--|{align}\n");
    for row in &tasks.rows {
        let ran = match (&row.work, is_told) {
            (Some(work), _) => format!(" {} |", super::trace::span(work)),
            (None, true) => " |".to_owned(),
            (None, false) => String::new(),
        };
        let names: Vec<String> = row
            .inside
            .iter()
            .map(|name| visible::markdown_code(name, true))
            .collect();
        text.push_str(&format!(
            "| {} | {} | {} | {} |{ran}\n",
            row.start,
            row.duration,
            row.cpu.short(),
            names.join(" &gt; ")
        ));
    }
    if tasks.more > 0 {
        text.push_str(&format!("\n{} more: {more}\n", number::count(tasks.more as u64)));
    }
    text
}

/// How many names of which metrics are not shown.
pub(super) fn more_names(more: &[(&str, usize)]) -> String {
    let line = |(title, count): &(&str, usize)| {
        format!(
            "\n{} more {title} names: `--format json`\n",
            number::count(*count as u64)
        )
    };
    more.iter().map(line).collect()
}

/// Notes, one each.
pub(super) fn notes(notes: &[String]) -> String {
    notes
        .iter()
        .map(|note| format!("\nnote: {}\n", visible::markdown(note)))
        .collect()
}
