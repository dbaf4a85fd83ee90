//! The numbers of a run.

use super::hotspots;
use super::parts::{self, CurveLine};
use crate::budgets::{self, BudgetLine, BudgetsView};
use crate::long_tasks::{LongTaskRow, LongTasks};
use crate::run_view::{self, RunRow, VariantView};
use crate::shown::Shown;
use crate::{Style, capture_view, layout, number, rules, visible, work};
use lagometer_metric::MetricDefinition;
use lagometer_report::{CapturedOtherHeap, KeptSnapshot, RecordDocument, SummaryDocument};

/// The numbers of a run: conditions, the medians over the rounds by group, the busy rate and the
/// long tasks of the representative round. Warnings that touch the numbers stand on top, notes last.
pub fn run(
    summary: &SummaryDocument,
    record: &RecordDocument,
    definitions: &[&MetricDefinition],
    style: &Style,
) -> String {
    let view = run_view::view(summary, record, definitions, style);
    let budgets = budgets::view(&summary.budgets);
    let mut text = unmet_budgets(&budgets, style) + &parts::warnings(&view.warnings, style);
    for (index, variant) in view.variants.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(&heading(variant, style));
        if let Some(environment) = view.environment.iter().find(|_| index == 0) {
            let environment = visible::terminal(environment, style.unicode);
            text.push_str(&parts::hanging("", &environment, 2, style));
        }
        text.push('\n');
        text.push_str(&numbers(variant, style));
        text.push_str(&curves(variant, style));
        text.push_str(&parts::notes(&variant.left_out, style));
    }
    if !budgets.met.is_empty() {
        text.push('\n');
        text.extend(budgets.met.iter().map(|line| budget(line, style)));
    }
    if let Some(hotspots) = &view.hotspots {
        text.push_str(&hotspots::hotspots(hotspots, style));
    }
    text.push_str(&rules::text(&view.shown, style));
    text.push_str(&parts::tolerated(view.tolerated.as_ref(), style));
    text
}

/// The last lines about a run: where its page or its record is, and how to learn what a number means.
/// `what` says which of them, `report` or `record`.
pub fn run_place(what: &str, file: &str, style: &Style) -> String {
    let file = visible::terminal(file, style.unicode);
    let rules = style.dim("rules   lagometer metrics total_blocking_time");
    format!("\n{what}  {file}\n{rules}\n")
}

/// The heap snapshots that steps of the scenario took: the commands that read them, and the heaps
/// that are in none of them. Nothing where there are none.
pub fn run_snapshots(snapshots: &[KeptSnapshot], others: &[CapturedOtherHeap], style: &Style) -> String {
    if snapshots.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n{}   {}\n",
        style.bold("heap snapshots"),
        capture_view::EXTRA_PASS
    );
    for snapshot in snapshots {
        let said = format!("{}  {}", snapshot.name, capture_view::kept(snapshot));
        text.push_str(&parts::hanging(
            "  ",
            &visible::terminal(&said, style.unicode),
            4,
            style,
        ));
        // Never broken, so that it can be copied.
        text.push_str(&format!(
            "    {}\n",
            visible::terminal(&capture_view::next(snapshot), style.unicode)
        ));
    }
    if let Some(others) = capture_view::not_in_them(others) {
        let others = visible::terminal(&others, style.unicode);
        text.push_str(&parts::hanging("  ", &others, 4, style));
    }
    text
}

/// What the answer is where a budget is not met, and each of those budgets.
fn unmet_budgets(budgets: &BudgetsView, style: &Style) -> String {
    let Some(verdict) = &budgets.verdict else {
        return String::new();
    };
    let word = style.bold(verdict.word);
    let word = if verdict.exceeded {
        style.red(&word)
    } else {
        style.yellow(&word)
    };
    let mut text = format!("{word}   {}\n", verdict.rest);
    text.extend(budgets.unmet.iter().map(|line| budget(line, style)));
    text.push('\n');
    text
}

/// `budget  total blocking time 71.4 ms, at most 100.0 ms: met, n 10`.
fn budget(line: &BudgetLine, style: &Style) -> String {
    const HEAD: &str = "budget  ";
    let verdict = match line.is_met {
        Some(true) => line.verdict.to_owned(),
        Some(false) => style.red(line.verdict),
        None => style.yellow(line.verdict),
    };
    let words = format!(
        "{} {}: {}, {}",
        line.label.text(style),
        line.figures,
        line.verdict,
        visible::terminal(&line.rest, style.unicode)
    );
    let text = parts::hanging(HEAD, &words, HEAD.len(), style);
    // Painted after the lines are broken, since colour has no width.
    let behind = format!(": {}", line.verdict);
    text.replacen(&behind, &format!(": {verdict}"), 1)
}

/// `grid-sort   10 rounds, 2 warm-up dropped   window 671.8 ms`.
fn heading(variant: &VariantView, style: &Style) -> String {
    let name = visible::terminal(&variant.name, style.unicode);
    let window = match &variant.window {
        Shown::Number(text) => text.clone(),
        Shown::Absent(absence) => format!("n/a {}", visible::terminal(&absence.text(), style.unicode)),
    };
    let rest = format!("{}   window {window}", variant.rounds);
    let columns = layout::columns(style);
    if visible::width(&name) + 3 + visible::width(&rest) <= columns {
        return format!("{}   {rest}\n", style.bold(&name));
    }
    format!("{}\n{}", style.bold(&name), parts::hanging("  ", &rest, 2, style))
}

/// The columns up to the right edge of the median, those of the other numbers, and those of n.
const MEDIAN_EDGE: usize = 36;
const NUMBER_COLUMNS: usize = 12;
const N_COLUMNS: usize = 5;

/// The widths of a table of a run.
struct Columns {
    median_edge: usize,
    number: usize,
    n: usize,
    /// What the labels may take.
    label: usize,
}

impl Columns {
    fn of(rows: &[&RunRow], labels: &[String], style: &Style) -> Columns {
        let widest = |of: &dyn Fn(&&&RunRow) -> usize| rows.iter().map(|row| of(&row)).max().unwrap_or(0);
        let cell = widest(&|row| row.median.short().len().max(row.min.len()).max(row.max.len()));
        let n = (widest(&|row| row.n.len()) + 2).max(N_COLUMNS);
        let number = NUMBER_COLUMNS.max(cell + 2);
        // What the labels may take so that everything fits; at least 12.
        let most = layout::columns(style).saturating_sub(2 + 3 * number + n).max(12);
        let label = parts::label_column(labels, most, style);
        let narrow = 2 + most + number;
        let median_edge = MEDIAN_EDGE.min(narrow).max(2 + label + number);
        Columns {
            median_edge,
            number,
            n,
            label: median_edge - number - 2,
        }
    }
}

fn numbers(variant: &VariantView, style: &Style) -> String {
    let rows: Vec<&RunRow> = variant.groups.iter().flat_map(|(_, rows)| rows).collect();
    if rows.is_empty() {
        return "no number was measured\n".to_owned();
    }
    let labels: Vec<String> = rows.iter().map(|row| row.label.text(style)).collect();
    let columns = Columns::of(&rows, &labels, style);
    let head = format!(
        "{}{}{}{}",
        layout::right("median", columns.median_edge),
        layout::right("min", columns.number),
        layout::right("max", columns.number),
        layout::right("n", columns.n)
    );
    let mut text = style.bold(&head) + "\n";
    let mut labels = labels.iter();
    for (group, rows) in &variant.groups {
        text.push_str(&style.bold(group.title()));
        text.push('\n');
        for (row, label) in rows.iter().zip(labels.by_ref()) {
            text.push_str(&number_row(row, label, &columns, style));
        }
    }
    text.push_str(&parts::more_names(&variant.more, style));
    for label in &variant.small_samples {
        let note = format!(
            "{} is nearest rank: with n under 20 close to the maximum",
            label.text(style)
        );
        text.push_str(&style.dim(&note));
        text.push('\n');
    }
    text
}

fn number_row(row: &RunRow, label: &str, columns: &Columns, style: &Style) -> String {
    let (own_line, label) = parts::in_column(label, columns.label, style);
    let own_line = if own_line.is_empty() {
        own_line
    } else {
        format!("  {own_line}")
    };
    let label = format!("  {label}");
    let space = columns.median_edge.saturating_sub(visible::width(&label));
    let first = format!("{label}{}", layout::right(row.median.short(), space));
    match &row.median {
        Shown::Number(_) => {
            let range = format!(
                "{}{}",
                layout::right(&row.min, columns.number),
                layout::right(&row.max, columns.number)
            );
            format!(
                "{own_line}{first}{}{}\n",
                style.dim(&range),
                layout::right(&row.n, columns.n)
            )
        }
        Shown::Absent(absence) => {
            let words = visible::terminal(&absence.text(), style.unicode);
            own_line + &parts::hanging(&(first + "  "), &words, columns.median_edge + 2, style)
        }
    }
}

fn curves(variant: &VariantView, style: &Style) -> String {
    let mut text = String::new();
    let round = variant.representative.as_deref();
    if let Some(curve) = &variant.busy {
        let words = match round {
            Some(round) => format!("{}, {round}", curve.words),
            None => curve.words.clone(),
        };
        let line = CurveLine {
            name: "busy rate",
            curve,
            words: &words,
            rest: "slices: summary.json has all",
        };
        text.push('\n');
        text.push_str(&parts::curve(&line, style));
    }
    if let Some(heap) = &variant.settled_heap {
        let line = CurveLine {
            name: "settled heap",
            curve: &heap.curve,
            words: &heap.curve.words,
            rest: "repetitions: summary.json has all",
        };
        if text.is_empty() {
            text.push('\n');
        }
        text.push_str(&parts::curve(&line, style));
        let indent = "settled heap   ".len();
        let slope = visible::terminal(&heap.slope, style.unicode);
        text.push_str(&parts::hanging(&" ".repeat(indent), &slope, indent, style));
    }
    let tasks = &variant.long_tasks;
    if !tasks.rows.is_empty() || tasks.more > 0 {
        if text.is_empty() {
            text.push('\n');
        }
        text.push_str(&long_tasks(tasks, style));
    }
    text
}

/// `long tasks  at 6.0 ms 121.0 ms`, in a line or more; each with what ran in it where that is known.
fn long_tasks(tasks: &LongTasks, style: &Style) -> String {
    const HEAD: &str = "long tasks  ";
    let is_told = tasks.rows.iter().any(|row| row.work.is_some());
    let mut parts: Vec<String> = tasks.rows.iter().map(long_task).collect();
    if tasks.more > 0 {
        parts.push(format!(
            "{} more in summary.json",
            number::count(tasks.more as u64)
        ));
    }
    if !is_told {
        parts = vec![parts.join(", ")];
    }
    let mut text = String::new();
    for (at, part) in parts.iter().enumerate() {
        let head = if at == 0 { HEAD } else { "" };
        let part = visible::terminal(part, style.unicode);
        let first = format!("{head:width$}", width = HEAD.len());
        text.push_str(&super::parts::hanging(&first, &part, HEAD.len(), style));
    }
    text.replacen("long tasks", &style.bold("long tasks"), 1)
}

/// `at 6.0 ms 121.0 ms: scripting 110.2 ms, style layout 8.1 ms; http://a/rows.js`; raw text.
fn long_task(row: &LongTaskRow) -> String {
    let times = format!("at {} {}", row.start, row.duration);
    match &row.work {
        Some(ran) => format!("{times}: {}", work::ran(ran)),
        None => times,
    }
}
