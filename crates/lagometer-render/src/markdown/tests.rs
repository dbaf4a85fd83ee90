use crate::test_documents::{
    DEFINITIONS, HOSTILE, absent, budgets, diagnostic, everything_absent, grid_sort, inspection, long_tasks,
    with_settled_heap,
};
use crate::{Style, markdown};
use lagometer_metric::{Reason, Unit};
use lagometer_report::Partial;

/// Every row of a table has the cells that its head has.
#[track_caller]
pub(super) fn check_tables(text: &str) {
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    let mut head = None;
    for line in text.lines() {
        if line.starts_with('|') {
            assert_eq!(cells(line), *head.get_or_insert(cells(line)), "{line}");
        } else {
            head = None;
        }
    }
    assert!(text.ends_with('\n') && !text.contains("\n\n\n"), "{text}");
}

#[test]
fn trace_in_markdown() {
    let text = markdown::trace(&long_tasks(), DEFINITIONS, &Style::PLAIN, None);
    check_tables(&text);
    insta::assert_snapshot!(text);
}

#[test]
fn absent_numbers_in_markdown() {
    let text = markdown::trace(&everything_absent(), DEFINITIONS, &Style::PLAIN, None);
    check_tables(&text);
    insta::assert_snapshot!(text);
}

#[test]
fn run_in_markdown() {
    let (mut summary, record) = grid_sort();
    with_settled_heap(summary.variants.get_mut("head").expect("it is there"));
    summary.diagnostics = vec![diagnostic("contention", 1, "busy | and waiting", true)];
    let rules = Style {
        rules_text: true,
        ..Style::PLAIN
    };
    let text = markdown::run(&summary, &record, DEFINITIONS, &rules)
        + &markdown::run_place("report", "runs/a_b/report.html");
    check_tables(&text);
    insta::assert_snapshot!(text);
}

#[test]
fn names_of_strangers_stay_in_their_cells() {
    let mut document = long_tasks();
    document.input.name = HOSTILE.to_owned();
    document.analysis.console.timings[0].name = HOSTILE.to_owned();
    document.analysis.console.stamps[0].name = HOSTILE.to_owned();
    document.analysis.memory[1].process_name = Some(HOSTILE.to_owned());
    document.analysis.user_timings[0].name = HOSTILE.to_owned();
    document.analysis.user_timings[0].threw = 1;
    let value = document.analysis.metrics["user_timing:task/mean"].clone();
    document
        .analysis
        .metrics
        .insert(format!("user_timing:{HOSTILE}/mean"), value);
    document.analysis.long_tasks[1].inside = vec![HOSTILE.to_owned()];
    document.analysis.metrics.insert(
        "total_blocking_time".to_owned(),
        absent(Reason::InvalidValue, HOSTILE, Unit::Microseconds),
    );
    document.diagnostics = vec![
        diagnostic(HOSTILE, 1, HOSTILE, true),
        diagnostic(HOSTILE, 1, HOSTILE, false),
    ];
    let verbose = Style {
        verbose: 1,
        ..Style::PLAIN
    };
    let text = markdown::trace(&document, DEFINITIONS, &verbose, None);
    check_tables(&text);
    assert!(!text.contains("\x1b") && !text.contains("<img src=x> "));
    insta::assert_snapshot!(text);
}

#[test]
fn inspection_in_markdown() {
    let mut document = inspection();
    document.partial = Some(Partial {
        byte: 300,
        whole_to_byte: 200,
        text: "it is cut off".to_owned(),
    });
    let text = markdown::inspect(&document, &Style::PLAIN);
    check_tables(&text);
    insta::assert_snapshot!(text);
}

#[test]
fn reference_of_the_metrics() {
    let text = markdown::metrics(&DEFINITIONS[1..3], &Style::PLAIN);
    check_tables(&text);
    insta::assert_snapshot!("reference", text);
    let text = markdown::metrics(&DEFINITIONS[2..3], &Style::PLAIN);
    check_tables(&text);
    insta::assert_snapshot!("one", text);
}

#[test]
fn budgets_in_markdown() {
    let (mut summary, record) = grid_sort();
    summary.budgets = budgets();
    summary.budgets[1].metric = format!("user_timing:{HOSTILE}/median");
    let text = markdown::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    check_tables(&text);
    insta::assert_snapshot!(text);
}
