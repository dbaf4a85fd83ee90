use crate::test_documents::{HOSTILE, diagnostic, grid_sort};
use crate::{Style, markdown, table, visible};
use lagometer_report::{BudgetCounts, HistoryDocument, HistoryRun, Outcome};

fn run(id: &str, scenario: &str) -> HistoryRun {
    let (summary, record) = grid_sort();
    let ids = [
        "main_thread_cpu_time",
        "total_blocking_time",
        "user_timing:sort/median",
        "js_heap/growth",
    ];
    HistoryRun {
        id: id.to_owned(),
        record: format!("runs/{id}/record.json"),
        started_at: record.started_at,
        scenario: scenario.to_owned(),
        scenario_sha256: record.scenario.sha256,
        outcome: Outcome::Complete,
        failure: None,
        rounds: 10,
        browser: None,
        budgets: BudgetCounts::default(),
        metrics: ids
            .into_iter()
            .map(|id| (id.to_owned(), summary.variants["head"].metrics[id].clone()))
            .collect(),
    }
}

fn document() -> HistoryDocument {
    let mut over = run("2026-11-30-090000-grid-sort", "grid-sort");
    over.budgets.exceeded = 1;
    let mut interrupted = run("2026-11-29-143012-grid-sort", "grid-sort");
    interrupted.outcome = Outcome::Interrupted;
    interrupted.rounds = 3;
    let cpu = interrupted
        .metrics
        .get_mut("main_thread_cpu_time")
        .expect("it is there");
    cpu.value = None;
    cpu.reason = Some("no-thread-time".to_owned());
    cpu.detail = Some("no tdur".to_owned());
    let mut failed = run("2026-11-29-143012-grid-sort-2", "grid-sort");
    failed.outcome = Outcome::Failed;
    failed.rounds = 0;
    failed.metrics.clear();
    let mut other = run("2026-11-28-000000-other", "other");
    let sort = other
        .metrics
        .remove("user_timing:sort/median")
        .expect("it is there");
    other
        .metrics
        .insert("user_timing:load all rows/median".to_owned(), sort);
    HistoryDocument {
        kind: "history".to_owned(),
        format_version: 1,
        total: 12,
        listed: 4,
        runs: vec![over, failed, interrupted, other],
        diagnostics: vec![diagnostic(
            "no-record",
            2,
            "`2026-11-27-000000-x` holds no record",
            false,
        )],
    }
}

#[test]
fn runs_stand_below_their_scenario() {
    let text = table::history(&document(), "lagometer-results", &Style::PLAIN);
    for line in text.lines() {
        assert!(visible::width(line) <= 80 && !line.ends_with(' '), "{line:?}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn runs_in_markdown() {
    insta::assert_snapshot!(markdown::history(&document(), "lagometer-results"));
}

#[test]
fn names_of_strangers_cannot_act() {
    let mut document = document();
    document.runs.truncate(1);
    document.runs[0].scenario = HOSTILE.to_owned();
    document.runs[0].id = HOSTILE.to_owned();
    let text = table::history(&document, HOSTILE, &Style::PLAIN);
    assert!(
        text.lines().all(|line| !line.contains(char::is_control)),
        "{text:?}"
    );
    let text = markdown::history(&document, HOSTILE);
    assert!(!text.contains("\n<img") && !text.contains('\u{1b}'), "{text}");
}
